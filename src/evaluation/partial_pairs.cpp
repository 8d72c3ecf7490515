#include "evaluation/partial_pairs.h"

#include <fmt/format.h>

#include "evaluation/labelled_shapes.h"
#include "sigmatch/io.h"
#include "sigmatch/sampling.h"

namespace sigmatch {

namespace {

/// cuts_cat_shape_1 is a part of cat.
std::string name_of_whole(const NamedFile& truth) {
    const std::size_t start = truth.name.find('_') + 1;
    const std::size_t end = truth.name.rfind("_shape_");
    if (start == 0 || end == std::string::npos || end <= start)
        throw FileError(truth.path,
                        "its name does not tell the whole shape, as that of cuts_cat_shape_1 tells cat");
    return truth.name.substr(start, end - start);
}

/// `count` vertices of the whole that are farthest from its points and from each other.
Keypoints spread_further(const LabelledShape& whole, const Shape& shape, int count) {
    const GeodesicGraph graph(shape);
    FarthestPoints points(shape, graph);
    for (const LabelledVertex& point : whole.points) points.take(point.vertex);
    if (points.remaining() < count)
        throw FileError(whole.file.path,
                        fmt::format("there is no room for {} keypoints without partner", count));
    Keypoints further;
    for (int k = 0; k < count; ++k) {
        further.push_back(points.next());
        points.take(further.back());
    }
    return further;
}

}  // namespace

std::vector<ManifestPair> partial_pairs(const std::string& folder, int keypoints, int extra,
                                        std::uint64_t seed) {
    const std::vector<NamedFile> truths = files_in(folder, {".baryc_gt"});
    const std::vector<NamedFile> shapes = shapes_in(folder);
    std::vector<ManifestPair> pairs;
    for (const NamedFile& truth : truths) {
        const std::string whole_name = name_of_whole(truth);
        LabelledShape part{{truth.name, shape_named(shapes, truth.name, truth.path)}, {}};
        LabelledShape whole{{whole_name, shape_named(shapes, whole_name, truth.path)}, {}};
        const Shape whole_shape = read_shape(whole.file.path);
        const auto vertex_count = static_cast<int>(read_shape(part.file.path).vertices.rows());
        const std::vector<int> partners = read_baryc_gt(truth.path, vertex_count, whole_shape.faces);
        for (int v = 0; v < vertex_count; ++v) {
            part.points.push_back({v, v});
            whole.points.push_back({v, partners[v]});
        }
        const std::vector<int> labels = spread_labels({part, whole}, keypoints);
        keep_labels(part, labels);
        keep_labels(whole, labels);
        pairs.push_back(labelled_pair(part, whole, seed, spread_further(whole, whole_shape, extra)));
    }
    return pairs;
}

}  // namespace sigmatch
