#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <utility>
#include <vector>

/// One of a few words; the first is the default.
template <class Value>
void add_choice(CLI::App& command, const char* flag, Value& value,
                std::vector<std::pair<std::string, Value>> choices, const char* help) {
    std::vector<std::string> words;
    for (const auto& [word, meaning] : choices) words.push_back(word);
    command
        .add_option_function<std::string>(
            flag,
            [&value, choices](const std::string& chosen) {
                for (const auto& [word, meaning] : choices)
                    if (word == chosen) value = meaning;
            },
            help)
        ->check(CLI::IsMember(words).description(""))
        ->type_name(CLI::detail::join(words, "|"))
        ->default_str(words.front());
}
