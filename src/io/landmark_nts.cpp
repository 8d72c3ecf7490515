#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>

#include "io/landmark_formats.h"
#include "io/text_scanner.h"

namespace sigmatch {

namespace {

/// A number of rows or columns. An L behind it says that labels come before the numbers.
struct NtsCount {
    std::int64_t count;
    bool labelled;
};

/// The control line: "1 1L 12L 1 9999 DIM=3".
struct NtsHeader {
    NtsCount rows, columns;
    std::optional<double> missing;  ///< the number that stands for a missing one
};

NtsCount count_in(const TextScanner& scanner, std::string_view token, const char* of_what) {
    const bool labelled = token.ends_with('L') || token.ends_with('l');
    const auto count = parse_integer(token.substr(0, token.size() - labelled));
    if (!count || *count < 1)
        scanner.fail(fmt::format("the number of {} is not valid but {}", of_what, in_quotes(token)));
    return {*count, labelled};
}

NtsHeader parse_header(TextScanner& scanner) {
    std::string_view line;
    do {
        if (!scanner.next_line()) scanner.fail("the file ends before its control line");
        line = scanner.rest_of_line();
    } while (line[0] == '"' || line[0] == '\'');
    if (scanner.token() != "1")
        scanner.fail("an NTS file of landmarks has a control line such as 1 1L 12 0 DIM=3");
    NtsHeader header{};
    header.rows = count_in(scanner, scanner.token(), "rows");
    header.columns = count_in(scanner, scanner.token(), "columns");
    bool in_space = false;
    scanner.integer("whether numbers are missing");
    for (std::string_view token = scanner.token(); !token.empty(); token = scanner.token()) {
        const auto number = parse_double(token);
        if (number) header.missing = number;
        in_space = in_space || token == "DIM=3" || token == "dim=3" || token == "Dim=3";
    }
    if (!in_space) scanner.fail("DIM=3 is missing; only landmarks in space are read");
    if (header.columns.count % 3 != 0)
        scanner.fail(fmt::format("{} columns; landmarks in space have three each", header.columns.count));
    const auto room = static_cast<std::int64_t>(scanner.remaining_bytes() / 2 + 1);
    if (header.columns.count > room || header.rows.count > room / header.columns.count)
        scanner.fail(
            "the control line declares more numbers than the file can hold; it is truncated or "
            "damaged");
    return header;
}

std::vector<std::string> read_labels(TextScanner& scanner, const NtsCount& count) {
    std::vector<std::string> labels;
    for (std::int64_t k = 0; count.labelled && k < count.count; ++k)
        labels.emplace_back(scanner.token_in_any_line());
    return labels;
}

/// "nose" for the columns nose.x, nose.y, nose.z.
std::string common_name(const std::string& x, const std::string& y, const std::string& z) {
    const auto stem = [](const std::string& label, char letter) {
        if (label.empty() || (label.back() != letter && label.back() != letter - 'a' + 'A')) return label;
        const std::string name = label.substr(0, label.size() - 1);
        return name.find_last_of("._-") + 1 == name.size() ? name.substr(0, name.size() - 1) : name;
    };
    const std::string name = stem(x, 'x');
    return stem(y, 'y') == name && stem(z, 'z') == name ? name : x;
}

/// A missing number becomes NaN.
double number_in(TextScanner& scanner, const std::optional<double>& missing) {
    const std::string_view token = scanner.token_in_any_line();
    if (token.empty()) scanner.fail("the file ends too early; it is truncated or its control line is wrong");
    if (is_missing(token)) return NAN;
    const auto value = parse_double(token);
    if (!value || !std::isfinite(*value))
        scanner.fail("a coordinate is not a number but " + in_quotes(token));
    return missing && *value == *missing ? NAN : *value;
}

std::string without_blanks(std::string text) {
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c >= 0 && c <= ' '; }, '_');
    return text;
}

}  // namespace

LandmarkSet read_nts(const std::string& path, std::string_view contents) {
    TextScanner scanner(path, contents, '\0');
    const NtsHeader header = parse_header(scanner);
    const std::vector<std::string> row_labels = read_labels(scanner, header.rows),
                                   labels = read_labels(scanner, header.columns);
    // A row is a specimen. But with three columns, a row is a landmark of a single specimen.
    const bool row_is_landmark = header.columns.count == 3 && header.rows.count > 1;
    const auto count =
        static_cast<std::size_t>(row_is_landmark ? header.rows.count : header.columns.count / 3);
    LandmarkCollector collector(path);
    for (std::size_t i = 0; i < count; ++i) {
        std::string name;
        if (row_is_landmark && !row_labels.empty()) name = row_labels[i];
        if (!row_is_landmark && !labels.empty())
            name = common_name(labels[3 * i], labels[3 * i + 1], labels[3 * i + 2]);
        Eigen::RowVector3d p;
        for (double& coordinate : p) coordinate = number_in(scanner, header.missing);
        if (p.hasNaN())
            collector.add_undefined(name, i);
        else
            collector.add(name, p, {"line", scanner.line()});
    }
    LandmarkSet landmarks = collector.build();
    if (!row_is_landmark) {
        if (!row_labels.empty()) landmarks.specimen = row_labels[0];
        landmarks.further_specimens =
            static_cast<int>(std::min<std::int64_t>(header.rows.count - 1, 1 << 30));
    }
    return landmarks;
}

std::string nts_text(const LandmarkSet& landmarks) {
    const bool named = std::any_of(landmarks.names.begin(), landmarks.names.end(),
                                   [](const std::string& name) { return !name.empty(); });
    std::string text = fmt::format("1 1{} {}{} 0 DIM=3\n", landmarks.specimen.empty() ? "" : "L",
                                   landmarks.positions.size(), named ? "L" : "");
    if (!landmarks.specimen.empty()) text += without_blanks(landmarks.specimen) + "\n";
    for (std::size_t i = 0; named && i < landmarks.names.size(); ++i) {
        const std::string name =
            landmarks.names[i].empty() ? std::to_string(i) : without_blanks(landmarks.names[i]);
        text += fmt::format("{0}.x {0}.y {0}.z\n", name);
    }
    for (const auto& p : landmarks.positions.rowwise())
        fmt::format_to(std::back_inserter(text), "{} {} {}\n", p[0], p[1], p[2]);
    return text;
}

}  // namespace sigmatch
