#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sigmatch/dense_map.h"
#include "sigmatch/knowledge.h"

namespace sigmatch {

/// One way to place the keypoints of X on Y: partner k belongs to keypoint k of X.
struct Placement {
    Keypoints keypoints_y;
    /// How badly all of the surface fits: the objective of many points that the dense map pairs, plus the
    /// differences of their descriptors, plus the misfit of the surfaces laid onto each other.
    double misfit = 0;
};

/// Finds placements of the keypoints of X on Y and improves them. Works on the coarse versions.
class PlacementSearch {
public:
    /// `threads`, 0 for all cores, and `seed` are those of the match.
    PlacementSearch(PreparedShape x, PreparedShape y, int threads, std::uint64_t seed);

    /// Placements that local searches suggest, by the plain objective and by one with descriptors, and those
    /// that bring rigid copies together.
    std::vector<Placement> suggestions() const;

    /// Makes a dense map of the placement, moves the keypoints of Y to where it puts those of X, and
    /// exchanges partners. Repeats this at most `rounds` times, until the objective does not fall any more.
    /// Then measures the misfit and moves the keypoints once more. Empty if keypoints fall together.
    std::optional<Placement> refined(const Placement& placement, int rounds) const;

    /// Whether more than this share of the keypoints are in about the same places.
    bool same(const Placement& a, const Placement& b, double share) const;

private:
    std::vector<Placement> rigid_suggestions() const;
    std::optional<Keypoints> images(const DenseMap& map, const Keypoints& from) const;
    double misfit(const DenseMaps& maps) const;
    DenseMaps dense(const Placement& placement) const;

    PreparedShape x_, y_, judge_x_;
    ModelOptions model_;
    int threads_;
    std::uint64_t seed_;
    Knowledge descriptors_;
};

}  // namespace sigmatch
