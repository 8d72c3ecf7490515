#include "io/json_support.h"

#include <limits>

#include "sigmatch/errors.h"

namespace sigmatch {

namespace {

/// Nesting takes by far the most memory per byte, and our files need little of it.
bool nested_too_deeply(std::string_view text) {
    constexpr int deepest = 100;
    int depth = 0;
    bool in_string = false;
    for (std::size_t k = 0; k < text.size() && depth <= deepest; ++k) {
        if (text[k] == '"') in_string = !in_string;
        if (in_string && text[k] == '\\') ++k;
        if (in_string) continue;
        if (text[k] == '[' || text[k] == '{') ++depth;
        if (text[k] == ']' || text[k] == '}') --depth;
    }
    return depth > deepest;
}

}  // namespace

nlohmann::json parse_json(std::string_view text) {
    if (nested_too_deeply(text)) throw InputError("not valid JSON (nested more than 100 deep)");
    try {
        return nlohmann::json::parse(text);
    } catch (const nlohmann::json::exception& error) {
        // "[json.exception.parse_error.101] parse error at line 1, column 2: syntax error ..."
        std::string reason = error.what();
        reason.erase(0, reason.find("] ") + 2);
        for (char& c : reason)
            if (c < ' ' || c > '~') c = '?';
        if (reason.size() > 160) reason = reason.substr(0, 160) + "...";
        throw InputError("not valid JSON (" + reason + ")");
    }
}

std::optional<int> json_int(const nlohmann::json& value) {
    if (!value.is_number_integer()) return std::nullopt;
    if (value.is_number_unsigned() && value.get<std::uint64_t>() > std::numeric_limits<int>::max())
        return std::nullopt;
    const auto wide = value.get<std::int64_t>();
    if (wide < std::numeric_limits<int>::min() || wide > std::numeric_limits<int>::max()) return std::nullopt;
    return static_cast<int>(wide);
}

std::string member_per_line(const nlohmann::ordered_json& object) {
    using json = nlohmann::ordered_json;
    const auto in_one_line = [](const json& value) {
        return value.dump(-1, ' ', false, json::error_handler_t::replace);
    };
    std::string text;
    for (const auto& [name, value] : object.items()) {
        text += text.empty() ? "{\n  " : ",\n  ";
        text += in_one_line(name) + ": ";
        if (!value.is_array() || value.empty() || !value.front().is_structured()) {
            text += in_one_line(value);
            continue;
        }
        for (std::size_t row = 0; row < value.size(); ++row)
            text += (row == 0 ? "[\n    " : ",\n    ") + in_one_line(value[row]);
        text += "\n  ]";
    }
    return text.empty() ? "{}\n" : text + "\n}\n";
}

}  // namespace sigmatch
