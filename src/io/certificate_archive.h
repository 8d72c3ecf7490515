#pragma once

#include <bit>
#include <string>
#include <string_view>

#include "io/bytes.h"
#include "sigmatch/errors.h"

namespace sigmatch {

/// Writer and reader of a certificate have the same interface, so that one description of the format serves
/// both. A call with a value writes or reads it, little-endian.
class ArchiveWriter {
public:
    static constexpr bool reading = false;

    template <class T>
    void number(T& value) {
        append_little_endian(bytes, value);
    }
    /// The number of items that follow. Each takes at least `least_bytes`.
    void count(std::size_t& value, std::size_t) {
        append_little_endian(bytes, static_cast<std::uint32_t>(value));
    }

    void expect(std::size_t) {}

    std::string bytes;
};

/// Throws InputError if the bytes end too early, before memory is allocated for items that the bytes only
/// promise.
class ArchiveReader {
public:
    static constexpr bool reading = true;

    explicit ArchiveReader(std::string_view bytes) : rest_(bytes) {}

    template <class T>
    void number(T& value) {
        if (rest_.size() < sizeof(T)) throw InputError("it ends too early");
        value = load_number<T>(rest_, std::endian::little);
        rest_.remove_prefix(sizeof(T));
    }
    void count(std::size_t& value, std::size_t least_bytes) {
        std::uint32_t stored = 0;
        number(stored);
        if (least_bytes > 0 && stored > rest_.size() / least_bytes) throw InputError("it ends too early");
        value = stored;
    }
    /// Checks that at least this many bytes follow.
    void expect(std::size_t bytes) const {
        if (bytes > rest_.size()) throw InputError("it ends too early");
    }
    bool at_end() const { return rest_.empty(); }

private:
    std::string_view rest_;
};

}  // namespace sigmatch
