#include <filesystem>
#include <functional>
#include <system_error>

#include "sigmatch/errors.h"
#include "sigmatch/io.h"
#include "sigmatch/manifest.h"
#include "sigmatch/synth.h"
#include "synth/random.h"

namespace sigmatch {

namespace fs = std::filesystem;
using synth::Random;

namespace {

struct Recipe {
    std::string name;
    CreatureOptions x, y;
};

/// Two different poses, each a named or a random one, and a random order of the vertices of y.
Recipe posed_pair(const std::string& name, const std::string& kind, Random& random) {
    auto pose = [&]() -> std::string {
        const std::vector<std::string> named = creature_poses();
        const int choice = random.below(2 * static_cast<int>(named.size()));
        return choice < static_cast<int>(named.size()) ? named[choice] : std::to_string(random.seed());
    };
    Recipe recipe{name, {}, {}};
    recipe.x.kind = recipe.y.kind = kind;
    recipe.x.pose = pose();
    do recipe.y.pose = pose();
    while (recipe.y.pose == recipe.x.pose);
    recipe.x.vertices = recipe.y.vertices = 2000 + 500 * random.below(7);
    recipe.y.shuffle = random.seed();
    return recipe;
}

void remesh(Recipe& recipe, Random& random) {
    recipe.y.remesh = random.seed();
    recipe.y.vertices = 2000 + 500 * random.below(7);
}

void make_kin(Recipe& recipe, Random& random) {
    recipe.y.kin = random.seed();
    recipe.y.kin_strength = random.uniform(0.3, 0.8);
}

void move(Recipe& recipe, Random& random) {
    recipe.y.scale = random.uniform(0.2, 5.0);
    recipe.y.rotate = random.seed();
    recipe.y.translate = random.seed();
}

Recipe whole_recipe(int number, const std::string& kind, Random& random) {
    static const std::vector<std::string> names = {"pose", "remesh", "kin", "move", "all"};
    const std::string& name = names[number % static_cast<int>(names.size())];
    Recipe recipe = posed_pair(name, kind, random);
    if (name == "remesh" || name == "all") remesh(recipe, random);
    if (name == "kin" || name == "all") make_kin(recipe, random);
    if (name == "move" || name == "all") move(recipe, random);
    return recipe;
}

/// Vertex k of x is vertex k of y.
Recipe pose_recipe(int, const std::string& kind, Random& random) {
    Recipe recipe = posed_pair("poses", kind, random);
    recipe.y.shuffle = 0;
    return recipe;
}

Recipe partial_recipe(int number, const std::string& kind, Random& random) {
    Recipe recipe = posed_pair(number % 2 == 0 ? "cut" : "holes", kind, random);
    remesh(recipe, random);
    move(recipe, random);
    recipe.x.damage_seed = random.seed();
    recipe.x.keep = number % 2 == 0 ? random.uniform(0.5, 0.75) : 0.8;
    recipe.x.holes = number % 2 == 0 ? 0 : 8;
    return recipe;
}

Recipe cloud_recipe(int number, const std::string& kind, Random& random) {
    Recipe recipe = posed_pair(number % 2 == 0 ? "cloud" : "noisy-cloud", kind, random);
    move(recipe, random);
    recipe.y.damage_seed = random.seed();
    recipe.y.cloud_points = 4000;
    recipe.y.noise = number % 2 == 0 ? 0.0 : 0.003;
    return recipe;
}

void write_pairs(const fs::path& folder, const std::string& manifest, std::uint64_t seed, int pairs,
                 const std::function<Recipe(int, const std::string&, Random&)>& make_recipe) {
    const std::vector<std::string> kinds = creature_kinds();
    const int kind_count = static_cast<int>(kinds.size());
    std::vector<ManifestPair> entries;
    for (int number = 0; number < pairs; ++number) {
        Random random(seed, manifest + std::to_string(number));
        const Recipe recipe = make_recipe(number / kind_count, kinds[number % kind_count], random);
        const std::string id = recipe.x.kind + "-" + recipe.name + "-" + std::to_string(number);
        const CreaturePair pair = make_creature_pair(id, recipe.x, recipe.y, random.seed());
        const std::string file_x = (folder / "shapes" / (id + "-x.off")).string();
        const std::string file_y = (folder / "shapes" / (id + "-y.off")).string();
        write_shape(file_x, pair.x.shape);
        write_shape(file_y, pair.y.shape);
        entries.push_back({id, file_x, file_y, pair.kx, pair.ky, pair.truth, pair.symmetric});
    }
    write_manifest((folder / manifest).string(), entries);
}

}  // namespace

int write_creature_dataset(const std::string& folder, std::uint64_t seed, int pairs) {
    if (pairs < 1 || pairs > 10000)
        throw InputError("number of pairs is " + std::to_string(pairs) + ": give a number from 1 to 10000");
    std::error_code error;
    fs::create_directories(fs::path(folder) / "shapes", error);
    if (error) throw FileError(folder, "cannot be created: " + error.message());
    write_pairs(folder, "manifest.jsonl", seed, pairs, whole_recipe);
    write_pairs(folder, "poses.jsonl", seed, pairs, pose_recipe);
    write_pairs(folder, "partial.jsonl", seed, pairs, partial_recipe);
    write_pairs(folder, "clouds.jsonl", seed, pairs, cloud_recipe);
    return 4 * pairs;
}

}  // namespace sigmatch
