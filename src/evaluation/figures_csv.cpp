#include <fmt/format.h>

#include <stdexcept>

#include "evaluation/csv.h"
#include "evaluation/figures.h"

namespace sigmatch {

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
