#include "solver/tree/growing_side.h"

namespace sigmatch {

GrowingSide::GrowingSide(const Deformation& deformation, const Points& targets)
    : phi_of_(deformation),
      targets_(targets),
      partner_(phi_of_.size(), -1),
      kept_(phi_of_.size(), false),
      grown_(phi_of_.size()) {}

void GrowingSide::decide(int keypoint, int partner) {
    kept_[keypoint] = partner >= 0;
    partner_[keypoint] = partner;
}

void GrowingSide::renew(std::size_t memory) {
    phi_of_.make_room(memory);
    for (Grown& grown : grown_) grown.phi = nullptr;
}

double GrowingSide::with(int keypoint, int partner) {
    Grown& grown = grown_[keypoint];
    if (!grown.phi) prepare(keypoint, grown);
    const Eigen::Index rank = grown.reached.rows();
    if (rank == 0) return 0;
    squares_.resize(rank);
    const auto column = grown.phi->basis().col(keypoint);
    const double x = targets_(partner, 0), y = targets_(partner, 1), z = targets_(partner, 2);
    for (Eigen::Index r = 0; r < rank; ++r) {
        const double q = column[r], dx = grown.reached(r, 0) + q * x, dy = grown.reached(r, 1) + q * y,
                     dz = grown.reached(r, 2) + q * z;
        squares_[r] = dx * dx + dy * dy + dz * dz;
    }
    const Phi::Value value = (*grown.phi)(squares_, grown.share);
    grown.share = value.share;
    return value.phi;
}

void GrowingSide::prepare(int keypoint, Grown& grown) {
    kept_[keypoint] = true;
    grown.phi = phi_of_(kept_);
    kept_[keypoint] = false;
    const Eigen::MatrixXd& basis = grown.phi->basis();
    grown.reached.setZero(basis.rows(), 3);
    for (int k = 0; k < phi_of_.size(); ++k)
        if (kept_[k]) grown.reached.noalias() += basis.col(k) * targets_.row(partner_[k]);
}

}  // namespace sigmatch
