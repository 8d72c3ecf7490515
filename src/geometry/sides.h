#pragma once

#include <utility>
#include <vector>

#include "sigmatch/shape.h"

namespace sigmatch {

/// A side of a face. The ends of its edge are sorted, so that sides of one edge are neighbours in a sorted
/// list.
struct Side {
    int low, high;
    int face, corner;  ///< the side starts at this corner of the face
    bool ascending;    ///< the face runs from low to high

    auto key() const { return std::pair(low, high); }
};

/// All sides, sorted by edge, then by face.
std::vector<Side> sorted_sides(const Faces& faces);

/// Calls visit(first, last) for each edge; [first, last) are its sides.
template <class Visit>
void for_each_edge(const std::vector<Side>& sides, Visit&& visit) {
    const Side* const end = sides.data() + sides.size();
    for (const Side *first = sides.data(), *last = first; first != end; first = last) {
        while (last != end && last->key() == first->key()) ++last;
        visit(first, last);
    }
}

/// The number of edges whose two faces run the edge in the same direction: these faces disagree about the
/// outside.
int count_disagreements(const Faces& faces);

}  // namespace sigmatch
