#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>

#include "evaluation/labelled_shapes.h"
#include "evaluation/partial_pairs.h"
#include "sigmatch/errors.h"
#include "sigmatch/io.h"
#include "sigmatch/truth.h"

namespace sigmatch {

namespace {

using ShapeSet = std::vector<LabelledShape>;

void check_options(TruthKind kind, const ManifestOptions& options) {
    const bool rows = kind == TruthKind::vts || kind == TruthKind::pid;
    if (options.keypoints != 0 && options.keypoints < static_cast<int>(fewest_keypoints))
        throw InputError(fmt::format("{} keypoints are too few: give at least 5", options.keypoints));
    if (options.extra && kind != TruthKind::baryc) throw InputError("--extra is for baryc only");
    if (options.extra.value_or(0) < 0) throw InputError("--extra must be at least 0");
    if (options.pairs && kind == TruthKind::baryc)
        throw InputError("--pairs is not for baryc: each part makes a pair with its whole");
    if (options.index_base && !rows) throw InputError("--index-base is for vts and pid only");
    if (options.points && !rows && kind != TruthKind::identity)
        throw InputError("--points is for vts, pid and identity only");
    if (options.points && options.keypoints != 0)
        throw InputError("--points and --keypoints exclude each other");
}

int count_vertices(const std::string& path) {
    return static_cast<int>(read_shape(path).vertices.rows());
}

/// The shapes that have a truth file with this extension, and the contents of these files.
ShapeSet read_set(const std::string& folder, const std::string& extension,
                  const std::function<std::vector<LabelledVertex>(const std::string&, int)>& read) {
    const std::vector<NamedFile> truths = files_in(folder, {extension});
    const std::vector<NamedFile> shapes = shapes_in(folder);
    if (truths.size() < 2)
        throw FileError(truths.front().path, "is the only " + extension + " file; a pair needs two");
    ShapeSet set;
    for (const NamedFile& truth : truths) {
        const std::string path = shape_named(shapes, truth.name, truth.path);
        set.push_back({{truth.name, path}, read(truth.path, count_vertices(path))});
    }
    return set;
}

/// Truth as lists of vertices: row k of every list is the same point.
ShapeSet read_rows(const std::string& folder, const std::string& extension, int index_base) {
    std::string first_path;
    std::size_t rows = 0;
    return read_set(folder, extension, [&](const std::string& path, int vertex_count) {
        const Keypoints vertices = read_keypoints(path, index_base, vertex_count);
        if (first_path.empty()) first_path = path, rows = vertices.size();
        if (vertices.size() != rows)
            throw FileError(path,
                            fmt::format("has {} rows, but {} has {}; row k must be the same point in all",
                                        vertices.size(), first_path, rows));
        std::vector<LabelledVertex> points;
        for (std::size_t row = 0; row < rows; ++row) points.push_back({static_cast<int>(row), vertices[row]});
        return points;
    });
}

std::string class_of(const std::string& name) {
    return name.substr(0, name.find_last_not_of("0123456789") + 1);
}

/// Truth by vertex numbers: shapes of one class have corresponding vertices.
std::vector<ShapeSet> read_classes(const std::string& folder) {
    std::map<std::string, ShapeSet> classes;
    for (const NamedFile& file : shapes_in(folder)) classes[class_of(file.name)].push_back({file, {}});
    std::vector<ShapeSet> sets;
    for (auto& [name, set] : classes) {
        if (set.size() < 2) continue;
        const int rows = count_vertices(set.front().file.path);
        for (LabelledShape& shape : set) {
            const int count = count_vertices(shape.file.path);
            if (count != rows)
                throw FileError(shape.file.path,
                                fmt::format("has {} vertices, but {} has {}; shapes of one class must agree",
                                            count, set.front().file.path, rows));
            for (int v = 0; v < count; ++v) shape.points.push_back({v, v});
        }
        sets.push_back(std::move(set));
    }
    if (sets.empty())
        throw FileError(folder, "holds no two shapes of one class, such as cat0.off and cat1.off");
    return sets;
}

std::vector<ShapeSet> read_sets(TruthKind kind, const std::string& folder, const ManifestOptions& options) {
    switch (kind) {
        case TruthKind::vts:
            return {read_rows(folder, ".vts", options.index_base.value_or(1))};
        case TruthKind::pid:
            return {read_rows(folder, ".pid", options.index_base.value_or(0))};
        case TruthKind::shrec20:
            return {read_set(folder, ".mat", read_shrec20_labels)};
        default:
            return read_classes(folder);
    }
}

/// Keeps only the keypoints: those that were named, or as many as asked for.
void choose_keypoints(ShapeSet& set, int count, const std::optional<std::string>& points_file) {
    std::vector<int> labels;
    if (points_file) {
        labels = read_keypoints(*points_file, 0, static_cast<int>(set.front().points.size()));
        std::sort(labels.begin(), labels.end());
    } else if (count > 0) {
        labels = spread_labels(set, count);
    } else {
        return;
    }
    for (LabelledShape& shape : set) keep_labels(shape, labels);
}

std::vector<ManifestPair> pairs_of(const ShapeSet& set, Pairing pairing, std::uint64_t seed) {
    std::vector<ManifestPair> pairs;
    const std::size_t first_end = pairing == Pairing::first ? 1 : set.size();
    for (std::size_t i = 0; i < first_end; ++i) {
        const std::size_t second_end = pairing == Pairing::chain ? std::min(i + 2, set.size()) : set.size();
        for (std::size_t j = i + 1; j < second_end; ++j) pairs.push_back(labelled_pair(set[i], set[j], seed));
    }
    return pairs;
}

}  // namespace

std::vector<ManifestPair> make_manifest(TruthKind kind, const std::string& folder,
                                        const ManifestOptions& options) {
    check_options(kind, options);
    if (kind == TruthKind::baryc) {
        const int keypoints = options.keypoints > 0 ? options.keypoints : 16;
        return partial_pairs(folder, keypoints, options.extra.value_or(keypoints / 2), options.seed);
    }
    const bool dense = kind == TruthKind::vts || kind == TruthKind::identity;
    const int count = options.keypoints > 0 ? options.keypoints : dense ? 21 : 0;
    const Pairing pairing =
        options.pairs.value_or(kind == TruthKind::identity ? Pairing::first : Pairing::all);
    std::vector<ManifestPair> pairs;
    for (ShapeSet& set : read_sets(kind, folder, options)) {
        choose_keypoints(set, count, options.points);
        for (ManifestPair& pair : pairs_of(set, pairing, options.seed)) pairs.push_back(std::move(pair));
    }
    return pairs;
}

}  // namespace sigmatch
