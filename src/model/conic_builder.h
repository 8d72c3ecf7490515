#pragma once

#include "sigmatch/conic.h"

namespace sigmatch {

/// Builds a ConicModel block by block.
class ConicBuilder {
public:
    using Index = Eigen::Index;

    /// Both return the index of the first new variable or row.
    Index add_variables(Cone cone, Index count, const std::string& name, const std::string& meaning);
    Index add_rows(Cone cone, Index count, const std::string& name, const std::string& meaning);

    /// Adds a term to the objective: weight times a new variable t_NAME that is at least the norm of `count`
    /// new rows. Returns the index of the first of these rows. `norm` describes the term to a human reader.
    Index add_norm(const std::string& name, double weight, Index count, const std::string& norm);

    void add_entry(Index row, Index variable, double value);
    void set_constant(Index row, double value) { model_.b[static_cast<std::size_t>(row)] = value; }
    void set_integers(Index count) { model_.integers = count; }

    ConicModel finish() { return std::move(model_); }

private:
    ConicModel model_;
};

}  // namespace sigmatch
