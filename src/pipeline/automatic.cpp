#include "sigmatch/automatic.h"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "numerics/on_threads.h"
#include "numerics/one_blas_thread.h"
#include "pipeline/placements.h"
#include "sigmatch/errors.h"

namespace sigmatch {

namespace {

/// A step of the choice: all placements are refined, then some are kept.
struct Stage {
    int rounds;     ///< of refinement
    double shared;  ///< placements that share more than this part of their keypoints count as one
    size_t kept;    ///< the best so many
};
// Placements with most keypoints in common may still become different ones, so only copies go at first.
constexpr double nearly = 0.9, mostly = 0.5;
constexpr Stage stages[] = {{0, nearly, 12}, {1, nearly, 6}, {6, mostly, 2}};
constexpr double hopeless = 1.6;  // times the least misfit; further rounds do not make up for this

void sort(std::vector<Placement>& placements) {
    std::stable_sort(placements.begin(), placements.end(),
                     [](const Placement& a, const Placement& b) { return a.misfit < b.misfit; });
}

/// The placements refined, without those that have become the same, the best first.
std::vector<Placement> refined(const PlacementSearch& search, const std::vector<Placement>& placements,
                               const Stage& stage, int threads, const std::stop_token& stop) {
    std::vector<std::optional<Placement>> better(placements.size());
    std::atomic<size_t> next = 0;
    on_threads(
        std::min(threads, static_cast<int>(placements.size())),
        [&](int) {
            for (size_t k = next++; k < placements.size() && !stop.stop_requested(); k = next++)
                better[k] = search.refined(placements[k], stage.rounds);
        },
        [&] { next = placements.size(); });
    std::vector<Placement> all, distinct;
    for (std::optional<Placement>& placement : better)
        if (placement) all.push_back(std::move(*placement));
    sort(all);
    for (Placement& placement : all)
        if (std::none_of(distinct.begin(), distinct.end(),
                         [&](const Placement& other) { return search.same(placement, other, stage.shared); }))
            distinct.push_back(std::move(placement));
    return distinct;
}

/// Sorted placements lose those that will not win. The best of those that differ from the first one stays:
/// it tells how clear the first is.
void keep_promising(const PlacementSearch& search, std::vector<Placement>& placements, size_t most) {
    const double bar = hopeless * placements.front().misfit;
    const auto first = placements.begin();
    auto last = std::find_if(first, first + static_cast<std::ptrdiff_t>(std::min(most, placements.size())),
                             [&](const Placement& placement) { return placement.misfit > bar; });
    const auto rival = std::find_if(first, placements.end(), [&](const Placement& placement) {
        return !search.same(*first, placement, mostly);
    });
    if (rival >= last && rival != placements.end()) std::iter_swap(last++, rival);
    placements.erase(last, placements.end());
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
    const int threads = threads_or_all(options.match.threads);
    stage("comparing placements");
    for (const Stage& now : stages) {
        std::vector<Placement> better = refined(search, placements, now, threads, options.match.stop);
        if (!better.empty()) placements = std::move(better);
        keep_promising(search, placements, now.kept);
    }
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
