#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "evaluation/csv.h"
#include "evaluation/page.h"
#include "evaluation/report_figures.h"
#include "io/json_support.h"
#include "sigmatch/bench.h"
#include "sigmatch/io.h"
#include "sigmatch/version.h"

namespace sigmatch {

namespace {

using json = nlohmann::ordered_json;

json pck_json(const std::vector<PairRecord>& records) {
    std::vector<double> errors, thresholds;
    for (const PairRecord& record : records)
        if (record.errors)
            errors.insert(errors.end(), record.errors->by_diameter.begin(), record.errors->by_diameter.end());
    for (int k = 0; k <= 100; ++k) thresholds.push_back(k / 100.0);
    const std::vector<double> shares = correct_keypoints(errors, thresholds);
    json curve = json::array();
    for (size_t k = 0; k < thresholds.size(); ++k) curve.push_back({thresholds[k], shares[k]});
    return curve;
}

json summary_json(const Run& run) {
    const Summary s = summarise(run.records);
    json text = {
        {"name", run.setting.name}, {"pairs", s.pairs}, {"failed", s.failed}, {"certified", s.certified}};
    if (s.keypoints > 0) {
        text["keypoints"] = s.keypoints;
        text["exactly_right"] = s.correct;
        text["auc"] = s.auc;
        text["auc_by_root_area"] = s.auc_by_root_area;
        text["mean_error"] = s.mean_error;
        text["mean_error_by_root_area"] = s.mean_error_by_root_area;
        text["pck"] = pck_json(run.records);
    }
    if (s.symmetric_pairs > 0) {
        text["auc_symmetric"] = s.auc_symmetric;
        text["mean_error_symmetric"] = s.mean_error_symmetric;
        text["symmetric_pairs"] = s.symmetric_pairs;
        text["flipped"] = s.flipped;
    }
    if (s.mean_reconstruction_error) text["mean_reconstruction_error"] = *s.mean_reconstruction_error;
    if (s.mean_dense_error) text["mean_dense_error"] = *s.mean_dense_error;
    text["median_gap"] = s.median_gap;
    text["greatest_gap"] = s.greatest_gap;
    text["median_nodes"] = s.median_nodes;
    text["median_relaxations"] = s.median_relaxations;
    text["median_seconds"] = s.median_seconds;
    text["median_search_seconds"] = s.median_search_seconds;
    text["mean_seconds"] = {{"read", s.mean_seconds.read},         {"geodesics", s.mean_seconds.geodesics},
                            {"features", s.mean_seconds.features}, {"reduction", s.mean_seconds.reduction},
                            {"search", s.mean_seconds.search},     {"total", s.mean_seconds.total}};
    return text;
}

std::string summary_file(const std::vector<Run>& runs) {
    json file;
    if (runs.size() == 1 && runs[0].setting.name.empty()) {
        file = summary_json(runs[0]);
    } else {
        file["runs"] = json::array();
        for (const Run& run : runs) file["runs"].push_back(summary_json(run));
    }
    file["version"] = version;
    return member_per_line(file);
}

std::string pairs_csv(const std::vector<Run>& runs) {
    std::string text =
        "setting,pair,status,keypoints,correct,mean_error,mean_error_by_root_area,mean_error_symmetric,"
        "flipped,dense_error,"
        "objective,gap,nodes,faces_x,faces_y,read_s,geodesics_s,reduction_s,features_s,search_s,total_s,"
        "failure\n";
    const auto mean = [](const std::vector<double>& values) -> std::string {
        if (values.empty()) return "";
        double sum = 0;
        for (double value : values) sum += value;
        return fmt::format("{}", sum / static_cast<double>(values.size()));
    };
    for (const Run& run : runs) {
        for (const PairRecord& r : run.records) {
            const MatchErrors errors = r.errors.value_or(MatchErrors{});
            const bool known = r.errors.has_value();
            text += fmt::format(
                "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n",
                csv_field(run.setting.name), csv_field(r.id), r.failure.empty() ? r.status : "failed",
                r.keypoints, known ? std::to_string(errors.correct) : "", mean(errors.by_diameter),
                mean(errors.by_root_area), mean(errors.symmetric),
                errors.symmetric.empty() ? ""
                : errors.flipped         ? "1"
                                         : "0",
                r.dense_error ? fmt::format("{}", *r.dense_error) : "", r.objective, r.gap, r.nodes,
                r.faces_x, r.faces_y, r.seconds.read, r.seconds.geodesics, r.seconds.reduction,
                r.seconds.features, r.seconds.search, r.seconds.total, csv_field(r.failure));
        }
    }
    return text;
}

}  // namespace

void write_report(const std::string& folder, const std::string& title, const std::vector<Run>& runs,
                  const ParameterAxis& axis) {
    const auto write = [&](const std::string& name, const std::string& text) {
        write_file_atomically((std::filesystem::path(folder) / name).string(), text);
    };
    const std::vector<Figure> figures = report_figures(runs, axis);
    for (const Figure& figure : figures) {
        write(figure.name + ".svg", figure.svg);
        write(figure.name + ".csv", figure.csv);
    }
    write("pairs.csv", pairs_csv(runs));
    write("summary.json", summary_file(runs));
    write("index.html", report_page(title, runs, figures));
}

}  // namespace sigmatch
