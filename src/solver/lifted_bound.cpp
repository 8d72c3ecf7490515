#include "solver/lifted_bound.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <condition_variable>
#include <limits>
#include <list>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "sigmatch/solve.h"
#include "solver/assignment.h"
#include "solver/certified_bound.h"
#include "solver/dual_archive.h"
#include "solver/lifted_sdp.h"
#include "solver/norm_polyhedron.h"
#include "solver/open_matches.h"

namespace sigmatch {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr int max_iterations = 300;
constexpr int polishing_rounds = 3;
constexpr int enumeration_budget = 2000;
constexpr int patience = 10;  // relaxations

/// One relaxation to be solved: its weights, and the bounds that make it worth while.
struct Task {
    VectorXd w;
    double needed = 0;  ///< a bound above this cuts off the vertex
    double wanted = 1;  ///< a bound above this lifts the vertex to the target
    VectorXd vertex;
};

double angle(const VectorXd& w, const VectorXd& v) {
    return std::acos(std::min(1.0, w.cwiseSqrt().dot(v.cwiseSqrt())));
}

VectorXd floored(const VectorXd& norms, double floor) {
    const VectorXd w = (norms / norms.sum()).cwiseMax(floor);
    return w / w.sum();
}

class Search {
public:
    Search(const Problem& problem, const Match& incumbent, const LiftedBoundOptions& options)
        : problem_(problem),
          options_(options),
          norms_(problem),
          n_(problem.size()),
          root_(norms_.terms()),
          open_(problem.allowed),
          space_(std::make_shared<LiftedSpace>(problem.allowed)),
          entry_(n_ * n_, NormPolyhedron(norms_.terms())),
          entry_value_(MatrixXd::Zero(n_, n_)) {
        best_objective_ = evaluate(problem, incumbent).sum();
        unit_ = std::min(best_objective_, options.upper_bound);
        if (!(unit_ > 0)) unit_ = 1;
        for (int i = 0; i < n_; ++i)
            for (int j = 0; j < n_; ++j)
                if (!open_(i, j)) entry_value_(i, j) = infinity;
        accept(incumbent);
    }

    LiftedBoundResult run() {
        if (target() > 0) {
            std::vector<std::jthread> helpers;
            for (int k = 1; k < options_.threads; ++k) helpers.emplace_back([this] { work(); });
            work();
        }
        LiftedBoundResult result;
        result.lower_bound = lower_ * unit_;
        result.proven = lower_ >= target();
        result.stalled = stalled_ && !result.proven;
        result.open = open_;
        result.best = pool_.front();
        result.best_objective = best_objective_;
        result.relaxations = relaxations_;
        result.iterations = iterations_;
        return result;
    }

private:
    // All values below are in units of the first upper bound (its square for the m).
    double target() const {
        return (1 - options_.relative_gap) * std::min(best_objective_, options_.upper_bound) / unit_;
    }

    bool stopped() const { return options_.should_stop && options_.should_stop(); }

    // Keeps the best match in front; the others serve to predict what a relaxation can reach.
    void accept(const Match& match) {
        if (match.empty() || std::find(pool_.begin(), pool_.end(), match) != pool_.end()) return;
        const double objective = evaluate(problem_, match).sum();
        if (pool_.empty() || objective < best_objective_) {
            pool_.push_front(match);
            if (pool_.size() > 1) {
                best_objective_ = objective;
                if (options_.on_better_match) options_.on_better_match(match, objective);
            }
        } else if (pool_.size() < 32) {
            pool_.push_back(match);
        }
    }

    double reachable(const VectorXd& w) const {
        double least = infinity;
        for (const Match& match : pool_) least = std::min(least, norms_.value(match, w) / (unit_ * unit_));
        return least;
    }

    VectorXd incumbent_norms() const {
        const Terms terms = evaluate(problem_, pool_.front());
        VectorXd t(norms_.terms());
        t[0] = terms.rec_x, t[1] = terms.def_x, t[2] = terms.rec_y, t[3] = terms.def_y;
        if (t.size() > 4) t[4] = terms.ori;
        return t;
    }

    // The weights tangent to the objective at the vertex cut deepest there; weights further from zero cut off
    // more elsewhere. Takes the flattest ones that the known matches do not forbid.
    Task task_for(const NormPolyhedron::Vertex& vertex, double largest_floor) const {
        Task best;
        double best_ratio = 0;
        for (double floor : {0.15, 0.11, 0.08, 0.055, 0.04, 0.025, 0.015, 0.008, 0.004}) {
            if (floor > largest_floor) continue;
            Task task;
            task.vertex = vertex.m;
            task.w = floored(vertex.m.cwiseSqrt(), floor);
            task.needed = vertex.m.cwiseQuotient(task.w).sum();
            task.wanted = task.needed * std::pow(target() / vertex.value, 2);
            const double ratio = 0.99 * reachable(task.w) / task.wanted;
            if (ratio > best_ratio) best_ratio = ratio, best = task;
            if (ratio >= 1.03) break;
        }
        return best;
    }

    // Called with the lock held. False: nothing to do now.
    bool next_task(Task& task) {
        if (seeds_ < 2) {
            const bool first = seeds_ == 0;
            // Most of the objective of most wrong matches is either bending or distance: one relaxation for
            // each.
            task = Task{};
            VectorXd t = incumbent_norms();
            if (!first) t[0] = t[2] = t[1] + t[3];
            task.w = floored(t, 0.1);
            ++seeds_;
            if (first || options_.threads > 1) return true;
        }
        for (const auto& vertex : root_.vertices_below(target())) {
            double floor = 1;
            bool given_up = false;
            for (const auto& [m, tried] : failures_)
                if ((m - vertex.m).norm() <= 1e-3 * m.norm()) {
                    floor = std::min(floor, tried * 0.6);
                    given_up = given_up || tried <= 0.02;
                }
            if (given_up) {
                stalled_ = true;
                return false;
            }
            if (vertex.value <= 0) return false;
            task = task_for(vertex, std::max(floor, 0.004));
            if (task.w.size() == 0) continue;
            const bool busy = std::any_of(in_flight_.begin(), in_flight_.end(),
                                          [&](const VectorXd& w) { return angle(w, task.w) < 0.3; });
            if (!busy) return true;
        }
        return false;
    }

    void work() {
        std::unique_lock lock(mutex_);
        while (!finished_) {
            Task task;
            if (relaxations_ + static_cast<int>(in_flight_.size()) >= options_.max_relaxations || stopped())
                break;
            if (!next_task(task)) {
                if (in_flight_.empty() || stalled_) break;
                changed_.wait(lock);
                continue;
            }
            const auto slot = in_flight_.insert(in_flight_.end(), task.w);
            const auto space = space_;
            auto sdp = std::make_unique<LiftedSdp>(space);
            if (!archive_.start(*sdp, task.w)) sdp->start_from(pool_.front());
            lock.unlock();
            const CertifiedBound bound = relax(*sdp, task);
            const Match rounded = round(*sdp);
            lock.lock();
            in_flight_.erase(slot);
            ++relaxations_;
            iterations_ += sdp->iterations();
            accept(rounded);
            archive_.add(task.w, sdp->iterates());
            if (bound.value <= task.needed * (1 + 1e-4) && task.vertex.size() > 0)
                failures_.push_back({task.vertex, task.w.minCoeff()});
            add_cuts(task.w, bound);
            watch_progress();
            changed_.notify_all();
        }
        finished_ = true;
        changed_.notify_all();
    }

    CertifiedBound relax(LiftedSdp& sdp, const Task& task) const {
        const MatrixXd cost = norms_.lifted_cost(*sdp.space(), task.w, 1 / (unit_ * unit_));
        sdp.set_cost(cost);
        CertifiedBound best{-infinity, {}};
        MatrixXd forced;
        Eigen::MatrixXf best_dual;
        double best_shift = 0;
        double before = -infinity;
        int idle = 0;
        while (sdp.iterations() < max_iterations) {
            for (int k = 0; k < LiftedSdp::period; ++k) sdp.step();
            CertifiedBound bound = certified_bound(*sdp.space(), cost, sdp.dual(), sdp.dual_shift());
            if (std::isnan(bound.value)) break;
            const bool at_the_top = bound.value > best.value - 0.005 * std::abs(best.value);
            // Every dual of this cost proves something about some entries; the best one about all of them.
            if (forced.size() == 0) forced = bound.forced;
            forced = forced.cwiseMax(bound.forced);
            if (bound.value > best.value) {
                best = std::move(bound);
                best_dual = sdp.dual();
                best_shift = sdp.dual_shift();
            }
            const double gain = best.value - before;
            before = best.value;
            if (best.value > 2.5 * task.wanted ||
                (best.value > 1.005 * task.wanted && gain < 0.08 * best.value))
                break;
            idle = best.value > 0 && at_the_top && gain < 0.002 * best.value ? idle + 1 : 0;
            if ((idle >= 3 && sdp.iterations() >= 60) || finished_ || stopped()) break;
        }
        if (best_dual.size() == 0) return best;
        CertifiedBound polished =
            certified_bound(*sdp.space(), cost, best_dual, best_shift, polishing_rounds);
        polished.value = std::max(polished.value, best.value);
        polished.forced = polished.forced.cwiseMax(forced).cwiseMax(polished.value);
        return polished;
    }

    Match round(const LiftedSdp& sdp) const {
        CostMatrix cost = CostMatrix::Constant(n_, n_, forbidden);
        const auto estimate = sdp.estimate();
        const auto& entries = sdp.space()->entries();
        for (std::size_t s = 0; s < entries.size(); ++s)
            cost(entries[s].i, entries[s].j) = -estimate[static_cast<Eigen::Index>(s)];
        Assignment assignment;
        return assignment.solve(cost) ? assignment.match() : Match{};
    }

    void add_cuts(const VectorXd& w, const CertifiedBound& bound) {
        if (bound.forced.size() == 0) return;
        if (bound.value == infinity) {  // the open entries hold no match at all
            open_.setConstant(false);
            raise(target());
            finished_ = true;
            return;
        }
        const VectorXd a = w.cwiseInverse();
        root_.add_cut(a, bound.value);
        int dropped = 0;
        for (int i = 0; i < n_; ++i)
            for (int j = 0; j < n_; ++j) {
                if (!open_(i, j)) continue;
                double& value = entry_value_(i, j);
                if (bound.forced(i, j) < 1e9) {
                    entry_[i * n_ + j].add_cut(a, bound.forced(i, j));
                    value = std::max(value, entry_[i * n_ + j].least_value());
                } else {
                    value = infinity;
                }
                if (value >= target()) open_(i, j) = false, ++dropped;
            }
        dropped_ += dropped;
        if (dropped_ * 20 > open_.count()) {
            dropped_ = 0;
            space_ = std::make_shared<LiftedSpace>(open_);
        }
        double lower = root_.least_value();
        for (int i = 0; i < n_; ++i)
            lower = std::max({lower, entry_value_.row(i).minCoeff(), entry_value_.col(i).minCoeff()});
        // Bounds of a shrunken space hold only below the target that shrank it.
        lower = std::min(lower, target());
        raise(lower);
        const bool few = open_.count() <= 2 * n_;
        if (lower_ < target() && few &&
            for_each_match(open_, enumeration_budget, [this](const Match& match) { accept(match); }))
            raise(target());
        finished_ = finished_ || lower_ >= target();
    }

    // Gives up when the last relaxations neither raised the bound nor closed entries: time to branch.
    void watch_progress() {
        if (relaxations_ - milestone_.relaxations < patience) return;
        const bool rising = lower_ > milestone_.lower + 0.003,
                   closing = open_.count() < 0.95 * milestone_.open;
        if (!rising && !closing && milestone_.relaxations > 0) stalled_ = finished_ = true;
        milestone_ = {relaxations_, lower_, static_cast<double>(open_.count())};
    }

    void raise(double lower) {
        if (lower <= lower_) return;
        lower_ = lower;
        if (options_.on_bound) options_.on_bound(lower_ * unit_);
    }

    const Problem& problem_;
    const LiftedBoundOptions& options_;
    const NormSum norms_;
    const int n_;
    std::mutex mutex_;
    std::condition_variable changed_;
    NormPolyhedron root_;
    Mask open_;
    std::shared_ptr<const LiftedSpace> space_;
    std::vector<NormPolyhedron> entry_;
    MatrixXd entry_value_;
    std::list<Match> pool_;
    DualArchive archive_;
    std::list<VectorXd> in_flight_;
    struct Failure {
        VectorXd vertex;
        double floor;
    };
    std::vector<Failure> failures_;
    std::atomic<bool> finished_ = false;
    bool stalled_ = false;
    struct Milestone {
        int relaxations = 0;
        double lower = 0, open = 0;
    };
    Milestone milestone_;
    double best_objective_ = 0, unit_ = 1, lower_ = 0;
    int seeds_ = 0, relaxations_ = 0, dropped_ = 0;
    long iterations_ = 0;
};

}  // namespace

LiftedBoundResult lifted_bound(const Problem& problem, const Match& incumbent,
                               const LiftedBoundOptions& options) {
    return Search(problem, incumbent, options).run();
}

}  // namespace sigmatch
