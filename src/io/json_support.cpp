#include "io/json_support.h"

#include <limits>

#include "sigmatch/errors.h"

namespace sigmatch {

nlohmann::json parse_json(std::string_view text) {
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
    std::string text;
    for (const auto& [name, value] : object.items()) {
        text += text.empty() ? "{\n  " : ",\n  ";
        text += json(name).dump(-1, ' ', false, json::error_handler_t::replace) + ": ";
        text += value.dump(-1, ' ', false, json::error_handler_t::replace);
    }
    return text.empty() ? "{}\n" : text + "\n}\n";
}

}  // namespace sigmatch
