#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sigmatch {

enum class PlyFormat { ascii, little_endian, big_endian };
enum class PlyType { int8, uint8, int16, uint16, int32, uint32, float32, float64 };

std::size_t byte_size(PlyType type);

struct PlyProperty {
    std::string name;
    PlyType type;
    bool is_list = false;
    PlyType count_type = PlyType::uint8;  ///< type of the length of a list
};

struct PlyElement {
    std::string name;
    std::int64_t count = 0;
    std::vector<PlyProperty> properties;
};

struct PlyHeader {
    PlyFormat format = PlyFormat::ascii;
    std::vector<PlyElement> elements;
    std::size_t bytes = 0;   ///< position where the data start
    std::int64_t lines = 0;  ///< number of lines before the data
};

PlyHeader parse_ply_header(const std::string& path, std::string_view contents);

}  // namespace sigmatch
