// Not the same creature: other proportions, another triangulation, another size. With progress on the way.
#include <iostream>

#include "sigmatch/match.h"
#include "sigmatch/synth.h"

int main() {
    sigmatch::CreatureOptions x, y;
    x.kind = y.kind = "biped";
    x.vertices = y.vertices = 2000;
    y.pose = "jump";
    y.kin = 4;
    y.remesh = 2;
    y.scale = 40;
    y.rotate = 3;
    const sigmatch::CreaturePair pair = sigmatch::make_creature_pair("kin", x, y, 1);

    sigmatch::MatchOptions options;
    options.time_limit_s = 60;
    options.on_progress = [](const sigmatch::Progress& progress) {
        std::cerr << progress.seconds << " s: between " << progress.lower_bound << " and "
                  << progress.upper_bound << '\n';
    };
    const auto result = sigmatch::match({pair.x.shape, pair.kx}, {pair.y.shape, pair.ky}, options);

    int right = 0;
    for (size_t i = 0; i < pair.truth.size(); ++i) right += result.match[i] == pair.truth[i];
    std::cout << result.brief_report() << '\n'
              << right << " of " << pair.truth.size() << " keypoints are right\n";
}
