#include "geometry/deformation_graph.h"

#include <Eigen/SparseCholesky>
#include <algorithm>
#include <utility>

#include "sigmatch/errors.h"

namespace sigmatch {

namespace {

using Entry = Eigen::Triplet<double>;

constexpr int followed = 4;  // nodes that a vertex follows

/// The rows of the unknowns that belong to a node: three of its linear part, and one of its position.
int linear_row(int node, int axis) {
    return 4 * node + axis;
}
int position_row(int node) {
    return 4 * node + 3;
}

/// Adds share * T_node(x) to a row, with T_node(x) = position + (x - node) * linear part.
void add_image(std::vector<Entry>& entries, int row, int node, double share,
               const Eigen::RowVector3d& from_node) {
    entries.emplace_back(row, position_row(node), share);
    for (int axis = 0; axis < 3; ++axis)
        entries.emplace_back(row, linear_row(node, axis), share * from_node[axis]);
}

/// Shares of the nodes near a vertex: they fall to zero towards the farthest, which is left out if there are
/// others.
std::vector<std::pair<int, double>> shares(const std::vector<GeodesicGraph::Near>& near) {
    std::vector<std::pair<int, double>> result;
    const double reach = near.back().distance;
    double sum = 0;
    for (const auto& [source, distance] : near) {
        const double share = reach > 0 ? 1 - distance / reach : 1;
        if (share <= 0) continue;
        result.emplace_back(source, share * share);
        sum += share * share;
    }
    if (result.empty()) return {{near.front().source, 1.0}};
    for (auto& [source, share] : result) share /= sum;
    return result;
}

}  // namespace

DeformationGraph::DeformationGraph(const Points& vertices, const Faces& faces, const GeodesicGraph& graph,
                                   const std::vector<int>& nodes)
    : faces_(faces) {
    const auto near = graph.nearest_sources(nodes, followed + 1);
    const auto place = [&](int node) -> Eigen::RowVector3d {
        return vertices.row(nodes[static_cast<size_t>(node)]);
    };
    const auto unknowns = static_cast<Eigen::Index>(4 * nodes.size());
    std::vector<Entry> entries;
    std::vector<std::pair<int, int>> links;
    for (int v = 0; v < vertices.rows(); ++v) {
        const auto leaders = shares(near[static_cast<size_t>(v)]);
        for (const auto& [node, share] : leaders) {
            add_image(entries, v, node, share, vertices.row(v) - place(node));
            for (const auto& [other, unused] : leaders)
                if (node < other) links.emplace_back(node, other);
        }
    }
    std::sort(links.begin(), links.end());
    links.erase(std::unique(links.begin(), links.end()), links.end());
    followers_.resize(vertices.rows(), unknowns);
    followers_.setFromTriplets(entries.begin(), entries.end());

    // Of two linked nodes: the difference of the images of the point between them, and of the linear parts.
    entries.clear();
    int row = 0;
    for (const auto& [a, b] : links) {
        const Eigen::RowVector3d half = (place(b) - place(a)) / 2;
        add_image(entries, row, a, 1, half);
        add_image(entries, row++, b, -1, -half);
        for (int axis = 0; axis < 3; ++axis) {
            entries.emplace_back(row, linear_row(a, axis), half.norm());
            entries.emplace_back(row++, linear_row(b, axis), -half.norm());
        }
    }
    Rows differences(row, unknowns);
    differences.setFromTriplets(entries.begin(), entries.end());
    roughness_ =
        differences.transpose() * differences / std::max<double>(1, static_cast<double>(links.size()));
}

DeformationGraph::Rows DeformationGraph::rows_of(const std::vector<SurfacePoint>& points) const {
    std::vector<Entry> entries;
    for (size_t k = 0; k < points.size(); ++k) {
        const auto& [face, weights] = points[k];
        if (faces_.rows() == 0)
            entries.emplace_back(k, face, 1.0);
        else
            for (int c = 0; c < 3; ++c)
                if (weights[c] != 0) entries.emplace_back(k, faces_(face, c), weights[c]);
    }
    Rows corners(static_cast<Eigen::Index>(points.size()), followers_.rows());
    corners.setFromTriplets(entries.begin(), entries.end());
    return corners * followers_;
}

DeformationGraph::Deformed DeformationGraph::deformed(const Pulls& pulls, double stiffness) const {
    const Rows rows = rows_of(pulls.points);
    const Eigen::VectorXd weights = pulls.weights / pulls.weights.sum();
    const Eigen::SparseMatrix<double> system =
        Eigen::SparseMatrix<double>(rows.transpose() * weights.asDiagonal() * rows) + stiffness * roughness_;
    const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factors(system);
    if (factors.info() != Eigen::Success) throw NumericalError("the deformation has no unique optimum");
    const Eigen::MatrixXd maps = factors.solve(rows.transpose() * (weights.asDiagonal() * pulls.targets));
    return {followers_ * maps, maps.cwiseProduct(roughness_ * maps).sum()};
}

}  // namespace sigmatch
