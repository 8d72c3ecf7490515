#include <cstdio>
#include <filesystem>
#include <string>

#include "support/sample_files.h"

/// fuzz_seeds FOLDER: writes a sound file of every kind into FOLDER/KIND.
int main(int argument_count, char** arguments) {
    namespace fs = std::filesystem;
    if (argument_count != 2) {
        std::fputs("usage: fuzz_seeds FOLDER\n", stderr);
        return 2;
    }
    const fs::path folder = arguments[1];
    fs::remove_all(folder);
    fs::create_directories(folder);
    sigmatch::testing::write_sample_files(folder);
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder)) files.push_back(entry.path());
    for (const fs::path& file : files) {
        const std::string name = file.filename().string();
        const std::string kind = name.starts_with("matches") ? "matches" : name.substr(name.find('.') + 1);
        fs::create_directories(folder / kind);
        fs::rename(file, folder / kind / name);
    }
}
