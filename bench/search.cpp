// Searches over whole manifests: nodes, seconds and gap of every pair, and their means.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>
#include <random>

#include "sigmatch/io.h"
#include "sigmatch/manifest.h"
#include "sigmatch/match.h"
#include "sigmatch/result_file.h"

using namespace sigmatch;

namespace {

struct Arguments {
    std::vector<std::string> files;
    std::string only;
    bool own_coarse_meshes = false;
    bool json = false;
    MatchOptions options;
};

/// Two shapes with keypoints in unrelated orders, and the true match.
struct Pair {
    std::string id;
    MarkedShape x, y;
    Match truth;
};

struct Row {
    double seconds = 0, gap = 1;
    std::int64_t nodes = 0, relaxations = 0;
    int right = 0, keypoints = 0;
    bool proven = false;
};

bool wanted(const Arguments& arguments, const std::string& id) {
    return id.find(arguments.only) != std::string::npos;
}

Pair read_mat(const std::string& path, bool coarse) {
    DataPair data = read_datapair(path);
    Pair pair;
    pair.id = path.substr(path.rfind('/') + 1) + (coarse ? " (coarse)" : "");
    pair.x = coarse ? data.x_low : data.x;
    pair.y = coarse ? data.y_low : data.y;
    const Keypoints partners = pair.y.keypoints;
    // Row i matches row i in these files: solvers that favour the index order would look better than they
    // are.
    pair.truth.resize(partners.size());
    std::iota(pair.truth.begin(), pair.truth.end(), 0);
    std::mt19937_64 random(1);
    std::shuffle(pair.truth.begin(), pair.truth.end(), random);
    for (size_t i = 0; i < partners.size(); ++i) pair.y.keypoints[pair.truth[i]] = partners[i];
    return pair;
}

template <class Visit>
void for_each_pair(const Arguments& arguments, Visit&& visit) {
    for (const std::string& file : arguments.files) {
        if (file.ends_with(".mat")) {
            if (wanted(arguments, file)) visit(read_mat(file, arguments.own_coarse_meshes));
            continue;
        }
        for (const ManifestPair& line : read_manifest(file))
            if (wanted(arguments, line.id))
                visit({line.id,
                       {read_shape(line.x), line.keypoints_x},
                       {read_shape(line.y), line.keypoints_y},
                       line.truth});
    }
}

Row run(const Pair& pair, const Arguments& arguments) {
    const MatchResult result = match(pair.x, pair.y, arguments.options);
    Row row;
    row.seconds = result.stage_seconds.search;
    row.gap = result.relative_gap();
    row.nodes = result.nodes;
    row.relaxations = result.relaxations;
    row.keypoints = static_cast<int>(pair.x.keypoints.size());
    row.proven = result.status == Status::optimal;
    for (size_t i = 0; i < pair.truth.size(); ++i) row.right += result.match[i] == pair.truth[i];
    if (arguments.json) {
        nlohmann::json line = nlohmann::json::parse(result_json(result));
        line["id"] = pair.id;
        line["right"] = row.right;
        fmt::print("{}\n", line.dump());
    } else {
        fmt::print("{:<28} {:>3} {:>8} {:>6} {:>9.2f} {:>8.2f} {:>7.2f} %  {:>3}/{}  {}\n", pair.id,
                   row.keypoints, row.nodes, row.relaxations, row.seconds, result.stage_seconds.total,
                   100 * row.gap, row.right, row.keypoints, row.proven ? "proven" : "open");
    }
    std::fflush(stdout);
    return row;
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const size_t half = values.size() / 2;
    return values.size() % 2 ? values[half] : (values[half - 1] + values[half]) / 2;
}

double geometric_mean(const std::vector<double>& values) {
    double sum = 0;
    for (double value : values) sum += std::log(std::max(value, 1e-3));
    return std::exp(sum / static_cast<double>(values.size()));
}

void print_summary(const std::vector<Row>& rows) {
    std::vector<double> seconds, nodes;
    int proven = 0, right = 0, keypoints = 0;
    for (const Row& row : rows) {
        seconds.push_back(row.seconds);
        nodes.push_back(static_cast<double>(row.nodes));
        proven += row.proven;
        right += row.right;
        keypoints += row.keypoints;
    }
    fmt::print(
        "{} of {} proven; search: median {:.2f} s, geometric mean {:.2f} s, {:.0f} nodes; {:.1f} % of "
        "the keypoints right\n",
        proven, rows.size(), median(seconds), geometric_mean(seconds), geometric_mean(nodes),
        100.0 * right / keypoints);
}

}  // namespace

int main(int argc, char** argv) {
    Arguments arguments;
    CLI::App app("Runs the search over all pairs of manifests and prints what it took");
    app.add_option("FILES", arguments.files, "Manifests (.jsonl) and pairs of the paper's authors (.mat)")
        ->required();
    app.add_option("--only", arguments.only, "Pairs whose id contains this");
    app.add_flag("--coarse", arguments.own_coarse_meshes, "The coarse meshes that .mat pairs bring");
    app.add_flag("--json", arguments.json, "One result in JSON per line instead of the table");
    app.add_option("--candidates", arguments.options.candidates)->capture_default_str();
    app.add_flag("--widen", arguments.options.widen,
                 "Prove over the candidates first, then over all permutations");
    app.add_option("--lambda-ori", arguments.options.lambda_ori)->capture_default_str();
    app.add_option("--gap", arguments.options.relative_gap)->capture_default_str();
    app.add_option("--time-limit", arguments.options.time_limit_s)->capture_default_str();
    app.add_option("--threads", arguments.options.threads)->capture_default_str();
    app.add_option("--faces", arguments.options.faces)->capture_default_str();
    app.add_option("--seed", arguments.options.seed)->capture_default_str();
    CLI11_PARSE(app, argc, argv);
    if (!arguments.json)
        fmt::print("{:<28} {:>3} {:>8} {:>6} {:>9} {:>8} {:>9}  {}\n", "pair", "n", "nodes", "relax.",
                   "search s", "total s", "gap", "right");
    std::vector<Row> rows;
    int failed = 0;
    try {
        for_each_pair(arguments, [&](const Pair& pair) {
            try {
                rows.push_back(run(pair, arguments));
            } catch (const std::exception& error) {
                fmt::print(stderr, "{}: {}\n", pair.id, error.what());
                ++failed;
            }
        });
    } catch (const std::exception& error) {
        fmt::print(stderr, "{}\n", error.what());
        return 2;
    }
    if (!arguments.json && !rows.empty()) print_summary(rows);
    return failed > 0 ? 1 : 0;
}
