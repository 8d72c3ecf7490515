#include <algorithm>

#include "sigmatch/evaluation.h"

namespace sigmatch {

std::vector<double> dense_errors(const PreparedShape& y, const DenseMap& x_to_y, const Faces& faces_y,
                                 const std::vector<VertexPair>& truth) {
    const std::vector<int>& vertex_of = y.vertex_of();
    const double diameter = y.distances().diameter.length;
    std::vector<double> errors;
    for (const auto& [x, partner] : truth) {
        if (vertex_of[partner] < 0 || x_to_y[x].face < 0) continue;
        const Eigen::VectorXd distances = y.graph().distances_from(vertex_of[partner]) / diameter;
        // Vertices that are not on the surface count as one diameter away.
        Eigen::VectorXd of_users = Eigen::VectorXd::Ones(std::ssize(vertex_of));
        for (Eigen::Index v = 0; v < of_users.size(); ++v)
            if (vertex_of[v] >= 0) of_users[v] = distances[vertex_of[v]];
        errors.push_back(carry_over({x_to_y[x]}, faces_y, of_users)(0, 0));
    }
    return errors;
}

}  // namespace sigmatch
