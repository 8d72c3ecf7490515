#pragma once

#include <CLI/CLI.hpp>
#include <string>

/// What is wrong with the command line, what was probably meant, and where to look.
std::string explained(const CLI::ParseError& error, CLI::App& app, int argc, char** argv);
