#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "sigmatch/finite_points.h"
#include "sigmatch/io.h"

namespace sigmatch {

/// A folder of its own for every test, gone afterwards.
class IoTest : public ::testing::Test {
protected:
    IoTest() {
        static std::atomic<int> count = 0;
        folder_ = std::filesystem::temp_directory_path() /
                  ("sigmatch_io_" + std::to_string(::getpid()) + "_" + std::to_string(count++));
        std::filesystem::create_directories(folder_);
    }

    ~IoTest() override {
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }

    std::string path(const std::string& name) const { return (folder_ / name).string(); }

    std::string write(const std::string& name, std::string_view contents) const {
        std::ofstream(path(name), std::ios::binary) << contents;
        return path(name);
    }

    static std::string contents(const std::string& path) {
        std::ifstream in(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }

    /// The text of the FileError that `action` must throw: one line that starts with the path.
    template <typename Action>
    static std::string error_of(const std::string& path, Action action) {
        try {
            action();
        } catch (const FileError& error) {
            const std::string text = error.what();
            EXPECT_TRUE(text.starts_with(path + ": ")) << text;
            EXPECT_EQ(text.find('\n'), std::string::npos) << text;
            return text.substr(path.size() + 2);
        }
        ADD_FAILURE() << path << ": no FileError";
        return {};
    }

    /// The error of reading a shape file of this name and contents.
    std::string shape_error(const std::string& name, std::string_view contents) const {
        const std::string file = write(name, contents);
        return error_of(file, [&] { read_shape(file); });
    }

    std::filesystem::path folder_;
};

inline ::testing::AssertionResult contains(const std::string& text, const std::string& part) {
    if (text.find(part) != std::string::npos) return ::testing::AssertionSuccess();
    return ::testing::AssertionFailure() << "'" << text << "' lacks '" << part << "'";
}

#define EXPECT_CONTAINS(text, part) EXPECT_TRUE(contains(text, part))

inline void expect_valid(const Shape& shape) {
    EXPECT_GT(shape.vertices.rows(), 0);
    EXPECT_FALSE(finite_rows(shape.vertices).empty());
    if (shape.faces.rows() == 0) return;
    EXPECT_GE(shape.faces.minCoeff(), 0);
    EXPECT_LT(shape.faces.maxCoeff(), shape.vertices.rows());
    EXPECT_EQ(faces_on_finite_points(shape.faces, shape.vertices), shape.faces);
}

/// A tetrahedron, with vertices 0 and 3 on no face and coordinates that need all their digits.
inline Shape sample_shape() {
    Shape shape;
    shape.vertices.resize(6, 3);
    shape.vertices << 9, 9, 9, 0, 0, 0, 1.0 / 3, 0, 1e-17, -7, 1e300, 5e-324, 0, 1, 0.1, 0.1, 0.2, 1;
    shape.faces.resize(4, 3);
    shape.faces << 1, 4, 2, 1, 2, 5, 2, 4, 5, 4, 1, 5;
    return shape;
}

/// The same in numbers that float holds.
inline Shape float_shape() {
    Shape shape = sample_shape();
    shape.vertices.row(3) << -7, 1e30, 0.5;
    shape.vertices = shape.vertices.cast<float>().cast<double>().eval();
    return shape;
}

inline Faces faces_of(std::initializer_list<std::initializer_list<int>> rows) {
    Faces faces(static_cast<Eigen::Index>(rows.size()), 3);
    Eigen::Index r = 0;
    for (const auto& row : rows) {
        std::copy(row.begin(), row.end(), faces.row(r).begin());
        ++r;
    }
    return faces;
}

}  // namespace sigmatch
