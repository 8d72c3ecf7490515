#pragma once

#include <string>
#include <vector>

#include "sigmatch/shape.h"

/// Reading and writing landmark files: named points on a shape. The extension tells the format: .mrk.json and
/// .fcsv of 3D Slicer, .tps, .nts (or .dta), .csv, .xyz and .vts. Other files hold text: vertex ids, one per
/// line, or positions if the first line has several entries. Functions throw FileError if a file cannot be
/// used.
namespace sigmatch {

/// The axes of medical images. LPS: x to the left, y to the back (posterior). RAS: x to the right, y to the
/// front (anterior). z goes up in both, so they differ in the signs of x and y.
enum class CoordinateSystem { none, lps, ras };

/// What a mesh file says in its first lines: 3D Slicer writes SPACE=LPS or SPACE=RAS there. A file that says
/// nothing is LPS; this is Slicer's rule.
CoordinateSystem coordinate_system_of_shape(const std::string& path);

/// The landmarks of a file, and what it takes to write them back as they were.
struct LandmarkSet {
    std::vector<std::string> names;  ///< one per landmark; empty if the file gives it none
    Points positions;                ///< in the coordinates of the shape
    Keypoints ids;                   ///< the vertices, if the file holds vertex ids; otherwise empty
    /// Landmarks without a position, which are left out: their names, or their places in the file.
    std::vector<std::string> undefined;
    int further_specimens = 0;  ///< of a .tps or .nts: only the first specimen is read

    std::string path;  ///< the file, for messages
    CoordinateSystem system =
        CoordinateSystem::none;  ///< of the file; `none` if its format has no such thing
    CoordinateSystem shape_system = CoordinateSystem::lps;
    std::string units;     ///< of a .mrk.json
    std::string specimen;  ///< the name of the specimen in a .tps or .nts
    int index_base = 0;    ///< the number of the first vertex in a file of ids
};

/// Reads landmarks. Positions in LPS become RAS, or the reverse, if the shape needs it. Ids count from
/// index_base, in a .vts from 1.
LandmarkSet read_landmark_file(const std::string& path, const Shape& shape, int index_base = 0,
                               CoordinateSystem shape_system = CoordinateSystem::lps);

/// Writes landmarks. Reading the file again gives the same numbers. A format without names (.tps), or without
/// blanks in names (.nts), loses them. A file of ids needs `ids`.
void write_landmark_file(const std::string& path, const LandmarkSet& landmarks);

/// The extension of a landmark file, in lower case: what a file of the same format should have. ".mrk.json"
/// is one extension.
std::string landmark_extension(const std::string& path);

/// Lines for the user: which landmarks were left out, and whether there are more specimens.
std::vector<std::string> notes_on(const LandmarkSet& landmarks);

}  // namespace sigmatch
