#include "sigmatch/bridges.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_set>

#include "geometry/point_tree.h"
#include "sigmatch/surface.h"

namespace sigmatch {

namespace {

std::vector<std::vector<int>> vertices_of_parts(const Shape& shape) {
    const std::vector<int> component = connected_components(shape);
    std::vector<std::vector<int>> parts;
    for (size_t v = 0; v < component.size(); ++v) {
        if (component[v] < 0) continue;
        parts.resize(std::max<size_t>(parts.size(), component[v] + 1));
        parts[component[v]].push_back(static_cast<int>(v));
    }
    return parts;
}

/// The edges, shortest first, without those that end at a vertex where a shorter edge ends.
std::vector<Bridge> side_by_side(std::vector<Bridge> edges) {
    std::sort(edges.begin(), edges.end(), [](const Bridge& p, const Bridge& q) {
        return std::pair(p.length, p.from) < std::pair(q.length, q.from);
    });
    std::unordered_set<int> used;
    std::vector<Bridge> kept;
    for (const Bridge& edge : edges)
        if (used.insert(edge.to).second) kept.push_back(edge);
    return kept;
}

}  // namespace

std::vector<Bridge> bridges_between_parts(const Shape& shape) {
    std::vector<std::vector<int>> outside = vertices_of_parts(shape);
    if (outside.size() < 2) return {};
    const double slack = mean_edge_length(shape);
    // Prim's algorithm for a minimum spanning tree of the parts. Every vertex outside of the tree knows its
    // nearest vertex inside.
    std::vector<Bridge> nearest(shape.vertices.rows(), {-1, -1, std::numeric_limits<double>::infinity()});
    std::vector<Bridge> bridges;
    size_t joined = 0;
    for (;;) {
        const std::vector<int> newest = std::move(outside[joined]);
        outside.erase(outside.begin() + static_cast<std::ptrdiff_t>(joined));
        if (outside.empty()) return bridges;
        const Points inside = shape.vertices(newest, Eigen::all);
        const PointView view{inside};
        const PointTree tree(3, view);
        double least = std::numeric_limits<double>::infinity();
        for (size_t part = 0; part < outside.size(); ++part) {
            for (int v : outside[part]) {
                size_t found = 0;
                double square = 0;
                tree.knnSearch(shape.vertices.row(v).data(), 1, &found, &square);
                if (std::sqrt(square) < nearest[v].length) nearest[v] = {v, newest[found], std::sqrt(square)};
                if (nearest[v].length < least) least = nearest[v].length, joined = part;
            }
        }
        std::vector<Bridge> across;
        for (int v : outside[joined])
            if (nearest[v].length <= least + slack) across.push_back(nearest[v]);
        for (const Bridge& bridge : side_by_side(std::move(across))) bridges.push_back(bridge);
    }
}

}  // namespace sigmatch
