#include <algorithm>
#include <filesystem>
#include <fstream>

#include "sigmatch/landmarks.h"

namespace sigmatch {

CoordinateSystem coordinate_system_of_shape(const std::string& path) {
    constexpr std::size_t longest_head = 2000;
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored)) return CoordinateSystem::lps;
    std::string head(longest_head, '\0');
    std::ifstream in(path, std::ios::binary);
    in.read(head.data(), static_cast<std::streamsize>(head.size()));
    head.resize(static_cast<std::size_t>(in.gcount()));
    head.resize(std::min(head.find("end_header"), head.size()));  // of a PLY
    return head.find("SPACE=RAS") != std::string::npos ? CoordinateSystem::ras : CoordinateSystem::lps;
}

}  // namespace sigmatch
