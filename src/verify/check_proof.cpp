#include <algorithm>
#include <cmath>
#include <limits>

#include "verify/cover.h"
#include "verify/lifted_check.h"
#include "verify/matchings.h"
#include "verify/require.h"
#include "verify/rounding.h"
#include "verify/stated_features.h"
#include "verify/stated_objective.h"

namespace sigmatch {

namespace {

constexpr long most_choices = 100000;  // limit for enumerating the matches of a leaf

bool are_in_range(const Eigen::MatrixXd& numbers) {
    return (numbers.array().abs() <= largest_number).all();  // false for NaN
}

void check_side(const StatedProblem::Side& side, int n, const char* name) {
    require(side.basis.rows() == side.s.size() && side.basis.cols() == n && side.s.size() <= n,
            "the problem: the parts of side {} differ in size", name);
    require(are_in_range(side.basis) && std::all_of(side.s.begin(), side.s.end(), is_in_range) &&
                is_in_range(side.a) && is_in_range(side.b),
            "the problem: side {} has numbers that are out of range", name);
}

void check_problem(const StatedProblem& p) {
    const int n = p.size();
    require(n > 0 && p.points_y.rows() == n && p.h_x.size() == n && p.h_y.size() == n &&
                p.allowed.rows() == n && p.allowed.cols() == n,
            "the problem: its parts differ in size");
    check_side(p.x, n, "X");
    check_side(p.y, n, "Y");
    require(are_in_range(p.points_x) && are_in_range(p.points_y) && are_in_range(p.h_x) &&
                are_in_range(p.h_y) && (p.ori_weight == 0 || is_in_range(p.ori_weight)),
            "the problem: numbers are out of range");
    require(p.costs.size() == 0 || (p.costs.rows() == n && p.costs.cols() == n),
            "the problem: its costs have the wrong size");
    require(are_in_range(p.costs) && (p.costs.array() >= 0).all(), "the problem: costs are out of range");
    require(p.pair_terms.size() <= most_pair_terms, "the problem: it has too many pair terms");
    for (const PairTerm& term : p.pair_terms) {
        require(term.x.rows() == n && term.x.cols() == n && term.y.rows() == n && term.y.cols() == n,
                "the problem: a pair term has the wrong size");
        require(are_in_range(term.x) && are_in_range(term.y) &&
                    (term.weight == 0 || is_in_range(term.weight)) &&
                    (term.limit == unbounded || is_in_range(term.limit)),
                "the problem: a pair term is out of range");
    }
}

void check_match(const Match& match, const Mask& allowed) {
    std::vector<bool> taken(allowed.cols(), false);
    require(static_cast<Eigen::Index>(match.size()) == allowed.rows(), "a match has the wrong size");
    for (size_t i = 0; i < match.size(); ++i) {
        const int j = match[i];
        require(j >= 0 && j < allowed.cols() && !taken[j], "a match is not a permutation");
        require(allowed(static_cast<Eigen::Index>(i), j), "a match is not on the candidate set");
        taken[j] = true;
    }
}

/// The largest factor by which a quadratic made for shares in `from` may exceed phi^2 of a match whose share
/// lies in `at`; rounded up.
double excess(const ShareBox::Interval& from, const ShareBox::Interval& at) {
    double most = 1;
    for (const double share : {at.least, at.largest}) {
        const double mu = std::clamp(share, from.least, from.largest);
        if (mu == share) continue;
        if (mu * (1 - mu) < negligible) return unbounded;
        most = std::max(most, (1 + (share - mu) * (share - mu) / (mu * (1 - mu))) * (1 + gamma(16)));
    }
    return most;
}

/// Walks the tree of parts and checks that no match of any part lies below the bound.
class ProofCheck {
public:
    explicit ProofCheck(const Certificate& certificate)
        : certificate_(certificate),
          problem_(certificate.problem),
          level_(certificate.lower_bound / certificate.unit) {
        level_ *= 1 + gamma(4);
        present_ = {problem_.x.s.size() > 0, problem_.y.s.size() > 0, has_features(problem_)};
        for (size_t k = 0; k < certificate.evidence.size(); ++k) {
            try {
                bounds_.push_back(proven_bound(problem_, certificate.evidence[k], certificate.unit));
            } catch (const VerificationError& error) {
                throw VerificationError(fmt::format("evidence {}: {}", k, error.what()));
            }
        }
    }

    void operator()() { check(certificate_.root, {problem_.allowed, {}, {}, {}}, "root"); }

private:
    struct Part {
        Mask mask;
        ShareBox box;
        std::vector<int> evidence;
        std::vector<std::pair<int, int>> pinned;  // entries that all of its matches contain
    };

    // The cuts for the matches of the part; if `entry` is given, for the matches that contain this entry.
    std::vector<Cut> cuts(const Part& part, const std::pair<int, int>* entry) const {
        std::vector<Cut> found;
        for (int k : part.evidence) {
            const LiftedEvidence& e = certificate_.evidence[k];
            double b = bounds_[k].value;
            for (const auto& [i, j] : part.pinned) b = std::max(b, bounds_[k].forced(i, j));
            if (entry) b = std::max(b, bounds_[k].forced(entry->first, entry->second));
            Eigen::Vector3d a = e.weights.cwiseInverse() * (1 + gamma(4));
            a[0] *= excess(e.box.x, part.box.x);
            a[1] *= excess(e.box.y, part.box.y);
            found.push_back({a, b});
        }
        return found;
    }

    bool is_above_level(const Part& part, const std::pair<int, int>* entry) const {
        return exclude_all_below(level_, cuts(part, entry), present_);
    }

    void check(const ProofNode& node, Part part, const std::string& where) const {
        for (const ProofNode::Step& step : node.steps) {
            if (step.evidence >= 0) take(step.evidence, part, where);
            for (const auto& entry : step.closed) close(entry, part, where);
        }
        switch (node.end) {
            case ProofNode::End::leaf:
                require(node.children.empty(), "{}: a leaf has parts", where);
                return check_leaf(part, where);
            case ProofNode::End::row:
                return check_row(node, part, where);
            case ProofNode::End::share_x:
                return check_share(node, part, &ShareBox::x, where);
            case ProofNode::End::share_y:
                return check_share(node, part, &ShareBox::y, where);
        }
        throw VerificationError(where + ": an unknown kind of part");
    }

    void take(int k, Part& part, const std::string& where) const {
        require(k < static_cast<int>(bounds_.size()), "{}: there is no evidence {}", where, k);
        require(!(part.mask && !certificate_.evidence[k].mask).any(),
                "{}: evidence {} is about fewer matches", where, k);
        part.evidence.push_back(k);
    }

    void close(const std::pair<int, int>& entry, Part& part, const std::string& where) const {
        const auto [i, j] = entry;
        require(i >= 0 && i < problem_.size() && j >= 0 && j < problem_.size(),
                "{}: there is no entry ({}, {})", where, i, j);
        require(is_above_level(part, &entry) || !holds_match_with(part.mask, i, j),
                "{}: matches with ({}, {}) are not above the bound", where, i, j);
        part.mask(i, j) = false;
    }

    void check_leaf(const Part& part, const std::string& where) const {
        if (!holds_match(part.mask) || is_above_level(part, nullptr)) return;
        const bool all_above = all_matches(part.mask, most_choices, [&](const Match& match) {
            const auto& listed = certificate_.matches;
            return std::find(listed.begin(), listed.end(), match) != listed.end() ||
                   stated_objective(problem_, match).least >= certificate_.lower_bound;
        });
        require(all_above, "{}: not above the bound", where);
    }

    void check_row(const ProofNode& node, const Part& part, const std::string& where) const {
        require(node.row >= 0 && node.row < problem_.size(), "{}: there is no row {}", where, node.row);
        size_t next = 0;
        for (int j = 0; j < problem_.size(); ++j) {
            if (!part.mask(node.row, j)) continue;
            require(next < node.children.size(), "{}: ({}, {}) is not dealt with", where, node.row, j);
            Part child = part;
            child.mask.row(node.row).setConstant(false);
            child.mask.col(j).setConstant(false);
            child.mask(node.row, j) = true;
            child.pinned.emplace_back(node.row, j);
            check(node.children[next++], std::move(child), fmt::format("{} > ({}, {})", where, node.row, j));
        }
        require(next == node.children.size(), "{}: parts that do not belong there", where);
    }

    void check_share(const ProofNode& node, const Part& part, ShareBox::Interval ShareBox::*side,
                     const std::string& where) const {
        const ShareBox::Interval& all = part.box.*side;
        require(node.children.size() == 2 && all.least <= node.share && node.share <= all.largest,
                "{}: a share is not split in two", where);
        Part low = part, high = part;
        (low.box.*side).largest = (high.box.*side).least = node.share;
        check(node.children[0], std::move(low), where + " > low share");
        check(node.children[1], std::move(high), where + " > high share");
    }

    const Certificate& certificate_;
    const StatedProblem& problem_;
    double level_;
    Eigen::Array3i present_;
    std::vector<ProvenBound> bounds_;
};

}  // namespace

double Verdict::gap() const {
    const double least = std::min(lower_bound, runner_up);
    return objective > least ? (objective - least) / objective : 0;
}

Verdict check_proof(const Certificate& certificate) {
    check_problem(certificate.problem);
    require(!certificate.matches.empty(), "no match is stated");
    require(is_in_range(certificate.unit), "the unit is out of range");
    require(certificate.lower_bound <= 0 || is_in_range(certificate.lower_bound),
            "the bound is out of range");
    Verdict verdict;
    verdict.lower_bound = std::max(0.0, certificate.lower_bound);
    verdict.runner_up = unbounded;
    for (size_t k = 0; k < certificate.matches.size(); ++k) {
        check_match(certificate.matches[k], certificate.problem.allowed);
        const Enclosure objective = stated_objective(certificate.problem, certificate.matches[k]);
        require(std::isfinite(objective.largest), "the objective of a match is not finite");
        if (k == 0)
            verdict.objective = objective.largest;
        else
            verdict.runner_up = std::min(verdict.runner_up, objective.least);
    }
    ProofCheck{certificate}();
    return verdict;
}

}  // namespace sigmatch
