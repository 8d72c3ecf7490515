#pragma once

#include <Eigen/SparseCore>
#include <string>
#include <vector>

#include "sigmatch/match.h"

/// The matching problem as a mixed-integer second-order cone programme (MISOCP), for other solvers.
namespace sigmatch {

enum class Cone {
    free,
    nonnegative,
    zero,
    second_order,  ///< the first entry is at least the norm of the others
};

/// Consecutive variables, or rows, in one cone.
struct ConeBlock {
    Cone cone;
    Eigen::Index size;
    std::string name;
    std::string meaning;
};

/// minimise c'x  subject to  A x + b in the cones of the rows, x in those of the variables
struct ConicModel {
    std::vector<ConeBlock> variables, rows;
    Eigen::Index integers = 0;  ///< the first so many variables are integer
    std::vector<double> c;      ///< one for each variable
    std::vector<double> b;      ///< one for each row
    std::vector<Eigen::Triplet<double>> A;
    std::vector<std::string> notes;  ///< what people should know about the model
};

/// Two programmes with the same optimum.
enum class Formulation {
    full,     ///< the paper's: P and every vertex of the reconstructions X^ and Y^
    reduced,  ///< P and the keypoints V_x and V_y of the reconstructions: see reduction.h
};

/// The programme of a pair. P comes first, row by row, all n x n of it: variable i n + j is 1 where keypoint
/// i of X belongs to keypoint j of Y, and 0 is asked of what is not a candidate. What follows it is told by
/// the blocks; matrices are stored row by row.
///
/// The deformation operator D = Pi L Pi of the full programme is dense. With U an orthonormal basis of the
/// coordinates, orthogonal to the constants, A = U'X^ and a free C (both 3 x 3),
///
///     |D X^|  =  min over C of |L X^ - (L U) A - U C| ,
///
/// which keeps it as sparse as L.
///
/// `warnings`, where given, is added to. Throws InputError for what build_problem() does, for partial matches
/// and where the full programme would be too large for a file.
ConicModel conic_model(const Shape& x, const Keypoints& keypoints_x, const Shape& y,
                       const Keypoints& keypoints_y, Formulation formulation,
                       const ModelOptions& options = {}, std::vector<std::string>* warnings = nullptr);

/// The reduced programme of a Problem that is not partial.
ConicModel reduced_programme(const Problem& problem);

/// The model in the Conic Benchmark Format, version 1. Its numbers read back as the same.
std::string cbf_text(const ConicModel& model);

}  // namespace sigmatch
