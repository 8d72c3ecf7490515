#include "report/shape_json.h"

#include "report/packed_array.h"

namespace sigmatch {

nlohmann::ordered_json shape_json(const std::string& name, const Shape& shape, const DisplayShape& shown,
                                  const DisplayFrame& frame) {
    const Points positions = shape.vertices(shown.vertex_ids, Eigen::all);
    return {{"name", name},
            {"vertices", shape.vertices.rows()},
            {"faces", shape.faces.rows()},
            {"simplified", shown.simplified},
            {"positions", packed_points(in_frame(positions, frame))},
            {"triangles", packed_faces(shown.faces)}};
}

}  // namespace sigmatch
