#pragma once

#include <vector>

#include "sigmatch/prepared_shape.h"
#include "sigmatch/problem.h"

namespace sigmatch {

/// The pairs of a match, as positions in the two lists of keypoints. Pair k is (x[k], y[k]).
struct MatchedKeypoints {
    std::vector<int> x, y;

    std::size_t size() const { return x.size(); }
};

inline MatchedKeypoints matched_keypoints(const Match& match) {
    MatchedKeypoints matched;
    for (size_t i = 0; i < match.size(); ++i) {
        if (match[i] == unmatched) continue;
        matched.x.push_back(static_cast<int>(i));
        matched.y.push_back(match[i]);
    }
    return matched;
}

}  // namespace sigmatch
