#pragma once

#include <functional>
#include <memory>
#include <string>

#include "sigmatch/match.h"

/// Matching shapes that have no keypoints.
namespace sigmatch {

/// How many keypoints are chosen on each shape.
inline constexpr int automatic_keypoints = 25;

/// A shape without keypoints, prepared once for all matches. Chooses keypoints on it: tips first, then points
/// spread over the surface. Connected parts with less than 2 % of the area are left out. Copies share all.
class AutomaticShape {
public:
    /// `name` is what messages call the shape. Throws InputError if the shape cannot be used.
    explicit AutomaticShape(Shape shape, const PreparationOptions& options = {}, std::string name = "X",
                            int keypoints = automatic_keypoints);

    const Shape& original() const;
    /// A version of at most some ten thousand faces, with the chosen keypoints. Matches are looked for here.
    const PreparedShape& coarse() const;
    /// The vertices of the original that are the given vertices of the coarse version.
    Keypoints on_original(const Keypoints& coarse_vertices) const;
    /// The shape as match() takes it, at the resolution asked for, with the chosen keypoints.
    const PreparedShape& prepared() const;
    /// The same with other keypoints.
    PreparedShape with_keypoints(const Keypoints& keypoints) const;

private:
    struct Parts;
    std::shared_ptr<Parts> parts_;
};

/// A match of chosen keypoints, with the shapes that it belongs to.
struct AutomaticMatch {
    PreparedShape x, y;
    MatchResult match;  ///< with `chosen`
};

struct AutomaticOptions {
    MatchOptions match;
    std::function<void(const std::string&)> on_stage;  ///< told what is being done
};

/// Chooses keypoints on both shapes, finds where those of X belong on Y, and matches and proves them there.
///
/// Local searches suggest placements. Each is refined in turns: a dense map, the keypoints of Y move to where
/// the map puts those of X, and exchanges of partners. The placement with the least misfit wins. What is
/// proven is the match of the final keypoints, not their choice.
AutomaticMatch match_automatically(const AutomaticShape& x, const AutomaticShape& y,
                                   const AutomaticOptions& options = {});

}  // namespace sigmatch
