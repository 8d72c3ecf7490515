#include <fmt/format.h>

#include <iterator>

#include "sigmatch/io.h"

namespace sigmatch {

void write_dense_map(const std::string& path, const DenseMap& map, const Shape& target) {
    std::string text =
        "# The point of the other shape for each vertex, a line per vertex, in the order of the vertices.\n"
        "# Columns: the corners of a triangle of the other shape (three vertices, counted from 0),\n"
        "# and their weights. -1 and 0 for a vertex whose coordinates are not finite.\n";
    auto out = std::back_inserter(text);
    for (const auto& [face, weights] : map) {
        const Eigen::RowVector3i corners = target.faces.rows() > 0 && face >= 0
                                               ? target.faces.row(face)
                                               : Eigen::RowVector3i::Constant(face).eval();
        fmt::format_to(out, "{} {} {} {:.6g} {:.6g} {:.6g}\n", corners[0], corners[1], corners[2], weights[0],
                       weights[1], weights[2]);
    }
    write_file_atomically(path, text);
}

}  // namespace sigmatch
