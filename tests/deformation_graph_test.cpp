#include "geometry/deformation_graph.h"

#include <gtest/gtest.h>

#include <random>

#include "sigmatch/sampling.h"
#include "support/dense.h"
#include "support/meshes.h"

namespace sigmatch {
namespace {

using namespace testing;

struct Bent {
    explicit Bent(int nodes = 20)
        : shape(creature("quadruped", "rest", 500).shape),
          geodesics(shape),
          graph(shape.vertices, shape.faces, geodesics, farthest_point_sampling(shape, geodesics, nodes)) {}

    /// Corner 0 of every face is pulled to where the image has it.
    Pulls pulls_to(const Points& image) const {
        Pulls pulls;
        pulls.targets.resize(shape.faces.rows(), 3);
        pulls.weights.setOnes(shape.faces.rows());
        for (int f = 0; f < shape.faces.rows(); ++f) {
            pulls.points.push_back({f, {1, 0, 0}});
            pulls.targets.row(f) = image.row(shape.faces(f, 0));
        }
        return pulls;
    }

    Shape shape;
    GeodesicGraph geodesics;
    DeformationGraph graph;
};

double distance(const Points& a, const Points& b) {
    return (a - b).rowwise().norm().maxCoeff();
}

TEST(DeformationGraph, AffineImagesCostNothing) {
    const Bent bent;
    std::mt19937_64 random(1);
    const Eigen::Matrix3d A = random_matrix(3, 3, random);
    const Points image = (bent.shape.vertices * A).rowwise() + Eigen::RowVector3d(1, 2, 3);
    for (const double stiffness : {1e-3, 1.0, 1e3}) {
        const auto [vertices, roughness] = bent.graph.deformed(bent.pulls_to(image), stiffness);
        EXPECT_LT(distance(vertices, image), 1e-6) << stiffness;
        EXPECT_LT(roughness, 1e-12) << stiffness;
    }
}

TEST(DeformationGraph, StiffnessTradesDistanceForRoughness) {
    const Bent bent;
    Points image = bent.shape.vertices;
    image.col(0) += image.col(1).cwiseAbs2();
    const Pulls pulls = bent.pulls_to(image);
    const auto left = [&](const Points& vertices) {
        double sum = 0;
        for (int f = 0; f < bent.shape.faces.rows(); ++f)
            sum += (vertices.row(bent.shape.faces(f, 0)) - pulls.targets.row(f)).squaredNorm();
        return sum / static_cast<double>(bent.shape.faces.rows());
    };
    double last_left = 0, last_roughness = std::numeric_limits<double>::infinity();
    std::vector<DeformationGraph::Deformed> all;
    const std::vector<double> stiffnesses{1e-6, 1e-3, 1e-1, 10};
    for (const double stiffness : stiffnesses) {
        all.push_back(bent.graph.deformed(pulls, stiffness));
        EXPECT_GT(left(all.back().vertices), last_left);
        EXPECT_LT(all.back().roughness, last_roughness);
        last_left = left(all.back().vertices);
        last_roughness = all.back().roughness;
    }
    // Each is the best for its own stiffness.
    for (size_t k = 0; k < all.size(); ++k)
        for (const auto& other : all)
            EXPECT_LE(left(all[k].vertices) + stiffnesses[k] * all[k].roughness,
                      left(other.vertices) + stiffnesses[k] * other.roughness + 1e-12);
}

TEST(DeformationGraph, PullsWithoutWeightDoNotCount) {
    const Bent bent;
    Pulls pulls = bent.pulls_to(bent.shape.vertices);
    pulls.targets.row(3).setConstant(100);
    pulls.weights[3] = 0;
    EXPECT_LT(distance(bent.graph.deformed(pulls, 0.1).vertices, bent.shape.vertices), 1e-6);
}

TEST(DeformationGraph, FollowsACloudToo) {
    const Shape shape = creature("quadruped", "rest", 500).shape;
    const GeodesicGraph geodesics(shape);
    const DeformationGraph graph(shape.vertices, Faces(0, 3), geodesics,
                                 farthest_point_sampling(shape, geodesics, 10));
    Pulls pulls;
    for (int v = 0; v < shape.vertices.rows(); ++v) pulls.points.push_back({v, {1, 0, 0}});
    pulls.targets = 2 * shape.vertices;
    pulls.weights.setOnes(shape.vertices.rows());
    EXPECT_LT(distance(graph.deformed(pulls, 1).vertices, pulls.targets), 1e-6);
}

}  // namespace
}  // namespace sigmatch
