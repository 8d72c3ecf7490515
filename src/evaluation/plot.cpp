#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "evaluation/figure_frame.h"
#include "evaluation/figures.h"
#include "evaluation/marks.h"
#include "evaluation/svg_text.h"

namespace sigmatch {

namespace {

constexpr double legend_row = 16, legend_sample = 22, legend_gap = 7, most_legend_text = 120;
constexpr std::size_t most_legend_rows = 20;
constexpr std::size_t most_line_points = 8000;  // of all series together: 90 kB

bool drawable(const Series& series, std::size_t i) {
    return std::isfinite(series.x[i]) && std::isfinite(series.y[i]);
}

bool has_marks(Stroke stroke) {
    return stroke == Stroke::points || stroke == Stroke::line_and_points;
}

struct Legend {
    std::vector<std::string> names;  // as shown in the legend
    std::size_t not_shown = 0;
    double width = 0;
};

Legend legend_of(const std::vector<Series>& all) {
    Legend legend;
    if (std::all_of(all.begin(), all.end(), [](const Series& s) { return s.name.empty(); })) return legend;
    const std::size_t rows = all.size() > most_legend_rows ? most_legend_rows - 1 : all.size();
    legend.not_shown = all.size() - rows;
    double widest = legend.not_shown > 0 ? text_width("and 1000 more", label_size) : 0;
    for (std::size_t i = 0; i < rows; ++i) {
        legend.names.push_back(shortened(all[i].name, most_legend_text, label_size));
        widest = std::max(widest, text_width(legend.names.back(), label_size));
    }
    legend.width = legend_sample + legend_gap + widest;
    return legend;
}

std::string legend_svg(const Legend& legend, const Plot& plot, const Area& area) {
    std::string svg;
    const double left = figure_width - figure_margin - legend.width;
    Pixel at{left + legend_sample + legend_gap, area.top + 8};
    for (std::size_t i = 0; i < legend.names.size(); ++i, at.y += legend_row) {
        const double y = at.y - 4;
        svg += fmt::format("<g class=\"{}\">{}\n", colour_class(i), tooltip_svg(plot.series[i].name));
        if (plot.stroke != Stroke::points)
            svg += line_svg({left, y}, {left + legend_sample, y}, line_classes(i));
        if (has_marks(plot.stroke))
            svg += fmt::format("<path class=\"sm-mark\" d=\"{}\"/>\n",
                               mark_path({left + legend_sample / 2, y}, i));
        svg += text_svg(at, legend.names[i]) + "</g>\n";
    }
    if (legend.not_shown > 0) svg += text_svg(at, fmt::format("and {} more", legend.not_shown));
    return svg;
}

/// The axes and their positions in the figure.
struct View {
    ScaledAxis x, y;
    Area area;

    Pixel pixel(double at_x, double at_y) const { return {pixel_x(x, area, at_x), pixel_y(y, area, at_y)}; }
};

View view_of(const Plot& plot, const Legend& legend) {
    std::vector<double> xs, ys;
    for (const Series& series : plot.series)
        for (std::size_t i = 0; i < series.x.size(); ++i)
            if (drawable(series, i)) {
                xs.push_back(series.x[i]);
                ys.push_back(series.y[i]);
            }
    Area area{0, area_top(plot.title), figure_width - figure_margin - 8,
              figure_height - figure_margin - (plot.x.label.empty() ? 20 : 36)};
    if (legend.width > 0) area.right -= legend.width + 10;
    const ScaledAxis y = scaled(plot.y, ys, static_cast<int>((area.bottom - area.top) / 45));
    area.left = area_left(y, plot.y.label);
    return {scaled(plot.x, xs, static_cast<int>((area.right - area.left) / 70)), y, area};
}

using Lines = std::vector<Polyline>;

/// The visible parts of the line of a series, interrupted where a point is missing.
Lines lines_of(const Series& series, Stroke stroke, const View& view) {
    Lines lines;
    Polyline run;
    const auto end_run = [&] {
        for (Polyline& part : clipped(stroke == Stroke::steps ? as_steps(run) : run, view.area))
            lines.push_back(std::move(part));
        run.clear();
    };
    for (std::size_t i = 0; i < series.x.size(); ++i) {
        if (drawable(series, i))
            run.push_back(view.pixel(series.x[i], series.y[i]));
        else
            end_run();
    }
    end_run();
    return lines;
}

std::vector<Lines> thinned_lines(const std::vector<Lines>& all) {
    std::vector<Lines> kept(all.size());
    for (int doublings = 0; doublings < 12; ++doublings) {
        const double column = std::ldexp(0.5, doublings);
        std::size_t count = 0;
        for (std::size_t i = 0; i < all.size(); ++i) {
            kept[i] = thinned(all[i], column);
            for (const Polyline& line : kept[i]) count += line.size();
        }
        if (count <= most_line_points) break;
    }
    return kept;
}

std::string lines_svg(const Lines& lines, std::size_t series) {
    std::string path;
    for (const Polyline& line : lines)
        if (line.size() > 1)
            for (const Pixel& p : line)
                path +=
                    fmt::format("{}{},{}", &p == line.data() ? 'M' : ' ', svg_number(p.x), svg_number(p.y));
    return path.empty() ? "" : fmt::format("<path class=\"{}\" d=\"{}\"/>\n", line_classes(series), path);
}

/// Points without neighbours: as lines they would be invisible.
Marks lonely_points(const Lines& lines, std::size_t series, const std::string& name) {
    Marks marks{{}, [name](std::size_t) { return name; }, series};
    for (const Polyline& line : lines)
        if (line.size() == 1) marks.at.push_back(line[0]);
    return marks;
}

std::string named(const Axis& axis, const char* otherwise) {
    return axis.label.empty() ? otherwise : shortened(axis.label, 30, 1);
}

Marks marks_of(const Plot& plot, std::size_t index, const View& view) {
    const Series& series = plot.series[index];
    Marks marks{{}, {}, index};
    std::vector<std::size_t> shown;
    for (std::size_t i = 0; i < series.x.size(); ++i) {
        if (!drawable(series, i)) continue;
        const Pixel at = view.pixel(series.x[i], series.y[i]);
        if (!view.area.contains(at)) continue;
        marks.at.push_back(at);
        shown.push_back(i);
    }
    marks.tooltip = [&plot, &series, shown](std::size_t k) {
        return fmt::format("{}\n{}: {:.5g}\n{}: {:.5g}", shortened(series.name, 30, 1), named(plot.x, "x"),
                           series.x[shown[k]], named(plot.y, "y"), series.y[shown[k]]);
    };
    return marks;
}

std::string description_of(const Plot& plot) {
    std::vector<std::string> names;
    for (const Series& series : plot.series)
        names.push_back(fmt::format("{} ({} points)", shortened(series.name, 60, 1), series.x.size()));
    return fmt::format("{} against {}, {} series{}{}", named(plot.y, "y"), named(plot.x, "x"), names.size(),
                       names.empty() ? "" : ": ", fmt::join(names, ", "));
}

}  // namespace

std::string svg(const Plot& plot) {
    for (const Series& series : plot.series)
        if (series.x.size() != series.y.size())
            throw std::invalid_argument(fmt::format("series '{}' has {} x and {} y values", series.name,
                                                    series.x.size(), series.y.size()));
    const Legend legend = legend_of(plot.series);
    const View view = view_of(plot, legend);

    std::vector<Lines> lines(plot.series.size());
    if (plot.stroke != Stroke::points)
        for (std::size_t i = 0; i < lines.size(); ++i) lines[i] = lines_of(plot.series[i], plot.stroke, view);
    lines = thinned_lines(lines);
    std::vector<Marks> marks;
    for (std::size_t i = 0; i < lines.size(); ++i)
        marks.push_back(has_marks(plot.stroke)
                            ? marks_of(plot, i, view)
                            : lonely_points(lines[i], i, shortened(plot.series[i].name, 60, 1)));
    const std::vector<std::string> drawn_marks = marks_svg(marks);

    std::string content =
        x_axis_svg(view.x, plot.x.label, view.area) + y_axis_svg(view.y, plot.y.label, view.area);
    for (std::size_t i = 0; i < plot.series.size(); ++i)
        content += fmt::format("<g class=\"{}\">{}\n{}{}</g>\n", colour_class(i),
                               tooltip_svg(shortened(plot.series[i].name, 60, 1)), lines_svg(lines[i], i),
                               drawn_marks[i]);
    return figure_svg(plot.title, description_of(plot), content + legend_svg(legend, plot, view.area));
}

}  // namespace sigmatch
