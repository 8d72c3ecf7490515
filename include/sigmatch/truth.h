#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sigmatch/io.h"
#include "sigmatch/shape.h"

/// Ground truth as the field stores it, and manifests made from it.
namespace sigmatch {

/// A point that has the same label on every shape where it was found.
struct LabelledVertex {
    int label;
    int vertex;
};

/// The labels of a SHREC'20 .mat, ascending: `points` holds labels, `verts` 1-based vertices of a shape of
/// vertex_count. Throws FileError for vertices that are not there and labels that appear twice.
std::vector<LabelledVertex> read_shrec20_labels(const std::string& path, int vertex_count);

/// The partner, on the whole shape, of each of the vertex_count vertices of a part. A SHREC'16 .baryc_gt has
/// one row per vertex: a 1-based triangle of the whole and three barycentric weights; the partner is the
/// corner of the largest weight. Throws FileError for rows that say anything else.
std::vector<int> read_baryc_gt(const std::string& path, int vertex_count, const Faces& whole);

/// How a folder of shapes tells what corresponds. Files named NAME.* belong to the shape NAME.
enum class TruthKind {
    vts,       ///< NAME.vts: 1-based vertices, row k matches row k
    pid,       ///< NAME.pid: as above, but 0-based and each row a keypoint
    baryc,     ///< PART_WHOLE_shape_1.baryc_gt: see read_baryc_gt()
    shrec20,   ///< NAME.mat: see read_shrec20_labels()
    identity,  ///< vertex k matches vertex k; NAME without its last digits is the class of the shape
};

/// Which shapes of a set, in the natural order of their names, become pairs.
enum class Pairing {
    first,  ///< the first with each other one
    all,    ///< every two
    chain,  ///< each with the next
};

struct ManifestOptions {
    /// How many, spread over the first shape; 0: 21 (vts, identity), 16 (baryc), all (pid, shrec20).
    int keypoints = 0;
    /// vts, pid, identity: a file of 0-based rows that are the keypoints instead.
    std::optional<std::string> points = std::nullopt;
    /// baryc: keypoints of the whole that have no partner; else keypoints / 2.
    std::optional<int> extra = std::nullopt;
    /// Not for baryc; else `first` for identity and `all` for the rest.
    std::optional<Pairing> pairs = std::nullopt;
    /// vts: else 1; pid: else 0.
    std::optional<int> index_base = std::nullopt;
    /// Of the order of keypoints_y.
    std::uint64_t seed = 1;
};

/// The pairs of the folder and its subfolders. Keypoints of a pair are distinct on both shapes: what is the
/// same vertex as another keypoint is left out. For baryc the part is X and the whole is Y.
/// Throws FileError for files that are missing or wrong and InputError for options that do not suit the kind
/// and for pairs of fewer than 5 keypoints.
std::vector<ManifestPair> make_manifest(TruthKind kind, const std::string& folder,
                                        const ManifestOptions& options = {});

}  // namespace sigmatch
