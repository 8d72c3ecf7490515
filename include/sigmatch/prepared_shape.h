#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sigmatch/bridges.h"
#include "sigmatch/geodesics.h"
#include "sigmatch/orientation.h"
#include "sigmatch/plbo.h"
#include "sigmatch/reduction.h"
#include "sigmatch/shape.h"
#include "sigmatch/spectrum.h"

namespace sigmatch {

/// How a shape is made ready for matching.
struct PreparationOptions {
    int faces = 0;              ///< decimate meshes to this many faces first; 0: full resolution
    Prior prior = Prior::plbo;  ///< which deformations cost nothing
    Laplacian laplacian = Laplacian::robust;
    /// Weigh the bending by area, so that it does not depend on how the surface is cut into triangles. False:
    /// as in the paper, every vertex counts the same.
    bool area_weighted = true;

    bool operator==(const PreparationOptions&) const = default;
};

/// A shape made ready for matching, once for all uses. The constructor makes the surface. Each other part is
/// made when first asked for and then kept. Copies share all parts. Several threads may use one object.
class PreparedShape {
public:
    /// `name` is what messages call the shape. Throws InputError if shape or keypoints cannot be used.
    explicit PreparedShape(MarkedShape original, const PreparationOptions& options = {},
                           std::string name = "X");

    /// The same surface with other keypoints, all of them on it. Shares what depends on the surface alone.
    PreparedShape with_keypoints(const Keypoints& keypoints) const;

    const std::string& name() const;
    const PreparationOptions& options() const;
    const MarkedShape& original() const;
    bool is_cloud() const { return original().shape.faces.rows() == 0; }

    /// The surface that the model works on: triangulated if it was a cloud, mended, decimated if asked for,
    /// without connected parts that hold no keypoint, centred, scaled to unit area.
    const Shape& surface() const;
    /// Edges that join the parts of the surface.
    const std::vector<Bridge>& bridges() const;
    /// The keypoints as vertices of the surface.
    const Keypoints& keypoints() const;
    Points keypoint_positions() const { return surface().vertices(keypoints(), Eigen::all); }
    /// For each vertex of the original, its vertex on the surface (the nearest one after decimation), or -1.
    const std::vector<int>& vertex_of() const;
    /// A point p of the surface is centre + scale * p in the coordinates of the original.
    const Eigen::RowVector3d& centre() const;
    double scale() const;
    Points to_original(const Points& points) const;
    Points from_original(const Points& points) const;
    /// Flaws of the mesh and what was done about them.
    const std::vector<std::string>& warnings() const;

    const GeodesicGraph& graph() const;
    const KeypointDistances& distances() const;
    /// The deformation operator D with its factorisation.
    const Plbo& deformation() const;
    const Reduction& reduction() const;
    /// The reduction to some of the keypoints, given by their positions in the list.
    Reduction reduction_to(const std::vector<int>& some) const;
    const Spectrum& spectrum(int count) const;
    /// The orientation feature of each vertex of the surface.
    const Eigen::VectorXd& orientation(Orientation kind) const;
    /// The orientation of pairs of keypoints: see pair_orientation().
    const Eigen::MatrixXd& pair_orientations() const;
    /// The same shape prepared without decimation; this object itself if it was not decimated.
    const PreparedShape& at_full_resolution() const;

private:
    struct SurfaceParts;
    struct Parts;
    explicit PreparedShape(std::shared_ptr<Parts> parts);

    std::shared_ptr<Parts> parts_;
};

/// Both shapes of a pair.
struct PreparedPair {
    PreparedShape x, y;
};

/// Prepares two shapes at once, on two threads. Messages call them X and Y.
PreparedPair prepare_pair(MarkedShape x, MarkedShape y, const PreparationOptions& options = {});

}  // namespace sigmatch
