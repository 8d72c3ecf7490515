#include "match_options.h"

#include <fmt/format.h>

#include "sigmatch/errors.h"
#include "sigmatch/options.h"

using namespace sigmatch;

namespace {

void add_option(CLI::App& command, const Option& option, MatchOptions& options) {
    const char* group = option.is_model ? "Model" : "Search";
    const std::string help = spelled(option.help, &Option::flag);
    if (option.kind == Option::Kind::flag) {
        command
            .add_flag_callback(
                option.flag(), [&options, &option] { option.set(options, "true"); }, help)
            ->group(group);
        return;
    }
    command
        .add_option_function<std::string>(
            option.flag(), [&options, &option](const std::string& text) { option.set(options, text); }, help)
        ->type_name(option.words.empty() ? option.value : fmt::format("{}", fmt::join(option.words, "|")))
        ->default_str(option.default_text())
        ->group(group);
}

}  // namespace

void add_model_options(CLI::App& command, MatchOptions& options) {
    for (const Option& option : option_table())
        if (option.is_model) add_option(command, option, options);
}

void add_match_options(CLI::App& command, MatchOptions& options) {
    for (const Option& option : option_table()) add_option(command, option, options);
}

void check_needs_no_search(const MatchOptions& options) {
    if (options.widen) throw InputError("--candidates auto is for a search: give a number");
}

std::string model_flags(const MatchOptions& options) {
    std::string text;
    for (const Option& option : option_table()) {
        std::string value = option.json(options);
        if (!option.is_model || value == "null" || value == "false") continue;
        std::erase(value, '"');
        if (!text.empty()) text += ' ';
        text += option.kind == Option::Kind::flag ? option.flag() : option.flag() + ' ' + value;
    }
    return text;
}
