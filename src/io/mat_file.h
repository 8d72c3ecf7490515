#pragma once

#include <bit>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace sigmatch {

/// A variable of a MATLAB file, as stored. What is neither numbers nor a 1 x 1 struct has neither.
struct MatVariable {
    std::string name;
    std::vector<std::int64_t> dimensions;  ///< at least two
    bool is_complex = false;
    bool is_struct = false;                     ///< a struct of 1 x 1
    bool is_numeric = false;                    ///< of any numeric class, real part only
    std::uint32_t stored_type = 0;              ///< of `numbers`; MATLAB stores small values in small types
    std::string_view numbers;                   ///< column by column
    std::map<std::string, MatVariable> fields;  ///< of a struct
};

/// Column-major, as MATLAB has it.
struct MatMatrix {
    std::size_t rows = 0, columns = 0;
    std::vector<double> values;

    double at(std::size_t row, std::size_t column) const { return values[column * rows + row]; }
    bool is_list() const { return !values.empty() && (rows == 1 || columns == 1); }
};

/// One variable of a MATLAB file of version 5 to 7, compressed or not. Reads structs and numbers, believes no
/// size that the file does not have, and keeps no more than it was asked for: libmatio, which knows far more
/// kinds of data, crashes on damaged files or fills the memory.
class MatFile {
public:
    MatFile(const std::string& path, const std::string& name);

    MatFile(const MatFile&) = delete;  // the views point into the members
    MatFile& operator=(const MatFile&) = delete;

    const MatVariable& variable() const { return variable_; }

    /// A variable that must be a real matrix, with as many numbers as its dimensions say.
    /// `name` is for the message should it not be one.
    MatMatrix matrix(const MatVariable& variable, const std::string& name) const;

    /// The 1-based vertex id in row `row` of the matrix `name` as a 0-based one below `limit`.
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
