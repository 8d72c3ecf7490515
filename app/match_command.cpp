#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <cctype>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <memory>

#include "browser_image.h"
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
#include "sigmatch/report.h"
#include "sigmatch/sampling.h"
#include "sigmatch/weld.h"

namespace {

using namespace sigmatch;

struct Arguments {
    std::string x, y;
    std::string keypoints_x, keypoints_y;
    int index_base = 0;
    int fps = 0;
    std::string fixed_matches;
    std::string output, reconstruction_x, reconstruction_y;
    std::string report, image;
    bool cloud_x = false, cloud_y = false;
    bool weld = false;
    bool quiet = false;
    MatchOptions options;
};

/// A shape and its keypoints.
struct Side {
    Shape shape;
    Keypoints keypoints;
    std::string note;  ///< what the user should know about the keypoints, or empty
};

/// Both sides, whichever way they were given.
struct Input {
    Side x, y;
    bool coarse_already = false;  ///< no need to decimate
};

/// A datapair's own coarse mesh serves where it has about as many faces as were asked for.
bool about(Eigen::Index faces, int wanted) {
    return std::abs(static_cast<double>(faces) / wanted - 1) <= 0.1;
}

Input read_pair_file(const Arguments& arguments) {
    if (!arguments.keypoints_x.empty() || !arguments.keypoints_y.empty() || arguments.fps > 0)
        throw InputError("a .mat pair brings its own keypoints: leave --kx, --ky and --fps out");
    if (arguments.cloud_x || arguments.cloud_y || arguments.weld)
        throw InputError("a .mat pair holds meshes: leave --point-cloud-x, --point-cloud-y and --weld out");
    DataPair pair = read_datapair(arguments.x);
    const int faces = arguments.options.faces;
    if (faces > 0 && about(pair.x_low.faces.rows(), faces) && about(pair.y_low.faces.rows(), faces))
        return {{std::move(pair.x_low), std::move(pair.keypoints_x_low), {}},
                {std::move(pair.y_low), std::move(pair.keypoints_y_low), {}},
                true};
    return {{std::move(pair.x), std::move(pair.keypoints_x), {}},
            {std::move(pair.y), std::move(pair.keypoints_y), {}},
            false};
}

bool is_pair_file(const std::string& path) {
    std::string extension = std::filesystem::path(path).extension().string();
    for (char& c : extension) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return extension == ".mat";
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
Side read_side(const std::string& name, const std::string& shape_path, const std::string& keypoint_path,
               bool is_cloud, const Arguments& arguments) {
    Side side{read_shape(shape_path), {}, {}};
    if (!keypoint_path.empty()) {
        Landmarks landmarks = read_landmarks(keypoint_path, side.shape, arguments.index_base);
        side.keypoints = std::move(landmarks.keypoints);
        if (landmarks.relative_distance)
            side.note = fmt::format("landmarks of {} moved to vertices, by at most {:.2g} % of its extent\n",
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

Input read_input(const Arguments& arguments) {
    if (arguments.y.empty()) {
        if (!is_pair_file(arguments.x)) throw InputError("give two shape files, or one .mat pair");
        return read_pair_file(arguments);
    }
    if (arguments.fps > 0 && (!arguments.keypoints_x.empty() || !arguments.keypoints_y.empty()))
        throw InputError("--fps chooses the keypoints itself: leave --kx and --ky out");
    if (arguments.fps == 0 && (arguments.keypoints_x.empty() || arguments.keypoints_y.empty()))
        throw InputError(
            "keypoints are missing: give --kx and --ky, or --fps N to have N chosen on each shape");
    return {read_side("X", arguments.x, arguments.keypoints_x, arguments.cloud_x, arguments),
            read_side("Y", arguments.y, arguments.keypoints_y, arguments.cloud_y, arguments), false};
}

/// The name of each shape, for people: of a pair, both are in one file.
std::pair<std::string, std::string> names_of(const Arguments& arguments) {
    const std::string x = std::filesystem::path(arguments.x).filename().string();
    if (arguments.y.empty()) return {"X of " + x, "Y of " + x};
    return {x, std::filesystem::path(arguments.y).filename().string()};
}

/// Everything that is made of the reconstructions: those themselves, the report and its picture.
void write_views(const Arguments& arguments, const Side& x, const Side& y, const MatchResult& result,
                 const std::optional<Browser>& browser, ProgressLine& line) {
    const bool files = !arguments.reconstruction_x.empty() || !arguments.reconstruction_y.empty();
    const bool shown = !arguments.report.empty() || browser;
    if (!files && !shown) return;
    line.stage("reconstructing");
    const std::optional<Reconstructions> both =
        files ? reconstruct(x.shape, x.keypoints, y.shape, y.keypoints, result.match, result.options)
              : try_reconstruct(x.shape, y.shape, result);
    if (!arguments.reconstruction_x.empty())
        write_shape(arguments.reconstruction_x, {both->x, x.shape.faces});
    if (!arguments.reconstruction_y.empty())
        write_shape(arguments.reconstruction_y, {both->y, y.shape.faces});
    if (!shown) return;
    line.stage("drawing");
    const auto [name_x, name_y] = names_of(arguments);
    const std::string html = report_html(report_data(name_x, x.shape, name_y, y.shape, result, both));
    if (!arguments.report.empty()) write_file_atomically(arguments.report, html);
    if (browser) browser->draw(html, arguments.image);
}

void run_match(const Arguments& arguments) {
    const auto start = std::chrono::steady_clock::now();
    check_outputs(
        {arguments.output, arguments.report, arguments.image},
        {arguments.reconstruction_x, arguments.reconstruction_y},
        {arguments.x, arguments.y, arguments.keypoints_x, arguments.keypoints_y, arguments.fixed_matches});
    check(arguments.options);
    if (!arguments.report.empty() || !arguments.image.empty()) check_has_reports();
    std::optional<Browser> browser;
    if (!arguments.image.empty()) browser.emplace();
    Interrupt interrupt;
    MatchResult result;
    std::string notes;
    {
        ProgressLine line(arguments.quiet);
        line.stage("reading");
        const auto [x, y, coarse_already] = read_input(arguments);
        const double read_seconds =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        line.stage("preparing the shapes");
        MatchOptions options = arguments.options;
        if (coarse_already) options.faces = 0;
        options.stop = interrupt.token();
        options.on_progress = [&](const Progress& progress) {
            interrupt.search_begins();
            line.update(progress);
        };
        if (arguments.fixed_matches.empty()) {
            result = match(x.shape, x.keypoints, y.shape, y.keypoints, options);
        } else {
            const Match fixed = read_matches(arguments.fixed_matches, static_cast<int>(x.keypoints.size()),
                                             static_cast<int>(y.keypoints.size()), options.partial);
            result = evaluate_match(x.shape, x.keypoints, y.shape, y.keypoints, fixed, options);
        }
        result.options.faces = arguments.options.faces;
        result.stage_seconds.read = read_seconds;
        result.stage_seconds.total += read_seconds;
        if (!arguments.output.empty()) write_file_atomically(arguments.output, result_json(result));
        write_views(arguments, x, y, result, browser, line);
        notes = x.note + y.note;
    }
    if (!arguments.quiet) {
        for (const std::string& warning : result.warnings) fmt::print(stderr, "sigmatch: {}\n", warning);
        fmt::print("{}{}\n", notes, result.brief_report());
    }
    if (result.status == Status::interrupted) throw CLI::RuntimeError(130);
}

}  // namespace

void add_match_command(CLI::App& app) {
    auto arguments = std::make_shared<Arguments>();
    CLI::App* command = app.add_subcommand("match", "Match the keypoints of two shapes");
    command
        ->add_option("X", arguments->x,
                     "Shape (OFF, OBJ, PLY, STL, VTP, glTF, XYZ, CSV), or a .mat pair of the paper's authors")
        ->required();
    command->add_option("Y", arguments->y, "The other shape");
    command
        ->add_option(
            "--kx", arguments->keypoints_x,
            "Keypoints of X: vertex ids, or positions on it, one per line; or a .mrk.json of 3D Slicer")
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
    command->add_flag("--weld", arguments->weld, "Join the surface where vertices have equal positions");
    add_match_options(*command, arguments->options);
    command
        ->add_option("--fixed-matches", arguments->fixed_matches, "Evaluate this match instead of searching")
        ->type_name("FILE");
    command->add_option("--reconstruction-x", arguments->reconstruction_x, "Write X in the pose of Y")
        ->type_name("FILE");
    command->add_option("--reconstruction-y", arguments->reconstruction_y, "Write Y in the pose of X")
        ->type_name("FILE");
    command
        ->add_option("--report", arguments->report,
                     "Write a page that shows shapes, match and proof (HTML, needs no network)")
        ->type_name("FILE");
    command
        ->add_option("--image", arguments->image, "Write a picture of both shapes (PNG, drawn by Chromium)")
        ->type_name("FILE");
    command->add_flag("-q,--quiet", arguments->quiet, "Print nothing");
    refuse_empty_values(*command);
    command->callback([arguments] { run_match(*arguments); });
}
