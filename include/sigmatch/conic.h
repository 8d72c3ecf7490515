#pragma once

#include <Eigen/SparseCore>
#include <string>
#include <vector>

/// The matching problem as a mixed-integer second-order cone programme (MISOCP), for other solvers.
namespace sigmatch {

enum class Cone {
    free,
    nonnegative,
    zero,
    second_order,  ///< the first entry is at least the norm of the others
};

/// Consecutive variables, or rows, in one cone.
struct ConeBlock {
    Cone cone;
    Eigen::Index size;
    std::string name;
    std::string meaning;
};

/// minimise c'x  subject to  A x + b in the cones of `rows`, x in the cones of `variables`
struct ConicModel {
    std::vector<ConeBlock> variables, rows;
    Eigen::Index integers = 0;  ///< the first `integers` variables are integer
    std::vector<double> c;      ///< one for each variable
    std::vector<double> b;      ///< one for each row
    std::vector<Eigen::Triplet<double>> A;
    std::vector<std::string> notes;  ///< explanations for a human reader
};

/// The model in the Conic Benchmark Format, version 1. Reading it back gives the same numbers.
std::string cbf_text(const ConicModel& model);

}  // namespace sigmatch
