#include <openssl/evp.h>

#include <string_view>

#include "io/bytes.h"
#include "sigmatch/certificate_origin.h"

namespace sigmatch {

namespace {

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

}  // namespace sigmatch
