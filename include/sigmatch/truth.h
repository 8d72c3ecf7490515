#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sigmatch/manifest.h"
#include "sigmatch/shape.h"

/// Reads the ground truth files of public data sets and makes manifests from them.
namespace sigmatch {

/// A labelled vertex. Equal labels on different shapes correspond.
struct LabelledVertex {
    int label;
    int vertex;
};

/// Reads a SHREC'20 .mat file, in ascending order of the labels. `points` holds the labels, `verts` the
/// 1-based vertices. Throws FileError for vertices beyond vertex_count and for labels that appear twice.
std::vector<LabelledVertex> read_shrec20_labels(const std::string& path, int vertex_count);

/// For each of the vertex_count vertices of a part, its partner on the whole shape. A SHREC'16 .baryc_gt file
/// has one row per vertex: a 1-based triangle of the whole and three barycentric weights. The partner is the
/// corner with the largest weight. Throws FileError for any other kind of row.
std::vector<int> read_baryc_gt(const std::string& path, int vertex_count, const Faces& whole);

/// How a folder of shapes states the truth. Files named NAME.* belong to the shape NAME.
enum class TruthKind {
    vts,       ///< NAME.vts: 1-based vertices; row k matches row k
    pid,       ///< NAME.pid: the same, 0-based; each row is a keypoint
    baryc,     ///< PART_WHOLE_shape_1.baryc_gt: see read_baryc_gt()
    shrec20,   ///< NAME.mat: see read_shrec20_labels()
    identity,  ///< vertex k matches vertex k; the class of a shape is NAME without its last digits
};

/// Which shapes of a set become pairs. Shapes are in the natural order of their names.
enum class Pairing {
    first,  ///< the first shape with each other shape
    all,    ///< every two shapes
    chain,  ///< each shape with the next one
};

struct ManifestOptions {
    /// Keypoints, spread over the first shape. 0: 21 (vts, identity), 16 (baryc), all (pid, shrec20).
    int keypoints = 0;
    /// vts, pid, identity: a file that names the keypoints instead, as 0-based rows.
    std::optional<std::string> points = std::nullopt;
    /// baryc: number of keypoints of the whole that have no partner. Default: keypoints / 2.
    std::optional<int> extra = std::nullopt;
    /// Not for baryc. Default: `first` for identity, `all` for the others.
    std::optional<Pairing> pairs = std::nullopt;
    /// vts, pid: the number of the first vertex. Default: 1 for vts, 0 for pid.
    std::optional<int> index_base = std::nullopt;
    /// Seed of the random order of keypoints_y.
    std::uint64_t seed = 1;
};

/// The pairs of the folder and its subfolders. If two keypoints are the same vertex on one of the shapes, one
/// of them is left out. For baryc the part is X and the whole is Y. Throws FileError for files that are
/// missing or wrong. Throws InputError for options that do not suit the kind and for pairs of fewer than 5
/// keypoints.
std::vector<ManifestPair> make_manifest(TruthKind kind, const std::string& folder,
                                        const ManifestOptions& options = {});

}  // namespace sigmatch
