#pragma once

#include "sigmatch/conic.h"

namespace sigmatch {

/// Puts a ConicModel together, block by block.
class ConicBuilder {
public:
    using Index = Eigen::Index;

    /// Both return the number of the first.
    Index add_variables(Cone cone, Index count, const std::string& name, const std::string& meaning);
    Index add_rows(Cone cone, Index count, const std::string& name, const std::string& meaning);

    /// A term of the objective: weight times a new variable t_NAME that is at least the norm of `count` rows.
    /// Returns the first of these. `norm` is the term for people.
    Index add_norm(const std::string& name, double weight, Index count, const std::string& norm);

    void add_entry(Index row, Index variable, double value);
    void set_constant(Index row, double value) { model_.b[static_cast<std::size_t>(row)] = value; }
    void set_integers(Index count) { model_.integers = count; }

    ConicModel finish() { return std::move(model_); }

private:
    ConicModel model_;
};

}  // namespace sigmatch
