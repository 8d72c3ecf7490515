#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "io/keypoint_file.h"
#include "io/landmark_formats.h"
#include "io/text_scanner.h"

namespace sigmatch {

namespace {

/// The comment behind the entries of each line: the name of the landmark.
std::vector<std::string> comments(const std::string& path, std::string_view contents) {
    std::vector<std::string> found;
    TextScanner scanner(path, contents, '\0');
    while (scanner.next_line()) {
        const std::string_view line = scanner.rest_of_line();
        if (line[0] == '#') continue;
        std::string_view comment = line.substr(std::min(line.find('#'), line.size()));
        if (!comment.empty()) comment.remove_prefix(1);
        comment.remove_prefix(std::min(comment.find_first_not_of(" \t"), comment.size()));
        found.emplace_back(comment);
    }
    return found;
}

}  // namespace

LandmarkSet read_landmark_xyz(const std::string& path, std::string_view contents) {
    TextScanner scanner(path, contents);
    LandmarkCollector collector(path);
    const std::vector<std::string> names = comments(path, contents);
    while (scanner.next_line()) {
        const double x = scanner.number("the x coordinate");
        const double y = scanner.number("the y coordinate");
        const double z = scanner.number("the z coordinate");
        collector.add(names[collector.size()], {x, y, z}, {"line", scanner.line()});
    }
    return collector.build();
}

LandmarkSet read_landmark_ids(const std::string& path, std::string_view contents, const Shape& shape,
                              int index_base) {
    LandmarkSet landmarks;
    landmarks.path = path;
    landmarks.ids = parse_keypoints(path, contents, index_base, static_cast<int>(shape.vertices.rows()));
    landmarks.names = comments(path, contents);
    landmarks.positions = shape.vertices(landmarks.ids, Eigen::all);
    landmarks.index_base = index_base;
    return landmarks;
}

std::string landmark_xyz_text(const LandmarkSet& landmarks) {
    std::string text;
    for (Eigen::Index i = 0; i < landmarks.positions.rows(); ++i) {
        const auto p = landmarks.positions.row(i);
        fmt::format_to(std::back_inserter(text), "{} {} {}{}\n", p[0], p[1], p[2],
                       name_comment(landmarks.names[static_cast<std::size_t>(i)]));
    }
    return text;
}

std::string landmark_ids_text(const LandmarkSet& landmarks, int index_base) {
    std::string text;
    for (std::size_t i = 0; i < landmarks.ids.size(); ++i)
        text += std::to_string(landmarks.ids[i] + index_base) + name_comment(landmarks.names[i]) + "\n";
    return text;
}

}  // namespace sigmatch
