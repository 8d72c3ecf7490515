#include "knowledge_input.h"

#include "sigmatch/errors.h"
#include "sigmatch/io.h"

using namespace sigmatch;

void add_knowledge_options(CLI::App& command, KnowledgeArguments& arguments) {
    const auto add = [&](const char* flag, std::string& path, const char* help) {
        command.add_option(flag, path, help)->type_name("FILE");
    };
    add("--known", arguments.known,
        "Pairs that are certain: lines i j, positions in the lists of keypoints, from 0");
    add("--forbid", arguments.forbidden, "Pairs that are certainly wrong: lines i j");
    add("--cost", arguments.cost,
        "Cost of each pair: a table with a row per keypoint of X, a column per one of Y");
    add("--features-x", arguments.features_x,
        "Descriptors: a table with a row per keypoint of X, or per vertex");
    add("--features-y", arguments.features_y, "The same of Y, with as many columns");
}

Knowledge read_knowledge(const KnowledgeArguments& arguments, const PairInput& pair) {
    const auto n = static_cast<int>(pair.x.keypoints.size()), m = static_cast<int>(pair.y.keypoints.size());
    if (arguments.features_x.empty() != arguments.features_y.empty())
        throw InputError("features of one shape cannot be compared: give both --features-x and --features-y");
    Knowledge knowledge;
    if (!arguments.known.empty()) knowledge.known = read_matches(arguments.known, n, m, true);
    if (!arguments.forbidden.empty()) knowledge.forbidden = read_pairs(arguments.forbidden, n, m);
    if (!arguments.cost.empty()) knowledge.cost = read_matrix(arguments.cost);
    if (!arguments.features_x.empty()) {
        knowledge.features_x = read_matrix(arguments.features_x);
        knowledge.features_y = read_matrix(arguments.features_y);
    }
    return knowledge;
}
