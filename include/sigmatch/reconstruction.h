#pragma once

#include <vector>

#include "sigmatch/match.h"

namespace sigmatch {

/// Both shapes as the match bends them, every vertex, in the user's units.
struct Reconstructions {
    Points x;  ///< X^: the vertices of X in the pose of Y
    Points y;  ///< Y^: the vertices of Y in the pose of X
};

/// Does the match fix how the shapes bend? A partial one may have too few pairs for that, or all in a plane.
bool fixes_reconstructions(const Shape& x, const Keypoints& keypoints_x, const Shape& y,
                           const Keypoints& keypoints_y, const Match& match);

/// The minimisers X^ and Y^ of the objective for a given match, at full resolution. Parts of a mesh without
/// keypoints follow the affine part of the deformation. Throws InputError if the match does not fix them.
Reconstructions reconstruct(const Shape& x, const Keypoints& keypoints_x, const Shape& y,
                            const Keypoints& keypoints_y, const Match& match,
                            const ModelOptions& options = {});

/// Of several matches: those that pair the same keypoints share the work on the shapes, which is most of it.
std::vector<Reconstructions> reconstruct(const Shape& x, const Keypoints& keypoints_x, const Shape& y,
                                         const Keypoints& keypoints_y, const std::vector<Match>& matches,
                                         const ModelOptions& options = {});

}  // namespace sigmatch
