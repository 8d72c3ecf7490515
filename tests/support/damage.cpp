#include "support/damage.h"

#include <cmath>
#include <random>

#include "sigmatch/geodesics.h"
#include "sigmatch/surface.h"
#include "support/dense.h"
#include "support/meshes.h"

namespace sigmatch::testing {

Shape torn(const Shape& shape, double share, double gap, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const Eigen::Index n = shape.vertices.rows(), edges = 3 * shape.faces.rows() / 2;
    std::vector<std::vector<int>> around(n);
    for (int f = 0; f < shape.faces.rows(); ++f)
        for (int v : shape.faces.row(f)) around[v].push_back(f);
    Shape result = shape;
    const auto tears = static_cast<Eigen::Index>(std::ceil(share * static_cast<double>(edges) / 2));
    result.vertices.conservativeResize(n + tears, 3);
    for (Eigen::Index tear = 0; tear < tears; ++tear) {  // each opens an edge on either side of its vertex
        const auto v = static_cast<Eigen::Index>(random() % n);
        const Eigen::RowVector3d away = random_matrix(1, 3, random).normalized();
        result.vertices.row(n + tear) = shape.vertices.row(v) + gap * mean_edge_length(shape) * away;
        for (int f : around[v]) {
            Eigen::RowVector3d middle = Eigen::RowVector3d::Zero();
            for (int w : shape.faces.row(f)) middle += shape.vertices.row(w) / 3;
            if (away.dot(middle - shape.vertices.row(v)) <= 0) continue;
            for (int k = 0; k < 3; ++k)
                if (shape.faces(f, k) == v) result.faces(f, k) = static_cast<int>(n + tear);
        }
    }
    return result;
}

Shape broken(const Shape& shape, double gap, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    Shape result = torn(shape, 0.01, gap, seed);
    std::vector<Eigen::RowVector3i> again;
    for (Eigen::Index f = 0; f < result.faces.rows(); ++f)
        if (random() % 10 == 0) again.push_back(result.faces.row(f));
    result = with_faces(result, again);
    for (auto face : result.faces.rowwise())
        if (random() % 3 == 0) std::swap(face[0], face[1]);
    constexpr int lone = 10;
    const Eigen::Index n = result.vertices.rows();
    result.vertices.conservativeResize(n + lone, 3);
    result.vertices.bottomRows(lone) = random_matrix(lone, 3, random);
    return result;
}

Shape severed(const Shape& shape, int end, double share) {
    const Eigen::VectorXd distance = GeodesicGraph(shape).distances_from(end);
    const double ring = share * distance.maxCoeff(), width = 0.75 * mean_edge_length(shape);
    std::vector<int> kept;
    for (int f = 0; f < shape.faces.rows(); ++f) {
        bool keep = true;
        for (int v : shape.faces.row(f)) keep = keep && std::abs(distance[v] - ring) > width;
        if (keep) kept.push_back(f);
    }
    return {shape.vertices, shape.faces(kept, Eigen::all)};
}

}  // namespace sigmatch::testing
