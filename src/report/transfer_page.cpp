#include "sigmatch/transfer_page.h"

#include <nlohmann/json.hpp>

#include "report/packed_array.h"
#include "report/page.h"
#include "report/shape_json.h"

namespace sigmatch {

namespace {

using json = nlohmann::ordered_json;

constexpr int most_faces = 30000;  // of a shape in the page

/// For each place, the vertex that is nearest to it.
Keypoints nearest_vertices(const std::vector<SurfacePoint>& places, const Shape& shape) {
    Keypoints vertices;
    for (const SurfacePoint& place : places) {
        Eigen::Index corner = 0;
        place.weights.maxCoeff(&corner);
        vertices.push_back(shape.faces.rows() > 0 ? shape.faces(place.face, corner) : place.face);
    }
    return vertices;
}

json marked_shape_json(const std::string& name, const Shape& shape,
                       const std::vector<SurfacePoint>& landmarks, const DisplayFrame& frame) {
    const Keypoints vertices = nearest_vertices(landmarks, shape);
    const DisplayShape shown = display_shape(shape, vertices, most_faces);
    json text = shape_json(name, shape, shown, frame);
    text["keypoints"] = vertices;
    text["shown_keypoints"] = shown.keypoints;
    text["keypoint_positions"] = packed_points(in_frame(positions(landmarks, shape), frame));
    return text;
}

std::vector<SurfacePoint> places_of(const Transfer& transfer) {
    std::vector<SurfacePoint> places;
    for (const CarriedLandmark& landmark : transfer.landmarks) places.push_back(landmark.place);
    return places;
}

}  // namespace

struct TransferPage::Parts {
    Shape shape;
    Points landmarks;
    json names, side;
};

TransferPage::TransferPage(const std::string& name, const Shape& shape,
                           const std::vector<SurfacePoint>& landmarks,
                           const std::vector<std::string>& landmark_names) {
    const Points points = positions(landmarks, shape);
    const DisplayFrame frame = display_frames(shape, points, shape, points).x;
    parts_ = std::make_shared<const Parts>(
        Parts{shape, points, landmark_names, marked_shape_json(name, shape, landmarks, frame)});
}

std::string TransferPage::html(const std::vector<ListedTarget>& targets) const {
    json list = json::array();
    for (const ListedTarget& target : targets)
        list.push_back({{"name", target.name},
                        {"status", target.status},
                        {"failure", target.failure},
                        {"doubtful", target.doubtful}});
    return filled(transfer_page, {{"template", parts_->side}, {"names", parts_->names}, {"targets", list}});
}

std::string TransferPage::script(const std::string& name, const Shape& target,
                                 const Transfer& transfer) const {
    const std::vector<SurfacePoint> places = places_of(transfer);
    const DisplayFrame frame =
        display_frames(parts_->shape, parts_->landmarks, target, positions(places, target)).y;
    json landmarks = json::array();
    for (const CarriedLandmark& landmark : transfer.landmarks)
        landmarks.push_back({{"trust", landmark.trust},
                             {"return_error", landmark.return_error},
                             {"spread", landmark.spread}});
    const json data = {{"shape", marked_shape_json(name, target, places, frame)},
                       {"landmarks", std::move(landmarks)},
                       {"margin", transfer.margin},
                       {"misfit", transfer.misfit},
                       {"proven", transfer.proven}};
    return "var sigmatchTarget = " + data.dump(-1, ' ', false, json::error_handler_t::replace) + ";\n";
}

}  // namespace sigmatch
