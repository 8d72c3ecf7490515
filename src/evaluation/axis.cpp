#include "evaluation/axis.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace sigmatch {

namespace {

// Far from overflow, so that differences and powers of ten stay finite.
constexpr double huge = 1e300, tiny = 1e-300;

// A logarithmic axis over less than this factor has the ticks of a linear one.
constexpr double short_range = 5;

struct Range {
    double from, to;
};

/// Whether the two values differ enough for ticks between them to have different labels.
bool has_width(const Range& range) {
    return range.to - range.from > std::max(1e-9 * std::max(std::abs(range.from), std::abs(range.to)), tiny);
}

Range range_of(const std::vector<double>& values, bool logarithmic) {
    Range range{huge, -huge};
    for (const double value : values) {
        if (logarithmic && value <= 0) continue;
        const double v = std::clamp(value, logarithmic ? tiny : -huge, huge);
        range = {std::min(range.from, v), std::max(range.to, v)};
    }
    if (range.from <= range.to) return range;
    return logarithmic ? Range{1, 10} : Range{0, 1};
}

Range with_limits(const Axis& axis, const std::vector<double>& values) {
    const bool logarithmic = axis.scale == Scale::logarithmic;
    const double least = logarithmic ? tiny : -huge;
    for (const auto& limit : {axis.from, axis.to})
        if (limit && !(*limit >= least && *limit <= huge))
            throw std::invalid_argument(fmt::format("axis '{}' cannot reach {}", axis.label, *limit));

    Range range = range_of(values, logarithmic);
    range = {axis.from.value_or(range.from), axis.to.value_or(range.to)};
    if (has_width(range)) return range;
    if (axis.from && axis.to)
        throw std::invalid_argument(
            fmt::format("axis '{}' has no range from {} to {}", axis.label, *axis.from, *axis.to));

    // There is a single value, or all data lie beyond the one given limit.
    const auto [low, high] = std::minmax({range.from, range.to});
    const double size = std::max(std::abs(low), std::abs(high));
    const double margin = size > 1e9 * tiny ? size / 10 : 1;
    if (!axis.from) range.from = logarithmic ? low / 2 : low - margin;
    if (!axis.to) range.to = logarithmic ? high * 2 : high + margin;
    return range;
}

double nice_step(const Range& range, int most_ticks) {
    const double step = (range.to - range.from) / most_ticks;
    const double power = std::pow(10, std::floor(std::log10(step)));
    for (const double factor : {1, 2, 5})
        if (factor * power >= step * (1 - 1e-9)) return factor * power;
    return 10 * power;
}

std::string with_minus(std::string number) {
    if (number.starts_with('-')) number.replace(0, 1, "−");
    return number;
}

std::string power_of_ten(int exponent) {
    static constexpr std::array digits{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string text = exponent < 0 ? "10⁻" : "10";
    for (const char c : std::to_string(std::abs(exponent))) text += digits[c - '0'];
    return text;
}

std::vector<Tick> linear_ticks(const Range& range, double step) {
    const double largest = std::max(std::abs(range.from), std::abs(range.to));
    const bool shorten = (largest >= 1e5 || largest < 1e-3) && largest / step < 1000;
    const int exponent = shorten ? static_cast<int>(std::floor(std::log10(largest))) : 0;
    const int decimals = std::max(0, exponent - static_cast<int>(std::floor(std::log10(step) + 1e-9)));

    std::vector<Tick> ticks;
    const auto last = std::llround(std::floor(range.to / step + 1e-6));
    for (auto i = std::llround(std::ceil(range.from / step - 1e-6)); i <= last; ++i) {
        const double value = static_cast<double>(i) * step;
        std::string label = with_minus(fmt::format("{:.{}f}", value / std::pow(10, exponent), decimals));
        if (shorten) label += "×" + power_of_ten(exponent);
        ticks.push_back({value, i == 0 ? "0" : label});
    }
    return ticks;
}

/// The multiples 1, 2, 5 of powers of ten next to the value.
double nice_below(double value) {
    const double power = std::pow(10, std::floor(std::log10(value) + 1e-9));
    for (const double factor : {5, 2})
        if (factor * power <= value * (1 + 1e-9)) return factor * power;
    return power;
}

double nice_above(double value) {
    const double power = std::pow(10, std::floor(std::log10(value) + 1e-9));
    for (const double factor : {1, 2, 5})
        if (factor * power >= value * (1 - 1e-9)) return factor * power;
    return 10 * power;
}

std::vector<Tick> logarithmic_ticks(const Range& range, int most_ticks) {
    const double decades = std::log10(range.to) - std::log10(range.from);
    const bool with_2_and_5 = 3 * decades + 1 <= most_ticks;
    const int stride = std::max(1, static_cast<int>(std::ceil(decades / (1.5 * most_ticks))));
    const bool plain = range.from >= 0.999e-3 && range.to <= 1.001e4;

    std::vector<Tick> ticks;
    const int last = static_cast<int>(std::floor(std::log10(range.to) + 1e-9));
    for (int exponent = static_cast<int>(std::floor(std::log10(range.from))); exponent <= last; ++exponent)
        for (int factor = 1; factor < 10; ++factor) {
            const double value = factor * std::pow(10, exponent);
            if (value < range.from * (1 - 1e-9) || value > range.to * (1 + 1e-9)) continue;
            const bool major = with_2_and_5 ? factor == 1 || factor == 2 || factor == 5
                                            : factor == 1 && exponent % stride == 0;
            if (!major && factor > 1 && decades > 7) continue;
            const std::string multiple = factor == 1 ? "" : fmt::format("{}×", factor);
            const std::string label = plain ? fmt::format("{:g}", value) : multiple + power_of_ten(exponent);
            ticks.push_back({value, major ? label : ""});
        }
    return ticks;
}

}  // namespace

double ScaledAxis::fraction(double value) const {
    const bool logarithmic = scale == Scale::logarithmic;
    if (logarithmic && value <= 0) return 0;
    const double share = logarithmic ? (std::log(value) - std::log(from)) / (std::log(to) - std::log(from))
                                     : (value - from) / (to - from);
    // The ends are rounded to nice values, which must not cut off the first and last point.
    for (const double end : {0, 1})
        if (std::abs(share - end) < 1e-6) return end;
    return std::clamp(share, -1e9, 1e9);  // keeps points far beyond the limits computable
}

ScaledAxis scaled(const Axis& axis, const std::vector<double>& values, int most_ticks) {
    Range range = with_limits(axis, values);
    if (axis.scale == Scale::logarithmic && range.to / range.from >= short_range) {
        if (!axis.from) range.from = nice_below(range.from);
        if (!axis.to) range.to = nice_above(range.to);
        return {axis.scale, range.from, range.to, logarithmic_ticks(range, most_ticks)};
    }
    const double step = nice_step(range, most_ticks);
    const double below = std::floor(range.from / step + 1e-6) * step;
    if (!axis.from && (axis.scale == Scale::linear || below > 0)) range.from = below;
    if (!axis.to) range.to = std::ceil(range.to / step - 1e-6) * step;
    return {axis.scale, range.from, range.to, linear_ticks(range, step)};
}

}  // namespace sigmatch
