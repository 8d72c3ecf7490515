#include "io/mat_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/bytes.h"
#include "io/text_scanner.h"
#include "io/zlib_stream.h"

namespace sigmatch {

namespace {

constexpr std::size_t mat_header_size = 128;
constexpr int deepest_struct = 8;

// Types of data elements and classes of arrays, as the format numbers them.
enum : std::uint32_t { mi_int8 = 1, mi_int32 = 5, mi_uint32 = 6, mi_matrix = 14, mi_compressed = 15 };
enum : std::uint32_t { class_struct = 2, class_double = 6, class_uint64 = 15 };

bool load_by_type(const MatVariable& variable, std::endian order, std::vector<double>& values) {
    switch (variable.stored_type) {
        case 1:
            return load_all<std::int8_t>(variable.numbers, order, values);
        case 2:
            return load_all<std::uint8_t>(variable.numbers, order, values);
        case 3:
            return load_all<std::int16_t>(variable.numbers, order, values);
        case 4:
            return load_all<std::uint16_t>(variable.numbers, order, values);
        case 5:
            return load_all<std::int32_t>(variable.numbers, order, values);
        case 6:
            return load_all<std::uint32_t>(variable.numbers, order, values);
        case 7:
            return load_all<float>(variable.numbers, order, values);
        case 9:
            return load_all<double>(variable.numbers, order, values);
        case 12:
            return load_all<std::int64_t>(variable.numbers, order, values);
        case 13:
            return load_all<std::uint64_t>(variable.numbers, order, values);
        default:
            return false;
    }
}

}  // namespace

MatFile::MatFile(const std::string& path, const std::string& name) : path_(path), contents_(load_file(path)) {
    std::string_view bytes = contents_;
    const std::string_view mark = bytes.substr(std::min(mat_header_size - 4, bytes.size()), 4);
    if (mark == std::string_view("\0\2IM", 4) || mark == std::string_view("\2\0MI", 4))
        throw FileError(path, "is a MATLAB 7.3 file; save it with save(..., '-v7')");
    if (mark == std::string_view("\1\0MI", 4))
        order_ = std::endian::big;
    else if (mark != std::string_view("\0\1IM", 4))
        throw FileError(path, "is not a MATLAB file of version 5 to 7");

    bytes.remove_prefix(mat_header_size);
    while (!bytes.empty()) {
        Element element = next_element(bytes);
        if (element.type == mi_compressed) {
            expand(element.data);
            std::string_view expanded = expanded_;
            element = next_element(expanded);
        }
        if (element.type != mi_matrix) continue;
        variable_ = parse_matrix(element.data, 0);
        if (variable_.name == name) return;
    }
    throw FileError(path, "has no variable '" + name + "'");
}

MatMatrix MatFile::matrix(const MatVariable& variable, const std::string& name) const {
    const auto fail = [&](const char* what) { throw FileError(path_, "'" + name + "' " + what); };
    if (!variable.is_numeric) fail("is not an array of numbers");
    if (variable.is_complex) fail("is complex; real numbers are expected");
    if (variable.dimensions.size() != 2) fail("is not a matrix");
    return {static_cast<std::size_t>(variable.dimensions[0]),
            static_cast<std::size_t>(variable.dimensions[1]), values(variable, name)};
}

std::int64_t MatFile::index(const std::string& name, std::size_t row, double value,
                            std::int64_t limit) const {
    if (!(value >= 1) || !(value <= static_cast<double>(limit)) || value != std::floor(value))
        throw FileError(path_, fmt::format("'{}' row {}: {} is not a vertex; there are {}, counted from 1",
                                           name, row + 1, value, limit));
    return static_cast<std::int64_t>(value) - 1;
}

std::vector<double> MatFile::values(const MatVariable& variable, const std::string& name) const {
    // A number takes at least one byte. So a wrong size cannot ask for much more memory than the file has.
    std::size_t count = 1;
    for (const std::int64_t size : variable.dimensions) {
        if (size != 0 && count > variable.numbers.size() / static_cast<std::size_t>(size)) fail_damaged();
        count *= static_cast<std::size_t>(size);
    }
    std::vector<double> values(count);
    if (count > 0 && !load_by_type(variable, order_, values))
        throw FileError(path_, "'" + name + "' does not hold the numbers it declares; the file is damaged");
    return values;
}

void MatFile::fail_damaged() const {
    throw FileError(path_, "is truncated or damaged; save it again");
}

/// Takes one data element off the front of `bytes`.
MatFile::Element MatFile::next_element(std::string_view& bytes) const {
    if (bytes.size() < 8) fail_damaged();
    const auto word = load_number<std::uint32_t>(bytes, order_);
    if (word >> 16 != 0) {  // the tag itself holds up to four bytes of data
        const std::size_t size = word >> 16;
        if (size > 4) fail_damaged();
        const Element element{word & 0xFFFF, bytes.substr(4, size)};
        bytes.remove_prefix(8);
        return element;
    }
    const std::size_t size = load_number<std::uint32_t>(bytes.substr(4), order_);
    bytes.remove_prefix(8);
    if (size > bytes.size()) fail_damaged();
    const Element element{word, bytes.substr(0, size)};
    const std::size_t padded = word == mi_compressed ? size : (size + 7) / 8 * 8;
    bytes.remove_prefix(std::min(padded, bytes.size()));
    return element;
}

void MatFile::expand(std::string_view compressed) {
    expanded_.clear();
    const Expansion outcome = expand_zlib(compressed, largest_expansion(compressed.size()), expanded_);
    if (outcome == Expansion::too_large)
        throw FileError(path_, "expands to far more than its size; save it with save(..., '-v6')");
    if (outcome == Expansion::damaged) fail_damaged();
}

MatVariable MatFile::parse_matrix(std::string_view bytes, int depth) const {
    MatVariable variable;
    if (bytes.empty()) {  // a field of a struct that was never set
        variable.dimensions = {0, 0};
        variable.is_numeric = true;
        return variable;
    }
    const Element flags = next_element(bytes);
    if (flags.type != mi_uint32 || flags.data.size() != 8) fail_damaged();
    const auto flag_word = load_number<std::uint32_t>(flags.data, order_);
    const std::uint32_t array_class = flag_word & 0xFF;
    variable.is_complex = flag_word & 0x800;
    if (array_class > class_uint64) return variable;  // functions and other objects have another layout

    const Element sizes = next_element(bytes);
    if (sizes.type != mi_int32 || sizes.data.size() < 8 || sizes.data.size() % 4 != 0) fail_damaged();
    for (std::size_t at = 0; at < sizes.data.size(); at += 4) {
        variable.dimensions.push_back(load_number<std::int32_t>(sizes.data.substr(at), order_));
        if (variable.dimensions.back() < 0) fail_damaged();
    }
    const Element name = next_element(bytes);
    if (name.type != mi_int8) fail_damaged();
    variable.name = name.data;

    if (array_class >= class_double) {
        const Element numbers = next_element(bytes);
        variable.is_numeric = true;
        variable.stored_type = numbers.type;
        variable.numbers = numbers.data;
    } else if (array_class == class_struct && depth < deepest_struct &&
               variable.dimensions == std::vector<std::int64_t>{1, 1}) {
        variable.is_struct = true;
        parse_fields(variable, bytes, depth);
    }
    return variable;
}

void MatFile::parse_fields(MatVariable& variable, std::string_view bytes, int depth) const {
    const Element width = next_element(bytes);
    if (width.type != mi_int32 || width.data.size() != 4) fail_damaged();
    const auto name_size = load_number<std::int32_t>(width.data, order_);
    const Element names = next_element(bytes);
    if (names.type != mi_int8 || name_size <= 0) fail_damaged();
    for (std::string_view rest = names.data; rest.size() >= static_cast<std::size_t>(name_size);
         rest.remove_prefix(static_cast<std::size_t>(name_size))) {
        const std::string_view padded = rest.substr(0, static_cast<std::size_t>(name_size));
        const Element value = next_element(bytes);
        if (value.type != mi_matrix) fail_damaged();
        variable.fields.try_emplace(std::string(padded.substr(0, padded.find('\0'))),
                                    parse_matrix(value.data, depth + 1));
    }
}

}  // namespace sigmatch
