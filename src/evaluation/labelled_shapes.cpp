#include "evaluation/labelled_shapes.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "sigmatch/errors.h"
#include "sigmatch/io.h"
#include "sigmatch/sampling.h"
#include "synth/random.h"

namespace sigmatch {

namespace {

/// The vertices of one label, one per shape.
struct CommonLabel {
    int label;
    std::vector<int> vertices;
};

std::vector<CommonLabel> common_labels(const std::vector<LabelledShape>& shapes) {
    std::vector<CommonLabel> common;
    std::vector<std::size_t> at(shapes.size(), 0);
    for (const LabelledVertex& point : shapes.front().points) {
        CommonLabel entry{point.label, {}};
        for (std::size_t s = 0; s < shapes.size(); ++s) {
            const std::vector<LabelledVertex>& points = shapes[s].points;
            while (at[s] < points.size() && points[at[s]].label < point.label) ++at[s];
            if (at[s] == points.size() || points[at[s]].label != point.label) break;
            entry.vertices.push_back(points[at[s]].vertex);
        }
        if (entry.vertices.size() == shapes.size()) common.push_back(std::move(entry));
    }
    return common;
}

/// The vertices of each shape that are keypoints already.
class TakenVertices {
public:
    explicit TakenVertices(std::size_t shapes) : taken_(shapes) {}

    /// Takes one vertex of each shape; takes none if one of them is taken already.
    bool take(const std::vector<int>& vertices) {
        for (std::size_t s = 0; s < taken_.size(); ++s)
            if (taken_[s].contains(vertices[s])) return false;
        for (std::size_t s = 0; s < taken_.size(); ++s) taken_[s].insert(vertices[s]);
        return true;
    }

private:
    std::vector<std::set<int>> taken_;
};

}  // namespace

std::vector<int> spread_labels(const std::vector<LabelledShape>& shapes, int count) {
    const std::string& path = shapes.front().file.path;
    const Shape shape = read_shape(path);
    const GeodesicGraph graph(shape);
    FarthestPoints points(shape, graph);

    const std::vector<CommonLabel> common = common_labels(shapes);
    std::vector<std::vector<const CommonLabel*>> at_vertex(shape.vertices.rows());
    for (const CommonLabel& entry : common) at_vertex[entry.vertices.front()].push_back(&entry);
    for (std::size_t v = 0; v < at_vertex.size(); ++v)
        if (at_vertex[v].empty()) points.skip(static_cast<int>(v));

    TakenVertices taken(shapes.size());
    std::vector<int> labels;
    while (static_cast<int>(labels.size()) < count) {
        if (points.remaining() < count - static_cast<int>(labels.size()))
            throw FileError(path,
                            fmt::format("there are only {} points for {} keypoints: all shapes must have "
                                        "them, at vertices of their own, and this one on its largest "
                                        "connected part",
                                        points.remaining() + static_cast<int>(labels.size()), count));
        const int v = points.next();
        const auto found =
            std::find_if(at_vertex[v].begin(), at_vertex[v].end(),
                         [&](const CommonLabel* entry) { return taken.take(entry->vertices); });
        if (found == at_vertex[v].end()) {
            points.skip(v);
            continue;
        }
        labels.push_back((*found)->label);
        points.take(v);
    }
    std::sort(labels.begin(), labels.end());
    return labels;
}

void keep_labels(LabelledShape& shape, const std::vector<int>& labels) {
    std::erase_if(shape.points, [&](const LabelledVertex& point) {
        return !std::binary_search(labels.begin(), labels.end(), point.label);
    });
}

ManifestPair labelled_pair(const LabelledShape& x, const LabelledShape& y, std::uint64_t seed,
                           const Keypoints& without_partner) {
    ManifestPair pair;
    pair.id = x.file.name + "-" + y.file.name;
    pair.x = x.file.path;
    pair.y = y.file.path;
    Keypoints partners;
    TakenVertices taken(2);
    for (const CommonLabel& entry : common_labels({x, y})) {
        if (!taken.take(entry.vertices)) continue;
        pair.keypoints_x.push_back(entry.vertices[0]);
        partners.push_back(entry.vertices[1]);
    }
    if (partners.size() < fewest_keypoints)
        throw InputError(
            fmt::format("pair {}: {} common keypoints at different vertices, but {} are the least", pair.id,
                        partners.size(), fewest_keypoints));

    const std::size_t n = partners.size();
    partners.insert(partners.end(), without_partner.begin(), without_partner.end());
    const std::vector<int> place =
        synth::Random(seed, pair.id).permutation(static_cast<int>(partners.size()));
    pair.keypoints_y.resize(partners.size());
    for (std::size_t i = 0; i < partners.size(); ++i) pair.keypoints_y[place[i]] = partners[i];
    pair.truth.assign(place.begin(), place.begin() + static_cast<std::ptrdiff_t>(n));
    return pair;
}

}  // namespace sigmatch
