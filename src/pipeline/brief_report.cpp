#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "sigmatch/match.h"

namespace sigmatch {

namespace {

/// The status for a human reader: "time limit".
std::string words(Status status) {
    if (status == Status::fixed) return "given match";
    std::string text = name(status);
    std::replace(text.begin(), text.end(), '_', ' ');
    return text;
}

}  // namespace

std::string MatchResult::brief_report() const {
    if (status == Status::fixed || status == Status::heuristic)
        return fmt::format("{}, {} keypoints, objective {:.6g}", words(status), match.size(), objective);
    const auto pairs = std::count_if(match.begin(), match.end(), [](int j) { return j != unmatched; });
    const std::string keypoints =
        options.partial ? fmt::format("{} of {} and {}", pairs, match.size(), keypoints_y.size())
                        : std::to_string(pairs);
    std::string text = fmt::format(
        "{}, {} keypoints, objective {:.6g}, gap {:.2f} % over {}, {} nodes, {} relaxations, {:.2f} s "
        "({:.2f} s search)",
        words(status), keypoints, objective, 100 * relative_gap(),
        proof_scope != ProofScope::all ? "the candidates"
        : knowledge.known.empty() && knowledge.forbidden.empty()
            ? "all permutations"
            : "all permutations that the given pairs allow",
        nodes, relaxations, stage_seconds.total, stage_seconds.search);
    if (chosen)
        text += chosen->other_y.empty()
                    ? "\nthe keypoints were chosen; no other placement was found"
                    : fmt::format("\nthe keypoints were chosen; the next placement fits worse by {:.1f} %{}",
                                  100 * chosen->margin(), chosen->ambiguous() ? ": ambiguous" : "");
    for (size_t k = 1; k < ranking.size(); ++k) {
        const RankedMatch& next = ranking[k];
        const auto differing = std::inner_product(match.begin(), match.end(), next.match.begin(), 0,
                                                  std::plus<>(), std::not_equal_to<>());
        text += fmt::format("\n{}. worse by {:.2f} %, {} pairs differ{}", k + 1,
                            100 * (next.objective / objective - 1), differing,
                            next.mirrored ? ", the mirror image" : "");
    }
    if (options.alternatives > 1)
        text += fmt::format("\nall others are worse by {:.2f} % at least",
                            100 * std::max(0.0, others_bound / objective - 1));
    return text;
}

}  // namespace sigmatch
