#pragma once

#include <string>
#include <string_view>

#include "sigmatch/shape.h"

/// One reader per format; each gets the whole file. They are our own because nothing may be taken on trust
/// here: what the readers of the usual libraries do with a bad file ranges from a dropped corner to a crash.
namespace sigmatch {

Shape read_off(const std::string& path, std::string_view contents);
Shape read_obj(const std::string& path, std::string_view contents);
Shape read_ply(const std::string& path, std::string_view contents);
Shape read_stl(const std::string& path, std::string_view contents);
Shape read_vtp(const std::string& path, std::string_view contents);
Shape read_gltf(const std::string& path, std::string_view contents);
Shape read_glb(const std::string& path, std::string_view contents);
Shape read_xyz(const std::string& path, std::string_view contents);
Shape read_csv(const std::string& path, std::string_view contents);

/// read_shape() for a file that was loaded.
Shape parse_shape(const std::string& path, std::string_view contents);

/// ".off" for "cat0.OFF"; empty where the name has none.
std::string lower_case_extension(const std::string& path);

}  // namespace sigmatch
