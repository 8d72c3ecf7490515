#include "report/packed_array.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "io/base64.h"
#include "io/bytes.h"

namespace sigmatch {

namespace {

using json = nlohmann::ordered_json;

/// The value in steps of size `scale` from `from`, rounded and limited to 0 ... `steps`.
std::uint16_t quantised(double value, double from, double scale, int steps) {
    if (!(scale > 0)) return 0;
    return static_cast<std::uint16_t>(std::clamp(std::lround((value - from) / scale), 0L, long{steps}));
}

}  // namespace

json packed_points(const Points& points) {
    const Eigen::RowVector3d lowest = points.colwise().minCoeff(), highest = points.colwise().maxCoeff();
    constexpr int steps = 65535;
    const double scale = (highest - lowest).maxCoeff() / steps;
    std::string bytes;
    bytes.reserve(static_cast<size_t>(points.size()) * 2);
    for (Eigen::Index v = 0; v < points.rows(); ++v)
        for (int c = 0; c < 3; ++c)
            append_little_endian(bytes, quantised(points(v, c), lowest[c], scale, steps));
    return {{"offset", {lowest[0], lowest[1], lowest[2]}}, {"scale", scale}, {"data", encode_base64(bytes)}};
}

json packed_scalars(const Eigen::VectorXd& values) {
    double from = std::numeric_limits<double>::infinity(), to = -from;
    for (const double value : values) {
        if (!std::isfinite(value)) continue;
        from = std::min(from, value);
        to = std::max(to, value);
    }
    if (from > to) from = to = 0;  // there are no values
    constexpr int steps = 65534;
    constexpr std::uint16_t missing = 65535;
    std::string bytes;
    bytes.reserve(static_cast<size_t>(values.size()) * 2);
    for (const double value : values)
        append_little_endian(
            bytes, std::isfinite(value) ? quantised(value, from, (to - from) / steps, steps) : missing);
    return {{"from", from}, {"to", to}, {"data", encode_base64(bytes)}};
}

json packed_faces(const Faces& faces) {
    const bool wide = faces.rows() > 0 && faces.maxCoeff() > 65535;
    std::string bytes;
    bytes.reserve(static_cast<size_t>(faces.size()) * (wide ? 4 : 2));
    for (Eigen::Index f = 0; f < faces.rows(); ++f) {
        for (int c = 0; c < 3; ++c) {
            const auto v = static_cast<std::uint32_t>(faces(f, c));
            if (wide)
                append_little_endian(bytes, v);
            else
                append_little_endian(bytes, static_cast<std::uint16_t>(v));
        }
    }
    return {{"wide", wide}, {"data", encode_base64(bytes)}};
}

}  // namespace sigmatch
