#pragma once

#include <Eigen/Core>
#include <bitset>
#include <vector>

namespace sigmatch {

/// The squared norms m >= 0 that satisfy a set of cuts a.m >= b (a > 0), stored as vertices and rays (double
/// description). The objective sum sqrt(m_k) is concave, so its least value is at a vertex.
class NormPolyhedron {
public:
    explicit NormPolyhedron(int dimension);

    /// False if the cut changes nothing.
    bool add_cut(const Eigen::VectorXd& a, double b);

    struct Vertex {
        Eigen::VectorXd m;
        double value;  ///< sum sqrt(m_k)
    };
    double least_value() const;
    /// The vertices of value below `limit`, least first.
    std::vector<Vertex> vertices_below(double limit) const;
    size_t bytes() const { return sizeof(*this) + generators_.capacity() * sizeof(Generator); }

private:
    static constexpr int capacity = 4, max_constraints = 128;
    using Constraints = std::bitset<max_constraints>;
    struct Generator {
        double g[capacity];  ///< (t, m): a vertex where t = 1, a ray where t = 0
        Constraints tight;   ///< the constraints that hold with equality
    };
    double value(const Generator& generator) const;

    int dimension_;
    std::vector<Generator> generators_;
};

}  // namespace sigmatch
