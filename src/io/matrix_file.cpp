#include <fmt/format.h>

#include <cmath>

#include "io/fields.h"
#include "io/text_scanner.h"
#include "sigmatch/io.h"

namespace sigmatch {

Eigen::MatrixXd read_matrix(const std::string& path) {
    const std::string contents = load_file(path);
    TextScanner scanner(path, contents);
    std::vector<double> values;
    std::size_t width = 0, height = 0;
    char separator = ' ';
    for (bool first = true; scanner.next_line(); first = false) {
        if (first) separator = separator_of(scanner.rest_of_line());
        const std::vector<std::string_view> fields = split_fields(scanner.rest_of_line(), separator);
        if (first && has_no_number(fields)) continue;  // a header
        if (height == 0) width = fields.size();
        if (fields.size() != width)
            scanner.fail(fmt::format("{} numbers, where the first row has {}", fields.size(), width));
        for (const std::string_view field : fields) {
            const std::optional<double> value = parse_double(field);
            if (!value) scanner.fail(fmt::format("{} is not a number", in_quotes(field)));
            if (!std::isfinite(*value)) scanner.fail(fmt::format("{} is not finite", in_quotes(field)));
            values.push_back(*value);
        }
        ++height;
    }
    if (height == 0) throw FileError(path, "holds no numbers");
    using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    return Eigen::Map<const RowMajor>(values.data(), static_cast<Eigen::Index>(height),
                                      static_cast<Eigen::Index>(width));
}

}  // namespace sigmatch
