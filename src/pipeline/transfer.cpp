#include "sigmatch/transfer.h"

#include <algorithm>

#include "sigmatch/errors.h"

namespace sigmatch {

Transfer transfer(const std::vector<LandmarkTemplate>& templates, const AutomaticShape& target,
                  const AutomaticOptions& options) {
    if (templates.empty()) throw InputError("there is no template to take landmarks from");
    for (const LandmarkTemplate& one : templates)
        if (one.places.size() != templates.front().places.size())
            throw InputError("the templates have different numbers of landmarks");
    Transfer result;
    std::vector<std::vector<CarriedLandmark>> carried;
    for (const LandmarkTemplate& one : templates) {
        const AutomaticMatch found = match_automatically(one.shape, target, options);
        if (options.on_stage) options.on_stage("dense map");
        const DenseMaps maps =
            dense_maps(found.x, found.y, found.match.match, {options.match, options.match.threads});
        carried.push_back(carry_landmarks(one.places, one.shape.original(), target.original(), maps));
        const ChosenKeypoints& chosen = *found.match.chosen;
        result.ambiguous |= chosen.ambiguous();
        result.margin = std::min(result.margin, chosen.margin());
        result.misfit = std::max(result.misfit, chosen.misfit);
        result.proven &= found.match.status == Status::optimal;
    }
    result.landmarks = median_of(carried, target.original());
    if (result.ambiguous)
        for (CarriedLandmark& landmark : result.landmarks) landmark.trust *= trust_if_ambiguous;
    return result;
}

}  // namespace sigmatch
