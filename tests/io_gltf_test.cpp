#include "io/bytes.h"
#include "io_support.h"
#include "support/gltf_file.h"

namespace sigmatch {
namespace {

using nlohmann::json;
using testing::glb_file;
using testing::gltf_file;
using testing::gltf_parts;
using testing::GltfParts;

class IoGltfTest : public IoTest {
protected:
    /// The error of a sound file in which one entry of the JSON is another.
    std::string error(const std::string& pointer, const json& value) const {
        GltfParts parts = gltf_parts(float_shape());
        parts.document[json::json_pointer(pointer)] = value;
        return shape_error("a.glb", glb_file(parts));
    }
};

TEST_F(IoGltfTest, EveryEncoding) {
    const Shape shape = float_shape();
    for (const int index_type : {5121, 5123, 5125})
        for (const int stride : {12, 32}) {
            GltfParts parts = gltf_parts(shape, index_type, stride);
            write("a.glb", glb_file(parts));
            write("a.gltf", gltf_file(parts));
            parts.document["buffers"][0]["uri"] = "sub%20folder/a.bin";
            std::filesystem::create_directory(path("sub folder"));
            write("sub folder/a.bin", parts.bytes);
            write("external.gltf", parts.document.dump());
            for (const char* name : {"a.glb", "a.gltf", "external.gltf"}) {
                const Shape back = read_shape(path(name));
                EXPECT_EQ(back.vertices, shape.vertices) << name << index_type << stride;
                EXPECT_EQ(back.faces, shape.faces) << name << index_type << stride;
            }
        }
}

TEST_F(IoGltfTest, PrimitivesAreJoined) {
    GltfParts parts = gltf_parts(float_shape());
    json& primitives = parts.document["meshes"][0]["primitives"];
    primitives.push_back(primitives[0]);  // the same positions: no new vertices
    parts.document["accessors"].push_back(parts.document["accessors"][0]);
    primitives.push_back({{"attributes", {{"POSITION", 2}}}, {"indices", 1}});
    primitives.push_back({{"attributes", {{"POSITION", 0}}}, {"mode", 1}});  // lines
    const Shape shape = read_shape(write("a.glb", glb_file(parts)));
    ASSERT_EQ(shape.vertices.rows(), 12);
    EXPECT_EQ(shape.vertices.bottomRows(6), float_shape().vertices);
    ASSERT_EQ(shape.faces.rows(), 12);
    EXPECT_EQ(shape.faces.middleRows(4, 4), float_shape().faces);
    EXPECT_EQ(shape.faces.bottomRows(4), (float_shape().faces.array() + 6).matrix());
}

TEST_F(IoGltfTest, StripsFansAndNoIndices) {
    GltfParts parts = gltf_parts(float_shape());
    json& primitive = parts.document["meshes"][0]["primitives"][0];
    primitive.erase("indices");
    const auto faces = [&] { return read_shape(write("a.glb", glb_file(parts))).faces; };
    EXPECT_EQ(faces(), faces_of({{0, 1, 2}, {3, 4, 5}}));
    primitive["mode"] = 5;
    EXPECT_EQ(faces(), faces_of({{0, 1, 2}, {1, 3, 2}, {2, 3, 4}, {3, 5, 4}}));
    primitive["mode"] = 6;
    EXPECT_EQ(faces(), faces_of({{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}}));
}

TEST_F(IoGltfTest, OnlyFilesOfItsFolderAreRead) {
    GltfParts parts = gltf_parts(float_shape());
    std::filesystem::create_directory(path("in"));
    write("secret.bin", parts.bytes);
    std::filesystem::create_symlink(path("secret.bin"), path("in/link.bin"));
    for (const std::string& uri :
         {std::string("../secret.bin"), path("secret.bin"), std::string("%2e%2E/secret.bin"),
          std::string("link.bin"), "file://" + path("secret.bin"), std::string("x/../../secret.bin"),
          std::string("https://example.org/a.bin"), std::string("%00")}) {
        parts.document["buffers"][0]["uri"] = uri;
        EXPECT_CONTAINS(shape_error("in/a.gltf", parts.document.dump()), "buffers[0] lies in '") << uri;
    }
    parts.document["buffers"][0]["uri"] = "none.bin";
    write("in/a.gltf", parts.document.dump());
    EXPECT_CONTAINS(error_of(path("in/none.bin"), [&] { read_shape(path("in/a.gltf")); }), "no such file");
}

TEST_F(IoGltfTest, WhatIsNotSupportedIsSaid) {
    EXPECT_CONTAINS(error("/meshes/0/primitives/0/extensions", {{"KHR_draco_mesh_compression", json()}}),
                    "meshes[0].primitives[0] is compressed by Draco");
    EXPECT_CONTAINS(error("/bufferViews/0/extensions", {{"EXT_meshopt_compression", json()}}),
                    "bufferViews[0] is compressed");
    EXPECT_CONTAINS(error("/accessors/0/sparse", json::object()), "accessors[0] is sparse");
    EXPECT_CONTAINS(error("/accessors/0/componentType", 5123), "without quantization");
    EXPECT_CONTAINS(error("/accessors/0/componentType", 5122), "componentType that is not read");
    EXPECT_CONTAINS(error("/meshes/0/primitives/0/mode", 1), "meshes[0] has no triangles");
}

TEST_F(IoGltfTest, EntriesThatAreWrong) {
    EXPECT_CONTAINS(error("/meshes", json::array()), "meshes[0] is missing");
    EXPECT_CONTAINS(error("/meshes/0/primitives", 3), "meshes[0].primitives is missing or not an array");
    EXPECT_CONTAINS(error("/meshes/0/primitives/0", 3), "meshes[0].primitives[0] is not an object");
    EXPECT_CONTAINS(error("/meshes/0/primitives/0/attributes", json::object()), "POSITION is missing");
    EXPECT_CONTAINS(error("/meshes/0/primitives/0/attributes/POSITION", -1), "POSITION is not an integer");
    EXPECT_CONTAINS(error("/meshes/0/primitives/0/attributes/POSITION", 7), "accessors[7] is missing");
    EXPECT_CONTAINS(error("/meshes/0/primitives/0/indices", "1"), "indices is not an integer");
    EXPECT_CONTAINS(error("/meshes/0/primitives/0/indices", 0), "accessors[0] is not of type SCALAR");
    EXPECT_CONTAINS(error("/accessors/0/type", "VEC2"), "accessors[0] is not of type VEC3");
    EXPECT_CONTAINS(error("/accessors/0/count", 7), "accessors[0] goes beyond its bufferView");
    EXPECT_CONTAINS(error("/accessors/0/count", std::uint64_t(1) << 53), "accessors[0] goes beyond");
    EXPECT_CONTAINS(error("/accessors/0/count", 1e300), "count is not an integer");
    EXPECT_CONTAINS(error("/accessors/0/byteOffset", std::uint64_t(1) << 53), "accessors[0] goes beyond");
    EXPECT_CONTAINS(error("/accessors/0/count", 4), "index 1 is 4, but there are 4 positions");
    EXPECT_CONTAINS(error("/accessors/1/count", 11), "11 corners");
    EXPECT_CONTAINS(error("/accessors/1/componentType", 5126), "accessors[1] goes beyond");
    EXPECT_CONTAINS(error("/accessors/1/bufferView", 9), "bufferViews[9] is missing");
    EXPECT_CONTAINS(error("/bufferViews/0/byteStride", 4), "a byteStride of 4, for elements of 12");
    EXPECT_CONTAINS(error("/bufferViews/0/byteLength", 99999), "bufferViews[0] goes beyond its buffer");
    EXPECT_CONTAINS(error("/bufferViews/0/byteOffset", std::uint64_t(1) << 53), "bufferViews[0] goes beyond");
    EXPECT_CONTAINS(error("/bufferViews/0/buffer", 1), "buffers[1] is missing");
    EXPECT_CONTAINS(error("/buffers/0/uri", 5), "a uri that is not a text");
    EXPECT_CONTAINS(error("/buffers/0/uri", "data:,plain"), "not valid base64");
    EXPECT_CONTAINS(error("/buffers/0/uri", "data:;base64,A"), "not valid base64");
    EXPECT_CONTAINS(error("/buffers/0/uri", "data:;base64,AAAA"), "goes beyond its buffer");
    EXPECT_CONTAINS(shape_error("a.gltf", gltf_parts(float_shape()).document.dump()),
                    "buffers[0] has no uri");
}

TEST_F(IoGltfTest, DamagedFiles) {
    const std::string sound = glb_file(gltf_parts(float_shape()));
    EXPECT_CONTAINS(shape_error("a.glb", "glTF"), "is not a binary glTF file");
    EXPECT_CONTAINS(shape_error("a.glb", sound.substr(0, sound.size() - 5)), "it is truncated");
    std::string other = sound;
    other[4] = 1;
    EXPECT_CONTAINS(shape_error("a.glb", other), "version 1");
    other = sound;
    other[15] = '\x7f';
    EXPECT_CONTAINS(shape_error("a.glb", other), "a chunk of");
    other = sound;
    other[16] = 'B';
    EXPECT_CONTAINS(shape_error("a.glb", other), "does not start with a JSON chunk");
    EXPECT_CONTAINS(shape_error("a.gltf", "{\"meshes\": ["), "not valid JSON");
    EXPECT_CONTAINS(shape_error("a.gltf", "[]"), "its JSON is not an object");
}

TEST_F(IoGltfTest, AShortFileCannotAskForMuchMemory) {
    Shape many;
    many.vertices = Points::Zero(1000, 3);
    many.faces = Faces::Zero(1, 3);
    GltfParts parts = gltf_parts(many);
    json& primitives = parts.document["meshes"][0]["primitives"];
    json& accessors = parts.document["accessors"];
    for (int k = 2; k < 100; ++k) {
        accessors.push_back(accessors[0]);
        primitives.push_back({{"attributes", {{"POSITION", k}}}, {"indices", 1}});
    }
    EXPECT_CONTAINS(shape_error("a.glb", glb_file(parts)), "over and over");

    // The same by buffers that are one file under several names.
    write("a.bin", parts.bytes);
    const json view = parts.document["bufferViews"][0];
    for (int k = 0; k < 100; ++k) {
        parts.document["buffers"][k] = {{"uri", std::string("./") + (k % 2 ? "a.bin" : "%61.bin")}};
        if (k > 1) parts.document["bufferViews"][k] = view;
        parts.document["bufferViews"][k]["buffer"] = k;
        accessors[k]["bufferView"] = k;
    }
    EXPECT_CONTAINS(shape_error("a.gltf", parts.document.dump()), "over and over");
}

}  // namespace
}  // namespace sigmatch
