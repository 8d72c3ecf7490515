#include "sigmatch/conic.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sigmatch/errors.h"
#include "sigmatch/geodesics.h"
#include "sigmatch/reconstruction.h"
#include "support/conic_points.h"
#include "support/damage.h"
#include "support/dense.h"
#include "support/meshes.h"
#include "support/plain_features.h"
#include "support/random_problem.h"
#include "support/unprepared.h"

namespace sigmatch {
namespace {

using namespace testing;
using Eigen::MatrixXd;
using Eigen::VectorXd;

struct Pair {
    Shape x, y;
    Keypoints kx, ky;
};

/// Small enough for dense least squares.
Pair small_pair() {
    Pair pair{worm(7, 4), moved(worm(6, 5), 3, 2), {}, {}};
    pair.kx = some_keypoints(pair.x, 8, 2);
    pair.ky = some_keypoints(pair.y, 8, 12);
    return pair;
}

/// Our objective without pairs of keypoints, and weighted by vertex: what the full programme can hold.
ModelOptions by_vertex() {
    ModelOptions options;
    options.area_weighted = false;
    options.lambda_dist = options.lambda_pair_ori = 0;
    return options;
}

/// Every option that shapes the full programme.
std::vector<ModelOptions> settings(double lambda_def) {
    std::vector<ModelOptions> all(6, by_vertex());
    all[1].lambda_ori = 0;
    all[2].candidates = 3;
    all[3].prior = Prior::lbo;
    all[4].laplacian = Laplacian::cotangent;
    all[4].orientation = Orientation::paper;
    all[4].candidates = 0;
    all[5].one_sided = true;
    all[5].lambda_scaled = false;
    for (ModelOptions& options : all) options.lambda_def = lambda_def;
    return all;
}

/// Where one of the two vanishes, the other is simple.
bool bends_halfway(const Terms& terms) {
    return (terms.rec_x > 0 && terms.def_x > 0) || (terms.rec_y > 0 && terms.def_y > 0);
}

ConicModel model_of(const Pair& pair, Formulation formulation, const ModelOptions& options) {
    return conic_model({pair.x, pair.kx}, {pair.y, pair.ky}, formulation, options);
}

CbfModel exported(const Pair& pair, Formulation formulation, const ModelOptions& options) {
    return parse_cbf(cbf_text(model_of(pair, formulation, options)));
}

std::vector<Match> some_allowed(const Problem& problem, int count) {
    std::vector<Match> all, some;
    for_each_match(problem, [&](const Match& match) { all.push_back(match); });
    for (int k = 0; k < count; ++k) some.push_back(all[all.size() * k / count]);
    return some;
}

MatrixXd random_weights(const Mask& allowed, std::mt19937_64& random) {
    return random_matrix(allowed.rows(), allowed.cols(), random)
        .cwiseProduct(allowed.cast<double>().matrix());
}

TEST(Conic, ReducedProgrammeIsThePlainFormulaEverywhere) {
    std::mt19937_64 random(1);
    for (const bool with_orientation : {false, true})
        for (const double mask_share : {0.0, 0.5}) {
            Problem problem = random_problem(8, with_orientation, mask_share, random);
            problem.costs.resize(0, 0);
            problem.pair_terms.clear();
            const CbfModel model = parse_cbf(cbf_text(reduced_programme(problem)));
            const MatrixXd P = random_weights(problem.allowed, random);
            const MatrixXd Vx = random_matrix(8, 3, random), Vy = random_matrix(8, 3, random);
            VectorXd x = VectorXd::Zero(model.size());
            set_group(model, "P", P, x);
            set_group(model, "V_x", Vx, x);
            set_group(model, "V_y", Vy, x);
            set_norms(model, x);
            const Deformation &X = problem.deform_x, &Y = problem.deform_y;
            const double plain = X.a * (Vx - times(P, problem.points_y)).norm() +
                                 X.b * std::sqrt(quadratic_form(X.S, Vx)) +
                                 Y.a * (Vy - transposed_times(P, problem.points_x)).norm() +
                                 Y.b * std::sqrt(quadratic_form(Y.S, Vy)) +
                                 problem.ori_weight * (problem.h_x - times(P, problem.h_y)).norm();
            EXPECT_NEAR(model.c.dot(x), plain, 1e-12 * plain);
            EXPECT_EQ(model.groups.contains("t_ori"), with_orientation);
        }
}

TEST(Conic, FullProgrammeIsThePlainFormulaEverywhere) {
    std::mt19937_64 random(2);
    const Pair pair = small_pair();
    const auto n = static_cast<Eigen::Index>(pair.kx.size());
    for (const int candidates : {0, 3})
        for (const double lambda_ori : {0.0, 0.3}) {
            ModelOptions options = by_vertex();
            options.candidates = candidates;
            options.lambda_ori = lambda_ori;
            const CbfModel model = exported(pair, Formulation::full, options);
            const Problem problem = build_problem({pair.x, pair.kx}, {pair.y, pair.ky}, options);
            const auto [X, Y] = prepare_pair({pair.x, pair.kx}, {pair.y, pair.ky}, options);
            const double size_x = X.surface().vertices.rows(), size_y = Y.surface().vertices.rows();
            const MatrixXd P = random_weights(problem.allowed, random);
            const MatrixXd bent_x = random_matrix(X.surface().vertices.rows(), 3, random);
            const MatrixXd bent_y = random_matrix(Y.surface().vertices.rows(), 3, random);
            VectorXd x = VectorXd::Zero(model.size());
            set_group(model, "P", P, x);
            set_group(model, "X^", bent_x, x);
            set_group(model, "Y^", bent_y, x);
            set_least_squares(model, {"A_x", "C_x", "A_y", "C_y"}, x);
            set_norms(model, x);

            const double dX = graph_diameter(GeodesicGraph(X.surface())).length,
                         dY = graph_diameter(GeodesicGraph(Y.surface())).length;
            const auto lambda = [](double size) { return 5 * std::pow(size / 252, 1.5); };
            const MatrixXd X_I = X.surface().vertices(X.keypoints(), Eigen::all),
                           Y_J = Y.surface().vertices(Y.keypoints(), Eigen::all);
            const double plain =
                (bent_x(X.keypoints(), Eigen::all) - times(P, Y_J)).norm() / (n * dY) +
                (bent_y(Y.keypoints(), Eigen::all) - transposed_times(P, X_I)).norm() / (n * dX) +
                lambda(size_x) * times(dense_plbo(X.surface()), bent_x).norm() / (size_x * dY) +
                lambda(size_y) * times(dense_plbo(Y.surface()), bent_y).norm() / (size_y * dX) +
                lambda_ori * (problem.h_x - times(P, problem.h_y)).norm() / n;
            EXPECT_NEAR(model.c.dot(x), plain, 1e-11 * plain);
        }
}

TEST(Conic, ReconstructionsOfAPermutationAttainTheObjective) {
    Creature x = creature("quadruped", "rest", 600), y = creature("quadruped", "walk", 600, 5);
    Pair pair{x.shape, y.shape, {}, {}};
    for (int k = 0; k < 8; ++k) {
        pair.kx.push_back(x.keypoints[3 * k]);
        pair.ky.push_back(y.keypoints[3 * (k * 3 % 8)]);
    }
    pair.x = together(severed(pair.x, pair.kx[0], 0.6), tetrahedron());  // bridges, and a part left out
    pair.y = moved(pair.y, 7);
    int halfway = 0;
    for (const ModelOptions& options : settings(55)) {
        if (options.one_sided) continue;  // reconstruct() bends both shapes
        const CbfModel model = exported(pair, Formulation::full, options);
        const Problem problem = build_problem({pair.x, pair.kx}, {pair.y, pair.ky}, options);
        const auto [X, Y] = prepare_pair({pair.x, pair.kx}, {pair.y, pair.ky}, options);
        EXPECT_FALSE(X.bridges().empty());
        EXPECT_LT(X.surface().vertices.rows(), pair.x.vertices.rows());
        // The user's vertices, in the coordinates of the model.
        const auto modelled = [](const PreparedShape& shape, const PreparedShape& target,
                                 const Points& bent) {
            MatrixXd rows(shape.surface().vertices.rows(), 3);
            for (Eigen::Index v = 0; v < bent.rows(); ++v)
                if (shape.vertex_of()[v] >= 0)
                    rows.row(shape.vertex_of()[v]) = target.from_original(bent.row(v));
            return rows;
        };
        for (const Match& match : some_allowed(problem, 3)) {
            const Reconstructions bent = reconstruct({pair.x, pair.kx}, {pair.y, pair.ky}, match, options);
            VectorXd x_all = VectorXd::Zero(model.size());
            set_group(model, "P", permutation_matrix(match), x_all);
            set_group(model, "X^", modelled(X, Y, bent.x), x_all);
            set_group(model, "Y^", modelled(Y, X, bent.y), x_all);
            if (options.prior == Prior::plbo) set_least_squares(model, {"A_x", "C_x", "A_y", "C_y"}, x_all);
            set_norms(model, x_all);
            EXPECT_LT(violation(model, x_all), 1e-12);
            const Terms terms = evaluate(problem, match);
            EXPECT_NEAR(model.c.dot(x_all), terms.sum(), 1e-9 * terms.sum());
            halfway += bends_halfway(terms);
        }
    }
    EXPECT_GT(halfway, 0);
}

TEST(Conic, BothProgrammesHaveTheObjectiveAsTheirOptimum) {
    const Pair pair = small_pair();
    int halfway = 0;
    for (const ModelOptions& options : settings(30)) {
        const CbfModel full = exported(pair, Formulation::full, options),
                       reduced = exported(pair, Formulation::reduced, options);
        const Problem problem = build_problem({pair.x, pair.kx}, {pair.y, pair.ky}, options);
        for (const Match& match : some_allowed(problem, 3)) {
            const Terms terms = evaluate(problem, match);
            EXPECT_NEAR(least_value(full, match), terms.sum(), 1e-7 * terms.sum());
            EXPECT_NEAR(least_value(reduced, match), terms.sum(), 1e-7 * terms.sum());
            halfway += bends_halfway(terms);
        }
        EXPECT_EQ(full.groups.contains("Y^"), !options.one_sided);
        EXPECT_EQ(reduced.groups.contains("V_y"), !options.one_sided);
        EXPECT_EQ(full.groups.contains("A_x"), options.prior == Prior::plbo);
        EXPECT_EQ(full.groups.contains("t_ori"), options.lambda_ori > 0);
    }
    EXPECT_GT(halfway, 0);
}

TEST(Conic, FeasibleAreTheAllowedPermutations) {
    std::mt19937_64 random(4);
    Problem problem = random_problem(5, true, 0.4, random);
    problem.pair_terms.clear();
    const CbfModel model = parse_cbf(cbf_text(reduced_programme(problem)));
    Problem unpruned = problem;
    unpruned.allowed.setConstant(true);
    Best best;
    int feasible = 0;
    const auto violation_of = [&](const MatrixXd& P) {
        VectorXd x = VectorXd::Zero(model.size());
        set_group(model, "P", P, x);
        set_norms(model, x);
        return violation(model, x);
    };
    for_each_match(unpruned, [&](const Match& match) {
        const bool is_feasible = violation_of(permutation_matrix(match)) < 1e-12;
        EXPECT_EQ(is_feasible, is_allowed(problem, match));
        feasible += is_feasible;
        const double value = is_feasible ? least_value(model, match) : best.value;
        if (value < best.value) best = {match, value};
    });
    EXPECT_GT(feasible, 1);
    EXPECT_LT(feasible, 120);
    const Best expected = brute_force(problem);
    EXPECT_EQ(best.match, expected.match);
    EXPECT_NEAR(best.value, expected.value, 1e-7 * expected.value);

    MatrixXd P = permutation_matrix(best.match);
    EXPECT_LT(violation_of(P), 1e-12);
    EXPECT_GT(violation_of(2 * P), 0.9);
    EXPECT_GT(violation_of(0 * P), 0.9);
    P.row(0) = P.row(1);  // rows sum to 1, columns do not
    EXPECT_GT(violation_of(P), 0.9);
    EXPECT_GT(violation_of(P.transpose()), 0.9);
    EXPECT_GT(violation_of(MatrixXd::Constant(5, 5, 0.2)), 0.19);
    EXPECT_EQ(model.integers.size(), 25u);
}

/// Products of matches are variables of their own: at a permutation their least values are the products.
TEST(Conic, ReducedProgrammeHoldsPairsOfKeypoints) {
    std::mt19937_64 random(8);
    for (const bool with_features : {false, true})
        for (const double mask_share : {0.0, 0.4}) {
            Problem problem = random_problem(6, with_features, mask_share, random);
            problem.pair_terms = {{random_matrix(6, 6, random), random_matrix(6, 6, random), 0.1, 1},
                                  {random_matrix(6, 6, random), random_matrix(6, 6, random), 0.02, 0.5}};
            const CbfModel model = parse_cbf(cbf_text(reduced_programme(problem)));
            ASSERT_TRUE(model.groups.contains("R"));
            for (const Match& match : some_allowed(problem, 3)) {
                VectorXd x = VectorXd::Zero(model.size());
                set_group(model, "P", permutation_matrix(match), x);
                const CbfModel::Group products = model.groups.at("R");
                // Rows R - P - P + 1 >= 0: the least R that they allow.
                const VectorXd rows = model.A * x + model.b;
                int product = 0, ones = 0;
                for (const CbfModel::Domain& domain : model.rows) {
                    if (domain.cone != "L+") continue;
                    for (int row = domain.first; row < domain.first + domain.size; ++row, ++product) {
                        x[products.first + product] = std::max(0.0, -rows[row]);
                        ones += rows[row] == -1;
                    }
                }
                EXPECT_EQ(product, products.size);
                EXPECT_EQ(ones, 15);
                set_norms(model, x);
                EXPECT_NEAR(x[model.groups.at("t_features").first], plain_features(problem, match), 1e-12);
                EXPECT_LT(violation(model, x), 1e-12);
            }
        }
}

TEST(Conic, RefusesTheFullProgrammeOfOurModelAndNamesTheRemedy) {
    try {
        model_of(small_pair(), Formulation::full, {});
        ADD_FAILURE() << "bending weighted by area is not in the full programme";
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("`model` paper"), std::string::npos) << error.what();
    }
}

TEST(Conic, FileHoldsTheModelExactly) {
    for (const Formulation formulation : {Formulation::full, Formulation::reduced}) {
        ModelOptions options = formulation == Formulation::full ? by_vertex() : ModelOptions();
        options.candidates = 3;
        ConicModel model = model_of(small_pair(), formulation, options);
        std::string note;
        for (int k = 0; k < 200; ++k) note += "lines\nVER\n9 ";
        model.notes.push_back(note);
        const CbfModel read = parse_cbf(cbf_text(model));
        EXPECT_EQ(read.version, 1);
        EXPECT_EQ(read.A.nonZeros(), static_cast<Eigen::Index>(model.A.size()));
        for (const Eigen::Triplet<double>& entry : model.A)
            EXPECT_EQ(read.A.coeff(entry.row(), entry.col()), entry.value());
        ASSERT_EQ(read.c.size(), static_cast<Eigen::Index>(model.c.size()));
        ASSERT_EQ(read.b.size(), static_cast<Eigen::Index>(model.b.size()));
        for (Eigen::Index k = 0; k < read.c.size(); ++k) EXPECT_EQ(read.c[k], model.c[k]);
        for (Eigen::Index k = 0; k < read.b.size(); ++k) EXPECT_EQ(read.b[k], model.b[k]);
        ASSERT_EQ(read.variables.size(), model.variables.size());
        ASSERT_EQ(read.rows.size(), model.rows.size());
        for (size_t k = 0; k < model.rows.size(); ++k) EXPECT_EQ(read.rows[k].size, model.rows[k].size);
        EXPECT_EQ(read.integers.size(), static_cast<size_t>(model.integers));
    }
}

TEST(Conic, FullProgrammeIsSparse) {
    const Creature x = creature("quadruped", "rest", 2000), y = creature("quadruped", "walk", 2000, 5);
    const ConicModel model =
        conic_model({x.shape, x.keypoints}, {y.shape, y.keypoints}, Formulation::full, by_vertex());
    EXPECT_LT(model.A.size(), 60u * 4000u);
}

TEST(Conic, RefusesWhatItCannotExport) {
    const Pair pair = small_pair();
    ModelOptions options;
    options.partial = true;
    for (const Formulation formulation : {Formulation::full, Formulation::reduced})
        EXPECT_THROW(model_of(pair, formulation, options), InputError);
    Problem partial = build_problem({pair.x, pair.kx}, {pair.y, pair.ky}, options);
    partial.unmatched_cost = 1;
    EXPECT_THROW(reduced_programme(partial), InputError);

    Pair large = pair;
    large.x.vertices.conservativeResize(600'000, 3);
    large.x.vertices.bottomRows(600'000 - pair.x.vertices.rows()).setZero();
    try {
        model_of(large, Formulation::full, by_vertex());
        ADD_FAILURE() << "600000 vertices are not too many";
    } catch (const InputError& error) {
        for (const char* part : {"`faces`", "the reduced programme"})
            EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
    }
}

}  // namespace
}  // namespace sigmatch
