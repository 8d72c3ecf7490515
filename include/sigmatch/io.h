#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sigmatch/errors.h"
#include "sigmatch/landmarks.h"
#include "sigmatch/problem.h"
#include "sigmatch/shape.h"

/// Reading and writing files. If that fails, functions throw FileError: one line that names the file, the
/// place in it and the remedy. Some files count from 1; everything inside the library counts from 0.
namespace sigmatch {

/// Reads OFF, OBJ, PLY (ascii, binary), STL (ascii, binary), VTP (little endian, every encoding), glTF
/// (.gltf, .glb), XYZ or CSV. The extension of the name tells the format.
///
/// Vertices keep their order, and all are kept, also vertices that no face uses. STL stores triangle corners
/// instead of vertices: corners with equal coordinates become one vertex, numbered by first appearance. From
/// a glTF file the first mesh is read, in its own coordinates, with its triangle primitives one after the
/// other. A CSV file may have a header. Its coordinates are the columns x, y, z or else the first three
/// numeric columns. Polygons become fans of triangles. A shape without faces is a point cloud. Errors are: no
/// vertices, indices out of range. Vertices that are not finite are kept without their faces: see
/// finite_points.h.
Shape read_shape(const std::string& path);

/// Writes OFF, OBJ or PLY (binary); the extension tells which. Reading it back gives the same numbers.
/// Vertices that are not finite are written, too.
void write_shape(const std::string& path, const Shape& shape);

/// Writes a PLY (binary) with a colour for each vertex: red, green and blue from 0 to 1. Vertices that are
/// not finite are black.
void write_coloured_shape(const std::string& path, const Shape& shape, const Points& colours);

/// Throws FileError if write_shape() cannot write a file with this extension.
void check_shape_name(const std::string& path);

/// Reads one vertex id per line, counted from index_base. `#` starts a comment. If vertex_count is given, ids
/// out of range are errors.
Keypoints read_keypoints(const std::string& path, int index_base = 0, std::optional<int> vertex_count = {});

struct Landmarks {
    Keypoints keypoints;
    /// For landmarks given by position: the largest distance between a position and the vertex taken for it,
    /// divided by the diagonal of the shape's bounding box.
    std::optional<double> relative_distance;
    std::vector<std::string> notes;  ///< lines for the user: see notes_on()
};

/// Reads a landmark file (landmarks.h) as keypoints. Each position becomes the nearest vertex; no two become
/// the same. It is an error if a position has no vertex left within 2 % of the diagonal of the bounding box.
Landmarks read_landmarks(const std::string& path, const Shape& shape, int index_base = 0,
                         CoordinateSystem shape_system = CoordinateSystem::lps);

/// Writes ids counted from 0. names[i], if given, follows keypoint i as a comment.
void write_keypoints(const std::string& path, const Keypoints& keypoints,
                     const std::vector<std::string>& names = {});

/// Reads a match: the `matches` of a result.json, or lines `i j`, counted from 0. Unless `partial` is true,
/// all keypoints of X must have a partner.
Match read_matches(const std::string& path, int size_x, int size_y, bool partial = false);

/// Reads pairs `i j`, written as for read_matches(). A keypoint may be in several pairs.
std::vector<std::pair<int, int>> read_pairs(const std::string& path, int size_x, int size_y);

/// Reads a matrix of finite numbers, a row per line, separated by commas, semicolons, tabs or blanks. The
/// first line may be a header: a line without a number.
Eigen::MatrixXd read_matrix(const std::string& path);

/// Reads the solution that a solver found for an exported model (conic.h) of `size` keypoints on each shape.
/// The file has the values of the variables, one per line, in the order of the model. Only P is read. Its
/// values must be within 1e-3 of 0 or 1 and make a permutation. Files as for read_matches() are read, too.
Match read_solution(const std::string& path, int size);

/// Two shapes with keypoints, and their decimated versions, which the paper's experiments use.
struct DataPair {
    MarkedShape x, y;
    MarkedShape x_low, y_low;
};

/// Reads the struct `datapair` of a MATLAB file (version 5 to 7). X, Y, Sx, Sy are required. If Xhighres and
/// SxHighres are missing, x is x_low; the same holds for y.
DataPair read_datapair(const std::string& path);

/// Writes a line of text for each vertex of the source: the three corners of a triangle of the target (vertex
/// ids from 0) and their weights. For a point of a cloud the three corners are the same vertex.
void write_dense_map(const std::string& path, const DenseMap& map, const Shape& target);

/// Writes all of `contents` or, on failure, leaves the file as it was. Leaves no temporary files.
void write_file_atomically(const std::string& path, std::string_view contents);

}  // namespace sigmatch
