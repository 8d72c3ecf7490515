#pragma once

#include <vector>

#include "sigmatch/prepared_shape.h"

namespace sigmatch {

/// For each vertex of the surface, its vertex of the user's shape; the first one if there are several.
inline std::vector<int> original_vertices(const PreparedShape& shape) {
    std::vector<int> ids(static_cast<size_t>(shape.surface().vertices.rows()), -1);
    for (int v = static_cast<int>(shape.vertex_of().size()) - 1; v >= 0; --v) {
        const int on_surface = shape.vertex_of()[static_cast<size_t>(v)];
        if (on_surface >= 0) ids[static_cast<size_t>(on_surface)] = v;
    }
    return ids;
}

}  // namespace sigmatch
