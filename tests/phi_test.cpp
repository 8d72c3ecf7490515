#include "solver/objective/phi.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/dense.h"
#include "support/random_problem.h"

namespace sigmatch {
namespace {

using namespace testing;

Phi::Value value_at(const Phi& phi, const Points& Z) {
    return phi(times(phi.basis(), Z).rowwise().squaredNorm().array());
}

/// The kernel of S is cut away first: the root would magnify the rounding in it.
double primal(const Deformation& d, const Phi& phi, const Points& V, const Points& Z) {
    const Eigen::MatrixXd bent = transposed_times(phi.basis(), times(phi.basis(), V));
    return d.a * (V - Z).norm() + d.b * std::sqrt(quadratic_form(d.S, bent));
}

/// A minimiser that knows nothing of the problem's structure: BFGS on the function with its two kinks rounded
/// off, less and less.
double generic_minimum(const Deformation& d, const Points& Z) {
    const Eigen::Index n = Z.size();
    Eigen::VectorXd x = 0.5 * Eigen::Map<const Eigen::VectorXd>(Z.data(), n);
    double value = 0;
    for (double kink : {1e-2, 1e-4, 1e-6, 1e-8, 1e-10, 1e-12}) {
        const auto f = [&](const Eigen::VectorXd& at, Eigen::VectorXd* gradient) {
            const Points V = Eigen::Map<const Points>(at.data(), Z.rows(), 3), SV = times(d.S, V);
            const double distance = std::sqrt((V - Z).squaredNorm() + kink);
            const double bending = std::sqrt(std::max(0.0, V.cwiseProduct(SV).sum()) + kink);
            if (gradient) {
                const Points slope = d.a / distance * (V - Z) + d.b / bending * SV;
                *gradient = Eigen::Map<const Eigen::VectorXd>(slope.data(), n);
            }
            return d.a * distance + d.b * bending;
        };
        Eigen::MatrixXd H = Eigen::MatrixXd::Identity(n, n);
        Eigen::VectorXd g(n), next(n);
        value = f(x, &g);
        for (int iteration = 0; iteration < 2000 && g.norm() > 1e-13; ++iteration) {
            Eigen::VectorXd direction = -times(H, g);
            if (direction.dot(g) >= 0) {
                H.setIdentity();
                direction = -g;
            }
            double step = 1;
            while (step > 1e-16 && f(x + step * direction, nullptr) > value + 1e-4 * step * direction.dot(g))
                step /= 2;
            if (step <= 1e-16) break;
            const Eigen::VectorXd s = step * direction;
            x += s;
            const double before = value;
            value = f(x, &next);
            if (before - value < 1e-13 * value) break;
            const Eigen::VectorXd y = next - g;
            g = next;
            const double sy = s.dot(y);
            if (sy <= 1e-22) continue;
            const Eigen::VectorXd Hy = times(H, y);
            const Eigen::VectorXd u = (1 + y.dot(Hy) / sy) * s - Hy;
            H += times(u / sy, s.transpose()) - times(s / sy, Hy.transpose());
        }
    }
    return value;
}

/// Weights from "bending is everything" over "both matter" to "distance is everything".
std::vector<Deformation> weighted_variants(const Deformation& base) {
    std::vector<Deformation> variants;
    for (double factor : {0.01, 0.2, 0.5, 1.0, 2.0, 5.0, 100.0}) {
        variants.push_back(base);
        variants.back().b *= factor;
    }
    return variants;
}

TEST(Phi, EqualsAGenericConvexMinimiser) {
    std::mt19937_64 random(11);
    int at_zero = 0, inside = 0, at_one = 0;
    for (int trial = 0; trial < 6; ++trial) {
        const Points X = random_matrix(7, 3, random), Z = random_matrix(7, 3, random);
        for (const Deformation& d : weighted_variants(random_deformation(X, random))) {
            const Phi phi(d);
            const Phi::Value value = value_at(phi, Z);
            const double generic = generic_minimum(d, Z);
            const double rounded_off = 1e-6 * (d.a + d.b);  // what the last rounding of the kinks can add
            EXPECT_LE(value.phi, generic * (1 + 1e-9));
            EXPECT_GE(value.phi, generic * (1 - 1e-4) - rounded_off);
            ++(value.share == 0 ? at_zero : value.share == 1 ? at_one : inside);
        }
    }
    EXPECT_GT(at_zero, 0);  // all three kinds of solution were met
    EXPECT_GT(inside, 0);
    EXPECT_GT(at_one, 0);
}

TEST(Phi, DoesNotDependOnWhereItStarts) {
    std::mt19937_64 random(15);
    for (int trial = 0; trial < 200; ++trial) {
        const Points X = random_matrix(9, 3, random), Z = random_matrix(9, 3, random);
        for (const Deformation& d : weighted_variants(random_deformation(X, random))) {
            const Phi phi(d);
            const Eigen::MatrixXd B = testing::times(phi.basis(), Z);
            const Eigen::ArrayXd squares = B.rowwise().squaredNorm();
            const Phi::Value value = phi(squares);
            for (double guess : {0.0, 0.1, 0.5, 0.9, 1.0, value.share})
                EXPECT_NEAR(phi(squares, guess).phi, value.phi, 1e-12 * value.phi);
        }
    }
}

TEST(Phi, MinimiserAttainsTheValueAndItsTwoShares) {
    std::mt19937_64 random(12);
    for (int trial = 0; trial < 30; ++trial) {
        const Points X = random_matrix(9, 3, random), Z = random_matrix(9, 3, random);
        for (const Deformation& d : weighted_variants(random_deformation(X, random))) {
            const Phi phi(d);
            const Phi::Value value = value_at(phi, Z);
            const Points V = phi.minimiser(Z);
            EXPECT_NEAR(primal(d, phi, V, Z), value.phi, 1e-9 * value.phi);
            EXPECT_NEAR(d.a * (V - Z).norm(), value.share * value.phi, 1e-6 * value.phi);
        }
    }
}

TEST(Phi, DualIsFeasibleAndAttainsTheValue) {
    std::mt19937_64 random(13);
    for (int trial = 0; trial < 30; ++trial) {
        const Points X = random_matrix(9, 3, random), Z = random_matrix(9, 3, random);
        for (const Deformation& d : weighted_variants(random_deformation(X, random))) {
            const Phi phi(d);
            const Eigen::MatrixXd Q = phi.basis(), B = times(Q, Z);
            const Phi::Value value = phi(B.rowwise().squaredNorm().array());
            const Eigen::MatrixXd W = transposed_times(Q, phi.dual(B, value));
            const Eigen::MatrixXd S_inverse = pseudo_inverse(d.S, 1e-9 * d.S.norm());
            EXPECT_LE(W.norm(), d.a * (1 + 1e-9));
            EXPECT_LE(std::sqrt(quadratic_form(S_inverse, W)), d.b * (1 + 1e-7));
            EXPECT_NEAR(W.cwiseProduct(Z).sum(), value.phi, 1e-7 * value.phi);
            // Feasible also at a wrong share, as in the middle of an iteration.
            const Eigen::MatrixXd rough = transposed_times(Q, phi.dual(B, {value.phi, 0.3}));
            EXPECT_LE(rough.norm(), d.a * (1 + 1e-9));
            EXPECT_LE(std::sqrt(quadratic_form(S_inverse, rough)), d.b * (1 + 1e-7));
        }
    }
}

TEST(Phi, IsHomogeneousConvexAndFreeForAffineMaps) {
    std::mt19937_64 random(14);
    const Points X = random_matrix(9, 3, random);
    const Phi phi(random_deformation(X, random));
    const auto value = [&](const Points& Z) { return value_at(phi, Z).phi; };
    EXPECT_EQ(phi.rank(), 5);
    for (int trial = 0; trial < 50; ++trial) {
        const Points Z = random_matrix(9, 3, random), Y = random_matrix(9, 3, random);
        EXPECT_NEAR(value(3.7 * Z), 3.7 * value(Z), 1e-10);
        EXPECT_LE(value(0.5 * (Z + Y)), 0.5 * (value(Z) + value(Y)) + 1e-12);
        const Points affine = random_affine_image(X, random);
        EXPECT_NEAR(value(affine), 0, 1e-7);
        EXPECT_NEAR(value(Z + affine), value(Z), 1e-9);
    }
}

}  // namespace
}  // namespace sigmatch
