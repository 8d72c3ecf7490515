#include "evaluation/dense_truth.h"

#include <algorithm>
#include <numeric>

namespace sigmatch {

namespace {

constexpr int most_vertices = 500;
constexpr size_t folds = 5;

std::vector<VertexPair> spread_vertices(const Shape& shape) {
    const auto size = static_cast<double>(shape.vertices.rows());
    const int count = static_cast<int>(std::min<double>(most_vertices, size));
    std::vector<VertexPair> pairs;
    for (int k = 0; k < count; ++k) {
        const int v = static_cast<int>((k + 0.5) * size / count);
        pairs.push_back({v, v});
    }
    return pairs;
}

std::optional<double> mean_if_any(const std::vector<double>& errors) {
    if (errors.empty()) return std::nullopt;
    return std::accumulate(errors.begin(), errors.end(), 0.0) / static_cast<double>(errors.size());
}

std::vector<double> errors_of(const MatchedPair& pair, const DenseMap& x_to_y,
                              const std::vector<VertexPair>& truth) {
    return dense_errors(pair.mesh_y, x_to_y, pair.y.original().shape.faces, truth);
}

}  // namespace

std::optional<double> mean_dense_error(const MatchedPair& pair, const DenseMap& x_to_y) {
    return mean_if_any(errors_of(pair, x_to_y, spread_vertices(pair.x.original().shape)));
}

std::optional<double> held_out_dense_error(const MatchedPair& pair, const DenseOptions& options) {
    if (pair.match.size() < 2 * folds || pair.truth.empty()) return std::nullopt;
    std::vector<double> errors;
    for (size_t fold = 0; fold < folds; ++fold) {
        Match rest = pair.match;
        std::vector<VertexPair> left_out;
        for (size_t i = fold; i < rest.size(); i += folds) {
            rest[i] = unmatched;
            if (pair.truth[i] >= 0) left_out.push_back({pair.x.original().keypoints[i], pair.truth[i]});
        }
        const DenseMaps maps = dense_maps(pair.x, pair.y, rest, options);
        const std::vector<double> more = errors_of(pair, maps.x_to_y, left_out);
        errors.insert(errors.end(), more.begin(), more.end());
    }
    return mean_if_any(errors);
}

}  // namespace sigmatch
