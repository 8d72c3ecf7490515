#include "solver/lifted_node.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sigmatch {

namespace {

using Eigen::VectorXd;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double floors[] = {0.2, 0.15, 0.11, 0.08, 0.055, 0.04, 0.025, 0.015};  // of the weights
constexpr double least_floor = 0.015;
constexpr double worthwhile = 1.07;   // what a cut must promise above what is known at its vertex
constexpr double beyond_doubt = 1e9;  // a bound that stands for "no match"

double angle(const VectorXd& w, const VectorXd& v) {
    return std::acos(std::min(1.0, w.cwiseSqrt().dot(v.cwiseSqrt())));
}

VectorXd floored(const VectorXd& norms, double floor) {
    const VectorXd w = (norms / norms.sum()).cwiseMax(floor);
    return w / w.sum();
}

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

// The cut a.m >= bound that a bound of the task's quadratic is here.
VectorXd LiftedNode::cut(const LiftedTask& task) const {
    VectorXd a = task.w.cwiseInverse();
    // A side that costs nothing has no part in the bound; a tiny one keeps the cut bounded.
    constexpr double none = 1e-9;
    a[0] *= norms_->sees_x() ? excess(task.box.x, box_.x) : none;
    a[1] *= norms_->sees_y() ? excess(task.box.y, box_.y) : none;
    return a;
}

// Then no bound can reach the target: entries may be closed, but to be done with it, it must be split.
bool LiftedNode::holds_one_below(double target, const Pool& pool) const {
    return std::any_of(pool.begin(), pool.end(), [&](const KnownMatch& known) {
        bool open = known.objective < target;
        for (int i = 0; open && i < n_; ++i) open = open_(i, known.match[i]);
        return open;
    });
}

// The quadratic for matches with shares in the box and the cut 1/w that may become largest. In a wide box it
// is the one made for all of it, in a small one that of its middle: the former loses in proportion to the
// width, the latter to its square.
LiftedTask LiftedNode::sharpest(const VectorXd& w, const ShareBox& box, const Pool& pool) const {
    LiftedTask best;
    best.reach = 0;
    for (const bool middle_x : {false, true})
        for (const bool middle_y : {false, true}) {
            LiftedTask task;
            task.box = box;
            if (middle_x) task.box.x.least = task.box.x.largest = box.x.middle();
            if (middle_y) task.box.y.least = task.box.y.largest = box.y.middle();
            task.w = w;
            task.w[0] *= excess(task.box.x, box.x);
            task.w[1] *= excess(task.box.y, box.y);
            const VectorXd coefficients = norms_->coefficients(task.w, task.box);
            task.reach = infinity;
            for (const KnownMatch& known : pool)
                task.reach = std::min(task.reach, coefficients.dot(known.squares));
            if (task.reach > best.reach) best = task;
        }
    return best;
}

// Where relaxations fell short of what the known matches allow, the next ones nearby will, too.
double LiftedNode::quality_near(const VectorXd& w) const {
    double least = 1;
    for (const Quality& quality : qualities_)
        if (angle(quality.w, w) < 0.2) least = std::min(least, quality.ratio);
    return least;
}

// The weights tangent to the objective at the vertex cut deepest there; weights further from zero cut off
// more elsewhere. Takes the flattest ones that the known matches do not forbid.
LiftedTask LiftedNode::task_for(const NormPolyhedron::Vertex& vertex, double target, const Pool& pool) const {
    LiftedTask best;
    double best_ratio = 0;
    for (double floor : floors) {
        const VectorXd w = floored(vertex.m.cwiseSqrt(), floor);
        LiftedTask task = sharpest(w, box_, pool);
        task.needed = vertex.m.cwiseQuotient(w).sum();
        task.wanted = task.needed * std::pow(target / vertex.value, 2);
        const double ratio = 0.99 * task.reach / task.wanted;
        if (ratio > best_ratio) best_ratio = ratio, best = task;
        if (ratio >= 1.03) break;
    }
    // Close to the target a relaxation solved to the end closes entries; else it is not worth it.
    if (best_ratio < 0.95) best.wanted = std::min(best.wanted, 0.97 * best.reach);
    return best;
}

std::optional<LiftedTask> LiftedNode::next_task(double target, const Pool& pool,
                                                const VectorXd& incumbent_norms) {
    LiftedTask task;
    if (seeds_ < 2 && root_.least_value() == 0) {
        // The incumbent's weights, and those of matches that look right from everywhere but the orientation.
        VectorXd norms = incumbent_norms;
        if (seeds_++ > 0) norms[norms.size() - 1] = 3 * norms.sum();
        task = sharpest(floored(norms, 0.15), box_, pool);
        task.wanted = std::min(1.0, 0.97 * task.reach);
        in_flight_.push_back(task.w);
        return task;
    }
    if (relaxations_ > 0 && holds_one_below(target, pool)) return {};
    for (const auto& vertex : root_.vertices_below(target)) {
        if (vertex.value <= 0) break;
        task = task_for(vertex, target, pool);
        const bool first = relaxations_ == 0 && in_flight_.empty();
        if (!first && task.reach * quality_near(task.w) < worthwhile * task.needed) continue;
        const bool busy = std::any_of(in_flight_.begin(), in_flight_.end(),
                                      [&](const VectorXd& w) { return angle(w, task.w) < 0.25; });
        if (busy) continue;
        in_flight_.push_back(task.w);
        return task;
    }
    return {};
}

void LiftedNode::finish(const LiftedTask& task, double bound) {
    in_flight_.erase(std::find(in_flight_.begin(), in_flight_.end(), task.w));
    ++relaxations_;
    if (bound < task.wanted) qualities_.push_back({task.w, bound / task.reach});
}

bool LiftedNode::add(const LiftedTask& task, const LiftedSpace& space, const CertifiedBound& bound,
                     double target, int evidence) {
    if (bound.forced.size() == 0) return false;
    for (int i = 0; i < n_; ++i)
        for (int j = 0; j < n_; ++j)
            if (open_(i, j) && space.index(i, j) == 0)
                return false;  // the bound is not about all matches here
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

// One for each choice of the row that has the fewest, but a choice: few and small parts.
std::vector<LiftedNode> LiftedNode::choices() const {
    int row = -1;
    for (int i = 0; i < n_; ++i)
        if (open_.row(i).count() > 1 && (row < 0 || open_.row(i).count() < open_.row(row).count())) row = i;
    std::vector<LiftedNode> children;
    for (int j = 0; row >= 0 && j < n_; ++j)
        if (open_(row, j)) children.push_back(pinned(row, j));
    if (proof_ && row >= 0) {
        proof_->end = ProofNode::End::row;
        proof_->row = row;
    }
    return children;
}

// Of the side whose halves promise more at the vertex; none if neither does.
std::vector<LiftedNode> LiftedNode::halves(const NormPolyhedron::Vertex& vertex, const Pool& pool) const {
    const VectorXd w = floored(vertex.m.cwiseSqrt(), least_floor);
    double best = std::pow(1.005 * sharpest(w, box_, pool).reach, 2);
    std::vector<LiftedNode> children;
    for (const bool of_x : {true, false}) {
        ShareBox low = box_, high = box_;
        (of_x ? low.x : low.y).largest = (of_x ? high.x : high.y).least = (of_x ? box_.x : box_.y).middle();
        const double after = sharpest(w, low, pool).reach * sharpest(w, high, pool).reach;
        if (after <= best) continue;
        best = after;
        children.assign(2, *this);
        children[0].box_ = low;
        children[1].box_ = high;
        if (proof_) {
            proof_->end = of_x ? ProofNode::End::share_x : ProofNode::End::share_y;
            proof_->share = (of_x ? low.x : low.y).largest;
        }
    }
    return children;
}

std::vector<LiftedNode> LiftedNode::split(double target, const Pool& pool) const {
    std::vector<LiftedNode> children;
    const auto vertices = root_.vertices_below(target);
    if (!vertices.empty() && vertices.front().value > 0 && !holds_one_below(target, pool)) {
        // What keeps the bound at the worst vertex down: not knowing the shares, or the relaxation itself?
        const NormPolyhedron::Vertex& worst = vertices.front();
        const LiftedTask task = task_for(worst, target, pool);
        const double for_shares = task.reach / (task.needed * std::pow(target / worst.value, 2));
        if (for_shares < quality_near(task.w)) children = halves(worst, pool);
    }
    if (children.empty()) children = choices();
    if (proof_) proof_->children.resize(children.size());
    for (size_t k = 0; k < children.size(); ++k) {
        LiftedNode& child = children[k];
        if (proof_) child.record_in(proof_->children[k]);
        child.qualities_.clear();
        child.relaxations_ = child.seeds_ = 0;
        child.close_entries(target);
    }
    return children;
}

}  // namespace sigmatch
