#pragma once

#include "sigmatch/programmes.h"

namespace sigmatch {

/// The paper's programme of a pair. `problem` belongs to the pair and must not be partial.
ConicModel full_programme(const PreparedShape& x, const PreparedShape& y, const Problem& problem);

}  // namespace sigmatch
