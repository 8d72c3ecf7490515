#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <stop_token>
#include <vector>

#include "sigmatch/certificate.h"
#include "sigmatch/problem.h"

namespace sigmatch {

/// The terms of the objective, with their weights. The norm of all features is divided among `ori`, `pairs`
/// and `costs` in proportion to their squares.
struct Terms {
    double rec_x = 0, rec_y = 0, def_x = 0, def_y = 0, ori = 0, pairs = 0, costs = 0, unmatched = 0;

    double features() const { return ori + pairs + costs; }
    double sum() const { return rec_x + rec_y + def_x + def_y + features() + unmatched; }
};

/// The state of the search at one moment.
struct Progress {
    double seconds = 0;
    double lower_bound = 0;
    double upper_bound = 0;
    std::int64_t nodes = 0;        ///< nodes of the tree and parts of the lifted search
    std::int64_t relaxations = 0;  ///< solved semidefinite relaxations

    double relative_gap() const;
};

enum class Status {
    optimal,      ///< proven to the requested gap
    time_limit,   ///< the best match found in time
    interrupted,  ///< the best match found before the request to stop
    fixed,        ///< the match was given; there was no search and no proof
    heuristic,    ///< found by a method that proves nothing
};

/// The name in files.
constexpr const char* name(Status status) {
    switch (status) {
        case Status::optimal:
            return "optimal";
        case Status::time_limit:
            return "time_limit";
        case Status::interrupted:
            return "interrupted";
        case Status::fixed:
            return "fixed";
        case Status::heuristic:
            return "heuristic";
    }
    return "unknown";
}

/// Objectives that differ by less than this count as equal. This is needed if the best objective is zero, as
/// for a shape and its copy: then a relative gap is never small.
inline constexpr double absolute_gap = 1e-12;

/// Which matches a lower bound covers.
enum class ProofScope {
    candidates,  ///< the matches on the candidate set
    all,         ///< every permutation of possible pairs
};
constexpr const char* name(ProofScope scope) {
    return scope == ProofScope::all ? "all" : "candidates";
}

struct SolveOptions {
    double relative_gap = 1e-2;  ///< stop when (upper - lower) / upper is at most this
    double time_limit_s = 3600;  ///< after this time the best match so far is returned
    int threads = 0;             ///< 0: one per core
    double memory_limit_gb = 2;  ///< approximate; near the limit the search changes its order of work
    std::uint64_t seed = 0;      ///< of the local search
    Match start;                 ///< an allowed match to begin with; empty: begin with rigid alignments
    int alternatives = 1;        ///< number of best matches to find and prove
    /// Only matches whose objective is at most (1 + within) times the best. `alternatives` still limits them.
    double within = std::numeric_limits<double>::infinity();
    /// Lifted search: a part of the search space is enumerated match by match if that takes at most this many
    /// steps (a step gives one keypoint a partner).
    int choices = 2000;
    bool certify = false;  ///< keep the proof as a certificate; not for partial problems
    std::stop_token stop;  ///< a stop request ends the search, as the time limit does
    /// Called on every new lower or upper bound, from one thread at a time.
    std::function<void(const Progress&)> on_progress;
};

/// One of the best matches.
struct RankedMatch {
    Match match;
    double objective = 0;
    bool mirrored = false;  ///< is about the left-right mirror image of the best match
    Terms terms;
};

struct Solution {
    Status status = Status::optimal;
    Match match;
    double objective = 0;
    double lower_bound = 0;
    ProofScope proof_scope = ProofScope::all;  ///< the matches that lower_bound covers
    Terms terms;
    std::int64_t nodes = 0;        ///< nodes of the tree and parts of the lifted search
    std::int64_t relaxations = 0;  ///< solved semidefinite relaxations
    int threads = 1;
    double seconds = 0;
    std::vector<Progress> trace;  ///< lower bounds never fall, upper bounds never rise
    /// The best match, then the alternatives if they were asked for.
    std::vector<RankedMatch> ranking;
    double others_bound = 0;  ///< every match that is not in `ranking` has at least this objective
    std::shared_ptr<const Certificate> certificate;  ///< null unless options.certify

    double relative_gap() const;
    /// Every other match is worse than the best by at least this, relative to the best objective.
    double margin() const;
};

/// Throws InputError if an option is out of range.
void check(const SolveOptions& options);

/// Finds the match of least objective on problem.allowed and proves it to options.relative_gap. Throws
/// InputError if no match is allowed or the data are inconsistent.
Solution solve(const Problem& problem, const SolveOptions& options = {});

/// The best permutation of possible pairs that an iterated local search finds. Ignores problem.allowed.
/// Quick, without a proof.
Match search_locally(const Problem& problem, const SolveOptions& options = {});

/// Calls solve() on problem.allowed, then, in the remaining time, on all possible pairs, starting from the
/// first optimum. If the second proof is not finished and found no better match, returns the first solution.
Solution solve_widening(const Problem& problem, const SolveOptions& options = {});

/// The terms of the objective for one match.
Terms evaluate(const Problem& problem, const Match& match);

}  // namespace sigmatch
