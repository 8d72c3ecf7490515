#include <fmt/format.h>

#include "model/programmes.h"
#include "sigmatch/errors.h"
#include "sigmatch/version.h"

namespace sigmatch {

namespace {

/// The largest number of vertices of both shapes together in a full programme. At this size its text takes
/// about 0.8 GB.
constexpr Eigen::Index most_vertices = 500'000;

/// Checks the user's shapes before the long work begins. Clouds of points are not decimated.
void check_size(const PreparedShape& x, const PreparedShape& y) {
    Eigen::Index vertices = 0;
    for (const PreparedShape* shape : {&x, &y})
        if (shape->options().faces == 0 || shape->is_cloud())
            vertices += shape->original().shape.vertices.rows();
    if (vertices > most_vertices)
        throw InputError(
            fmt::format("the full programme has a row for every vertex, and {} are too many: decimate "
                        "(`faces`) or take the reduced programme",
                        vertices));
}

std::string coordinates(const char* matrix, const char* shape, const PreparedShape& target) {
    const Eigen::RowVector3d& centre = target.centre();
    return fmt::format("A row v of {} is the position {} v + ({}, {}, {}) in the coordinates of {}.", matrix,
                       target.scale(), centre[0], centre[1], centre[2], shape);
}

}  // namespace

ConicModel conic_model(const PreparedShape& x, const PreparedShape& y, Formulation formulation,
                       const ModelOptions& options, const Knowledge& knowledge) {
    const bool is_full = formulation == Formulation::full;
    if (options.partial) throw InputError("partial matches cannot be exported: leave `partial` out");
    if (is_full) check_size(x, y);
    const Problem problem = build_problem(x, y, options, knowledge);
    ConicModel model = is_full ? full_programme(x, y, problem) : reduced_programme(problem);
    model.notes = {
        fmt::format("The {} programme of SIGMA for two shapes, written by sigmatch {}.",
                    is_full ? "full" : "reduced", version),
        "Its optimum is the best permutation P among the candidates: P(i, j) = 1 where keypoint i of X "
        "belongs to keypoint j of Y, both counted from 0.",
        std::string("X_I, Y_J: positions of the keypoints; h: their orientation features; ") +
            (is_full ? "L: stiffness matrices; U: orthonormal bases of the centred coordinates."
                     : "S: Schur complements of the squared deformation operators on the keypoints."),
        "Matrices are stored row by row. X and Y are centred and of unit area.",
        fmt::format("Keypoints of X, as vertices: {}", fmt::join(x.original().keypoints, " ")),
        fmt::format("Keypoints of Y, as vertices: {}", fmt::join(y.original().keypoints, " ")),
    };
    if (!problem.deform_x.S.isZero(0)) model.notes.push_back(coordinates(is_full ? "X^" : "V_x", "Y", y));
    if (!problem.deform_y.S.isZero(0)) model.notes.push_back(coordinates(is_full ? "Y^" : "V_y", "X", x));
    return model;
}

}  // namespace sigmatch
