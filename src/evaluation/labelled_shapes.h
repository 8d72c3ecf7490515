#pragma once

#include <cstdint>
#include <vector>

#include "evaluation/named_files.h"
#include "sigmatch/truth.h"

namespace sigmatch {

/// One shape of a set in which equal labels correspond. Every kind of truth is turned into this.
struct LabelledShape {
    NamedFile file;
    std::vector<LabelledVertex> points;  ///< in ascending order of their labels
};

/// `count` labels that all shapes have, in ascending order. They are spread over the first shape, and lie at
/// different vertices on each shape. Throws FileError if there are fewer.
std::vector<int> spread_labels(const std::vector<LabelledShape>& shapes, int count);

/// Keeps only the points with these labels. `labels` must ascend.
void keep_labels(LabelledShape& shape, const std::vector<int>& labels);

/// Makes a pair. Its keypoints are the labels that both shapes have; if several lie at one vertex, only the
/// first. The keypoints of Y, with those `without_partner` added, are shuffled, differently for each id.
/// Throws InputError for fewer than 5 keypoints of X.
ManifestPair labelled_pair(const LabelledShape& x, const LabelledShape& y, std::uint64_t seed,
                           const Keypoints& without_partner = {});

}  // namespace sigmatch
