#pragma once

#include <optional>
#include <string>
#include <vector>

namespace sigmatch {

/// Points (x[i], y[i]). A point with a coordinate that is not finite is not drawn and interrupts the line.
struct Series {
    std::string name;
    std::vector<double> x, y;
};

/// On a logarithmic axis, values that are not positive (a gap of zero, a start at time zero) are drawn at the
/// lower end.
enum class Scale { linear, logarithmic };

/// Where no limit is given, the range of the data counts, rounded outwards. Data beyond a limit are cut off.
struct Axis {
    std::string label;
    Scale scale = Scale::linear;
    std::optional<double> from = {}, to = {};
};

/// `steps`: each value holds until the next x.
enum class Stroke { line, steps, points, line_and_points };

struct Plot {
    std::string title;
    Axis x, y;
    Stroke stroke = Stroke::line;
    std::vector<Series> series;
};

struct Box {
    std::string name;
    std::vector<double> values;
};

/// Boxes after Tukey: quartiles, whiskers, and a dot for each value beyond the whiskers.
struct BoxPlot {
    std::string title;
    Axis y;
    std::vector<Box> boxes;
};

struct BoxStatistics {
    double least, lower_whisker, lower_quartile, median, upper_quartile, upper_whisker, greatest;
};

/// Quartiles interpolate linearly between order statistics (type 7). A whisker ends at the farthest value
/// within 1.5 times the interquartile range, and never inside the box. Values that are not finite are left
/// out. Throws std::invalid_argument if none remains.
BoxStatistics box_statistics(std::vector<double> values);

/// A figure of 640 x 400 units, for a file or for a page. It has no ids. Its style follows the reader's light
/// or dark scheme and does not affect the rest of the page. Points have tooltips unless there are hundreds of
/// them. Points that are too dense to be seen are left out, so that the text stays below 300 kB. Throws
/// std::invalid_argument if x and y of a series differ in length or if an axis has impossible limits.
std::string svg(const Plot& plot);
std::string svg(const BoxPlot& plot);

/// One point per line (series, x, y) or one value per line (series, value), quoted by RFC 4180. Numbers read
/// back as the same numbers; NaN is an empty field.
std::string csv(const Plot& plot);
std::string csv(const BoxPlot& plot);

}  // namespace sigmatch
