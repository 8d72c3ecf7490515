#include "sigmatch/manifest.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "io/json_support.h"
#include "io/text_scanner.h"
#include "sigmatch/io.h"

namespace sigmatch {

namespace {

using nlohmann::json;
namespace fs = std::filesystem;

std::string text_field(const json& line, const char* name) {
    const auto field = line.find(name);
    if (field == line.end()) throw InputError(fmt::format("'{}' is missing", name));
    if (!field->is_string() || field->get_ref<const std::string&>().empty())
        throw InputError(fmt::format("'{}' must be a text that is not empty", name));
    return field->get<std::string>();
}

/// An array of integers from 0 to below `limit`.
std::vector<int> index_field(const json& line, const char* name, std::size_t limit) {
    const auto field = line.find(name);
    if (field == line.end()) throw InputError(fmt::format("'{}' is missing", name));
    if (!field->is_array()) throw InputError(fmt::format("'{}' must be an array of integers", name));
    std::vector<int> indices;
    for (const json& entry : *field) {
        const auto index = json_int(entry);
        if (!index) throw InputError(fmt::format("{}[{}] is not an integer", name, indices.size()));
        if (*index < 0 || static_cast<std::size_t>(*index) >= limit)
            throw InputError(fmt::format("{}[{}] = {} is out of range", name, indices.size(), *index));
        indices.push_back(*index);
    }
    return indices;
}

/// As above, with one entry per keypoint of X. Empty if the line does not have the field.
std::vector<int> keypoint_field(const json& line, const char* name, std::size_t limit, std::size_t size) {
    if (!line.contains(name)) return {};
    std::vector<int> indices = index_field(line, name, limit);
    if (!indices.empty() && indices.size() != size)
        throw InputError(fmt::format("'{}' has {} entries, but 'kx' has {}", name, indices.size(), size));
    return indices;
}

/// The id becomes a file name: it must not lead out of the folder of the results.
void check_id(const std::string& id) {
    const bool plain = std::none_of(
        id.begin(), id.end(), [](unsigned char c) { return c < ' ' || c == 127 || c == '/' || c == '\\'; });
    if (!plain || id == "." || id == ".." || id.size() > 200)
        throw InputError("'id' " + in_quotes(id) + " cannot name a file; use letters, digits, - and _");
}

ManifestPair parse_pair(std::string_view text, const fs::path& folder) {
    const json line = parse_json(text);
    if (!line.is_object()) throw InputError("a pair must be an object {\"id\": ...}");
    ManifestPair pair;
    pair.id = text_field(line, "id");
    check_id(pair.id);
    pair.x = (folder / text_field(line, "x")).string();
    pair.y = (folder / text_field(line, "y")).string();
    constexpr std::size_t any = std::numeric_limits<int>::max();
    pair.keypoints_x = index_field(line, "kx", any);
    pair.keypoints_y = index_field(line, "ky", any);
    const std::size_t n = pair.keypoints_x.size();
    pair.truth = keypoint_field(line, "truth", pair.keypoints_y.size(), n);
    pair.symmetric = keypoint_field(line, "symmetric", n, n);
    if (std::set<int>(pair.truth.begin(), pair.truth.end()).size() != pair.truth.size())
        throw InputError("'truth' gives two keypoints the same partner");
    return pair;
}

std::string relative_to(const std::string& path, const fs::path& folder) {
    return fs::absolute(path).lexically_normal().lexically_proximate(folder).string();
}

}  // namespace

std::vector<ManifestPair> read_manifest(const std::string& path) {
    const std::string contents = load_file(path);
    TextScanner scanner(path, contents, '\0');
    const fs::path folder = fs::path(path).parent_path();
    std::vector<ManifestPair> pairs;
    std::set<std::string> ids;
    while (scanner.next_line()) {
        try {
            pairs.push_back(parse_pair(scanner.rest_of_line(), folder));
        } catch (const InputError& error) {
            scanner.fail(error.what());
        }
        if (!ids.insert(pairs.back().id).second)
            scanner.fail("'id' " + in_quotes(pairs.back().id) + " appears twice; ids must differ");
    }
    if (pairs.empty()) throw FileError(path, "holds no pairs; write one JSON object per line");
    return pairs;
}

void write_manifest(const std::string& path, const std::vector<ManifestPair>& pairs) {
    const fs::path folder = fs::absolute(path).lexically_normal().parent_path();
    std::string text;
    std::set<std::string> ids;
    for (const ManifestPair& pair : pairs) {
        check_id(pair.id);
        if (!ids.insert(pair.id).second)
            throw FileError(path, "cannot be written: two pairs have the id " + in_quotes(pair.id));
        nlohmann::ordered_json line;
        line["id"] = pair.id;
        line["x"] = relative_to(pair.x, folder);
        line["y"] = relative_to(pair.y, folder);
        line["kx"] = pair.keypoints_x;
        line["ky"] = pair.keypoints_y;
        if (!pair.truth.empty()) line["truth"] = pair.truth;
        if (!pair.symmetric.empty()) line["symmetric"] = pair.symmetric;
        text += line.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
    }
    write_file_atomically(path, text);
}

}  // namespace sigmatch
