#include "io/keypoint_file.h"

#include <fmt/format.h>

#include <limits>

#include "io/text_scanner.h"
#include "sigmatch/io.h"

namespace sigmatch {

Keypoints read_keypoints(const std::string& path, int index_base, std::optional<int> vertex_count) {
    return parse_keypoints(path, load_file(path), index_base, vertex_count);
}

Keypoints parse_keypoints(const std::string& path, std::string_view contents, int index_base,
                          std::optional<int> vertex_count) {
    TextScanner scanner(path, contents);
    Keypoints keypoints;
    while (scanner.next_line()) {
        const std::int64_t id = scanner.integer("the vertex id");
        if (!scanner.token().empty()) scanner.fail("more than one entry; write one vertex id per line");
        if (id < index_base)
            scanner.fail(fmt::format("vertex id {} is below {}, where counting starts; see --index-base", id,
                                     index_base));
        if (id > std::int64_t(std::numeric_limits<int>::max()) + index_base)
            scanner.fail(fmt::format("vertex id {} is too large", id));
        if (vertex_count && id - index_base >= *vertex_count)
            scanner.fail(fmt::format("vertex id {} is out of range; there are {}, counted from {}", id,
                                     *vertex_count, index_base));
        keypoints.push_back(static_cast<int>(id - index_base));
    }
    if (keypoints.empty()) throw FileError(path, "holds no keypoints; write one vertex id per line");
    return keypoints;
}

std::string name_comment(const std::string& name) {
    return name.empty() ? "" : "  # " + in_one_line(name);
}

void write_keypoints(const std::string& path, const Keypoints& keypoints,
                     const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < keypoints.size(); ++i) {
        text += std::to_string(keypoints[i]);
        if (i < names.size()) text += name_comment(names[i]);
        text += '\n';
    }
    write_file_atomically(path, text);
}

}  // namespace sigmatch
