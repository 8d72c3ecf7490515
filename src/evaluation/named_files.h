#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sigmatch {

/// Natural order: runs of digits count as numbers, so that cat2 comes before cat10.
bool natural_less(std::string_view a, std::string_view b);

struct NamedFile {
    std::string name;  ///< without folder and extension
    std::string path;
};

/// The files with one of the extensions (".off"; upper or lower case) in a folder and its subfolders, three
/// levels deep, in the natural order of their names. Throws FileError if there are none or two have the same
/// name.
std::vector<NamedFile> files_in(const std::string& folder, const std::vector<std::string>& extensions);

/// The files that read_shape() reads as meshes.
std::vector<NamedFile> shapes_in(const std::string& folder);

/// The path of the shape with this name. Throws FileError if there is none; `needed_by` is the file that
/// refers to it.
std::string shape_named(const std::vector<NamedFile>& shapes, const std::string& name,
                        const std::string& needed_by);

}  // namespace sigmatch
