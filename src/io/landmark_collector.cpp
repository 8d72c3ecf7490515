#include <fmt/format.h>

#include <utility>

#include "io/landmark_formats.h"
#include "io/text_scanner.h"

namespace sigmatch {

LandmarkCollector::LandmarkCollector(std::string path) {
    set_.path = std::move(path);
}

void LandmarkCollector::add(std::string_view name, const Eigen::RowVector3d& position, Place place) {
    if (!position.allFinite())
        throw FileError(set_.path, fmt::format("{} {}: a coordinate is not finite; place the landmark again",
                                               place.unit, place.number));
    set_.names.emplace_back(name);
    coordinates_.insert(coordinates_.end(), position.begin(), position.end());
}

void LandmarkCollector::add_undefined(std::string_view name, std::size_t number) {
    set_.undefined.push_back(name.empty() ? fmt::format("number {}", number) : std::string(name));
}

LandmarkSet LandmarkCollector::build() {
    if (size() == 0) throw FileError(set_.path, "holds no landmarks; place some points");
    if (coordinates_.empty())
        throw FileError(set_.path,
                        fmt::format("none of its {} landmarks has a position; place them", size()));
    set_.positions =
        Eigen::Map<const Points>(coordinates_.data(), static_cast<Eigen::Index>(coordinates_.size() / 3), 3);
    return std::move(set_);
}

CoordinateSystem parse_coordinate_system(const std::string& path, std::string_view text) {
    if (text == "LPS" || text == "1") return CoordinateSystem::lps;
    if (text == "RAS" || text == "0") return CoordinateSystem::ras;
    throw FileError(path, "its coordinate system is " + in_quotes(text) +
                              "; LPS and RAS are read, save it again in one of them");
}

const char* name_of(CoordinateSystem system) {
    return system == CoordinateSystem::ras ? "RAS" : "LPS";
}

bool is_missing(std::string_view token) {
    return token == "NA" || token == "NaN" || token == "nan" || token == "NAN";
}

}  // namespace sigmatch
