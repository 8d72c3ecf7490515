#include <fmt/format.h>

#include "io/bytes.h"
#include "io/gltf_buffers.h"
#include "io/shape_builder.h"
#include "io/shape_formats.h"
#include "io/text_scanner.h"

namespace sigmatch {

namespace {

using nlohmann::json;

enum GltfMode : std::uint64_t { mode_triangles = 4, mode_strip = 5, mode_fan = 6 };

/// Reads the first mesh of a glTF file in its own coordinates. Nodes (which place meshes in a scene), skins
/// and morph targets are ignored: keypoints are vertices, wherever the scene shows them.
class GltfReader {
public:
    GltfReader(const std::string& path, std::string_view text,
               std::optional<std::string_view> own_bytes = std::nullopt)
        : buffers_(path, text, own_bytes), builder_(path) {}

    Shape read() {
        const json& mesh = buffers_.element("meshes", 0);
        const auto primitives = mesh.find("primitives");
        if (primitives == mesh.end() || !primitives->is_array())
            buffers_.fail("meshes[0].primitives", "is missing or not an array");
        for (const json& primitive : *primitives) add_primitive(primitive);
        if (builder_.vertex_count() == 0) buffers_.fail("meshes[0]", "has no triangles");
        return builder_.build();
    }

private:
    struct VertexRange {
        std::int64_t first, count;
    };

    void add_primitive(const json& primitive) {
        const std::string where = fmt::format("meshes[0].primitives[{}]", primitives_++);
        if (!primitive.is_object()) buffers_.fail(where, "is not an object");
        const auto extensions = primitive.find("extensions");
        if (extensions != primitive.end() && extensions->contains("KHR_draco_mesh_compression"))
            buffers_.fail(where, "is compressed by Draco; export the shape without compression");
        const std::uint64_t mode = buffers_.natural(primitive, where, "mode", mode_triangles);
        if (mode < mode_triangles || mode > mode_fan) return;  // points and lines
        const auto attributes = primitive.find("attributes");
        if (attributes == primitive.end() || !attributes->is_object())
            buffers_.fail(where + ".attributes", "is missing or not an object");
        const VertexRange vertices =
            vertices_of(buffers_.natural(*attributes, where + ".attributes", "POSITION"));
        const std::vector<std::int64_t> corners =
            primitive.contains("indices")
                ? indexed_corners(buffers_.natural(primitive, where, "indices"), vertices)
                : all_corners(vertices);
        add_triangles(corners, mode, where);
    }

    /// Primitives that share their positions share their vertices.
    VertexRange vertices_of(std::uint64_t accessor) {
        const auto found = vertices_.find(accessor);
        if (found != vertices_.end()) return found->second;
        const GltfElements positions = buffers_.elements(accessor, "VEC3");
        const std::string where = fmt::format("accessors[{}]", accessor);
        if (positions.component_type != GltfBuffers::float32)
            buffers_.fail(where, "holds positions that are not float; export the shape without quantization");
        spend(12 * positions.count, where);
        const VertexRange range{builder_.vertex_count(), static_cast<std::int64_t>(positions.count)};
        for (std::size_t i = 0; i < positions.count; ++i) {
            double position[3];
            for (std::size_t c = 0; c < 3; ++c)
                position[c] = load_number<float>(positions.at(i).substr(4 * c), std::endian::little);
            builder_.add_vertex(position[0], position[1], position[2]);
        }
        vertices_.emplace(accessor, range);
        return range;
    }

    std::vector<std::int64_t> all_corners(VertexRange vertices) {
        spend(static_cast<std::size_t>(vertices.count), "meshes[0]");
        std::vector<std::int64_t> corners(static_cast<std::size_t>(vertices.count));
        for (std::size_t i = 0; i < corners.size(); ++i)
            corners[i] = vertices.first + static_cast<std::int64_t>(i);
        return corners;
    }

    std::vector<std::int64_t> indexed_corners(std::uint64_t accessor, VertexRange vertices) {
        const GltfElements indices = buffers_.elements(accessor, "SCALAR");
        const std::string where = fmt::format("accessors[{}]", accessor);
        if (indices.component_type == GltfBuffers::float32)
            buffers_.fail(where, "holds indices that are not unsigned integers");
        spend(indices.count, where);
        std::vector<std::int64_t> corners(indices.count);
        for (std::size_t i = 0; i < indices.count; ++i) {
            const std::string_view bytes = indices.at(i);
            const std::int64_t index =
                indices.component_type == GltfBuffers::uint8
                    ? load_number<std::uint8_t>(bytes, std::endian::little)
                : indices.component_type == GltfBuffers::uint16
                    ? load_number<std::uint16_t>(bytes, std::endian::little)
                    : std::int64_t(load_number<std::uint32_t>(bytes, std::endian::little));
            if (index >= vertices.count)
                buffers_.fail(where, fmt::format("index {} is {}, but there are {} positions", i, index,
                                                 vertices.count));
            corners[i] = vertices.first + index;
        }
        return corners;
    }

    void add_triangles(const std::vector<std::int64_t>& corners, std::uint64_t mode,
                       const std::string& where) {
        if (mode == mode_triangles && corners.size() % 3 != 0)
            buffers_.fail(where, fmt::format("has {} corners; triangles have three each", corners.size()));
        const std::size_t step = mode == mode_triangles ? 3 : 1;
        for (std::size_t i = 0; i + 2 < corners.size(); i += step) {
            const std::size_t odd = mode == mode_strip ? i % 2 : 0;  // every other triangle is reversed
            const std::int64_t triangle[3] = {corners[mode == mode_fan ? 0 : i], corners[i + 1 + odd],
                                              corners[i + 2 - odd]};
            builder_.add_polygon(triangle, {"triangle", triangles_++});
        }
    }

    /// A short file could refer to the same bytes any number of times and so ask for any memory. A normal
    /// file uses each byte about once.
    void spend(std::size_t bytes, const std::string& where) {
        bytes_used_ += bytes;
        if (bytes_used_ / 2 > buffers_.bytes_held())
            buffers_.fail(where, "refers to the same bytes as others, over and over; the file is damaged");
    }

    GltfBuffers buffers_;
    ShapeBuilder builder_;
    std::map<std::uint64_t, VertexRange> vertices_;  // by accessor
    int primitives_ = 0;
    std::int64_t triangles_ = 0;
    std::size_t bytes_used_ = 0;
};

}  // namespace

Shape read_gltf(const std::string& path, std::string_view contents) {
    return GltfReader(path, contents).read();
}

/// A header of 12 bytes, then chunks: the JSON and, if there is one, the first buffer.
Shape read_glb(const std::string& path, std::string_view contents) {
    const auto word = [&](std::size_t at) {
        return load_number<std::uint32_t>(contents.substr(at), std::endian::little);
    };
    constexpr std::size_t header = 12, chunk_header = 8;
    if (contents.size() < header + chunk_header || !contents.starts_with("glTF"))
        throw FileError(path, "is not a binary glTF file, which starts with glTF; is the extension right?");
    if (word(4) != 2) throw FileError(path, fmt::format("is glTF of version {}; 2 is read", word(4)));
    if (word(8) > contents.size())
        throw FileError(
            path, fmt::format("declares {} bytes, but has {}; it is truncated", word(8), contents.size()));
    std::string_view rest = contents.substr(header);
    const auto next_chunk = [&](std::string_view kind) -> std::optional<std::string_view> {
        if (rest.size() < chunk_header || rest.substr(4, 4) != kind) return std::nullopt;
        const auto size = load_number<std::uint32_t>(rest, std::endian::little);
        rest.remove_prefix(chunk_header);
        if (size > rest.size())
            throw FileError(path, fmt::format("a chunk of {} bytes, but {} are left; it is truncated", size,
                                              rest.size()));
        const std::string_view chunk = rest.substr(0, size);
        rest.remove_prefix(size);
        return chunk;
    };
    const auto text = next_chunk("JSON");
    if (!text) throw FileError(path, "does not start with a JSON chunk; it is damaged");
    const auto own_bytes = next_chunk(std::string_view("BIN\0", 4));
    return GltfReader(path, *text, own_bytes).read();
}

}  // namespace sigmatch
