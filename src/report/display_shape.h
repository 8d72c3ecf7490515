#pragma once

#include <Eigen/Geometry>
#include <vector>

#include "sigmatch/report.h"

namespace sigmatch {

/// A shape as the page shows it: simplified if it is large, without vertices that are not finite. Its
/// vertices are a subset of the shape's vertices.
struct DisplayShape {
    std::vector<int> vertex_ids;  ///< for each vertex, its id in the shape
    Faces faces;                  ///< oriented outward
    std::vector<int> keypoints;   ///< as vertices of this shape
    bool simplified = false;
};

/// Simplifies a mesh to at most `most` faces, or a cloud to about `most` points. Several keypoints may be the
/// same vertex.
DisplayShape display_shape(const Shape& shape, const Keypoints& keypoints, int most = 100000);

/// Maps the coordinates of a shape to the coordinates of the page.
using DisplayFrame = Eigen::Affine3d;

/// The points in the coordinates of the page.
Points in_frame(const Points& points, const DisplayFrame& frame);

struct DisplayFrames {
    DisplayFrame x, y;
};

/// Centres both shapes at points that are partners (row k of one list is the partner of row k of the other),
/// scales these points to the same spread and rotates Y to stand as X. Then one camera serves both shapes.
/// Fewer than three pairs say nothing about the rotation: then each shape is centred and scaled as a whole.
DisplayFrames display_frames(const Shape& x, const Points& partners_x, const Shape& y,
                             const Points& partners_y);
/// Partners are the matched keypoints. X can be moved to X^ along straight lines.
DisplayFrames display_frames(const ReportData& data);

}  // namespace sigmatch
