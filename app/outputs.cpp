#include "outputs.h"

#include <filesystem>

#include "sigmatch/errors.h"
#include "sigmatch/io.h"

namespace fs = std::filesystem;

void check_outputs(const std::vector<std::string>& files, const std::vector<std::string>& shapes,
                   const std::vector<std::string>& inputs) {
    std::vector<std::string> outputs = files;
    for (const std::string& path : shapes) {
        if (path.empty()) continue;
        sigmatch::check_shape_name(path);
        outputs.push_back(path);
    }
    std::erase(outputs, "");
    for (size_t k = 0; k < outputs.size(); ++k) {
        const std::string& path = outputs[k];
        const fs::path folder = fs::absolute(path).parent_path();
        if (!fs::is_directory(folder))
            throw sigmatch::FileError(path, "cannot be written: there is no folder " + folder.string());
        if (fs::is_directory(path)) throw sigmatch::FileError(path, "cannot be written: it is a folder");
        for (size_t l = 0; l < k; ++l)
            if (fs::weakly_canonical(path) == fs::weakly_canonical(outputs[l]))
                throw sigmatch::FileError(path, "is the name of two outputs");
        for (const std::string& input : inputs)
            if (!input.empty() && fs::is_regular_file(path) && fs::exists(input) &&
                fs::equivalent(path, input))
                throw sigmatch::FileError(path, "is an input: the output would overwrite it");
    }
}
