#include <gtest/gtest.h>

#include <random>

#include "sigmatch/finite_points.h"
#include "sigmatch/transfer.h"
#include "support/dense.h"
#include "support/meshes.h"

/// Landmarks stay where they are on the body, however the target is given.
namespace sigmatch {
namespace {

using testing::creature;

/// A template and a target that it has been transferred to, once for all tests.
struct Reference {
    std::vector<LandmarkTemplate> templates;
    Shape target;
    Transfer transfer;
};

const Reference& reference() {
    static const Reference made = [] {
        const Creature animal = creature("quadruped", "rest", 800);
        std::vector<SurfacePoint> places;
        for (const int v : animal.keypoints)
            for (int f = 0, c = 0; f < animal.shape.faces.rows(); ++f)
                if ((animal.shape.faces.row(f).array() == v).maxCoeff(&c)) {
                    places.push_back({f, Eigen::Vector3d::Unit(c)});
                    break;
                }
        Reference all{{{AutomaticShape(animal.shape), places}}, creature("quadruped", "walk", 800).shape, {}};
        all.transfer = transfer(all.templates, AutomaticShape(all.target, {}, "Y"));
        return all;
    }();
    return made;
}

std::vector<SurfacePoint> places_of(const Transfer& transfer) {
    std::vector<SurfacePoint> places;
    for (const CarriedLandmark& landmark : transfer.landmarks) places.push_back(landmark.place);
    return places;
}

Points positions_of(const Transfer& transfer) {
    Points all(static_cast<Eigen::Index>(transfer.landmarks.size()), 3);
    for (Eigen::Index i = 0; i < all.rows(); ++i)
        all.row(i) = transfer.landmarks[static_cast<size_t>(i)].position;
    return all;
}

Transfer transfer_to(const Shape& target) {
    return transfer(reference().templates, AutomaticShape(target, {}, "Y"));
}

/// How far each landmark is from where it is on the reference, divided by the size of the reference.
Eigen::VectorXd changes(const Points& on_reference) {
    const Points change = on_reference - positions_of(reference().transfer);
    const Eigen::VectorXd r = change.rowwise().norm() / bounding_box(reference().target.vertices).diagonal();
    std::printf("mean %.4f max %.4f: ", r.mean(), r.maxCoeff());
    for (double v : r) std::printf(" %.3f", v);
    std::printf("\n");
    return r;
}

/// The target has the faces of the reference: its places are places there.
Eigen::VectorXd changes_on_same_faces(const Shape& target) {
    return changes(positions(places_of(transfer_to(target)), reference().target));
}

TEST(TransferStability, AnotherTessellation) {
    const Shape target = creature("quadruped", "walk", 800, 5).shape;
    EXPECT_LT(changes(positions_of(transfer_to(target))).maxCoeff(), 0.02);
}

TEST(TransferStability, Noise) {
    std::mt19937_64 random(1);
    for (const double level : {0.01, 0.003}) {
    Shape target = reference().target;
    target.vertices += level * bounding_box(target.vertices).diagonal() *
                       testing::random_matrix(target.vertices.rows(), 3, random) / std::sqrt(3.0);
    EXPECT_LT(changes_on_same_faces(target).maxCoeff(), 0.02);
    }
}

TEST(TransferStability, RotationPositionAndScale) {
    for (const double scale : {0.001, 1.0, 1000.0})
        EXPECT_LT(changes_on_same_faces(testing::moved(reference().target, scale, 7)).maxCoeff(), 0.02)
            << scale;
}

TEST(TransferStability, AnotherPose) {
    for (const char* pose: {"sit", "jump", "turn"})
    EXPECT_LT(changes_on_same_faces(creature("quadruped", pose, 800).shape).maxCoeff(), 0.02);
}

TEST(TransferStability, Truth) {
    changes(positions(reference().templates[0].places, reference().target));
}

}  // namespace
}  // namespace sigmatch
