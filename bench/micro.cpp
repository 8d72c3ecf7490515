// The parts that the running time is made of, each alone.
#include <benchmark/benchmark.h>

#include "sigmatch/geodesics.h"
#include "sigmatch/laplacian.h"
#include "sigmatch/match.h"
#include "sigmatch/plbo.h"
#include "sigmatch/reduction.h"
#include "sigmatch/spectrum.h"
#include "sigmatch/synth.h"
#include "solver/lifted/certified_bound.h"
#include "solver/lifted/lifted_sdp.h"
#include "solver/lifted/norm_sum.h"
#include "solver/local_search.h"

using namespace sigmatch;

namespace {

Creature creature(int vertices, const char* pose = "walk") {
    CreatureOptions options;
    options.pose = pose;
    options.vertices = vertices;
    return make_creature(options);
}

const Problem& problem() {
    static const Problem made = [] {
        const Creature x = creature(3000, "rest"), y = creature(3000);
        const auto [px, py] = prepare_pair({x.shape, x.keypoints}, {y.shape, y.keypoints});
        return build_problem(px, py);
    }();
    return made;
}

void assignment(benchmark::State& state) {
    const auto n = static_cast<Eigen::Index>(state.range(0));
    CostMatrix cost = CostMatrix::Random(n, n);
    Assignment solver;
    for (auto _ : state) benchmark::DoNotOptimize(solver.solve(cost));
}
BENCHMARK(assignment)->Arg(21)->Arg(46);

void phi(benchmark::State& state) {
    Objective objective(problem());
    LocalSearch search(problem(), 1);
    const Image image = objective.image(search.random_match());
    for (auto _ : state) benchmark::DoNotOptimize(objective.evaluate(image));
}
BENCHMARK(phi);

void descent(benchmark::State& state) {
    LocalSearch search(problem(), 1);
    for (auto _ : state) {
        Match match = search.random_match();
        benchmark::DoNotOptimize(search.descend(match));
    }
}
BENCHMARK(descent);

/// One step of the lifted relaxation and, every tenth, what it proves.
void lifted_steps(benchmark::State& state) {
    const NormSum norms(problem());
    const auto space = std::make_shared<LiftedSpace>(problem().allowed);
    const Eigen::VectorXd w = Eigen::VectorXd::Constant(norms.norms(), 1.0 / norms.norms());
    const Eigen::MatrixXd cost = norms.lifted_cost(*space, norms.coefficients(w, {}), 1e4);
    LiftedSdp sdp(space);
    sdp.start_from(LocalSearch(problem(), 1).random_match());
    sdp.set_cost(cost);
    BoundCertifier certify(*space, cost);
    for (auto _ : state) {
        for (int k = 0; k < LiftedSdp::period; ++k) sdp.step();
        benchmark::DoNotOptimize(certify(sdp.dual(), sdp.dual_shift()));
    }
}
BENCHMARK(lifted_steps)->Unit(benchmark::kMillisecond);

void geodesics(benchmark::State& state) {
    const Creature shape = creature(static_cast<int>(state.range(0)));
    for (auto _ : state) {
        const GeodesicGraph graph(shape.shape);
        benchmark::DoNotOptimize(graph_diameter(graph));
    }
}
BENCHMARK(geodesics)->Arg(5000)->Arg(20000)->Unit(benchmark::kMillisecond);

void eigenpairs(benchmark::State& state) {
    const Creature shape = creature(static_cast<int>(state.range(0)));
    const LaplaceSolver laplacian(cotangent_stiffness(shape.shape));
    const Eigen::VectorXd mass = lumped_mass(shape.shape);
    for (auto _ : state) benchmark::DoNotOptimize(laplacian_spectrum(laplacian, mass, 50));
}
BENCHMARK(eigenpairs)->Arg(5000)->Arg(20000)->Unit(benchmark::kMillisecond);

void reduction(benchmark::State& state) {
    const Creature shape = creature(static_cast<int>(state.range(0)));
    for (auto _ : state) benchmark::DoNotOptimize(reduce(Plbo(shape.shape), shape.keypoints));
}
BENCHMARK(reduction)->Arg(5000)->Arg(20000)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
