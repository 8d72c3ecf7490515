#include "synth/topology.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace sigmatch::synth {

// Next corner of the fan: the directed edge (v -> a) of one face leads to the face that has (a -> v).
bool is_sphere(const Shape& shape) {
    const int vertices = static_cast<int>(shape.vertices.rows()),
              faces = static_cast<int>(shape.faces.rows());
    std::unordered_map<std::uint64_t, int> face_of;
    face_of.reserve(3 * static_cast<std::size_t>(faces));
    auto directed = [](int a, int b) {
        return static_cast<std::uint64_t>(a) << 32 | static_cast<std::uint64_t>(b);
    };
    for (int f = 0; f < faces; ++f)
        for (int i = 0; i < 3; ++i)
            if (!face_of.emplace(directed(shape.faces(f, i), shape.faces(f, (i + 1) % 3)), f).second)
                return false;
    std::vector<int> valence(vertices, 0), some_face(vertices, -1);
    for (int f = 0; f < faces; ++f)
        for (int v : shape.faces.row(f)) {
            ++valence[v];
            some_face[v] = f;
        }
    for (int v = 0; v < vertices; ++v) {
        int face = some_face[v], steps = 0;
        if (face < 0) return false;
        do {
            int slot = 0;
            while (shape.faces(face, slot) != v) ++slot;
            auto next = face_of.find(directed(v, shape.faces(face, (slot + 2) % 3)));
            if (next == face_of.end()) return false;
            face = next->second;
            ++steps;
        } while (face != some_face[v]);
        if (steps != valence[v]) return false;
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
            const int next = face_of.at(directed(shape.faces(f, (i + 1) % 3), shape.faces(f, i)));
            if (!reached[next]) stack.push_back(next);
            reached[next] = true;
        }
    }
    return count == faces && vertices - 3 * faces / 2 + faces == 2;
}

}  // namespace sigmatch::synth
