#include "solver/partial_phi.h"

#include <Eigen/QR>
#include <algorithm>

#include "linear_algebra/symmetric_eigen.h"

namespace sigmatch {

PartialPhi::PartialPhi(const Deformation& deformation) : a_(deformation.a), b_(deformation.b) {
    const SymmetricEigen eigen = symmetric_eigen(deformation.S);
    const double least = Phi::relative_rank_threshold * std::max(0.0, eigen.values.maxCoeff());
    const Eigen::Index rank = (eigen.values.array() > least).count(), kernel = eigen.values.size() - rank;
    kernel_ = eigen.Q.leftCols(kernel);
    const Eigen::MatrixXd Q = eigen.Q.rightCols(rank);
    K_ = Q * eigen.values.tail(rank).cwiseInverse().asDiagonal() * Q.transpose();
}

const Phi& PartialPhi::operator()(const Choice& kept) {
    const auto found = made_.find(kept);
    if (found != made_.end()) return found->second;
    constexpr size_t overhead = 200;  // of the key and the map
    const Phi& phi = made_.emplace(kept, make(kept)).first->second;
    bytes_ += sizeof(Phi) + (phi.basis().size() + phi.rank()) * sizeof(double) + overhead;
    return phi;
}

void PartialPhi::make_room(size_t bytes) {
    if (bytes_ <= bytes) return;
    made_.clear();
    bytes_ = 0;
}

Phi PartialPhi::make(const Choice& kept) const {
    std::vector<int> some;
    for (int k = 0; k < size(); ++k)
        if (kept[k]) some.push_back(k);
    const auto count = static_cast<Eigen::Index>(some.size()), rank = count - kernel_.cols();
    if (rank <= 0) return {Eigen::MatrixXd(0, count), Eigen::VectorXd(0), a_, b_};
    const Eigen::HouseholderQR<Eigen::MatrixXd> qr(kernel_(some, Eigen::all));
    Eigen::MatrixXd N = Eigen::MatrixXd::Zero(count, rank);
    N.bottomRows(rank).setIdentity();
    N.applyOnTheLeft(qr.householderQ());
    const Eigen::MatrixXd KN = K_(some, some) * N;
    const SymmetricEigen eigen = symmetric_eigen(N.transpose() * KN);
    return {eigen.Q.transpose() * N.transpose(), eigen.values.cwiseInverse(), a_, b_};
}

}  // namespace sigmatch
