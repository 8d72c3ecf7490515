#pragma once

#include <Eigen/Core>

#include "sigmatch/shape.h"
#include "synth/skin.h"

namespace sigmatch::synth {

/// A cubic grid: corner (i, j, k) lies at origin + step * rotation * (i - 1/2, j, k).
/// With the identity and origin x = 0 the cells i = 0 straddle the plane of symmetry.
struct Grid {
    Eigen::Matrix3d rotation;
    Eigen::Vector3d origin;
    double step;
};

/// The piece of the surface around one of its cells, by surface nets: one vertex in each cell that the
/// surface crosses, one quadrilateral (two triangles) across each grid edge that it crosses. Cells are found
/// by walking along the surface, so the cost grows with the area and not with the volume.
///
/// half: keep the cells i >= 0 only. On a symmetric grid this is the left half of the body, whose border
/// vertices have x == 0 exactly, ready to be mirrored.
/// The result need not be a manifold where the surface is thinner than a cell.
Shape isosurface(const Skin& skin, const Grid& grid, bool half);

}  // namespace sigmatch::synth
