#include "support/vtp_file.h"

#include <fmt/format.h>
#include <zlib.h>

#include <vector>

#include "io/base64.h"
#include "io/bytes.h"

namespace sigmatch::testing {

namespace {

class VtpWriter {
public:
    explicit VtpWriter(const VtpStyle& style) : style_(style) {}

    std::string write(const Shape& shape) {
        std::vector<double> points(shape.vertices.data(), shape.vertices.data() + shape.vertices.size());
        std::vector<double> corners(shape.faces.data(), shape.faces.data() + shape.faces.size());
        std::vector<double> offsets;
        for (Eigen::Index i = 1; i <= shape.faces.rows(); ++i)
            offsets.push_back(3.0 * static_cast<double>(i));
        std::string xml = fmt::format(
            "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" "
            "header_type=\"{}\"{}>\n<PolyData>\n<Piece NumberOfPoints=\"{}\" NumberOfVerts=\"0\" "
            "NumberOfLines=\"0\" NumberOfStrips=\"0\" NumberOfPolys=\"{}\">\n",
            style_.wide_header ? "UInt64" : "UInt32",
            style_.zlib ? " compressor=\"vtkZLibDataCompressor\"" : "", shape.vertices.rows(),
            shape.faces.rows());
        xml += "<Points>\n" + array("Points", points, false) + "</Points>\n";
        xml += "<Polys>\n" + array("connectivity", corners, true);
        xml += array("offsets", offsets, true) + "</Polys>\n</Piece>\n</PolyData>\n";
        if (!appended_.empty())
            xml += fmt::format("<AppendedData encoding=\"{}\">\n _{}\n</AppendedData>\n",
                               style_.format == VtpStyle::appended_raw ? "raw" : "base64", appended_);
        return xml + "</VTKFile>\n";
    }

private:
    std::string array(const char* name, const std::vector<double>& values, bool integers) {
        const std::string head =
            fmt::format("<DataArray type=\"{}{}\" Name=\"{}\"{} format=\"", integers ? "Int" : "Float",
                        style_.wide_numbers ? 64 : 32, name, integers ? "" : " NumberOfComponents=\"3\"");
        // As VTK writes it, which must not be taken for the data.
        const std::string key = "<InformationKey name=\"RANGE\" length=\"1\">1</InformationKey>\n";
        if (style_.format == VtpStyle::ascii)
            return fmt::format("{}ascii\">\n{}\n{}</DataArray>\n", head, fmt::join(values, " "), key);
        const bool base64 = style_.format != VtpStyle::appended_raw;
        const std::string data = stored(bytes_of(values, integers), base64);
        if (style_.format == VtpStyle::binary)
            return fmt::format("{}binary\">\n{} {}\n</DataArray>\n", head, key, data);
        const std::size_t offset = appended_.size();
        appended_ += data;
        return fmt::format("{}appended\" offset=\"{}\">{}</DataArray>\n", head, offset, key);
    }

    std::string bytes_of(const std::vector<double>& values, bool integers) const {
        std::string bytes;
        for (const double value : values) {
            if (integers && style_.wide_numbers)
                append_little_endian(bytes, static_cast<std::int64_t>(value));
            if (integers && !style_.wide_numbers)
                append_little_endian(bytes, static_cast<std::int32_t>(value));
            if (!integers && style_.wide_numbers) append_little_endian(bytes, value);
            if (!integers && !style_.wide_numbers) append_little_endian(bytes, static_cast<float>(value));
        }
        return bytes;
    }

    void append_word(std::string& bytes, std::size_t word) const {
        if (style_.wide_header)
            append_little_endian(bytes, static_cast<std::uint64_t>(word));
        else
            append_little_endian(bytes, static_cast<std::uint32_t>(word));
    }

    std::string stored(const std::string& bytes, bool base64) const {
        std::string header, data;
        if (style_.zlib) {
            const std::size_t blocks = (bytes.size() + style_.block_size - 1) / style_.block_size;
            for (const std::size_t word : {blocks, style_.block_size, bytes.size() % style_.block_size})
                append_word(header, word);
            for (std::size_t k = 0; k < blocks; ++k) {
                const std::string block = bytes.substr(k * style_.block_size, style_.block_size);
                uLongf size = compressBound(block.size());
                std::string compressed(size, '\0');
                compress(reinterpret_cast<Bytef*>(compressed.data()), &size,
                         reinterpret_cast<const Bytef*>(block.data()), block.size());
                append_word(header, size);
                data += compressed.substr(0, size);
            }
            if (base64) return encode_base64(header) + encode_base64(data);  // VTK pads the header alone
        } else {
            append_word(header, bytes.size());
            data = bytes;
        }
        return base64 ? encode_base64(header + data) : header + data;
    }

    const VtpStyle style_;
    std::string appended_;
};

}  // namespace

std::string vtp_file(const Shape& shape, const VtpStyle& style) {
    return VtpWriter(style).write(shape);
}

}  // namespace sigmatch::testing
