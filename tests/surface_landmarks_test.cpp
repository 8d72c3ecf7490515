#include "sigmatch/surface_landmarks.h"

#include <gtest/gtest.h>

#include <random>

#include "geometry/nearest_on_surface.h"
#include "geometry/nearest_on_triangle.h"
#include "sigmatch/dense_map.h"
#include "sigmatch/errors.h"
#include "support/dense.h"
#include "support/meshes.h"

namespace sigmatch {
namespace {

using namespace testing;

LandmarkSet landmarks_at(const Points& positions) {
    LandmarkSet set;
    set.path = "marks.fcsv";
    set.positions = positions;
    set.names.assign(static_cast<size_t>(positions.rows()), "tip");
    return set;
}

double least_distance(const Shape& shape, const Eigen::RowVector3d& point) {
    double least = std::numeric_limits<double>::infinity();
    for (const auto& face : shape.faces.rowwise()) {
        const Eigen::RowVector3d p = shape.vertices.row(face[0]), u = shape.vertices.row(face[1]) - p,
                                 v = shape.vertices.row(face[2]) - p, w = point - p;
        const auto found = nearest_on_triangle(u.dot(u), u.dot(v), v.dot(v), u.dot(w), v.dot(w));
        least = std::min(least, w.squaredNorm() - found.gain);
    }
    return std::sqrt(std::max(0.0, least));
}

TEST(NearestOnSurface, IsTheLeastOverAllFaces) {
    std::mt19937_64 random(5);
    const Shape shape = sphere(3);
    const Points points = 1.5 * random_matrix(40, 3, random);
    const std::vector<SurfacePoint> places = nearest_on_surface(shape, points);
    const Points found = positions(places, shape);
    for (Eigen::Index i = 0; i < points.rows(); ++i)
        EXPECT_NEAR((found.row(i) - points.row(i)).norm(), least_distance(shape, points.row(i)), 1e-12);
}

TEST(NearestOnSurface, VerticesThatAreNotFiniteAreNearToNothing) {
    Shape cloud{sphere(1).vertices, Faces(0, 3)};
    cloud.vertices.row(3).setConstant(std::nan(""));
    const std::vector<SurfacePoint> places = nearest_on_surface(cloud, cloud.vertices);
    for (int v = 0; v < cloud.vertices.rows(); ++v) EXPECT_EQ(places[v].face, v == 3 ? -1 : v);
}

TEST(OnSurface, GivesThePointsThatLandmarksWereTakenFrom) {
    const Shape shape = sphere(3);
    std::vector<SurfacePoint> places;
    for (const int f : {0, 100, 700, 700}) places.push_back({f, {0.2, 0.3, 0.5}});
    const std::vector<SurfacePoint> found = on_surface(landmarks_at(positions(places, shape)), shape);
    ASSERT_EQ(found.size(), places.size());
    for (size_t k = 0; k < places.size(); ++k) {
        EXPECT_EQ(found[k].face, places[k].face);
        EXPECT_TRUE(found[k].weights.isApprox(places[k].weights, 1e-9));
    }
}

TEST(OnSurface, RefusesLandmarksThatAreFarAway) {
    Shape shape = sphere(2);
    shape.vertices.rowwise() += Eigen::RowVector3d(10, 20, 30);
    const auto error = [&](double x, double y, double z) -> std::string {
        try {
            on_surface(landmarks_at(Points{{10, 20, 31}, {x, y, z}}), shape);
        } catch (const FileError& e) {
            return e.what();
        }
        return "";
    };
    EXPECT_EQ(error(10, 20, 31.06), "");
    EXPECT_NE(error(10, 20, 32)
                  .find("marks.fcsv: landmark 1 'tip' at (10, 20, 32) is 1 away from the shape, "
                        "which is 3.46 large; the file must be made for this shape"),
              std::string::npos)
        << error(10, 20, 32);
    EXPECT_NE(error(-10, -20, 31).find("with the signs of x and y changed it fits"), std::string::npos);
}

}  // namespace
}  // namespace sigmatch
