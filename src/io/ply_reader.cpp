#include <fmt/format.h>

#include <cmath>

#include "io/bytes.h"
#include "io/ply_header.h"
#include "io/shape_builder.h"
#include "io/shape_formats.h"
#include "io/text_scanner.h"

namespace sigmatch {

namespace {

double load(std::string_view bytes, PlyType type, std::endian order) {
    switch (type) {
        case PlyType::int8:
            return load_number<std::int8_t>(bytes, order);
        case PlyType::uint8:
            return load_number<std::uint8_t>(bytes, order);
        case PlyType::int16:
            return load_number<std::int16_t>(bytes, order);
        case PlyType::uint16:
            return load_number<std::uint16_t>(bytes, order);
        case PlyType::int32:
            return load_number<std::int32_t>(bytes, order);
        case PlyType::uint32:
            return load_number<std::uint32_t>(bytes, order);
        case PlyType::float32:
            return load_number<float>(bytes, order);
        default:
            return load_number<double>(bytes, order);
    }
}

/// Reads the elements of the file one number at a time, in any encoding.
class PlyReader {
public:
    PlyReader(std::string path, std::string_view contents)
        : path_(std::move(path)),
          header_(parse_ply_header(path_, contents)),
          bytes_(contents.substr(header_.bytes)),
          text_(path_, bytes_, '\0'),
          builder_(path_) {}

    Shape read() {
        for (const PlyElement& element : header_.elements) {
            if (element.properties.empty() || element.count == 0) continue;
            check_room(element);
            if (element.name == "vertex")
                read_vertices(element);
            else if (element.name == "face")
                read_faces(element);
            else if (element.name == "tristrips")
                throw FileError(path_, "stores triangle strips; convert it to a list of faces");
            else
                skip(element);
        }
        const bool rest = ascii() ? !text_.token_in_any_line().empty()
                                  : bytes_.find_first_not_of(" \t\r\n") != std::string_view::npos;
        if (rest)
            throw FileError(path_, "goes on after the elements of its header; correct the counts there");
        return builder_.build();
    }

private:
    bool ascii() const { return header_.format == PlyFormat::ascii; }

    std::size_t smallest_size(PlyType type) const { return ascii() ? 2 : byte_size(type); }

    std::size_t room() const { return ascii() ? text_.remaining_bytes() + 1 : bytes_.size(); }

    /// Without this check a short file could ask for any memory or time.
    void check_room(const PlyElement& element) const {
        std::size_t size = 0;
        for (const PlyProperty& property : element.properties)
            size += smallest_size(property.is_list ? property.count_type : property.type);
        if (static_cast<std::uint64_t>(element.count) > room() / size)
            throw FileError(path_,
                            fmt::format("the header declares {} elements {}, more than the file can hold; "
                                        "it is truncated or its header is wrong",
                                        element.count, in_quotes(element.name)));
    }

    [[noreturn]] void fail(const std::string& what) const {
        if (ascii()) throw FileError(path_, fmt::format("line {}: {}", header_.lines + text_.line(), what));
        throw FileError(path_, fmt::format("{} {}: {}", place_.unit, place_.number, what));
    }

    double number(PlyType type) {
        if (ascii()) {
            const std::string_view token = text_.token_in_any_line();
            if (token.empty()) fail("the file ends too early; it is truncated or its header is wrong");
            const auto value = parse_double(token);
            if (!value) fail("not a number but " + in_quotes(token));
            return *value;
        }
        if (bytes_.size() < byte_size(type))
            fail("the file ends here; it is truncated or its header is wrong");
        const auto order = header_.format == PlyFormat::big_endian ? std::endian::big : std::endian::little;
        const double value = load(bytes_, type, order);
        bytes_.remove_prefix(byte_size(type));
        return value;
    }

    std::int64_t integer(PlyType type) {
        const double value = number(type);
        if (!(std::abs(value) <= 4294967295.0) || value != std::floor(value))
            fail(fmt::format("{} is not a 32 bit integer", value));
        return static_cast<std::int64_t>(value);
    }

    std::size_t list_size(const PlyProperty& property) {
        const std::int64_t size = integer(property.count_type);
        if (size < 0) fail(fmt::format("a list of {} entries", size));
        if (static_cast<std::uint64_t>(size) > room() / smallest_size(property.type))
            fail(fmt::format("a list of {} entries, more than the file can hold; it is damaged", size));
        return static_cast<std::size_t>(size);
    }

    void skip(const PlyProperty& property) {
        const std::size_t size = property.is_list ? list_size(property) : 1;
        for (std::size_t k = 0; k < size; ++k) number(property.type);
    }

    void skip(const PlyElement& element) {
        for (std::int64_t i = 0; i < element.count; ++i) {
            place_ = {"element", i};
            for (const PlyProperty& property : element.properties) skip(property);
        }
    }

    int find(const PlyElement& element, std::initializer_list<const char*> names, bool is_list) const {
        for (std::size_t k = 0; k < element.properties.size(); ++k)
            for (const char* name : names)
                if (element.properties[k].name == name && element.properties[k].is_list == is_list)
                    return static_cast<int>(k);
        throw FileError(path_, fmt::format("the header gives element {} no {} {}", in_quotes(element.name),
                                           is_list ? "list" : "property", *names.begin()));
    }

    void read_vertices(const PlyElement& element) {
        const int columns[3] = {find(element, {"x"}, false), find(element, {"y"}, false),
                                find(element, {"z"}, false)};
        std::vector<double> values(element.properties.size());
        for (std::int64_t i = 0; i < element.count; ++i) {
            place_ = {"vertex", i};
            for (std::size_t k = 0; k < values.size(); ++k) {
                const PlyProperty& property = element.properties[k];
                if (property.is_list)
                    skip(property);
                else
                    values[k] = number(property.type);
            }
            builder_.add_vertex(values[columns[0]], values[columns[1]], values[columns[2]]);
        }
    }

    void read_faces(const PlyElement& element) {
        const int indices = find(element, {"vertex_indices", "vertex_index"}, true);
        std::vector<std::int64_t> corners;
        for (std::int64_t i = 0; i < element.count; ++i) {
            place_ = {"face", i};
            for (int k = 0; k < static_cast<int>(element.properties.size()); ++k) {
                const PlyProperty& property = element.properties[k];
                if (k != indices) {
                    skip(property);
                    continue;
                }
                corners.resize(list_size(property));
                for (std::int64_t& corner : corners) corner = integer(property.type);
            }
            builder_.add_polygon(corners, place());
        }
    }

    Place place() const { return ascii() ? Place{"line", header_.lines + text_.line()} : place_; }

    std::string path_;
    PlyHeader header_;
    std::string_view bytes_;
    TextScanner text_;
    ShapeBuilder builder_;
    Place place_{"element", 0};
};

}  // namespace

Shape read_ply(const std::string& path, std::string_view contents) {
    return PlyReader(path, contents).read();
}

}  // namespace sigmatch
