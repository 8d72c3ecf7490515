#include "solver/lifted/dual_archive.h"

#include <algorithm>
#include <utility>

namespace sigmatch {

namespace {
constexpr std::size_t most_duals = 24;

std::size_t bytes(const LiftedSdp::Iterates& iterates) {
    return (iterates.Y.size() + iterates.Z.size()) * sizeof(float);
}
}  // namespace

void DualArchive::add(const Eigen::VectorXd& coefficients, LiftedSdp::Iterates iterates) {
    solved_.push_back({coefficients, std::move(iterates)});
    std::size_t memory = 0;
    for (const Solved& solved : solved_) memory += bytes(solved.iterates);
    while (solved_.size() > most_duals || (memory > memory_limit_ && solved_.size() > 1)) {
        memory -= bytes(solved_.front().iterates);
        solved_.pop_front();
    }
}

bool DualArchive::start(LiftedSdp& sdp, const Eigen::VectorXd& coefficients,
                        const Eigen::VectorXd& importance) const {
    if (solved_.empty()) return false;
    const int count = static_cast<int>(solved_.size());
    Eigen::MatrixXd columns(importance.size(), count);
    for (int k = 0; k < count; ++k) columns.col(k) = importance.cwiseProduct(solved_[k].coefficients);
    // Nonnegative least squares by coordinate descent.
    Eigen::VectorXd lambda = Eigen::VectorXd::Zero(count), residual = importance.cwiseProduct(coefficients);
    for (int sweep = 0; sweep < 500; ++sweep)
        for (int k = 0; k < count; ++k) {
            const double wish = lambda[k] + columns.col(k).dot(residual) / columns.col(k).squaredNorm();
            const double next = std::max(0.0, wish);
            residual += (lambda[k] - next) * columns.col(k);
            lambda[k] = next;
        }
    const double total = lambda.sum();
    for (int k = 0; k < count; ++k)
        if (lambda[k] > 1e-3 * total)
            sdp.add_start(solved_[k].iterates, static_cast<float>(lambda[k] / total),
                          static_cast<float>(lambda[k]));
    return total > 0;
}

}  // namespace sigmatch
