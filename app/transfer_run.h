#pragma once

#include <string>
#include <vector>

#include "interrupt.h"
#include "sigmatch/match.h"

/// What `sigmatch transfer` is to do.
struct TransferJob {
    std::vector<std::string> templates, landmarks;  ///< landmark file k belongs to template k
    std::vector<std::string> targets;               ///< shape files
    std::string folder;
    sigmatch::MatchOptions options;
    int index_base = 0;
    bool quiet = false;
};

/// The shape files that the words of the command line name: files, folders, patterns with * and ?, or a text
/// file (.txt) with one of these per line. Throws InputError if a word names nothing.
std::vector<std::string> targets_of(const std::vector<std::string>& words);

/// Carries the landmarks over to every target. For each target, writes its landmarks and a record. A target
/// that has a record of the same setting is done. Returns how many targets have failed. Stops between targets
/// if the interrupt asks for it.
int run_transfer(const TransferJob& job, Interrupt& interrupt);
