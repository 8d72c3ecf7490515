#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "sigmatch/evaluation.h"
#include "sigmatch/manifest.h"
#include "sigmatch/match.h"

/// Runs whole data sets, measures the matches and writes reports.
namespace sigmatch {

/// One way to run all pairs of a data set.
struct Setting {
    std::string name;  ///< must be usable as a file name
    MatchOptions options;
    /// Above 0: farthest point sampling chooses this many keypoints. Vertex k of X must be vertex k of Y.
    int fps = 0;
    double scale_y = 1;  ///< Y is multiplied by this first
    /// Match the vertices without the faces. Errors are still measured on the mesh.
    bool cloud_x = false, cloud_y = false;
    bool reconstruct = false;  ///< also measure the reconstruction from the true match
    bool dense = false;        ///< also make the dense map and measure it
    std::string series;        ///< figures draw one line for each series; this setting is a point on it
    std::optional<double> parameter;  ///< position of this setting on the horizontal axis
};

/// The result of one pair under one setting.
struct PairRecord {
    std::string id;
    std::string failure;  ///< why there is no result; empty if there is one
    std::string status;   ///< name(Status) of the result
    int keypoints = 0;
    int faces_x = 0, faces_y = 0;
    double objective = 0, gap = 1;
    std::int64_t nodes = 0, relaxations = 0;
    StageSeconds seconds;
    std::optional<MatchErrors> errors;  ///< if the truth is known
    /// Mean distance of X^ from Y, divided by the root of the area of Y.
    std::optional<double> reconstruction_error;
    /// Mean error of the dense map, divided by the diameter of Y. Taken over all vertices if vertex k of X is
    /// vertex k of Y. Otherwise taken over the keypoints: the map that maps a keypoint is made without it.
    std::optional<double> dense_error;
    bool has_report = false;  ///< DIR/pairs/ID.html exists

    bool proven() const { return failure.empty() && status == "optimal"; }
};

struct BenchProgress {
    int pairs = 0, done = 0, proven = 0, failed = 0;
    int resumed = 0;                     ///< how many of `done` were found in the folder
    double seconds_left = 0;             ///< estimated
    const PairRecord* latest = nullptr;  ///< the pair just done
};

struct BenchOptions {
    int jobs = 1;          ///< pairs that run at the same time; they share the threads
    bool reports = false;  ///< also write DIR/pairs/ID.html; pairs that lack this file are run again
    std::stop_token stop;  ///< after a request to stop, unfinished pairs are left for the next run
    std::function<void(const BenchProgress&)> on_pair_done;  ///< called from one thread at a time
};

/// Runs one setting over all pairs of a manifest and writes one file DIR/pairs/ID.json per pair. A pair whose
/// file exists is not run again, unless it failed. Throws InputError if the folder belongs to another
/// setting.
std::vector<PairRecord> run_bench(const std::vector<ManifestPair>& pairs, const Setting& setting,
                                  const std::string& folder, const BenchOptions& options = {});

/// One setting with its results.
struct Run {
    Setting setting;
    std::vector<PairRecord> records;
};

/// The numbers of a run. Errors are taken over all keypoints that have a true partner, of all pairs that have
/// a result. Symmetric errors are taken over the pairs whose symmetry is known.
struct Summary {
    int pairs = 0, failed = 0, certified = 0, keypoints = 0, correct = 0;
    /// Areas under the curve "share of errors that are at most t", for t in [0, 1].
    double auc = 0, auc_by_root_area = 0, auc_symmetric = 0;
    double mean_error = 0, mean_error_by_root_area = 0, mean_error_symmetric = 0;
    /// Pairs whose symmetry is known, and how many of them were matched as mirror images.
    int symmetric_pairs = 0, flipped = 0;
    double median_seconds = 0, median_search_seconds = 0;
    double median_gap = 0, greatest_gap = 0;
    double median_nodes = 0, median_relaxations = 0;
    std::optional<double> mean_reconstruction_error, mean_dense_error;
    StageSeconds mean_seconds;
};
Summary summarise(const std::vector<PairRecord>& records);

/// The horizontal axis of a figure that compares settings by their parameter.
struct ParameterAxis {
    std::string label;
    bool logarithmic = false;
};

/// Writes summary.json, pairs.csv, figures (SVG and CSV) and index.html, which shows all of them, to
/// `folder`. The results of a run are in folder/NAME/pairs. A single run without a name has them in
/// folder/pairs.
void write_report(const std::string& folder, const std::string& title, const std::vector<Run>& runs,
                  const ParameterAxis& axis = {});

}  // namespace sigmatch
