#include <fmt/format.h>

#include "manual.h"
#include "sigmatch/version.h"

namespace {

/// A dash that can be copied into a shell; a line that begins with a full stop or an apostrophe is text.
std::string escaped(const std::string& text) {
    std::string out;
    for (const char c : text) {
        if (c == '\\')
            out += "\\e";
        else if (c == '-')
            out += "\\-";
        else
            out += c;
    }
    return (out.starts_with('.') || out.starts_with('\'') ? "\\&" : "") + out;
}

std::string option_entry(const CLI::Option& option) {
    const std::string value = value_of(option);
    std::string text = fmt::format(".TP\n\\fB{}\\fR", escaped(names_of(option)));
    if (!value.empty()) text += fmt::format(" \\fI{}\\fR", escaped(value));
    text += '\n' + escaped(option.get_description());
    if (!option.get_default_str().empty() && !value.empty())
        text += fmt::format(" (default: {})", escaped(option.get_default_str()));
    return text + ".\n";
}

std::string command_section(const CLI::App& command) {
    std::string text = fmt::format(".SS \"sigmatch {}\"\n{}.\n", escaped(command.get_name()),
                                   escaped(command.get_description()));
    for (const CLI::Option* argument : arguments_of(command))
        text += fmt::format(".TP\n\\fI{}\\fR\n{}.\n", escaped(argument->get_name(true)),
                            escaped(argument->get_description()));
    for (const std::string& group : command.get_groups())
        for (const CLI::Option* option : flags_of(command))
            if (option->get_group() == group && option != command.get_help_ptr())
                text += option_entry(*option);
    return text;
}

}  // namespace

std::string man_page(const CLI::App& app) {
    std::string text = fmt::format(
        ".TH SIGMATCH 1 \"\" \"sigmatch {}\" \"User Commands\"\n.SH NAME\nsigmatch \\- find the globally "
        "best "
        "correspondence between keypoints of two 3D shapes, and prove it\n.SH SYNOPSIS\n",
        sigmatch::version);
    for (const CLI::App* command : commands_of(app)) {
        text += fmt::format(".B sigmatch {}\n[\\fIOPTION\\fR]...", escaped(command->get_name()));
        for (const CLI::Option* argument : arguments_of(*command)) {
            const std::string name = escaped(argument->get_name(true));
            text += argument->get_required() ? fmt::format(" \\fI{}\\fR", name)
                                             : fmt::format(" [\\fI{}\\fR]", name);
        }
        text += "\n.br\n";
    }
    text +=
        ".SH DESCRIPTION\nTwo shapes are triangle meshes or clouds of points, each with a few keypoints. "
        "Whatever their poses, sizes and proportions, \\fBsigmatch match\\fR finds the correspondence of the "
        "keypoints that minimises how much the shapes must be bent to lie on each other, and proves that no "
        "other is better, to a gap that is part of the result.\n.SH COMMANDS\n";
    for (const CLI::App* command : commands_of(app)) text += command_section(*command);
    text +=
        ".SH \"EXIT STATUS\"\n.TP\n0\nThe work is done. Whether the optimum is proven is in the result.\n"
        ".TP\n1\nSomething failed that the input is not to blame for; for \\fBverify\\fR: the proof does not "
        "hold.\n.TP\n2\nThe input or the command line cannot be used; one line on standard error says why.\n"
        ".TP\n130\nInterrupted: the best match so far has been written.\n.SH ENVIRONMENT\n.TP\n"
        "OPENBLAS_NUM_THREADS, OPENBLAS_CORETYPE\nThreads and kernels of OpenBLAS.\n";
    return text;
}
