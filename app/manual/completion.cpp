#include <fmt/format.h>

#include "manual.h"

namespace {

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    return CLI::detail::find_and_replace(std::move(text), from, to);
}

std::string all_flags(const CLI::App& command) {
    std::vector<std::string> names;
    for (const CLI::Option* option : flags_of(command))
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    return CLI::detail::join(names, " ");
}

std::string command_names(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* command : commands_of(app)) names.push_back(command->get_name());
    return CLI::detail::join(names, " ");
}

/// Within single quotes of a shell.
std::string single_quoted(const std::string& text) {
    return "'" + replaced(text, "'", "'\\''") + "'";
}

}  // namespace

std::string bash_completion(const CLI::App& app) {
    std::string words, flags;
    for (const CLI::App* command : commands_of(app)) {
        flags += fmt::format("        {}) flags='{}' ;;\n", command->get_name(), all_flags(*command));
        for (const CLI::Option* option : flags_of(*command))
            if (const auto choices = words_of(*option); !choices.empty())
                words += fmt::format("        '{} --{}') words='{}' ;;\n", command->get_name(),
                                     option->get_lnames().front(), CLI::detail::join(choices, " "));
    }
    return fmt::format(R"(# bash completion for sigmatch
_sigmatch() {{
    local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}} command=${{COMP_WORDS[1]}}
    local flags= words=
    if [ "$COMP_CWORD" -eq 1 ]; then
        mapfile -t COMPREPLY < <(compgen -W '{} --help --version' -- "$current")
        return
    fi
    case $command in
{}    esac
    case "$command $previous" in
{}    esac
    if [ -n "$words" ]; then
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
    elif [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$flags" -- "$current")
    fi
}}
complete -o default -F _sigmatch sigmatch
)",
                       command_names(app), flags, words);
}

std::string zsh_completion(const CLI::App& app) {
    std::string commands, cases;
    for (const CLI::App* command : commands_of(app)) {
        commands += fmt::format("        {}\n",
                                single_quoted(command->get_name() + ':' + command->get_description()));
        cases += fmt::format("    {})\n        _arguments \\\n", command->get_name());
        for (const CLI::Option* option : flags_of(*command)) {
            std::string help = replaced(replaced(option->get_description(), "[", "("), "]", ")");
            help = replaced(help, ":", "\\:");
            std::string value;
            if (const auto choices = words_of(*option); !choices.empty())
                value = fmt::format(":{}:({})", "choice", CLI::detail::join(choices, " "));
            else if (!value_of(*option).empty())
                value = fmt::format(":{}:_files", value_of(*option));
            cases += fmt::format(
                "            {} \\\n",
                single_quoted(fmt::format("--{}[{}]{}", option->get_lnames().front(), help, value)));
        }
        cases += "            '*:file:_files'\n        ;;\n";
    }
    return fmt::format(R"(#compdef sigmatch
_sigmatch() {{
    local -a commands=(
{}    )
    if (( CURRENT == 2 )); then
        _describe command commands
        return
    fi
    local command=$words[2]
    shift words
    (( CURRENT-- ))
    case $command in
{}    esac
}}
_sigmatch "$@"
)",
                       commands, cases);
}

std::string fish_completion(const CLI::App& app) {
    std::string text = "# fish completion for sigmatch\n";
    for (const CLI::App* command : commands_of(app))
        text += fmt::format("complete -c sigmatch -n __fish_use_subcommand -f -a {} -d {}\n",
                            command->get_name(), single_quoted(command->get_description()));
    for (const CLI::App* command : commands_of(app))
        for (const CLI::Option* option : flags_of(*command)) {
            text += fmt::format("complete -c sigmatch -n '__fish_seen_subcommand_from {}' -l {} -d {}",
                                command->get_name(), option->get_lnames().front(),
                                single_quoted(option->get_description()));
            if (const auto choices = words_of(*option); !choices.empty())
                text += fmt::format(" -x -a '{}'", CLI::detail::join(choices, " "));
            else if (!value_of(*option).empty())
                text += " -r";
            text += '\n';
        }
    return text;
}
