// What is known about a part: half-spaces for the squared norms, and the entries that they close.
#include "solver/lifted/lifted_node.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sigmatch {

namespace {

using Eigen::VectorXd;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double beyond_doubt = 1e9;  // a bound that stands for "no match"

}  // namespace

LiftedNode::LiftedNode(const NormSum& norms, const Mask& allowed)
    : norms_(&norms),
      n_(static_cast<int>(allowed.rows())),
      open_(allowed),
      space_(std::make_shared<LiftedSpace>(allowed)),
      root_(norms.norms()),
      entry_(n_ * n_, NormPolyhedron(norms.norms())),
      entry_value_(
          allowed.select(Eigen::MatrixXd::Zero(n_, n_), Eigen::MatrixXd::Constant(n_, n_, infinity))) {}

size_t LiftedNode::bytes() const {
    size_t sum = sizeof(*this) + space_->bytes() + root_.bytes() + entry_value_.size() * sizeof(double);
    for (const NormPolyhedron& entry : entry_) sum += entry.bytes();
    return sum;
}

// The a of the half-space a.m >= bound that the task's bound proves for this part.
VectorXd LiftedNode::cut(const LiftedTask& task) const {
    VectorXd a = task.w.cwiseInverse();
    // A side that costs nothing does not enter the bound. A tiny coefficient keeps the cut bounded.
    constexpr double none = 1e-9;
    a[0] *= norms_->sees_x() ? excess(task.box.x, box_.x) : none;
    a[1] *= norms_->sees_y() ? excess(task.box.y, box_.y) : none;
    return a;
}

bool LiftedNode::add(const LiftedTask& task, const LiftedSpace& space, const CertifiedBound& bound,
                     double target, int evidence) {
    if (bound.forced.size() == 0) return false;
    for (int i = 0; i < n_; ++i)
        for (int j = 0; j < n_; ++j)
            if (open_(i, j) && space.index(i, j) == 0)
                return false;  // the bound does not cover all matches of this part
    if (bound.value >= beyond_doubt) {
        lower_ = infinity;
        return false;
    }
    const VectorXd a = cut(task);
    bool useful = root_.add_cut(a, bound.value);
    for (int i = 0; i < n_; ++i)
        for (int j = 0; j < n_; ++j) {
            if (!open_(i, j)) continue;
            NormPolyhedron& entry = entry_[i * n_ + j];
            if (bound.forced(i, j) < beyond_doubt) {
                useful |= entry.add_cut(a, bound.forced(i, j));
                entry_value_(i, j) = std::max(entry_value_(i, j), entry.least_value());
            } else {
                entry_value_(i, j) = infinity;
            }
        }
    if (useful && proof_) proof_->steps.push_back({evidence, {}});
    close_entries(target);
    return useful;
}

void LiftedNode::close_entries(double target) {
    for (int i = 0; i < n_; ++i)
        for (int j = 0; j < n_; ++j)
            if (open_(i, j) && entry_value_(i, j) >= target) {
                open_(i, j) = false;
                if (proof_ && proof_->steps.empty()) proof_->steps.push_back({});
                if (proof_) proof_->steps.back().closed.emplace_back(i, j);
                entry_[i * n_ + j] = NormPolyhedron(norms_->norms());  // not needed any more
                ++closed_;
            }
    if (closed_ * 20 > open_.count()) {
        closed_ = 0;
        space_ = std::make_shared<LiftedSpace>(open_);
    }
    lower_ = std::max(lower_, root_.least_value());
    for (int i = 0; i < n_; ++i)
        lower_ = std::max({lower_, entry_value_.row(i).minCoeff(), entry_value_.col(i).minCoeff()});
}

LiftedNode LiftedNode::with_box(const ShareBox& box) const {
    LiftedNode part = *this;
    part.box_ = box;
    return part;
}

LiftedNode LiftedNode::pinned(int i, int j) const {
    LiftedNode child = *this;
    for (int k = 0; k < n_; ++k) {
        if (k != j) child.open_(i, k) = false, child.entry_value_(i, k) = infinity;
        if (k != i) child.open_(k, j) = false, child.entry_value_(k, j) = infinity;
    }
    child.root_ = entry_[i * n_ + j];
    child.space_ = std::make_shared<LiftedSpace>(child.open_);
    return child;
}

}  // namespace sigmatch
