#include "evaluation/marks.h"

#include <fmt/format.h>

#include <cmath>

#include "evaluation/figure_frame.h"
#include "evaluation/svg_text.h"

namespace sigmatch {

namespace {

constexpr std::size_t colours = 7, shapes = 3;

// A mark takes about 150 bytes with a tooltip, 25 without.
constexpr std::size_t most_marks = 6000, most_tooltips = 800;

std::size_t shape_of(std::size_t series) {
    return series / colours % shapes;
}

}  // namespace

std::string colour_class(std::size_t series) {
    return fmt::format("sm-c{}", series % colours);
}

std::string line_classes(std::size_t series) {
    return shape_of(series) == 0 ? "sm-line" : fmt::format("sm-line sm-dash{}", shape_of(series));
}

std::string mark_path(const Pixel& at, std::size_t series) {
    const auto from = [&](double dx, double dy) {
        return fmt::format("M{} {}", svg_number(at.x + dx), svg_number(at.y + dy));
    };
    switch (shape_of(series)) {
        case 0:
            return from(0, -3) + "a3 3 0 1 0 .01 0z";
        case 1:
            return from(-2.7, -2.7) + "h5.4v5.4h-5.4z";
        default:
            return from(0, -3.8) + "l3.8 3.8-3.8 3.8-3.8-3.8z";
    }
}

std::vector<std::string> marks_svg(const std::vector<Marks>& all) {
    std::vector<std::vector<std::size_t>> kept(all.size());
    std::size_t count = 0;
    for (int doublings = 0; doublings < 12; ++doublings) {
        const double cell = std::ldexp(0.5, doublings);
        count = 0;
        for (std::size_t i = 0; i < all.size(); ++i)
            count += (kept[i] = one_per_cell(all[i].at, cell)).size();
        if (count <= most_marks) break;
    }
    std::vector<std::string> svg(all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Marks& marks = all[i];
        if (count <= most_tooltips) {
            for (const std::size_t k : kept[i])
                svg[i] += fmt::format("<path class=\"sm-mark\" d=\"{}\">{}</path>\n",
                                      mark_path(marks.at[k], marks.series), tooltip_svg(marks.tooltip(k)));
        } else if (!kept[i].empty()) {
            svg[i] = R"(<path class="sm-dots" d=")";
            for (const std::size_t k : kept[i]) svg[i] += mark_path(marks.at[k], marks.series);
            svg[i] += "\"/>\n";
        }
    }
    return svg;
}

}  // namespace sigmatch
