// How a part is divided into smaller ones.
#include <cmath>
#include <utility>

#include "solver/lifted/lifted_node.h"

namespace sigmatch {

namespace {

using Eigen::VectorXd;

constexpr double least_floor = 0.015;  // of the weights

}  // namespace

// The row with the fewest choices, but at least two: its parts are few and small. -1 if no row has two.
int LiftedNode::smallest_choice() const {
    int row = -1;
    for (int i = 0; i < n_; ++i)
        if (open_.row(i).count() > 1 && (row < 0 || open_.row(i).count() < open_.row(row).count())) row = i;
    return row;
}

LiftedNode::Split LiftedNode::by_row(int row) const {
    Split split{ProofNode::End::row, row, 0, {}};
    for (int j = 0; j < n_; ++j)
        if (open_(row, j)) split.parts.push_back(pinned(row, j));
    return split;
}

// Halves the share of the side whose halves promise more at the vertex. No parts if neither side promises a
// gain.
LiftedNode::Split LiftedNode::by_share(const NormPolyhedron::Vertex& vertex, const Pool& pool) const {
    const VectorXd w = floored(vertex.m.cwiseSqrt(), least_floor);
    double best = std::pow(1.005 * sharpest(w, box_, pool).reach, 2);
    Split split;
    for (const bool of_x : {true, false}) {
        ShareBox low = box_, high = box_;
        const double middle = (of_x ? box_.x : box_.y).middle();
        (of_x ? low.x : low.y).largest = (of_x ? high.x : high.y).least = middle;
        const double after = sharpest(w, low, pool).reach * sharpest(w, high, pool).reach;
        if (after <= best) continue;
        best = after;
        split = {of_x ? ProofNode::End::share_x : ProofNode::End::share_y,
                 0,
                 middle,
                 {with_box(low), with_box(high)}};
    }
    return split;
}

LiftedNode::Split LiftedNode::best_split(double target, const Pool& pool) const {
    const auto vertices = root_.vertices_below(target);
    if (!vertices.empty() && vertices.front().value > 0 && !holds_one_below(target, pool)) {
        // What limits the bound at the worst vertex: the unknown shares, or the relaxation itself?
        const NormPolyhedron::Vertex& worst = vertices.front();
        const LiftedTask task = task_for(worst, target, pool);
        const double for_shares = task.reach / (task.needed * std::pow(target / worst.value, 2));
        if (for_shares < quality_near(task.w)) {
            Split halves = by_share(worst, pool);
            if (!halves.parts.empty()) return halves;
        }
    }
    const int row = smallest_choice();
    return row < 0 ? Split{} : by_row(row);
}

std::vector<LiftedNode> LiftedNode::split(double target, const Pool& pool) {
    Split best = best_split(target, pool);
    if (proof_) {
        proof_->end = best.end;
        proof_->row = best.row;
        proof_->share = best.share;
        proof_->children.resize(best.parts.size());
    }
    for (size_t k = 0; k < best.parts.size(); ++k) {
        LiftedNode& part = best.parts[k];
        if (proof_) part.record_in(proof_->children[k]);
        part.qualities_.clear();
        part.relaxations_ = part.seeds_ = 0;
        part.close_entries(target);
    }
    return std::move(best.parts);
}

}  // namespace sigmatch
