#pragma once

#include <string>
#include <string_view>

#include "sigmatch/shape.h"

/// One reader per format; each gets the whole file. We wrote our own, because the readers of the usual
/// libraries do not handle bad files well: some drop a corner, some crash.
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

/// read_shape() for a file that is loaded already.
Shape parse_shape(const std::string& path, std::string_view contents);

/// ".off" for "cat0.OFF"; empty if the name has no extension.
std::string lower_case_extension(const std::string& path);

}  // namespace sigmatch
