#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <stdexcept>

#include "evaluation/axis.h"

namespace sigmatch {
namespace {

std::vector<std::string> major_labels(const ScaledAxis& axis) {
    std::vector<std::string> found;
    for (const Tick& tick : axis.ticks)
        if (!tick.label.empty()) found.push_back(tick.label);
    return found;
}

using Labels = std::vector<std::string>;

TEST(FigureAxis, LinearTicks) {
    const ScaledAxis axis = scaled({"x"}, {0.03, 0.97}, 6);
    EXPECT_EQ(major_labels(axis), (Labels{"0", "0.2", "0.4", "0.6", "0.8", "1.0"}));
    EXPECT_EQ(axis.from, 0);
    EXPECT_DOUBLE_EQ(axis.to, 1);
    EXPECT_DOUBLE_EQ(axis.fraction(0.25), 0.25);
    EXPECT_EQ(major_labels(scaled({"x"}, {-3, 12}, 4)), (Labels{"−5", "0", "5", "10", "15"}));
    EXPECT_EQ(major_labels(scaled({"x"}, {0, 3e6}, 4)), (Labels{"0", "1×10⁶", "2×10⁶", "3×10⁶"}));
    EXPECT_EQ(major_labels(scaled({"x"}, {1e-12, 2e-12}, 2)),
              (Labels{"1.0×10⁻¹²", "1.5×10⁻¹²", "2.0×10⁻¹²"}));
    EXPECT_EQ(major_labels(scaled({"x"}, {1000001, 1000003}, 2)), (Labels{"1000001", "1000002", "1000003"}));
    EXPECT_EQ(major_labels(scaled({"x", Scale::linear, 0.5, 2.5}, {}, 2)), (Labels{"1", "2"}));
}

TEST(FigureAxis, LogarithmicTicks) {
    const Axis axis{"x", Scale::logarithmic, {}, {}};
    EXPECT_EQ(major_labels(scaled(axis, {0.013, 0.9}, 7)),
              (Labels{"0.01", "0.02", "0.05", "0.1", "0.2", "0.5", "1"}));
    const ScaledAxis decades = scaled(axis, {1e-5, 1, 0}, 6);
    EXPECT_EQ(major_labels(decades), (Labels{"10⁻⁵", "10⁻⁴", "10⁻³", "10⁻²", "10⁻¹", "10⁰"}));
    EXPECT_EQ(decades.ticks.size(), 6u + 5u * 8u);  // minor ones between
    EXPECT_DOUBLE_EQ(decades.fraction(1e-3), 0.4);
    EXPECT_EQ(decades.fraction(0), 0);
    EXPECT_EQ(major_labels(scaled(axis, {2.1, 2.9}, 5)), (Labels{"2.0", "2.2", "2.4", "2.6", "2.8", "3.0"}));
    const ScaledAxis wide = scaled(axis, {1e-300, 1e300}, 5);
    EXPECT_LE(major_labels(wide).size(), 9u);
    EXPECT_GE(major_labels(wide).size(), 4u);
}

TEST(FigureAxis, AnyRangeHasAFewIncreasingTicksInside) {
    std::mt19937 random(1);
    std::uniform_real_distribution<double> exponent(-290, 290), sign(-1, 1), small(-12, 3);
    for (int k = 0; k < 2000; ++k) {
        const bool logarithmic = k % 2 == 1;
        double a = std::pow(10, exponent(random));
        if (!logarithmic && sign(random) < 0) a = -a;
        const double b = k % 4 < 2 ? a * (1 + std::pow(10, small(random))) : std::pow(10, exponent(random));
        const ScaledAxis axis =
            scaled({"x", logarithmic ? Scale::logarithmic : Scale::linear, {}, {}}, {a, b}, 6);
        EXPECT_GE(axis.fraction(std::min(a, b)), 0) << a << " " << b;
        EXPECT_LE(axis.fraction(std::max(a, b)), 1) << a << " " << b;
        const auto names = major_labels(axis);
        EXPECT_GE(names.size(), 2u) << a << " " << b;
        EXPECT_LE(names.size(), 12u) << a << " " << b;
        for (std::size_t i = 0; i < axis.ticks.size(); ++i) {
            const double at = axis.fraction(axis.ticks[i].value);
            EXPECT_TRUE(at >= 0 && at <= 1) << a << " " << b << " " << axis.ticks[i].value;
            EXPECT_TRUE(i == 0 || at > axis.fraction(axis.ticks[i - 1].value)) << a << " " << b;
        }
        EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end()) << a << " " << b;
    }
}

TEST(FigureAxis, ImpossibleAxes) {
    EXPECT_THROW(scaled({"x", Scale::linear, 1.0, 1.0}, {}, 5), std::invalid_argument);
    EXPECT_THROW(scaled({"x", Scale::linear, 2.0, 1.0}, {}, 5), std::invalid_argument);
    EXPECT_THROW(scaled({"x", Scale::linear, std::nan(""), {}}, {}, 5), std::invalid_argument);
    EXPECT_THROW(scaled({"x", Scale::linear, {}, std::numeric_limits<double>::infinity()}, {}, 5),
                 std::invalid_argument);
    EXPECT_THROW(scaled({"x", Scale::logarithmic, 0.0, 1.0}, {}, 5), std::invalid_argument);
    EXPECT_GT(scaled({"x", Scale::linear, 10.0, {}}, {1, 2}, 5).to, 10);  // all data beyond the one limit
    EXPECT_LT(scaled({"x", Scale::logarithmic, {}, 1.0}, {5, 7}, 5).from, 1);
}

}  // namespace
}  // namespace sigmatch
