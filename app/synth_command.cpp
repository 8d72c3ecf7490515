#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "commands.h"
#include "outputs.h"
#include "sigmatch/errors.h"
#include "sigmatch/io.h"
#include "sigmatch/synth.h"

namespace {

using namespace sigmatch;

struct Arguments {
    CreatureOptions options;
    std::string output, keypoints;
    std::string dataset;
    std::uint64_t seed = 1;
    int pairs = 10;
    bool quiet = false;
};

void run_synth(const Arguments& arguments) {
    if (!arguments.dataset.empty()) {
        const int pairs = write_creature_dataset(arguments.dataset, arguments.seed, arguments.pairs);
        if (!arguments.quiet) fmt::print("{}: {} pairs\n", arguments.dataset, pairs);
        return;
    }
    if (arguments.output.empty())
        throw InputError("nowhere to write to: give -o FILE for one shape or --dataset DIR for pairs");
    check_outputs({arguments.keypoints}, {arguments.output}, {});
    const Creature creature = make_creature(arguments.options);
    write_shape(arguments.output, creature.shape);
    if (!arguments.keypoints.empty())
        write_keypoints(arguments.keypoints, creature.keypoints, creature.keypoint_names);
    if (!arguments.quiet)
        fmt::print("{}: {} vertices, {} faces, {} keypoints\n", arguments.output,
                   creature.shape.vertices.rows(), creature.shape.faces.rows(), creature.keypoints.size());
}

}  // namespace

void add_synth_command(CLI::App& app) {
    auto arguments = std::make_shared<Arguments>();
    CreatureOptions& o = arguments->options;
    CLI::App* command = app.add_subcommand("synth", "Make example shapes: creatures with known keypoints");
    command->add_option("-o,--output", arguments->output, "Where to write the shape (OFF, OBJ, PLY)")
        ->type_name("FILE");
    command
        ->add_option("--keypoints", arguments->keypoints,
                     "Where to write the keypoints: vertex ids, names as comments")
        ->type_name("FILE");
    command->add_option("--kind", o.kind, "quadruped or biped")->capture_default_str();
    command->add_option("--pose", o.pose, "rest, walk, sit, jump, turn, or the seed of a random pose")
        ->capture_default_str();
    command->add_option("--pose-strength", o.pose_strength, "Factor on all joint angles, 0 to 1.5")
        ->capture_default_str();
    command->add_option("--kin", o.kin, "Seed of other proportions; 0: none")->capture_default_str();
    command->add_option("--kin-strength", o.kin_strength, "How different kin are, 0 to 1")
        ->capture_default_str();
    command->add_option("--vertices", o.vertices, "Number of vertices")->capture_default_str();
    command->add_option("--remesh", o.remesh, "Seed of another triangulation; 0: the symmetric one")
        ->capture_default_str();
    command->add_option("--scale", o.scale, "Uniform scale")->capture_default_str();
    command->add_option("--rotate", o.rotate, "Seed of a random rotation; 0: none")->capture_default_str();
    command->add_option("--translate", o.translate, "Seed of a random translation; 0: none")
        ->capture_default_str();
    command->add_flag("--mirror", o.mirror, "Reflect the shape");
    command->add_option("--keep", o.keep, "Cut: fraction of the surface to keep, 0.1 to 1")
        ->capture_default_str();
    command->add_option("--holes", o.holes, "Number of holes")->capture_default_str();
    command->add_option("--cloud", o.cloud_points, "A point cloud of N points instead of a mesh")
        ->type_name("N");
    command->add_option("--noise", o.noise, "Standard deviation of noise on the points")
        ->capture_default_str();
    command->add_option("--damage-seed", o.damage_seed, "Seed of cut, holes, cloud and noise")
        ->capture_default_str();
    command->add_option("--shuffle", o.shuffle, "Seed of a random order of the vertices; 0: none")
        ->capture_default_str();
    command
        ->add_option("--dataset", arguments->dataset,
                     "Write a folder of pairs with manifests instead of one shape")
        ->type_name("DIR")
        ->excludes("--output");
    command->add_option("--pairs", arguments->pairs, "Dataset: pairs in each manifest")
        ->capture_default_str();
    command->add_option("--seed", arguments->seed, "Dataset: seed")->capture_default_str();
    command->add_flag("-q,--quiet", arguments->quiet, "Print nothing");
    refuse_empty_values(*command);
    command->callback([arguments] { run_synth(*arguments); });
}
