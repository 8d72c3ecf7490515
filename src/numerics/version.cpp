#include "sigmatch/version.h"

#include <OpenMesh/Core/System/config.h>
#include <cblas.h>
#include <fmt/format.h>
#include <openssl/crypto.h>
#include <zlib.h>

#include <Eigen/Core>
#include <boost/version.hpp>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>

namespace sigmatch {

namespace {

/// "OpenBLAS 0.3.21 NO_LAPACKE ...": the name and the number.
std::string first_two_words(const std::string& text) {
    return text.substr(0, text.find(' ', text.find(' ') + 1));
}

}  // namespace

std::string library_versions() {
    return fmt::format(
        "Eigen {}.{}.{}, {} ({} kernels), Boost {}.{}, OpenMesh {}.{}, nlohmann-json {}.{}.{}, fmt {}.{}.{}, "
        "pugixml {}.{}, zlib {}, {}",
        EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION, first_two_words(openblas_get_config()),
        openblas_get_corename(), BOOST_VERSION / 100000, BOOST_VERSION / 100 % 1000, OM_GET_VER, OM_GET_MAJ,
        NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR, NLOHMANN_JSON_VERSION_PATCH,
        FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100, PUGIXML_VERSION / 1000,
        PUGIXML_VERSION / 10 % 100, zlibVersion(), first_two_words(OpenSSL_version(OPENSSL_VERSION)));
}

}  // namespace sigmatch
