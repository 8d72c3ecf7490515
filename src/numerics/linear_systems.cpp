#include "numerics/linear_systems.h"

#include <Eigen/Cholesky>
#include <Eigen/QR>

namespace sigmatch {

Eigen::MatrixXd least_squares(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B) {
    return A.colPivHouseholderQr().solve(B);
}

Eigen::MatrixXd range_of(const Eigen::MatrixXd& A, double threshold) {
    Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(A);
    qr.setThreshold(threshold);
    return qr.householderQ() * Eigen::MatrixXd::Identity(A.rows(), qr.rank());
}

Eigen::MatrixXd complement_of(const Eigen::MatrixXd& A) {
    const Eigen::HouseholderQR<Eigen::MatrixXd> qr(A);
    const Eigen::Index rank = A.rows() - A.cols();
    Eigen::MatrixXd N = Eigen::MatrixXd::Zero(A.rows(), rank);
    N.bottomRows(rank).setIdentity();
    N.applyOnTheLeft(qr.householderQ());
    return N;
}

Eigen::MatrixXd solve_symmetric(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B) {
    return A.ldlt().solve(B);
}

}  // namespace sigmatch
