#pragma once

#include "sigmatch/problem.h"
#include "sigmatch/solve.h"
#include "solver/assignment.h"
#include "solver/phi.h"

namespace sigmatch {

/// What the objective sees of a permutation, or of a mean of permutations: linear images of P.
struct Image {
    Eigen::MatrixXd bx;  ///< basis_x P Y (rank by 3)
    Eigen::MatrixXd by;  ///< basis_y P' X (rank by 3)
    Eigen::VectorXd g;   ///< h_x - P h_y
};

/// Value of the objective at an Image, with the shares that the next evaluation starts from.
struct Evaluation {
    Phi::Value x, y;
    double ori = 0;

    double total() const { return x.phi + y.phi + ori; }
};

/// f and its convex extension to doubly stochastic matrices, ready for many evaluations.
class Objective {
public:
    explicit Objective(const Problem& problem);

    int size() const { return static_cast<int>(X_.rows()); }
    const Phi& phi_x() const { return phi_x_; }
    const Phi& phi_y() const { return phi_y_; }
    const Points& points_x() const { return X_; }
    const Points& points_y() const { return Y_; }
    const Eigen::VectorXd& h_x() const { return h_x_; }
    const Eigen::VectorXd& h_y() const { return h_y_; }
    double ori_weight() const { return ori_weight_; }

    Image image(const Match& match) const;
    Evaluation evaluate(const Image& image, const Evaluation& guess = {}) const;
    double operator()(const Match& match) const { return evaluate(image(match)).total(); }
    Terms terms(const Match& match) const;

    /// The linear minorant of f that touches it at `image`: f(P) >= constant + sum of cost(i, j) over P for
    /// every doubly stochastic P, exact at the image. Returns the constant. Valid for inexact evaluations.
    double minorant(const Image& image, const Evaluation& at, CostMatrix& cost) const;

private:
    Phi phi_x_, phi_y_;
    Points X_, Y_;
    Eigen::VectorXd h_x_, h_y_;
    double ori_weight_;
};

}  // namespace sigmatch
