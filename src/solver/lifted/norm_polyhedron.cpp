#include "solver/lifted/norm_polyhedron.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sigmatch {

NormPolyhedron::NormPolyhedron(int dimension) : dimension_(dimension) {
    for (int k = 0; k <= dimension; ++k) {
        Generator unit{};
        unit.g[k] = 1;
        for (int other = 0; other <= dimension; ++other) unit.tight[other] = other != k;
        generators_.push_back(unit);
    }
}

double NormPolyhedron::value(const Generator& generator) const {
    double sum = 0;
    for (int k = 1; k <= dimension_; ++k) sum += std::sqrt(std::max(0.0, generator.g[k]));
    return sum;
}

double NormPolyhedron::least_value() const {
    double least = std::numeric_limits<double>::infinity();
    for (const Generator& g : generators_)
        if (g.g[0] > 0) least = std::min(least, value(g));
    return least;
}

std::vector<NormPolyhedron::Vertex> NormPolyhedron::vertices_below(double limit) const {
    std::vector<Vertex> found;
    for (const Generator& g : generators_)
        if (g.g[0] > 0 && value(g) < limit)
            found.push_back({Eigen::Map<const Eigen::VectorXd>(g.g + 1, dimension_).cwiseMax(0.0), value(g)});
    std::sort(found.begin(), found.end(), [](const Vertex& p, const Vertex& q) { return p.value < q.value; });
    return found;
}

bool NormPolyhedron::add_cut(const Eigen::VectorXd& a, double b) {
    const int count = static_cast<int>(generators_.size());
    std::vector<double> excess(count);
    std::vector<int> above, below;
    Constraints in_use;
    for (int k = 0; k <= dimension_; ++k) in_use.set(k);
    for (int i = 0; i < count; ++i) {
        const Generator& g = generators_[i];
        double sum = -b * g.g[0], size = std::abs(b * g.g[0]);
        for (int k = 0; k < dimension_; ++k) {
            sum += a[k] * g.g[k + 1];
            size += std::abs(a[k] * g.g[k + 1]);
        }
        excess[i] = std::abs(sum) < 1e-11 * size ? 0 : sum;
        if (excess[i] > 0) above.push_back(i);
        if (excess[i] < 0) below.push_back(i);
        in_use |= g.tight;
    }
    // If all constraints are in use, the cut is left out: the polyhedron stays valid. In practice this many
    // constraints never matter at the same time.
    if (below.empty() || in_use.all()) return false;
    Constraints flag;
    for (int bit = 0; flag.none(); ++bit) flag[bit] = !in_use[bit];
    std::vector<Generator> kept;
    for (int i = 0; i < count; ++i)
        if (excess[i] >= 0) {
            kept.push_back(generators_[i]);
            if (excess[i] == 0) kept.back().tight |= flag;
        }
    for (int p : above)
        for (int q : below) {
            const Constraints common = generators_[p].tight & generators_[q].tight;
            if (static_cast<int>(common.count()) < dimension_ - 1) continue;
            bool adjacent = true;
            for (int r = 0; r < count && adjacent; ++r)
                adjacent = r == p || r == q || (generators_[r].tight & common) != common;
            if (!adjacent) continue;
            Generator fresh{};
            const double weight_p = -excess[q], weight_q = excess[p];
            for (int k = 0; k <= dimension_; ++k)
                fresh.g[k] = weight_p * generators_[p].g[k] + weight_q * generators_[q].g[k];
            const double norm =
                fresh.g[0] > 0 ? fresh.g[0] : *std::max_element(fresh.g + 1, fresh.g + capacity);
            for (double& g : fresh.g) g /= norm;
            fresh.tight = common | flag;
            kept.push_back(fresh);
        }
    generators_.swap(kept);
    return true;
}

}  // namespace sigmatch
