#include "evaluation/figure_frame.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "evaluation/svg_text.h"

namespace sigmatch {

namespace {

constexpr double title_size = 15, axis_label_size = 12, tick_length = 4;

// Plain colours and currentColor instead of CSS variables, because some SVG viewers do not know variables.
// The colours are those of Okabe and Ito, without yellow, which is hard to see on white; on dark pages they
// are lighter. All figures of a page define the same classes in the same way. `background` colours the
// browser window around a figure that is opened as a file. The rectangle `paper` is for viewers that ignore
// `background`.
constexpr const char* style = R"(<style>
.sm-figure{font:11px "Helvetica Neue",Helvetica,Arial,"Liberation Sans",sans-serif;background:#fff;color-scheme:light dark}
.sm-paper{fill:#fff}
.sm-text{fill:#444b55}
.sm-title{fill:#14181f;font-size:15px;font-weight:600}
.sm-label{fill:#14181f;font-size:12px}
.sm-grid{stroke:#e4e7eb;stroke-width:1}
.sm-axis{stroke:#8a929d;stroke-width:1}
.sm-line{fill:none;stroke:currentColor;stroke-width:1.9;stroke-linejoin:round;stroke-linecap:round}
.sm-dash1{stroke-dasharray:7 4}
.sm-dash2{stroke-dasharray:1 4}
.sm-mark{fill:currentColor;stroke:#fff;stroke-width:.6}
.sm-dots{fill:currentColor;fill-opacity:.7}
.sm-box{fill:currentColor;fill-opacity:.22;stroke:currentColor;stroke-width:1.4}
.sm-median{stroke:currentColor;stroke-width:2.8}
.sm-whisker{stroke:currentColor;stroke-width:1.4}
.sm-c0{color:#0072b2}
.sm-c1{color:#d55e00}
.sm-c2{color:#009e73}
.sm-c3{color:#e69f00}
.sm-c4{color:#cc79a7}
.sm-c5{color:#56b4e9}
.sm-c6{color:#222}
@media (prefers-color-scheme:dark){
.sm-figure{background:#15181d}
.sm-paper{fill:#15181d}
.sm-text{fill:#aeb6c1}
.sm-title,.sm-label{fill:#eef1f5}
.sm-grid{stroke:#2a2f37}
.sm-axis{stroke:#6d7682}
.sm-mark{stroke:#15181d}
.sm-c0{color:#3f97e0}
.sm-c1{color:#f0743a}
.sm-c2{color:#1fb98c}
.sm-c3{color:#f2b632}
.sm-c4{color:#dd8fba}
.sm-c5{color:#9ad7fb}
.sm-c6{color:#e8ebef}
}
</style>
)";

}  // namespace

double area_top(const std::string& title) {
    return title.empty() ? figure_margin : figure_margin + title_size + 17;
}

double area_left(const ScaledAxis& y, const std::string& label) {
    double widest = 0;
    for (const Tick& tick : y.ticks) widest = std::max(widest, text_width(tick.label, label_size));
    return figure_margin + (label.empty() ? 0 : axis_label_size + 6) + widest + tick_length + 4;
}

double pixel_x(const ScaledAxis& axis, const Area& area, double value) {
    return std::lerp(area.left, area.right, axis.fraction(value));
}

double pixel_y(const ScaledAxis& axis, const Area& area, double value) {
    return std::lerp(area.bottom, area.top, axis.fraction(value));
}

std::string text_svg(const Pixel& at, std::string_view text, std::string_view attributes) {
    return fmt::format("<text x=\"{}\" y=\"{}\" {}>{}</text>\n", svg_number(at.x), svg_number(at.y),
                       attributes.empty() ? "class=\"sm-text\"" : attributes, xml_escaped(text));
}

std::string line_svg(const Pixel& from, const Pixel& to, std::string_view classes) {
    return fmt::format("<line class=\"{}\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>\n", classes,
                       svg_number(from.x), svg_number(from.y), svg_number(to.x), svg_number(to.y));
}

std::string tooltip_svg(std::string_view text) {
    return fmt::format("<title>{}</title>", xml_escaped(text));
}

std::string x_axis_svg(const ScaledAxis& axis, const std::string& label, const Area& area) {
    std::string svg;
    for (const Tick& tick : axis.ticks) {
        const double x = pixel_x(axis, area, tick.value);
        const bool major = !tick.label.empty();
        if (major) svg += line_svg({x, area.top}, {x, area.bottom}, "sm-grid");
        svg +=
            line_svg({x, area.bottom}, {x, area.bottom + (major ? tick_length : tick_length / 2)}, "sm-axis");
        if (major)
            svg += text_svg({x, area.bottom + tick_length + 13}, tick.label,
                            R"(class="sm-text" text-anchor="middle")");
    }
    svg += line_svg({area.left, area.bottom}, {area.right, area.bottom}, "sm-axis");
    if (!label.empty())
        svg += text_svg({(area.left + area.right) / 2, area.bottom + 38},
                        shortened(label, area.right - area.left, axis_label_size),
                        R"(class="sm-label" text-anchor="middle")");
    return svg;
}

std::string y_axis_svg(const ScaledAxis& axis, const std::string& label, const Area& area) {
    std::string svg;
    for (const Tick& tick : axis.ticks) {
        const double y = pixel_y(axis, area, tick.value);
        const bool major = !tick.label.empty();
        if (major) svg += line_svg({area.left, y}, {area.right, y}, "sm-grid");
        svg += line_svg({area.left - (major ? tick_length : tick_length / 2), y}, {area.left, y}, "sm-axis");
        if (major)
            svg += text_svg({area.left - tick_length - 4, y + 4}, tick.label,
                            R"(class="sm-text" text-anchor="end")");
    }
    svg += line_svg({area.left, area.top}, {area.left, area.bottom}, "sm-axis");
    if (!label.empty()) {
        const std::string x = svg_number(figure_margin + axis_label_size - 2);
        const std::string y = svg_number((area.top + area.bottom) / 2);
        svg += fmt::format(
            "<text class=\"sm-label\" text-anchor=\"middle\" transform=\"translate({} {}) rotate(-90)\">{}"
            "</text>\n",
            x, y, xml_escaped(shortened(label, area.bottom - area.top, axis_label_size)));
    }
    return svg;
}

std::string figure_svg(const std::string& title, const std::string& description, const std::string& content) {
    std::string svg = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" class=\"sm-figure\" "
        "role=\"img\">\n"
        "<title>{2}</title>\n<desc>{3}</desc>\n{4}"
        "<rect class=\"sm-paper\" width=\"{0}\" height=\"{1}\"/>\n",
        figure_width, figure_height, xml_escaped(title), xml_escaped(description), style);
    if (!title.empty())
        svg += text_svg({figure_margin, figure_margin + title_size - 2},
                        shortened(title, figure_width - 2 * figure_margin, title_size), "class=\"sm-title\"");
    return svg + content + "</svg>\n";
}

}  // namespace sigmatch
