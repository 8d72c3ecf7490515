#include "transfer_record.h"

#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

#include "sigmatch/io.h"

using namespace sigmatch;
using json = nlohmann::ordered_json;

namespace {

/// JSON has no infinity: it is written as null.
double number_or_infinity(const json& value) {
    return value.is_null() ? std::numeric_limits<double>::infinity() : value.get<double>();
}

}  // namespace

std::vector<int> TransferRecord::doubtful() const {
    std::vector<int> found;
    for (std::size_t i = 0; i < transfer.landmarks.size(); ++i)
        if (transfer.landmarks[i].trust < doubtful_trust) found.push_back(static_cast<int>(i));
    return found;
}

std::string TransferRecord::status() const {
    if (!failure.empty()) return "failed";
    if (transfer.ambiguous) return "ambiguous";
    return doubtful().empty() ? "good" : "check";
}

void write_record(const std::string& path, const TransferRecord& record) {
    json landmarks = json::array();
    for (std::size_t i = 0; i < record.transfer.landmarks.size(); ++i) {
        const CarriedLandmark& landmark = record.transfer.landmarks[i];
        landmarks.push_back(
            {{"name", record.landmark_names[i]},
             {"position", {landmark.position[0], landmark.position[1], landmark.position[2]}},
             {"triangle", landmark.place.face},
             {"weights", {landmark.place.weights[0], landmark.place.weights[1], landmark.place.weights[2]}},
             {"trust", landmark.trust},
             {"return_error", landmark.return_error},
             {"spread", landmark.spread}});
    }
    const json object = {{"name", record.name},
                         {"target", record.target},
                         {"failure", record.failure},
                         {"ambiguous", record.transfer.ambiguous},
                         {"margin", record.transfer.margin},
                         {"misfit", record.transfer.misfit},
                         {"proven", record.transfer.proven},
                         {"seconds", record.seconds},
                         {"landmarks", std::move(landmarks)}};
    write_file_atomically(path, object.dump(1) + "\n");
}

std::optional<TransferRecord> read_transfer_record(const std::string& path) {
    std::ifstream file(path);
    const json object = json::parse(file, nullptr, false);
    if (!object.is_object()) return {};
    TransferRecord record;
    try {
        record.name = object.at("name");
        record.target = object.at("target");
        record.failure = object.at("failure");
        record.seconds = object.at("seconds");
        record.transfer.ambiguous = object.at("ambiguous");
        record.transfer.proven = object.at("proven");
        record.transfer.margin = number_or_infinity(object.at("margin"));
        record.transfer.misfit = number_or_infinity(object.at("misfit"));
        for (const json& entry : object.at("landmarks")) {
            CarriedLandmark landmark;
            for (int axis = 0; axis < 3; ++axis) {
                landmark.position[axis] = entry.at("position").at(static_cast<std::size_t>(axis));
                landmark.place.weights[axis] = entry.at("weights").at(static_cast<std::size_t>(axis));
            }
            landmark.place.face = entry.at("triangle");
            landmark.trust = entry.at("trust");
            landmark.return_error = entry.at("return_error");
            landmark.spread = entry.at("spread");
            record.transfer.landmarks.push_back(landmark);
            record.landmark_names.push_back(entry.at("name"));
        }
    } catch (const json::exception&) {
        return {};
    }
    return record;
}
