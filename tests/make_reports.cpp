/// make_reports DIR: the pages that tests open in a browser, and shapes for the program.
#include <cstdio>
#include <exception>
#include <filesystem>
#include <numeric>
#include <string>

#include "sigmatch/evaluation.h"
#include "sigmatch/io.h"
#include "sigmatch/report.h"
#include "sigmatch/synth.h"
#include "sigmatch/transfer_page.h"

namespace {

using namespace sigmatch;

struct Pair {
    Creature x, y;
    Keypoints kx, ky;
    Match truth;

    PreparedShape prepared_x() const { return PreparedShape({x.shape, kx}); }
    PreparedShape prepared_y() const { return PreparedShape({y.shape, ky}); }
};

/// Vertex k is the same point of the body in both poses; the keypoints of Y are in reverse.
Pair make_pair(int vertices, const std::string& pose) {
    CreatureOptions options;
    options.vertices = vertices;
    Pair pair{make_creature(options), {}, {}, {}, {}};
    options.pose = pose;
    options.rotate = 7;
    options.scale = 2.5;
    pair.y = make_creature(options);
    pair.kx = pair.x.keypoints;
    pair.ky.assign(pair.y.keypoints.rbegin(), pair.y.keypoints.rend());
    for (size_t i = 0; i < pair.kx.size(); ++i)
        pair.truth.push_back(static_cast<int>(pair.kx.size() - 1 - i));
    return pair;
}

std::vector<std::optional<double>> errors_of(const Pair& pair, const Match& match) {
    const MatchErrors errors = match_errors(pair.prepared_y(), match, {pair.y.keypoints, {}});
    return {errors.by_diameter.begin(), errors.by_diameter.end()};
}

RankedMatch alternative(const Pair& pair, const Match& match, bool mirrored) {
    const MatchResult result = evaluate_match(pair.prepared_x(), pair.prepared_y(), match);
    return {match, result.objective, mirrored, result.terms};
}

/// Everything that a report can show: dense map, errors, alternatives, the last of them without
/// reconstructions.
ReportData full_report(const Pair& pair) {
    const PreparedShape x = pair.prepared_x(), y = pair.prepared_y();
    MatchResult result = match(x, y);
    Match mirror;
    for (const int other : pair.x.symmetric) mirror.push_back(result.match[static_cast<size_t>(other)]);
    Match exchanged = result.match, both = mirror;
    std::swap(exchanged[3], exchanged[22]);
    std::swap(exchanged[5], exchanged[17]);
    std::swap(both[3], both[22]);
    result.ranking.push_back(alternative(pair, mirror, true));
    result.ranking.push_back(alternative(pair, exchanged, false));
    result.ranking.push_back(alternative(pair, both, false));
    ReportData data =
        report_data("rest.off", x, "walk.off", y, result, reconstructions_to_show(x, y, result));
    data.matches.back().bent.reset();
    for (ReportMatch& shown : data.matches) shown.errors = errors_of(pair, shown.match);
    data.y.partners = pair.x.shape.vertices;
    return data;
}

/// A given match and alternatives, with all numbers that a vertex can have: what counts is the size.
ReportData large_report() {
    const Pair pair = make_pair(50000, "walk");
    MatchResult result;
    result.status = Status::fixed;
    result.match = pair.truth;
    result.keypoints_x = pair.kx;
    result.keypoints_y = pair.ky;
    result.orientation.x = pair.x.shape.vertices.col(0).array().sin();
    result.orientation.y = pair.y.shape.vertices.col(0).array().sin();
    result.ranking.assign(10, {pair.truth});
    const std::vector<Reconstructions> bent(1 + most_bent_alternatives,
                                            {pair.y.shape.vertices, pair.x.shape.vertices});
    ReportData data = report_data("rest.off", pair.prepared_x(), "walk.off", pair.prepared_y(), result, bent);
    data.x.partners = pair.y.shape.vertices;
    data.y.partners = pair.x.shape.vertices;
    return data;
}

/// Y as points alone, under names that try to break the page.
ReportData cloud_report() {
    Pair pair = make_pair(4000, "sit");
    pair.y.shape.faces.resize(0, 3);
    const PreparedShape x = pair.prepared_x(), y = pair.prepared_y();
    const MatchResult result = evaluate_match(x, y, pair.truth);
    return report_data("</script><script>window.broken=1</script>", x, "<img src=x onerror=window.broken=1>",
                       y, result, reconstructions_to_show(x, y, result));
}

/// Keypoints as if the program had chosen them; in the other placement left and right are exchanged.
ReportData ambiguous_report(const Pair& pair) {
    const PreparedShape x = pair.prepared_x(), y = pair.prepared_y();
    MatchResult result = evaluate_match(x, y, pair.truth);
    ChosenKeypoints chosen;
    for (size_t j = 0; j < pair.ky.size(); ++j) chosen.moved.push_back(0.01 * static_cast<double>(j + 1));
    for (const int other : pair.x.symmetric)
        chosen.other_y.push_back(pair.y.keypoints[static_cast<size_t>(other)]);
    chosen.misfit = 1;
    chosen.other_misfit = 1.0123;
    result.chosen = chosen;
    return report_data("rest.off", x, "walk.off", y, result);
}

/// The vertices as points on faces.
std::vector<SurfacePoint> places_on(const Shape& shape, const Keypoints& vertices) {
    std::vector<SurfacePoint> places;
    for (const int v : vertices)
        for (int f = 0, corner = 0; f < shape.faces.rows(); ++f)
            if ((shape.faces.row(f).array() == v).maxCoeff(&corner)) {
                places.push_back({f, Eigen::Vector3d::Unit(corner)});
                break;
            }
    return places;
}

/// A folder as sigmatch transfer writes it, with targets of every status, and landmarks between vertices.
void write_transfer(const std::filesystem::path& folder) {
    std::filesystem::create_directories(folder);
    const auto write = [&](const std::string& name, const std::string& text) {
        write_file_atomically((folder / name).string(), text);
    };
    const Pair pair = make_pair(5000, "walk");
    std::vector<std::string> names = pair.x.keypoint_names;
    names[14] = "<i>no tag</i>";
    names[4] = "";
    const auto between = [](std::vector<SurfacePoint> places) {
        for (SurfacePoint& place : places) place.weights.setConstant(1.0 / 3);
        return places;
    };
    const TransferPage page("rest.off", pair.x.shape, between(places_on(pair.x.shape, pair.x.keypoints)),
                            names);
    std::vector<ListedTarget> list;
    const auto add = [&](const std::string& name, const std::string& status, std::vector<int> doubtful) {
        Transfer transfer;
        for (const SurfacePoint& place : between(places_on(pair.y.shape, pair.y.keypoints)))
            transfer.landmarks.push_back(
                {place, positions({place}, pair.y.shape).row(0), 0.001, 0, status == "ambiguous" ? 0.4 : 1});
        for (const int k : doubtful) transfer.landmarks[static_cast<size_t>(k)].trust = 0.25;
        if (status == "ambiguous") transfer.margin = 0.0123;
        write(name + ".js", page.script(name, pair.y.shape, transfer));
        list.push_back({name, status, "", std::move(doubtful)});
    };
    std::vector<int> all(pair.kx.size());
    std::iota(all.begin(), all.end(), 0);
    add("fox #1 100%", "good", {});
    list.push_back({"broken", "failed", "broken.off: line 2: <i>nothing</i> is not a number", {}});
    add("walk", "check", {5, 25});
    add("turned", "ambiguous", all);
    write("index.html", page.html(list));
    std::filesystem::create_directory(folder / "failed");
    write("failed/index.html", page.html({list[1]}));
}

void write(const std::filesystem::path& folder) {
    std::filesystem::create_directories(folder);
    const auto file = [&](const char* name) { return (folder / name).string(); };
    const Pair pair = make_pair(12000, "walk");
    write_shape(file("x.off"), pair.x.shape);
    write_shape(file("y.off"), pair.y.shape);
    write_keypoints(file("x.txt"), pair.kx);
    write_keypoints(file("y.txt"), pair.ky);
    write_file_atomically(file("full.html"), report_html(full_report(pair)));
    write_file_atomically(file("ambiguous.html"), report_html(ambiguous_report(make_pair(3000, "walk"))));
    write_file_atomically(file("cloud.html"), report_html(cloud_report()));
    write_file_atomically(file("large.html"), report_html(large_report()));
    write_transfer(folder / "transfer");
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    if (!has_reports()) return 77;  // skipped
    try {
        write(argv[1]);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "make_reports: %s\n", error.what());
        return 1;
    }
    return 0;
}
