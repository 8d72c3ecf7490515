#include "sigmatch/reconstruction.h"

#include <optional>

#include "linear_algebra/one_blas_thread.h"
#include "model/bending.h"
#include "model/both.h"

namespace sigmatch {

namespace {

/// A shape on which some keypoints are matched, ready for any match of these.
class BendableShape {
public:
    BendableShape(const std::string& name, const Shape& shape, const Keypoints& keypoints,
                  const ModelOptions& options)
        : shape_(shape),
          keypoints_(keypoints),
          prepared_(prepare(name, shape, keypoints, 0, options.laplacian)),
          D_(prepared_.shape, options.prior, prepared_.bridges, options.laplacian),
          bending_(prepared_, D_, options) {}

    const Keypoints& keypoints() const { return keypoints_; }

    /// Every vertex of the shape, in the units of the other side, with the keypoints drawn towards
    /// `partners`, vertices of that.
    Points in_pose_of(const BendableShape& other, const Keypoints& partners) const {
        Keypoints prepared_partners;
        for (const int v : partners) prepared_partners.push_back(other.prepared_.vertex_of[v]);
        const Points targets = other.prepared_.shape.vertices(prepared_partners, Eigen::all);
        return to_units_of(other.prepared_, extend(bending_.towards(targets), prepared_, shape_));
    }

private:
    const Shape& shape_;
    Keypoints keypoints_;
    PreparedShape prepared_;
    Plbo D_;
    Bending bending_;
};

/// The keypoints of Y that have a partner, in the order of Y, and their partners.
MatchedKeypoints seen_from_y(const Keypoints& keypoints_x, const Keypoints& keypoints_y, const Match& match) {
    Match partners(keypoints_y.size(), unmatched);
    for (size_t i = 0; i < match.size(); ++i)
        if (match[i] != unmatched) partners[match[i]] = static_cast<int>(i);
    const MatchedKeypoints matched = matched_keypoints(keypoints_y, keypoints_x, partners);
    return {matched.y, matched.x};
}

}  // namespace

bool fixes_reconstructions(const Shape& x, const Keypoints& keypoints_x, const Shape& y,
                           const Keypoints& keypoints_y, const Match& match) {
    const MatchedKeypoints matched = matched_keypoints(keypoints_x, keypoints_y, match);
    return matched.x.size() >= fewest_keypoints && !is_flat(x.vertices(matched.x, Eigen::all)) &&
           !is_flat(y.vertices(matched.y, Eigen::all));
}

std::vector<Reconstructions> reconstruct(const Shape& shape_x, const Keypoints& keypoints_x,
                                         const Shape& shape_y, const Keypoints& keypoints_y,
                                         const std::vector<Match>& matches, const ModelOptions& options) {
    const OneBlasThread one_blas_thread;
    std::optional<BendableShape> x, y;
    const auto make_ready = [&](std::optional<BendableShape>& side, const char* name, const Shape& shape,
                                const Keypoints& matched) {
        if (!side || side->keypoints() != matched) side.emplace(name, shape, matched, options);
    };
    std::vector<Reconstructions> all;
    for (const Match& match : matches) {
        // Keypoints without a partner draw at nothing.
        const MatchedKeypoints from_x = matched_keypoints(keypoints_x, keypoints_y, match),
                               from_y = seen_from_y(keypoints_x, keypoints_y, match);
        both([&] { make_ready(x, "X", shape_x, from_x.x); }, [&] { make_ready(y, "Y", shape_y, from_y.y); });
        Reconstructions& bent = all.emplace_back();
        both([&] { bent.x = x->in_pose_of(*y, from_x.y); }, [&] { bent.y = y->in_pose_of(*x, from_y.x); });
    }
    return all;
}

Reconstructions reconstruct(const Shape& x, const Keypoints& keypoints_x, const Shape& y,
                            const Keypoints& keypoints_y, const Match& match, const ModelOptions& options) {
    return reconstruct(x, keypoints_x, y, keypoints_y, std::vector<Match>{match}, options).front();
}

}  // namespace sigmatch
