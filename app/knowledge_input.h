#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "pair_input.h"
#include "sigmatch/knowledge.h"

/// The files that hold what the user knows about a pair of shapes. Empty: nothing.
struct KnowledgeArguments {
    std::string known, forbidden, cost, features_x, features_y;

    std::vector<std::string> files() const { return {known, forbidden, cost, features_x, features_y}; }
};

/// `arguments` must outlive the command.
void add_knowledge_options(CLI::App& command, KnowledgeArguments& arguments);

/// What the files say about this pair. Throws InputError.
sigmatch::Knowledge read_knowledge(const KnowledgeArguments& arguments, const PairInput& pair);
