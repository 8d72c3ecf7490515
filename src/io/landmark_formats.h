#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/shape_builder.h"
#include "sigmatch/landmarks.h"

/// A reader and a writer per format of landmarks. Positions are in the coordinates of the file here.
namespace sigmatch {

LandmarkSet read_mrk_json(const std::string& path, std::string_view contents);
LandmarkSet read_fcsv(const std::string& path, std::string_view contents);
LandmarkSet read_tps(const std::string& path, std::string_view contents);
LandmarkSet read_nts(const std::string& path, std::string_view contents);
LandmarkSet read_landmark_csv(const std::string& path, std::string_view contents);
LandmarkSet read_landmark_xyz(const std::string& path, std::string_view contents);
LandmarkSet read_landmark_ids(const std::string& path, std::string_view contents, const Shape& shape,
                              int index_base);

std::string mrk_json_text(const LandmarkSet& landmarks);
std::string fcsv_text(const LandmarkSet& landmarks);
std::string tps_text(const LandmarkSet& landmarks);
std::string nts_text(const LandmarkSet& landmarks);
std::string landmark_csv_text(const LandmarkSet& landmarks);
std::string landmark_xyz_text(const LandmarkSet& landmarks);
std::string landmark_ids_text(const LandmarkSet& landmarks, int index_base);

/// Collects the landmarks that a reader finds.
class LandmarkCollector {
public:
    explicit LandmarkCollector(std::string path);

    /// Refuses a position that is not finite.
    void add(std::string_view name, const Eigen::RowVector3d& position, Place place);
    /// A landmark without a position. `number`: its place in the file, for those without a name.
    void add_undefined(std::string_view name, std::size_t number);

    std::size_t size() const { return coordinates_.size() / 3 + set_.undefined.size(); }

    /// Throws FileError if there are no landmarks.
    LandmarkSet build();

private:
    LandmarkSet set_;
    std::vector<double> coordinates_;
};

/// "LPS" or "1", "RAS" or "0".
CoordinateSystem parse_coordinate_system(const std::string& path, std::string_view text);
const char* name_of(CoordinateSystem system);

/// Whether a token stands for a coordinate that was not measured: NA or NaN.
bool is_missing(std::string_view token);

}  // namespace sigmatch
