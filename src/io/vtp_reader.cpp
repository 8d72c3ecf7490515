#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/shape_builder.h"
#include "io/shape_formats.h"
#include "io/text_scanner.h"
#include "io/vtk_arrays.h"

namespace sigmatch {

namespace {

constexpr std::string_view end_of_appended = "</AppendedData></VTKFile>";

/// Reads a VTK PolyData file: an XML document in which arbitrary bytes may be embedded as AppendedData.
class VtpReader {
public:
    VtpReader(std::string path, std::string_view contents) : path_(std::move(path)) {
        std::string xml(contents);
        const std::size_t element = contents.find("<AppendedData");
        const std::size_t end = contents.find('>', element);
        if (element != std::string_view::npos && end != std::string_view::npos) {
            appended_ = contents.substr(end + 1);
            const std::size_t mark = appended_.find('_');
            if (mark == std::string_view::npos)
                throw FileError(path_, "its AppendedData do not start with an underscore; it is truncated");
            appended_.remove_prefix(mark + 1);
            xml.resize(end + 1);
            xml += end_of_appended;
        }
        parse(xml);
    }

    Shape read() const {
        const pugi::xml_node root = document_.child("VTKFile");
        if (!root) throw FileError(path_, "is not a VTK XML file: it has no element VTKFile");
        const std::string_view type = root.attribute("type").as_string();
        if (type != "PolyData")
            throw FileError(path_, "holds " + in_quotes(type) + ", not PolyData; extract its surface first");
        const pugi::xml_node piece = root.child("PolyData").child("Piece");
        if (!piece) throw FileError(path_, "has no element Piece in PolyData");
        if (piece.next_sibling("Piece"))
            throw FileError(path_, "has several pieces; merge them into one first");
        if (declared(piece, "NumberOfStrips") > 0)
            throw FileError(path_, "stores triangle strips; convert them to polygons (vtkTriangleFilter)");

        const VtkArrays arrays(path_, root, appended_);
        ShapeBuilder builder(path_);
        add_points(arrays, piece, builder);
        add_polygons(arrays, piece, builder);
        return builder.build();
    }

private:
    void parse(const std::string& xml) {
        const pugi::xml_parse_result outcome =
            document_.load_buffer(xml.data(), xml.size(), pugi::parse_default, pugi::encoding_utf8);
        if (outcome) return;
        const auto at = xml.begin() + std::min<std::ptrdiff_t>(outcome.offset, std::ssize(xml));
        throw FileError(path_, fmt::format("line {}: not valid XML ({}); the file is truncated or damaged",
                                           std::count(xml.begin(), at, '\n') + 1, outcome.description()));
    }

    std::size_t declared(pugi::xml_node piece, const char* name) const {
        const std::string_view text = piece.attribute(name).as_string("0");
        const auto count = parse_integer(text);
        // Below this limit three times the count does not overflow. Counts are compared, not allocated.
        if (!count || *count < 0 || *count > std::int64_t(1) << 60)
            throw FileError(path_, fmt::format("{} is {}; a count is expected", name, in_quotes(text)));
        return static_cast<std::size_t>(*count);
    }

    void add_points(const VtkArrays& arrays, pugi::xml_node piece, ShapeBuilder& builder) const {
        const pugi::xml_node array = piece.child("Points").child("DataArray");
        if (array && array.attribute("NumberOfComponents").as_int(1) != 3)
            throw FileError(path_, "its points do not have 3 components");
        const std::size_t count = declared(piece, "NumberOfPoints");
        if (count == 0) return;
        if (!array) throw FileError(path_, "has no DataArray in Points");
        const std::vector<double> points = arrays.read(array, "Points", 3 * count);
        for (std::size_t i = 0; i < count; ++i)
            builder.add_vertex(points[3 * i], points[3 * i + 1], points[3 * i + 2]);
    }

    pugi::xml_node polygon_array(pugi::xml_node piece, const char* name) const {
        const pugi::xml_node array = piece.child("Polys").find_child_by_attribute("DataArray", "Name", name);
        if (!array) throw FileError(path_, fmt::format("has no DataArray {} in Polys", name));
        return array;
    }

    /// Turns a number of an array of indices into an integer. Its range is not checked here.
    std::int64_t index(double value, const char* name, std::size_t place) const {
        if (!(std::abs(value) <= 9007199254740992.0) || value != std::floor(value))
            throw FileError(path_, fmt::format("{}: entry {} is not an index but {}", name, place, value));
        return static_cast<std::int64_t>(value);
    }

    /// Polygon i ends before position offsets[i] of the connectivity.
    void add_polygons(const VtkArrays& arrays, pugi::xml_node piece, ShapeBuilder& builder) const {
        const std::size_t count = declared(piece, "NumberOfPolys");
        if (count == 0) return;
        const std::vector<double> offsets = arrays.read(polygon_array(piece, "offsets"), "offsets", count);
        const std::int64_t total = index(offsets.back(), "offsets", count - 1);
        if (total < 0) throw FileError(path_, "offsets: the last one is negative; the file is damaged");
        const std::vector<double> connectivity = arrays.read(polygon_array(piece, "connectivity"),
                                                             "connectivity", static_cast<std::size_t>(total));
        std::vector<std::int64_t> corners;
        std::int64_t at = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const std::int64_t end = index(offsets[i], "offsets", i);
            if (end < at || end > total)
                throw FileError(path_,
                                fmt::format("offsets: entry {} is out of order; the file is damaged", i));
            corners.clear();
            for (; at < end; ++at)
                corners.push_back(index(connectivity[static_cast<std::size_t>(at)], "connectivity",
                                        static_cast<std::size_t>(at)));
            builder.add_polygon(corners, {"polygon", static_cast<std::int64_t>(i)});
        }
    }

    std::string path_;
    std::string_view appended_;
    pugi::xml_document document_;
};

}  // namespace

Shape read_vtp(const std::string& path, std::string_view contents) {
    return VtpReader(path, contents).read();
}

}  // namespace sigmatch
