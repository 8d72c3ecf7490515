#include <fmt/core.h>

#include "sigmatch/experiment.h"

namespace sigmatch {

namespace {

constexpr int paper_faces = 500;

template <class Change>
Setting setting(const std::string& name, const MatchOptions& base, Change&& change) {
    Setting made;
    made.name = name;
    made.series = "sigmatch";
    made.options = base;
    change(made);
    return made;
}

Experiment accuracy(const MatchOptions& base) {
    const auto method = [](Method which) { return [which](Setting& s) { s.options.method = which; }; };
    const auto as_paper = [](Setting& s) { use_model(s.options, Model::paper); };
    return {"accuracy",
            "Accuracy, with and without the orientation term, and what one would use instead",
            {setting("sigmatch", base, [](Setting&) {}),
             setting("no orientation", base,
                     [](Setting& s) { s.options.lambda_ori = s.options.lambda_pair_ori = 0; }),
             setting("paper settings", base, as_paper),
             setting("paper settings, no orientation", base,
                     [&](Setting& s) { as_paper(s), s.options.lambda_ori = 0; }),
             setting("descriptor", base, method(Method::descriptor)),
             setting("rigid", base, method(Method::rigid))},
            {},
            false};
}

Experiment candidates(const MatchOptions& base) {
    Experiment experiment{
        "candidates", "Rounds of candidate pruning; 0: all permutations", {}, {"rounds", false}, false};
    for (int rounds : {5, 11, 0})
        experiment.settings.push_back(
            setting(rounds > 0 ? fmt::format("k = {}", rounds) : "all permutations", base,
                    [&](Setting& s) { s.options.candidates = rounds, s.options.widen = false; }));
    return experiment;
}

Experiment scale(const MatchOptions& base) {
    Experiment experiment{"scale", "Y scaled against X", {}, {"scale of Y", true}, false};
    for (double factor : {1e-3, 0.1, 0.5, 1.0, 5.0, 10.0, 1e3})
        experiment.settings.push_back(setting(fmt::format("scale {}", factor), base, [&](Setting& s) {
            s.scale_y = factor;
            s.parameter = factor;
        }));
    return experiment;
}

Experiment resolution(const MatchOptions& base) {
    Experiment experiment{"resolution", "Resolution: faces of each shape", {}, {"faces", true}, false};
    for (int faces : {600, 1000, 2000, 3000, 5000, 9000})
        experiment.settings.push_back(setting(fmt::format("{} faces", faces), base, [&](Setting& s) {
            s.options.faces = faces;
            s.parameter = faces;
        }));
    experiment.settings.push_back(setting("full", base, [](Setting& s) { s.options.faces = 0; }));
    return experiment;
}

Experiment prior(const MatchOptions& base) {
    const auto with = [](Prior which) {
        return [which](Setting& s) { s.options.prior = which, s.reconstruct = true; };
    };
    return {"prior",
            "Projected against plain Laplacian: matches, and X bent to the pose of Y by the true match",
            {setting("plbo", base, with(Prior::plbo)), setting("lbo", base, with(Prior::lbo))},
            {},
            true};
}

/// The paper's experiment gives E_def the weight one: lambda_rec E_rec + E_def + lambda_ori' E_ori. Our
/// objective is this divided by lambda_rec.
Experiment weights(const MatchOptions& base) {
    Experiment experiment{
        "weights", "Weights of reconstruction and orientation", {}, {"lambda_rec", true}, false};
    for (double ori : {0.0, 0.0005, 0.005, 0.05})
        for (double rec : {0.02, 0.1, 0.2, 0.4, 2.0})
            experiment.settings.push_back(
                setting(fmt::format("rec {} ori {}", rec, ori), base, [&](Setting& s) {
                    s.options.lambda_def = 1 / rec;
                    s.options.lambda_ori = ori / rec;
                    s.series = fmt::format("lambda_ori' = {}", ori);
                    s.parameter = rec;
                }));
    return experiment;
}

Experiment sampling(const MatchOptions& base) {
    Experiment experiment{
        "sampling", "Keypoints by farthest point sampling on each shape", {}, {"keypoints", false}, true};
    for (int count : {10, 15, 20, 25})
        experiment.settings.push_back(setting(fmt::format("{} keypoints", count), base, [&](Setting& s) {
            s.fps = count;
            s.parameter = count;
        }));
    return experiment;
}

Experiment cloud(const MatchOptions& base) {
    return {"cloud",
            "Shapes given by their vertices alone",
            {setting("mesh to mesh", base, [](Setting&) {}),
             setting("mesh to cloud", base, [](Setting& s) { s.cloud_y = true; }),
             setting("cloud to cloud", base, [](Setting& s) { s.cloud_x = s.cloud_y = true; })},
            {},
            false};
}

}  // namespace

std::vector<Experiment> experiments(const MatchOptions& base) {
    return {accuracy(base), candidates(base), scale(base),    resolution(base),
            prior(base),    weights(base),    sampling(base), cloud(base)};
}

}  // namespace sigmatch
