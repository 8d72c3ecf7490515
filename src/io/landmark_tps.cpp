#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>

#include "io/landmark_formats.h"
#include "io/text_scanner.h"

namespace sigmatch {

namespace {

/// "LM3" and "12" for "lm3=12"; nothing for a line of numbers.
struct TpsEntry {
    std::string key;
    std::string_view value;
};

std::optional<TpsEntry> entry_in(std::string_view line) {
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos) return std::nullopt;
    TpsEntry entry{std::string(line.substr(0, equals)), line.substr(equals + 1)};
    entry.key.erase(entry.key.find_last_not_of(" \t") + 1);
    std::transform(entry.key.begin(), entry.key.end(), entry.key.begin(),
                   [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
    entry.value.remove_prefix(std::min(entry.value.find_first_not_of(" \t"), entry.value.size()));
    return entry;
}

bool begins_specimen(const TpsEntry& entry) {
    return entry.key == "LM3" || entry.key == "LM";
}

void read_points(TextScanner& scanner, std::int64_t count, std::vector<double>& coordinates) {
    for (std::int64_t i = 0; i < count; ++i) {
        if (!scanner.next_line() || entry_in(scanner.rest_of_line()))
            scanner.fail(
                fmt::format("{} landmarks are declared, but there are {}; correct the number", count, i));
        const bool missing =
            is_missing(scanner.rest_of_line().substr(0, scanner.rest_of_line().find_first_of(" \t")));
        for (const char* what : {"the x coordinate", "the y coordinate", "the z coordinate"})
            coordinates.push_back(missing ? NAN : scanner.number(what));
    }
}

/// Coordinates times the scale are lengths.
double scale_in(const TextScanner& scanner, std::string_view value) {
    const auto scale = parse_double(value);
    if (!scale || !(*scale > 0) || !std::isfinite(*scale))
        scanner.fail("SCALE is not a positive number but " + in_quotes(value));
    return *scale;
}

}  // namespace

LandmarkSet read_tps(const std::string& path, std::string_view contents) {
    TextScanner scanner(path, contents, '\0');
    std::vector<double> coordinates;
    double scale = 1;
    std::string specimen;
    int specimens = 0;
    while (scanner.next_line()) {
        const auto entry = entry_in(scanner.rest_of_line());
        if (specimens == 0 && (!entry || !begins_specimen(*entry)))
            scanner.fail("a TPS file of points in space starts with LM3= and their number");
        if (!entry) continue;  // a point of a curve
        if (begins_specimen(*entry)) {
            if (++specimens > 1) continue;
            const auto count = parse_integer(entry->value);
            if (!count || *count < 1) scanner.fail("the number of landmarks is not valid");
            read_points(scanner, *count, coordinates);
        } else if (specimens == 1 && entry->key == "ID") {
            specimen = entry->value;
        } else if (specimens == 1 && entry->key == "SCALE") {
            scale = scale_in(scanner, entry->value);
        }
    }
    LandmarkCollector collector(path);
    for (std::size_t k = 0; k < coordinates.size(); k += 3) {
        const Eigen::RowVector3d p(coordinates[k], coordinates[k + 1], coordinates[k + 2]);
        if (std::isnan(p[0]))
            collector.add_undefined("", k / 3);
        else
            collector.add("", scale * p, {"landmark", static_cast<std::int64_t>(k / 3)});
    }
    LandmarkSet landmarks = collector.build();
    landmarks.specimen = specimen;
    landmarks.further_specimens = specimens - 1;
    return landmarks;
}

std::string tps_text(const LandmarkSet& landmarks) {
    std::string text = fmt::format("LM3={}\n", landmarks.positions.rows());
    for (const auto& p : landmarks.positions.rowwise())
        fmt::format_to(std::back_inserter(text), "{} {} {}\n", p[0], p[1], p[2]);
    if (!landmarks.specimen.empty()) text += "ID=" + in_one_line(landmarks.specimen) + "\n";
    return text;
}

}  // namespace sigmatch
