#include <fmt/core.h>
#include <fnmatch.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "sigmatch/errors.h"
#include "transfer_run.h"

using namespace sigmatch;

namespace {

namespace fs = std::filesystem;

bool is_shape_file(const fs::path& path) {
    std::string extension = path.extension().string();
    for (char& c : extension) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    constexpr const char* known[] = {".off", ".obj", ".ply", ".stl", ".vtp", ".gltf", ".glb", ".xyz"};
    return std::find(std::begin(known), std::end(known), extension) != std::end(known);
}

/// Sorted, so that a run has the same order everywhere.
template <class Wanted>
std::vector<std::string> files_in(const fs::path& folder, Wanted&& wanted) {
    std::vector<std::string> files;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, error))
        if (entry.is_regular_file(error) && wanted(entry.path())) files.push_back(entry.path().string());
    std::sort(files.begin(), files.end());
    return files;
}

std::vector<std::string> files_named(const std::string& word);

std::vector<std::string> files_listed(const std::string& list) {
    std::ifstream lines(list);
    if (!lines) throw FileError(list, "cannot be read");
    std::vector<std::string> files;
    for (std::string line; std::getline(lines, line);) {
        line.erase(0, line.find_first_not_of(" \t\r"));
        line.erase(line.find_last_not_of(" \t\r") + 1);
        if (line.empty() || line[0] == '#') continue;
        const fs::path path =
            fs::path(line).is_absolute() ? fs::path(line) : fs::path(list).parent_path() / line;
        if (path.extension() == ".txt") throw FileError(list, "a list cannot name another list");
        for (std::string& file : files_named(path.string())) files.push_back(std::move(file));
    }
    if (files.empty()) throw FileError(list, "lists no shapes; write one file name per line");
    return files;
}

std::vector<std::string> files_named(const std::string& word) {
    const fs::path path(word);
    if (fs::is_directory(path)) {
        std::vector<std::string> files = files_in(path, is_shape_file);
        if (files.empty()) throw InputError(fmt::format("the folder {} holds no shape files", word));
        return files;
    }
    if (!fs::exists(path) && path.filename().string().find_first_of("*?[") != std::string::npos) {
        const std::string pattern = path.filename().string();
        const fs::path folder = path.has_parent_path() ? path.parent_path() : ".";
        std::vector<std::string> files = files_in(folder, [&](const fs::path& file) {
            return fnmatch(pattern.c_str(), file.filename().c_str(), FNM_PERIOD) == 0;
        });
        if (files.empty()) throw InputError(fmt::format("no file matches {}", word));
        return files;
    }
    if (path.extension() == ".txt") return files_listed(word);
    return {word};
}

}  // namespace

std::vector<std::string> targets_of(const std::vector<std::string>& words) {
    std::vector<std::string> targets;
    for (const std::string& word : words)
        for (std::string& file : files_named(word))
            if (std::find(targets.begin(), targets.end(), file) == targets.end())
                targets.push_back(std::move(file));
    return targets;
}
