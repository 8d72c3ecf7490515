#include "solver/objective/partial_phi.h"

#include <algorithm>

#include "numerics/linear_systems.h"
#include "numerics/symmetric_eigen.h"

namespace sigmatch {

PartialPhi::PartialPhi(const Deformation& deformation)
    : whole_(deformation), a_(deformation.a), b_(deformation.b) {
    const SymmetricEigen eigen = symmetric_eigen(deformation.S);
    const Eigen::Index rank = whole_.rank(), kernel = eigen.values.size() - rank;
    kernel_ = eigen.Q.leftCols(kernel);
    const Eigen::MatrixXd Q = eigen.Q.rightCols(rank);
    const Eigen::MatrixXd scaled = Q * eigen.values.tail(rank).cwiseInverse().asDiagonal();
    K_ = scaled * Q.transpose();
}

std::shared_ptr<const Phi> PartialPhi::operator()(const Choice& kept) {
    const auto found = made_.find(kept);
    if (found != made_.end()) return found->second;
    constexpr size_t overhead = 200;  // of the key and the map
    const auto phi = std::make_shared<const Phi>(make(kept));
    made_.emplace(kept, phi);
    bytes_ += sizeof(Phi) + (phi->basis().size() + phi->rank()) * sizeof(double) + overhead;
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
    if (count == size()) return whole_;
    if (rank <= 0) return {Eigen::MatrixXd(0, size()), Eigen::VectorXd(0), a_, b_};
    const Eigen::MatrixXd N = complement_of(kernel_(some, Eigen::all));
    const Eigen::MatrixXd K = K_(some, some), KN = K * N;
    const SymmetricEigen eigen = symmetric_eigen(N.transpose() * KN);
    Eigen::MatrixXd basis = Eigen::MatrixXd::Zero(rank, size());
    basis(Eigen::all, some) = (N * eigen.Q).transpose();
    return {std::move(basis), eigen.values.cwiseInverse(), a_, b_};
}

}  // namespace sigmatch
