#include <algorithm>

#include "model/prepared_shape.h"
#include "sigmatch/evaluation.h"
#include "sigmatch/geodesics.h"

namespace sigmatch {

std::vector<double> dense_errors(const Shape& y, const Keypoints& keypoints_y, const DenseMap& x_to_y,
                                 const Faces& faces_y, const std::vector<VertexPair>& truth) {
    const PreparedShape prepared = prepare("Y", y, keypoints_y, 0);
    const GeodesicGraph graph(prepared.shape, prepared.bridges);
    const double diameter = graph_diameter(graph).length;
    std::vector<double> errors;
    for (const auto& [x, partner] : truth) {
        if (prepared.vertex_of[partner] < 0) continue;
        const Eigen::VectorXd distances = graph.distances_from(prepared.vertex_of[partner]) / diameter;
        Eigen::VectorXd of_users = Eigen::VectorXd::Ones(y.vertices.rows());  // no way: as far as it gets
        for (Eigen::Index v = 0; v < of_users.size(); ++v)
            if (prepared.vertex_of[v] >= 0) of_users[v] = distances[prepared.vertex_of[v]];
        errors.push_back(carry_over({x_to_y[x]}, faces_y, of_users)(0, 0));
    }
    return errors;
}

}  // namespace sigmatch
