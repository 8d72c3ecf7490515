#include <algorithm>
#include <chrono>

#include "arrays.h"
#include "background.h"
#include "modules.h"
#include "sigmatch/errors.h"
#include "sigmatch/landmarks.h"
#include "sigmatch/surface_landmarks.h"
#include "sigmatch/transfer.h"

using namespace sigmatch;

namespace {

/// Shapes without keypoints: both, made ready with the chosen ones, and the match.
py::tuple match_shapes(const Shape& x, const Shape& y, const OptionTexts& texts, bool certify,
                       py::object progress) {
    AutomaticOptions options{match_options(texts), {}};
    options.match.certify = certify;
    check(options.match);
    auto found = Background(std::move(progress))
                     .run<AutomaticMatch>([&](std::stop_token stop, const Background::Report& report) {
                         const auto start = std::chrono::steady_clock::now();
                         options.match.stop = stop;
                         options.match.on_progress = progress_of(report);
                         const AutomaticShape first(x, options.match, "X"), second(y, options.match, "Y");
                         AutomaticMatch both = match_automatically(first, second, options);
                         StageSeconds& seconds = both.match.stage_seconds;
                         const std::chrono::duration<double> total = std::chrono::steady_clock::now() - start;
                         seconds.choosing += total.count() - seconds.total;
                         seconds.total = total.count();
                         both.match.options.on_progress = nullptr;  // it refers to this call
                         return both;
                     });
    return py::make_tuple(std::move(found.x), std::move(found.y), std::move(found.match));
}

/// Landmarks of a file: positions, names, and notes for the user.
py::tuple read_landmark_positions(const std::string& path, const Shape& shape,
                                  const std::string& shape_path) {
    LandmarkSet set = read_landmark_file(path, shape, 0, coordinate_system_of_shape(shape_path));
    std::vector<std::string> notes = notes_on(set);
    return py::make_tuple(owned(std::move(set.positions)), std::move(set.names), std::move(notes));
}

/// `source` is what messages call the landmarks: their file, if there is one.
LandmarkTemplate make_template(const Shape& shape, const Points& positions,
                               const std::vector<std::string>& names, const OptionTexts& texts,
                               const std::string& source) {
    const MatchOptions options = match_options(texts);
    check(options);
    if (options.partial)
        throw InputError("landmarks can be carried between whole shapes only: leave `partial` out");
    LandmarkSet set;
    set.positions = positions;
    set.names = names;
    set.path = source;
    if (!positions.allFinite()) throw InputError(source + ": a position is not finite");
    std::vector<SurfacePoint> places = on_surface(set, shape);
    return {AutomaticShape(shape, options, "template"), std::move(places)};
}

/// None if it was interrupted.
std::optional<Transfer> transfer_to(const std::vector<LandmarkTemplate>& templates, const Shape& target,
                                    const std::string& name, const OptionTexts& texts, py::object progress) {
    AutomaticOptions options{match_options(texts), {}};
    return Background(std::move(progress))
        .run<std::optional<Transfer>>([&](std::stop_token stop, const Background::Report& report) {
            options.match.stop = stop;
            options.on_stage = [&](const std::string& stage) { report([stage] { return py::str(stage); }); };
            options.on_stage("preparing");
            const AutomaticShape prepared(target, options.match, name);
            std::optional<Transfer> done = transfer(templates, prepared, options);
            if (stop.stop_requested()) done.reset();
            return done;
        });
}

/// A number of each landmark.
template <class Get>
py::array_t<double> column(const Transfer& transfer, Get&& get) {
    py::array_t<double> array(static_cast<py::ssize_t>(transfer.landmarks.size()));
    std::transform(transfer.landmarks.begin(), transfer.landmarks.end(), array.mutable_data(), get);
    return array;
}

/// A row of three of each landmark.
template <class Get>
py::array rows(const Transfer& transfer, Get&& get) {
    Points all(static_cast<Eigen::Index>(transfer.landmarks.size()), 3);
    for (Eigen::Index i = 0; i < all.rows(); ++i)
        all.row(i) = get(transfer.landmarks[static_cast<size_t>(i)]);
    return owned(std::move(all));
}

std::vector<int> triangles(const Transfer& transfer) {
    std::vector<int> all;
    for (const CarriedLandmark& landmark : transfer.landmarks) all.push_back(landmark.place.face);
    return all;
}

}  // namespace

void bind_automatic(py::module_& m) {
    using release = py::call_guard<py::gil_scoped_release>;
    m.attr("doubtful_trust") = doubtful_trust;
    m.def("match_shapes", &match_shapes);
    m.def("read_landmark_positions", &read_landmark_positions);
    py::class_<LandmarkTemplate>(m, "LandmarkTemplate", "A shape with landmarks: see sigmatch.transfer().")
        .def(py::init(&make_template), release());
    py::class_<Transfer>(m, "Transfer", "What sigmatch.Transferred is made of.")
        .def_property_readonly(
            "positions", [](const Transfer& t) { return rows(t, [](const auto& l) { return l.position; }); })
        .def_property_readonly(
            "trust", [](const Transfer& t) { return column(t, [](const auto& l) { return l.trust; }); })
        .def_property_readonly("triangles", [](const Transfer& t) { return integers(triangles(t)); })
        .def_property_readonly("weights",
                               [](const Transfer& t) {
                                   return rows(t, [](const auto& l) { return l.place.weights.transpose(); });
                               })
        .def_readonly("margin", &Transfer::margin)
        .def_readonly("ambiguous", &Transfer::ambiguous)
        .def_readonly("proven", &Transfer::proven)
        .def_readonly("misfit", &Transfer::misfit);
    m.def("transfer", &transfer_to);
}
