#include <algorithm>

#include "sigmatch/errors.h"
#include "sigmatch/synth.h"
#include "synth/random.h"

namespace sigmatch {

namespace {

int position(const std::vector<std::string>& names, const std::string& name) {
    const auto place = std::find(names.begin(), names.end(), name);
    return place == names.end() ? -1 : static_cast<int>(place - names.begin());
}

}  // namespace

CreaturePair make_creature_pair(const std::string& id, const CreatureOptions& x, const CreatureOptions& y,
                                std::uint64_t shuffle_seed) {
    if (x.kind != y.kind) throw InputError(id + ": a " + x.kind + " and a " + y.kind + " make no pair");
    CreaturePair pair{id, make_creature(x), make_creature(y), {}, {}, {}, {}};

    const std::vector<std::string>& names_y = pair.y.keypoint_names;
    const std::vector<int> place_in_ky =
        synth::Random(shuffle_seed, "pair").permutation(static_cast<int>(names_y.size()));
    pair.ky.resize(names_y.size());
    for (std::size_t j = 0; j < names_y.size(); ++j) pair.ky[place_in_ky[j]] = pair.y.keypoints[j];

    std::vector<int> place_in_kx(pair.x.keypoints.size(), -1);
    std::vector<int> origin;
    for (std::size_t i = 0; i < pair.x.keypoints.size(); ++i) {
        const int partner = position(names_y, pair.x.keypoint_names[i]);
        if (partner < 0) continue;
        place_in_kx[i] = static_cast<int>(pair.kx.size());
        origin.push_back(static_cast<int>(i));
        pair.kx.push_back(pair.x.keypoints[i]);
        pair.truth.push_back(place_in_ky[partner]);
    }
    if (pair.kx.size() < 3)
        throw InputError(id + ": only " + std::to_string(pair.kx.size()) +
                         " keypoints are on both shapes: keep more of them or try another seed");

    for (int i : origin) {
        const int partner = pair.x.symmetric[i];
        pair.symmetric.push_back(partner < 0 ? -1 : place_in_kx[partner]);
    }
    if (std::count(pair.symmetric.begin(), pair.symmetric.end(), -1) > 0) pair.symmetric.clear();
    return pair;
}

}  // namespace sigmatch
