#include <cstdio>
#include <cstdlib>
#include <memory>

#include "program_support.h"
#include "sigmatch/options.h"
#include "sigmatch/version.h"

namespace sigmatch {
namespace {

/// What a shell command prints.
std::string printed_by(const std::string& command) {
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe(::popen(command.c_str(), "r"), ::pclose);
    std::string text;
    for (int c = std::fgetc(pipe.get()); c != EOF; c = std::fgetc(pipe.get())) text += static_cast<char>(c);
    return text;
}

std::string manual(const std::string& kind) {
    return printed_by(std::string(SIGMATCH_MANUAL) + " " + kind);
}

class ManualTest : public ProgramTest {
protected:
    /// What bash offers after `line`, in an order of its own.
    std::string offered(const std::vector<std::string>& words) const {
        std::string line;
        for (const std::string& word : words) line += " '" + word + "'";
        return printed_by(
            "bash -c 'source \"$0\"; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); _sigmatch; "
            "echo \" ${COMPREPLY[*]} \"' " +
            path("completion") + line);
    }
};

TEST_F(ManualTest, TheReferenceIsThatOfThisProgram) {
    EXPECT_EQ(contents(std::string(SIGMATCH_DOCS) + "/options.md"), manual("markdown"))
        << "run: build/sigmatch_manual markdown > docs/options.md";
}

TEST_F(ManualTest, EveryTextKnowsEveryOption) {
    for (const char* kind : {"man", "markdown", "bash", "zsh", "fish"}) {
        std::string text = manual(kind);
        std::erase(text, '\\');
        for (const Option& option : option_table()) {
            const std::string flag =
                std::string(kind) == "fish" ? "-l " + option.flag().substr(2) : option.flag();
            EXPECT_NE(text.find(flag), std::string::npos) << kind << " " << option.flag();
        }
    }
}

TEST_F(ManualTest, ShellsReadTheirCompletions) {
    for (const char* shell : {"bash", "zsh", "fish"}) {
        if (std::system(("command -v " + std::string(shell) + " > /dev/null").c_str()) != 0) continue;
        const std::string file = write("completion", manual(shell));
        EXPECT_EQ(std::system((std::string(shell) + " -n " + file).c_str()), 0) << shell;
    }
}

TEST_F(ManualTest, BashOffersCommandsOptionsAndWords) {
    write("completion", manual("bash"));
    EXPECT_EQ(offered({"sigmatch", "ma"}), " match manifest \n");
    EXPECT_EQ(offered({"sigmatch", "match", "--lambda"}),
              " --lambda-def --lambda-ori --lambda-dist --lambda-pair-ori \n");
    EXPECT_EQ(offered({"sigmatch", "match", "--prior", ""}), " plbo lbo \n");
    EXPECT_EQ(offered({"sigmatch", "info", "--lambda"}), "  \n");
    EXPECT_EQ(offered({"sigmatch", "match", "x.o"}), "  \n") << "files are bash's own business";
}

TEST_F(ManualTest, HelpFitsTheScreenAndIsInGroups) {
    const Outcome all = run({"--help"});
    EXPECT_EQ(all.code, 0);
    EXPECT_LE(lines(all.out), 24);
    const std::string help = run({"match", "--help"}).out;
    size_t last = 0;
    for (const char* group : {"Input:", "Output:", "Model:", "Search:"}) {
        const size_t at = help.find(group);
        ASSERT_NE(at, std::string::npos) << group;
        EXPECT_GT(at, last);
        last = at;
    }
}

TEST_F(ManualTest, VersionNamesTheLibraries) {
    const std::string text = run({"--version"}).out;
    EXPECT_EQ(text.find(std::string("sigmatch ") + version), 0u);
    for (const char* library : {"Eigen 3.", "OpenBLAS 0.", "Boost 1.", "OpenSSL ", "fmt "})
        EXPECT_NE(text.find(library), std::string::npos) << library;
}

}  // namespace
}  // namespace sigmatch
