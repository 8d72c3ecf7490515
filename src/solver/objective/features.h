#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "sigmatch/problem.h"

namespace sigmatch {

/// The squares of features(P), entry by entry: a single pair (i, j) of a match adds single(i, j), and two
/// pairs add together(i, j, k, l). Nothing is negative.
class Features {
public:
    explicit Features(const Problem& problem);

    /// False if the features cost nothing, whatever the match.
    bool any() const { return any_; }
    bool has_pair_terms() const { return !terms_.empty(); }

    double single(int i, int j) const { return single_(i, j); }

    double together(int i, int j, int k, int l) const {
        double sum = 0;
        for (const Term& term : terms_) {
            const double there = std::clamp(term.x(i, k) - term.y(j, l), term.least, term.most),
                         back = std::clamp(term.x(k, i) - term.y(l, j), term.least, term.most);
            sum += there * there + back * back;
        }
        return sum;
    }

    /// features(P)^2 and the parts that it is made of.
    struct Squares {
        double ori = 0, pairs = 0, costs = 0;

        double sum() const { return ori + pairs + costs; }
    };
    Squares squares(const Match& match) const;

private:
    struct Term {  // multiplied by its weight
        Eigen::MatrixXd x, y;
        double least, most;  // smaller and larger differences count as these
    };
    const Problem& problem_;
    Eigen::MatrixXd single_;
    std::vector<Term> terms_;
    bool any_ = false;
};

}  // namespace sigmatch
