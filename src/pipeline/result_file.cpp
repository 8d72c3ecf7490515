#include "sigmatch/result_file.h"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "io/json_support.h"
#include "io/text_scanner.h"
#include "pipeline/result_json.h"
#include "sigmatch/errors.h"
#include "sigmatch/version.h"

namespace sigmatch {

namespace {

using json = nlohmann::ordered_json;

json seconds_object(const StageSeconds& seconds) {
    return {{"read", seconds.read},           {"choosing", seconds.choosing},
            {"geodesics", seconds.geodesics}, {"features", seconds.features},
            {"reduction", seconds.reduction}, {"search", seconds.search},
            {"total", seconds.total}};
}

/// The pairs (i, j) of a match.
json pairs_of(const Match& match) {
    json pairs = json::array();
    for (std::size_t i = 0; i < match.size(); ++i)
        if (match[i] != unmatched) pairs.push_back({i, match[i]});
    return pairs;
}

json vertices_of(const MatchResult& result) {
    json pairs = json::array();
    for (std::size_t i = 0; i < result.match.size(); ++i) {
        const int j = result.match[i];
        if (j == unmatched) continue;
        if (i >= result.keypoints_x.size() || static_cast<std::size_t>(j) >= result.keypoints_y.size())
            throw InputError(
                fmt::format("the result matches keypoint {} to {}, but it lists {} and {} keypoints", i, j,
                            result.keypoints_x.size(), result.keypoints_y.size()));
        pairs.push_back({result.keypoints_x[i], result.keypoints_y[static_cast<std::size_t>(j)]});
    }
    return pairs;
}

/// The alternatives: all matches but the best.
json alternatives_of(const MatchResult& result) {
    json alternatives = json::array();
    for (std::size_t k = 1; k < result.ranking.size(); ++k) {
        const RankedMatch& ranked = result.ranking[k];
        alternatives.push_back({{"objective", ranked.objective},
                                {"margin", ranked.objective / result.objective - 1},
                                {"mirror_image", ranked.mirrored},
                                {"matches", pairs_of(ranked.match)}});
    }
    return alternatives;
}

json chosen_object(const ChosenKeypoints& chosen, const Keypoints& keypoints_x) {
    json other = json::array();
    for (std::size_t k = 0; k < chosen.other_y.size(); ++k)
        other.push_back({keypoints_x[k], chosen.other_y[k]});
    return {{"ambiguous", chosen.ambiguous()},
            {"misfit", chosen.misfit},
            {"margin", chosen.margin()},
            {"moved", chosen.moved},
            {"other_match_vertices", std::move(other)}};
}

json trace_of(const MatchResult& result) {
    json trace = json::array();
    for (const Progress& p : result.trace) trace.push_back({p.seconds, p.lower_bound, p.upper_bound});
    return trace;
}

json files_object(const ResultFiles& files) {
    json object = json::object();
    for (const auto& [name, path] :
         {std::pair{"x", files.x}, {"y", files.y}, {"certificate", files.certificate}})
        if (!path.empty()) object[name] = path;
    for (const auto& [name, path] : files.knowledge)
        if (!path.empty()) object[name] = path;
    for (const auto& [name, value] :
         {std::pair{"point_cloud_x", files.cloud_x}, {"point_cloud_y", files.cloud_y}, {"weld", files.weld}})
        if (value) object[name] = true;
    return object;
}

}  // namespace

json terms_object(const Terms& terms) {
    return {{"rec_x", terms.rec_x}, {"rec_y", terms.rec_y},
            {"def_x", terms.def_x}, {"def_y", terms.def_y},
            {"ori", terms.ori},     {"pairs", terms.pairs},
            {"costs", terms.costs}, {"unmatched", terms.unmatched}};
}

json result_object(const MatchResult& result, const ResultFiles& files) {
    json object = {{"status", name(result.status)},
                   {"objective", result.objective},
                   {"lower_bound", result.lower_bound},
                   {"gap", result.relative_gap()},
                   {"proof_scope", name(result.proof_scope)},
                   {"terms", terms_object(result.terms)},
                   {"matches", pairs_of(result.match)},
                   {"match_vertices", vertices_of(result)},
                   {"margin", result.margin()},
                   {"others_lower_bound", result.others_bound},
                   {"alternatives", alternatives_of(result)},
                   {"n", result.keypoints_x.size()},
                   {"candidates", result.candidates},
                   {"nodes", result.nodes},
                   {"relaxations", result.relaxations},
                   {"threads", result.threads},
                   {"warnings", result.warnings},
                   {"seconds", seconds_object(result.stage_seconds)},
                   {"trace", trace_of(result)},
                   {"options", options_object(result.options)},
                   {"files", files_object(files)},
                   {"version", version}};
    if (result.chosen) object["chosen_keypoints"] = chosen_object(*result.chosen, result.keypoints_x);
    return object;
}

std::string result_json(const MatchResult& result, const ResultFiles& files) {
    return member_per_line(result_object(result, files));
}

ResultClaim read_claim(const std::string& path) {
    const auto folder = std::filesystem::path(path).parent_path();
    const auto fail = [&] { throw FileError(path, "is not a result of sigmatch match"); };
    ResultClaim claim;
    try {
        const nlohmann::json result = parse_json(load_file(path));
        if (!result.is_object()) fail();
        claim.objective = result.at("objective").get<double>();
        claim.lower_bound = result.at("lower_bound").get<double>();
        claim.match_vertices = result.at("match_vertices").get<std::vector<std::pair<int, int>>>();
        const nlohmann::json files = result.value("files", nlohmann::json::object());
        const auto named = [&](const char* key) -> std::string {
            const std::string name = files.value(key, "");
            return name.empty() ? name : (folder / name).string();
        };
        claim.files = {named("x"),
                       named("y"),
                       named("certificate"),
                       files.value("point_cloud_x", false),
                       files.value("point_cloud_y", false),
                       files.value("weld", false),
                       {}};
    } catch (const nlohmann::json::exception&) {
        fail();
    }
    return claim;
}

}  // namespace sigmatch
