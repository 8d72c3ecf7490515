#include "io/certificate_format.h"

#include <algorithm>

#include "io/certificate_archive.h"

namespace sigmatch {

namespace {

constexpr std::size_t most_keypoints = 4096;
constexpr int deepest = 1000;  // depth of nested parts

template <class Archive, class Matrix>
void numbers(Archive& archive, Matrix& matrix, std::size_t rows, std::size_t columns) {
    if constexpr (Archive::reading)
        matrix.resize(static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(columns));
    for (Eigen::Index i = 0; i < matrix.rows(); ++i)
        for (Eigen::Index j = 0; j < matrix.cols(); ++j) archive.number(matrix(i, j));
}

template <class Archive>
void transfer(Archive& archive, StatedProblem::Side& side, std::size_t n) {
    std::size_t rank = static_cast<std::size_t>(side.s.size());
    archive.count(rank, 8 * (n + 1));
    numbers(archive, side.basis, rank, n);
    numbers(archive, side.s, rank, 1);
    archive.number(side.a);
    archive.number(side.b);
}

// One bit per entry, row by row.
template <class Archive>
void transfer(Archive& archive, Mask& mask, std::size_t n) {
    const auto size = static_cast<Eigen::Index>(n);
    if constexpr (Archive::reading) mask.setConstant(size, size, false);
    std::uint8_t byte = 0;
    for (Eigen::Index k = 0; k < size * size; ++k) {
        bool& bit = mask(k / size, k % size);
        if constexpr (Archive::reading) {
            if (k % 8 == 0) archive.number(byte);
            bit = byte >> (k % 8) & 1;
        } else {
            byte = static_cast<std::uint8_t>(byte | bit << (k % 8));
            if (k % 8 == 7 || k + 1 == size * size) archive.number(byte), byte = 0;
        }
    }
}

template <class Archive>
void transfer(Archive& archive, Match& match, std::size_t n) {
    match.resize(n);
    for (int& j : match) {
        auto stored = static_cast<std::uint16_t>(j);
        archive.number(stored);
        j = stored;
    }
}

template <class Archive>
void transfer(Archive& archive, LiftedEvidence& e, std::size_t n) {
    transfer(archive, e.mask, n);
    numbers(archive, e.weights, 3, 1);
    for (ShareBox::Interval* shares : {&e.box.x, &e.box.y}) {
        archive.number(shares->least);
        archive.number(shares->largest);
    }
    archive.number(e.lambda);
    const auto entries = static_cast<std::size_t>(e.mask.count());
    archive.expect(2 * (entries + 1) * (entries + 2));
    std::size_t rounds = e.inner_prices.size();
    archive.count(rounds, 4 * n * entries + 8 * n);
    if constexpr (Archive::reading)
        e.Z.resize(static_cast<Eigen::Index>(entries) + 1, static_cast<Eigen::Index>(entries) + 1);
    for (Eigen::Index t = 0; t < e.Z.cols(); ++t)
        for (Eigen::Index s = 0; s <= t; ++s) {
            archive.number(e.Z(s, t));
            if constexpr (Archive::reading) e.Z(t, s) = e.Z(s, t);
        }
    e.inner_prices.resize(rounds);
    for (Eigen::MatrixXf& prices : e.inner_prices) numbers(archive, prices, n, entries);
    numbers(archive, e.outer_prices, n, rounds);
    transfer(archive, e.reference, n);
}

template <class Archive>
void transfer(Archive& archive, ProofNode& node, int depth) {
    if (depth > deepest) throw InputError("its parts are nested too deeply");
    std::size_t steps = node.steps.size();
    archive.count(steps, 8);
    node.steps.resize(steps);
    for (ProofNode::Step& step : node.steps) {
        archive.number(step.evidence);
        std::size_t closed = step.closed.size();
        archive.count(closed, 4);
        step.closed.resize(closed);
        for (auto& [i, j] : step.closed)
            for (int* k : {&i, &j}) {
                auto stored = static_cast<std::uint16_t>(*k);
                archive.number(stored);
                *k = stored;
            }
    }
    auto end = static_cast<std::uint8_t>(node.end);
    archive.number(end);
    if (end > static_cast<std::uint8_t>(ProofNode::End::share_y))
        throw InputError("a part has an unknown end");
    node.end = static_cast<ProofNode::End>(end);
    archive.number(node.row);
    archive.number(node.share);
    std::size_t children = node.children.size();
    archive.count(children, 21);
    node.children.resize(children);
    for (ProofNode& child : node.children) transfer(archive, child, depth + 1);
}

template <class Archive>
void transfer_features(Archive& archive, StatedProblem& problem, std::size_t n) {
    std::size_t has_costs = problem.costs.size() > 0 ? 1 : 0, terms = problem.pair_terms.size();
    archive.count(has_costs, 8 * n * n);
    if (has_costs > 1) throw InputError("it has several matrices of costs");
    if (has_costs == 1) numbers(archive, problem.costs, n, n);
    archive.count(terms, 16 * n * n);
    problem.pair_terms.resize(terms);
    for (PairTerm& term : problem.pair_terms) {
        numbers(archive, term.x, n, n);
        numbers(archive, term.y, n, n);
        archive.number(term.weight);
        archive.number(term.limit);
    }
}

template <class Archive>
void transfer(Archive& archive, Certificate& c, int version) {
    std::size_t n = static_cast<std::size_t>(c.problem.size());
    archive.count(n, 8 * 8);
    if (n == 0 || n > most_keypoints) throw InputError("it has no keypoints, or too many");
    transfer(archive, c.problem.x, n);
    transfer(archive, c.problem.y, n);
    numbers(archive, c.problem.points_x, n, 3);
    numbers(archive, c.problem.points_y, n, 3);
    numbers(archive, c.problem.h_x, n, 1);
    numbers(archive, c.problem.h_y, n, 1);
    archive.number(c.problem.ori_weight);
    if (version > 1) transfer_features(archive, c.problem, n);
    transfer(archive, c.problem.allowed, n);
    std::size_t matches = c.matches.size();
    archive.count(matches, 2 * n);
    c.matches.resize(matches);
    for (Match& match : c.matches) transfer(archive, match, n);
    archive.number(c.lower_bound);
    archive.number(c.unit);
    std::size_t evidence = c.evidence.size();
    archive.count(evidence, n * n / 8 + 68);
    c.evidence.resize(evidence);
    for (LiftedEvidence& e : c.evidence) transfer(archive, e, n);
    transfer(archive, c.root, 0);
}

}  // namespace

std::string encode(const Certificate& certificate) {
    ArchiveWriter writer;
    transfer(writer, const_cast<Certificate&>(certificate), certificate_version);  // a writer changes nothing
    return std::move(writer.bytes);
}

Certificate decode(std::string_view bytes, int version) {
    ArchiveReader reader(bytes);
    Certificate certificate;
    transfer(reader, certificate, version);
    if (!reader.at_end()) throw InputError("something follows its end");
    return certificate;
}

}  // namespace sigmatch
