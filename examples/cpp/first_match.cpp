// A first match: the same creature in two poses, one of them turned and larger.
#include <algorithm>
#include <iostream>

#include "sigmatch/io.h"
#include "sigmatch/match.h"
#include "sigmatch/reconstruction.h"
#include "sigmatch/result_file.h"
#include "sigmatch/synth.h"

int main() {
    sigmatch::CreatureOptions creature;
    creature.vertices = 2000;
    const sigmatch::Creature x = sigmatch::make_creature(creature);
    creature.pose = "walk";
    creature.scale = 2.5;
    creature.rotate = 7;
    sigmatch::Creature y = sigmatch::make_creature(creature);

    // The order of the keypoints tells nothing: here Y has them the other way round.
    std::reverse(y.keypoints.begin(), y.keypoints.end());

    const auto [ready_x, ready_y] = sigmatch::prepare_pair({x.shape, x.keypoints}, {y.shape, y.keypoints});
    const sigmatch::MatchResult result = sigmatch::match(ready_x, ready_y);
    std::cout << result.brief_report() << '\n';
    for (size_t i = 0; i < result.match.size(); ++i)
        std::cout << x.keypoint_names[i] << ": vertex " << x.keypoints[i] << " of X is vertex "
                  << y.keypoints[static_cast<size_t>(result.match[i])] << " of Y\n";

    // The match bends X into the pose of Y. What was computed of the shapes serves again.
    const auto bent = sigmatch::reconstruct(ready_x, ready_y, result.match);
    sigmatch::write_shape("x_as_y.ply", {bent.x, x.shape.faces});
    sigmatch::write_file_atomically("first_match.json", sigmatch::result_json(result));
}
