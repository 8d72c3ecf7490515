#include "evaluation/run_pair.h"

#include <chrono>
#include <exception>
#include <filesystem>

#include "evaluation/dense_truth.h"
#include "sigmatch/geodesics.h"
#include "sigmatch/point_cloud.h"
#include "sigmatch/reconstruction.h"
#include "sigmatch/report.h"
#include "sigmatch/sampling.h"
#include "sigmatch/surface.h"

namespace sigmatch {

namespace {

struct Input {
    Shape x, y;
    Keypoints keypoints_x, keypoints_y;
    Targets targets;
};

/// Vertex v of X is vertex v of Y, as far as the keypoints tell.
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
    Input input{read_shape(pair.x), read_shape(pair.y), pair.keypoints_x, pair.keypoints_y, {}};
    if (setting.fps > 0) {
        if (!same_numbering(pair, input.x, input.y))
            throw InputError(
                "keypoints by farthest point sampling need a pair whose vertices correspond by number, or "
                "their "
                "truth is not known");
        input.keypoints_x = sample(input.x, setting.fps);
        input.keypoints_y = sample(input.y, setting.fps);
        input.targets.truth = input.keypoints_x;
    } else {
        input.targets = targets_of(pair);
    }
    input.y.vertices *= setting.scale_y;
    return input;
}

/// The mean distance between a vertex of X^, bent by the true match, and its true place, in units of the root
/// of the area of Y.
std::optional<double> reconstruction_error(const ManifestPair& pair, const Input& input,
                                           const ModelOptions& options) {
    if (!same_numbering(pair, input.x, input.y)) return std::nullopt;
    const Points bent =
        reconstruct(input.x, pair.keypoints_x, input.y, pair.keypoints_y, pair.truth, options).x;
    return (bent - input.y.vertices).rowwise().norm().mean() / std::sqrt(surface_area(surface_of(input.y)));
}

Shape cloud_of(const Shape& shape) {
    return {shape.vertices, Faces(0, 3)};
}

/// What each keypoint of X is told about its pair.
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
        const Shape x = setting.cloud_x ? cloud_of(input.x) : input.x,
                    y = setting.cloud_y ? cloud_of(input.y) : input.y;
        MatchResult result = match(x, input.keypoints_x, y, input.keypoints_y, options);
        result.stage_seconds.read = read_seconds;
        result.stage_seconds.total += read_seconds;
        outcome.interrupted = result.status == Status::interrupted;
        if (outcome.interrupted) return outcome;
        record.status = name(result.status);
        record.keypoints = static_cast<int>(input.keypoints_x.size());
        record.faces_x = faces_used(input.x, options);
        record.faces_y = faces_used(input.y, options);
        record.objective = result.objective;
        record.gap = result.relative_gap();
        record.nodes = result.nodes;
        record.seconds = result.stage_seconds;
        std::vector<MatchErrors> errors;
        if (!input.targets.truth.empty()) {
            std::vector<Match> matches;
            for (const RankedMatch& ranked : result.ranking) matches.push_back(ranked.match);
            errors = match_errors(input.y, input.keypoints_y, matches, input.targets);
            record.errors = errors.front();
        }
        if (setting.reconstruct) record.reconstruction_error = reconstruction_error(pair, input, options);
        std::vector<Reconstructions> bent;
        if (report) bent = reconstructions_to_show(x, y, result);
        std::optional<DenseMaps> maps;
        if (setting.dense) {
            const MatchedPair matched{
                x, y, input.y, input.keypoints_x, input.keypoints_y, result.match, input.targets.truth};
            const DenseOptions dense{options, threads};
            const bool by_number = same_numbering(pair, input.x, input.y);
            if (by_number || !bent.empty())
                maps = dense_maps(x, input.keypoints_x, y, input.keypoints_y, result.match, dense);
            record.dense_error =
                by_number ? mean_dense_error(matched, maps->x_to_y) : held_out_dense_error(matched, dense);
        }
        outcome.result = result_json(result);
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
