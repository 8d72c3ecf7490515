#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "evaluation/figure_frame.h"
#include "evaluation/figures.h"
#include "evaluation/marks.h"
#include "evaluation/svg_text.h"

namespace sigmatch {

namespace {

constexpr double most_name_width = 110;
constexpr double slant = std::numbers::sqrt2 / 2;  // names that do not fit are rotated by 45 degrees

std::vector<double> finite_values(const std::vector<double>& values) {
    std::vector<double> finite;
    std::copy_if(values.begin(), values.end(), std::back_inserter(finite),
                 [](double v) { return std::isfinite(v); });
    return finite;
}

double quantile(const std::vector<double>& sorted, double share) {
    const double place = share * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    return std::lerp(sorted[below], sorted[std::min(below + 1, sorted.size() - 1)],
                     place - static_cast<double>(below));
}

/// The places of the boxes along the x axis.
struct Slots {
    double left, width;

    double centre(std::size_t i) const { return left + width * (static_cast<double>(i) + 0.5); }
};

bool names_fit(const std::vector<Box>& boxes, double slot_width) {
    return std::all_of(boxes.begin(), boxes.end(), [&](const Box& box) {
        return text_width(box.name, label_size) <= std::min(slot_width - 6, most_name_width);
    });
}

/// The width of rotated names. The first name must fit at the left.
double slanted_width(const Slots& slots) {
    return std::min(most_name_width, (slots.centre(0) - 6) / slant);
}

double slanted_names_height(const std::vector<Box>& boxes, const Slots& slots) {
    if (names_fit(boxes, slots.width)) return 0;
    double widest = 0;
    for (const Box& box : boxes) widest = std::max(widest, text_width(box.name, label_size));
    return std::min(widest, slanted_width(slots)) * slant;
}

std::string names_svg(const std::vector<Box>& boxes, const Slots& slots, double top) {
    std::string svg;
    if (names_fit(boxes, slots.width)) {
        for (std::size_t i = 0; i < boxes.size(); ++i)
            svg += text_svg({slots.centre(i), top + 17}, boxes[i].name,
                            R"(class="sm-text" text-anchor="middle")");
        return svg;
    }
    const auto every = static_cast<std::size_t>(std::ceil(label_size / slant / slots.width));
    for (std::size_t i = 0; i < boxes.size(); i += every)
        svg += fmt::format(
            "<text class=\"sm-text\" text-anchor=\"end\" transform=\"translate({} {}) "
            "rotate(-45)\">{}{}</text>\n",
            svg_number(slots.centre(i) + 4), svg_number(top + 13), tooltip_svg(boxes[i].name),
            xml_escaped(shortened(boxes[i].name, slanted_width(slots), label_size)));
    return svg;
}

std::string summary_of(const Box& box) {
    const std::string name = shortened(box.name, 60, 1);
    if (box.values.empty()) return fmt::format("{}: no values", name);
    const BoxStatistics s = box_statistics(box.values);
    return fmt::format("{}: median {:.4g}, quartiles {:.4g} and {:.4g}, range {:.4g} to {:.4g}, {} values",
                       name, s.median, s.lower_quartile, s.upper_quartile, s.least, s.greatest,
                       box.values.size());
}

/// Draws the box, its whiskers and its median, as far as they lie inside the area.
std::string box_svg(const Box& box, double centre, double width, const ScaledAxis& y, const Area& area) {
    const BoxStatistics s = box_statistics(box.values);
    const auto clamped = [&](double value) {
        return std::clamp(pixel_y(y, area, value), area.top, area.bottom);
    };
    const auto inside = [&](double value) { return area.contains({centre, pixel_y(y, area, value)}); };
    const auto across = [&](double value, double share, const char* classes) {
        const double half = width / 2 * share, at = clamped(value);
        return inside(value) ? line_svg({centre - half, at}, {centre + half, at}, classes) : "";
    };
    const double top = clamped(s.upper_quartile), bottom = clamped(s.lower_quartile);
    return line_svg({centre, clamped(s.upper_whisker)}, {centre, top}, "sm-whisker") +
           line_svg({centre, bottom}, {centre, clamped(s.lower_whisker)}, "sm-whisker") +
           across(s.upper_whisker, 0.5, "sm-whisker") + across(s.lower_whisker, 0.5, "sm-whisker") +
           fmt::format("<rect class=\"sm-box\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n",
                       svg_number(centre - width / 2), svg_number(top), svg_number(width),
                       svg_number(bottom - top)) +
           across(s.median, 1, "sm-median");
}

/// The values beyond the whiskers.
Marks outliers_of(const Box& box, double centre, const ScaledAxis& y, const Area& area) {
    Marks marks;
    if (box.values.empty()) return marks;
    std::vector<double> shown;
    const BoxStatistics s = box_statistics(box.values);
    for (const double value : box.values) {
        const Pixel at{centre, pixel_y(y, area, value)};
        if ((value >= s.lower_whisker && value <= s.upper_whisker) || !area.contains(at)) continue;
        marks.at.push_back(at);
        shown.push_back(value);
    }
    marks.tooltip = [name = shortened(box.name, 60, 1), shown](std::size_t k) {
        return fmt::format("{}: {:.5g}", name, shown[k]);
    };
    return marks;
}

}  // namespace

BoxStatistics box_statistics(std::vector<double> values) {
    values = finite_values(values);
    if (values.empty()) throw std::invalid_argument("a box needs a finite value");
    std::sort(values.begin(), values.end());

    BoxStatistics box{};
    box.least = values.front();
    box.greatest = values.back();
    box.lower_quartile = quantile(values, 0.25);
    box.median = quantile(values, 0.5);
    box.upper_quartile = quantile(values, 0.75);
    const double reach = 1.5 * (box.upper_quartile - box.lower_quartile);
    box.lower_whisker = *std::lower_bound(values.begin(), values.end(), box.lower_quartile - reach);
    box.upper_whisker =
        *std::prev(std::upper_bound(values.begin(), values.end(), box.upper_quartile + reach));
    // A quartile interpolated towards an outlier may lie beyond the last value that is not an outlier.
    box.lower_whisker = std::min(box.lower_whisker, box.lower_quartile);
    box.upper_whisker = std::max(box.upper_whisker, box.upper_quartile);
    return box;
}

std::string svg(const BoxPlot& plot) {
    std::vector<Box> boxes = plot.boxes;
    std::vector<double> values;
    std::vector<std::string> summaries;
    for (Box& box : boxes) {
        box.values = finite_values(box.values);
        values.insert(values.end(), box.values.begin(), box.values.end());
        summaries.push_back(summary_of(box));
    }
    Area area{0, area_top(plot.title), figure_width - figure_margin, figure_height - figure_margin - 20};
    const ScaledAxis y = scaled(plot.y, values, static_cast<int>((area.bottom - area.top) / 45));
    area.left = area_left(y, plot.y.label);
    const Slots slots{area.left, (area.right - area.left) / std::max<double>(1, boxes.size())};
    area.bottom -= slanted_names_height(boxes, slots);

    std::vector<Marks> outliers;
    for (std::size_t i = 0; i < boxes.size(); ++i)
        outliers.push_back(outliers_of(boxes[i], slots.centre(i), y, area));
    const std::vector<std::string> marks = marks_svg(outliers);

    std::string content = y_axis_svg(y, plot.y.label, area) +
                          line_svg({area.left, area.bottom}, {area.right, area.bottom}, "sm-axis") +
                          names_svg(boxes, slots, area.bottom);
    const double width = std::min(46.0, 0.6 * slots.width);
    for (std::size_t i = 0; i < boxes.size(); ++i)
        if (!boxes[i].values.empty())
            content +=
                fmt::format("<g class=\"{}\">{}\n{}{}</g>\n", colour_class(i), tooltip_svg(summaries[i]),
                            box_svg(boxes[i], slots.centre(i), width, y, area), marks[i]);
    return figure_svg(plot.title, fmt::format("{}. {}", plot.y.label, fmt::join(summaries, ". ")), content);
}

}  // namespace sigmatch
