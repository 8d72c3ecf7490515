#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <cctype>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <memory>

#include "commands.h"
#include "interrupt.h"
#include "match_options.h"
#include "outputs.h"
#include "progress_line.h"
#include "sigmatch/errors.h"
#include "sigmatch/io.h"
#include "sigmatch/match.h"
#include "sigmatch/point_cloud.h"
#include "sigmatch/reconstruction.h"
#include "sigmatch/sampling.h"

namespace {

using namespace sigmatch;

struct Arguments {
    std::string x, y;
    std::string keypoints_x, keypoints_y;
    int index_base = 0;
    int fps = 0;
    std::string fixed_matches;
    std::string output, reconstruction_x, reconstruction_y;
    bool cloud_x = false, cloud_y = false;
    bool quiet = false;
    MatchOptions options;
};

/// The two shapes and their keypoints, whichever way they were given.
struct Input {
    Shape x, y;
    Keypoints keypoints_x, keypoints_y;
    bool coarse_already = false;  ///< no need to decimate
};

/// A datapair's own coarse mesh serves where it has about as many faces as were asked for.
bool about(Eigen::Index faces, int wanted) {
    return std::abs(static_cast<double>(faces) / wanted - 1) <= 0.1;
}

Input read_pair_file(const Arguments& arguments) {
    if (!arguments.keypoints_x.empty() || !arguments.keypoints_y.empty() || arguments.fps > 0)
        throw InputError("a .mat pair brings its own keypoints: leave --kx, --ky and --fps out");
    if (arguments.cloud_x || arguments.cloud_y)
        throw InputError("a .mat pair holds meshes: leave --point-cloud-x and --point-cloud-y out");
    DataPair pair = read_datapair(arguments.x);
    const int faces = arguments.options.faces;
    if (faces > 0 && about(pair.x_low.faces.rows(), faces) && about(pair.y_low.faces.rows(), faces)) {
        return {std::move(pair.x_low), std::move(pair.y_low), std::move(pair.keypoints_x_low),
                std::move(pair.keypoints_y_low), true};
    }
    return {std::move(pair.x), std::move(pair.y), std::move(pair.keypoints_x), std::move(pair.keypoints_y),
            false};
}

bool is_pair_file(const std::string& path) {
    std::string extension = std::filesystem::path(path).extension().string();
    for (char& c : extension) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return extension == ".mat";
}

/// Keypoints out of range are told as the user counts.
Keypoints read_keypoints_of(const std::string& name, const std::string& path, int index_base,
                            const Shape& shape) {
    Keypoints keypoints = read_keypoints(path, index_base);
    for (size_t k = 0; k < keypoints.size(); ++k)
        if (keypoints[k] >= shape.vertices.rows())
            throw FileError(
                path, fmt::format("keypoint {} of shape {} is vertex {}, but the vertices are numbered "
                                  "{} to {}",
                                  k, name, keypoints[k] + static_cast<long long>(index_base), index_base,
                                  shape.vertices.rows() - 1 + index_base));
    return keypoints;
}

Keypoints sample_keypoints_of(const std::string& name, const Shape& shape, int count) {
    try {
        const Shape surface = surface_of(shape);
        return farthest_point_sampling(surface, GeodesicGraph(surface), count);
    } catch (const InputError& error) {
        throw InputError(fmt::format("shape {}: {}", name, error.what()));
    }
}

Input read_input(const Arguments& arguments) {
    if (arguments.y.empty()) {
        if (!is_pair_file(arguments.x)) throw InputError("give two shape files, or one .mat pair");
        return read_pair_file(arguments);
    }
    Input input{read_shape(arguments.x), read_shape(arguments.y), {}, {}, false};
    if (arguments.cloud_x) input.x.faces.resize(0, 3);
    if (arguments.cloud_y) input.y.faces.resize(0, 3);
    if (arguments.fps > 0) {
        if (!arguments.keypoints_x.empty() || !arguments.keypoints_y.empty())
            throw InputError("--fps chooses the keypoints itself: leave --kx and --ky out");
        input.keypoints_x = sample_keypoints_of("X", input.x, arguments.fps);
        input.keypoints_y = sample_keypoints_of("Y", input.y, arguments.fps);
        return input;
    }
    if (arguments.keypoints_x.empty() || arguments.keypoints_y.empty())
        throw InputError(
            "keypoints are missing: give --kx and --ky, or --fps N to have N chosen on each shape");
    input.keypoints_x = read_keypoints_of("X", arguments.keypoints_x, arguments.index_base, input.x);
    input.keypoints_y = read_keypoints_of("Y", arguments.keypoints_y, arguments.index_base, input.y);
    return input;
}

void run_match(const Arguments& arguments) {
    const auto start = std::chrono::steady_clock::now();
    check_outputs(
        {arguments.output}, {arguments.reconstruction_x, arguments.reconstruction_y},
        {arguments.x, arguments.y, arguments.keypoints_x, arguments.keypoints_y, arguments.fixed_matches});
    check(arguments.options);
    Interrupt interrupt;
    MatchResult result;
    {
        ProgressLine line(arguments.quiet);
        line.stage("reading");
        const Input input = read_input(arguments);
        const double read_seconds =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        line.stage("preparing the shapes");
        MatchOptions options = arguments.options;
        if (input.coarse_already) options.faces = 0;
        options.stop = interrupt.token();
        options.on_progress = [&](const Progress& progress) {
            interrupt.search_begins();
            line.update(progress);
        };
        if (arguments.fixed_matches.empty()) {
            result = match(input.x, input.keypoints_x, input.y, input.keypoints_y, options);
        } else {
            const Match fixed =
                read_matches(arguments.fixed_matches, static_cast<int>(input.keypoints_x.size()));
            result = evaluate_match(input.x, input.keypoints_x, input.y, input.keypoints_y, fixed, options);
        }
        result.options.faces = arguments.options.faces;
        result.stage_seconds.read = read_seconds;
        result.stage_seconds.total += read_seconds;
        if (!arguments.output.empty()) write_file_atomically(arguments.output, result_json(result));
        if (!arguments.reconstruction_x.empty() || !arguments.reconstruction_y.empty()) {
            line.stage("reconstructing");
            const Reconstructions both =
                reconstruct(input.x, input.keypoints_x, input.y, input.keypoints_y, result.match, options);
            if (!arguments.reconstruction_x.empty())
                write_shape(arguments.reconstruction_x, {both.x, input.x.faces});
            if (!arguments.reconstruction_y.empty())
                write_shape(arguments.reconstruction_y, {both.y, input.y.faces});
        }
    }
    if (!arguments.quiet) {
        for (const std::string& warning : result.warnings) fmt::print(stderr, "sigmatch: {}\n", warning);
        fmt::print("{}\n", result.brief_report());
    }
    if (result.status == Status::interrupted) throw CLI::RuntimeError(130);
}

}  // namespace

void add_match_command(CLI::App& app) {
    auto arguments = std::make_shared<Arguments>();
    CLI::App* command = app.add_subcommand("match", "Match the keypoints of two shapes");
    command
        ->add_option("X", arguments->x, "Shape (OFF, OBJ, PLY, STL), or a .mat pair of the paper's authors")
        ->required();
    command->add_option("Y", arguments->y, "The other shape");
    command->add_option("--kx", arguments->keypoints_x, "Keypoints of X: one vertex id per line")
        ->type_name("FILE");
    command->add_option("--ky", arguments->keypoints_y, "Keypoints of Y")->type_name("FILE");
    command->add_option("--index-base", arguments->index_base, "Number of the first vertex in keypoint files")
        ->check(CLI::IsMember({0, 1}))
        ->capture_default_str();
    command
        ->add_option("--fps", arguments->fps,
                     "No keypoints: choose N on each shape by farthest point sampling")
        ->check(CLI::PositiveNumber)
        ->type_name("N");
    command->add_option("-o,--output", arguments->output, "Where to write the result (JSON)")
        ->type_name("FILE");
    command->add_flag("--point-cloud-x", arguments->cloud_x, "Use the vertices of X alone");
    command->add_flag("--point-cloud-y", arguments->cloud_y, "Use the vertices of Y alone");
    add_match_options(*command, arguments->options);
    command
        ->add_option("--fixed-matches", arguments->fixed_matches, "Evaluate this match instead of searching")
        ->type_name("FILE");
    command->add_option("--reconstruction-x", arguments->reconstruction_x, "Write X in the pose of Y")
        ->type_name("FILE");
    command->add_option("--reconstruction-y", arguments->reconstruction_y, "Write Y in the pose of X")
        ->type_name("FILE");
    command->add_flag("-q,--quiet", arguments->quiet, "Print nothing");
    refuse_empty_values(*command);
    command->callback([arguments] { run_match(*arguments); });
}
