#include "sigmatch/automatic.h"

#include <fmt/core.h>

#include <algorithm>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "numerics/one_blas_thread.h"
#include "pipeline/placements.h"
#include "sigmatch/errors.h"

namespace sigmatch {

namespace {

constexpr size_t finalists = 4;
constexpr int most_rounds = 6;

void sort(std::vector<Placement>& placements) {
    std::stable_sort(placements.begin(), placements.end(),
                     [](const Placement& a, const Placement& b) { return a.misfit < b.misfit; });
}

/// The placements refined in `rounds` rounds, without those that have become the same, the best first.
std::vector<Placement> refined(const PlacementSearch& search, const std::vector<Placement>& placements,
                               int rounds, const std::stop_token& stop) {
    std::vector<Placement> all, distinct;
    for (const Placement& placement : placements)
        if (stop.stop_requested())
            break;
        else if (auto better = search.refined(placement, rounds))
            all.push_back(std::move(*better));
    sort(all);
    for (Placement& placement : all)
        if (std::none_of(distinct.begin(), distinct.end(),
                         [&](const Placement& other) { return search.same(placement, other); }))
            distinct.push_back(std::move(placement));
    return distinct;
}

/// For each keypoint of Y, how far it is from where the nearest one was chosen at first.
std::vector<double> movements(const PreparedShape& before, const PreparedShape& after) {
    std::vector<double> moved;
    for (const int v : after.keypoints())
        moved.push_back(before.distances().from.row(v).minCoeff() / before.distances().diameter.length);
    return moved;
}

/// What the user should know if two placements fit about equally well.
std::string doubt(const ChosenKeypoints& chosen) {
    return fmt::format(
        "the keypoints were chosen, and another way to place them (limbs exchanged, or the body turned) fits "
        "nearly as well: its misfit is {:.1f} % higher; look at the match, or give keypoints",
        100 * chosen.margin());
}

}  // namespace

AutomaticMatch match_automatically(const AutomaticShape& x, const AutomaticShape& y,
                                   const AutomaticOptions& options) {
    const auto stage = [&](const char* what) {
        if (options.on_stage) options.on_stage(what);
    };
    check(options.match);
    const OneBlasThread one_blas_thread;
    if (options.match.partial)
        throw InputError(
            "keypoints can be chosen on whole shapes only: give keypoints, or leave `partial` out");
    stage("looking for placements");
    const PlacementSearch search(x.coarse(), y.coarse(), options.match.threads, options.match.seed);
    std::vector<Placement> placements = search.suggestions();
    stage("comparing placements");
    const auto improve = [&](int rounds) {
        std::vector<Placement> better = refined(search, placements, rounds, options.match.stop);
        if (!better.empty()) placements = std::move(better);
    };
    improve(1);
    placements.resize(std::min(placements.size(), finalists));
    improve(most_rounds);
    ChosenKeypoints chosen;
    chosen.moved = movements(y.coarse(), y.coarse().with_keypoints(placements[0].keypoints_y));
    chosen.misfit = placements[0].misfit;
    if (placements.size() > 1) {
        chosen.other_y = y.on_original(placements[1].keypoints_y);
        chosen.other_misfit = placements[1].misfit;
    }

    stage("matching");
    AutomaticMatch found{x.prepared(), y.with_keypoints(y.on_original(placements[0].keypoints_y)), {}};
    found.match = match(found.x, found.y, options.match);
    if (chosen.ambiguous()) found.match.warnings.push_back(doubt(chosen));
    found.match.chosen = std::move(chosen);
    return found;
}

}  // namespace sigmatch
