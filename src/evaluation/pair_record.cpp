#include "evaluation/pair_record.h"

#include <fmt/core.h>

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "io/json_support.h"
#include "io/text_scanner.h"

namespace sigmatch {

namespace {

using json = nlohmann::ordered_json;
namespace fs = std::filesystem;

/// FNV-1a hash of a file's contents; empty if the file cannot be read.
std::string fingerprint(const std::string& path) {
    try {
        std::uint64_t hash = 14695981039346656037u;
        for (const unsigned char c : load_file(path)) hash = (hash ^ c) * 1099511628211u;
        return fmt::format("{:016x}", hash);
    } catch (const FileError&) {
        return "";
    }
}

/// The input of a pair. A record with a different input belongs to another pair.
json input_json(const ManifestPair& pair) {
    return {{"x", fs::path(pair.x).filename().string()},
            {"y", fs::path(pair.y).filename().string()},
            {"fingerprint_x", fingerprint(pair.x)},
            {"fingerprint_y", fingerprint(pair.y)},
            {"kx", pair.keypoints_x},
            {"ky", pair.keypoints_y},
            {"truth", pair.truth},
            {"symmetric", pair.symmetric}};
}

json errors_json(const MatchErrors& errors) {
    return {{"errors", errors.by_diameter},
            {"errors_by_root_area", errors.by_root_area},
            {"errors_symmetric", errors.symmetric},
            {"correct", errors.correct},
            {"flipped", errors.flipped}};
}

StageSeconds seconds_from(const json& seconds) {
    return {seconds.at("read"),      seconds.at("choosing"), seconds.at("geodesics"), seconds.at("features"),
            seconds.at("reduction"), seconds.at("search"),   seconds.at("total")};
}

PairRecord record_from(const json& file) {
    PairRecord record;
    record.id = file.at("id");
    record.status = file.at("status");
    record.keypoints = file.at("n");
    record.faces_x = file.at("faces_x");
    record.faces_y = file.at("faces_y");
    record.objective = file.at("objective");
    record.gap = file.at("gap");
    record.nodes = file.at("nodes");
    record.relaxations = file.at("relaxations");
    record.seconds = seconds_from(file.at("seconds"));
    if (file.contains("errors")) {
        MatchErrors& errors = record.errors.emplace();
        errors.by_diameter = file.at("errors").get<std::vector<double>>();
        errors.by_root_area = file.at("errors_by_root_area").get<std::vector<double>>();
        errors.symmetric = file.at("errors_symmetric").get<std::vector<double>>();
        errors.correct = file.at("correct");
        errors.flipped = file.at("flipped");
    }
    if (file.contains("reconstruction_error")) record.reconstruction_error = file.at("reconstruction_error");
    if (file.contains("dense_error")) record.dense_error = file.at("dense_error");
    return record;
}

}  // namespace

std::string record_json(const PairRecord& record, const ManifestPair& pair, const json& result) {
    json file = {{"id", record.id}};
    if (!record.failure.empty()) {
        file["status"] = "failed";
        file["error"] = record.failure;
    } else {
        file.update(result);
        file["faces_x"] = record.faces_x;
        file["faces_y"] = record.faces_y;
        if (record.errors) file.update(errors_json(*record.errors));
        if (record.reconstruction_error) file["reconstruction_error"] = *record.reconstruction_error;
        if (record.dense_error) file["dense_error"] = *record.dense_error;
    }
    file["input"] = input_json(pair);
    return member_per_line(file);
}

std::optional<PairRecord> read_record(const std::string& path, const ManifestPair& pair) {
    if (!fs::exists(path)) return std::nullopt;
    try {
        const json file = json::parse(load_file(path));
        if (file.at("id") != pair.id || file.at("input") != input_json(pair)) return std::nullopt;
        if (file.at("status") == "failed") return std::nullopt;
        return record_from(file);
    } catch (const json::exception&) {
        return std::nullopt;  // not a record of ours: the pair is run again
    }
}

}  // namespace sigmatch
