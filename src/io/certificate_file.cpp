#include "sigmatch/certificate_file.h"

#include <openssl/evp.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "io/bytes.h"
#include "io/certificate_format.h"
#include "io/json_support.h"
#include "io/text_scanner.h"
#include "sigmatch/errors.h"
#include "sigmatch/io.h"
#include "sigmatch/version.h"

namespace sigmatch {

namespace {

using nlohmann::json;

constexpr std::string_view magic = "sigmatch certificate 1\n";
constexpr std::size_t header_length_bytes = 4;

json header(const CertificateOrigin& origin) {
    const ModelOptions& o = origin.options;
    return {{"version", version},
            {"x", {{"sha256", origin.hash_x}, {"keypoints", origin.keypoints_x}}},
            {"y", {{"sha256", origin.hash_y}, {"keypoints", origin.keypoints_y}}},
            {"options",
             {{"lambda_def", o.lambda_def},
              {"lambda_scaled", o.lambda_scaled},
              {"lambda_ori", o.lambda_ori},
              {"orientation", name(o.orientation)},
              {"candidates", o.candidates},
              {"faces", o.faces},
              {"prior", name(o.prior)},
              {"laplacian", name(o.laplacian)},
              {"one_sided", o.one_sided}}}};
}

/// The value whose name stands there.
template <class Choice>
Choice one_of(const json& word, std::initializer_list<Choice> values) {
    for (Choice value : values)
        if (word.get<std::string>() == name(value)) return value;
    throw InputError("its header has an option of unknown value: " + word.get<std::string>());
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

CertificateOrigin parse_header(std::string_view text) {
    const json all = parse_json(text);
    const json& options = all.at("options");
    CertificateOrigin origin{all.at("x").at("sha256"),
                             all.at("y").at("sha256"),
                             keypoints(all.at("x").at("keypoints")),
                             keypoints(all.at("y").at("keypoints")),
                             {}};
    ModelOptions& o = origin.options;
    o.lambda_def = options.at("lambda_def");
    o.lambda_scaled = options.at("lambda_scaled");
    o.lambda_ori = options.at("lambda_ori");
    o.orientation = one_of(options.at("orientation"), {Orientation::smooth, Orientation::paper});
    o.candidates = integer(options.at("candidates"));
    o.faces = integer(options.at("faces"));
    const std::string prior = options.at("prior");
    if (prior != "plbo" && prior != "lbo")
        throw InputError("its header has an option of unknown value: " + prior);
    o.prior = prior == "plbo" ? Prior::plbo : Prior::lbo;
    o.laplacian = one_of(options.at("laplacian"), {Laplacian::robust, Laplacian::cotangent});
    o.one_sided = options.at("one_sided");
    return origin;
}

class Sha256 {
public:
    Sha256() { EVP_DigestInit_ex(context_, EVP_sha256(), nullptr); }
    Sha256(const Sha256&) = delete;
    Sha256& operator=(const Sha256&) = delete;
    ~Sha256() { EVP_MD_CTX_free(context_); }

    void add(std::string_view bytes) { EVP_DigestUpdate(context_, bytes.data(), bytes.size()); }

    std::string hexadecimal() {
        unsigned char digest[EVP_MAX_MD_SIZE];
        unsigned int length = 0;
        EVP_DigestFinal_ex(context_, digest, &length);
        std::string text;
        for (unsigned int k = 0; k < length; ++k)
            for (const int nibble : {digest[k] >> 4, digest[k] & 15}) text += "0123456789abcdef"[nibble];
        return text;
    }

private:
    EVP_MD_CTX* context_ = EVP_MD_CTX_new();
};

}  // namespace

std::string shape_hash(const Shape& shape) {
    std::string bytes;
    append_little_endian(bytes, static_cast<std::uint64_t>(shape.vertices.rows()));
    append_little_endian(bytes, static_cast<std::uint64_t>(shape.faces.rows()));
    for (Eigen::Index v = 0; v < shape.vertices.rows(); ++v)
        for (int k = 0; k < 3; ++k) append_little_endian(bytes, shape.vertices(v, k));
    for (Eigen::Index f = 0; f < shape.faces.rows(); ++f)
        for (int k = 0; k < 3; ++k)
            append_little_endian(bytes, static_cast<std::uint32_t>(shape.faces(f, k)));
    Sha256 hash;
    hash.add(bytes);
    return hash.hexadecimal();
}

std::string certificate_bytes(const StoredCertificate& stored) {
    const std::string text = header(stored.origin).dump();
    std::string bytes(magic);
    append_little_endian(bytes, static_cast<std::uint32_t>(text.size()));
    return bytes + text + encode(stored.certificate);
}

StoredCertificate read_certificate(const std::string& path) {
    const std::string bytes = load_file(path);
    std::string_view rest = bytes;
    const auto fail = [&](const std::string& what) {
        throw FileError(path, "is not a certificate: " + what);
    };
    if (!rest.starts_with(magic.substr(0, magic.size() - 2))) fail("it does not begin like one");
    if (!rest.starts_with(magic))
        fail("it is of another version of the format, this program reads version 1");
    rest.remove_prefix(magic.size());
    if (rest.size() < header_length_bytes) fail("it ends too early");
    const auto length = load_number<std::uint32_t>(rest, std::endian::little);
    rest.remove_prefix(header_length_bytes);
    if (length > rest.size()) fail("it ends too early");
    StoredCertificate stored;
    try {
        stored = {parse_header(rest.substr(0, length)), decode(rest.substr(length))};
    } catch (const json::exception&) {
        fail("its header cannot be read");
    } catch (const InputError& error) {
        fail(error.what());
    }
    return stored;
}

}  // namespace sigmatch
