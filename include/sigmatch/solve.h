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

/// The summands of the objective, weights included.
struct Terms {
    double rec_x = 0, rec_y = 0, def_x = 0, def_y = 0, ori = 0, unmatched = 0;

    double sum() const { return rec_x + rec_y + def_x + def_y + ori + unmatched; }
};

/// The state of the search at one moment.
struct Progress {
    double seconds = 0;
    double lower_bound = 0;
    double upper_bound = 0;
    std::int64_t nodes = 0;

    double relative_gap() const;
};

enum class Status {
    optimal,      ///< proven to the gap asked for
    time_limit,   ///< the best match found in time
    interrupted,  ///< the best match found before the request to stop
    fixed,        ///< the match was given: nothing was searched or proven
    heuristic,    ///< found by a method that proves nothing
};

/// As files spell it: "optimal", "time_limit", "interrupted", "fixed", "heuristic".
const char* name(Status status);

/// Objectives that differ by less are the same but for rounding. It counts where the best is zero, as for a
/// shape and its copy: no relative gap would be small there.
inline constexpr double absolute_gap = 1e-12;

/// Which matches a lower bound covers.
enum class ProofScope {
    candidates,  ///< those on the candidate set
    all,         ///< every permutation
};

struct SolveOptions {
    double relative_gap = 1e-2;  ///< stop when (upper - lower) / upper is at most this
    double time_limit_s = 3600;  ///< the best match so far is returned after this
    int threads = 0;             ///< 0: one per core
    double memory_limit_gb = 2;  ///< roughly what the search may take; near it, it goes on in another order
    std::uint64_t seed = 0;      ///< of the local search
    Match start;                 ///< an allowed match to begin with; empty: a random one
    int alternatives = 1;        ///< how many matches to find and prove: the best, the next best, ...
    /// Of these, only such within (1 + within) of the best; all of them, unless they are more.
    double within = std::numeric_limits<double>::infinity();
    int choices = 2000;    ///< parts of the search space with so few are looked at match by match
    bool certify = false;  ///< keep the proof as a certificate; not for partial problems
    std::stop_token stop;  ///< a request ends the search as the time limit does
    /// Called on every new bound, from one thread at a time.
    std::function<void(const Progress&)> on_progress;
};

/// One of the best matches.
struct RankedMatch {
    Match match;
    double objective = 0;
    bool mirrored = false;  ///< differs from the best as left from right
    Terms terms;
};

struct Solution {
    Status status = Status::optimal;
    Match match;
    double objective = 0;
    double lower_bound = 0;
    ProofScope proof_scope = ProofScope::all;  ///< what lower_bound holds for
    Terms terms;
    std::int64_t nodes = 0;
    int threads = 1;
    double seconds = 0;
    std::vector<Progress> trace;  ///< lower bounds never fall, upper bounds never rise
    /// The best match and, where they were asked for, those that come next.
    std::vector<RankedMatch> ranking;
    double others_bound = 0;  ///< the objective of every match that is not ranked is at least this
    std::shared_ptr<const Certificate> certificate;  ///< of the bound, where one was asked for

    double relative_gap() const;
    /// How much worse, relative to the best, the runner-up is at least: whether the best stands alone.
    double margin() const;
};

/// Throws InputError if an option is out of range.
void check(const SolveOptions& options);

/// Finds the match of least objective on problem.allowed and proves it, to options.relative_gap.
/// Throws InputError when no permutation is allowed or the data are inconsistent.
Solution solve(const Problem& problem, const SolveOptions& options = {});

/// The best of all permutations, candidates or not, that an iterated local search finds: quick, no proof.
Match search_locally(const Problem& problem, const SolveOptions& options = {});

/// solve(), then once more over all permutations with that optimum as the start, in what is left of the time.
/// If the second proof does not get done and nothing better is found, the first one stands.
Solution solve_widening(const Problem& problem, const SolveOptions& options = {});

/// The objective of one match, term by term.
Terms evaluate(const Problem& problem, const Match& match);

}  // namespace sigmatch
