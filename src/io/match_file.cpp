#include <fmt/format.h>

#include "io/json_support.h"
#include "io/text_scanner.h"
#include "sigmatch/io.h"

namespace sigmatch {

namespace {

/// Fills a permutation pair by pair; says what is wrong with a pair, or nothing.
class PermutationBuilder {
public:
    explicit PermutationBuilder(int n) : match_(n, -1), taken_(n, false) {}

    std::string add(std::int64_t i, std::int64_t j) {
        const auto n = static_cast<std::int64_t>(match_.size());
        for (const std::int64_t position : {i, j})
            if (position < 0 || position >= n)
                return fmt::format("position {} is not among the {} keypoints, counted from 0", position, n);
        if (match_[i] >= 0) return fmt::format("keypoint {} of X is matched twice", i);
        if (taken_[j]) return fmt::format("keypoint {} of Y is matched twice", j);
        match_[i] = static_cast<int>(j);
        taken_[j] = true;
        return {};
    }

    const Match& finish(const std::string& path) const {
        for (std::size_t i = 0; i < match_.size(); ++i)
            if (match_[i] < 0)
                throw FileError(
                    path, fmt::format("keypoint {} of X has no match; all {} need one", i, match_.size()));
        return match_;
    }

private:
    Match match_;
    std::vector<bool> taken_;
};

Match read_text(const std::string& path, const std::string& contents, int n) {
    TextScanner scanner(path, contents);
    PermutationBuilder builder(n);
    while (scanner.next_line()) {
        const std::int64_t i = scanner.integer("the position in the keypoints of X");
        const std::int64_t j = scanner.integer("the position in the keypoints of Y");
        if (!scanner.token().empty()) scanner.fail("more than two entries; write one pair i j per line");
        if (const std::string error = builder.add(i, j); !error.empty()) scanner.fail(error);
    }
    return builder.finish(path);
}

Match read_result(const std::string& path, const std::string& contents, int n) {
    nlohmann::json result;
    try {
        result = parse_json(contents);
    } catch (const InputError& error) {
        throw FileError(path, error.what());
    }
    const auto matches = result.find("matches");
    if (matches == result.end() || !matches->is_array())
        throw FileError(path, "has no array 'matches'; give a result.json or lines i j");
    PermutationBuilder builder(n);
    for (std::size_t k = 0; k < matches->size(); ++k) {
        const nlohmann::json& pair = (*matches)[k];
        const bool is_pair = pair.is_array() && pair.size() == 2 && json_int(pair[0]) && json_int(pair[1]);
        const std::string error = is_pair ? builder.add(*json_int(pair[0]), *json_int(pair[1]))
                                          : std::string("is not a pair [i, j] of integers");
        if (!error.empty()) throw FileError(path, fmt::format("matches[{}]: {}", k, error));
    }
    return builder.finish(path);
}

}  // namespace

Match read_matches(const std::string& path, int n) {
    const std::string contents = load_file(path);
    const std::size_t first = contents.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    const bool is_json = first != std::string::npos && contents[first] == '{';
    return is_json ? read_result(path, contents, n) : read_text(path, contents, n);
}

}  // namespace sigmatch
