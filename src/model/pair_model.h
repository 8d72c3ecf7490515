#pragma once

#include <optional>

#include "model/prepared_shape.h"
#include "sigmatch/match.h"
#include "sigmatch/plbo.h"

namespace sigmatch {

/// The Problem of a pair, and what it was made from.
struct PairModel {
    PreparedShape x, y;
    std::optional<Plbo> D_x, D_y;
    Problem problem;
};

/// build_problem(), for whoever needs the surfaces, too.
PairModel build_pair_model(const Shape& x, const Keypoints& keypoints_x, const Shape& y,
                           const Keypoints& keypoints_y, const ModelOptions& options,
                           StageSeconds* seconds = nullptr, std::vector<std::string>* warnings = nullptr,
                           VertexOrientation* orientation = nullptr);

}  // namespace sigmatch
