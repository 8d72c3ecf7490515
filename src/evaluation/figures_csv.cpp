#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

#include "evaluation/figures.h"

namespace sigmatch {

namespace {

std::string csv_field(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"') quoted += '"';
        quoted += c;
    }
    return quoted + '"';
}

std::string csv_field(double value) {
    return std::isnan(value) ? "" : fmt::format("{}", value);
}

}  // namespace

std::string csv(const Plot& plot) {
    std::string text = fmt::format("series,{},{}\n", csv_field(plot.x.label), csv_field(plot.y.label));
    for (const auto& [name, x, y] : plot.series) {
        if (x.size() != y.size())
            throw std::invalid_argument(
                fmt::format("series '{}' has {} x and {} y values", name, x.size(), y.size()));
        for (std::size_t i = 0; i < x.size(); ++i)
            text += fmt::format("{},{},{}\n", csv_field(name), csv_field(x[i]), csv_field(y[i]));
    }
    return text;
}

std::string csv(const BoxPlot& plot) {
    std::string text = "series,value\n";
    for (const auto& [name, values] : plot.boxes)
        for (const double value : values) text += fmt::format("{},{}\n", csv_field(name), csv_field(value));
    return text;
}

}  // namespace sigmatch
