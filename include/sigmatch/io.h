#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sigmatch/dense_map.h"
#include "sigmatch/errors.h"
#include "sigmatch/match.h"
#include "sigmatch/shape.h"

/// Files. What cannot be read or written throws FileError: one line that names the file, the place in it
/// and the remedy. Index bases other than 0 end here; everything inside the library counts from 0.
namespace sigmatch {

/// Reads OFF, OBJ, PLY (ascii, binary), STL (ascii, binary), VTP (every encoding of little endian), glTF
/// (.gltf, .glb), XYZ or CSV, by the extension of the name.
///
/// Vertices keep their order and number, whether a face uses them or not. STL has no vertices, only
/// triangle corners: there corners of equal coordinates are one vertex, numbered by first appearance.
/// glTF gives its first mesh, in the mesh's own coordinates: its triangle primitives one after the other.
/// CSV may have a header; the columns x, y, z, or else the first three of numbers, are the coordinates.
/// Polygons become fans of triangles. A shape without faces is a point cloud; one without vertices is
/// an error, as are indices out of range and coordinates that are not finite.
Shape read_shape(const std::string& path);

/// Writes OFF, OBJ or PLY (binary), by the extension. Reading it back gives the same numbers.
void write_shape(const std::string& path, const Shape& shape);

/// Writes a PLY (binary) with a colour for each vertex: red, green and blue from 0 to 1.
void write_coloured_shape(const std::string& path, const Shape& shape, const Points& colours);

/// Throws FileError if write_shape() does not write this kind of file.
void check_shape_name(const std::string& path);

/// One vertex id per line, counted from index_base; `#` starts a comment. With vertex_count given, an id that
/// such a shape does not have is an error.
Keypoints read_keypoints(const std::string& path, int index_base = 0, std::optional<int> vertex_count = {});

struct Landmarks {
    Keypoints keypoints;
    /// For landmarks given by position: the largest distance to a vertex that was taken for one, relative to
    /// the diagonal of the shape's bounding box.
    std::optional<double> relative_distance;
};

/// Keypoints however they are stored: as vertex ids (see read_keypoints(); a .vts counts from 1 whatever
/// index_base says), or as positions: control points of 3D Slicer (.mrk.json), a .csv, or three numbers per
/// line. A position becomes the nearest vertex. It must be in the coordinates of the shape: whether the file
/// calls them LPS or RAS is not looked at. One that is farther away than 2 % of the diagonal of the bounding
/// box is an error, as are two with one vertex.
Landmarks read_landmarks(const std::string& path, const Shape& shape, int index_base = 0);

/// Counted from 0, with names[i], where given, as a comment behind keypoint i.
void write_keypoints(const std::string& path, const Keypoints& keypoints,
                     const std::vector<std::string>& names = {});

/// A match: the `matches` of a result.json, or lines `i j`, counted from 0. All keypoints of X need a partner
/// unless it is partial.
Match read_matches(const std::string& path, int size_x, int size_y, bool partial = false);

/// What a solver made of an exported model (conic.h), for `size` keypoints each: the values of its variables,
/// one per line, in the model's order, of which P is read and what follows is not; or as in read_matches().
/// Values of P within 1e-3 of 0 and 1 count as such, and must make a permutation.
Match read_solution(const std::string& path, int size);

/// Two shapes with keypoints, and the decimated versions of both that the paper's experiments use.
struct DataPair {
    Shape x, y;
    Keypoints keypoints_x, keypoints_y;
    Shape x_low, y_low;
    Keypoints keypoints_x_low, keypoints_y_low;
};

/// The struct `datapair` of a MATLAB file (version 5 to 7). X, Y, Sx, Sy are required; where Xhighres and
/// SxHighres (or those of Y) are missing, x is x_low.
DataPair read_datapair(const std::string& path);

/// One line of a dataset: two shape files, their keypoints and what is known about them.
struct ManifestPair {
    std::string id;
    std::string x, y;  ///< shape files
    Keypoints keypoints_x, keypoints_y;
    std::vector<int> truth;  ///< truth[i]: the position in keypoints_y of the partner of keypoint i; or empty
    std::vector<int> symmetric;  ///< symmetric[i]: the position in keypoints_x of i's mirror image; or empty
};

/// JSON lines {"id", "x", "y", "kx", "ky", "truth", "symmetric"}; the last two are optional. Paths in the
/// file are relative to it; those returned are usable as they are. Ids are unique and fit a file name: what
/// breaks this is neither read nor written.
std::vector<ManifestPair> read_manifest(const std::string& path);
void write_manifest(const std::string& path, const std::vector<ManifestPair>& pairs);

/// Text with a line for each vertex of the source: the three corners of a triangle of the target (vertices,
/// counted from 0) and their weights. A point of a cloud is written as such a triangle, thrice the same.
void write_dense_map(const std::string& path, const DenseMap& map, const Shape& target);

/// The files that a result came with, named from its own folder; empty: none.
struct ResultFiles {
    std::string x, y;  ///< y is empty for a .mat pair
    std::string certificate;
    bool cloud_x = false, cloud_y = false, weld = false;  ///< how the shapes were read
};

/// The text of result.json. A number that is not finite becomes null.
std::string result_json(const MatchResult& result, const ResultFiles& files = {});

/// What a result.json claims: read_matches() reads its match.
struct ResultClaim {
    double objective = 0, lower_bound = 0;
    std::vector<std::pair<int, int>> match_vertices;
    ResultFiles files;  ///< usable as they are
};
ResultClaim read_claim(const std::string& path);

/// The file holds all of `contents` or, on failure, what it held before; no remnants either way.
void write_file_atomically(const std::string& path, std::string_view contents);

}  // namespace sigmatch
