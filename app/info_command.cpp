#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "commands.h"
#include "sigmatch/inspection.h"
#include "sigmatch/io.h"

namespace {

using namespace sigmatch;

struct Arguments {
    std::string shape;
    bool json = false;
};

std::vector<double> numbers(const Eigen::RowVector3d& row) {
    return {row[0], row[1], row[2]};
}

std::string as_json(const Inspection& found) {
    nlohmann::ordered_json json = {
        {"vertices", found.vertices},
        {"faces", found.faces},
        {"edges", found.edges},
        {"bounding_box", {numbers(found.lowest), numbers(found.highest)}},
        {"area", found.area},
        {"smallest_angle", found.smallest_angle},
        {"part_vertices", found.part_vertices},
        {"undefined_vertices", found.undefined_vertices},
        {"isolated_vertices", found.isolated_vertices},
        {"border_edges", found.border_edges},
        {"border_loops", found.border_loops},
        {"joinable_vertices", found.joinable_vertices},
        {"nonmanifold_edges", found.nonmanifold_edges},
        {"nonmanifold_vertices", found.nonmanifold_vertices},
        {"inconsistent_edges", found.inconsistent_edges},
        {"duplicate_faces", found.duplicate_faces},
        {"collapsed_faces", found.collapsed_faces},
        {"flat_faces", found.flat_faces},
        {"negative_edges", found.negative_edges},
        {"euler_characteristic", found.euler_characteristic},
        {"genus", nullptr},
        {"findings", findings(found)},
    };
    if (found.genus) json["genus"] = *found.genus;
    return json.dump(2);
}

std::string as_text(const Inspection& found) {
    std::string text =
        fmt::format("{} vertices, {} faces, {} edges\n", found.vertices, found.faces, found.edges);
    const Eigen::RowVector3d size = found.highest - found.lowest;
    text +=
        fmt::format("bounding box {:.6g} x {:.6g} x {:.6g}, from ({:.6g}) to ({:.6g})\n", size[0], size[1],
                    size[2], fmt::join(numbers(found.lowest), ", "), fmt::join(numbers(found.highest), ", "));
    if (found.faces > 0) {
        text += fmt::format("area {:.6g}, smallest angle {:.3g} degrees, Euler characteristic {}", found.area,
                            found.smallest_angle, found.euler_characteristic);
        text += found.genus ? fmt::format(", genus {}\n", *found.genus) : "\n";
        const size_t shown = std::min<size_t>(found.part_vertices.size(), 10);
        const std::vector<int> largest(found.part_vertices.begin(), found.part_vertices.begin() + shown);
        text += fmt::format("vertices of the connected parts: {}{}\n", fmt::join(largest, ", "),
                            shown < found.part_vertices.size() ? ", ..." : "");
    }
    const std::vector<std::string> lines = findings(found);
    for (const std::string& line : lines) text += "- " + line + "\n";
    return text + (lines.empty() ? "a closed manifold without flaws" : "the shape itself is left as it is");
}

}  // namespace

void add_info_command(CLI::App& app) {
    auto arguments = std::make_shared<Arguments>();
    CLI::App* command =
        app.add_subcommand("info", "Tell the size and the flaws of a shape, and what is done about them");
    command->add_option("SHAPE", arguments->shape, "Shape (OFF, OBJ, PLY, STL, VTP, glTF, XYZ, CSV)")
        ->required();
    command->add_flag("--json", arguments->json, "For machines");
    refuse_empty_values(*command);
    command->callback([arguments] {
        const Inspection found = inspect(read_shape(arguments->shape));
        fmt::print("{}\n", arguments->json ? as_json(found) : as_text(found));
    });
}
