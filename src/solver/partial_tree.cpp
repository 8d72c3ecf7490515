#include "solver/partial_tree.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "solver/on_threads.h"
#include "solver/partial_phi.h"

namespace sigmatch {

namespace {

/// One side of the objective as one more pair is added to those of a node.
class GrowingSide {
public:
    GrowingSide(const Deformation& deformation, const Points& targets)
        : phi_of_(deformation),
          targets_(targets),
          partner_(phi_of_.size(), -1),
          kept_(phi_of_.size(), false) {
        grown_.resize(phi_of_.size());
    }

    void decide(int keypoint, int partner) {
        kept_[keypoint] = partner >= 0;
        partner_[keypoint] = partner;
    }

    /// The pairs have changed.
    void renew(size_t memory) {
        phi_of_.make_room(memory);
        for (Grown& grown : grown_) grown.phi = nullptr;
    }

    /// phi with the pair added.
    double with(int keypoint, int partner) {
        Grown& grown = grown_[keypoint];
        if (!grown.phi) prepare(keypoint, grown);
        const Eigen::Index rank = grown.reached.rows();
        if (rank == 0) return 0;
        squares_.resize(rank);
        const double x = targets_(partner, 0), y = targets_(partner, 1), z = targets_(partner, 2);
        for (Eigen::Index r = 0; r < rank; ++r) {
            const double q = grown.column[r], dx = grown.reached(r, 0) + q * x,
                         dy = grown.reached(r, 1) + q * y, dz = grown.reached(r, 2) + q * z;
            squares_[r] = dx * dx + dy * dy + dz * dz;
        }
        const Phi::Value value = (*grown.phi)(squares_, grown.share);
        grown.share = value.share;
        return value.phi;
    }

private:
    struct Grown {
        const Phi* phi = nullptr;
        Eigen::MatrixXd reached;  ///< basis times the partners so far
        Eigen::VectorXd column;   ///< of the basis, for the keypoint
        double share = 0.5;
    };

    void prepare(int keypoint, Grown& grown) {
        kept_[keypoint] = true;
        grown.phi = &phi_of_(kept_);
        const Eigen::MatrixXd& basis = grown.phi->basis();
        grown.reached.setZero(basis.rows(), 3);
        Eigen::Index position = 0;
        for (int k = 0; k < phi_of_.size(); ++k) {
            if (!kept_[k]) continue;
            if (k == keypoint)
                grown.column = basis.col(position);
            else
                grown.reached.noalias() += basis.col(position) * targets_.row(partner_[k]);
            ++position;
        }
        kept_[keypoint] = false;
    }

    PartialPhi phi_of_;
    Eigen::Matrix<double, Eigen::Dynamic, 3> targets_;
    std::vector<int> partner_;
    PartialPhi::Choice kept_;
    std::vector<Grown> grown_;
    Eigen::ArrayXd squares_;
};

/// The keypoints to begin with: so many that they cost nothing wherever they go. Chosen so that, with one
/// more, they are as stiff as can be: then few ways to place that one are left.
std::vector<int> stiffest_rows(const Problem& problem) {
    PartialPhi phi_of(problem.deform_x);
    const int n = problem.size(),
              count = std::min(phi_of.free_keypoints(), PartialPhi(problem.deform_y).free_keypoints());
    const auto stiffness = [&](const std::vector<int>& rows) {
        PartialPhi::Choice kept(n, false);
        for (int i : rows) kept[i] = true;
        const Phi& phi = phi_of(kept);
        return phi(Eigen::ArrayXd::Ones(phi.rank())).phi;
    };
    std::vector<int> best, rows(n);
    double most = -1;
    for (int seed = 0; seed < n; ++seed) {
        const auto from_seed = [&](int i) {
            return (problem.points_x.row(i) - problem.points_x.row(seed)).squaredNorm();
        };
        std::iota(rows.begin(), rows.end(), 0);
        std::sort(rows.begin(), rows.end(), [&](int i, int k) { return from_seed(i) < from_seed(k); });
        std::vector<int> some(rows.begin(), rows.begin() + std::min(count + 1, n));
        double value = stiffness(some);
        for (bool better = true; better;) {
            better = false;
            for (int& member : some)
                for (int i = 0; i < n; ++i) {
                    if (std::find(some.begin(), some.end(), i) != some.end()) continue;
                    const int before = std::exchange(member, i);
                    const double after = stiffness(some);
                    if (after > value * (1 + 1e-9))
                        value = after, better = true;
                    else
                        member = before;
                }
        }
        if (value > most) most = value, best = some;
    }
    best.resize(std::clamp(count, 1, n));
    return best;
}

class Grower {
public:
    /// Each side may take `memory` bytes.
    Grower(const Problem& problem, const std::vector<int>& first, const PartialTreeHooks& hooks,
           size_t memory)
        : problem_(problem),
          hooks_(hooks),
          memory_(memory),
          x_(problem.deform_x, problem.points_y),
          y_(problem.deform_y, problem.points_x),
          first_(first),
          match_(problem.size(), unmatched),
          decided_(problem.size(), false),
          taken_(problem.size_y(), false),
          order_(problem.size()) {
        std::iota(order_.begin(), order_.end(), 0);
        options_.resize(problem.size() + 1);
        for (Options& options : options_) options.resize(problem.size());
        for (int i = 0; i < problem.size(); ++i) {
            for (int j = 0; j < problem.size_y(); ++j)
                if (problem.allowed(i, j)) options_[0][i].push_back({j, 0});
            if (std::isfinite(problem.unmatched_cost))
                options_[0][i].push_back({unmatched, problem.unmatched_cost});
        }
    }

    std::int64_t nodes() const { return nodes_; }
    bool stopped() const { return stopped_; }
    /// Parts of the tree that can be searched apart.
    int tasks() const { return static_cast<int>(options_[0][first_[0]].size()); }

    void run(int task) {
        target_ = hooks_.target();
        branch(first_[0], options_[0][first_[0]][task], 1);
    }

private:
    struct Option {
        int column;    ///< or unmatched
        double value;  ///< of f with it
    };
    using Options = std::vector<std::vector<Option>>;  // for each row

    void decide(int i, int j) {
        decided_[i] = true;
        match_[i] = j;
        if (j == unmatched) {
            price_ += problem_.unmatched_cost;
            return;
        }
        taken_[j] = true;
        x_.decide(i, j);
        y_.decide(j, i);
        orientation_ += orientation_square(i, j);
    }

    void undo(int i, int j) {
        decided_[i] = false;
        match_[i] = unmatched;
        if (j == unmatched) return;
        taken_[j] = false;
        x_.decide(i, -1);
        y_.decide(j, -1);
    }

    double orientation_square(int i, int j) const { return std::pow(problem_.h_x[i] - problem_.h_y[j], 2); }

    // f with the pair added to pairs of this value, or something from the target on.
    double with(int i, int j, double value) {
        if (j == unmatched) return value + problem_.unmatched_cost;
        double sum =
            price_ + problem_.ori_weight * std::sqrt(std::max(0.0, orientation_ + orientation_square(i, j)));
        if (sum < target_) sum += x_.with(i, j);
        if (sum < target_) sum += y_.with(j, i);
        return sum;
    }

    // What is left of the options at this depth; the row that has the fewest, or -1 if one has none.
    int narrow(int depth, double value) {
        x_.renew(memory_);
        y_.renew(memory_);
        int best = -1;
        for (auto row = order_.begin(); row != order_.end(); ++row) {
            const int i = *row;
            if (decided_[i]) continue;
            std::vector<Option>& left = options_[depth][i];
            left.clear();
            for (const Option& option : options_[depth - 1][i]) {
                if (option.column != unmatched && taken_[option.column]) continue;
                const double after = option.value < target_ ? with(i, option.column, value) : option.value;
                if (after < target_) left.push_back({option.column, after});
            }
            if (left.empty()) {
                std::rotate(order_.begin(), row, row + 1);
                return -1;
            }
            if (best < 0 || left.size() < options_[depth][best].size()) best = i;
        }
        return best;
    }

    // All matches with the pairs decided so far, which have this value.
    void search(int depth, double value) {
        ++nodes_;
        if (hooks_.should_stop()) stopped_ = true;
        if (stopped_) return;
        if (depth == problem_.size()) {
            hooks_.visit(match_);
            target_ = std::min(target_, hooks_.target());
            return;
        }
        int row = -1;
        if (depth < static_cast<int>(first_.size())) {
            options_[depth] = options_[depth - 1];
            row = first_[depth];
        } else {
            row = narrow(depth, value);
        }
        if (row < 0) return;
        for (size_t k = 0; k < options_[depth][row].size() && !stopped_; ++k)
            branch(row, options_[depth][row][k], depth + 1);
    }

    void branch(int row, const Option option, int depth) {
        if (option.value >= target_ || (option.column != unmatched && taken_[option.column])) return;
        const double price = price_, orientation = orientation_;
        decide(row, option.column);
        search(depth, std::max(option.value, price_));
        undo(row, option.column);
        price_ = price;  // not by subtraction: over millions of nodes its rounding would add up
        orientation_ = orientation;
    }

    const Problem& problem_;
    const PartialTreeHooks& hooks_;
    const size_t memory_;
    GrowingSide x_, y_;
    const std::vector<int>& first_;
    Match match_;
    std::vector<char> decided_, taken_;
    std::vector<Options> options_;
    std::vector<int> order_;  // rows, those that were the last to have no options first
    double target_ = 0, price_ = 0, orientation_ = 0;
    std::int64_t nodes_ = 0;
    bool stopped_ = false;
};

}  // namespace

PartialTreeOutcome partial_tree(const Problem& problem, const PartialTreeHooks& hooks, int threads) {
    const std::vector<int> first = stiffest_rows(problem);
    std::atomic<int> next = 0;
    std::atomic<std::int64_t> nodes = 0;
    std::atomic<bool> stopped = false;
    on_threads(
        threads,
        [&](int) {
            Grower worker(problem, first, hooks, hooks.memory / (2 * static_cast<size_t>(threads)));
            for (int task = next++; task < worker.tasks() && !worker.stopped(); task = next++)
                worker.run(task);
            nodes += worker.nodes();
            if (worker.stopped()) stopped = true;
        },
        [&] { next = std::numeric_limits<int>::max() / 2; });
    return {!stopped, nodes};
}

}  // namespace sigmatch
