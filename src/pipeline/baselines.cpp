#include "pipeline/baselines.h"

#include <algorithm>
#include <limits>
#include <random>

#include "numerics/assignment.h"
#include "numerics/one_blas_thread.h"
#include "numerics/rigid_alignment.h"
#include "sigmatch/orientation.h"
#include "sigmatch/pruning.h"

namespace sigmatch {

namespace {

struct Descriptors {
    Eigen::MatrixXd signatures;  // n by energies
    Eigen::MatrixXd histograms;  // n by percentiles
};

Descriptors describe(const PreparedShape& shape) {
    constexpr int eigenpairs = 50, energies = 100;
    Spectrum spectrum = shape.spectrum(eigenpairs);
    spectrum.vectors = spectrum.vectors(shape.keypoints(), Eigen::all).eval();
    Descriptors descriptors;
    descriptors.signatures.resize(static_cast<Eigen::Index>(shape.keypoints().size()), energies);
    for (int energy = 0; energy < energies; ++energy)
        descriptors.signatures.col(energy) = wave_kernel_signature(spectrum, energy, energies);
    descriptors.histograms = percentile_histograms(shape.distances().between);
    return descriptors;
}

}  // namespace

Match descriptor_match(const PreparedShape& x, const PreparedShape& y) {
    constexpr double tiny = std::numeric_limits<double>::min();
    const OneBlasThread one_blas_thread;
    const Descriptors dx = describe(x), dy = describe(y);
    const auto n = static_cast<Eigen::Index>(x.keypoints().size());
    CostMatrix by_signature(n, n), by_histogram(n, n);
    for (Eigen::Index i = 0; i < n; ++i) {
        for (Eigen::Index j = 0; j < n; ++j) {
            const auto p = dx.signatures.row(i).array(), q = dy.signatures.row(j).array();
            by_signature(i, j) = ((p - q).abs() / (p + q).max(tiny)).sum();
            by_histogram(i, j) = (dx.histograms.row(i) - dy.histograms.row(j)).norm();
        }
    }
    Assignment assignment;
    assignment.solve(by_signature / std::max(by_signature.mean(), tiny) +
                     by_histogram / std::max(by_histogram.mean(), tiny));
    return assignment.match();
}

Match rigid_match(const Points& x, const Points& y, std::uint64_t seed) {
    constexpr int trials = 300;
    const Eigen::Index n = x.rows();
    std::mt19937_64 random(seed);
    CostMatrix cost(n, n);
    Assignment assignment;
    const auto nearest = [&](const Points& moved) {
        for (Eigen::Index i = 0; i < n; ++i)
            for (Eigen::Index j = 0; j < n; ++j) cost(i, j) = (moved.row(i) - y.row(j)).squaredNorm();
        assignment.solve(cost);
        return assignment.match();
    };
    Match best;
    double least = std::numeric_limits<double>::infinity();
    for (int trial = 0; trial < trials; ++trial) {
        Match match = align_rigidly(x, y, turned_at_random(x, y, random), nearest);
        const double distance = (moved_to_partners(x, y, match) - y(match, Eigen::all)).norm();
        if (distance < least) least = distance, best = std::move(match);
    }
    return best;
}

}  // namespace sigmatch
