#include <gtest/gtest.h>

#include "sigmatch/geodesics.h"
#include "sigmatch/transfer.h"
#include "support/dense.h"
#include "support/meshes.h"

/// Landmarks stay where they are on the body, however the target is given.
namespace sigmatch {
namespace {

using testing::creature;
using testing::moved;

constexpr int vertices = 500;

Shape posed(const std::string& pose, std::uint64_t remesh = 0) {
    return creature("quadruped", pose, vertices, remesh).shape;
}

AutomaticShape prepared(const Shape& shape) {
    return AutomaticShape(shape, {}, "a creature");
}

/// The vertices of `shape` that are keypoints, as places on its faces.
std::vector<SurfacePoint> places_of(const Creature& creature) {
    std::vector<SurfacePoint> places;
    for (const int v : creature.keypoints)
        for (int f = 0, corner = 0; f < creature.shape.faces.rows(); ++f)
            if ((creature.shape.faces.row(f).array() == v).maxCoeff(&corner)) {
                places.push_back({f, Eigen::Vector3d::Unit(corner)});
                break;
            }
    return places;
}

/// The named points of a creature at rest, carried over to the target.
std::vector<SurfacePoint> carried_to(const Shape& target) {
    const Creature animal = creature("quadruped", "rest", vertices);
    const Transfer found = transfer({{prepared(animal.shape), places_of(animal)}}, prepared(target));
    std::vector<SurfacePoint> places;
    for (const CarriedLandmark& landmark : found.landmarks) places.push_back(landmark.place);
    return places;
}

/// How far the landmarks of `target` are from those of `usual`, divided by the diameter. `same` is the shape
/// that has the faces of `target` in the pose of `usual`.
Eigen::VectorXd changes(const Shape& usual, const Shape& target, const Shape& same) {
    const Points before = positions(carried_to(usual), usual), after = positions(carried_to(target), same);
    return (after - before).rowwise().norm() / graph_diameter(GeodesicGraph(usual)).length;
}

TEST(TransferStability, AnotherTessellation) {
    const Shape usual = posed("walk"), other = posed("walk", 5);
    EXPECT_LT(changes(usual, other, other).mean(), 0.02);
}

TEST(TransferStability, NoiseOfOnePercentOfTheDiameter) {
    const Shape usual = posed("walk");
    Shape noisy = usual;
    noisy.vertices += 0.01 * graph_diameter(GeodesicGraph(usual)).length / std::sqrt(3.0) *
                      testing::random_matrix(usual.vertices.rows(), 3, 1);
    EXPECT_LT(changes(usual, noisy, usual).maxCoeff(), 0.02);
}

TEST(TransferStability, RotationAndSmallScale) {
    const Shape usual = posed("walk");
    EXPECT_LT(changes(usual, moved(usual, 0.001, 7), usual).maxCoeff(), 0.02);
}

TEST(TransferStability, LargeScale) {
    const Shape usual = posed("walk");
    EXPECT_LT(changes(usual, moved(usual, 1000, 8), usual).maxCoeff(), 0.02);
}

TEST(TransferStability, AnotherPose) {
    const Shape usual = posed("walk");
    EXPECT_LT(changes(usual, posed("sit"), usual).mean(), 0.02);
}

}  // namespace
}  // namespace sigmatch
