#pragma once

#include <vector>

#include "sigmatch/model.h"

namespace sigmatch {

/// All vertices of both shapes, bent as the match asks, in the user's units.
struct Reconstructions {
    Points x;  ///< X^: the vertices of X in the pose of Y
    Points y;  ///< Y^: the vertices of Y in the pose of X
};

/// Whether the match determines how the shapes bend. A partial match may have too few pairs.
bool fixes_reconstructions(const PreparedShape& x, const PreparedShape& y, const Match& match);

/// The minimisers X^ and Y^ of the objective for a given match, at full resolution. Parts of a mesh without
/// keypoints follow the affine part of the deformation. Throws InputError if the match does not fix them.
Reconstructions reconstruct(const PreparedShape& x, const PreparedShape& y, const Match& match,
                            const ModelOptions& options = {});

/// The reconstructions of several matches. Matches of the same keypoints share most of the work.
std::vector<Reconstructions> reconstruct(const PreparedShape& x, const PreparedShape& y,
                                         const std::vector<Match>& matches, const ModelOptions& options = {});

}  // namespace sigmatch
