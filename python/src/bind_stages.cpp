#include <fmt/core.h>

#include "arrays.h"
#include "modules.h"
#include "sigmatch/errors.h"
#include "sigmatch/geodesics.h"
#include "sigmatch/plbo.h"
#include "sigmatch/point_cloud.h"
#include "sigmatch/pruning.h"
#include "sigmatch/reduction.h"
#include "sigmatch/spectrum.h"

using namespace sigmatch;

namespace {

/// As many eigenfunctions as match() takes.
constexpr int eigenfunctions = 50;

Prior prior_of(const std::string& word) {
    return match_options({{"prior", word}}).prior;
}

void check_rows(const Eigen::MatrixXd& matrix, const Plbo& D) {
    if (matrix.rows() != D.size()) throw InputError("the operator needs a row for each vertex");
}

void check_keypoints(const Keypoints& keypoints, Eigen::Index vertices) {
    if (keypoints.empty()) throw InputError("there are no keypoints");
    for (const int v : keypoints)
        if (v < 0 || v >= vertices)
            throw InputError(fmt::format("keypoint {} is not one of the {} vertices", v, vertices));
}

void check_square(const Eigen::MatrixXd& distances) {
    if (distances.rows() != distances.cols() || distances.rows() == 0)
        throw InputError("distances must be a square array: from each keypoint to each");
}

Eigen::VectorXd feature(const Shape& shape, const std::string& orientation) {
    const Orientation kind = match_options({{"orientation", orientation}}).orientation;
    const Shape surface = surface_of(shape);
    const Plbo D(surface);
    return orientation_feature(surface, laplacian_spectrum(D.laplacian(), D.mass(), eigenfunctions), kind);
}

}  // namespace

void bind_stages(py::module_& m) {
    using release = py::call_guard<py::gil_scoped_release>;
    py::class_<Plbo>(m, "Plbo", "The deformation operator of a shape: see sigmatch.plbo().")
        .def(py::init([](const Shape& shape, const std::string& prior) {
                 return std::make_unique<Plbo>(surface_of(shape), prior_of(prior));
             }),
             release())
        .def_property_readonly("size", &Plbo::size)
        .def_property_readonly("kernel", &Plbo::kernel, py::return_value_policy::reference_internal)
        .def_property_readonly("mass", &Plbo::mass, py::return_value_policy::reference_internal)
        .def(
            "apply",
            [](const Plbo& D, const Eigen::MatrixXd& X) {
                check_rows(X, D);
                return D.apply(X);
            },
            release())
        .def(
            "pseudo_inverse",
            [](const Plbo& D, const Eigen::MatrixXd& B) {
                check_rows(B, D);
                return D.solve(B);
            },
            release());
    py::class_<Reduction>(m, "Reduction", "A mesh reduced to its keypoints: see sigmatch.reduce().")
        .def_readonly("S", &Reduction::S)
        .def_readonly("G", &Reduction::G);
    m.def(
        "reduce",
        [](const Plbo& D, const Keypoints& keypoints) {
            check_keypoints(keypoints, D.size());
            return reduce(D, keypoints);
        },
        release());
    m.def("bend", [](const Plbo& D, const Keypoints& keypoints, const Reduction& reduction,
                     const Eigen::MatrixXd& V) {
        check_keypoints(keypoints, D.size());
        if (V.rows() != static_cast<Eigen::Index>(keypoints.size()) || V.cols() != 3)
            throw InputError("positions must be an array with a row of 3 for each keypoint");
        return owned(reconstruct(D, keypoints, reduction, V));
    });
    m.def("orientation_feature", &feature, release());
    m.def(
        "geodesic_distances",
        [](const Shape& shape, const Keypoints& keypoints) {
            check_keypoints(keypoints, shape.vertices.rows());
            return keypoint_distances(GeodesicGraph(surface_of(shape)), keypoints).between;
        },
        release());
    m.def(
        "prune_candidates",
        [](const Eigen::MatrixXd& x, const Eigen::MatrixXd& y, int rounds) {
            check_square(x);
            check_square(y);
            if (x.rows() != y.rows()) throw InputError("both shapes need as many keypoints");
            return prune_candidates(x, y, rounds);
        },
        release());
}
