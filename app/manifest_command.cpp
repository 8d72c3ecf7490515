#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include "commands.h"
#include "outputs.h"
#include "sigmatch/errors.h"
#include "sigmatch/truth.h"

namespace {

using namespace sigmatch;

const std::map<std::string, TruthKind> kinds = {{"vts", TruthKind::vts},
                                                {"pid", TruthKind::pid},
                                                {"baryc", TruthKind::baryc},
                                                {"shrec20", TruthKind::shrec20},
                                                {"identity", TruthKind::identity}};
const std::map<std::string, Pairing> pairings = {
    {"first", Pairing::first}, {"all", Pairing::all}, {"chain", Pairing::chain}};

struct Arguments {
    std::string kind, folder, output;
    std::string pairs;
    ManifestOptions options;
    bool quiet = false;
};

/// "15 pairs of 6 shapes, 22 keypoints"
std::string summary(const std::vector<ManifestPair>& pairs) {
    std::set<std::string> shapes;
    std::size_t fewest = pairs.front().keypoints_x.size(), most = fewest;
    for (const ManifestPair& pair : pairs) {
        shapes.insert({pair.x, pair.y});
        fewest = std::min(fewest, pair.keypoints_x.size());
        most = std::max(most, pair.keypoints_x.size());
    }
    return fmt::format("{} pair{} of {} shapes, {} keypoints", pairs.size(), pairs.size() == 1 ? "" : "s",
                       shapes.size(),
                       fewest == most ? fmt::format("{}", most) : fmt::format("{} to {}", fewest, most));
}

void run_manifest(Arguments& arguments) {
    if (!arguments.output.ends_with(".jsonl"))  // so that it cannot be one of the inputs
        throw FileError(arguments.output, "is not the name of a manifest; it must end in .jsonl");
    check_outputs({arguments.output}, {}, {arguments.options.points.value_or("")});
    if (!arguments.pairs.empty()) arguments.options.pairs = pairings.at(arguments.pairs);
    const std::vector<ManifestPair> pairs =
        make_manifest(kinds.at(arguments.kind), arguments.folder, arguments.options);
    write_manifest(arguments.output, pairs);
    if (!arguments.quiet) fmt::print("{}\n", summary(pairs));
}

}  // namespace

void add_manifest_command(CLI::App& app) {
    auto arguments = std::make_shared<Arguments>();
    ManifestOptions& o = arguments->options;
    CLI::App* command =
        app.add_subcommand("manifest", "Make a manifest of pairs from a folder of shapes with known truth");
    command
        ->add_option("kind", arguments->kind,
                     "How the truth is stored: vts, pid, baryc, shrec20 (a file per shape), or identity "
                     "(vertex k of cat0 is vertex k of cat1)")
        ->required()
        ->check(CLI::IsMember(&kinds));
    command->add_option("folder", arguments->folder, "Where shapes and truth are, subfolders included")
        ->required()
        ->type_name("DIR");
    command->add_option("-o,--output", arguments->output, "Where to write the manifest")
        ->required()
        ->type_name("FILE.jsonl");
    command
        ->add_option("--keypoints", o.keypoints,
                     "Number of keypoints, spread by farthest point sampling; else 21 (vts, identity), 16 "
                     "(baryc), all (pid, shrec20)")
        ->type_name("N");
    command
        ->add_option("--points", o.points,
                     "The keypoints instead: rows of the tables (vts, pid) or vertices (identity) from 0")
        ->type_name("FILE");
    command
        ->add_option(
            "--extra", o.extra,
            "baryc: further keypoints on the whole shape, without partner; else half as many as have "
            "one")
        ->type_name("M");
    command
        ->add_option("--pairs", arguments->pairs,
                     "first (the first shape of a set with each other), all or chain (each with the next); "
                     "else first for identity, all for the rest")
        ->check(CLI::IsMember(&pairings));
    command->add_option("--index-base", o.index_base, "Id of the first vertex; else 1 for vts, 0 for pid");
    command->add_option("--seed", o.seed, "Seed of the order of Y's keypoints")
        ->check(CLI::NonNegativeNumber)
        ->capture_default_str();
    command->add_flag("-q,--quiet", arguments->quiet, "Print nothing");
    refuse_empty_values(*command);
    command->callback([arguments] { run_manifest(*arguments); });
}
