#include "model/conic_builder.h"

namespace sigmatch {

namespace {

/// Makes room for `count` more numbers. Returns the index of the first.
Eigen::Index extend_by(std::vector<double>& numbers, Eigen::Index count) {
    const auto first = static_cast<Eigen::Index>(numbers.size());
    numbers.resize(numbers.size() + static_cast<std::size_t>(count), 0);
    return first;
}

}  // namespace

Eigen::Index ConicBuilder::add_variables(Cone cone, Index count, const std::string& name,
                                         const std::string& meaning) {
    model_.variables.push_back({cone, count, name, meaning});
    return extend_by(model_.c, count);
}

Eigen::Index ConicBuilder::add_rows(Cone cone, Index count, const std::string& name,
                                    const std::string& meaning) {
    model_.rows.push_back({cone, count, name, meaning});
    return extend_by(model_.b, count);
}

Eigen::Index ConicBuilder::add_norm(const std::string& name, double weight, Index count,
                                    const std::string& norm) {
    const Index t = add_variables(Cone::free, 1, "t_" + name, "at least " + norm);
    model_.c[static_cast<std::size_t>(t)] = weight;
    const Index first = add_rows(Cone::second_order, 1 + count, name, "t_" + name + " >= " + norm);
    add_entry(first, t, 1);
    return first + 1;
}

void ConicBuilder::add_entry(Index row, Index variable, double value) {
    if (value != 0) model_.A.emplace_back(static_cast<int>(row), static_cast<int>(variable), value);
}

}  // namespace sigmatch
