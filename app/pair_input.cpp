#include "pair_input.h"

#include <fmt/core.h>

#include <cctype>
#include <cmath>
#include <filesystem>

#include "sigmatch/errors.h"
#include "sigmatch/geodesics.h"
#include "sigmatch/io.h"
#include "sigmatch/point_cloud.h"
#include "sigmatch/sampling.h"
#include "sigmatch/weld.h"

using namespace sigmatch;

namespace {

/// A datapair's own coarse mesh serves where it has about as many faces as were asked for.
bool about(Eigen::Index faces, int wanted) {
    return std::abs(static_cast<double>(faces) / wanted - 1) <= 0.1;
}

PairInput read_pair_file(const PairArguments& arguments, int faces) {
    if (!arguments.keypoints_x.empty() || !arguments.keypoints_y.empty() || arguments.fps > 0)
        throw InputError("a .mat pair brings its own keypoints: leave --kx, --ky and --fps out");
    if (arguments.cloud_x || arguments.cloud_y || arguments.weld)
        throw InputError("a .mat pair holds meshes: leave --point-cloud-x, --point-cloud-y and --weld out");
    DataPair pair = read_datapair(arguments.x);
    if (faces > 0 && about(pair.x_low.shape.faces.rows(), faces) &&
        about(pair.y_low.shape.faces.rows(), faces))
        return {std::move(pair.x_low), std::move(pair.y_low), "", true};
    return {std::move(pair.x), std::move(pair.y), "", false};
}

Keypoints sample_keypoints_of(const std::string& name, const Shape& shape, int count) {
    try {
        const Shape surface = surface_of(shape);
        return farthest_point_sampling(surface, GeodesicGraph(surface), count);
    } catch (const InputError& error) {
        throw InputError(fmt::format("shape {}: {}", name, error.what()));
    }
}

/// The ids of keypoints are those of the file, whether the shape is welded or not.
MarkedShape read_side(const std::string& name, const std::string& shape_path,
                      const std::string& keypoint_path, bool is_cloud, const PairArguments& arguments,
                      std::string& notes) {
    MarkedShape side{read_shape(shape_path), {}};
    if (!keypoint_path.empty()) {
        Landmarks landmarks = read_landmarks(keypoint_path, side.shape, arguments.index_base,
                                             coordinate_system_of_shape(shape_path));
        side.keypoints = std::move(landmarks.keypoints);
        for (const std::string& note : landmarks.notes) notes += note + "\n";
        if (landmarks.relative_distance)
            notes += fmt::format("landmarks of {} moved to vertices, by at most {:.2g} % of its extent\n",
                                 name, 100 * *landmarks.relative_distance);
    }
    if (arguments.weld) {
        WeldedShape welded = weld(side.shape);
        side.shape = std::move(welded.shape);
        for (int& vertex : side.keypoints) vertex = welded.first[static_cast<size_t>(vertex)];
    }
    if (is_cloud) side.shape.faces.resize(0, 3);
    if (arguments.fps > 0) side.keypoints = sample_keypoints_of(name, side.shape, arguments.fps);
    return side;
}

}  // namespace

bool is_pair_file(const std::string& path) {
    std::string extension = std::filesystem::path(path).extension().string();
    for (char& c : extension) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return extension == ".mat";
}

Shape read_shape_of_pair(const std::string& path, bool is_cloud, const PairArguments& arguments) {
    Shape shape = read_shape(path);
    if (arguments.weld) shape = weld(shape).shape;
    if (is_cloud) shape.faces.resize(0, 3);
    return shape;
}

PairInput read_pair(const PairArguments& arguments, int faces) {
    if (arguments.y.empty()) {
        if (!is_pair_file(arguments.x)) throw InputError("give two shape files, or one .mat pair");
        return read_pair_file(arguments, faces);
    }
    if (arguments.fps > 0 && (!arguments.keypoints_x.empty() || !arguments.keypoints_y.empty()))
        throw InputError("--fps chooses the keypoints itself: leave --kx and --ky out");
    if (arguments.fps == 0 && arguments.keypoints_x.empty() != arguments.keypoints_y.empty())
        throw InputError(
            "keypoints of one shape are missing: give both --kx and --ky, or neither to have them chosen");
    PairInput pair;
    pair.x = read_side("X", arguments.x, arguments.keypoints_x, arguments.cloud_x, arguments, pair.notes);
    pair.y = read_side("Y", arguments.y, arguments.keypoints_y, arguments.cloud_y, arguments, pair.notes);
    return pair;
}

PairInput read_pair_with_keypoints(const PairArguments& arguments, int faces) {
    if (!arguments.y.empty() && arguments.fps == 0 && arguments.keypoints_x.empty() &&
        arguments.keypoints_y.empty())
        throw InputError(
            "keypoints are missing: give --kx and --ky, or --fps N to have N chosen on each shape");
    return read_pair(arguments, faces);
}

void add_pair_options(CLI::App& command, PairArguments& arguments) {
    command
        .add_option("X", arguments.x,
                    "Shape (OFF, OBJ, PLY, STL, VTP, glTF, XYZ, CSV), or a .mat pair of the paper's authors")
        ->required();
    command.add_option("Y", arguments.y, "The other shape");
    command
        .add_option("--kx", arguments.keypoints_x,
                    "Keypoints of X: vertex ids, or positions on it, one per line; or a landmark file "
                    "(.mrk.json, .fcsv, .csv, .tps, .nts)")
        ->type_name("FILE");
    command.add_option("--ky", arguments.keypoints_y, "Keypoints of Y")->type_name("FILE");
    command.add_option("--index-base", arguments.index_base, "Number of the first vertex in keypoint files")
        ->check(CLI::IsMember({0, 1}))
        ->capture_default_str();
    command
        .add_option("--fps", arguments.fps,
                    "Choose N keypoints on each shape by farthest point sampling alone")
        ->check(CLI::PositiveNumber)
        ->type_name("N");
    add_shape_flags(command, arguments);
}

void add_shape_flags(CLI::App& command, PairArguments& arguments) {
    command.add_flag("--point-cloud-x", arguments.cloud_x, "Use the vertices of X alone");
    command.add_flag("--point-cloud-y", arguments.cloud_y, "Use the vertices of Y alone");
    command.add_flag("--weld", arguments.weld, "Join the surface where vertices have equal positions");
}
