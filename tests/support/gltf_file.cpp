#include "support/gltf_file.h"

#include "io/base64.h"
#include "io/bytes.h"

namespace sigmatch::testing {

GltfParts gltf_parts(const Shape& shape, int index_type, int byte_stride) {
    using nlohmann::json;
    std::string bytes = "pad!";  // so that offsets matter
    for (const auto& vertex : shape.vertices.rowwise()) {
        for (const double c : vertex) append_little_endian(bytes, static_cast<float>(c));
        bytes.append(static_cast<std::size_t>(byte_stride) - 12, '?');
    }
    const std::size_t positions_end = bytes.size();
    bytes += "more";
    for (const auto& face : shape.faces.rowwise())
        for (const int corner : face) {
            if (index_type == 5121) append_little_endian(bytes, static_cast<std::uint8_t>(corner));
            if (index_type == 5123) append_little_endian(bytes, static_cast<std::uint16_t>(corner));
            if (index_type == 5125) append_little_endian(bytes, static_cast<std::uint32_t>(corner));
        }
    const json primitive = {{"attributes", {{"POSITION", 0}}}, {"indices", 1}, {"mode", 4}};
    const json positions = {
        {"bufferView", 0}, {"componentType", 5126}, {"count", shape.vertices.rows()}, {"type", "VEC3"}};
    const json indices = {{"bufferView", 1},
                          {"byteOffset", 4},
                          {"componentType", index_type},
                          {"count", shape.faces.size()},
                          {"type", "SCALAR"}};
    const json positions_view = {{"buffer", 0}, {"byteOffset", 4}, {"byteLength", positions_end - 4}};
    const json indices_view = {
        {"buffer", 0}, {"byteOffset", positions_end}, {"byteLength", bytes.size() - positions_end}};
    GltfParts parts;
    parts.document["asset"]["version"] = "2.0";
    parts.document["meshes"][0]["primitives"][0] = primitive;
    parts.document["accessors"] = json::array({positions, indices});
    parts.document["bufferViews"] = json::array({positions_view, indices_view});
    parts.document["buffers"][0]["byteLength"] = bytes.size();
    if (byte_stride != 12) parts.document["bufferViews"][0]["byteStride"] = byte_stride;
    parts.bytes = std::move(bytes);
    return parts;
}

std::string glb_file(const GltfParts& parts) {
    std::string text = parts.document.dump(), bytes = parts.bytes;
    text.resize((text.size() + 3) / 4 * 4, ' ');
    bytes.resize((bytes.size() + 3) / 4 * 4);
    std::string file = "glTF";
    append_little_endian(file, std::uint32_t(2));
    append_little_endian(file, static_cast<std::uint32_t>(12 + 8 + text.size() + 8 + bytes.size()));
    append_little_endian(file, static_cast<std::uint32_t>(text.size()));
    file += "JSON" + text;
    append_little_endian(file, static_cast<std::uint32_t>(bytes.size()));
    return file + std::string("BIN\0", 4) + bytes;
}

std::string gltf_file(GltfParts parts) {
    parts.document["buffers"][0]["uri"] =
        "data:application/octet-stream;base64," + encode_base64(parts.bytes);
    return parts.document.dump(1);
}

}  // namespace sigmatch::testing
