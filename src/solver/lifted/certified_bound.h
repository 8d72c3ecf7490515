#pragma once

#include <Eigen/Core>

#include "numerics/assignment.h"
#include "sigmatch/certificate.h"
#include "solver/lifted/lifted_space.h"

namespace sigmatch {

/// Lower bounds of y' L y that hold for all matches of a lifted space, proved in double precision.
struct CertifiedBound {
    double value;            ///< over all matches
    Eigen::MatrixXd forced;  ///< n x n: over the matches with P_ij = 1 (infinite where there is none)
};

/// Proves bounds for one cost L from any symmetric matrix Z: y' L y = y'(L + Z)y - y'Z y, where
/// - y'Z y <= (n + 1) lambda_max of Z on the face, because |y|^2 = n + 1 (verified by a Cholesky
///   factorisation),
/// - y'(L + Z)y is at least the assignment of the linear part plus, for each entry ij, the least assignment
///   of its row of L + Z that contains ij (first level of the reformulation-linearisation technique).
/// Keeps the potentials of these assignments: the next Z will be similar.
class BoundCertifier {
public:
    /// Both arguments must outlive this object.
    BoundCertifier(const LiftedSpace& space, const Eigen::MatrixXd& cost);

    /// `shift` is where lambda_max is expected. More `rounds` pass slack between the rows (Hahn and Grant's
    /// dual ascent): this raises the bound a little, and the bounds of the forced entries more. If `evidence`
    /// is given, it receives the numbers from which the bound follows.
    CertifiedBound operator()(const Eigen::MatrixXf& dual, double shift, int rounds = 1,
                              LiftedEvidence* evidence = nullptr);

private:
    double verified_lambda_max(const Eigen::MatrixXd& Z, double expected) const;
    double inner_bound(const CostMatrix& cost, int s);

    const LiftedSpace& space_;
    const Eigen::MatrixXd& cost_;
    Eigen::MatrixXd off_face_;  // the projection on the normals
    Assignment assignment_;
    Eigen::MatrixXf prices_;  // column prices of the assignment of each entry
    Eigen::VectorXd row_prices_, outer_prices_;
};

}  // namespace sigmatch
