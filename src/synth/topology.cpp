#include "synth/topology.h"

#include <utility>
#include <vector>

namespace sigmatch::synth {

// Next corner of the fan: the directed edge (v -> a) of one face leads to the face that has (a -> v).
bool is_sphere(const Shape& shape) {
    const int vertices = static_cast<int>(shape.vertices.rows()),
              faces = static_cast<int>(shape.faces.rows());
    std::vector<std::vector<std::pair<int, int>>> from(
        vertices);  // ends and faces of the edges from a vertex
    const auto face_of = [&](int a, int b) {
        for (const auto& [end, face] : from[a])
            if (end == b) return face;
        return -1;
    };
    for (int f = 0; f < faces; ++f)
        for (int i = 0; i < 3; ++i) {
            const int a = shape.faces(f, i), b = shape.faces(f, (i + 1) % 3);
            if (face_of(a, b) >= 0) return false;
            from[a].emplace_back(b, f);
        }
    for (int v = 0; v < vertices; ++v) {
        if (from[v].empty()) return false;
        const int first = from[v].back().second;
        int face = first;
        std::size_t steps = 0;
        do {
            int slot = 0;
            while (shape.faces(face, slot) != v) ++slot;
            face = face_of(v, shape.faces(face, (slot + 2) % 3));
            if (face < 0) return false;
            ++steps;
        } while (face != first);
        if (steps != from[v].size()) return false;
    }

    std::vector<bool> reached(faces, false);
    std::vector<int> stack = {0};
    int count = 0;
    reached[0] = true;
    while (!stack.empty()) {
        const int f = stack.back();
        stack.pop_back();
        ++count;
        for (int i = 0; i < 3; ++i) {
            const int next = face_of(shape.faces(f, (i + 1) % 3), shape.faces(f, i));
            if (!reached[next]) stack.push_back(next);
            reached[next] = true;
        }
    }
    return count == faces && vertices - 3 * faces / 2 + faces == 2;
}

}  // namespace sigmatch::synth
