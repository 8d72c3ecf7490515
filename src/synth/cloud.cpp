#include "synth/cloud.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <vector>

namespace sigmatch::synth {

using Eigen::Vector3d;

Shape sample_cloud(const Shape& mesh, const Keypoints& first, int points, Random& random) {
    std::vector<double> area_up_to;
    double total = 0.0;
    auto corner = [&](int face, int i) {
        return Vector3d(mesh.vertices.row(mesh.faces(face, i)).transpose());
    };
    for (int f = 0; f < mesh.faces.rows(); ++f) {
        total += 0.5 * (corner(f, 1) - corner(f, 0)).cross(corner(f, 2) - corner(f, 0)).norm();
        area_up_to.push_back(total);
    }

    Shape cloud;
    cloud.vertices.resize(points, 3);
    cloud.faces.resize(0, 3);
    int count = 0;
    for (int v : first) cloud.vertices.row(count++) = mesh.vertices.row(v);
    for (; count < points; ++count) {
        const auto place =
            std::upper_bound(area_up_to.begin(), area_up_to.end() - 1, total * random.uniform());
        const int f = static_cast<int>(place - area_up_to.begin());
        const double root = std::sqrt(random.uniform()), share = random.uniform();
        cloud.vertices.row(count) =
            ((1.0 - root) * corner(f, 0) + root * (1.0 - share) * corner(f, 1) + root * share * corner(f, 2))
                .transpose();
    }
    return cloud;
}

}  // namespace sigmatch::synth
