#include "model/feature_norm.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "sigmatch/errors.h"

namespace sigmatch {

namespace {

using Eigen::Index;

/// At this number the text takes about a third of a gigabyte: 85 bytes each.
constexpr std::size_t most_products = 4'000'000;

/// A product of two variables of P, and its cost.
struct Product {
    Index first, second;
    double cost;
};

/// The cost of matching i to j and k to l at once, from both orders.
double cost_together(const std::vector<PairTerm>& terms, Index i, Index j, Index k, Index l) {
    double sum = 0;
    for (const PairTerm& term : terms) {
        const double one = std::min(std::abs(term.x(i, k) - term.y(j, l)), term.limit),
                     other = std::min(std::abs(term.x(k, i) - term.y(l, j)), term.limit);
        sum += term.weight * term.weight * (one * one + other * other);
    }
    return sum;
}

std::vector<Product> products_of(const Problem& problem) {
    const Index n = problem.size();
    std::vector<Product> products;
    for (Index i = 0; i < n; ++i)
        for (Index j = 0; j < n; ++j)
            for (Index k = i + 1; k < n && problem.allowed(i, j); ++k)
                for (Index l = 0; l < n; ++l) {
                    if (j == l || !problem.allowed(k, l)) continue;
                    const double cost = cost_together(problem.pair_terms, i, j, k, l);
                    if (cost > 0) products.push_back({i * n + j, k * n + l, cost});
                    if (products.size() > most_products)
                        throw InputError(fmt::format(
                            "the programme would have more than {} products of matches: take fewer "
                            "`candidates`, or leave pairs out with `lambda_dist` 0 and "
                            "`lambda_pair_ori` 0",
                            most_products));
                }
    return products;
}

/// The variables of the products. Returns the first of them.
Index add_products(ConicBuilder& builder, const std::vector<Product>& products) {
    const auto count = std::ssize(products);
    const Index first = builder.add_variables(Cone::nonnegative, count, "R", "products P(i, j) P(k, l)");
    Index row = builder.add_rows(Cone::nonnegative, count, "products", "R - P(i, j) - P(k, l) + 1 >= 0");
    for (Index r = 0; r < count; ++r, ++row) {
        const Product& product = products[static_cast<std::size_t>(r)];
        builder.add_entry(row, first + r, 1);
        builder.add_entry(row, product.first, -1);
        builder.add_entry(row, product.second, -1);
        builder.set_constant(row, 1);
    }
    return first;
}

}  // namespace

void add_feature_norm(ConicBuilder& builder, const Problem& problem) {
    const Index n = problem.size();
    const std::vector<Product> products =
        problem.pair_terms.empty() ? std::vector<Product>() : products_of(problem);
    const bool has_costs = problem.costs.size() > 0, has_orientation = problem.ori_weight > 0;
    const bool is_orientation_alone = !has_costs && products.empty();
    if (!has_orientation && is_orientation_alone) return;
    const Index R = products.empty() ? 0 : add_products(builder, products);
    const double weight = is_orientation_alone ? problem.ori_weight : 1;
    Index row =
        is_orientation_alone
            ? builder.add_norm("ori", weight, n, "|h_x - P h_y|")
            : builder.add_norm("features", weight,
                               (has_orientation ? n : 0) + (has_costs ? n * n : 0) + std::ssize(products),
                               "|ori_weight (h_x - P h_y), sqrt(costs) P, sqrt(pair costs) R|");
    const double scale = problem.ori_weight / weight;
    for (Index i = 0; i < n && has_orientation; ++i, ++row) {
        builder.set_constant(row, scale * problem.h_x[i]);
        for (Index j = 0; j < n; ++j)
            if (problem.allowed(i, j)) builder.add_entry(row, i * n + j, -scale * problem.h_y[j]);
    }
    for (Index i = 0; i < n && has_costs; ++i)
        for (Index j = 0; j < n; ++j, ++row)
            if (problem.allowed(i, j)) builder.add_entry(row, i * n + j, std::sqrt(problem.costs(i, j)));
    for (Index r = 0; r < std::ssize(products); ++r, ++row)
        builder.add_entry(row, R + r, std::sqrt(products[static_cast<std::size_t>(r)].cost));
}

}  // namespace sigmatch
