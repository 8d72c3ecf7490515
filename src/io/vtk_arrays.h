#pragma once

#include <cstddef>
#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace sigmatch {

/// Reads the arrays of numbers in a VTK XML file, in all encodings: inline as text or base64, or appended as
/// base64 or raw bytes; compressed by zlib or not.
class VtkArrays {
public:
    /// `root` is the element VTKFile. `appended` is the text after the underscore of its AppendedData, if
    /// any.
    VtkArrays(std::string path, pugi::xml_node root, std::string_view appended);

    /// The `count` numbers of a DataArray. Error messages use `name`.
    std::vector<double> read(pugi::xml_node array, const char* name, std::size_t count) const;

private:
    [[noreturn]] void fail(const char* name, const std::string& what) const;
    std::vector<double> from_text(std::string_view text, const char* name, std::size_t count) const;
    std::string stored_bytes(std::string_view data, bool base64, const char* name) const;
    std::string take(std::string_view data, bool base64, std::size_t size, const char* name) const;
    std::size_t word(std::string_view bytes, std::size_t index) const;
    std::string expand(std::string_view data, bool base64, std::size_t blocks, const char* name) const;

    std::string path_;
    std::string_view appended_;
    bool appended_base64_ = false;
    bool compressed_ = false;
    std::size_t word_size_ = 4;  // of the numbers in the header of the data
};

}  // namespace sigmatch
