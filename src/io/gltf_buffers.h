#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace sigmatch {

/// The elements of an accessor: a view of the bytes that hold them.
struct GltfElements {
    std::string_view bytes;  ///< starts with the first element
    std::size_t stride = 0, count = 0;
    std::uint64_t component_type = 0;

    std::string_view at(std::size_t element) const { return bytes.substr(element * stride); }
};

/// The JSON part of a glTF file and the bytes that it refers to: in the binary chunk, in base64, or in files
/// beside it.
class GltfBuffers {
public:
    static constexpr std::uint64_t uint8 = 5121, uint16 = 5123, uint32 = 5125, float32 = 5126;

    /// `own_bytes`: the binary chunk of a .glb file.
    GltfBuffers(std::string path, std::string_view json, std::optional<std::string_view> own_bytes);

    /// document[list][index], an object.
    const nlohmann::json& element(const char* list, std::uint64_t index) const;

    /// An integer of at least 0. Error messages use `where`.
    std::uint64_t natural(const nlohmann::json& object, const std::string& where, const char* name,
                          std::optional<std::uint64_t> otherwise = {}) const;

    /// Accessor `index`. It must have this type ("SCALAR", "VEC3") and lie within its buffer.
    GltfElements elements(std::uint64_t index, const char* type);

    /// The size of all buffers that were needed so far, in bytes.
    std::size_t bytes_held() const { return bytes_held_; }

    /// Throws FileError "path: where what".
    [[noreturn]] void fail(const std::string& where, const std::string& what) const;

private:
    std::string_view buffer(std::uint64_t index);
    std::string decode_data_uri(const std::string& where, std::string_view uri) const;
    std::string file_beside(const std::string& where, const std::string& uri) const;

    std::string path_;
    nlohmann::json document_;
    std::optional<std::string_view> own_bytes_;
    std::map<std::string, std::string> loaded_;  // by the data uri or the path
    std::size_t bytes_held_;
};

}  // namespace sigmatch
