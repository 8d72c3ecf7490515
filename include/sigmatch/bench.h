#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "sigmatch/evaluation.h"
#include "sigmatch/io.h"
#include "sigmatch/match.h"

/// Whole data sets: run, measured, reported.
namespace sigmatch {

/// One way to run all pairs of a data set.
struct Setting {
    std::string name;  ///< fits a file name
    MatchOptions options;
    int fps = 0;         ///< > 0: keypoints by farthest point sampling on each shape; needs pairs whose
                         ///< vertices correspond by number
    double scale_y = 1;  ///< Y is scaled by this first
    bool cloud_x = false,
         cloud_y = false;             ///< matched by the vertices alone; errors are measured on the mesh
    bool reconstruct = false;         ///< measure the reconstruction from the true match as well
    bool dense = false;               ///< make the dense map and measure it, too
    std::string series;               ///< the line of a figure that the setting is a point of
    std::optional<double> parameter;  ///< and its place on the axis
};

/// What came of one pair under one setting.
struct PairRecord {
    std::string id;
    std::string failure;  ///< why there is no result; empty: there is one
    std::string status;   ///< of the result: see name(Status)
    int keypoints = 0;
    int faces_x = 0, faces_y = 0;
    double objective = 0, gap = 1;
    std::int64_t nodes = 0;
    StageSeconds seconds;
    std::optional<MatchErrors> errors;           ///< where the truth is known
    std::optional<double> reconstruction_error;  ///< mean distance of X^ from Y, by the root of the area of Y
    /// Mean error of the dense map by the diameter of Y: over vertices that correspond by number, or else
    /// over the keypoints, each of them left out when the map that it is looked up in is made.
    std::optional<double> dense_error;

    bool has_report = false;  ///< DIR/pairs/ID.html shows it

    bool proven() const { return failure.empty() && status == "optimal"; }
};

struct BenchProgress {
    int pairs = 0, done = 0, proven = 0, failed = 0;
    int resumed = 0;                     ///< of `done`: found in the folder
    double seconds_left = 0;             ///< estimated
    const PairRecord* latest = nullptr;  ///< the pair just done
};

struct BenchOptions {
    int jobs = 1;          ///< pairs at a time; they share the threads
    bool reports = false;  ///< write DIR/pairs/ID.html, too; pairs without it are run again
    std::stop_token stop;  ///< unfinished pairs are then left for the next run
    std::function<void(const BenchProgress&)> on_pair_done;  ///< from one thread at a time
};

/// One setting over all pairs of a manifest, with one file DIR/pairs/ID.json per pair. Pairs whose file is
/// there are not run again; those that failed are. Throws InputError if the folder holds another setting's
/// results.
std::vector<PairRecord> run_bench(const std::vector<ManifestPair>& pairs, const Setting& setting,
                                  const std::string& folder, const BenchOptions& options = {});

/// One setting with what came of it.
struct Run {
    Setting setting;
    std::vector<PairRecord> records;
};

/// A run in numbers. Errors are over all keypoints with a true partner, of all pairs together that have a
/// result; the symmetric ones over the pairs whose symmetry is known.
struct Summary {
    int pairs = 0, failed = 0, certified = 0, keypoints = 0, correct = 0;
    double auc = 0, auc_by_root_area = 0,
           auc_symmetric = 0;  ///< of the share of errors <= t, for t in [0, 1]
    double mean_error = 0, mean_error_by_root_area = 0, mean_error_symmetric = 0;
    int symmetric_pairs = 0, flipped = 0;  ///< pairs whose symmetry is known, and those matched mirrored
    double median_seconds = 0, median_search_seconds = 0;
    double median_gap = 0, greatest_gap = 0;
    double median_nodes = 0;
    std::optional<double> mean_reconstruction_error, mean_dense_error;
    StageSeconds mean_seconds;
};
Summary summarise(const std::vector<PairRecord>& records);

/// What a figure over the settings' parameter shows.
struct ParameterAxis {
    std::string label;
    bool logarithmic = false;
};

/// Writes into `folder`: summary.json, pairs.csv, figures as SVG and CSV, and index.html, which shows them
/// all. The results of a run are in folder/NAME/pairs, or, of a single run without a name, in folder/pairs.
void write_report(const std::string& folder, const std::string& title, const std::vector<Run>& runs,
                  const ParameterAxis& axis = {});

}  // namespace sigmatch
