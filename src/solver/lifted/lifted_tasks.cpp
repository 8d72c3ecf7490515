// Which relaxation of a part promises most.
#include <algorithm>
#include <cmath>
#include <limits>

#include "solver/lifted/lifted_node.h"

namespace sigmatch {

namespace {

using Eigen::VectorXd;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double floors[] = {0.2, 0.15, 0.11, 0.08, 0.055, 0.04, 0.025, 0.015};  // of the weights
constexpr double worthwhile = 1.07;  // a cut must promise this many times what is known at its vertex

double angle(const VectorXd& w, const VectorXd& v) {
    return std::acos(std::min(1.0, w.cwiseSqrt().dot(v.cwiseSqrt())));
}

}  // namespace

VectorXd floored(const VectorXd& norms, double floor) {
    const VectorXd w = (norms / norms.sum()).cwiseMax(floor);
    return w / w.sum();
}

// Whether a known match of this part lies below the target. Then no bound can reach the target: relaxations
// may still close entries, but in the end the part must be split.
bool LiftedNode::holds_one_below(double target, const Pool& pool) const {
    return std::any_of(pool.begin(), pool.end(), [&](const KnownMatch& known) {
        bool open = known.objective < target;
        for (int i = 0; open && i < n_; ++i) open = open_(i, known.match[i]);
        return open;
    });
}

// Several quadratics prove the half-space 1/w for shares in the box. Takes the one with the largest bound
// that the known matches allow. A quadratic made for the whole box loses in proportion to the width of the
// box, so it serves wide boxes. A quadratic made for the middle loses in proportion to the square of the
// width, so it serves small boxes.
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

// If relaxations with similar weights fell short of what the known matches allow, the next one will, too.
double LiftedNode::quality_near(const VectorXd& w) const {
    double least = 1;
    for (const Quality& quality : qualities_)
        if (angle(quality.w, w) < 0.2) least = std::min(least, quality.ratio);
    return least;
}

// Weights tangent to the objective at the vertex cut deepest there. Weights farther from zero cut off more
// elsewhere. Takes the flattest weights that the known matches do not forbid.
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
    // Close to the target, a relaxation that is solved to the end closes entries. Otherwise it is not worth
    // it.
    if (best_ratio < 0.95) best.wanted = std::min(best.wanted, 0.97 * best.reach);
    return best;
}

std::optional<LiftedTask> LiftedNode::next_task(double target, const Pool& pool,
                                                const VectorXd& incumbent_norms) {
    LiftedTask task;
    if (seeds_ < 2 && root_.least_value() == 0) {
        // First the weights of the incumbent, then the weights of matches that look right except for the
        // orientation.
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

}  // namespace sigmatch
