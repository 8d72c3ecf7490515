#include "geometry/sides.h"

#include <algorithm>
#include <tuple>

namespace sigmatch {

std::vector<Side> sorted_sides(const Faces& faces) {
    // Counting sort by the lower end; then the few sides of each vertex are sorted.
    const int vertices = faces.size() > 0 ? faces.maxCoeff() + 1 : 0;
    std::vector<int> place(vertices + 1, 0);
    for (int f = 0; f < faces.rows(); ++f)
        for (int k = 0; k < 3; ++k) ++place[std::min(faces(f, k), faces(f, (k + 1) % 3)) + 1];
    for (int v = 0; v < vertices; ++v) place[v + 1] += place[v];
    std::vector<Side> sides(3 * static_cast<size_t>(faces.rows()));
    for (int f = 0; f < faces.rows(); ++f) {
        for (int k = 0; k < 3; ++k) {
            const int from = faces(f, k), to = faces(f, (k + 1) % 3);
            const auto [low, high] = std::minmax(from, to);
            sides[place[low]++] = {low, high, f, k, from < to};
        }
    }
    for (int v = 0, begin = 0; v < vertices; begin = place[v++])
        std::sort(sides.begin() + begin, sides.begin() + place[v], [](const Side& p, const Side& q) {
            return std::tie(p.high, p.face, p.corner) < std::tie(q.high, q.face, q.corner);
        });
    return sides;
}

int count_disagreements(const Faces& faces) {
    int count = 0;
    for_each_edge(sorted_sides(faces), [&](const Side* first, const Side* last) {
        count += last - first == 2 && first[0].ascending == first[1].ascending;
    });
    return count;
}

}  // namespace sigmatch
