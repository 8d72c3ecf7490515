#pragma once

#include "sigmatch/conic.h"
#include "sigmatch/model.h"

namespace sigmatch {

/// Two programmes with the same optimum.
enum class Formulation {
    full,     ///< the paper's: P and every vertex of the reconstructions X^ and Y^; not if weighted by area
    reduced,  ///< P and the keypoints V_x and V_y of the reconstructions: see reduction.h
};

/// The programme of a pair. The first n x n variables are P, row by row: variable i n + j is 1 if keypoint i
/// of X belongs to keypoint j of Y. It is constrained to 0 if (i, j) is not a candidate. The blocks name the
/// other variables. Matrices are stored row by row.
///
/// The deformation operator D = Pi L Pi of the full programme is dense. With U an orthonormal basis of the
/// coordinates, orthogonal to the constants, A = U'X^ and a free C (both 3 x 3),
///
///     |D X^|  =  min over C of |L X^ - (L U) A - U C| ,
///
/// so the programme is as sparse as L.
///
/// Throws InputError as build_problem() does, for partial matches, and if the programme is too large to
/// write.
ConicModel conic_model(const PreparedShape& x, const PreparedShape& y, Formulation formulation,
                       const ModelOptions& options = {}, const Knowledge& knowledge = {});

/// The reduced programme of a Problem that is not partial.
ConicModel reduced_programme(const Problem& problem);

}  // namespace sigmatch
