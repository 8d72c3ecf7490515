#include "io/ply_header.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "io/text_scanner.h"

namespace sigmatch {

namespace {

PlyType parse_type(const TextScanner& scanner, std::string_view name) {
    constexpr std::pair<std::string_view, PlyType> types[] = {
        {"char", PlyType::int8},      {"int8", PlyType::int8},       {"uchar", PlyType::uint8},
        {"uint8", PlyType::uint8},    {"short", PlyType::int16},     {"int16", PlyType::int16},
        {"ushort", PlyType::uint16},  {"uint16", PlyType::uint16},   {"int", PlyType::int32},
        {"int32", PlyType::int32},    {"uint", PlyType::uint32},     {"uint32", PlyType::uint32},
        {"float", PlyType::float32},  {"float32", PlyType::float32}, {"double", PlyType::float64},
        {"float64", PlyType::float64}};
    for (const auto& [text, type] : types)
        if (text == name) return type;
    scanner.fail("unknown type " + in_quotes(name) + " in the header");
}

PlyProperty parse_property(TextScanner& scanner) {
    PlyProperty property;
    std::string_view type = scanner.token();
    property.is_list = type == "list";
    if (property.is_list) {
        property.count_type = parse_type(scanner, scanner.token());
        if (byte_size(property.count_type) == 8 || property.count_type == PlyType::float32)
            scanner.fail("the length of a list must be of an integer type");
        type = scanner.token();
    }
    property.type = parse_type(scanner, type);
    property.name = scanner.token();
    if (property.name.empty()) scanner.fail("the name of the property is missing");
    return property;
}

PlyElement parse_element(TextScanner& scanner, const PlyHeader& header) {
    PlyElement element;
    element.name = scanner.token();
    element.count = scanner.integer("the number of elements");
    if (element.count < 0) scanner.fail("the number of elements is negative");
    const bool repeated = std::any_of(header.elements.begin(), header.elements.end(),
                                      [&](const PlyElement& other) { return other.name == element.name; });
    if (repeated) scanner.fail("element " + in_quotes(element.name) + " is declared twice");
    return element;
}

PlyFormat parse_format(TextScanner& scanner) {
    const std::string_view format = scanner.token();
    if (format == "ascii") return PlyFormat::ascii;
    if (format == "binary_little_endian") return PlyFormat::little_endian;
    if (format == "binary_big_endian") return PlyFormat::big_endian;
    scanner.fail("unknown format " + in_quotes(format) + " in the header");
}

}  // namespace

std::size_t byte_size(PlyType type) {
    switch (type) {
        case PlyType::int8:
        case PlyType::uint8:
            return 1;
        case PlyType::int16:
        case PlyType::uint16:
            return 2;
        case PlyType::float64:
            return 8;
        default:
            return 4;
    }
}

PlyHeader parse_ply_header(const std::string& path, std::string_view contents) {
    TextScanner scanner(path, contents, '\0');
    PlyHeader header;
    bool has_format = false;
    if (!scanner.next_line() || scanner.token() != "ply")
        throw FileError(path, "a PLY file starts with ply, this one does not; is the extension right?");
    while (scanner.next_line()) {
        const std::string_view keyword = scanner.token();
        if (keyword == "format") {
            header.format = parse_format(scanner);
            has_format = true;
        } else if (keyword == "element") {
            header.elements.push_back(parse_element(scanner, header));
        } else if (keyword == "property") {
            if (header.elements.empty()) scanner.fail("a property before the first element");
            header.elements.back().properties.push_back(parse_property(scanner));
        } else if (keyword == "end_header") {
            if (!has_format) scanner.fail("the header does not state its format");
            if (!scanner.rest_of_line().empty()) scanner.fail("end_header must stand alone in its line");
            header.bytes = contents.size() - scanner.remaining_bytes();
            header.lines = scanner.line();
            return header;
        } else if (keyword != "comment" && keyword != "obj_info") {
            scanner.fail("no line of a PLY header starts with " + in_quotes(keyword));
        }
    }
    throw FileError(path, "the header has no end_header; the file is truncated");
}

}  // namespace sigmatch
