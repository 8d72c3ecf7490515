#include <fmt/format.h>

#include "io/mat_file.h"
#include "io/shape_builder.h"
#include "sigmatch/io.h"

namespace sigmatch {

namespace {

class DatapairReader {
public:
    explicit DatapairReader(const std::string& path)
        : path_(path), file_(path, "datapair"), pair_(file_.variable()) {
        check_struct(pair_, "datapair");
    }

    DataPair read() {
        DataPair pair;
        pair.x_low = read_side("X", "Sx");
        pair.y_low = read_side("Y", "Sy");
        pair.x = has("Xhighres") ? read_side("Xhighres", "SxHighres") : pair.x_low;
        pair.y = has("Yhighres") ? read_side("Yhighres", "SyHighres") : pair.y_low;
        return pair;
    }

private:
    [[noreturn]] void fail(const std::string& field, const std::string& what) const {
        throw FileError(path_, "'" + field + "' " + what);
    }

    void check_struct(const MatVariable& variable, const std::string& name) const {
        if (!variable.is_struct) fail(name, "is not a 1 x 1 struct");
    }

    bool has(const char* name) const { return pair_.fields.contains(name); }

    const MatVariable& field(const MatVariable& parent, const char* name,
                             const std::string& full_name) const {
        const auto found = parent.fields.find(name);
        if (found == parent.fields.end()) fail(full_name, "is missing");
        return found->second;
    }

    Shape read_shape(const char* name) const {
        const std::string vertices_name = fmt::format("datapair.{}.vertices", name);
        const std::string faces_name = fmt::format("datapair.{}.faces", name);
        const MatVariable& shape = field(pair_, name, fmt::format("datapair.{}", name));
        check_struct(shape, fmt::format("datapair.{}", name));
        const MatMatrix vertices = file_.matrix(field(shape, "vertices", vertices_name), vertices_name);
        const MatMatrix faces = file_.matrix(field(shape, "faces", faces_name), faces_name);
        if (vertices.rows == 0 || vertices.columns != 3) fail(vertices_name, "is not a matrix of 3 columns");
        if (faces.rows != 0 && faces.columns != 3) fail(faces_name, "is not a matrix of 3 columns");

        ShapeBuilder builder(path_);
        for (std::size_t i = 0; i < vertices.rows; ++i)
            builder.add_vertex(vertices.at(i, 0), vertices.at(i, 1), vertices.at(i, 2));
        for (std::size_t i = 0; i < faces.rows && faces.columns == 3; ++i) {
            std::int64_t corners[3];
            for (int k = 0; k < 3; ++k)
                corners[k] = file_.index(faces_name, i, faces.at(i, k), builder.vertex_count());
            builder.add_polygon(corners, {"face", static_cast<std::int64_t>(i) + 1});
        }
        return builder.build();
    }

    MarkedShape read_side(const char* shape_name, const char* keypoints_name) const {
        MarkedShape side;
        side.shape = read_shape(shape_name);
        const std::string name = fmt::format("datapair.{}", keypoints_name);
        const MatMatrix ids = file_.matrix(field(pair_, keypoints_name, name), name);
        if (!ids.is_list()) fail(name, "is not a list of vertices");
        for (std::size_t i = 0; i < ids.values.size(); ++i)
            side.keypoints.push_back(
                static_cast<int>(file_.index(name, i, ids.values[i], side.shape.vertices.rows())));
        return side;
    }

    std::string path_;
    MatFile file_;
    const MatVariable& pair_;
};

}  // namespace

DataPair read_datapair(const std::string& path) {
    return DatapairReader(path).read();
}

}  // namespace sigmatch
