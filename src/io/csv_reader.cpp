#include "io/fields.h"
#include "io/shape_builder.h"
#include "io/shape_formats.h"
#include "io/text_scanner.h"

namespace sigmatch {

Shape read_csv(const std::string& path, std::string_view contents) {
    TextScanner scanner(path, contents);
    ShapeBuilder builder(path);
    char separator = ' ';
    bool first = true;
    std::optional<CoordinateColumns> columns;
    while (scanner.next_line()) {
        const std::string_view line = scanner.rest_of_line();
        if (first) separator = separator_of(line);
        const std::vector<std::string_view> fields = split_fields(line, separator);
        const bool is_header = first && has_no_number(fields);
        first = false;
        if (is_header) {
            columns = named_columns(fields);
            continue;
        }
        if (!columns) columns = numeric_columns(scanner, fields);
        const double x = number_in_column(scanner, fields, (*columns)[0]);
        const double y = number_in_column(scanner, fields, (*columns)[1]);
        const double z = number_in_column(scanner, fields, (*columns)[2]);
        builder.add_vertex(x, y, z);
    }
    return builder.build();
}

}  // namespace sigmatch
