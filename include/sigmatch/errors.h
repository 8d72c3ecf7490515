#pragma once

#include <stdexcept>
#include <string>

namespace sigmatch {

/// The user's input cannot be used. The text says what is wrong, where, and what to do about it.
class InputError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A file cannot be read or written, or does not hold what its name promises.
class FileError : public InputError {
public:
    FileError(const std::string& path, const std::string& what) : InputError(path + ": " + what) {}
};

/// The computation failed on input that looked sound. For example, a factorisation broke down.
class NumericalError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

}  // namespace sigmatch
