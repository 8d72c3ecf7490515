#include <fmt/format.h>

#include "io/shape_builder.h"
#include "io/shape_formats.h"
#include "io/text_scanner.h"

namespace sigmatch {

namespace {

/// Skips "OFF", "COFF", "STCNOFF", ... and keeps the rest of the token, because some files begin with "OFF8
/// 12 0".
std::string_view skip_keyword(const TextScanner& scanner, std::string_view token) {
    std::string_view rest = token;
    for (const std::string_view prefix : {"ST", "C", "N"})
        if (rest.starts_with(prefix)) rest.remove_prefix(prefix.size());
    if (rest.starts_with("4OFF") || rest.starts_with("nOFF") || rest.starts_with("4nOFF"))
        scanner.fail(in_quotes(token) + " is not three-dimensional; convert the file to plain OFF");
    if (!rest.starts_with("OFF"))
        scanner.fail("an OFF file starts with OFF, this one with " + in_quotes(token) +
                     "; is the extension right?");
    return rest.substr(3);
}

std::int64_t count(const TextScanner& scanner, std::string_view token, const char* of_what) {
    if (token == "BINARY") scanner.fail("binary OFF is not supported; convert the file to PLY");
    const auto value = parse_integer(token);
    if (!value || *value < 0) scanner.fail(fmt::format("the number of {} is not valid", of_what));
    return *value;
}

void expect_line(TextScanner& scanner, const char* of_what, std::int64_t index, std::int64_t declared) {
    if (!scanner.next_line())
        scanner.fail(fmt::format("the file ends before {} {} of {}; it is truncated or its header is wrong",
                                 of_what, index + 1, declared));
}

}  // namespace

Shape read_off(const std::string& path, std::string_view contents) {
    TextScanner scanner(path, contents);
    ShapeBuilder builder(path);
    if (!scanner.next_line()) throw FileError(path, "holds nothing but blanks and comments");

    std::string_view token = skip_keyword(scanner, scanner.token());
    if (token.empty()) token = scanner.token_in_any_line();
    const std::int64_t vertices = count(scanner, token, "vertices");
    const std::int64_t faces = count(scanner, scanner.token(), "faces");

    // "0 0 0\n" and "3 0 0 0\n" are the shortest lines. Without this check a short file could ask for any
    // memory.
    const auto room = static_cast<std::int64_t>(scanner.remaining_bytes()) + 1;
    if (vertices > room / 6 || faces > (room - 6 * vertices) / 8)
        scanner.fail(
            fmt::format("the header declares {} vertices and {} faces, more than the file can hold; "
                        "it is truncated or its header is wrong",
                        vertices, faces));

    for (std::int64_t i = 0; i < vertices; ++i) {
        expect_line(scanner, "vertex", i, vertices);
        const auto [x, y, z] = scanner.coordinates();
        builder.add_vertex(x, y, z);
    }
    std::vector<std::int64_t> corners;
    for (std::int64_t i = 0; i < faces; ++i) {
        expect_line(scanner, "face", i, faces);
        const std::int64_t size = scanner.integer("the number of corners");
        if (size < 0) scanner.fail("the number of corners is negative");
        corners.clear();
        for (std::int64_t k = 0; k < size; ++k) corners.push_back(scanner.integer("a vertex index"));
        builder.add_polygon(corners, {"line", scanner.line()});
    }
    if (scanner.next_line())
        scanner.fail(
            fmt::format("the header declares {} vertices and {} faces, but the file goes on; "
                        "correct its header",
                        vertices, faces));
    return builder.build();
}

}  // namespace sigmatch
