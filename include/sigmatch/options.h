#pragma once

#include <functional>
#include <string>
#include <vector>

#include "sigmatch/match.h"

/// The options of a match, each described once: the command line, the Python package, result.json and the
/// documentation are made of this table.
namespace sigmatch {

struct Option {
    enum class Kind { flag, integer, number, word };

    std::string name;  ///< in Python and in files, e.g. lambda_def
    Kind kind = Kind::number;
    bool is_model = true;            ///< says how shapes become a Problem; the others are about the search
    std::string value;               ///< what help calls its value: its unit, where it has one
    std::string help;                ///< a sentence, without its full stop
    std::vector<std::string> words;  ///< what may be chosen
    std::function<std::string(const MatchOptions&)> json;        ///< null: not set
    std::function<void(MatchOptions&, const std::string&)> set;  ///< throws InputError

    /// On the command line: --lambda-def.
    std::string flag() const;
    /// What it is when it is not given, as one would write it; empty: not set.
    std::string default_text() const;
};

/// All of them, in the order of the documentation.
const std::vector<Option>& option_table();

/// Sets one by its name. Throws InputError if there is none or the value is none of its own.
void set_option(MatchOptions& options, const std::string& name, const std::string& value);

}  // namespace sigmatch
