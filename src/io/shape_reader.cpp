#include <algorithm>
#include <filesystem>

#include "io/shape_builder.h"
#include "io/shape_formats.h"
#include "io/text_scanner.h"
#include "sigmatch/io.h"

namespace sigmatch {

std::string lower_case_extension(const std::string& path) {
    std::string extension = std::filesystem::path(path).extension().string();
    std::transform(extension.begin(), extension.end(), extension.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return extension;
}

Shape read_xyz(const std::string& path, std::string_view contents) {
    TextScanner scanner(path, contents);
    ShapeBuilder builder(path);
    while (scanner.next_line()) {
        const auto [x, y, z] = scanner.coordinates();
        builder.add_vertex(x, y, z);
    }
    return builder.build();
}

Shape read_shape(const std::string& path) {
    return parse_shape(path, load_file(path));  // report a missing file before a wrong extension
}

Shape parse_shape(const std::string& path, std::string_view contents) {
    const std::string extension = lower_case_extension(path);
    const auto reader = extension == ".off"    ? read_off
                        : extension == ".obj"  ? read_obj
                        : extension == ".ply"  ? read_ply
                        : extension == ".stl"  ? read_stl
                        : extension == ".vtp"  ? read_vtp
                        : extension == ".gltf" ? read_gltf
                        : extension == ".glb"  ? read_glb
                        : extension == ".xyz"  ? read_xyz
                        : extension == ".csv"  ? read_csv
                                               : nullptr;
    if (!reader)
        throw FileError(path,
                        "is not a known kind of shape file; the name must end in .off, .obj, .ply, .stl, "
                        ".vtp, .gltf, .glb, .xyz or .csv");
    if (contents.empty()) throw FileError(path, "is empty");
    return reader(path, contents);
}

}  // namespace sigmatch
