#pragma once

#include <cstdint>
#include <vector>

#include "evaluation/named_files.h"
#include "sigmatch/truth.h"

namespace sigmatch {

/// One shape of a set in which equal labels correspond. Every kind of truth becomes this.
struct LabelledShape {
    NamedFile file;
    std::vector<LabelledVertex> points;  ///< labels ascending
};

/// `count` labels that all shapes have, ascending: spread over the first shape, and at different vertices on
/// each. Throws FileError if there are not so many.
std::vector<int> spread_labels(const std::vector<LabelledShape>& shapes, int count);

/// Leaves the points of these labels, which are ascending.
void keep_labels(LabelledShape& shape, const std::vector<int>& labels);

/// Its keypoints are the labels that both have; where several are at one vertex, the first. Those of Y, with
/// the ones `without_partner` added, are shuffled, for each id in another way.
/// Throws InputError for fewer than 5 keypoints of X.
ManifestPair labelled_pair(const LabelledShape& x, const LabelledShape& y, std::uint64_t seed,
                           const Keypoints& without_partner = {});

}  // namespace sigmatch
