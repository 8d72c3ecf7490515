#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "io/mat_file.h"
#include "io/text_scanner.h"
#include "sigmatch/truth.h"

namespace sigmatch {

namespace {

std::vector<double> list_in(const MatFile& file, const std::string& path) {
    const std::string& name = file.variable().name;
    MatMatrix list = file.matrix(file.variable(), name);
    if (!list.is_list()) throw FileError(path, "'" + name + "' is not a list");
    return std::move(list.values);
}

/// Reads one row of a .baryc_gt file. Returns the corner with the largest weight.
int nearest_corner(TextScanner& scanner, const Faces& faces) {
    constexpr double tolerance = 0.01;  // the weights in the files are rounded
    const double triangle = scanner.number("the triangle");
    if (!(triangle >= 1) || !(triangle <= static_cast<double>(faces.rows())) ||
        triangle != std::floor(triangle))
        scanner.fail(fmt::format("{} is not a triangle of the whole shape; there are {}, counted from 1",
                                 triangle, faces.rows()));
    std::array<double, 3> weights{};
    for (double& weight : weights) weight = scanner.number("a barycentric weight");
    if (!scanner.token().empty()) scanner.fail("more than a triangle and three weights");
    if (*std::min_element(weights.begin(), weights.end()) < -tolerance ||
        std::abs(weights[0] + weights[1] + weights[2] - 1) > tolerance)
        scanner.fail("the weights are not barycentric: they must be at least 0 and add up to 1");
    const auto largest = std::max_element(weights.begin(), weights.end());
    return faces(static_cast<Eigen::Index>(triangle) - 1, largest - weights.begin());
}

}  // namespace

std::vector<LabelledVertex> read_shrec20_labels(const std::string& path, int vertex_count) {
    const std::vector<double> labels = list_in(MatFile(path, "points"), path);
    const MatFile file(path, "verts");
    const std::vector<double> vertices = list_in(file, path);
    if (vertices.size() != labels.size())
        throw FileError(
            path, fmt::format("'points' has {} entries, but 'verts' has {}", labels.size(), vertices.size()));
    std::vector<LabelledVertex> labelled;
    for (std::size_t i = 0; i < labels.size(); ++i) {
        if (!(std::abs(labels[i]) <= std::numeric_limits<int>::max()) || labels[i] != std::floor(labels[i]))
            throw FileError(path, fmt::format("'points' row {}: {} is not a label", i + 1, labels[i]));
        const std::int64_t vertex = file.index("verts", i, vertices[i], vertex_count);
        labelled.push_back({static_cast<int>(labels[i]), static_cast<int>(vertex)});
    }
    std::sort(labelled.begin(), labelled.end(),
              [](const LabelledVertex& a, const LabelledVertex& b) { return a.label < b.label; });
    const auto twice = std::adjacent_find(labelled.begin(), labelled.end(),
                                          [](const auto& a, const auto& b) { return a.label == b.label; });
    if (twice != labelled.end())
        throw FileError(path, fmt::format("'points' has the label {} twice", twice->label));
    return labelled;
}

std::vector<int> read_baryc_gt(const std::string& path, int vertex_count, const Faces& whole) {
    const std::string contents = load_file(path);
    TextScanner scanner(path, contents);
    std::vector<int> partners;
    while (scanner.next_line()) {
        if (partners.size() == static_cast<std::size_t>(vertex_count))
            scanner.fail(fmt::format("more rows than the shape has vertices ({})", vertex_count));
        partners.push_back(nearest_corner(scanner, whole));
    }
    if (partners.size() != static_cast<std::size_t>(vertex_count))
        throw FileError(path, fmt::format("has {} rows, but the shape has {} vertices; each needs a row",
                                          partners.size(), vertex_count));
    return partners;
}

}  // namespace sigmatch
