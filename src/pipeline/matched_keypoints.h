#pragma once

#include <algorithm>
#include <vector>

#include "sigmatch/prepared_shape.h"
#include "sigmatch/problem.h"

namespace sigmatch {

/// The pairs of a match, as positions in the two lists of keypoints. Pair k is (x[k], y[k]).
struct MatchedKeypoints {
    std::vector<int> x, y;

    std::size_t size() const { return x.size(); }

    /// The pairs whose keypoint of X is not among these.
    MatchedKeypoints without(const std::vector<int>& keypoints_x) const {
        MatchedKeypoints rest;
        for (std::size_t k = 0; k < size(); ++k) {
            if (std::find(keypoints_x.begin(), keypoints_x.end(), x[k]) != keypoints_x.end()) continue;
            rest.x.push_back(x[k]);
            rest.y.push_back(y[k]);
        }
        return rest;
    }
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
