#include "sigmatch/weld.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "sigmatch/finite_points.h"

namespace sigmatch {

WeldedShape weld(const Shape& shape) {
    const auto place = [&](int v) {
        return std::array{shape.vertices(v, 0), shape.vertices(v, 1), shape.vertices(v, 2)};
    };
    std::vector<int> order = finite_rows(shape.vertices);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return place(a) < place(b); });

    WeldedShape welded{shape, std::vector<int>(static_cast<std::size_t>(shape.vertices.rows()))};
    std::iota(welded.first.begin(), welded.first.end(), 0);
    int first = 0;
    for (std::size_t k = 0; k < order.size(); ++k) {
        if (k == 0 || place(order[k]) != place(first)) first = order[k];
        welded.first[static_cast<std::size_t>(order[k])] = first;
    }
    Eigen::Index kept = 0;
    for (const auto& face : shape.faces.rowwise()) {
        const int a = welded.first[face[0]], b = welded.first[face[1]], c = welded.first[face[2]];
        if (a != b && b != c && c != a) welded.shape.faces.row(kept++) << a, b, c;
    }
    welded.shape.faces.conservativeResize(kept, 3);
    return welded;
}

}  // namespace sigmatch
