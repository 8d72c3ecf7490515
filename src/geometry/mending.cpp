#include "geometry/mending.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <tuple>
#include <utility>

#include "geometry/sides.h"

namespace sigmatch {

namespace {

/// For each face, whether it repeats an earlier face, with its corners in any order.
std::vector<bool> repeats(const Faces& faces) {
    std::vector<bool> repeated(faces.rows(), false);
    std::vector<std::array<int, 3>> corners(faces.rows());
    const int vertices = faces.size() > 0 ? faces.maxCoeff() + 1 : 0;
    std::vector<int> place(vertices + 1, 0), order(faces.rows());
    for (int f = 0; f < faces.rows(); ++f) {
        corners[f] = {faces(f, 0), faces(f, 1), faces(f, 2)};
        std::sort(corners[f].begin(), corners[f].end());
        ++place[corners[f][0] + 1];
    }
    std::partial_sum(place.begin(), place.end(), place.begin());
    for (int f = 0; f < faces.rows(); ++f) order[place[corners[f][0]]++] = f;
    for (int v = 0, begin = 0; v < vertices; begin = place[v++]) {
        std::sort(order.begin() + begin, order.begin() + place[v],
                  [&](int f, int g) { return std::tie(corners[f], f) < std::tie(corners[g], g); });
        for (int k = begin + 1; k < place[v]; ++k)
            repeated[order[k]] = corners[order[k]] == corners[order[k - 1]];
    }
    return repeated;
}

void drop_improper_faces(MendedShape& mended) {
    ProperFaces proper = proper_faces(mended.shape.faces);
    mended.shape.faces = std::move(proper.faces);
    mended.duplicate_faces += proper.duplicate;
    mended.collapsed_faces += proper.collapsed;
}

std::vector<int> border_vertices(const Faces& faces) {
    std::vector<int> border;
    for_each_edge(sorted_sides(faces), [&](const Side* first, const Side* last) {
        if (last - first == 1) border.insert(border.end(), {first->low, first->high});
    });
    std::sort(border.begin(), border.end());
    border.erase(std::unique(border.begin(), border.end()), border.end());
    return border;
}

void join_border_vertices(MendedShape& mended) {
    const Points& vertices = mended.shape.vertices;
    std::vector<int> border = border_vertices(mended.shape.faces);
    const auto place = [&](int v) { return std::tuple(vertices(v, 0), vertices(v, 1), vertices(v, 2)); };
    std::stable_sort(border.begin(), border.end(), [&](int v, int w) { return place(v) < place(w); });
    for (size_t k = 1; k < border.size(); ++k) {
        if (place(border[k]) != place(border[k - 1])) continue;
        mended.joined_to[border[k]] = mended.joined_to[border[k - 1]];
        ++mended.joined_vertices;
    }
    if (mended.joined_vertices > 0)
        for (int& v : mended.shape.faces.reshaped()) v = mended.joined_to[v];
}

}  // namespace

ProperFaces proper_faces(const Faces& faces) {
    const std::vector<bool> repeated = repeats(faces);
    ProperFaces proper{faces};
    Eigen::Index kept = 0;
    for (Eigen::Index f = 0; f < faces.rows(); ++f) {
        const Eigen::RowVector3i face = faces.row(f);
        if (face[0] == face[1] || face[1] == face[2] || face[2] == face[0])
            ++proper.collapsed;
        else if (repeated[f])
            ++proper.duplicate;
        else
            proper.faces.row(kept++) = face;
    }
    proper.faces.conservativeResize(kept, 3);
    return proper;
}

MendedShape as_it_is(Shape shape) {
    MendedShape same{std::move(shape), {}};
    same.joined_to.resize(same.shape.vertices.rows());
    std::iota(same.joined_to.begin(), same.joined_to.end(), 0);
    return same;
}

MendedShape mend(Shape shape) {
    MendedShape mended = as_it_is(std::move(shape));
    drop_improper_faces(mended);
    join_border_vertices(mended);
    if (mended.joined_vertices > 0) drop_improper_faces(mended);  // joining makes new ones
    return mended;
}

}  // namespace sigmatch
