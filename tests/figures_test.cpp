#include "evaluation/figures.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <random>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "evaluation/polyline.h"
#include "evaluation/svg_text.h"

namespace sigmatch {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();

/// What is wrong with a piece of XML that has only elements, double-quoted attributes and text; "" if
/// nothing.
std::string xml_error(const std::string& xml) {
    static const std::regex tag(R"re(<(/?)([a-z]+)((?: [A-Za-z0-9-]+="[^"<]*")*) ?(/?)>)re");
    static const std::regex text(R"([^<>&]*(&(amp|lt|gt|quot);[^<>&]*)*)");
    std::vector<std::string> open;
    auto at = xml.cbegin();
    for (std::sregex_iterator it(xml.begin(), xml.end(), tag), end; it != end; ++it) {
        const std::smatch& m = *it;
        if (!std::regex_match(at, m[0].first, text)) return "bad text before " + m.str();
        at = m[0].second;
        if (m.length(1) > 0) {
            if (open.empty() || open.back() != m[2]) return "unexpected " + m.str();
            open.pop_back();
        } else if (m.length(4) == 0) {
            open.push_back(m[2]);
        }
        if (open.empty() && at + 1 != xml.cend()) return "the root ends early";
    }
    return open.empty() && at != xml.cbegin() ? "" : "not all is closed";
}

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t n = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
    return n;
}

/// The lines of a figure, point by point.
std::vector<Polyline> drawn_lines(const std::string& svg) {
    std::vector<Polyline> lines;
    const std::string head = "<path class=\"sm-line";
    for (auto at = svg.find(head); at != std::string::npos; at = svg.find(head, at + 1)) {
        const auto begin = svg.find(" d=\"M", at) + 4;
        std::istringstream path(svg.substr(begin, svg.find('"', begin) - begin));
        Pixel p{};
        for (char comma = 0; path.peek() != EOF; lines.back().push_back(p)) {
            if (path.peek() == 'M') {
                path.get();
                lines.emplace_back();
            }
            path >> p.x >> comma >> p.y;
            if (!path || comma != ',') throw std::runtime_error("not a path: " + path.str());
        }
    }
    return lines;
}

/// Where the labels of an axis are: `middle` for x, `end` for y.
std::map<std::string, Pixel> labels(const std::string& svg, const std::string& anchor) {
    const std::regex text("<text x=\"([-0-9.]+)\" y=\"([-0-9.]+)\" class=\"sm-text\" text-anchor=\"" +
                          anchor + "\">([^<]*)<");
    std::map<std::string, Pixel> found;
    for (std::sregex_iterator it(svg.begin(), svg.end(), text), end; it != end; ++it)
        found[(*it)[3]] = {std::stod((*it)[1]), std::stod((*it)[2]) - 4};
    return found;
}

void expect_at_labels(const std::string& svg, const Pixel& p, const std::string& x, const std::string& y) {
    const auto xs = labels(svg, "middle"), ys = labels(svg, "end");
    ASSERT_TRUE(xs.contains(x)) << x;
    ASSERT_TRUE(ys.contains(y)) << y;
    EXPECT_NEAR(p.x, xs.at(x).x, 0.11);
    EXPECT_NEAR(p.y, ys.at(y).y, 0.11);
}

TEST(Figures, TheXmlCheckerCanFail) {
    EXPECT_EQ(xml_error("<a><b c=\"d\"/>x &amp; y</a>\n"), "");
    for (const char* bad :
         {"<a><b></a></b>\n", "<a>\n", "<a>x & y</a>\n", "<a b=c></a>\n", "<a></a><b></b>\n", ""})
        EXPECT_NE(xml_error(bad), "") << bad;
}

TEST(Figures, PointsLieAtTheLabelsOfTheirValues) {
    const std::string text = svg(Plot{"t", {"x"}, {"y"}, Stroke::line, {{"s", {0, 2, 10}, {-4, 0, 6}}}});
    EXPECT_EQ(xml_error(text), "");
    const auto lines = drawn_lines(text);
    ASSERT_EQ(lines.size(), 1u);
    ASSERT_EQ(lines[0].size(), 3u);
    expect_at_labels(text, lines[0][0], "0", "−4");
    expect_at_labels(text, lines[0][1], "2", "0");
    expect_at_labels(text, lines[0][2], "10", "6");
    EXPECT_LT(lines[0][0].x, lines[0][1].x);
    EXPECT_GT(lines[0][0].y, lines[0][1].y);
}

TEST(Figures, LogarithmicAxes) {
    const Plot plot{"t",
                    {"x", Scale::logarithmic},
                    {"y", Scale::logarithmic},
                    Stroke::line,
                    {{"s", {1, 10, 1000, 0}, {0.1, 1000, 0, -5}}}};
    const std::string text = svg(plot);
    const auto lines = drawn_lines(text);
    ASSERT_EQ(lines.size(), 1u);
    ASSERT_EQ(lines[0].size(), 4u);
    expect_at_labels(text, lines[0][0], "1", "0.1");
    expect_at_labels(text, lines[0][1], "10", "1000");
    expect_at_labels(text, lines[0][2], "1000", "0.1");  // no logarithm: at the lower end
    expect_at_labels(text, lines[0][3], "1", "0.1");
    const auto xs = labels(text, "middle");
    EXPECT_NEAR(xs.at("10").x - xs.at("1").x, xs.at("1000").x - xs.at("100").x, 0.2);
}

TEST(Figures, StepsKeepAValueUntilTheNext) {
    const std::string text = svg(Plot{"t", {"x"}, {"y"}, Stroke::steps, {{"s", {0, 5, 10}, {1, 2, 3}}}});
    const auto lines = drawn_lines(text);
    ASSERT_EQ(lines.at(0).size(), 5u);
    EXPECT_EQ(lines[0][1].y, lines[0][0].y);
    EXPECT_EQ(lines[0][1].x, lines[0][2].x);
    EXPECT_LT(lines[0][2].y, lines[0][1].y);
}

TEST(Figures, LimitsCutLinesAndPoints) {
    Plot plot{"t", {"x", Scale::linear, 0.0, 10.0}, {"y", Scale::linear, 0.0, 10.0}, Stroke::line, {}};
    plot.series = {{"s", {-10, 20, 20, 5, 5}, {-10, 20, 5, 5, 1e308}}};
    const std::string text = svg(plot);
    const auto lines = drawn_lines(text);
    ASSERT_EQ(lines.size(), 2u);
    expect_at_labels(text, lines[0].front(), "0", "0");
    expect_at_labels(text, lines[0].back(), "10", "10");
    ASSERT_EQ(lines[1].size(), 3u);
    EXPECT_NEAR(lines[1].front().x, lines[0].back().x, 0.11);
    EXPECT_NEAR(lines[1].back().y, lines[0].back().y, 0.11);

    plot.series = {{"s", {2, 4, 6}, {5, 20, 5}}};
    EXPECT_EQ(drawn_lines(svg(plot)).size(), 2u);  // nothing along the upper edge

    plot.stroke = Stroke::points;
    plot.series = {{"s", {0, 10, 10.1, -0.1, 5}, {0, 10, 5, 5, 11}}};
    EXPECT_EQ(count(svg(plot), "<path class=\"sm-mark\""), 2u + 1u);  // those at the corners, and the legend
}

TEST(Figures, NoPointAtAnEndIsLostToRounding) {
    for (int k = 1; k < 200; ++k) {
        const double end = 0.1 * k;
        const Plot plot{"t", {"x"}, {"y"}, Stroke::line_and_points, {{"", {0, end}, {end / 7, end}}}};
        EXPECT_EQ(count(svg(plot), "sm-mark\" d="), 2u) << end;
        EXPECT_EQ(drawn_lines(svg(plot)).at(0).size(), 2u) << end;
    }
}

TEST(Figures, TextIsEscapedAndShortened) {
    const std::string hostile = "<b a=\"1\">&\x01\xff" + std::string("]]>é");
    const std::string text = svg(Plot{hostile, {hostile}, {hostile}, Stroke::points, {{hostile, {1}, {2}}}});
    EXPECT_EQ(xml_error(text), "");
    EXPECT_NE(text.find("&lt;b a=&quot;1&quot;&gt;&amp;\uFFFD\uFFFD]]&gt;é"), std::string::npos);
    EXPECT_EQ(svg(BoxPlot{hostile, {hostile}, {{hostile, {1, 2}}}}).find("<b"), std::string::npos);

    EXPECT_EQ(xml_escaped("\xED\xA0\x80|\xC0\xAF|\xE0\x80\xAF|\xE2\x82|\xF0\x9F\x90\x88"),
              "\uFFFD|\uFFFD\uFFFD|\uFFFD\uFFFD\uFFFD|\uFFFD\uFFFD|🐈");
    EXPECT_EQ(shortened("short", 100, 10), "short");
    const std::string cut = shortened("éééééééééééééééééééé", 100, 10);
    EXPECT_TRUE(cut.ends_with("é…")) << cut;
    EXPECT_LE(text_width(cut, 10), 100);
    EXPECT_EQ(svg_number(-0.04), "0");
    EXPECT_EQ(svg_number(12.0), "12");
    EXPECT_EQ(svg_number(12.34), "12.3");

    Plot plot{"t", {"x"}, {"y"}, Stroke::line, {{std::string(500, 'w'), {1, 2}, {1, 2}}}};
    EXPECT_NE(svg(plot).find("www…</text>"), std::string::npos);
}

TEST(Figures, LegendIsBesideTheData) {
    Plot plot{"t", {"x"}, {"y"}, Stroke::line, {}};
    for (int i = 0; i < 20; ++i)
        plot.series.push_back({"a rather long name of a series " + std::to_string(i), {0, 1}, {0, 1.0 * i}});
    const std::string text = svg(plot);
    const std::regex sample(R"re(<line class="sm-line[^"]*" x1="([0-9.]+)" y1="([0-9.]+)")re");
    std::size_t samples = 0;
    for (std::sregex_iterator it(text.begin(), text.end(), sample), end; it != end; ++it, ++samples) {
        EXPECT_GT(std::stod((*it)[1]), labels(text, "middle").at("1.0").x);
        EXPECT_LT(std::stod((*it)[2]), 400);
    }
    EXPECT_EQ(samples, 20u);
    EXPECT_EQ(count(text, "class=\"sm-c0\""), 6u);  // three series, each drawn and in the legend
    EXPECT_EQ(count(text, "sm-line sm-dash1\""), 14u);
    plot.series.resize(1000, {"more", {0}, {0}});
    EXPECT_NE(svg(plot).find("and 981 more"), std::string::npos);
}

TEST(Figures, ForScreenReadersAndPagesWithSeveralFigures) {
    for (const std::string& text : {svg(Plot{"A title", {"x"}, {"y"}, Stroke::points, {{"cats", {1}, {2}}}}),
                                    svg(BoxPlot{"A title", {"y"}, {{"cats", {1, 2}}}})}) {
        EXPECT_NE(text.find("role=\"img\""), std::string::npos);
        EXPECT_NE(text.find("<title>A title</title>\n<desc>"), std::string::npos);
        EXPECT_NE(text.find("viewBox=\"0 0 640 400\""), std::string::npos);
        EXPECT_EQ(text.find(" id="), std::string::npos);
        EXPECT_NE(text.find("prefers-color-scheme:dark"), std::string::npos);
        const std::string style =
            text.substr(text.find("<style>"), text.find("</style>") - text.find("<style>"));
        const std::regex selector(R"((?:^|\n)(?!\}|@)([^{\n]+)\{)");
        std::size_t selectors = 0;
        for (std::sregex_iterator it(style.begin(), style.end(), selector), end; it != end; ++it, ++selectors)
            EXPECT_TRUE((*it)[1].str().starts_with(".sm-")) << it->str();
        EXPECT_GT(selectors, 20u);
    }
    const std::string text = svg(Plot{"t", {"time"}, {"gap"}, Stroke::points, {{"cats", {1}, {0.25}}}});
    EXPECT_NE(text.find("<title>cats\ntime: 1\ngap: 0.25</title>"), std::string::npos);
}

TEST(Figures, DegenerateData) {
    const std::vector<std::vector<Series>> all = {{},
                                                  {{"", {}, {}}},
                                                  {{"s", {1}, {2}}},
                                                  {{"s", {0, 0}, {0, 0}}},
                                                  {{"s", {-3, -3}, {7, 7}}},
                                                  {{"s", {nan, 1}, {1, nan}}},
                                                  {{"s", {inf, -inf}, {1, 1}}},
                                                  {{"s", {1e308, -1e308}, {5e-324, -5e-324}}},
                                                  {{"s", {1, 1 + 1e-16}, {1e300, 1e300}}}};
    for (const Scale scale : {Scale::linear, Scale::logarithmic})
        for (const Stroke stroke : {Stroke::line, Stroke::steps, Stroke::points, Stroke::line_and_points})
            for (const auto& series : all) {
                const std::string text =
                    svg(Plot{"", {"", scale, {}, {}}, {"", scale, {}, {}}, stroke, series});
                EXPECT_EQ(xml_error(text), "");
                EXPECT_EQ(text.find("nan"), std::string::npos);
                EXPECT_EQ(text.find("inf"), std::string::npos);
                const bool visible = !series.empty() && !series[0].x.empty() && series[0].x[0] == 1;
                EXPECT_TRUE(!visible || count(text, "class=\"sm-mark\"") + drawn_lines(text).size() > 0);
            }
    EXPECT_THROW(svg(Plot{"", {}, {}, Stroke::line, {{"s", {1, 2}, {1}}}}), std::invalid_argument);
    EXPECT_THROW(csv(Plot{"", {}, {}, Stroke::line, {{"s", {1, 2}, {1}}}}), std::invalid_argument);
}

TEST(Figures, MissingPointsBreakALine) {
    const std::string text =
        svg(Plot{"t", {"x"}, {"y"}, Stroke::line, {{"s", {0, 1, 2, 3, 4, 5, 6}, {1, 2, nan, 3, inf, 4, 5}}}});
    const auto lines = drawn_lines(text);
    ASSERT_EQ(lines.size(), 2u);
    EXPECT_EQ(lines[0].size(), 2u);
    EXPECT_EQ(lines[1].size(), 2u);
    EXPECT_EQ(count(text, "class=\"sm-mark\""), 1u);  // the lonely point
}

TEST(Figures, ManyPointsStaySmallAndKeepTheirExtremes) {
    std::mt19937 random(1);
    std::normal_distribution<double> normal;
    Plot plot{"t", {"x"}, {"y", Scale::linear, -10.0, 10.0}, Stroke::line, {}};
    Series series{"noise", {}, {}};
    for (int i = 0; i < 10000; ++i) {
        series.x.push_back(i);
        series.y.push_back(std::clamp(normal(random), -5.0, 5.0));
    }
    series.y[4321] = 10;
    series.y[7654] = -10;
    plot.series = {series};
    const std::string text = svg(plot);
    const auto lines = drawn_lines(text);
    ASSERT_EQ(lines.size(), 1u);
    EXPECT_LT(lines[0].size(), 6000u);
    EXPECT_GT(lines[0].size(), 1000u);
    const auto [top, bottom] =
        std::minmax_element(lines[0].begin(), lines[0].end(), [](auto& a, auto& b) { return a.y < b.y; });
    EXPECT_NEAR(top->y, labels(text, "end").at("10").y, 0.11);
    EXPECT_NEAR(bottom->y, labels(text, "end").at("−10").y, 0.11);

    plot.series.assign(20, series);
    for (auto& s : plot.series) std::shuffle(s.x.begin(), s.x.end(), random);
    for (auto& y : plot.series[3].y)
        if (normal(random) > 0) y = nan;
    for (const Stroke stroke : {Stroke::line, Stroke::steps, Stroke::points, Stroke::line_and_points}) {
        plot.stroke = stroke;
        const std::string large = svg(plot);
        EXPECT_LT(large.size(), 300000u);
        EXPECT_EQ(count(large, "<g class"), 40u);
    }
    BoxPlot boxes{"t", {"y"}, {{"heavy tail", {}}}};
    for (int i = 0; i < 10000; ++i) boxes.boxes[0].values.push_back(std::pow(normal(random), 9));
    EXPECT_LT(svg(boxes).size(), 300000u);
}

TEST(Figures, BoxStatisticsByHand) {
    const BoxStatistics s = box_statistics({7, 1, 3, 2, 20, 4, 6, 5, nan, inf});  // sorted 1 2 3 4 5 6 7 20
    EXPECT_EQ(s.least, 1);
    EXPECT_DOUBLE_EQ(s.lower_quartile, 2.75);
    EXPECT_DOUBLE_EQ(s.median, 4.5);
    EXPECT_DOUBLE_EQ(s.upper_quartile, 6.25);
    EXPECT_EQ(s.lower_whisker, 1);
    EXPECT_EQ(s.upper_whisker, 7);  // up to 6.25 + 1.5 * 3.5 = 11.5
    EXPECT_EQ(s.greatest, 20);

    const BoxStatistics at_the_limit =
        box_statistics({-2, 1, 2, 3, 6});  // quartiles 1 and 3 reach to -2 and 6
    EXPECT_EQ(at_the_limit.lower_whisker, -2);
    EXPECT_EQ(at_the_limit.upper_whisker, 6);

    const BoxStatistics skew = box_statistics({-100, 10, 10, 10});  // the quartile -17.5 is no value
    EXPECT_DOUBLE_EQ(skew.lower_quartile, -17.5);
    EXPECT_DOUBLE_EQ(skew.lower_whisker, -17.5);
    EXPECT_EQ(skew.least, -100);

    const BoxStatistics one = box_statistics({3});
    EXPECT_EQ(one.lower_whisker, 3);
    EXPECT_EQ(one.upper_quartile, 3);
    EXPECT_THROW(box_statistics({}), std::invalid_argument);
    EXPECT_THROW(box_statistics({nan}), std::invalid_argument);
}

TEST(Figures, BoxesLieAtTheirValues) {
    const std::string text =
        svg(BoxPlot{"t", {"y"}, {{"a", {0, 2, 4, 6, 8}}, {"none", {}}, {"b", {1, 2, 3, 4, 20}}}});
    EXPECT_EQ(xml_error(text), "");
    const auto ys = labels(text, "end");
    const auto y = [&](double value) { return ys.at("0").y + (ys.at("20").y - ys.at("0").y) * value / 20; };
    std::smatch m;
    ASSERT_TRUE(std::regex_search(
        text, m,
        std::regex(R"re(sm-box" x="([0-9.]+)" y="([0-9.]+)" width="([0-9.]+)" height="([0-9.]+)")re")));
    EXPECT_NEAR(std::stod(m[2]), y(6), 0.2);
    EXPECT_NEAR(std::stod(m[2]) + std::stod(m[4]), y(2), 0.2);
    EXPECT_NEAR(std::stod(m[1]) + std::stod(m[3]) / 2, labels(text, "middle").at("a").x, 0.2);
    ASSERT_TRUE(std::regex_search(text, m, std::regex(R"re(sm-median" x1="[0-9.]+" y1="([0-9.]+)")re")));
    EXPECT_NEAR(std::stod(m[1]), y(4), 0.2);
    EXPECT_EQ(count(text, "class=\"sm-box\""), 2u);
    EXPECT_EQ(count(text, "class=\"sm-mark\""), 1u);
    EXPECT_NE(text.find("<title>b: 20</title>"), std::string::npos);
    EXPECT_NE(text.find("none: no values"), std::string::npos);
    EXPECT_EQ(xml_error(svg(BoxPlot{"", {"", Scale::logarithmic, {}, {}}, {{"a", {0, -1, 5}}}})), "");
    EXPECT_EQ(xml_error(svg(BoxPlot{})), "");
    BoxPlot many{"t", {"y"}, {}};
    for (int i = 0; i < 100; ++i) many.boxes.push_back({"a long name " + std::to_string(i), {1.0 * i}});
    EXPECT_EQ(xml_error(svg(many)), "");
    EXPECT_EQ(count(svg(many), "rotate(-45)"), 34u);  // every third name
}

/// The fields of a CSV file by RFC 4180.
std::vector<std::vector<std::string>> parsed(const std::string& text) {
    std::vector<std::vector<std::string>> rows;
    std::vector<std::string> row(1);
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (quoted && text[i] == '"' && text[i + 1] == '"')
            row.back() += text[i++];
        else if (text[i] == '"')
            quoted = !quoted;
        else if (!quoted && text[i] == ',')
            row.emplace_back();
        else if (!quoted && text[i] == '\n')
            rows.push_back(std::exchange(row, std::vector<std::string>(1)));
        else
            row.back() += text[i];
    }
    return rows;
}

TEST(Figures, CsvReadsBackAsTheSame) {
    const std::string name = "a \"quoted\", name\r\nin two lines";
    const std::vector<double> x = {0.1, 1.0 / 3, 1e-320, -inf}, y = {1e300, -0.0, nan, 7};
    const std::string text =
        csv(Plot{"t", {"time, s"}, {"gap"}, Stroke::line, {{name, x, y}, {"b", {1}, {2}}}});
    const auto rows = parsed(text);
    ASSERT_EQ(rows.size(), 6u);
    EXPECT_EQ(rows[0], (std::vector<std::string>{"series", "time, s", "gap"}));
    for (std::size_t i = 0; i < 4; ++i) {
        ASSERT_EQ(rows[i + 1].size(), 3u);
        EXPECT_EQ(rows[i + 1][0], name);
        EXPECT_EQ(std::strtod(rows[i + 1][1].c_str(), nullptr), x[i]);
        if (i == 2)
            EXPECT_EQ(rows[i + 1][2], "");
        else
            EXPECT_EQ(std::strtod(rows[i + 1][2].c_str(), nullptr), y[i]);
    }
    EXPECT_TRUE(text.ends_with("b,1,2\n"));
    EXPECT_EQ(csv(BoxPlot{"t", {"y"}, {{"a,b", {1.5, nan}}, {"c", {2}}}}),
              "series,value\n\"a,b\",1.5\n\"a,b\",\nc,2\n");
}

}  // namespace
}  // namespace sigmatch
