#include "support/report_page.h"

#include "io/base64.h"
#include "io/bytes.h"

namespace sigmatch::testing {

using nlohmann::json;

json data_of_page(const std::string& html) {
    const std::string begin = "<script id=\"data\" type=\"application/json\">";
    const size_t from = html.find(begin) + begin.size();
    return json::parse(html.substr(from, html.find("</script>", from) - from));
}

template <class Integer>
std::vector<Integer> unpacked_numbers(const json& packed) {
    const std::string bytes = decode_base64(packed["data"].get<std::string>()).value();
    std::vector<Integer> values;
    for (size_t at = 0; at < bytes.size(); at += sizeof(Integer))
        values.push_back(load_number<Integer>(std::string_view(bytes).substr(at), std::endian::little));
    return values;
}

template std::vector<std::uint16_t> unpacked_numbers(const json&);
template std::vector<std::uint32_t> unpacked_numbers(const json&);

Points unpacked_points(const json& packed) {
    const std::vector<std::uint16_t> values = unpacked_numbers<std::uint16_t>(packed);
    Points points(static_cast<Eigen::Index>(values.size() / 3), 3);
    for (Eigen::Index k = 0; k < points.size(); ++k)
        points(k / 3, k % 3) = packed["offset"][k % 3].get<double>() +
                               packed["scale"].get<double>() * values[static_cast<size_t>(k)];
    return points;
}

}  // namespace sigmatch::testing
