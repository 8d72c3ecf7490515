#include "sigmatch/certificate_file.h"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "io/bytes.h"
#include "io/certificate_format.h"
#include "io/json_support.h"
#include "io/text_scanner.h"
#include "pipeline/knowledge_json.h"
#include "pipeline/result_json.h"
#include "sigmatch/errors.h"
#include "sigmatch/options.h"
#include "sigmatch/version.h"

namespace sigmatch {

namespace {

using nlohmann::json;

constexpr std::string_view magic = "sigmatch certificate ";  // then the version and a line feed
constexpr std::size_t header_length_bytes = 4;

/// Takes the options of the model from the option table, so that none can be missing.
json header(const CertificateOrigin& origin) {
    MatchOptions options;
    static_cast<ModelOptions&>(options) = origin.options;
    return {{"version", version},
            {"x", {{"sha256", origin.hash_x}, {"keypoints", origin.keypoints_x}}},
            {"y", {{"sha256", origin.hash_y}, {"keypoints", origin.keypoints_y}}},
            {"options", options_object(options, true)},
            {"knowledge", knowledge_object(origin.knowledge)}};
}

int integer(const json& value) {
    const auto number = json_int(value);
    if (!number) throw InputError("its header has something else where a number should be");
    return *number;
}

Keypoints keypoints(const json& values) {
    Keypoints ids;
    for (const json& value : values) ids.push_back(integer(value));
    return ids;
}

ModelOptions model_options(json options) {
    // Early files store `lambda_scaled`, the opposite of `unscaled`, and omit what must be off.
    if (options.contains("lambda_scaled")) {
        options["unscaled"] = !options.at("lambda_scaled").get<bool>();
        options.erase("lambda_scaled");
        options["partial"] = false;
        options["unmatched_cost"] = nullptr;
    }
    if (options.contains("area_weighted")) {
        options["by_vertex"] = !options.at("area_weighted").get<bool>();
        options.erase("area_weighted");
    }
    // Files of version 1 know nothing of these.
    const ModelOptions fresh;
    const json absent = {{"model", name(Model::full)},
                         {"lambda_dist", 0},
                         {"lambda_pair_ori", 0},
                         {"distance_limit", fresh.distance_limit},
                         {"cost_weight", fresh.cost_weight},
                         {"feature_weight", fresh.feature_weight},
                         {"by_vertex", true}};
    for (const auto& [name, value] : absent.items())
        if (!options.contains(name)) options[name] = value;
    for (const Option& option : option_table())
        if (option.is_model && !options.contains(option.name))
            throw InputError("its header lacks the option " + option.name);
    MatchOptions model;
    set_options(model, options);
    return model;
}

CertificateOrigin parse_header(std::string_view text) {
    const json all = parse_json(text);
    const Keypoints x = keypoints(all.at("x").at("keypoints")), y = keypoints(all.at("y").at("keypoints"));
    const json knowledge = all.value("knowledge", json::object());
    return {all.at("x").at("sha256"),
            all.at("y").at("sha256"),
            x,
            y,
            model_options(all.at("options")),
            parse_knowledge(knowledge, x.size(), y.size())};
}

}  // namespace

std::string certificate_bytes(const StoredCertificate& stored) {
    const std::string text = header(stored.origin).dump();
    std::string bytes = fmt::format("{}{}\n", magic, certificate_version);
    append_little_endian(bytes, static_cast<std::uint32_t>(text.size()));
    return bytes + text + encode(stored.certificate);
}

StoredCertificate read_certificate(const std::string& path) {
    const std::string bytes = load_file(path);
    std::string_view rest = bytes;
    const auto fail = [&](const std::string& what) {
        throw FileError(path, "is not a certificate: " + what);
    };
    if (!rest.starts_with(magic)) fail("it does not begin like one");
    rest.remove_prefix(magic.size());
    int format = 0;
    for (int known = 1; known <= certificate_version; ++known)
        if (rest.starts_with(fmt::format("{}\n", known))) format = known;
    if (format == 0)
        fail(fmt::format("it is of another version of the format, this program reads versions 1 to {}",
                         certificate_version));
    rest.remove_prefix(2);
    if (rest.size() < header_length_bytes) fail("it ends too early");
    const auto length = load_number<std::uint32_t>(rest, std::endian::little);
    rest.remove_prefix(header_length_bytes);
    if (length > rest.size()) fail("it ends too early");
    StoredCertificate stored;
    try {
        stored = {parse_header(rest.substr(0, length)), decode(rest.substr(length), format)};
    } catch (const json::exception&) {
        fail("its header cannot be read");
    } catch (const InputError& error) {
        fail(error.what());
    }
    return stored;
}

}  // namespace sigmatch
