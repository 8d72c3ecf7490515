#pragma once

#include <bit>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace sigmatch {

/// A variable of a MATLAB file, as stored. Only numbers and 1 x 1 structs are read. For other kinds neither
/// `numbers` nor `fields` is set.
struct MatVariable {
    std::string name;
    std::vector<std::int64_t> dimensions;  ///< at least two
    bool is_complex = false;
    bool is_struct = false;         ///< a 1 x 1 struct
    bool is_numeric = false;        ///< any numeric class; the real part only
    std::uint32_t stored_type = 0;  ///< type of `numbers`; MATLAB stores small values in small types
    std::string_view numbers;       ///< column by column
    std::map<std::string, MatVariable> fields;  ///< of a struct
};

/// Column-major, as in MATLAB.
struct MatMatrix {
    std::size_t rows = 0, columns = 0;
    std::vector<double> values;

    double at(std::size_t row, std::size_t column) const { return values[column * rows + row]; }
    bool is_list() const { return !values.empty() && (rows == 1 || columns == 1); }
};

/// Reads one variable of a MATLAB file of version 5 to 7, compressed or not: structs and numbers. Checks
/// every size against the bytes of the file. We do not use libmatio, which reads more kinds of data, because
/// it crashes or fills the memory on damaged files.
class MatFile {
public:
    MatFile(const std::string& path, const std::string& name);

    MatFile(const MatFile&) = delete;  // the views point into the members
    MatFile& operator=(const MatFile&) = delete;

    const MatVariable& variable() const { return variable_; }

    /// A variable that must be a real matrix and hold the number of values that its dimensions state. Error
    /// messages use `name`.
    MatMatrix matrix(const MatVariable& variable, const std::string& name) const;

    /// Turns the 1-based vertex id in row `row` of the matrix `name` into a 0-based one, which must be below
    /// `limit`.
    std::int64_t index(const std::string& name, std::size_t row, double value, std::int64_t limit) const;

private:
    struct Element {
        std::uint32_t type;
        std::string_view data;
    };

    [[noreturn]] void fail_damaged() const;
    std::vector<double> values(const MatVariable& variable, const std::string& name) const;
    Element next_element(std::string_view& bytes) const;
    void expand(std::string_view compressed);
    MatVariable parse_matrix(std::string_view bytes, int depth) const;
    void parse_fields(MatVariable& variable, std::string_view bytes, int depth) const;

    std::string path_;
    std::string contents_;
    std::endian order_ = std::endian::little;
    std::string expanded_;  // the compressed variable
    MatVariable variable_;
};

}  // namespace sigmatch
