// Dense maps of shapes without keypoints, over manifests: errors against known partners or landmarks.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>

#include "baseline_maps.h"
#include "sigmatch/evaluation.h"
#include "sigmatch/io.h"
#include "sigmatch/surface_landmarks.h"
#include "sigmatch/transfer.h"

using namespace sigmatch;

namespace {

enum class Way { automatic, rigid, spread };

struct Arguments {
    std::vector<std::string> files;
    std::string only, matches;
    Way way = Way::automatic;
    int every = 10;
    bool backwards = false;
    AutomaticOptions options;
};

double seconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double mean_of(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// The maps, and what there is to say about the match that they were made from.
struct Found {
    DenseMaps maps;
    std::string remark;
    bool ambiguous = false;
};

/// A match found before, if there is one in the folder; otherwise a new one, which is kept there.
Found automatic_maps(const std::string& id, const AutomaticShape& x, const AutomaticShape& y,
                     const Arguments& arguments) {
    const std::string kept = arguments.matches + "/" + id + ".json";
    nlohmann::json json;
    if (!arguments.matches.empty() && std::filesystem::exists(kept)) {
        json = nlohmann::json::parse(std::ifstream(kept));
    } else {
        const AutomaticMatch found = match_automatically(x, y, arguments.options);
        const ChosenKeypoints& chosen = *found.match.chosen;
        json = {{"x", found.match.keypoints_x},
                {"y", found.match.keypoints_y},
                {"match", found.match.match},
                {"ambiguous", chosen.ambiguous()},
                {"remark", fmt::format("misfit {:.4f} margin {:5.1f} %{}{}", chosen.misfit,
                                       100 * chosen.margin(), chosen.ambiguous() ? " ambiguous" : "",
                                       found.match.status == Status::optimal ? "" : " open")}};
        if (!arguments.matches.empty()) {
            std::filesystem::create_directories(arguments.matches);
            std::ofstream(kept) << json;
        }
    }
    return {dense_maps(x.with_keypoints(json["x"]), y.with_keypoints(json["y"]), json["match"].get<Match>(),
                       {arguments.options.match}),
            json["remark"], json["ambiguous"]};
}

/// One line of a manifest, with files and sides as asked for.
struct Pair {
    Pair(const nlohmann::json& from, std::string in, bool back)
        : line(from),
          folder(std::move(in)),
          backwards(back),
          id(line["id"].get<std::string>() + (back ? "-back" : "")),
          path_x(path("x")),
          path_y(path("y")),
          x(read_shape(path_x)),
          y(read_shape(path_y), {}, "Y") {}

    /// The key of X or Y as the direction has it: "truth_x" names that of Y if the pair goes backwards.
    std::string key(std::string name) const {
        if (backwards) name.back() = name.back() == 'x' ? 'y' : 'x';
        return name;
    }
    std::string path(const std::string& name) const {
        return folder + "/" + line[key(name)].get<std::string>();
    }

    nlohmann::json line;
    std::string folder;
    bool backwards;
    std::string id, path_x, path_y;
    AutomaticShape x, y;
};

struct Measured {
    double error;  ///< divided by the diameter of Y along the surface
    double trust;
};

/// Vertices whose partners are known.
std::vector<VertexPair> known_vertices(const Pair& pair, int every) {
    std::vector<VertexPair> known;
    if (pair.line.contains("truth_x")) {
        std::ifstream on_x(pair.path("truth_x")), on_y(pair.path("truth_y"));
        for (VertexPair one{}; on_x >> one.x && on_y >> one.y;) known.push_back(one);
        std::vector<VertexPair> some;
        for (size_t k = 0; k < known.size(); k += static_cast<size_t>(every)) some.push_back(known[k]);
        return some;
    }
    const Keypoints kx = pair.line["kx"], ky = pair.line["ky"];
    const Match truth = pair.line["truth"];
    for (size_t k = 0; k < kx.size(); ++k) {
        known.push_back({kx[k], ky[static_cast<size_t>(truth[k])]});
        if (pair.backwards) std::swap(known.back().x, known.back().y);
    }
    return known;
}

/// A vertex as a point of a face.
SurfacePoint on_face(int vertex, const Shape& shape) {
    for (int f = 0; f < shape.faces.rows(); ++f)
        for (int c = 0; c < 3; ++c)
            if (shape.faces(f, c) == vertex) return {f, Eigen::Vector3d::Unit(c)};
    return {vertex, {1, 0, 0}};
}

std::vector<Measured> errors_of_vertices(const Pair& pair, const DenseMaps& maps, int every) {
    const Shape &on_x = pair.x.original(), &on_y = pair.y.original();
    const PreparedShape& y = pair.y.prepared();
    const std::vector<VertexPair> known = known_vertices(pair, every);
    std::vector<SurfacePoint> places;
    for (const VertexPair& one : known) places.push_back(on_face(one.x, on_x));
    const std::vector<CarriedLandmark> carried = carry_landmarks(places, on_x, on_y, maps);
    const std::vector<double> errors = dense_errors(y, maps.x_to_y, on_y.faces, known);
    std::vector<Measured> measured;
    for (size_t k = 0; k < errors.size(); ++k) measured.push_back({errors[k], carried[k].trust});
    std::vector<double> sorted = errors;
    std::sort(sorted.begin(), sorted.end());
    fmt::print("error {:.2f}\n",
               100 * y.distances().diameter.length * mean_of(errors));  // of the root of the area
    return measured;
}

std::vector<Measured> errors_of_landmarks(const Pair& pair, const DenseMaps& maps, bool ambiguous) {
    constexpr double large = 1.5;  // mm
    const Shape &on_x = pair.x.original(), &on_y = pair.y.original();
    const auto read = [&](const char* file, const std::string& shape_path, const Shape& shape) {
        return read_landmark_file(pair.path(file), shape, 0, coordinate_system_of_shape(shape_path));
    };
    const LandmarkSet from = read("landmarks_x", pair.path_x, on_x),
                      to = read("landmarks_y", pair.path_y, on_y);
    const PreparedShape& y = pair.y.coarse();
    const double diameter = y.distances().diameter.length * y.scale();
    std::vector<Measured> measured;
    std::vector<double> errors;
    int trusted_wrong = 0;
    for (const CarriedLandmark& landmark : carry_landmarks(on_surface(from, on_x), on_x, on_y, maps)) {
        const auto k = static_cast<Eigen::Index>(errors.size());
        errors.push_back((landmark.position - to.positions.row(k)).norm());
        measured.push_back({errors.back() / diameter, landmark.trust});
        trusted_wrong += errors.back() > large && landmark.trust >= doubtful_trust && !ambiguous;
    }
    std::vector<double> sorted = errors;
    std::sort(sorted.begin(), sorted.end());
    fmt::print("mean {:.3f} median {:.3f} largest {:.2f}, above {} and trusted: {}\n", mean_of(errors),
               sorted[sorted.size() / 2], sorted.back(), large, trusted_wrong);
    return measured;
}

std::vector<Measured> run(const nlohmann::json& line, const std::string& folder, const Arguments& arguments) {
    const auto start = std::chrono::steady_clock::now();
    const Pair pair(line, folder, arguments.backwards);
    const MatchOptions& options = arguments.options.match;
    const Found found = arguments.way == Way::automatic ? automatic_maps(pair.id, pair.x, pair.y, arguments)
                        : arguments.way == Way::rigid
                            ? Found{rigid_maps(pair.x, pair.y, options.seed), "rigid"}
                            : Found{spread_maps(pair.x, pair.y, options), "spread"};
    fmt::print("{:<60} {:5.1f} s {} ", pair.id, seconds_since(start), found.remark);
    std::vector<Measured> measured = line.contains("landmarks_x")
                                         ? errors_of_landmarks(pair, found.maps, found.ambiguous)
                                         : errors_of_vertices(pair, found.maps, arguments.every);
    std::fflush(stdout);
    if (found.ambiguous)
        for (Measured& one : measured) one.trust *= trust_if_ambiguous;
    return measured;
}

/// How many of the large errors are found where the trust is least.
void print_trust(std::vector<Measured> all) {
    constexpr double large = 0.03, looked_at = 0.1;
    std::stable_sort(all.begin(), all.end(),
                     [](const Measured& a, const Measured& b) { return a.trust < b.trust; });
    const auto is_large = [](const Measured& one) { return one.error > large; };
    const auto looked =
        all.begin() + static_cast<std::ptrdiff_t>(looked_at * static_cast<double>(all.size()));
    fmt::print(
        "{} of the {} errors above {:.0f} % of the diameter are in the {:.0f} % with the least trust\n",
        std::count_if(all.begin(), looked, is_large), std::count_if(all.begin(), all.end(), is_large),
        100 * large, 100 * looked_at);
}

}  // namespace

int main(int argc, char** argv) {
    Arguments arguments;
    CLI::App app("Maps shapes without keypoints onto each other, and measures the errors");
    app.add_option(
           "MANIFEST", arguments.files,
           "Lines of JSON with id, x, y and either truth_x, truth_y (files of vertices), landmarks_x, "
           "landmarks_y, or kx, ky, truth")
        ->required();
    app.add_option("--by", arguments.way, "How the maps are made")
        ->transform(CLI::CheckedTransformer(std::map<std::string, Way>{
            {"automatic", Way::automatic}, {"rigid", Way::rigid}, {"spread", Way::spread}}));
    app.add_option("--only", arguments.only, "Pairs whose id contains this");
    app.add_option("--every", arguments.every, "Measure every so many vertices")->capture_default_str();
    app.add_flag("--backwards", arguments.backwards, "From Y to X");
    app.add_option("--matches", arguments.matches,
                   "Keep matches in this folder, and use those that are there");
    app.add_option("--time-limit", arguments.options.match.time_limit_s)->capture_default_str();
    CLI11_PARSE(app, argc, argv);
    std::vector<Measured> all;
    int failed = 0;
    for (const std::string& manifest : arguments.files) {
        std::ifstream file(manifest);
        const std::string folder = std::filesystem::path(manifest).parent_path().string();
        for (std::string text; std::getline(file, text);) {
            const nlohmann::json line = nlohmann::json::parse(text);
            if (line["id"].get<std::string>().find(arguments.only) == std::string::npos) continue;
            try {
                const std::vector<Measured> measured = run(line, folder, arguments);
                all.insert(all.end(), measured.begin(), measured.end());
            } catch (const std::exception& error) {
                fmt::print(stderr, "{}: {}\n", line["id"].get<std::string>(), error.what());
                ++failed;
            }
        }
    }
    print_trust(std::move(all));
    return failed > 0 ? 1 : 0;
}
