#include "support/tampering.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "support/random_problem.h"

namespace sigmatch::testing {

namespace {

using Random = std::mt19937_64;

int pick(Random& random, Eigen::Index count) {
    return static_cast<int>(random() % static_cast<std::uint64_t>(std::max<Eigen::Index>(count, 1)));
}

/// Another number: a little or a lot, sometimes absurd.
double other(double value, Random& random) {
    const double small = std::uniform_real_distribution<double>(-1, 1)(random);
    switch (random() % 8) {
        case 0:
            return value * (1 + 1e-6 * small);
        case 1:
            return value * (1 + 1e-3 * small);
        case 2:
            return value + small;
        case 3:
            return -value;
        case 4:
            return 0;
        case 5:
            return value * std::pow(10, 3 * small);
        case 6:
            return std::pow(10, 300 * small);
        default:
            return random() % 2 ? std::nan("") : value * (1 + 0.3 * small);
    }
}

template <class Matrix>
void change(Matrix& matrix, Random& random) {
    if (matrix.size() == 0) return;
    auto& entry = matrix(pick(random, matrix.rows()), pick(random, matrix.cols()));
    entry = static_cast<std::decay_t<decltype(entry)>>(other(static_cast<double>(entry), random));
}

ProofNode& some_node(ProofNode& node, Random& random) {
    if (node.children.empty() || random() % 3 == 0) return node;
    return some_node(node.children[pick(random, static_cast<Eigen::Index>(node.children.size()))], random);
}

std::string tamper_evidence(LiftedEvidence& e, Random& random) {
    switch (random() % 8) {
        case 0: {
            const int s = pick(random, e.Z.rows()), t = pick(random, e.Z.rows());
            e.Z(s, t) = e.Z(t, s) = static_cast<float>(other(e.Z(s, t), random));
            return "dual matrix";
        }
        case 1:
            e.lambda = random() % 2 ? other(e.lambda, random)
                                    : e.lambda - std::pow(10, -static_cast<double>(random() % 8));
            return "lambda";
        case 2:
            change(e.inner_prices[pick(random, static_cast<Eigen::Index>(e.inner_prices.size()))], random);
            return "inner price";
        case 3:
            change(e.outer_prices, random);
            return "outer price";
        case 4:
            change(e.weights, random);
            return "weight";
        case 5: {
            ShareBox::Interval& shares = random() % 2 ? e.box.x : e.box.y;
            (random() % 2 ? shares.least : shares.largest) =
                random() % 2 ? other(shares.least, random) : (random() % 1000) / 999.0;
            return "shares of the evidence";
        }
        case 6:
            std::swap(e.reference[pick(random, e.mask.rows())], e.reference[pick(random, e.mask.rows())]);
            return "reference";
        default: {
            bool& entry = e.mask(pick(random, e.mask.rows()), pick(random, e.mask.cols()));
            entry = !entry;
            return "mask of the evidence";
        }
    }
}

std::string tamper_node(ProofNode& node, const Certificate& c, Random& random) {
    const int n = c.problem.size();
    switch (random() % 8) {
        case 0:
            node.row = (node.row + 1) % n;
            return "row";
        case 1:
            if (node.children.size() > 1) std::swap(node.children[0], node.children.back());
            return "order of parts";
        case 2:
            if (!node.children.empty())
                node.children.erase(node.children.begin() +
                                    pick(random, static_cast<Eigen::Index>(node.children.size())));
            return "missing part";
        case 3:
            if (node.steps.empty()) node.steps.emplace_back();
            node.steps[pick(random, static_cast<Eigen::Index>(node.steps.size()))].closed.emplace_back(
                pick(random, n + 1), pick(random, n + 1));
            return "closed entry";
        case 4:
            if (node.steps.empty()) node.steps.emplace_back();
            node.steps[pick(random, static_cast<Eigen::Index>(node.steps.size()))].evidence =
                pick(random, static_cast<Eigen::Index>(c.evidence.size()) + 3) - 1;
            return "which evidence";
        case 5:
            node.share = other(node.share, random);
            return "share";
        case 6:
            node.end = static_cast<ProofNode::End>(random() % 5);
            return "end";
        default:
            if (!node.steps.empty()) node.steps.pop_back();
            return "missing step";
    }
}

std::string tamper_statement(Certificate& c, Random& random) {
    switch (random() % 5) {
        case 0:
            c.lower_bound *= 1 + std::array{1e-6, 1e-3, 0.1, 1.0}[random() % 4];
            return "raised bound";
        case 1:
            c.lower_bound = other(c.lower_bound, random);
            return "bound";
        case 2:
            c.unit = other(c.unit, random);
            return "unit";
        case 3:
            c.matches.front() = random_permutation(c.problem.size(), random);
            return "match";
        default:
            c.matches.front()[pick(random, c.problem.size())] = pick(random, c.problem.size() + 2) - 1;
            return "one pair of the match";
    }
}

}  // namespace

std::string tamper_problem(StatedProblem& p, Random& random) {
    StatedProblem::Side& side = random() % 2 ? p.x : p.y;
    switch (random() % 9) {
        case 0:
            change(side.basis, random);
            return "basis";
        case 1:
            change(side.s, random);
            return "eigenvalue";
        case 2:
            (random() % 2 ? side.a : side.b) = other(side.a, random);
            return "weight of a side";
        case 3:
            change(random() % 2 ? p.points_x : p.points_y, random);
            return "keypoint position";
        case 4:
            change(random() % 2 ? p.h_x : p.h_y, random);
            return "orientation feature";
        case 5:
            p.ori_weight = other(p.ori_weight, random);
            return "weight of the orientation";
        case 6:
            if (p.costs.size() == 0) p.costs = Eigen::MatrixXd::Zero(p.size(), p.size());
            change(p.costs, random);
            return "cost";
        case 7: {
            if (p.pair_terms.empty())
                p.pair_terms.push_back({Eigen::MatrixXd::Zero(p.size(), p.size()),
                                        Eigen::MatrixXd::Zero(p.size(), p.size()), 0.1, 1});
            PairTerm& term = p.pair_terms[pick(random, static_cast<int>(p.pair_terms.size()))];
            if (random() % 3 == 0)
                (random() % 2 ? term.weight : term.limit) = other(term.weight, random);
            else
                change(random() % 2 ? term.x : term.y, random);
            return "pair term";
        }
        default: {
            bool& entry = p.allowed(pick(random, p.size()), pick(random, p.size()));
            entry = !entry;
            return "candidate";
        }
    }
}

std::string tamper(Certificate& c, Random& random) {
    switch (random() % 4) {
        case 0:
            return tamper_problem(c.problem, random);
        case 1:
            return tamper_statement(c, random);
        case 2:
            if (!c.evidence.empty())
                return tamper_evidence(c.evidence[pick(random, static_cast<Eigen::Index>(c.evidence.size()))],
                                       random);
            [[fallthrough]];
        default:
            return tamper_node(some_node(c.root, random), c, random);
    }
}

std::string tamper_origin(CertificateOrigin& origin, Random& random) {
    Keypoints& keypoints = random() % 2 ? origin.keypoints_x : origin.keypoints_y;
    switch (random() % 6) {
        case 0:
            keypoints[pick(random, static_cast<Eigen::Index>(keypoints.size()))] = pick(random, 600) - 20;
            return "keypoint";
        case 1:
            std::swap(keypoints[0], keypoints[1]);
            return "order of keypoints";
        case 2:
            origin.options.lambda_def = other(origin.options.lambda_def, random);
            return "lambda_def";
        case 3:
            origin.options.lambda_ori = other(origin.options.lambda_ori, random);
            return "lambda_ori";
        case 4:
            origin.options.candidates = pick(random, 8);
            return "candidates";
        default:
            origin.options.one_sided = !origin.options.one_sided;
            return "one_sided";
    }
}

std::string tamper_shape(Shape& shape, Random& random) {
    if (random() % 2) {
        change(shape.vertices, random);
        return "vertex";
    }
    auto face = shape.faces.row(pick(random, shape.faces.rows()));
    std::swap(face[0], face[1]);
    return "face";
}

std::vector<std::pair<std::string, Certificate>> forgeries(const Certificate& lie) {
    const int n = lie.problem.size();
    std::vector<std::pair<std::string, Certificate>> all;
    all.reserve(20);  // references to them stay
    const auto add = [&](const char* what) -> Certificate& { return all.emplace_back(what, lie).second; };
    // Evidence about all allowed matches whose numbers are trivial.
    const auto plain = [&](const Mask& mask) {
        const auto entries = static_cast<Eigen::Index>(mask.count());
        Match identity(n);
        std::iota(identity.begin(), identity.end(), 0);
        return LiftedEvidence{mask,
                              {1, 1, 1},
                              {},
                              Eigen::MatrixXf::Zero(entries + 1, entries + 1),
                              1e-3,
                              {Eigen::MatrixXf::Zero(n, entries)},
                              Eigen::MatrixXd::Zero(n, 1),
                              identity};
    };
    const auto proof_from = [](LiftedEvidence evidence, Certificate& c) -> LiftedEvidence& {
        c.root = {};
        c.root.steps = {{0, {}}};
        c.evidence.assign(1, std::move(evidence));
        return c.evidence.front();
    };
    const Mask& allowed = lie.problem.allowed;
    proof_from(plain(allowed), add("lambda below the eigenvalues")).lambda = -1e6;
    LiftedEvidence& raised = proof_from(plain(allowed), add("a large dual matrix, a small lambda"));
    raised.Z.setConstant(1e6f);
    raised.lambda = 1;
    proof_from(plain(allowed), add("prices whose sum is infinite")).outer_prices.setConstant(1e308);
    proof_from(plain(allowed), add("minute weights")).weights.setConstant(1e-320);
    Mask fewer = allowed;
    fewer.row(0).setConstant(false);  // no match is left, and all of them lie above any bound
    proof_from(plain(fewer), add("evidence about fewer matches"));
    {
        Certificate& c = add("all entries of a row closed for no reason");
        c.root = {};
        c.root.steps.resize(1);
        for (int j = 0; j < n; ++j) c.root.steps[0].closed.emplace_back(0, j);
    }
    {
        Certificate& c = add("a row split into nothing");
        c.root = {};
        c.root.end = ProofNode::End::row;
    }
    {
        Certificate& c = add("a share split into nothing");
        c.root = {};
        c.root.end = ProofNode::End::share_x;
        c.root.share = 0.5;
    }
    Certificate& repeated = add("a match that is no permutation");
    repeated.matches.front()[0] = repeated.matches.front()[1];
    repeated.lower_bound = 0;
    {
        Certificate& c = add("a problem of huge numbers");
        c.problem.x.a = c.problem.y.a = c.problem.x.b = c.problem.y.b = 1e150;
        proof_from(plain(allowed), c);
        c.lower_bound = 1e200;
    }
    // A stiff shape would cost 1e6 times as much as it does if its share were 0, or its basis orthonormal.
    struct Stiff {
        const char* what;
        bool is_x;
        double share, length;
    };
    constexpr Stiff stiff[] = {{"evidence for other shares of X", true, 0, 1},
                               {"evidence for other shares of Y", false, 0, 1},
                               {"a basis of X that is too long", true, 1, 1000},
                               {"a basis of Y that is too long", false, 1, 1000}};
    for (const auto& [what, is_x, share, length] : stiff) {
        Certificate& c = add(what);
        StatedProblem& p = c.problem;
        p = {};
        p.x = p.y = {Eigen::MatrixXd(0, 2), Eigen::VectorXd(0), 1, 1};
        StatedProblem::Side& side = is_x ? p.x : p.y;
        side.basis.resize(1, 2);
        side.basis << length / std::sqrt(2), -length / std::sqrt(2);
        side.s.setConstant(1, 1e6);
        p.points_x = p.points_y = Points::Zero(2, 3);
        p.points_x.col(0) = p.points_y.col(0) = Eigen::Vector2d(1, -1);
        p.h_x = p.h_y = Eigen::Vector2d::Zero();
        p.allowed = Mask::Constant(2, 2, true);
        c.matches = {{0, 1}};
        c.lower_bound = 1000;
        c.unit = 1;
        LiftedEvidence e{p.allowed,
                         {1, 1, 1},
                         {},
                         Eigen::MatrixXf::Zero(5, 5),
                         1e-3,
                         {Eigen::MatrixXf::Zero(2, 4)},
                         Eigen::MatrixXd::Zero(2, 1),
                         {0, 1}};
        (is_x ? e.box.x : e.box.y).largest = share;
        proof_from(std::move(e), c);
    }
    add("a bound that is not a number").lower_bound = std::nan("");
    add("an infinite bound").lower_bound = std::numeric_limits<double>::infinity();
    return all;
}

}  // namespace sigmatch::testing
