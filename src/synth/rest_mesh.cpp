#include "synth/rest_mesh.h"

#include <algorithm>
#include <cmath>

#include "sigmatch/errors.h"
#include "synth/coarsen.h"
#include "synth/isosurface.h"
#include "synth/random.h"
#include "synth/relax.h"
#include "synth/topology.h"

namespace sigmatch::synth {

namespace {

constexpr int relax_rounds = 6;
constexpr double finest_first_step = 0.011;

Grid make_grid(std::uint64_t remesh, double step) {
    if (remesh == 0) return {Eigen::Matrix3d::Identity(), Eigen::Vector3d::Zero(), step};
    Random random(remesh, "grid");
    Grid grid{random.rotation(), Eigen::Vector3d::Zero(), step};
    for (double& coordinate : grid.origin) coordinate = step * random.uniform();
    return grid;
}

/// Joins the left half of a body with its mirror image along the vertices with x == 0.
RestMesh with_mirror_image(const Shape& half) {
    const int n = static_cast<int>(half.vertices.rows()), faces = static_cast<int>(half.faces.rows());
    RestMesh whole;
    std::vector<int> image(n);
    int count = n;
    for (int v = 0; v < n; ++v) image[v] = half.vertices(v, 0) == 0.0 ? v : count++;
    whole.shape.vertices.resize(count, 3);
    whole.shape.vertices.topRows(n) = half.vertices;
    whole.mirror.resize(count);
    for (int v = 0; v < n; ++v) {
        whole.mirror[v] = image[v];
        whole.mirror[image[v]] = v;
        if (image[v] == v) continue;
        whole.shape.vertices.row(image[v]) << -half.vertices(v, 0), half.vertices(v, 1), half.vertices(v, 2);
    }
    whole.shape.faces.resize(2 * faces, 3);
    whole.shape.faces.topRows(faces) = half.faces;
    for (int f = 0; f < faces; ++f)
        whole.shape.faces.row(faces + f) << image[half.faces(f, 0)], image[half.faces(f, 2)],
            image[half.faces(f, 1)];
    return whole;
}

RestMesh close(Shape&& piece, bool symmetric) {
    if (symmetric) return with_mirror_image(piece);
    return {std::move(piece), {}};
}

}  // namespace

// A grid that is fine enough for the thinnest part finds the right topology; collapsing edges then brings the
// number of vertices down without losing it.
RestMesh mesh_skin(const Skin& skin, int vertices, std::uint64_t remesh) {
    const bool symmetric = remesh == 0;
    constexpr double spare = 1.6;
    double step = std::max(skin.smallest_radius(), finest_first_step);
    for (int failures = 0; failures < 4;) {
        Shape piece = isosurface(skin, make_grid(remesh, step), symmetric);
        const RestMesh fine = close(Shape(piece), symmetric);
        const double found = static_cast<double>(fine.shape.vertices.rows());
        if (found < 1.4 * vertices) {
            step *= std::sqrt(found / (spare * vertices));
            continue;
        }
        if (!is_sphere(fine.shape)) {
            step *= 0.8;
            ++failures;
            continue;
        }
        std::vector<bool> seam;
        if (symmetric)
            for (int v = 0; v < piece.vertices.rows(); ++v) seam.push_back(piece.vertices(v, 0) == 0.0);
        coarsen(piece, seam, skin, vertices);
        relax(piece, seam, skin, relax_rounds);
        RestMesh result = close(std::move(piece), symmetric);
        if (is_sphere(result.shape)) return result;
        step *= 0.8;
        ++failures;
    }
    throw NumericalError(
        "the creature has parts that grow into each other: try another seed for its proportions");
}

}  // namespace sigmatch::synth
