#pragma once

#include <utility>
#include <vector>

#include "sigmatch/shape.h"

namespace sigmatch {

/// A face's side, with the edge's ends sorted so that equal edges become neighbours in a sorted list.
struct Side {
    int low, high;
    int face, corner;  ///< it starts at this corner of the face
    bool ascending;    ///< the face runs from low to high

    auto key() const { return std::pair(low, high); }
};

/// All sides, those of one edge together, by face within it.
std::vector<Side> sorted_sides(const Faces& faces);

/// Calls visit(first, last) for the sides of each edge, pointers into `sides`.
template <class Visit>
void for_each_edge(const std::vector<Side>& sides, Visit&& visit) {
    const Side* const end = sides.data() + sides.size();
    for (const Side *first = sides.data(), *last = first; first != end; first = last) {
        while (last != end && last->key() == first->key()) ++last;
        visit(first, last);
    }
}

/// Edges of two faces that run it the same way, and so disagree about which side is out.
int count_disagreements(const Faces& faces);

}  // namespace sigmatch
