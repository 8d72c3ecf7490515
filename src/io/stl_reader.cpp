#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "io/bytes.h"
#include "io/shape_builder.h"
#include "io/shape_formats.h"
#include "io/text_scanner.h"

namespace sigmatch {

namespace {

constexpr std::size_t stl_header_size = 80, triangle_size = 50;

using Corner = std::array<double, 3>;

struct CornerHash {
    std::size_t operator()(const Corner& corner) const {
        std::size_t hash = 0;
        for (const double c : corner) {
            hash ^= std::hash<double>()(c);  // the same for 0 and -0, which compare equal
            hash *= 0x9E3779B97F4A7C15u;
            hash ^= hash >> 32;
        }
        return hash;
    }
};

/// Makes one vertex of all corners with equal coordinates, and one of all that are not finite.
class CornerMerger {
public:
    explicit CornerMerger(const std::string& path) : builder_(path) {}

    void add_corner(Corner corner) {
        if (!std::all_of(corner.begin(), corner.end(), [](double c) { return std::isfinite(c); }))
            corner.fill(std::numeric_limits<double>::infinity());  // unlike NaN, this is equal to itself
        const auto [entry, is_new] = ids_.try_emplace(corner, builder_.vertex_count());
        if (is_new) builder_.add_vertex(corner[0], corner[1], corner[2]);
        polygon_.push_back(entry->second);
    }

    void end_polygon(Place place) {
        builder_.add_polygon(polygon_, place);
        polygon_.clear();
    }

    Shape build() const { return builder_.build(); }

private:
    ShapeBuilder builder_;
    std::unordered_map<Corner, std::int64_t, CornerHash> ids_;
    std::vector<std::int64_t> polygon_;
};

Shape read_binary(const std::string& path, std::string_view triangles) {
    CornerMerger merger(path);
    for (std::int64_t i = 0; !triangles.empty(); ++i, triangles.remove_prefix(triangle_size)) {
        const Place place{"triangle", i};
        for (int k = 1; k <= 3; ++k) {  // 0 is the normal
            Corner corner;
            for (int c = 0; c < 3; ++c)
                corner[c] = load_number<float>(triangles.substr(12 * k + 4 * c), std::endian::little);
            merger.add_corner(corner);
        }
        merger.end_polygon(place);
    }
    return merger.build();
}

Shape read_ascii(const std::string& path, std::string_view contents) {
    TextScanner scanner(path, contents);
    CornerMerger merger(path);
    enum { outside, in_solid, in_facet } state = outside;
    while (scanner.next_line()) {
        std::string keyword(scanner.token());
        std::transform(keyword.begin(), keyword.end(), keyword.begin(),
                       [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
        const auto expect = [&](auto expected) {
            if (state != expected) scanner.fail(in_quotes(keyword) + " is out of place; the file is damaged");
        };
        if (keyword == "solid") {
            expect(outside);
            state = in_solid;
        } else if (keyword == "endsolid") {
            expect(in_solid);
            state = outside;
        } else if (keyword == "facet") {
            expect(in_solid);
            state = in_facet;
        } else if (keyword == "endfacet") {
            expect(in_facet);
            state = in_solid;
            merger.end_polygon({"line", scanner.line()});
        } else if (keyword == "vertex") {
            expect(in_facet);
            merger.add_corner(scanner.coordinates());
        } else if (keyword == "outer" || keyword == "endloop") {
            expect(in_facet);
        } else {
            scanner.fail("no line of an STL file starts with " + in_quotes(keyword));
        }
    }
    if (state != outside) scanner.fail("the file ends before its endsolid; it is truncated");
    return merger.build();
}

}  // namespace

Shape read_stl(const std::string& path, std::string_view contents) {
    // Binary files may also start with "solid"; only the size tells for certain.
    std::uint32_t triangles = 0;
    if (contents.size() >= stl_header_size + 4) {
        triangles = load_number<std::uint32_t>(contents.substr(stl_header_size), std::endian::little);
        const std::string_view data = contents.substr(stl_header_size + 4);
        if (data.size() == std::uint64_t(triangles) * triangle_size) return read_binary(path, data);
    }
    TextScanner scanner(path, contents);
    std::string_view first = scanner.token_in_any_line();
    if (first == "solid" || first == "SOLID" || first == "Solid") return read_ascii(path, contents);
    if (contents.size() < stl_header_size + 4)
        throw FileError(
            path, "is neither a text STL file, which starts with solid, nor long enough for a binary one");
    throw FileError(path,
                    fmt::format("declares {} triangles, which take {} bytes, but has {}; it is truncated "
                                "or not a binary STL file",
                                triangles, stl_header_size + 4 + std::uint64_t(triangles) * triangle_size,
                                contents.size()));
}

}  // namespace sigmatch
