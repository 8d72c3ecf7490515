#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "sigmatch/shape.h"

/// How the user names a pair of shapes and their keypoints.
struct PairArguments {
    std::string x, y;  ///< y is empty for a .mat pair
    std::string keypoints_x, keypoints_y;
    int index_base = 0;
    int fps = 0;
    bool cloud_x = false, cloud_y = false;
    bool weld = false;

    /// All that would be read; some are empty.
    std::vector<std::string> files() const { return {x, y, keypoints_x, keypoints_y}; }
};

/// Both shapes with their keypoints, whichever way they were given.
struct PairInput {
    sigmatch::MarkedShape x, y;
    std::string notes;            ///< what the user should know about the keypoints, or empty
    bool coarse_already = false;  ///< no need to decimate
};

/// The positional X and Y and the options of their keypoints, for every command that reads a pair.
/// `arguments` must outlive the command.
void add_pair_options(CLI::App& command, PairArguments& arguments);

/// How shapes are read, for commands that take their keypoints from elsewhere.
void add_shape_flags(CLI::App& command, PairArguments& arguments);

/// Whether a file holds both shapes.
bool is_pair_file(const std::string& path);

/// One shape of a pair, by the arguments' flags.
sigmatch::Shape read_shape_of_pair(const std::string& path, bool is_cloud, const PairArguments& arguments);

/// `faces`: what the shapes will be decimated to, or 0. Without any keypoint option, the shapes have no
/// keypoints. Throws InputError.
PairInput read_pair(const PairArguments& arguments, int faces);

/// The same, for commands that cannot choose keypoints.
PairInput read_pair_with_keypoints(const PairArguments& arguments, int faces);
