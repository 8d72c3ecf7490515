#include "baseline_maps.h"

#include <Eigen/LU>

#include "geometry/nearest_on_surface.h"
#include "geometry/rigid_motions.h"
#include "sigmatch/point_cloud.h"
#include "sigmatch/sampling.h"

namespace sigmatch {

namespace {

PreparedShape with_spread_keypoints(const AutomaticShape& shape, int count) {
    const Shape surface = surface_of(shape.original());
    return shape.with_keypoints(farthest_point_sampling(surface, GeodesicGraph(surface), count));
}

}  // namespace

DenseMaps rigid_maps(const AutomaticShape& x, const AutomaticShape& y, std::uint64_t seed) {
    constexpr int keypoints = 150;
    const PreparedShape &from = x.coarse(), &to = y.coarse();
    const auto spread = [&](const PreparedShape& shape) {
        return farthest_point_sampling(shape.surface(), shape.graph(), keypoints);
    };
    const Eigen::Matrix4d motion =
        rigid_motions(from.surface().vertices, spread(from), to.surface().vertices, spread(to), 1, seed)
            .front();
    const auto map = [](const AutomaticShape& source, const AutomaticShape& target,
                        const Eigen::Matrix4d& there) {
        return nearest_on_surface(
            target.original(), target.coarse().to_original(
                                   moved(source.coarse().from_original(source.original().vertices), there)));
    };
    return {map(x, y, motion), map(y, x, motion.inverse())};
}

DenseMaps spread_maps(const AutomaticShape& x, const AutomaticShape& y, const MatchOptions& options) {
    constexpr int keypoints = 30;
    const PreparedShape from = with_spread_keypoints(x, keypoints), to = with_spread_keypoints(y, keypoints);
    return dense_maps(from, to, match(from, to, options).match, {options, options.threads});
}

}  // namespace sigmatch
