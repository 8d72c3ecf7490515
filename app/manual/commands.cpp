#include "manual.h"

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
    return app.get_subcommands([](const CLI::App*) { return true; });
}

std::vector<const CLI::Option*> flags_of(const CLI::App& command) {
    return command.get_options([](const CLI::Option* option) { return option->nonpositional(); });
}

std::vector<const CLI::Option*> arguments_of(const CLI::App& command) {
    return command.get_options([](const CLI::Option* option) { return !option->nonpositional(); });
}

std::string value_of(const CLI::Option& option) {
    if (option.get_expected_max() == 0) return "";
    std::string value = option.get_type_name();
    return value.substr(0, value.find(':'));
}

std::vector<std::string> words_of(const CLI::Option& option) {
    const std::string value = value_of(option);
    return value.find('|') == std::string::npos ? std::vector<std::string>() : CLI::detail::split(value, '|');
}

std::string names_of(const CLI::Option& option) {
    std::vector<std::string> names;
    for (const std::string& name : option.get_snames()) names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
    return CLI::detail::join(names, ", ");
}
