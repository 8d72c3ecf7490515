#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <filesystem>
#include <memory>

#include "browser_image.h"
#include "commands.h"
#include "dense_output.h"
#include "interrupt.h"
#include "knowledge_input.h"
#include "match_options.h"
#include "outputs.h"
#include "pair_input.h"
#include "progress_line.h"
#include "sigmatch/automatic.h"
#include "sigmatch/certificate_file.h"
#include "sigmatch/errors.h"
#include "sigmatch/io.h"
#include "sigmatch/match.h"
#include "sigmatch/reconstruction.h"
#include "sigmatch/report.h"
#include "sigmatch/result_file.h"

namespace {

using namespace sigmatch;

struct Arguments {
    PairArguments pair;
    KnowledgeArguments knowledge;
    std::string fixed_matches;
    std::string output, certificate, reconstruction_x, reconstruction_y, report, image;
    DenseOutput dense;
    bool quiet = false;
    MatchOptions options;
};

double seconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// As the result names them: from where it is itself.
ResultFiles files_for(const Arguments& arguments) {
    const PairArguments& pair = arguments.pair;
    const auto named = [&](const std::string& path) -> std::string {
        if (path.empty()) return path;
        const auto folder = std::filesystem::absolute(arguments.output).parent_path();
        return std::filesystem::proximate(std::filesystem::absolute(path), folder).generic_string();
    };
    const KnowledgeArguments& given = arguments.knowledge;
    return {named(pair.x),
            named(pair.y),
            named(arguments.certificate),
            pair.cloud_x,
            pair.cloud_y,
            pair.weld,
            {{"known", named(given.known)},
             {"forbid", named(given.forbidden)},
             {"cost", named(given.cost)},
             {"features_x", named(given.features_x)},
             {"features_y", named(given.features_y)}}};
}

/// The name of each shape, for people: of a pair, both are in one file.
std::pair<std::string, std::string> names_of(const PairArguments& pair) {
    const std::string x = std::filesystem::path(pair.x).filename().string();
    if (pair.y.empty()) return {"X of " + x, "Y of " + x};
    return {x, std::filesystem::path(pair.y).filename().string()};
}

void write_answer(const Arguments& arguments, const PreparedPair& pair, MatchResult result) {
    if (!arguments.certificate.empty())
        write_file_atomically(arguments.certificate,
                              certificate_bytes(stored_certificate(pair.x, pair.y, result)));
    result.options.faces =
        arguments.options.faces;  // as asked for, though a pair's coarse meshes needed none
    if (!arguments.output.empty())
        write_file_atomically(arguments.output, result_json(result, files_for(arguments)));
}

/// An answer and the shapes that it belongs to.
struct Answer {
    PreparedPair pair;
    MatchResult result;
};

Answer match_keypoints(PairInput input, const MatchOptions& options, const Arguments& arguments) {
    const auto start = std::chrono::steady_clock::now();
    const Knowledge knowledge = read_knowledge(arguments.knowledge, input);
    Match fixed;
    if (!arguments.fixed_matches.empty())
        fixed = read_matches(arguments.fixed_matches, static_cast<int>(input.x.keypoints.size()),
                             static_cast<int>(input.y.keypoints.size()), options.partial);
    PreparedPair pair = prepare_pair(std::move(input.x), std::move(input.y), options);
    const double preparing = seconds_since(start);
    MatchResult result = fixed.empty() ? match(pair.x, pair.y, options, knowledge)
                                       : evaluate_match(pair.x, pair.y, fixed, options, knowledge);
    result.stage_seconds.geodesics += preparing;
    result.stage_seconds.total += preparing;
    return {std::move(pair), std::move(result)};
}

/// Keypoints are chosen first.
Answer match_shapes(PairInput input, const MatchOptions& options, const Arguments& arguments,
                    ProgressLine& line) {
    std::string about_keypoints = arguments.fixed_matches;
    for (const std::string& file : arguments.knowledge.files()) about_keypoints += file;
    if (!about_keypoints.empty())
        throw InputError("a given match and what you know are about keypoints: give --kx and --ky");
    const auto start = std::chrono::steady_clock::now();
    std::optional<AutomaticShape> x, y;
    x.emplace(std::move(input.x.shape), options, "X");
    y.emplace(std::move(input.y.shape), options, "Y");
    AutomaticMatch found =
        match_automatically(*x, *y, {options, [&](const std::string& what) { line.stage(what); }});
    StageSeconds& seconds = found.match.stage_seconds;
    const double total = seconds_since(start);
    seconds.choosing += total - seconds.total;
    seconds.total = total;
    return {{std::move(found.x), std::move(found.y)}, std::move(found.match)};
}

/// All that is made of the answer: reconstructions, the dense map, the report and its picture. Returns what
/// the user should know about the dense map.
std::string write_views(const Arguments& arguments, const PreparedPair& pair, const MatchResult& result,
                        const std::optional<Browser>& browser, ProgressLine& line) {
    const PreparedShape &x = pair.x, &y = pair.y;
    const Shape &shape_x = x.original().shape, &shape_y = y.original().shape;
    const bool files = !arguments.reconstruction_x.empty() || !arguments.reconstruction_y.empty();
    const bool page = !arguments.report.empty();
    std::vector<Reconstructions> bent;  // of the best match first
    std::optional<DenseMaps> maps;
    if (files || page) line.stage("reconstructing");
    if (page) bent = reconstructions_to_show(x, y, result);
    if (files && bent.empty()) bent = {reconstruct(x, y, result.match, result.options)};
    if (!arguments.reconstruction_x.empty())
        write_shape(arguments.reconstruction_x, {bent[0].x, shape_x.faces});
    if (!arguments.reconstruction_y.empty())
        write_shape(arguments.reconstruction_y, {bent[0].y, shape_y.faces});
    if (arguments.dense.wanted() || (page && !bent.empty())) {
        line.stage("dense map");
        maps = dense_maps(x, y, result.match, {result.options, result.options.threads});
        write(arguments.dense, *maps, shape_x, shape_y);
    }
    const std::string note = maps ? maps->note() : "";
    if (!page && !browser) return note;
    line.stage("drawing");
    const auto [name_x, name_y] = names_of(arguments.pair);
    const std::string html = report_html(report_data(name_x, x, name_y, y, result, std::move(bent), maps));
    if (page) write_file_atomically(arguments.report, html);
    if (browser) browser->draw(html, arguments.image);
    return note;
}

void run_match(const Arguments& arguments) {
    const auto start = std::chrono::steady_clock::now();
    check(arguments.dense);
    std::vector<std::string> inputs = arguments.pair.files(), files = arguments.dense.files();
    inputs.push_back(arguments.fixed_matches);
    for (const std::string& file : arguments.knowledge.files()) inputs.push_back(file);
    for (const std::string& file :
         {arguments.output, arguments.certificate, arguments.report, arguments.image})
        files.push_back(file);
    check_outputs(files, {arguments.reconstruction_x, arguments.reconstruction_y}, inputs);
    check(arguments.options);
    if (!arguments.certificate.empty() &&
        (!arguments.fixed_matches.empty() || arguments.options.method != Method::sigma))
        throw InputError("only a search makes a certificate: leave --fixed-matches and --method out");
    if (!arguments.report.empty() || !arguments.image.empty()) check_has_reports();
    std::optional<Browser> browser;
    if (!arguments.image.empty()) browser.emplace();
    Interrupt interrupt;
    MatchResult result;
    std::string notes;
    {
        ProgressLine line(arguments.quiet);
        line.stage("reading");
        PairInput input = read_pair(arguments.pair, arguments.options.faces);
        notes = input.notes;
        const double read_seconds = seconds_since(start);
        line.stage("preparing the shapes");
        MatchOptions options = arguments.options;
        if (input.coarse_already) options.faces = 0;
        options.certify = !arguments.certificate.empty();
        options.stop = interrupt.token();
        options.on_progress = [&](const Progress& progress) {
            interrupt.search_begins();
            line.update(progress);
        };
        const bool has_keypoints = !input.x.keypoints.empty();
        Answer answer = has_keypoints ? match_keypoints(std::move(input), options, arguments)
                                      : match_shapes(std::move(input), options, arguments, line);
        const PreparedPair& pair = answer.pair;
        result = std::move(answer.result);
        result.stage_seconds.read = read_seconds;
        result.stage_seconds.total += read_seconds;
        write_answer(arguments, pair, result);
        interrupt.answer_is_written();
        const std::string note = write_views(arguments, pair, result, browser, line);
        if (!note.empty()) result.warnings.push_back(note);
    }
    if (!arguments.quiet) {
        for (const std::string& warning : result.warnings) fmt::print(stderr, "sigmatch: {}\n", warning);
        fmt::print("{}{}\n", notes, result.brief_report());
    }
    if (result.status == Status::interrupted) throw CLI::RuntimeError(130);
}

}  // namespace

void add_match_command(CLI::App& app) {
    auto arguments = std::make_shared<Arguments>();
    CLI::App* command = app.add_subcommand("match", "Match the keypoints of two shapes");
    add_pair_options(*command, arguments->pair);
    command
        ->add_option("--fixed-matches", arguments->fixed_matches, "Evaluate this match instead of searching")
        ->type_name("FILE");
    group_options(*command, "Input");
    add_knowledge_options(*command, arguments->knowledge);
    group_options(*command, "What you know");
    command->add_option("-o,--output", arguments->output, "Where to write the result (JSON)")
        ->type_name("FILE");
    command
        ->add_option("--certificate", arguments->certificate,
                     "Write a proof of the bound, for sigmatch verify to check")
        ->type_name("FILE");
    command->add_option("--reconstruction-x", arguments->reconstruction_x, "Write X in the pose of Y")
        ->type_name("FILE");
    command->add_option("--reconstruction-y", arguments->reconstruction_y, "Write Y in the pose of X")
        ->type_name("FILE");
    add_dense_options(*command, arguments->dense);
    command
        ->add_option("--report", arguments->report,
                     "Write a page that shows shapes, match and proof (HTML, needs no network)")
        ->type_name("FILE");
    command
        ->add_option("--image", arguments->image, "Write a picture of both shapes (PNG, drawn by Chromium)")
        ->type_name("FILE");
    command->add_flag("-q,--quiet", arguments->quiet, "Print nothing");
    group_options(*command, "Output");
    add_match_options(*command, arguments->options);
    refuse_empty_values(*command);
    command->callback([arguments] { run_match(*arguments); });
}
