#include "io/vtk_arrays.h"

#include <fmt/format.h>

#include "io/base64.h"
#include "io/bytes.h"
#include "io/text_scanner.h"
#include "io/zlib_stream.h"

namespace sigmatch {

VtkArrays::VtkArrays(std::string path, pugi::xml_node root, std::string_view appended)
    : path_(std::move(path)), appended_(appended) {
    const std::string_view order = root.attribute("byte_order").as_string("LittleEndian");
    if (order != "LittleEndian")
        throw FileError(path_, "its byte order is " + in_quotes(order) +
                                   "; only LittleEndian is read, write it again on a usual machine");
    const std::string_view compressor = root.attribute("compressor").as_string();
    if (!compressor.empty() && compressor != "vtkZLibDataCompressor")
        throw FileError(path_, "is compressed by " + in_quotes(compressor) +
                                   "; only vtkZLibDataCompressor is read, write it again with that or none");
    compressed_ = !compressor.empty();
    const std::string_view header = root.attribute("header_type").as_string("UInt32");
    if (header != "UInt32" && header != "UInt64")
        throw FileError(path_,
                        "its header_type is " + in_quotes(header) + "; UInt32 and UInt64 are possible");
    word_size_ = header == "UInt64" ? 8 : 4;
    const std::string_view encoding =
        root.child("AppendedData").attribute("encoding").as_string("base64");  // VTK's default
    if (encoding != "base64" && encoding != "raw")
        throw FileError(path_, "the encoding of its AppendedData is " + in_quotes(encoding) +
                                   "; base64 and raw are possible");
    appended_base64_ = encoding == "base64";
}

std::vector<double> VtkArrays::read(pugi::xml_node array, const char* name, std::size_t count) const {
    const std::string_view format = array.attribute("format").as_string("ascii");
    const std::string_view text = array.child_value();
    if (format == "ascii") return from_text(text, name, count);

    std::string bytes;
    if (format == "binary") {
        bytes = stored_bytes(text, true, name);
    } else if (format == "appended") {
        const auto offset = parse_integer(array.attribute("offset").as_string());
        if (!offset || *offset < 0 || static_cast<std::uint64_t>(*offset) > appended_.size())
            fail(name, "its offset does not lie in the appended data; the file is truncated or damaged");
        bytes = stored_bytes(appended_.substr(static_cast<std::size_t>(*offset)), appended_base64_, name);
    } else {
        fail(name, "its format is " + in_quotes(format) + "; ascii, binary and appended are possible");
    }

    const std::string_view type = array.attribute("type").as_string();
    const std::size_t size = type == "Float32" || type == "Int32"   ? 4
                             : type == "Float64" || type == "Int64" ? 8
                                                                    : 0;
    if (size == 0)
        fail(name, "its type is " + in_quotes(type) + "; Float32, Float64, Int32 and Int64 are read");
    if (bytes.size() % size != 0 || bytes.size() / size != count)
        fail(name, fmt::format("{} numbers are declared, but {} bytes stored; the file is damaged", count,
                               bytes.size()));
    std::vector<double> values(count);
    const auto load = type == "Float32"   ? load_all<float>
                      : type == "Float64" ? load_all<double>
                      : type == "Int32"   ? load_all<std::int32_t>
                                          : load_all<std::int64_t>;
    load(bytes, std::endian::little, values);
    return values;
}

void VtkArrays::fail(const char* name, const std::string& what) const {
    throw FileError(path_, fmt::format("{}: {}", name, what));
}

std::vector<double> VtkArrays::from_text(std::string_view text, const char* name, std::size_t count) const {
    TextScanner scanner(path_, text, '\0');
    std::vector<double> values;
    for (std::string_view token = scanner.token_in_any_line(); !token.empty();
         token = scanner.token_in_any_line()) {
        const auto value = parse_double(token);
        if (!value)
            fail(name, fmt::format("entry {} is not a number but {}", values.size(), in_quotes(token)));
        values.push_back(*value);
    }
    if (values.size() != count)
        fail(name, fmt::format("{} numbers are declared, but there are {}; the file is truncated or damaged",
                               count, values.size()));
    return values;
}

/// The bytes of the array, without VTK's header and decompressed.
std::string VtkArrays::stored_bytes(std::string_view data, bool base64, const char* name) const {
    const std::size_t size = word(take(data, base64, word_size_, name), 0);
    if (compressed_) return expand(data, base64, size, name);
    return take(data, base64, word_size_ + std::min(size, data.size()), name).substr(word_size_);
}

std::string VtkArrays::take(std::string_view data, bool base64, std::size_t size, const char* name) const {
    const auto bytes = base64 ? decode_base64(data, size) : std::string(data.substr(0, size));
    if (!bytes) fail(name, "is not valid base64; the file is damaged");
    if (bytes->size() < size) fail(name, "the data end too early; the file is truncated or damaged");
    return *bytes;
}

std::size_t VtkArrays::word(std::string_view bytes, std::size_t index) const {
    bytes.remove_prefix(index * word_size_);
    return word_size_ == 8 ? load_number<std::uint64_t>(bytes, std::endian::little)
                           : load_number<std::uint32_t>(bytes, std::endian::little);
}

/// The header has the number of blocks, their size, the size of the last one (0: as the others), and the
/// compressed size of each block.
std::string VtkArrays::expand(std::string_view data, bool base64, std::size_t blocks,
                              const char* name) const {
    if (blocks > data.size() / word_size_)
        fail(name, fmt::format("{} compressed blocks, more than the file can hold; it is damaged", blocks));
    if (blocks == 0) return {};
    const std::size_t header_size = (3 + blocks) * word_size_;
    const std::string header = take(data, base64, header_size, name);
    std::size_t total = 0;
    for (std::size_t k = 0; k < blocks; ++k) {
        total += std::min(word(header, 3 + k), data.size());
        if (total > data.size()) fail(name, "the data end too early; the file is truncated or damaged");
    }
    const std::string all = take(data, base64, header_size + total, name);
    std::string_view rest = std::string_view(all).substr(header_size);
    const std::size_t limit = largest_expansion(total);
    std::string bytes;
    for (std::size_t k = 0; k < blocks; ++k) {
        const std::size_t size = word(header, 3 + k);
        const std::size_t last = word(header, 2);
        const std::size_t expected = k + 1 == blocks && last > 0 ? last : word(header, 1);
        const std::size_t before = bytes.size();
        const Expansion outcome = expand_zlib(rest.substr(0, size), limit, bytes);
        if (outcome == Expansion::too_large)
            fail(name, "expands to far more than its size; write it again without compression");
        if (outcome == Expansion::damaged || bytes.size() - before != expected)
            fail(name, fmt::format("compressed block {} is damaged; write the file again", k));
        rest.remove_prefix(size);
    }
    return bytes;
}

}  // namespace sigmatch
