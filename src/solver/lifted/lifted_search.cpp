#include "solver/lifted/lifted_search.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <condition_variable>
#include <limits>
#include <list>
#include <mutex>
#include <utility>

#include "numerics/on_threads.h"
#include "solver/lifted/dual_archive.h"
#include "solver/lifted/lifted_relaxation.h"
#include "solver/lifted/node_store.h"
#include "solver/lifted/open_matches.h"
#include "solver/local_search.h"
#include "solver/objective/objective.h"

namespace sigmatch {

namespace {

using Eigen::VectorXd;

constexpr size_t pool_size = 32;
constexpr double out_of_reach = 1e9;

class LiftedSearch {
public:
    LiftedSearch(const Problem& problem, SearchState& state, Certificate* certificate)
        : problem_(problem),
          state_(state),
          certificate_(certificate),
          objective_(problem),
          norms_(problem),
          nodes_(state.memory() / 4),
          archive_(state.memory() / 8) {
        const Ranking known = state.ranking();
        unit_ = known.entries().back().objective;
        if (!(unit_ > 0)) unit_ = 1;
        for (const Ranking::Entry& entry : known.entries()) remember(entry.match, entry.objective);
        LiftedNode all(norms_, problem.allowed);
        if (certificate) {
            certificate->unit = unit_;
            all.record_in(certificate->root);
        }
        nodes_.add(std::move(all));
    }

    void run() {
        state_.count_nodes(1);
        const int threads = std::min(state_.threads(), most_threads(nodes_.front()));
        nodes_.remove_if([this](LiftedNode& all) { return settle(all); });
        report();
        if (target() > 0 && !nodes_.empty())
            on_threads(
                threads, [this](int) { work(); },
                [this] {
                    const std::scoped_lock lock(mutex_);
                    finished_ = true;
                    changed_.notify_all();
                });
        if (certificate_) nodes_.for_each([this](LiftedNode& node) { node.conclude(lower_); });
    }

private:
    // All values below are in units of the objective of the last match in the first ranking (squared norms:
    // in units of its square). Without a goal, the target is out of reach.
    double target() const { return std::min(state_.goal() / unit_, out_of_reach); }

    bool stopped() const { return finished_ || state_.must_stop(); }

    // A relaxation takes about six float and five double matrices of the lifted size.
    int most_threads(const LiftedNode& root) const {
        const size_t size = root.space()->size();
        return std::max(1, static_cast<int>(state_.memory() / 2 / (64 * size * size)));
    }

    void accept(const Match& match) {
        if (match.empty()) return;
        const double objective = objective_(match);
        if (state_.offer(match, objective) || pool_.size() < pool_size) remember(match, objective);
    }

    // Known matches limit what a relaxation can reach, and so predict it.
    void remember(const Match& match, double objective) {
        if (std::any_of(pool_.begin(), pool_.end(),
                        [&](const KnownMatch& known) { return known.match == match; }))
            return;
        pool_.push_front({match, objective / unit_, norms_.squares(match) / (unit_ * unit_)});
    }

    VectorXd incumbent_norms() {
        const Terms terms = objective_.terms(state_.best());
        VectorXd norms(norms_.norms());
        norms[0] = terms.rec_x + terms.def_x;
        norms[1] = terms.rec_y + terms.def_y;
        if (norms.size() > 2) norms[2] = terms.features();
        return norms;
    }

    // The first node with a relaxation to solve. Splits nodes that can only be split.
    LiftedNode* next_node(LiftedTask& task) {
        while (!stopped()) {
            nodes_.sort();
            const VectorXd norms = incumbent_norms();
            LiftedNode* exhausted = nullptr;
            LiftedNode* found = nodes_.find([&](LiftedNode& node) {
                if (auto next = node.next_task(target(), pool_, norms)) {
                    task = *next;
                    return true;
                }
                if (node.idle()) exhausted = &node;
                return exhausted != nullptr;
            });
            if (!exhausted) return found;
            for (LiftedNode& part : exhausted->split(target(), pool_)) {
                state_.count_nodes(1);
                if (!settle(part)) nodes_.add(std::move(part));
            }
            nodes_.remove(exhausted);
            report();
        }
        return nullptr;
    }

    // True if nothing is left of the node. If its matches are few, evaluates them one by one.
    bool settle(LiftedNode& node) {
        if (node.proven(target())) {
            node.conclude(target());
            return true;
        }
        if (!node.changed()) return false;
        std::vector<Match> matches;
        if (!for_each_match(node.open(), state_.options().choices,
                            [&](const Match& match) { matches.push_back(match); }))
            return false;
        for (const Match& match : matches) accept(match);
        return true;
    }

    void work() {
        LocalSearch local(problem_, state_.options().seed);
        std::unique_lock lock(mutex_);
        while (!stopped() && !nodes_.empty()) {
            LiftedTask task;
            LiftedNode* node = next_node(task);
            if (!node) {
                if (nodes_.empty() || stopped()) break;
                changed_.wait(lock);
                continue;
            }
            const VectorXd coefficients = norms_.coefficients(task.w, task.box);
            LiftedSdp sdp(node->space());
            if (!archive_.start(sdp, coefficients, importance())) sdp.start_from(state_.best());
            LiftedEvidence evidence;
            lock.unlock();
            const CertifiedBound bound = solve_relaxation(
                sdp, norms_.lifted_cost(*sdp.space(), coefficients, 1 / (unit_ * unit_)), task.wanted,
                [this] { return stopped(); }, certificate_ ? &evidence : nullptr);
            const Match rounded = rounded_match(sdp);
            Match descended = rounded;
            if (!descended.empty()) local.descend(descended);
            lock.lock();
            state_.count_relaxation();
            accept(rounded);
            if (descended != rounded) accept(descended);
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

    // Tells all nodes about the bound. Evidence that some node can use joins the certificate.
    void tell_nodes(const LiftedTask& task, const LiftedSpace& space, const CertifiedBound& bound,
                    LiftedEvidence& evidence) {
        const int index = certificate_ ? static_cast<int>(certificate_->evidence.size()) : -1;
        bool useful = false;
        nodes_.for_each([&](LiftedNode& node) { useful |= node.add(task, space, bound, target(), index); });
        if (!certificate_ || !useful) return;
        evidence.weights.setOnes();
        evidence.weights.head(task.w.size()) = task.w;
        evidence.box = task.box;
        certificate_->evidence.push_back(std::move(evidence));
    }

    VectorXd importance() const {
        VectorXd sum = VectorXd::Zero(2 * problem_.size() + 1);
        for (const KnownMatch& known : pool_) sum += known.squares;
        return sum;
    }

    // If no node is left and there is no goal, the ranking holds all matches.
    void report() {
        lower_ = std::max(lower_, std::min(target(), nodes_.lower()));
        const bool no_others = nodes_.empty() && std::isinf(state_.goal());
        state_.raise_bound(no_others ? std::numeric_limits<double>::infinity() : lower_ * unit_);
    }

    const Problem& problem_;
    SearchState& state_;
    Certificate* certificate_;
    Objective objective_;
    const NormSum norms_;
    std::mutex mutex_;
    std::condition_variable changed_;
    NodeStore nodes_;
    LiftedNode::Pool pool_;
    DualArchive archive_;
    std::atomic<bool> finished_ = false;
    double unit_ = 1, lower_ = 0;
};

}  // namespace

void lifted_search(const Problem& problem, SearchState& state, Certificate* certificate) {
    LiftedSearch(problem, state, certificate).run();
}

}  // namespace sigmatch
