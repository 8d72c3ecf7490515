#include "report/page.h"

#include "sigmatch/errors.h"
#include "sigmatch/report.h"

namespace sigmatch {

namespace {

/// JSON for a script element, in which nothing may look like a tag. In JSON, '<' occurs in strings only.
std::string without_tags(const std::string& text) {
    std::string safe;
    safe.reserve(text.size());
    for (const char c : text) {
        if (c == '<')
            safe += "\\u003c";
        else
            safe += c;
    }
    return safe;
}

}  // namespace

bool has_reports() {
    return !match_page.empty();
}

void check_has_reports() {
    if (!has_reports())
        throw InputError(
            "this build makes no reports and images: it was built without npm, or npm could not fetch the "
            "packages of viewer/");
}

std::string filled(std::string_view page, const nlohmann::ordered_json& data) {
    check_has_reports();
    constexpr std::string_view mark = "@DATA@";
    const size_t at = page.find(mark);
    const std::string text =
        without_tags(data.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
    std::string html;
    html.reserve(page.size() + text.size());
    html.append(page.substr(0, at)).append(text).append(page.substr(at + mark.size()));
    return html;
}

}  // namespace sigmatch
