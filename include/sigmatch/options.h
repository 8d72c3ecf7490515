#pragma once

#include <functional>
#include <string>
#include <vector>

#include "sigmatch/match.h"

/// The table of all options of a match. The command line, the Python package, result.json and the
/// documentation are made from it.
namespace sigmatch {

struct Option {
    enum class Kind { flag, integer, number, word };

    std::string name;  ///< in Python and in files, e.g. lambda_def
    Kind kind = Kind::number;
    bool is_model = true;  ///< true: how shapes become a Problem; false: how the search works
    std::string value;     ///< what help texts call the value: its unit, if it has one
    std::string help;  ///< a sentence without its full stop, with other options in backquotes: see spelled()
    std::vector<std::string> words;                              ///< the words to choose from
    std::function<std::string(const MatchOptions&)> json;        ///< value as JSON; null: not set
    std::function<void(MatchOptions&, const std::string&)> set;  ///< throws InputError

    /// The name on the command line, e.g. --lambda-def.
    std::string flag() const;
    /// The default value, as a user would write it. Empty: not set.
    std::string default_text() const;
};

/// All options, in the order of the documentation.
const std::vector<Option>& option_table();

/// Replaces every option `name` in backquotes by spelling(option). Messages of the library and help texts
/// write options in backquotes, because each interface spells them in its own way.
std::string spelled(std::string text, const std::function<std::string(const Option&)>& spelling);

/// Sets an option by its name. Throws InputError if there is no such option or it cannot take this value.
void set_option(MatchOptions& options, const std::string& name, const std::string& value);

}  // namespace sigmatch
