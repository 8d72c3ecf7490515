#pragma once

#include "model/pair_model.h"
#include "sigmatch/conic.h"

namespace sigmatch {

/// The paper's programme. The pair must not be partial.
ConicModel full_programme(const PairModel& pair);

}  // namespace sigmatch
