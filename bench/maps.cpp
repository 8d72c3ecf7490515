// Dense maps of shapes without keypoints, over a manifest: errors against known partners or landmarks.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>

#include "sigmatch/evaluation.h"
#include "sigmatch/io.h"
#include "sigmatch/surface_landmarks.h"
#include "sigmatch/transfer.h"

using namespace sigmatch;

namespace {

struct Arguments {
    std::string file, only, matches;
    int every = 10;
    bool backwards = false;
    AutomaticOptions options;
};

double seconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

std::vector<int> read_numbers(const std::string& path) {
    std::ifstream file(path);
    std::vector<int> numbers;
    for (int number; file >> number;) numbers.push_back(number);
    return numbers;
}

struct Matched {
    PreparedShape x, y;
    Match match;
    std::string remark;
};

/// A match found before, if there is one in the folder; otherwise a new one, which is kept there.
Matched matched(const std::string& id, const AutomaticShape& x, const AutomaticShape& y,
                const Arguments& arguments) {
    const std::string kept = arguments.matches + "/" + id + ".json";
    if (!arguments.matches.empty() && std::filesystem::exists(kept)) {
        const nlohmann::json json = nlohmann::json::parse(std::ifstream(kept));
        return {x.with_keypoints(json["x"]), y.with_keypoints(json["y"]), json["match"], json["remark"]};
    }
    const AutomaticMatch found = match_automatically(x, y, arguments.options);
    const ChosenKeypoints& chosen = *found.match.chosen;
    Matched result{found.x, found.y, found.match.match,
                   fmt::format("misfit {:.4f} margin {:5.1f} %{}{}", chosen.misfit, 100 * chosen.margin(),
                               chosen.ambiguous() ? " ambiguous" : "",
                               found.match.status == Status::optimal ? "" : " open")};
    if (!arguments.matches.empty()) {
        std::filesystem::create_directories(arguments.matches);
        std::ofstream(kept) << nlohmann::json{{"x", result.x.original().keypoints},
                                              {"y", result.y.original().keypoints},
                                              {"match", result.match},
                                              {"remark", result.remark}};
    }
    return result;
}

/// Over some vertices with known partners: the mean distance along Y, in percent of the root of its area.
double mean_error(const Matched& pair, const DenseMap& map, const std::string& of_x, const std::string& of_y,
                  int every) {
    const std::vector<int> on_x = read_numbers(of_x), on_y = read_numbers(of_y);
    std::vector<VertexPair> truth;
    for (size_t k = 0; k < on_x.size(); k += static_cast<size_t>(every)) truth.push_back({on_x[k], on_y[k]});
    const std::vector<double> errors = dense_errors(pair.y, map, pair.y.original().shape.faces, truth);
    return 100 * pair.y.distances().diameter.length * std::accumulate(errors.begin(), errors.end(), 0.0) /
           static_cast<double>(errors.size());
}

void run(const nlohmann::json& line, const std::string& folder, const Arguments& arguments) {
    const std::string id = line["id"];
    const auto path = [&](const char* key, const char* other) {
        return folder + "/" + line[arguments.backwards ? other : key].get<std::string>();
    };
    const auto start = std::chrono::steady_clock::now();
    const std::string path_x = path("x", "y"), path_y = path("y", "x");
    const AutomaticShape x(read_shape(path_x)), y(read_shape(path_y), {}, "Y");
    const Matched pair = matched(arguments.backwards ? id + "-back" : id, x, y, arguments);
    const auto before = std::chrono::steady_clock::now();
    const DenseMaps maps = dense_maps(pair.x, pair.y, pair.match, {arguments.options.match});
    const double dense_seconds = seconds_since(before), seconds = seconds_since(start);
    fmt::print("{:<60} {:5.1f} s ({:4.1f}) {} ", id, seconds, dense_seconds, pair.remark);
    if (line.contains("truth_x"))
        fmt::print("error {:.2f}\n", mean_error(pair, maps.x_to_y, path("truth_x", "truth_y"),
                                                path("truth_y", "truth_x"), arguments.every));
    else {
        const auto read = [&](const std::string& file, const std::string& shape_path, const Shape& shape) {
            return read_landmark_file(file, shape, 0, coordinate_system_of_shape(shape_path));
        };
        const LandmarkSet on_x = read(path("landmarks_x", "landmarks_y"), path_x, x.original()),
                          on_y = read(path("landmarks_y", "landmarks_x"), path_y, y.original());
        const std::vector<CarriedLandmark> carried =
            carry_landmarks(on_surface(on_x, x.original()), x.original(), y.original(), maps);
        std::vector<double> errors;
        int trusted_wrong = 0;
        for (size_t k = 0; k < carried.size(); ++k) {
            errors.push_back((carried[k].position - on_y.positions.row(static_cast<Eigen::Index>(k))).norm());
            trusted_wrong += errors.back() > 1.5 && carried[k].trust >= doubtful_trust;
        }
        const double mean =
            std::accumulate(errors.begin(), errors.end(), 0.0) / static_cast<double>(errors.size());
        std::vector<double> sorted = errors;
        std::sort(sorted.begin(), sorted.end());
        fmt::print("mean {:.3f} median {:.3f} largest {:.2f}, above 1.5 and trusted: {}\n", mean,
                   sorted[sorted.size() / 2], sorted.back(), trusted_wrong);
    }
    std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
    Arguments arguments;
    CLI::App app("Matches shapes without keypoints, makes dense maps, and measures their errors");
    app.add_option("MANIFEST", arguments.file,
                   "Lines of JSON with id, x, y and either truth_x, truth_y (files of vertices) or "
                   "landmarks_x, landmarks_y")
        ->required();
    app.add_option("--only", arguments.only, "Pairs whose id contains this");
    app.add_option("--every", arguments.every, "Measure every so many vertices")->capture_default_str();
    app.add_flag("--backwards", arguments.backwards, "From Y to X");
    app.add_option("--matches", arguments.matches,
                   "Keep matches in this folder, and use those that are there");
    app.add_option("--time-limit", arguments.options.match.time_limit_s)->capture_default_str();
    CLI11_PARSE(app, argc, argv);
    std::ifstream file(arguments.file);
    const std::string folder = std::filesystem::path(arguments.file).parent_path().string();
    int failed = 0;
    for (std::string text; std::getline(file, text);) {
        const nlohmann::json line = nlohmann::json::parse(text);
        if (line["id"].get<std::string>().find(arguments.only) == std::string::npos) continue;
        try {
            run(line, folder, arguments);
        } catch (const std::exception& error) {
            fmt::print(stderr, "{}: {}\n", line["id"].get<std::string>(), error.what());
            ++failed;
        }
    }
    return failed > 0 ? 1 : 0;
}
