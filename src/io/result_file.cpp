#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "io/json_support.h"
#include "io/text_scanner.h"
#include "sigmatch/errors.h"
#include "sigmatch/io.h"
#include "sigmatch/options.h"
#include "sigmatch/version.h"

namespace sigmatch {

namespace {

/// JSON knows no infinity. Elsewhere the shortest text that reads back as the same number.
std::string number(double value) {
    return std::isfinite(value) ? fmt::format("{}", value) : "null";
}

/// One row per line.
std::string table(const std::vector<std::string>& rows) {
    if (rows.empty()) return "[]";
    return fmt::format("[\n    {}\n  ]", fmt::join(rows, ",\n    "));
}

using Members = std::vector<std::pair<const char*, std::string>>;

std::string object(const Members& members, const char* before, const char* between, const char* after) {
    std::vector<std::string> parts;
    for (const auto& [name, value] : members) parts.push_back(fmt::format("\"{}\": {}", name, value));
    return fmt::format("{{{}{}{}}}", before, fmt::join(parts, between), after);
}

std::string in_one_line(const Members& members) {
    return object(members, "", ", ", "");
}

std::string terms_json(const Terms& terms) {
    return in_one_line({{"rec_x", number(terms.rec_x)},
                        {"rec_y", number(terms.rec_y)},
                        {"def_x", number(terms.def_x)},
                        {"def_y", number(terms.def_y)},
                        {"ori", number(terms.ori)},
                        {"unmatched", number(terms.unmatched)}});
}

std::string seconds_json(const StageSeconds& seconds) {
    return in_one_line({{"read", number(seconds.read)},
                        {"geodesics", number(seconds.geodesics)},
                        {"features", number(seconds.features)},
                        {"reduction", number(seconds.reduction)},
                        {"search", number(seconds.search)},
                        {"total", number(seconds.total)}});
}

std::string options_json(const MatchOptions& options) {
    Members members;
    for (const Option& option : option_table())
        members.emplace_back(option.name.c_str(), option.json(options));
    return in_one_line(members);
}

/// Of the matches after the best.
std::string alternative_json(const RankedMatch& ranked, double best) {
    std::vector<std::string> pairs;
    for (std::size_t i = 0; i < ranked.match.size(); ++i)
        pairs.push_back(fmt::format("[{}, {}]", i, ranked.match[i]));
    return in_one_line({{"objective", number(ranked.objective)},
                        {"margin", number(ranked.objective / best - 1)},
                        {"mirror_image", ranked.mirrored ? "true" : "false"},
                        {"matches", fmt::format("[{}]", fmt::join(pairs, ", "))}});
}

std::string files_json(const ResultFiles& files) {
    const auto text = [](const std::string& name) {
        return nlohmann::json(name).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    };
    Members members;
    if (!files.x.empty()) members.emplace_back("x", text(files.x));
    if (!files.y.empty()) members.emplace_back("y", text(files.y));
    if (!files.certificate.empty()) members.emplace_back("certificate", text(files.certificate));
    for (const auto& [name, value] :
         {std::pair{"point_cloud_x", files.cloud_x}, {"point_cloud_y", files.cloud_y}, {"weld", files.weld}})
        if (value) members.emplace_back(name, "true");
    return in_one_line(members);
}

}  // namespace

std::string result_json(const MatchResult& result, const ResultFiles& files) {
    std::vector<std::string> matches, vertices, warnings, trace;
    for (std::size_t i = 0; i < result.match.size(); ++i) {
        const int j = result.match[i];
        if (j < 0) continue;  // a keypoint without a partner
        if (i >= result.keypoints_x.size() || static_cast<std::size_t>(j) >= result.keypoints_y.size())
            throw InputError(
                fmt::format("the result matches keypoint {} to {}, but it lists {} and {} keypoints", i, j,
                            result.keypoints_x.size(), result.keypoints_y.size()));
        matches.push_back(fmt::format("[{}, {}]", i, j));
        vertices.push_back(fmt::format("[{}, {}]", result.keypoints_x[i], result.keypoints_y[j]));
    }
    for (const std::string& warning : result.warnings) warnings.push_back(nlohmann::json(warning).dump());
    for (const Progress& p : result.trace)
        trace.push_back(
            fmt::format("[{}, {}, {}]", number(p.seconds), number(p.lower_bound), number(p.upper_bound)));

    std::vector<std::string> alternatives;
    for (std::size_t k = 1; k < result.ranking.size(); ++k)
        alternatives.push_back(alternative_json(result.ranking[k], result.objective));

    const Members members = {
        {"status", fmt::format("\"{}\"", name(result.status))},
        {"objective", number(result.objective)},
        {"lower_bound", number(result.lower_bound)},
        {"gap", number(result.relative_gap())},
        {"proof_scope", result.proof_scope == ProofScope::all ? "\"all\"" : "\"candidates\""},
        {"terms", terms_json(result.terms)},
        {"matches", table(matches)},
        {"match_vertices", table(vertices)},
        {"margin", number(result.margin())},
        {"others_lower_bound", number(result.others_bound)},
        {"alternatives", table(alternatives)},
        {"n", std::to_string(result.keypoints_x.size())},
        {"candidates", std::to_string(result.candidates)},
        {"nodes", std::to_string(result.nodes)},
        {"threads", std::to_string(result.threads)},
        {"warnings", table(warnings)},
        {"seconds", seconds_json(result.stage_seconds)},
        {"trace", table(trace)},
        {"options", options_json(result.options)},
        {"files", files_json(files)},
        {"version", fmt::format("\"{}\"", version)}};
    return object(members, "\n  ", ",\n  ", "\n") + "\n";
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
                       files.value("weld", false)};
    } catch (const nlohmann::json::exception&) {
        fail();
    }
    return claim;
}

}  // namespace sigmatch
