#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <utility>

#include "commands.h"
#include "pair_input.h"
#include "sigmatch/certificate_file.h"
#include "sigmatch/errors.h"
#include "sigmatch/io.h"
#include "sigmatch/result_file.h"
#include "sigmatch/verify.h"

namespace {

using namespace sigmatch;

constexpr int not_verified = 1;

struct Arguments {
    std::string file;
    PairArguments shapes;
};

/// Of a pair file the meshes that the certificate is about: it holds coarse ones, too.
std::pair<Shape, Shape> read_shapes(const PairArguments& arguments, const CertificateOrigin& origin) {
    if (!arguments.y.empty())
        return {read_shape_of_pair(arguments.x, arguments.cloud_x, arguments),
                read_shape_of_pair(arguments.y, arguments.cloud_y, arguments)};
    if (!is_pair_file(arguments.x)) throw InputError("give two shape files, or one .mat pair");
    DataPair pair = read_datapair(arguments.x);
    if (shape_hash(pair.x_low.shape) == origin.hash_x)
        return {std::move(pair.x_low.shape), std::move(pair.y_low.shape)};
    return {std::move(pair.x.shape), std::move(pair.y.shape)};
}

/// The certificate must be about what the result says.
void check_claim(const ResultClaim& claim, const std::string& path, const StoredCertificate& stored) {
    const auto& [origin, certificate] = stored;
    const int n = certificate.problem.size();
    if (certificate.matches.empty() || read_matches(path, n, n, false) != certificate.matches.front())
        throw VerificationError("the result has another match than the certificate");
    std::vector<std::pair<int, int>> vertices;
    for (int i = 0; i < n; ++i)
        vertices.emplace_back(origin.keypoints_x[i], origin.keypoints_y[certificate.matches.front()[i]]);
    if (claim.match_vertices != vertices)
        throw VerificationError("the result matches other vertices than the certificate");
    // A certificate states its bound a hair lower than the search reports it.
    if (!(claim.lower_bound <= certificate.lower_bound + 1e-7 * std::abs(certificate.lower_bound)))
        throw VerificationError("the result claims a higher bound than the certificate");
}

void check_sizes(const StoredCertificate& stored) {
    const int n = stored.certificate.problem.size();
    for (const Keypoints* keypoints : {&stored.origin.keypoints_x, &stored.origin.keypoints_y})
        if (std::ssize(*keypoints) != n)
            throw VerificationError("the certificate has more or fewer keypoints than its problem");
}

void check_objective(const ResultClaim& claim, const Verdict& verdict) {
    if (!(std::abs(claim.objective - verdict.objective) <= 1e-9 * verdict.objective + absolute_gap))
        throw VerificationError("the result claims another objective than its match has");
}

/// "3 known pairs, 1 forbidden pair, costs, features", or nothing.
std::string what_was_given(const Knowledge& knowledge) {
    std::vector<std::string> parts;
    const auto count = [&](std::ptrdiff_t number, const char* what) {
        if (number > 0) parts.push_back(fmt::format("{} {} pair{}", number, what, number == 1 ? "" : "s"));
    };
    count(std::count_if(knowledge.known.begin(), knowledge.known.end(), [](int j) { return j != unmatched; }),
          "known");
    count(std::ssize(knowledge.forbidden), "forbidden");
    if (knowledge.cost.size() > 0) parts.emplace_back("costs");
    if (knowledge.features_x.size() > 0) parts.emplace_back("features");
    return fmt::format("{}", fmt::join(parts, ", "));
}

void report(const StoredCertificate& stored, const Verdict& verdict, bool shapes_checked) {
    const StatedProblem& problem = stored.certificate.problem;
    const CertificateOrigin& origin = stored.origin;
    const Mask possible = possible_pairs(origin.knowledge, problem.size(), problem.size());
    const bool has_all = (problem.allowed || !possible).all();
    const char* space = has_all ? "of all permutations" : "on the candidate set";
    fmt::print(
        "VERIFIED: no match {} has an objective below {:.9g}, and the stated one has {:.9g}: gap {:.4f} %\n",
        space, std::min(verdict.lower_bound, verdict.runner_up), verdict.objective, 100 * verdict.gap());
    fmt::print("{} keypoints, {} candidate pairs, {} pieces of evidence\n", problem.size(),
               problem.allowed.count(), stored.certificate.evidence.size());
    if (const std::string given = what_was_given(origin.knowledge); !given.empty())
        fmt::print("taken as given: {}\n", given);
    fmt::print("{}\n", shapes_checked
                           ? "the problem is that of the shapes"
                           : "the shapes were not given: whether the problem is theirs was not checked");
}

void run_verify(const Arguments& arguments) {
    const bool is_result = arguments.file.ends_with(".json");
    ResultClaim claim;
    PairArguments shapes = arguments.shapes;
    std::string path = arguments.file;
    if (is_result) {
        claim = read_claim(arguments.file);
        if (claim.files.certificate.empty())
            throw FileError(arguments.file,
                            "names no certificate: make one with sigmatch match --certificate");
        path = claim.files.certificate;
        if (shapes.x.empty()) {
            shapes.x = claim.files.x;
            shapes.y = claim.files.y;
            shapes.cloud_x = claim.files.cloud_x;
            shapes.cloud_y = claim.files.cloud_y;
            shapes.weld = claim.files.weld;
        }
    }
    const StoredCertificate stored = read_certificate(path);
    try {
        check_sizes(stored);
        if (is_result) check_claim(claim, arguments.file, stored);
        const auto start = std::chrono::steady_clock::now();
        const Verdict verdict = check_proof(stored.certificate);
        const std::chrono::duration<double> proof = std::chrono::steady_clock::now() - start;
        if (is_result) check_objective(claim, verdict);
        if (!shapes.x.empty()) {
            const auto [x, y] = read_shapes(shapes, stored.origin);
            check_origin(stored, x, y);
        }
        const std::chrono::duration<double> all = std::chrono::steady_clock::now() - start;
        report(stored, verdict, !shapes.x.empty());
        fmt::print("{:.3f} s for the proof, {:.2f} s in all\n", proof.count(), all.count());
    } catch (const VerificationError& error) {
        fmt::print("NOT VERIFIED: {}\n", error.what());
        throw CLI::RuntimeError(not_verified);
    }
}

}  // namespace

void add_verify_command(CLI::App& app) {
    auto arguments = std::make_shared<Arguments>();
    CLI::App* command = app.add_subcommand("verify", "Check the proof of a result");
    command
        ->add_option("FILE", arguments->file,
                     "A certificate, or the result.json that came with one and knows its shapes")
        ->required();
    command->add_option("X", arguments->shapes.x, "Shape that the certificate is about, or a .mat pair");
    command->add_option("Y", arguments->shapes.y, "The other shape");
    add_shape_flags(*command, arguments->shapes);
    refuse_empty_values(*command);
    command->callback([arguments] { run_verify(*arguments); });
}
