#include "solver/lifted_search.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <list>
#include <mutex>
#include <utility>

#include "linear_algebra/one_blas_thread.h"
#include "sigmatch/solve.h"
#include "solver/dual_archive.h"
#include "solver/lifted_node.h"
#include "solver/lifted_relaxation.h"
#include "solver/objective.h"
#include "solver/on_threads.h"
#include "solver/open_matches.h"

namespace sigmatch {

namespace {

using Eigen::VectorXd;

constexpr size_t pool_size = 32;

class LiftedSearch {
public:
    LiftedSearch(const Problem& problem, const Ranking& known, const LiftedOptions& options)
        : problem_(problem),
          options_(options),
          objective_(problem),
          norms_(problem),
          ranking_(known),
          archive_(options.dual_memory) {
        unit_ = ranking_.entries().back().objective;
        if (!(unit_ > 0)) unit_ = 1;
        for (const Ranking::Entry& entry : known.entries()) remember(entry.match, entry.objective);
        nodes_.emplace_back(norms_, problem.allowed);
        if (options.certificate) {
            options.certificate->unit = unit_;
            nodes_.front().record_in(options.certificate->root);
        }
    }

    LiftedResult run() {
        nodes_.remove_if([this](LiftedNode& all) { return settle(all); });
        report();
        if (target() > 0 && !nodes_.empty()) {
            on_threads(
                std::min(options_.threads, most_threads(nodes_.front())), [this](int) { work(); },
                [this] {
                    const std::scoped_lock lock(mutex_);
                    finished_ = true;
                    changed_.notify_all();
                });
        }
        if (options_.certificate)
            for (LiftedNode& node : nodes_) node.conclude(lower_);
        LiftedResult result;
        result.proven = lower_ >= target();
        result.lower_bound = std::min(lower_, target()) * unit_;
        result.ranking = ranking_;
        result.relaxations = relaxations_;
        result.iterations = iterations_;
        return result;
    }

private:
    // All values below are in units of the last match ranked at first (its square for squared norms). Without
    // a goal, the target is out of reach.
    double target() const { return std::min(ranking_.goal(options_.relative_gap) / unit_, 1e9); }

    bool stopped() const { return finished_ || (options_.should_stop && options_.should_stop()); }

    // A relaxation takes some six float and five double matrices of the lifted size.
    int most_threads(const LiftedNode& root) const {
        const size_t size = root.space()->size();
        return std::max(1, static_cast<int>(options_.relaxation_memory / (64 * size * size)));
    }

    void accept(const Match& match) {
        if (match.empty()) return;
        const double objective = objective_(match);
        const bool better = objective < ranking_.best().objective;
        const bool ranked = ranking_.offer(match, objective);
        if (better && options_.on_better_match) options_.on_better_match(match, objective);
        if (ranked || pool_.size() < pool_size) remember(match, objective);
    }

    // Known matches serve to predict what a relaxation can reach.
    void remember(const Match& match, double objective) {
        if (std::any_of(pool_.begin(), pool_.end(),
                        [&](const KnownMatch& known) { return known.match == match; }))
            return;
        pool_.push_front({match, objective / unit_, norms_.squares(match) / (unit_ * unit_)});
    }

    VectorXd incumbent_norms() const {
        const Terms terms = objective_.terms(ranking_.best().match);
        VectorXd norms(norms_.norms());
        norms[0] = terms.rec_x + terms.def_x;
        norms[1] = terms.rec_y + terms.def_y;
        if (norms.size() > 2) norms[2] = terms.ori;
        return norms;
    }

    // The worst node first; when they take too much memory the smallest, so that their number shrinks.
    void sort_nodes() {
        size_t memory = 0;
        for (const LiftedNode& node : nodes_) memory += node.bytes();
        const bool crowded = memory > options_.node_memory;
        nodes_.sort([crowded](const LiftedNode& p, const LiftedNode& q) {
            return crowded ? p.open().count() < q.open().count() : p.lower() < q.lower();
        });
    }

    // The first node that has something to do, splitting those that have nothing else left.
    std::list<LiftedNode>::iterator next_node(LiftedTask& task) {
        while (!stopped()) {
            sort_nodes();
            auto node = nodes_.begin();
            for (; node != nodes_.end(); ++node) {
                if (auto next = node->next_task(target(), pool_, incumbent_norms())) {
                    task = *next;
                    return node;
                }
                if (node->idle()) break;
            }
            if (node == nodes_.end()) return node;
            for (LiftedNode& part : node->split(target(), pool_)) {
                if (settle(part)) continue;
                nodes_.push_back(std::move(part));
            }
            nodes_.erase(node);
            report();
        }
        return nodes_.end();
    }

    // True if nothing is left of the node. Few matches are looked at one by one.
    bool settle(LiftedNode& node) {
        if (node.proven(target())) {
            node.conclude(target());
            return true;
        }
        if (!node.changed()) return false;
        std::vector<Match> matches;
        if (!for_each_match(node.open(), options_.choices,
                            [&](const Match& match) { matches.push_back(match); }))
            return false;
        for (const Match& match : matches) accept(match);
        return true;
    }

    void work() {
        std::unique_lock lock(mutex_);
        while (!stopped() && !nodes_.empty()) {
            LiftedTask task;
            const auto node = next_node(task);
            if (node == nodes_.end()) {
                if (nodes_.empty() || stopped()) break;
                changed_.wait(lock);
                continue;
            }
            const VectorXd coefficients = norms_.coefficients(task.w, task.box);
            LiftedSdp sdp(node->space());
            if (!archive_.start(sdp, coefficients, importance())) sdp.start_from(ranking_.best().match);
            LiftedEvidence evidence;
            lock.unlock();
            const CertifiedBound bound = solve_relaxation(
                sdp, norms_.lifted_cost(*sdp.space(), coefficients, 1 / (unit_ * unit_)), task.wanted,
                [this] { return stopped(); }, options_.certificate ? &evidence : nullptr);
            const Match rounded = rounded_match(sdp);
            lock.lock();
            ++relaxations_;
            iterations_ += sdp.iterations();
            accept(rounded);
            archive_.add(coefficients, sdp.iterates());
            node->finish(task, bound.value);
            tell_nodes(task, *sdp.space(), bound, evidence);
            nodes_.remove_if([this](LiftedNode& some) { return some.idle() && settle(some); });
            report();
            changed_.notify_all();
        }
        finished_ = true;
        changed_.notify_all();
    }

    // What the evidence of a bound is good for, if anything, is part of the proof.
    void tell_nodes(const LiftedTask& task, const LiftedSpace& space, const CertifiedBound& bound,
                    LiftedEvidence& evidence) {
        const int index = options_.certificate ? static_cast<int>(options_.certificate->evidence.size()) : -1;
        bool useful = false;
        for (LiftedNode& node : nodes_) useful |= node.add(task, space, bound, target(), index);
        if (!options_.certificate || !useful) return;
        evidence.weights.setOnes();
        evidence.weights.head(task.w.size()) = task.w;
        evidence.box = task.box;
        options_.certificate->evidence.push_back(std::move(evidence));
    }

    VectorXd importance() const {
        VectorXd sum = VectorXd::Zero(2 * problem_.size() + 1);
        for (const KnownMatch& known : pool_) sum += known.squares;
        return sum;
    }

    void report() {
        double lower = target();
        for (const LiftedNode& node : nodes_) lower = std::min(lower, node.lower());
        if (lower <= lower_) return;
        lower_ = lower;
        if (options_.on_bound) options_.on_bound(lower_ * unit_);
    }

    const Problem& problem_;
    const LiftedOptions& options_;
    const Objective objective_;
    const NormSum norms_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::list<LiftedNode> nodes_;
    Ranking ranking_;
    LiftedNode::Pool pool_;
    DualArchive archive_;
    std::atomic<bool> finished_ = false;
    double unit_ = 1, lower_ = 0;
    int relaxations_ = 0;
    long iterations_ = 0;
};

}  // namespace

LiftedResult lifted_search(const Problem& problem, const Ranking& known, const LiftedOptions& options) {
    const OneBlasThread one_blas_thread;
    return LiftedSearch(problem, known, options).run();
}

}  // namespace sigmatch
