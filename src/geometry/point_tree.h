#pragma once

#include <nanoflann.hpp>

#include "sigmatch/shape.h"

namespace sigmatch {

/// Points in the form that nanoflann needs.
struct PointView {
    const Points& points;
    size_t kdtree_get_point_count() const { return static_cast<size_t>(points.rows()); }
    double kdtree_get_pt(size_t v, size_t axis) const {
        return points(static_cast<Eigen::Index>(v), static_cast<Eigen::Index>(axis));
    }
    template <class Box>
    bool kdtree_get_bbox(Box&) const {
        return false;
    }
};

/// Finds nearest neighbours. The view must outlive the tree.
using PointTree = nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Simple_Adaptor<double, PointView>,
                                                      PointView, 3, size_t>;

}  // namespace sigmatch
