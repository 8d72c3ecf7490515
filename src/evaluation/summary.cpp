#include <algorithm>
#include <cmath>
#include <numeric>

#include "sigmatch/bench.h"

namespace sigmatch {

namespace {

double mean(const std::vector<double>& values) {
    return values.empty()
               ? 0
               : std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double median(std::vector<double> values) {
    if (values.empty()) return 0;
    std::sort(values.begin(), values.end());
    const size_t half = values.size() / 2;
    return values.size() % 2 ? values[half] : (values[half - 1] + values[half]) / 2;
}

/// The exact area under the curve of correct_keypoints() on [0, 1].
double area_under_curve(const std::vector<double>& errors) {
    double area = 0;
    for (double error : errors) area += 1 - std::min(error, 1.0);
    return errors.empty() ? 0 : area / static_cast<double>(errors.size());
}

void append(std::vector<double>& all, const std::vector<double>& more) {
    all.insert(all.end(), more.begin(), more.end());
}

StageSeconds mean_of(const std::vector<StageSeconds>& all) {
    const auto mean_stage = [&](double StageSeconds::*stage) {
        std::vector<double> values;
        for (const StageSeconds& seconds : all) values.push_back(seconds.*stage);
        return mean(values);
    };
    return {mean_stage(&StageSeconds::read),      mean_stage(&StageSeconds::choosing),
            mean_stage(&StageSeconds::geodesics), mean_stage(&StageSeconds::features),
            mean_stage(&StageSeconds::reduction), mean_stage(&StageSeconds::search),
            mean_stage(&StageSeconds::total)};
}

}  // namespace

Summary summarise(const std::vector<PairRecord>& records) {
    Summary summary;
    std::vector<double> errors, errors_by_root_area, errors_symmetric, totals, searches, gaps, nodes,
        relaxations, reconstructions, dense;
    std::vector<StageSeconds> seconds;
    for (const PairRecord& record : records) {
        ++summary.pairs;
        if (!record.failure.empty()) {
            ++summary.failed;
            continue;
        }
        summary.certified += record.proven();
        totals.push_back(record.seconds.total);
        searches.push_back(record.seconds.search);
        seconds.push_back(record.seconds);
        gaps.push_back(record.gap);
        nodes.push_back(static_cast<double>(record.nodes));
        relaxations.push_back(static_cast<double>(record.relaxations));
        if (record.reconstruction_error) reconstructions.push_back(*record.reconstruction_error);
        if (record.dense_error) dense.push_back(*record.dense_error);
        if (!record.errors) continue;
        append(errors, record.errors->by_diameter);
        append(errors_by_root_area, record.errors->by_root_area);
        append(errors_symmetric, record.errors->symmetric);
        summary.correct += record.errors->correct;
        summary.symmetric_pairs += !record.errors->symmetric.empty();
        summary.flipped += record.errors->flipped;
    }
    summary.keypoints = static_cast<int>(errors.size());
    summary.auc = area_under_curve(errors);
    summary.auc_by_root_area = area_under_curve(errors_by_root_area);
    summary.auc_symmetric = area_under_curve(errors_symmetric);
    summary.mean_error = mean(errors);
    summary.mean_error_by_root_area = mean(errors_by_root_area);
    summary.mean_error_symmetric = mean(errors_symmetric);
    summary.median_seconds = median(totals);
    summary.median_search_seconds = median(searches);
    summary.median_gap = median(gaps);
    summary.greatest_gap = gaps.empty() ? 0 : *std::max_element(gaps.begin(), gaps.end());
    summary.median_nodes = median(nodes);
    summary.median_relaxations = median(relaxations);
    if (!reconstructions.empty()) summary.mean_reconstruction_error = mean(reconstructions);
    if (!dense.empty()) summary.mean_dense_error = mean(dense);
    summary.mean_seconds = mean_of(seconds);
    return summary;
}

}  // namespace sigmatch
