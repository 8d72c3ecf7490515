#pragma once

#include <cstddef>
#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace sigmatch {

/// The arrays of numbers in a VTK XML file, in each of the ways it may store them: as text, as base64 in
/// place, appended as base64 or as they are; compressed by zlib or not.
class VtkArrays {
public:
    /// `root` is the element VTKFile; `appended` what follows the underscore of its AppendedData, if any.
    VtkArrays(std::string path, pugi::xml_node root, std::string_view appended);

    /// The `count` numbers of a DataArray. `name` is for the message should it not hold them.
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
    std::size_t word_size_ = 4;  // of the numbers in front of the data
};

}  // namespace sigmatch
