#pragma once

#include <Eigen/SparseCore>
#include <map>
#include <string>
#include <vector>

/// A reader of the Conic Benchmark Format that knows nothing of the writer.
namespace sigmatch::testing {

struct CbfModel {
    struct Domain {
        std::string cone;  ///< F, L+, L= or Q
        int first, size;
    };
    /// What the header of the file says of each group of variables.
    struct Group {
        int first = 0, size = 0;
    };

    int version = 0;
    std::vector<Domain> variables, rows;
    std::vector<int> integers;
    Eigen::VectorXd c, b;
    Eigen::SparseMatrix<double, Eigen::RowMajor> A;
    std::map<std::string, Group> groups;

    int size() const { return static_cast<int>(c.size()); }
};

/// Throws std::runtime_error unless the file is as the format wants it, to the last line.
CbfModel parse_cbf(const std::string& text);

}  // namespace sigmatch::testing
