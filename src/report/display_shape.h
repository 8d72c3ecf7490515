#pragma once

#include <Eigen/Geometry>
#include <vector>

#include "sigmatch/report.h"

namespace sigmatch {

/// A shape as it is shown: simplified if it is large. Its vertices are some of the shape's.
struct DisplayShape {
    std::vector<int> vertex_ids;  ///< the vertex of the shape that each vertex is
    Faces faces;                  ///< turned outward
    std::vector<int> keypoints;   ///< vertices of this
    bool simplified = false;
};

/// At most `most` faces, or, of a cloud, about so many points.
DisplayShape display_shape(const Shape& shape, const Keypoints& keypoints, int most = 100000);

/// From a shape's coordinates to those of the page.
using DisplayFrame = Eigen::Affine3d;

struct DisplayFrames {
    DisplayFrame x, y;
};

/// Both shapes centred at their matched keypoints, which get the same spread, and Y turned to stand as X
/// does: then one camera serves both, and a straight way leads from X to X^.
DisplayFrames display_frames(const ReportData& data);

}  // namespace sigmatch
