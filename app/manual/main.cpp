#include <cstdio>
#include <map>
#include <string>

#include "commands.h"
#include "manual.h"

/// sigmatch_manual man|markdown|bash|zsh|fish: that text, on standard output.
int main(int argc, char** argv) {
    const std::map<std::string, std::string (*)(const CLI::App&)> kinds = {{"man", man_page},
                                                                           {"markdown", markdown_reference},
                                                                           {"bash", bash_completion},
                                                                           {"zsh", zsh_completion},
                                                                           {"fish", fish_completion}};
    const auto kind = kinds.find(argc == 2 ? argv[1] : "");
    if (kind == kinds.end()) {
        std::fprintf(stderr, "usage: sigmatch_manual man|markdown|bash|zsh|fish\n");
        return 2;
    }
    CLI::App app;
    add_commands(app);
    std::fputs(kind->second(app).c_str(), stdout);
    return 0;
}
