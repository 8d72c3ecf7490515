#include <fmt/format.h>

#include "model/programmes.h"
#include "sigmatch/errors.h"
#include "sigmatch/version.h"

namespace sigmatch {

namespace {

/// Vertices of both shapes together that a full programme may have: some 0.8 GB as text.
constexpr Eigen::Index most_vertices = 500'000;

/// Before the long work, so of the shapes as they are. Clouds of points are not decimated.
void check_size(const Shape& x, const Shape& y, int faces) {
    Eigen::Index vertices = 0;
    for (const Shape* shape : {&x, &y})
        if (faces == 0 || shape->faces.rows() == 0) vertices += shape->vertices.rows();
    if (vertices > most_vertices)
        throw InputError(
            fmt::format("the full programme has a row for every vertex, and {} are too many: decimate "
                        "(--faces 500) or take the reduced programme (--model reduced)",
                        vertices));
}

std::string coordinates(const char* matrix, const char* shape, const PreparedShape& target) {
    return fmt::format("A row v of {} is the position {} v + ({}, {}, {}) in the coordinates of {}.", matrix,
                       target.scale, target.centre[0], target.centre[1], target.centre[2], shape);
}

}  // namespace

ConicModel conic_model(const Shape& x, const Keypoints& keypoints_x, const Shape& y,
                       const Keypoints& keypoints_y, Formulation formulation, const ModelOptions& options,
                       std::vector<std::string>* warnings) {
    const bool is_full = formulation == Formulation::full;
    if (options.partial) throw InputError("partial matches cannot be exported: leave --partial out");
    if (is_full) check_size(x, y, options.faces);
    const PairModel pair = build_pair_model(x, keypoints_x, y, keypoints_y, options, nullptr, warnings);
    ConicModel model = is_full ? full_programme(pair) : reduced_programme(pair.problem);
    model.notes = {
        fmt::format("The {} programme of SIGMA for two shapes, written by sigmatch {}.",
                    is_full ? "full" : "reduced", version),
        "Its optimum is the best permutation P among the candidates: P(i, j) = 1 where keypoint i of X "
        "belongs to keypoint j of Y, both counted from 0.",
        std::string("X_I, Y_J: positions of the keypoints; h: their orientation features; ") +
            (is_full ? "L: stiffness matrices; U: orthonormal bases of the centred coordinates."
                     : "S: Schur complements of the squared deformation operators on the keypoints."),
        "Matrices are stored row by row. X and Y are centred and of unit area.",
        fmt::format("Keypoints of X, as vertices: {}", fmt::join(keypoints_x, " ")),
        fmt::format("Keypoints of Y, as vertices: {}", fmt::join(keypoints_y, " ")),
    };
    if (!pair.problem.deform_x.S.isZero(0))
        model.notes.push_back(coordinates(is_full ? "X^" : "V_x", "Y", pair.y));
    if (!pair.problem.deform_y.S.isZero(0))
        model.notes.push_back(coordinates(is_full ? "Y^" : "V_y", "X", pair.x));
    return model;
}

}  // namespace sigmatch
