#include "sigmatch/reconstruction.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

#include "model/shape_checks.h"
#include "numerics/both.h"
#include "numerics/one_blas_thread.h"
#include "pipeline/bending.h"
#include "pipeline/matched_keypoints.h"
#include "sigmatch/errors.h"

namespace sigmatch {

namespace {

/// A shape that is ready to be bent. Keeps its Bending as long as the same keypoints are matched.
class BendableShape {
public:
    BendableShape(const PreparedShape& shape, const ModelOptions& options)
        : shape_(shape.at_full_resolution()), options_(options) {}

    /// All vertices of the shape, in the units of the other shape, with each keypoint of `some` drawn to its
    /// partner.
    Points in_pose_of(const BendableShape& other, const std::vector<int>& some,
                      const std::vector<int>& partners) {
        if (!bending_ || some != some_) bending_.emplace(shape_, some_ = some, options_);
        const Points targets = other.shape_.keypoint_positions()(partners, Eigen::all);
        return other.shape_.to_original(extend(bending_->towards(targets), shape_));
    }

private:
    PreparedShape shape_;
    const ModelOptions& options_;
    std::vector<int> some_;
    std::optional<Bending> bending_;
};

Points original_positions(const PreparedShape& shape, const std::vector<int>& some) {
    const MarkedShape& original = shape.original();
    Points positions(static_cast<Eigen::Index>(some.size()), 3);
    for (Eigen::Index k = 0; k < positions.rows(); ++k)
        positions.row(k) = original.shape.vertices.row(original.keypoints[some[k]]);
    return positions;
}

void check_fixed(const PreparedShape& x, const PreparedShape& y, const MatchedKeypoints& matched) {
    if (matched.size() < fewest_keypoints)
        throw InputError(
            fmt::format("a reconstruction needs at least {} pairs of keypoints; the match has {}",
                        fewest_keypoints, matched.size()));
    check_not_flat(x.name(), original_positions(x, matched.x));
    check_not_flat(y.name(), original_positions(y, matched.y));
}

/// The same pairs in the order of the keypoints of Y.
MatchedKeypoints in_order_of_y(const MatchedKeypoints& matched) {
    std::vector<std::pair<int, int>> pairs;
    for (size_t k = 0; k < matched.size(); ++k) pairs.emplace_back(matched.y[k], matched.x[k]);
    std::sort(pairs.begin(), pairs.end());
    MatchedKeypoints sorted;
    for (const auto& [y, x] : pairs) sorted.x.push_back(x), sorted.y.push_back(y);
    return sorted;
}

}  // namespace

bool fixes_reconstructions(const PreparedShape& x, const PreparedShape& y, const Match& match) {
    const MatchedKeypoints matched = matched_keypoints(match);
    return matched.size() >= fewest_keypoints && !is_flat(original_positions(x, matched.x)) &&
           !is_flat(original_positions(y, matched.y));
}

std::vector<Reconstructions> reconstruct(const PreparedShape& x, const PreparedShape& y,
                                         const std::vector<Match>& matches, const ModelOptions& options) {
    const OneBlasThread one_blas_thread;
    std::optional<BendableShape> bendable_x, bendable_y;
    both([&] { bendable_x.emplace(x, options); }, [&] { bendable_y.emplace(y, options); });
    std::vector<Reconstructions> all;
    for (const Match& match : matches) {
        const MatchedKeypoints from_x = matched_keypoints(match), from_y = in_order_of_y(from_x);
        check_fixed(x, y, from_x);
        Reconstructions& bent = all.emplace_back();
        both([&] { bent.x = bendable_x->in_pose_of(*bendable_y, from_x.x, from_x.y); },
             [&] { bent.y = bendable_y->in_pose_of(*bendable_x, from_y.y, from_y.x); });
    }
    return all;
}

Reconstructions reconstruct(const PreparedShape& x, const PreparedShape& y, const Match& match,
                            const ModelOptions& options) {
    return reconstruct(x, y, std::vector<Match>{match}, options).front();
}

}  // namespace sigmatch
