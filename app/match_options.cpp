#include "match_options.h"

using namespace sigmatch;

namespace {

void read_candidates(const std::string& text, MatchOptions& options) {
    options.widen = text == "auto";
    if (options.widen) return;
    if (!CLI::detail::lexical_cast(text, options.candidates) || options.candidates < 0)
        throw CLI::ValidationError("--candidates", "takes a number from 0 or auto, not " + text);
}

void read_method(const std::string& text, MatchOptions& options) {
    for (Method method : {Method::sigma, Method::descriptor, Method::rigid})
        if (text == name(method)) options.method = method;
}

}  // namespace

void add_match_options(CLI::App& command, MatchOptions& options) {
    command
        .add_option_function<std::string>(
            "--method", [&options](const std::string& text) { read_method(text, options); },
            "sigma, or to compare: descriptor (assignment of signatures), rigid (best alignment)")
        ->check(CLI::IsMember({"sigma", "descriptor", "rigid"}))
        ->default_str("sigma");
    command
        .add_option_function<std::string>(
            "--candidates", [&options](const std::string& text) { read_candidates(text, options); },
            "Rounds of candidate pruning; 0: none; auto: prove with pruning, then without")
        ->type_name("K")
        ->default_str(std::to_string(options.candidates));
    command.add_option("--lambda-def", options.lambda_def, "Weight of the deformation")
        ->capture_default_str();
    command.add_flag("!--unscaled", options.lambda_scaled,
                     "Take lambda-def as it is; by default it is meant for 500 faces and scaled to the mesh");
    command.add_option("--lambda-ori", options.lambda_ori, "Weight of the orientation")
        ->capture_default_str();
    command
        .add_option_function<std::string>(
            "--orientation",
            [&options](const std::string& word) {
                options.orientation = word == "paper" ? Orientation::paper : Orientation::smooth;
            },
            "Orientation feature: smooth, or as in the paper")
        ->check(CLI::IsMember({"smooth", "paper"}))
        ->default_str("smooth");
    command.add_option("--gap", options.relative_gap, "Relative gap that counts as proven")
        ->capture_default_str();
    command.add_option("--time-limit", options.time_limit_s, "Seconds for the search")->capture_default_str();
    command.add_option("--memory-limit", options.memory_limit_gb, "Gigabytes for the search, roughly")
        ->type_name("GB")
        ->capture_default_str();
    command.add_option("--threads", options.threads, "Threads; 0: all cores")->capture_default_str();
    command.add_option("--faces", options.faces, "Decimate to N faces first; 0: full resolution")
        ->capture_default_str()
        ->type_name("N");
    command.add_option("--seed", options.seed, "Seed of the local search")
        ->check(CLI::NonNegativeNumber)
        ->capture_default_str();
    command
        .add_option_function<std::string>(
            "--laplacian",
            [&options](const std::string& word) {
                options.laplacian = word == "cotangent" ? Laplacian::cotangent : Laplacian::robust;
            },
            "Operator: robust (any triangles) or cotangent (the mesh as it is, as in the paper)")
        ->check(CLI::IsMember({"robust", "cotangent"}))
        ->default_str("robust");
    command.add_flag("--one-sided", options.one_sided,
                     "Bend X towards Y only, or Y towards X where X alone is a cloud of points");
    command.add_flag("--partial", options.partial,
                     "X or Y may be a part: keypoints of the longer list may stay without a partner");
    command
        .add_option("--unmatched-cost", options.unmatched_cost,
                    "With --partial: those of the shorter list, too, at this cost each")
        ->type_name("COST");
    command
        .add_option_function<std::string>(
            "--prior",
            [&options](const std::string& word) { options.prior = word == "lbo" ? Prior::lbo : Prior::plbo; },
            "Deformation prior: plbo (affine maps are free) or lbo")
        ->check(CLI::IsMember({"plbo", "lbo"}))
        ->default_str("plbo");
}
