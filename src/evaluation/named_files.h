#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sigmatch {

/// cat2 before cat10: runs of digits count as numbers.
bool natural_less(std::string_view a, std::string_view b);

struct NamedFile {
    std::string name;  ///< without folder and extension
    std::string path;
};

/// The files of a folder and its subfolders, three levels deep, that have one of the extensions (".off"; the
/// case of letters does not matter), in the natural order of their names.
/// Throws FileError if there are none or two have the same name.
std::vector<NamedFile> files_in(const std::string& folder, const std::vector<std::string>& extensions);

/// The files that read_shape() reads as meshes.
std::vector<NamedFile> shapes_in(const std::string& folder);

/// The path of the shape of this name. Throws FileError if there is none; `needed_by` is the file that says
/// there should be.
std::string shape_named(const std::vector<NamedFile>& shapes, const std::string& name,
                        const std::string& needed_by);

}  // namespace sigmatch
