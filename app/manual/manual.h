#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

/// What is written about the program, from the program itself.

/// The manual page, in the macros of man(7).
std::string man_page(const CLI::App& app);

/// All commands and options as tables, in Markdown.
std::string markdown_reference(const CLI::App& app);

/// Completion of commands, options and their words, for three shells.
std::string bash_completion(const CLI::App& app);
std::string zsh_completion(const CLI::App& app);
std::string fish_completion(const CLI::App& app);

/// The commands of the program, in the order of its help.
std::vector<const CLI::App*> commands_of(const CLI::App& app);

/// Those of a command's options that are written with dashes, and those that are not.
std::vector<const CLI::Option*> flags_of(const CLI::App& command);
std::vector<const CLI::Option*> arguments_of(const CLI::App& command);

/// What an option wants: "FILE", "K", "plbo|lbo"; nothing for a flag.
std::string value_of(const CLI::Option& option);
/// The words that it may be, where it is one of a few.
std::vector<std::string> words_of(const CLI::Option& option);
/// "-o,--output" as "-o, --output".
std::string names_of(const CLI::Option& option);
