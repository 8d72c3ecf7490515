#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "io/shape_builder.h"
#include "io/shape_formats.h"
#include "io/text_scanner.h"

namespace sigmatch {

namespace {

// The other words that may start a line. An unknown word is an error: a mistyped "v" would shift all ids.
constexpr std::array<std::string_view, 51> other_keywords = {
    "vn",        "vt",     "vp",     "l",      "p",        "o",       "g",        "s",        "mg",
    "usemtl",    "mtllib", "usemap", "maplib", "bevel",    "lod",     "c_interp", "d_interp", "shadow_obj",
    "trace_obj", "ctech",  "stech",  "cstype", "deg",      "step",    "bmat",     "con",      "curv",
    "curv2",     "surf",   "parm",   "trim",   "hole",     "scrv",    "sp",       "end",      "call",
    "csh",       "bsp",    "bzp",    "cdc",    "cdp",      "res",     "fo",       "surf_1",   "surf_2",
    "q0_1",      "q0_2",   "q1_1",   "q1_2",   "curv2d_1", "curv2d_2"};

/// The vertex in "7", "7/1", "7//3", "-1/2/3". Negative numbers count backwards from the latest vertex.
std::int64_t corner(const TextScanner& scanner, std::string_view token, std::int64_t vertices) {
    const auto index = parse_integer(token.substr(0, token.find('/')));
    if (!index) scanner.fail("a vertex index is not an integer but " + in_quotes(token));
    if (*index == 0) scanner.fail("vertex index 0; OBJ counts from 1");
    if (*index > 0) return *index - 1;
    if (*index < -vertices)
        scanner.fail(
            fmt::format("vertex index {} goes back further than the {} vertices above", *index, vertices));
    return vertices + *index;
}

/// A backslash at the end of a line continues it. This is rare, so other lines are not copied.
bool continues(TextScanner& scanner, std::string_view& token) {
    if (!token.ends_with('\\')) return false;
    if (!scanner.rest_of_line().empty()) scanner.fail("a backslash inside a line");
    token.remove_suffix(1);
    if (!scanner.next_line()) scanner.fail("the file ends in a continued line");
    return true;
}

}  // namespace

Shape read_obj(const std::string& path, std::string_view contents) {
    TextScanner scanner(path, contents);
    ShapeBuilder builder(path, 1);
    std::vector<std::int64_t> corners;
    while (scanner.next_line()) {
        const std::string_view keyword = scanner.token();
        if (keyword == "v") {
            const auto [x, y, z] = scanner.coordinates();
            builder.add_vertex(x, y, z);
        } else if (keyword == "f") {
            corners.clear();
            const Place place{"line", scanner.line()};
            bool more = true;
            while (more) {
                std::string_view token = scanner.token();
                more = continues(scanner, token) || !token.empty();
                if (!token.empty()) corners.push_back(corner(scanner, token, builder.vertex_count()));
            }
            builder.add_polygon(corners, place);
        } else if (std::find(other_keywords.begin(), other_keywords.end(), keyword) == other_keywords.end()) {
            scanner.fail("no line of an OBJ file starts with " + in_quotes(keyword));
        } else {
            while (scanner.rest_of_line().ends_with('\\') && scanner.next_line()) {
            }
        }
    }
    return builder.build();
}

}  // namespace sigmatch
