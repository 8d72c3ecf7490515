#include <algorithm>
#include <map>
#include <numeric>

#include "sigmatch/evaluation.h"

namespace sigmatch {

namespace {

double sum(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0);
}

/// The shape itself if all targets are on its surface. Otherwise a shape that also has the parts with
/// targets.
PreparedShape with_targets(const PreparedShape& y, const Targets& targets) {
    MarkedShape marked = y.original();
    bool is_complete = true;
    for (const std::vector<int>* vertices : {&targets.truth, &targets.mirrored})
        for (int v : *vertices) {
            if (v < 0 || y.vertex_of()[v] >= 0) continue;
            is_complete = false;
            if (std::find(marked.keypoints.begin(), marked.keypoints.end(), v) == marked.keypoints.end())
                marked.keypoints.push_back(v);
        }
    return is_complete ? y : PreparedShape(std::move(marked), y.options(), y.name());
}

/// Distances on Y (scaled to unit area) from its keypoints to targets.
class Surface {
public:
    Surface(const PreparedShape& y, const Targets& targets) : y_(with_targets(y, targets)) {}

    double by_root_area(int keypoint, int target) {
        const Keypoints& keypoints = y_.keypoints();
        const int vertex = y_.vertex_of()[target];
        const auto found = std::find(keypoints.begin(), keypoints.end(), vertex);
        if (found != keypoints.end()) return y_.distances().between(keypoint, found - keypoints.begin());
        const auto known = from_.try_emplace(vertex);
        if (known.second) known.first->second = y_.graph().distances_from(vertex);
        return known.first->second[keypoints[static_cast<size_t>(keypoint)]];
    }
    double diameter_by_root_area() const { return y_.distances().diameter.length; }

private:
    PreparedShape y_;
    std::map<int, Eigen::VectorXd> from_;  // distances from targets that are not keypoints
};

MatchErrors errors_on(Surface& surface, const Keypoints& keypoints_y, const Match& match,
                      const Targets& targets) {
    MatchErrors errors;
    std::vector<double> from_mirrored;
    for (size_t i = 0; i < match.size(); ++i) {
        if (targets.truth[i] < 0 || match[i] < 0) continue;
        const int vertex = keypoints_y[match[i]];
        errors.by_root_area.push_back(surface.by_root_area(match[i], targets.truth[i]));
        errors.by_diameter.push_back(errors.by_root_area.back() / surface.diameter_by_root_area());
        errors.correct += vertex == targets.truth[i];
        if (!targets.mirrored.empty() && targets.mirrored[i] >= 0)
            from_mirrored.push_back(surface.by_root_area(match[i], targets.mirrored[i]) /
                                    surface.diameter_by_root_area());
    }
    if (!targets.mirrored.empty() && from_mirrored.size() == errors.by_diameter.size()) {
        errors.flipped = sum(from_mirrored) < sum(errors.by_diameter);
        errors.symmetric = errors.flipped ? from_mirrored : errors.by_diameter;
    }
    return errors;
}

}  // namespace

std::vector<MatchErrors> match_errors(const PreparedShape& y, const std::vector<Match>& matches,
                                      const Targets& targets) {
    Surface surface(y, targets);
    std::vector<MatchErrors> errors;
    for (const Match& match : matches)
        errors.push_back(errors_on(surface, y.original().keypoints, match, targets));
    return errors;
}

MatchErrors match_errors(const PreparedShape& y, const Match& match, const Targets& targets) {
    return match_errors(y, std::vector<Match>{match}, targets).front();
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
