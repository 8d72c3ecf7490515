#include "io/gltf_buffers.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "io/base64.h"
#include "io/json_support.h"
#include "io/text_scanner.h"

namespace sigmatch {

namespace {

using nlohmann::json;
namespace fs = std::filesystem;

/// "my%20mesh.bin" names the file "my mesh.bin".
std::string without_percent_signs(std::string_view uri) {
    std::string name;
    for (std::size_t k = 0; k < uri.size(); ++k) {
        unsigned char code = 0;
        const std::string_view digits = uri[k] == '%' ? uri.substr(k + 1, 2) : std::string_view();
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
        const bool escaped = digits.size() == 2 && error == std::errc() && end == digits.data() + 2;
        name += escaped ? static_cast<char>(code) : uri[k];
        if (escaped) k += 2;
    }
    return name;
}

bool lies_in(const fs::path& folder, const fs::path& file) {
    const auto [rest, _] = std::mismatch(folder.begin(), folder.end(), file.begin(), file.end());
    return rest == folder.end();
}

}  // namespace

GltfBuffers::GltfBuffers(std::string path, std::string_view text, std::optional<std::string_view> own_bytes)
    : path_(std::move(path)),
      own_bytes_(own_bytes),
      bytes_held_(text.size() + own_bytes.value_or(std::string_view()).size()) {
    try {
        document_ = parse_json(text);
    } catch (const InputError& error) {
        throw FileError(path_, error.what());
    }
    if (!document_.is_object()) throw FileError(path_, "is not a glTF file: its JSON is not an object");
}

void GltfBuffers::fail(const std::string& where, const std::string& what) const {
    throw FileError(path_, where + " " + what);
}

const json& GltfBuffers::element(const char* list, std::uint64_t index) const {
    const auto found = document_.find(list);
    if (found == document_.end() || !found->is_array() || index >= found->size() ||
        !(*found)[index].is_object())
        fail(fmt::format("{}[{}]", list, index), "is missing or not an object");
    return (*found)[index];
}

std::uint64_t GltfBuffers::natural(const json& object, const std::string& where, const char* name,
                                   std::optional<std::uint64_t> otherwise) const {
    const auto found = object.find(name);
    if (found == object.end()) {
        if (!otherwise) fail(fmt::format("{}.{}", where, name), "is missing");
        return *otherwise;
    }
    constexpr std::uint64_t largest = std::uint64_t(1) << 53;  // sums of a few do not overflow
    if (!found->is_number_unsigned() || found->get<std::uint64_t>() > largest)
        fail(fmt::format("{}.{}", where, name), "is not an integer of at least 0");
    return found->get<std::uint64_t>();
}

GltfElements GltfBuffers::elements(std::uint64_t index, const char* type) {
    const std::string where = fmt::format("accessors[{}]", index);
    const json& accessor = element("accessors", index);
    if (accessor.contains("sparse")) fail(where, "is sparse; export the shape without morph targets");
    if (accessor.value("type", json()) != type) fail(where, fmt::format("is not of type {}", type));
    GltfElements elements;
    elements.component_type = natural(accessor, where, "componentType");
    elements.count = natural(accessor, where, "count");
    const std::size_t component_size = elements.component_type == uint8     ? 1
                                       : elements.component_type == uint16  ? 2
                                       : elements.component_type == uint32  ? 4
                                       : elements.component_type == float32 ? 4
                                                                            : 0;
    if (component_size == 0)
        fail(where, "has a componentType that is not read; float, and unsigned integers for indices, are");
    const std::size_t size = component_size * (std::string_view(type) == "VEC3" ? 3 : 1);

    const std::uint64_t view_index = natural(accessor, where, "bufferView");
    const std::string view_name = fmt::format("bufferViews[{}]", view_index);
    const json& view = element("bufferViews", view_index);
    const auto extensions = view.find("extensions");
    if (extensions != view.end() && !extensions->empty())
        fail(view_name, "is compressed or otherwise extended; export the shape without compression");
    const std::string_view bytes = buffer(natural(view, view_name, "buffer"));
    const std::uint64_t begin = natural(view, view_name, "byteOffset", 0);
    const std::uint64_t length = natural(view, view_name, "byteLength");
    if (begin > bytes.size() || length > bytes.size() - begin)
        fail(view_name, "goes beyond its buffer; the file is truncated or damaged");
    elements.stride = natural(view, view_name, "byteStride", size);
    if (elements.stride < size || elements.stride > 252)
        fail(view_name, fmt::format("has a byteStride of {}, for elements of {}", elements.stride, size));

    const std::uint64_t offset = natural(accessor, where, "byteOffset", 0);
    if (elements.count > 0 && (offset > length || size > length - offset ||
                               elements.count - 1 > (length - offset - size) / elements.stride))
        fail(where, "goes beyond its bufferView; the file is truncated or damaged");
    elements.bytes = bytes.substr(begin, length).substr(std::min(offset, length));
    return elements;
}

std::string_view GltfBuffers::buffer(std::uint64_t index) {
    const std::string where = fmt::format("buffers[{}]", index);
    const json& buffer = element("buffers", index);
    const auto uri = buffer.find("uri");
    if (uri == buffer.end()) {
        if (index != 0 || !own_bytes_) fail(where, "has no uri, and the file no bytes of its own for it");
        return *own_bytes_;
    }
    if (!uri->is_string()) fail(where, "has a uri that is not a text");
    const auto& name = uri->get_ref<const std::string&>();
    const bool is_data = name.starts_with("data:");
    const auto [entry, is_new] = loaded_.try_emplace(is_data ? name : file_beside(where, name));
    if (is_new) {
        entry->second = is_data ? decode_data_uri(where, name) : load_file(entry->first);
        bytes_held_ += entry->second.size();
    }
    return entry->second;
}

std::string GltfBuffers::decode_data_uri(const std::string& where, std::string_view uri) const {
    constexpr std::string_view mark = ";base64,";
    const std::size_t at = uri.find(mark);
    const auto bytes =
        at == std::string_view::npos ? std::nullopt : decode_base64(uri.substr(at + mark.size()));
    if (!bytes) fail(where, "has a data uri that is not valid base64; the file is damaged");
    return *bytes;
}

/// A file from elsewhere must not make us read arbitrary files.
std::string GltfBuffers::file_beside(const std::string& where, const std::string& uri) const {
    const std::string name = without_percent_signs(uri);
    std::error_code error;
    const fs::path folder = fs::weakly_canonical(fs::absolute(path_, error).parent_path(), error);
    const fs::path file = error ? fs::path() : fs::weakly_canonical(folder / name, error);
    if (error || name.find('\0') != std::string::npos || uri.find("://") != std::string::npos ||
        !lies_in(folder, file))
        fail(where, "lies in " + in_quotes(uri) + ", which is not in the folder of the file; put it there");
    return file.string();
}

}  // namespace sigmatch
