#pragma once

#include <vector>

#include "sigmatch/dense_map.h"
#include "sigmatch/match.h"
#include "sigmatch/programmes.h"
#include "sigmatch/reconstruction.h"

/// What the library does with prepared shapes, for tests that prepare each pair for one call.
namespace sigmatch::testing {

inline Problem build_problem(const MarkedShape& x, const MarkedShape& y, const ModelOptions& options = {}) {
    const auto [px, py] = prepare_pair(x, y, options);
    return sigmatch::build_problem(px, py, options);
}

inline MatchResult evaluate_match(const MarkedShape& x, const MarkedShape& y, const Match& match,
                                  const MatchOptions& options = {}) {
    const auto [px, py] = prepare_pair(x, y, options);
    return sigmatch::evaluate_match(px, py, match, options);
}

inline Reconstructions reconstruct(const MarkedShape& x, const MarkedShape& y, const Match& match,
                                   const ModelOptions& options = {}) {
    const auto [px, py] = prepare_pair(x, y, options);
    return sigmatch::reconstruct(px, py, match, options);
}

inline std::vector<Reconstructions> reconstruct(const MarkedShape& x, const MarkedShape& y,
                                                const std::vector<Match>& matches,
                                                const ModelOptions& options = {}) {
    const auto [px, py] = prepare_pair(x, y, options);
    return sigmatch::reconstruct(px, py, matches, options);
}

inline DenseMaps dense_maps(const MarkedShape& x, const MarkedShape& y, const Match& match,
                            const DenseOptions& options = {}) {
    const auto [px, py] = prepare_pair(x, y, options.model);
    return sigmatch::dense_maps(px, py, match, options);
}

inline ConicModel conic_model(const MarkedShape& x, const MarkedShape& y, Formulation formulation,
                              const ModelOptions& options = {}) {
    const auto [px, py] = prepare_pair(x, y, options);
    return sigmatch::conic_model(px, py, formulation, options);
}

}  // namespace sigmatch::testing
