#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <string_view>
#include <vector>

namespace sigmatch {

/// The number at the start of `bytes`, which must be long enough.
template <typename T>
T load_number(std::string_view bytes, std::endian order) {
    std::array<char, sizeof(T)> raw;
    std::copy_n(bytes.begin(), sizeof(T), raw.begin());
    if (order != std::endian::native) std::reverse(raw.begin(), raw.end());
    return std::bit_cast<T>(raw);
}

/// Fills `values`. False if `bytes` does not hold exactly values.size() numbers.
template <typename T>
bool load_all(std::string_view bytes, std::endian order, std::vector<double>& values) {
    if (bytes.size() / sizeof(T) != values.size() || bytes.size() % sizeof(T) != 0) return false;
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<double>(load_number<T>(bytes.substr(i * sizeof(T)), order));
    return true;
}

template <typename T>
void append_little_endian(std::string& bytes, T value) {
    auto raw = std::bit_cast<std::array<char, sizeof(T)>>(value);
    if (std::endian::native != std::endian::little) std::reverse(raw.begin(), raw.end());
    bytes.append(raw.data(), raw.size());
}

}  // namespace sigmatch
