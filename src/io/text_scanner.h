#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "sigmatch/errors.h"

namespace sigmatch {

/// The contents of a file. Throws FileError if it is missing, unreadable, a directory or too large.
std::string load_file(const std::string& path);

/// The whole token as a number. "nan" and "inf" are numbers here. Does not depend on the locale.
std::optional<double> parse_double(std::string_view token);
std::optional<std::int64_t> parse_integer(std::string_view token);

/// The token in quotes, shortened and without control characters, for a message of one line.
std::string in_quotes(std::string_view token);

/// The text with blanks instead of line breaks.
std::string in_one_line(std::string text);

/// Reads text line by line and token by token. Errors name the line.
class TextScanner {
public:
    /// `text` must outlive the scanner. `comment` starts a comment, which is skipped; '\0': there are no
    /// comments.
    TextScanner(std::string path, std::string_view text, char comment = '#');

    /// Moves to the next line that holds a token. False at the end of the text.
    bool next_line();

    /// The next token of this line; empty at the end of the line.
    std::string_view token();

    /// The next token of this line or a later one; empty at the end of the text.
    std::string_view token_in_any_line();

    /// The next token of this line, which must be a finite number, or an integer.
    double number(const char* what);
    std::int64_t integer(const char* what);

    /// The next three tokens of this line as x, y and z, which need not be finite.
    std::array<double, 3> coordinates();

    std::string_view rest_of_line() const { return rest_; }
    std::size_t remaining_bytes() const { return text_.size() + rest_.size(); }
    std::int64_t line() const { return line_; }

    /// Throws FileError "path: line 7: what".
    [[noreturn]] void fail(const std::string& what) const;

private:
    double any_number(const char* what);

    std::string path_;
    std::string_view text_;  // the lines after this one
    std::string_view rest_;  // of this line
    char comment_;
    std::int64_t line_ = 0;
};

}  // namespace sigmatch
