#pragma once

#include <Eigen/Core>
#include <nlohmann/json.hpp>

#include "sigmatch/shape.h"

/// Arrays in the form that the page decodes: little endian, in base64. See viewer/src/data.ts.
namespace sigmatch {

/// {"offset": [3], "scale", "data"}: coordinate = offset + scale * 16 bit number. The error is at most 0.5 /
/// 65535 of the largest extent.
nlohmann::ordered_json packed_points(const Points& points);

/// {"from", "to", "data"}: 16 bit numbers 0 to 65534 for values from `from` to `to`, 65535 for NaN.
nlohmann::ordered_json packed_scalars(const Eigen::VectorXd& values);

/// {"wide", "data"}: 16 bit numbers, 32 bit if `wide`.
nlohmann::ordered_json packed_faces(const Faces& faces);

}  // namespace sigmatch
