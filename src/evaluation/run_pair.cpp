#include "evaluation/run_pair.h"

#include <chrono>
#include <exception>
#include <filesystem>

#include "evaluation/dense_truth.h"
#include "pipeline/result_json.h"
#include "sigmatch/errors.h"
#include "sigmatch/finite_points.h"
#include "sigmatch/geodesics.h"
#include "sigmatch/io.h"
#include "sigmatch/point_cloud.h"
#include "sigmatch/reconstruction.h"
#include "sigmatch/report.h"
#include "sigmatch/sampling.h"
#include "sigmatch/surface.h"

namespace sigmatch {

namespace {

struct Input {
    MarkedShape x, y;
    Targets targets;
};

/// Whether vertex v of X is vertex v of Y, judged by the keypoints.
bool same_numbering(const ManifestPair& pair, const Shape& x, const Shape& y) {
    if (pair.truth.empty() || x.vertices.rows() != y.vertices.rows()) return false;
    for (size_t i = 0; i < pair.truth.size(); ++i)
        if (pair.keypoints_x[i] != pair.keypoints_y[pair.truth[i]]) return false;
    return true;
}

Targets targets_of(const ManifestPair& pair) {
    Targets targets;
    for (size_t i = 0; i < pair.truth.size(); ++i) {
        targets.truth.push_back(pair.keypoints_y.at(pair.truth[i]));
        if (!pair.symmetric.empty())
            targets.mirrored.push_back(pair.keypoints_y.at(pair.truth[pair.symmetric[i]]));
    }
    return targets;
}

Keypoints sample(const Shape& shape, int count) {
    const Shape surface = surface_of(shape);
    return farthest_point_sampling(surface, GeodesicGraph(surface), count);
}

Input read_input(const ManifestPair& pair, const Setting& setting) {
    Input input{{read_shape(pair.x), pair.keypoints_x}, {read_shape(pair.y), pair.keypoints_y}, {}};
    if (setting.fps > 0) {
        if (!same_numbering(pair, input.x.shape, input.y.shape))
            throw InputError(
                "keypoints by farthest point sampling need a pair whose vertices correspond by number, or "
                "their truth is not known");
        input.x.keypoints = sample(input.x.shape, setting.fps);
        input.y.keypoints = sample(input.y.shape, setting.fps);
        input.targets.truth = input.x.keypoints;
    } else {
        input.targets = targets_of(pair);
    }
    input.y.shape.vertices *= setting.scale_y;
    return input;
}

/// The mesh on which errors are measured: Y at full resolution, mended.
PreparedShape measured_mesh(const PreparedShape& matched, const MarkedShape& mesh) {
    if (!matched.is_cloud() && matched.options() == PreparationOptions{}) return matched;
    return PreparedShape(mesh, {}, "Y");
}

/// The mean distance between the vertices of X^ for the true match and their true positions, divided by the
/// root of the area of Y.
std::optional<double> reconstruction_error(const ManifestPair& pair, const Input& input,
                                           const ModelOptions& options) {
    if (!same_numbering(pair, input.x.shape, input.y.shape)) return std::nullopt;
    const auto [x, y] =
        prepare_pair({input.x.shape, pair.keypoints_x}, {input.y.shape, pair.keypoints_y}, options);
    const Points bent = reconstruct(x, y, pair.truth, options).x;
    const Points distances = bent - input.y.shape.vertices;
    return distances(finite_rows(distances), Eigen::all).rowwise().norm().mean() /
           std::sqrt(surface_area(surface_of(input.y.shape)));
}

MarkedShape cloud_of(const MarkedShape& mesh) {
    return {{mesh.shape.vertices, Faces(0, 3)}, mesh.keypoints};
}

/// The error of each keypoint of X, for the report.
std::vector<std::optional<double>> by_keypoint(const MatchErrors& errors, const Match& match,
                                               const Targets& targets) {
    std::vector<std::optional<double>> all(match.size());
    size_t known = 0;
    for (size_t i = 0; i < match.size(); ++i)
        if (targets.truth[i] >= 0 && match[i] != unmatched) all[i] = errors.by_diameter.at(known++);
    return all;
}

std::string file_name(const std::string& path) {
    return std::filesystem::path(path).filename().string();
}

int faces_used(const Shape& shape, const ModelOptions& options) {
    const int all = static_cast<int>(shape.faces.rows());
    return options.faces > 0 ? std::min(all, options.faces) : all;
}

double seconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

PairOutcome run_pair(const ManifestPair& pair, const Setting& setting, int threads, bool report,
                     std::stop_token stop) {
    PairOutcome outcome;
    PairRecord& record = outcome.record;
    record.id = pair.id;
    try {
        const auto start = std::chrono::steady_clock::now();
        const Input input = read_input(pair, setting);
        const double read_seconds = seconds_since(start);
        MatchOptions options = setting.options;
        options.threads = threads;
        options.stop = stop;
        check(options);
        const PreparedPair prepared = prepare_pair(setting.cloud_x ? cloud_of(input.x) : input.x,
                                                   setting.cloud_y ? cloud_of(input.y) : input.y, options);
        const PreparedShape &x = prepared.x, &y = prepared.y;
        const double prepared_seconds = seconds_since(start);
        MatchResult result = match(x, y, options);
        result.stage_seconds.read = read_seconds;
        result.stage_seconds.geodesics += prepared_seconds - read_seconds;
        result.stage_seconds.total += prepared_seconds;
        outcome.interrupted = result.status == Status::interrupted;
        if (outcome.interrupted) return outcome;
        record.status = name(result.status);
        record.keypoints = static_cast<int>(input.x.keypoints.size());
        record.faces_x = faces_used(input.x.shape, options);
        record.faces_y = faces_used(input.y.shape, options);
        record.objective = result.objective;
        record.gap = result.relative_gap();
        record.nodes = result.nodes;
        record.relaxations = result.relaxations;
        record.seconds = result.stage_seconds;
        std::optional<PreparedShape> mesh_y;
        if (!input.targets.truth.empty() || setting.dense) mesh_y = measured_mesh(y, input.y);
        std::vector<MatchErrors> errors;
        if (!input.targets.truth.empty()) {
            std::vector<Match> matches;
            for (const RankedMatch& ranked : result.ranking) matches.push_back(ranked.match);
            errors = match_errors(*mesh_y, matches, input.targets);
            record.errors = errors.front();
        }
        if (setting.reconstruct) record.reconstruction_error = reconstruction_error(pair, input, options);
        std::vector<Reconstructions> bent;
        if (report) bent = reconstructions_to_show(x, y, result);
        std::optional<DenseMaps> maps;
        if (setting.dense) {
            const MatchedPair matched{x, y, *mesh_y, result.match, input.targets.truth};
            const DenseOptions dense{options, threads};
            const bool by_number = same_numbering(pair, input.x.shape, input.y.shape);
            if (by_number || !bent.empty()) maps = dense_maps(x, y, result.match, dense);
            record.dense_error =
                by_number ? mean_dense_error(matched, maps->x_to_y) : held_out_dense_error(matched, dense);
        }
        outcome.result = result_object(result);
        if (report) {
            ReportData data =
                report_data(file_name(pair.x), x, file_name(pair.y), y, result, std::move(bent), maps);
            for (size_t k = 0; k < errors.size(); ++k)
                data.matches[k].errors = by_keypoint(errors[k], data.matches[k].match, input.targets);
            outcome.report = report_html(data);
        }
    } catch (const std::exception& error) {
        record = {};
        record.id = pair.id;
        record.failure = error.what();
        if (record.failure.empty()) record.failure = "unknown error";
    }
    return outcome;
}

}  // namespace sigmatch
