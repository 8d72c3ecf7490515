#include "io/text_scanner.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace sigmatch {

namespace {

constexpr std::uintmax_t largest_file = std::uintmax_t(4) << 30;
constexpr std::uintmax_t largest_stream = std::uintmax_t(256) << 20;  // the size of a pipe is unknown
constexpr std::string_view blanks = " \t\r\v\f";

std::string_view without_plus(std::string_view token) {
    if (token.size() > 1 && token[0] == '+' && token[1] != '-') token.remove_prefix(1);
    return token;
}

}  // namespace

std::string load_file(const std::string& path) {
    namespace fs = std::filesystem;
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (!fs::exists(status))
        throw FileError(path, error && error != std::errc::no_such_file_or_directory
                                  ? "cannot be opened (" + error.message() + ")"
                                  : "no such file; check the path");
    if (fs::is_directory(status)) throw FileError(path, "is a directory; name a file in it");

    std::uintmax_t limit = largest_stream;
    if (fs::is_regular_file(status)) {
        limit = fs::file_size(path, error);
        if (error) throw FileError(path, "cannot be read (" + error.message() + ")");
        if (limit > largest_file) throw FileError(path, "is larger than 4 GB; simplify the shape first");
    }
    errno = 0;
    std::ifstream in(path, std::ios::binary);
    if (!in) {
        const std::string reason = std::generic_category().message(errno);
        throw FileError(path, "cannot be opened (" + reason + "); check its permissions");
    }
    std::string contents;
    if (fs::is_regular_file(status)) contents.reserve(limit);
    char chunk[1 << 16];
    while (in.read(chunk, sizeof chunk) || in.gcount() > 0) {
        contents.append(chunk, static_cast<std::size_t>(in.gcount()));
        if (contents.size() > largest_file || (!fs::is_regular_file(status) && contents.size() > limit))
            throw FileError(path, "is too large; store it in a regular file of at most 4 GB");
    }
    if (in.bad()) throw FileError(path, "cannot be read to its end; check the disk");
    return contents;
}

std::optional<double> parse_double(std::string_view token) {
    token = without_plus(token);
    double value = 0;
    const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), value);
    if (end != token.data() + token.size()) return std::nullopt;
    if (error == std::errc::result_out_of_range) {
        // from_chars reports both 1e-400 and 1e400 as out of range; only 1e400 is an error here.
        value = std::strtod(std::string(token).c_str(), nullptr);
        return std::abs(value) < 1 ? value : HUGE_VAL;
    }
    if (error != std::errc()) return std::nullopt;
    return value;
}

std::optional<std::int64_t> parse_integer(std::string_view token) {
    token = without_plus(token);
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), value);
    if (end != token.data() + token.size() || error != std::errc()) return std::nullopt;
    return value;
}

std::string in_quotes(std::string_view token) {
    constexpr std::size_t longest = 40;
    std::string text = "'";
    for (const char c : token.substr(0, longest)) text += c >= ' ' && c <= '~' ? c : '?';
    return text + (token.size() > longest ? "...'" : "'");
}

std::string in_one_line(std::string text) {
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
    return text;
}

TextScanner::TextScanner(std::string path, std::string_view text, char comment)
    : path_(std::move(path)), text_(text), comment_(comment) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (text_.starts_with(byte_order_mark)) text_.remove_prefix(byte_order_mark.size());
}

bool TextScanner::next_line() {
    rest_ = {};
    while (!text_.empty()) {
        const std::size_t end = text_.find('\n');
        rest_ = text_.substr(0, end);
        text_.remove_prefix(end == std::string_view::npos ? text_.size() : end + 1);
        ++line_;
        if (comment_) rest_ = rest_.substr(0, rest_.find(comment_));
        const std::size_t first = rest_.find_first_not_of(blanks);
        if (first == std::string_view::npos) continue;
        rest_ = rest_.substr(first, rest_.find_last_not_of(blanks) + 1 - first);
        return true;
    }
    rest_ = {};
    return false;
}

std::string_view TextScanner::token() {
    const std::size_t first = rest_.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    rest_.remove_prefix(first);
    const std::string_view found = rest_.substr(0, rest_.find_first_of(blanks));
    rest_.remove_prefix(found.size());
    return found;
}

std::string_view TextScanner::token_in_any_line() {
    std::string_view found = token();
    while (found.empty() && next_line()) found = token();
    return found;
}

double TextScanner::any_number(const char* what) {
    const std::string_view found = token();
    if (found.empty()) fail(fmt::format("{} is missing", what));
    const std::optional<double> value = parse_double(found);
    if (!value) fail(fmt::format("{} is not a number but {}", what, in_quotes(found)));
    return *value;
}

double TextScanner::number(const char* what) {
    const double value = any_number(what);
    if (!std::isfinite(value)) fail(fmt::format("{} is not finite but {}", what, value));
    return value;
}

std::array<double, 3> TextScanner::coordinates() {
    const double x = any_number("the x coordinate"), y = any_number("the y coordinate");
    return {x, y, any_number("the z coordinate")};
}

std::int64_t TextScanner::integer(const char* what) {
    const std::string_view found = token();
    if (found.empty()) fail(fmt::format("{} is missing", what));
    const std::optional<std::int64_t> value = parse_integer(found);
    if (!value) fail(fmt::format("{} is not an integer but {}", what, in_quotes(found)));
    return *value;
}

void TextScanner::fail(const std::string& what) const {
    throw FileError(path_, fmt::format("line {}: {}", line_, what));
}

}  // namespace sigmatch
