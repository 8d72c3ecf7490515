#include "evaluation/named_files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "io/shape_formats.h"
#include "sigmatch/errors.h"

namespace sigmatch {

namespace {

constexpr int deepest_folder = 3;

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// The number at position `at`, without leading zeros. Moves `at` behind it.
std::string_view take_number(std::string_view text, std::size_t& at) {
    while (at < text.size() && text[at] == '0') ++at;
    const std::size_t start = at;
    while (at < text.size() && is_digit(text[at])) ++at;
    return text.substr(start, at - start);
}

}  // namespace

bool natural_less(std::string_view a, std::string_view b) {
    std::size_t i = 0, j = 0;
    while (i < a.size() && j < b.size()) {
        if (is_digit(a[i]) && is_digit(b[j])) {
            const std::string_view x = take_number(a, i), y = take_number(b, j);
            if (x != y) return x.size() != y.size() ? x.size() < y.size() : x < y;
        } else {
            if (a[i] != b[j]) return a[i] < b[j];
            ++i, ++j;
        }
    }
    if (i == a.size() && j == b.size()) return a < b;  // as for cat01 and cat1
    return i == a.size();
}

std::vector<NamedFile> files_in(const std::string& folder, const std::vector<std::string>& extensions) {
    namespace fs = std::filesystem;
    if (!fs::is_directory(folder)) throw FileError(folder, "is not a folder; name the one with the shapes");
    std::vector<NamedFile> files;
    try {
        for (auto entry = fs::recursive_directory_iterator(folder); entry != fs::end(entry); ++entry) {
            if (entry.depth() >= deepest_folder) entry.disable_recursion_pending();
            const std::string extension = lower_case_extension(entry->path().string());
            if (std::count(extensions.begin(), extensions.end(), extension) > 0 && entry->is_regular_file())
                files.push_back({entry->path().stem().string(), entry->path().string()});
        }
    } catch (const fs::filesystem_error& error) {
        throw FileError(folder,
                        "cannot be searched (" + error.code().message() + "): " + error.path1().string());
    }
    if (files.empty())
        throw FileError(folder,
                        fmt::format("holds no {} files, nor do its subfolders", fmt::join(extensions, ", ")));
    std::sort(files.begin(), files.end(), [](const NamedFile& a, const NamedFile& b) {
        return a.name != b.name ? natural_less(a.name, b.name) : a.path < b.path;
    });
    const auto twice = std::adjacent_find(
        files.begin(), files.end(), [](const NamedFile& a, const NamedFile& b) { return a.name == b.name; });
    if (twice != files.end())
        throw FileError(twice[1].path, "has the same name as " + twice->path + "; keep one of them");
    return files;
}

std::vector<NamedFile> shapes_in(const std::string& folder) {
    return files_in(folder, {".off", ".obj", ".ply", ".stl", ".vtp", ".gltf", ".glb"});
}

std::string shape_named(const std::vector<NamedFile>& shapes, const std::string& name,
                        const std::string& needed_by) {
    const auto found = std::find_if(shapes.begin(), shapes.end(),
                                    [&](const NamedFile& shape) { return shape.name == name; });
    if (found == shapes.end())
        throw FileError(needed_by,
                        "its shape is missing: " + name + ".off (or .obj, .ply, .stl, .vtp, .gltf, .glb)");
    return found->path;
}

}  // namespace sigmatch
