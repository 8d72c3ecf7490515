#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "sigmatch/dense_map.h"

/// Files that a dense map is written to; empty names are those that nobody asked for.
struct DenseOutput {
    std::string x_to_y, y_to_x;        ///< text
    std::string colours_x, colours_y;  ///< PLY

    bool wanted() const;
    std::vector<std::string> files() const;
};

/// The options that name them. `output` must outlive the command.
void add_dense_options(CLI::App& command, DenseOutput& output);

/// Throws sigmatch::FileError if a name does not fit what is written there.
void check(const DenseOutput& output);

/// Colours are the position of a vertex in the box around X, on Y that of its point of X.
void write(const DenseOutput& output, const sigmatch::DenseMaps& maps, const sigmatch::Shape& x,
           const sigmatch::Shape& y);
