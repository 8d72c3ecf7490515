#include <fmt/format.h>

#include <cmath>
#include <functional>

#include "io/json_support.h"
#include "io/text_scanner.h"
#include "sigmatch/io.h"

namespace sigmatch {

namespace {

/// Takes the pair (i, j). Returns what is wrong with it, or nothing.
using TakePair = std::function<std::string(std::int64_t i, std::int64_t j)>;

std::string out_of_range(std::int64_t i, std::int64_t j, std::size_t size_x, std::size_t size_y) {
    for (const auto& [position, size] : {std::pair{i, size_x}, std::pair{j, size_y}})
        if (position < 0 || position >= static_cast<std::int64_t>(size))
            return fmt::format("position {} is not among the {} keypoints, counted from 0", position, size);
    return {};
}

/// Fills a match pair by pair.
class MatchBuilder {
public:
    MatchBuilder(int size_x, int size_y, bool partial)
        : match_(size_x, unmatched), taken_(size_y, false), partial_(partial) {}

    std::string add(std::int64_t i, std::int64_t j) {
        if (std::string error = out_of_range(i, j, match_.size(), taken_.size()); !error.empty())
            return error;
        if (match_[i] != unmatched) return fmt::format("keypoint {} of X is matched twice", i);
        if (taken_[j]) return fmt::format("keypoint {} of Y is matched twice", j);
        match_[i] = static_cast<int>(j);
        taken_[j] = true;
        return {};
    }

    Match finish(const std::string& path) const {
        for (std::size_t i = 0; i < match_.size(); ++i)
            if (match_[i] == unmatched && !partial_)
                throw FileError(
                    path, fmt::format("keypoint {} of X has no match; all {} need one", i, match_.size()));
        return match_;
    }

private:
    Match match_;
    std::vector<bool> taken_;
    bool partial_;
};

void read_text(const std::string& path, const std::string& contents, const TakePair& take) {
    TextScanner scanner(path, contents);
    while (scanner.next_line()) {
        const std::int64_t i = scanner.integer("the position in the keypoints of X");
        const std::int64_t j = scanner.integer("the position in the keypoints of Y");
        if (!scanner.token().empty()) scanner.fail("more than two entries; write one pair i j per line");
        if (const std::string error = take(i, j); !error.empty()) scanner.fail(error);
    }
}

void read_result(const std::string& path, const std::string& contents, const TakePair& take) {
    nlohmann::json result;
    try {
        result = parse_json(contents);
    } catch (const InputError& error) {
        throw FileError(path, error.what());
    }
    const auto matches = result.find("matches");
    if (matches == result.end() || !matches->is_array())
        throw FileError(path, "has no array 'matches'; give a result.json or lines i j");
    for (std::size_t k = 0; k < matches->size(); ++k) {
        const nlohmann::json& pair = (*matches)[k];
        const bool is_pair = pair.is_array() && pair.size() == 2 && json_int(pair[0]) && json_int(pair[1]);
        const std::string error = is_pair ? take(*json_int(pair[0]), *json_int(pair[1]))
                                          : std::string("is not a pair [i, j] of integers");
        if (!error.empty()) throw FileError(path, fmt::format("matches[{}]: {}", k, error));
    }
}

void parse_pairs(const std::string& path, const std::string& contents, const TakePair& take) {
    const std::size_t first = contents.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    const bool is_json = first != std::string::npos && contents[first] == '{';
    is_json ? read_result(path, contents, take) : read_text(path, contents, take);
}

Match parse_matches(const std::string& path, const std::string& contents, MatchBuilder builder) {
    parse_pairs(path, contents, [&](std::int64_t i, std::int64_t j) { return builder.add(i, j); });
    return builder.finish(path);
}

/// Solvers meet integrality to about 1e-5.
constexpr double integrality = 1e-3;

/// Reads P, row by row, and ignores the values after it.
Match read_values(const std::string& path, const std::string& contents, int size, MatchBuilder builder) {
    TextScanner scanner(path, contents);
    const std::int64_t wanted = static_cast<std::int64_t>(size) * size;
    std::int64_t count = 0;
    for (; count < wanted && scanner.next_line(); ++count) {
        const std::int64_t i = count / size, j = count % size;
        const double value = scanner.number("the value of a variable");
        if (!scanner.token().empty()) scanner.fail("more than one entry; write one value per line");
        const bool is_one = std::abs(value - 1) <= integrality;
        if (!is_one && std::abs(value) > integrality)
            scanner.fail(fmt::format("P({}, {}) is {}, neither 0 nor 1", i, j, value));
        if (const std::string error = is_one ? builder.add(i, j) : ""; !error.empty()) scanner.fail(error);
    }
    if (count < wanted)
        throw FileError(path,
                        fmt::format("has {} values; P alone, {} x {}, has {}", count, size, size, wanted));
    return builder.finish(path);
}

}  // namespace

Match read_matches(const std::string& path, int size_x, int size_y, bool partial) {
    return parse_matches(path, load_file(path), MatchBuilder(size_x, size_y, partial));
}

std::vector<std::pair<int, int>> read_pairs(const std::string& path, int size_x, int size_y) {
    std::vector<std::pair<int, int>> pairs;
    parse_pairs(path, load_file(path), [&](std::int64_t i, std::int64_t j) {
        std::string error =
            out_of_range(i, j, static_cast<std::size_t>(size_x), static_cast<std::size_t>(size_y));
        if (error.empty()) pairs.emplace_back(static_cast<int>(i), static_cast<int>(j));
        return error;
    });
    return pairs;
}

Match read_solution(const std::string& path, int size) {
    const std::string contents = load_file(path);
    const MatchBuilder builder(size, size, false);
    TextScanner scanner(path, contents);
    const bool is_values =
        scanner.next_line() && parse_double(scanner.token()) && scanner.rest_of_line().empty();
    return is_values ? read_values(path, contents, size, builder) : parse_matches(path, contents, builder);
}

}  // namespace sigmatch
