#include <algorithm>
#include <map>
#include <numeric>

#include "model/prepared_shape.h"
#include "sigmatch/evaluation.h"
#include "sigmatch/geodesics.h"

namespace sigmatch {

namespace {

double sum(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0);
}

/// Distances on Y between the vertices that matter, in units of its diameter.
class Surface {
public:
    Surface(const Shape& y, const Keypoints& keypoints_y, const Targets& targets) {
        Keypoints vertices = keypoints_y;
        const auto add = [&](const std::vector<int>& more) {
            for (int v : more)
                if (v >= 0 && std::find(vertices.begin(), vertices.end(), v) == vertices.end())
                    vertices.push_back(v);
        };
        add(targets.truth);
        add(targets.mirrored);
        for (size_t k = 0; k < vertices.size(); ++k) position_[vertices[k]] = static_cast<int>(k);
        const PreparedShape prepared = prepare("Y", y, vertices, 0);  // of unit area
        distances_ = keypoint_distances(GeodesicGraph(prepared.shape, prepared.bridges), prepared.keypoints);
    }

    double by_root_area(int v, int w) const { return distances_.between(position_.at(v), position_.at(w)); }
    double diameter_by_root_area() const { return distances_.diameter.length; }

private:
    std::map<int, int> position_;
    KeypointDistances distances_;
};

MatchErrors errors_on(const Surface& surface, const Keypoints& keypoints_y, const Match& match,
                      const Targets& targets) {
    MatchErrors errors;
    std::vector<double> from_mirrored;
    for (size_t i = 0; i < match.size(); ++i) {
        if (targets.truth[i] < 0 || match[i] < 0) continue;
        const int vertex = keypoints_y[match[i]];
        errors.by_root_area.push_back(surface.by_root_area(vertex, targets.truth[i]));
        errors.by_diameter.push_back(errors.by_root_area.back() / surface.diameter_by_root_area());
        errors.correct += vertex == targets.truth[i];
        if (!targets.mirrored.empty() && targets.mirrored[i] >= 0)
            from_mirrored.push_back(surface.by_root_area(vertex, targets.mirrored[i]) /
                                    surface.diameter_by_root_area());
    }
    if (!targets.mirrored.empty() && from_mirrored.size() == errors.by_diameter.size()) {
        errors.flipped = sum(from_mirrored) < sum(errors.by_diameter);
        errors.symmetric = errors.flipped ? from_mirrored : errors.by_diameter;
    }
    return errors;
}

}  // namespace

std::vector<MatchErrors> match_errors(const Shape& y, const Keypoints& keypoints_y,
                                      const std::vector<Match>& matches, const Targets& targets) {
    const Surface surface(y, keypoints_y, targets);
    std::vector<MatchErrors> errors;
    for (const Match& match : matches) errors.push_back(errors_on(surface, keypoints_y, match, targets));
    return errors;
}

MatchErrors match_errors(const Shape& y, const Keypoints& keypoints_y, const Match& match,
                         const Targets& targets) {
    return match_errors(y, keypoints_y, std::vector<Match>{match}, targets).front();
}

std::vector<double> correct_keypoints(const std::vector<double>& errors,
                                      const std::vector<double>& thresholds) {
    std::vector<double> sorted = errors;
    std::sort(sorted.begin(), sorted.end());
    std::vector<double> shares;
    for (double threshold : thresholds) {
        const auto within = std::upper_bound(sorted.begin(), sorted.end(), threshold) - sorted.begin();
        shares.push_back(static_cast<double>(within) /
                         static_cast<double>(std::max<size_t>(1, sorted.size())));
    }
    return shares;
}

}  // namespace sigmatch
