#pragma once

#include "sigmatch/problem.h"
#include "support/cbf_model.h"

/// Points of a model that was read: how to make them, and what they are worth.
namespace sigmatch::testing {

/// The values of a group are set to the matrix, row by row.
void set_group(const CbfModel& model, const std::string& name, const Eigen::MatrixXd& values,
               Eigen::VectorXd& x);
Eigen::MatrixXd permutation_matrix(const Match& match);

/// Lets every second-order cone be tight: its first row must be a variable of its own.
void set_norms(const CbfModel& model, Eigen::VectorXd& x);

/// Sets these groups so that the zero rows hold and the squared norms have the least sum.
void set_least_squares(const CbfModel& model, const std::vector<std::string>& groups, Eigen::VectorXd& x);

/// By how much x misses a cone or an integer, at most.
double violation(const CbfModel& model, const Eigen::VectorXd& x);

/// The least objective with P fixed, by iteratively reweighted least squares over all other variables: slow
/// and plain. Zero rows of P alone are not looked at.
double least_value(const CbfModel& model, const Match& match);

}  // namespace sigmatch::testing
