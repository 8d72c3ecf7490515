#pragma once

#include <memory>

#include "sigmatch/problem.h"
#include "sigmatch/solve.h"
#include "solver/objective/features.h"
#include "solver/objective/partial_phi.h"

namespace sigmatch {

/// The data of a match that determine its objective: linear images of P, and phi of the keypoints that have a
/// partner.
struct Image {
    std::shared_ptr<const Phi> phi_x, phi_y;
    Eigen::MatrixXd bx;  ///< basis_x P Y (rank by 3)
    Eigen::MatrixXd by;  ///< basis_y P' X (rank by 3)
    Features::Squares features;
    double unmatched;  ///< cost of the missing pairs
};

/// Value of the objective at an Image, with the shares that the next evaluation starts from.
struct Evaluation {
    Phi::Value x, y;
    double features = 0, unmatched = 0;

    double total() const { return x.phi + y.phi + features + unmatched; }
};

/// f of whole and partial matches, for many evaluations. Stores what it computes, so use one object per
/// thread. The problem must outlive the object.
class Objective {
public:
    explicit Objective(const Problem& problem);

    const Problem& problem() const { return problem_; }
    const Features& features() const { return features_; }

    Image image(const Match& match);
    Evaluation evaluate(const Image& image, const Evaluation& guess = {}) const;
    double operator()(const Match& match) { return evaluate(image(match)).total(); }
    Terms terms(const Match& match);
    /// f(match). If f(match) is at least `limit`, may return another value of at least `limit`: this is
    /// cheaper.
    double below(double limit, const Match& match);

private:
    struct Partners {
        PartialPhi::Choice rows, columns;  ///< true for keypoints that have a partner
        Points of_rows, of_columns;        ///< positions of the partners; zero where there is none
        int pairs = 0;
    };
    Partners partners(const Match& match) const;
    double unmatched_cost(int pairs) const;

    const Problem& problem_;
    const Features features_;
    PartialPhi phi_x_, phi_y_;
};

}  // namespace sigmatch
