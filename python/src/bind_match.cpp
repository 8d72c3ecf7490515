#include <filesystem>

#include "arrays.h"
#include "background.h"
#include "modules.h"
#include "sigmatch/bench.h"
#include "sigmatch/certificate_file.h"
#include "sigmatch/dense_map.h"
#include "sigmatch/errors.h"
#include "sigmatch/io.h"
#include "sigmatch/reconstruction.h"
#include "sigmatch/report.h"
#include "sigmatch/result_file.h"
#include "sigmatch/verify.h"

using namespace sigmatch;

namespace {

MatchResult match_in_background(const PreparedShape& x, const PreparedShape& y, const OptionTexts& texts,
                                const Knowledge& knowledge, bool certify, py::object progress) {
    MatchOptions options = match_options(texts);
    options.certify = certify;
    return Background(std::move(progress))
        .run<MatchResult>([&](std::stop_token stop, const Background::Report& report) {
            options.stop = stop;
            options.on_progress = progress_of(report);
            MatchResult result = match(x, y, options, knowledge);
            result.options.on_progress = nullptr;  // it refers to this call
            return result;
        });
}

/// Corners of a triangle of the target and their weights, for each vertex of the source.
py::tuple dense_arrays(const DenseMap& map, const Shape& target) {
    const auto rows = static_cast<Eigen::Index>(map.size());
    Faces corners(rows, 3);
    Points weights(rows, 3);
    for (Eigen::Index v = 0; v < rows; ++v) {
        const SurfacePoint& point = map[static_cast<size_t>(v)];
        if (target.faces.rows() > 0 && point.face >= 0)
            corners.row(v) = target.faces.row(point.face);
        else
            corners.row(v).setConstant(point.face);
        weights.row(v) = point.weights;
    }
    return py::make_tuple(owned(std::move(corners)), owned(std::move(weights)));
}

py::tuple dense(const PreparedShape& x, const PreparedShape& y, const MatchResult& result) {
    DenseMaps maps = [&] {
        const py::gil_scoped_release others_may_run;
        return dense_maps(x, y, result.match, {result.options, result.options.threads});
    }();
    return py::make_tuple(dense_arrays(maps.x_to_y, y.original().shape),
                          dense_arrays(maps.y_to_x, x.original().shape), maps.note());
}

py::tuple bent(const PreparedShape& x, const PreparedShape& y, const MatchResult& result) {
    Reconstructions both = [&] {
        const py::gil_scoped_release others_may_run;
        return reconstruct(x, y, result.match, result.options);
    }();
    return py::make_tuple(owned(std::move(both.x)), owned(std::move(both.y)));
}

void write_report_page(const std::string& path, const std::string& name_x, const PreparedShape& x,
                       const std::string& name_y, const PreparedShape& y, const MatchResult& result,
                       bool with_dense) {
    check_has_reports();
    std::vector<Reconstructions> bent = reconstructions_to_show(x, y, result);
    std::optional<DenseMaps> maps;
    if (with_dense && !bent.empty())
        maps = dense_maps(x, y, result.match, {result.options, result.options.threads});
    write_file_atomically(path,
                          report_html(report_data(name_x, x, name_y, y, result, std::move(bent), maps)));
}

Verdict verify(const std::string& path, const Shape* x, const Shape* y) {
    const StoredCertificate stored = read_certificate(path);
    const Verdict verdict = check_proof(stored.certificate);
    if (x && y) check_origin(stored, *x, *y);
    return verdict;
}

/// As `sigmatch bench` does: results, figures and a page in a folder.
Summary bench(const std::string& manifest, const std::string& folder, const OptionTexts& texts, bool reports,
              bool measure_dense, py::object progress) {
    Setting setting;
    setting.options = match_options(texts);
    setting.dense = measure_dense;
    check(setting.options);
    const auto pairs = read_manifest(manifest);
    return Background(std::move(progress)).run<Summary>([&](std::stop_token stop, const Background::Report&) {
        BenchOptions options;
        options.reports = reports;
        options.stop = stop;
        std::vector<Run> runs{{setting, run_bench(pairs, setting, folder, options)}};
        const std::string title = std::filesystem::path(manifest).stem().string();
        write_report(folder, title, runs);
        return summarise(runs.front().records);
    });
}

}  // namespace

void bind_match(py::module_& m) {
    using release = py::call_guard<py::gil_scoped_release>;
    py::class_<PreparedShape>(m, "PreparedShape", "A shape made ready for matching: see sigmatch.prepare().")
        .def(py::init([](const Shape& shape, const Keypoints& keypoints, const OptionTexts& texts,
                         const std::string& name) {
                 return PreparedShape({shape, keypoints}, match_options(texts), name);
             }),
             release())
        .def_property_readonly("name", &PreparedShape::name)
        .def_property_readonly("shape", [](const PreparedShape& p) { return p.original().shape; })
        .def_property_readonly("keypoints",
                               [](const PreparedShape& p) { return integers(p.original().keypoints); })
        .def_property_readonly("options",
                               [](const PreparedShape& p) {
                                   py::dict options;
                                   options["faces"] = p.options().faces;
                                   options["prior"] = name(p.options().prior);
                                   options["laplacian"] = name(p.options().laplacian);
                                   options["by_vertex"] = !p.options().area_weighted;
                                   return options;
                               })
        .def_property_readonly("warnings", &PreparedShape::warnings);
    m.def("read_pairs", &read_pairs);
    m.def("read_matrix", &read_matrix);
    py::class_<MatchResult>(m, "MatchResult", "What sigmatch.Result is made of.")
        .def_property_readonly("match", [](const MatchResult& r) { return integers(r.match); })
        .def_property_readonly("keypoints_x", [](const MatchResult& r) { return integers(r.keypoints_x); })
        .def_property_readonly("keypoints_y", [](const MatchResult& r) { return integers(r.keypoints_y); })
        .def_readonly("allowed", &MatchResult::allowed)
        .def_property_readonly("has_certificate",
                               [](const MatchResult& r) { return r.certificate != nullptr; })
        .def_property_readonly("orientation_x", [](const MatchResult& r) { return r.orientation.x; })
        .def_property_readonly("orientation_y", [](const MatchResult& r) { return r.orientation.y; })
        .def("brief_report", &MatchResult::brief_report)
        .def("json", [](const MatchResult& r, const std::string& x, const std::string& y,
                        const std::string& certificate) {
            ResultFiles files;
            files.x = x;
            files.y = y;
            files.certificate = certificate;
            return result_json(r, files);
        });
    m.def("match", &match_in_background);
    m.def(
        "evaluate_match",
        [](const PreparedShape& x, const PreparedShape& y, const Match& given, const OptionTexts& texts,
           const Knowledge& knowledge) {
            return evaluate_match(x, y, given, match_options(texts), knowledge);
        },
        release());
    m.def("reconstruct", &bent);
    m.def("dense_maps", &dense);
    m.def("write_report", &write_report_page, release());
    m.def("has_reports", &has_reports);
    m.def("certificate", [](const PreparedShape& x, const PreparedShape& y, const MatchResult& result) {
        return py::bytes(certificate_bytes(stored_certificate(x, y, result)));
    });
    m.def("write_file", [](const std::string& path, const py::bytes& text) {
        write_file_atomically(path, std::string(text));
    });
    m.def("verify", &verify, release());
    py::class_<Verdict>(m, "Verdict", "What a certificate proves: see sigmatch.verify().")
        .def_readonly("objective", &Verdict::objective)
        .def_readonly("lower_bound", &Verdict::lower_bound)
        .def_readonly("runner_up", &Verdict::runner_up)
        .def_property_readonly("gap", &Verdict::gap);
    m.def("bench", &bench);
    py::class_<Summary>(m, "Summary", "A data set in numbers: see sigmatch.bench().")
        .def_readonly("pairs", &Summary::pairs)
        .def_readonly("failed", &Summary::failed)
        .def_readonly("certified", &Summary::certified)
        .def_readonly("keypoints", &Summary::keypoints)
        .def_readonly("correct", &Summary::correct)
        .def_readonly("auc", &Summary::auc)
        .def_readonly("mean_error", &Summary::mean_error)
        .def_readonly("median_seconds", &Summary::median_seconds)
        .def_readonly("median_gap", &Summary::median_gap)
        .def_readonly("mean_dense_error", &Summary::mean_dense_error);
}
