#include "sigmatch/reconstruction.h"

#include "model/bending.h"

namespace sigmatch {

namespace {

Points bend(const PreparedShape& prepared, const Points& targets, const ModelOptions& options) {
    return bend(prepared, Plbo(prepared.shape, options.prior, prepared.bridges, options.laplacian), targets,
                options);
}

}  // namespace

Reconstructions reconstruct(const Shape& shape_x, const Keypoints& keypoints_x, const Shape& shape_y,
                            const Keypoints& keypoints_y, const Match& match, const ModelOptions& options) {
    const MatchedKeypoints matched =
        matched_keypoints(keypoints_x, keypoints_y, match);  // others draw at nothing
    const PreparedShape x = prepare("X", shape_x, matched.x, 0, options.laplacian);
    const PreparedShape y = prepare("Y", shape_y, matched.y, 0, options.laplacian);
    const Points PY = y.shape.vertices(y.keypoints, Eigen::all),
                 PX = x.shape.vertices(x.keypoints, Eigen::all);
    return {to_units_of(y, extend(bend(x, PY, options), x, shape_x)),
            to_units_of(x, extend(bend(y, PX, options), y, shape_y))};
}

}  // namespace sigmatch
