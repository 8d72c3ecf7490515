#include <fmt/format.h>

#include "manual.h"

namespace {

/// A bar would end the cell, and angles would be tags.
std::string cell(const std::string& text) {
    std::string out;
    for (const char c : text) {
        if (c == '|')
            out += "\\|";
        else if (c == '<')
            out += "&lt;";
        else
            out += c;
    }
    return out;
}

std::string option_row(const CLI::Option& option) {
    const std::string value = value_of(option);
    const bool shows_default = !value.empty() && !option.get_default_str().empty();
    return fmt::format("| `{}{}` | {} | {} |\n", names_of(option), cell(value.empty() ? "" : " " + value),
                       cell(option.get_description()),
                       shows_default ? "`" + option.get_default_str() + "`" : "");
}

std::string command_section(const CLI::App& command) {
    std::string usage = "sigmatch " + command.get_name();
    std::string arguments;
    for (const CLI::Option* argument : arguments_of(command)) {
        const std::string name = argument->get_name(true);
        usage += argument->get_required() ? " " + name : " [" + name + "]";
        arguments += fmt::format("| `{}` | {} |\n", name, cell(argument->get_description()));
    }
    std::string text = fmt::format("\n## {}\n\n{}.\n\n`{} [OPTIONS]`\n", command.get_name(),
                                   command.get_description(), usage);
    if (!arguments.empty()) text += "\n| argument | meaning |\n|---|---|\n" + arguments;
    for (const std::string& group : command.get_groups()) {
        std::string rows;
        for (const CLI::Option* option : flags_of(command))
            if (option->get_group() == group && option != command.get_help_ptr()) rows += option_row(*option);
        if (!rows.empty())
            text += fmt::format("\n| {} | meaning | default |\n|---|---|---|\n{}", group, rows);
    }
    return text;
}

}  // namespace

std::string markdown_reference(const CLI::App& app) {
    std::string text =
        "# Commands and options\n\nMade by `build/sigmatch_manual markdown` from the program itself; a test "
        "holds it to that.\nIn Python the options under Model and Search are keywords of `sigmatch.match`, "
        "with "
        "underscores: `time_limit=60`.\n";
    for (const CLI::App* command : commands_of(app)) text += command_section(*command);
    return text;
}
