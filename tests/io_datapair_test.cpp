#include <map>
#include <random>

#include "io_support.h"
#include "mat_support.h"

namespace sigmatch {
namespace {

matvar_t* triangle(double size) {
    return structure("shape", {{"vertices", doubles({0, size, 0, 0, 0, size, 0, 0, 0}, 3)},
                               {"faces", doubles({1, 2, 3}, 1)}});
}

class IoDatapairTest : public IoTest {
protected:
    std::string write_pair(matvar_t* variable, matio_compression compression = MAT_COMPRESSION_ZLIB) const {
        write_mat(path("pair.mat"), {variable}, compression);
        return path("pair.mat");
    }

    /// A full pair in which some fields are replaced; nullptr removes one.
    static matvar_t* pair(const std::map<std::string, matvar_t*>& changes = {}) {
        Fields fields;
        const auto add = [&](const std::string& name, auto make) {
            const auto change = changes.find(name);
            matvar_t* value = change == changes.end() ? make() : change->second;
            if (value) fields.emplace_back(name, value);
        };
        add("X", [] { return triangle(1); });
        add("Y", [] { return triangle(2); });
        add("Sx", [] { return doubles({3, 1}, 2); });
        add("Sy", [] { return doubles({1, 2}, 1); });
        add("Xhighres", [] { return triangle(3); });
        add("Yhighres", [] { return triangle(4); });
        add("SxHighres", [] { return doubles({2, 3}, 2); });
        add("SyHighres", [] { return doubles({3, 2}, 2); });
        return structure("datapair", fields);
    }

    std::string error(const std::map<std::string, matvar_t*>& changes) const {
        const std::string file = write_pair(pair(changes));
        return error_of(file, [&] { read_datapair(file); });
    }
};

TEST_F(IoDatapairTest, ReadsBothResolutionsCountedFromZero) {
    for (const auto compression : {MAT_COMPRESSION_NONE, MAT_COMPRESSION_ZLIB}) {
        const DataPair data = read_datapair(write_pair(pair(), compression));
        EXPECT_EQ(data.x_low.shape.vertices(1, 0), 1);
        EXPECT_EQ(data.y_low.shape.vertices(2, 1), 2);
        EXPECT_EQ(data.x.shape.vertices(1, 0), 3);
        EXPECT_EQ(data.y.shape.vertices(1, 0), 4);
        EXPECT_EQ(data.x.shape.faces, (Faces(1, 3) << 0, 1, 2).finished());
        EXPECT_EQ(data.x_low.keypoints, (Keypoints{2, 0}));
        EXPECT_EQ(data.y_low.keypoints, (Keypoints{0, 1}));
        EXPECT_EQ(data.x.keypoints, (Keypoints{1, 2}));
        EXPECT_EQ(data.y.keypoints, (Keypoints{2, 1}));
    }
}

TEST_F(IoDatapairTest, LowResolutionStandsInForTheHigh) {
    const DataPair data = read_datapair(write_pair(pair({{"Xhighres", nullptr}, {"SxHighres", nullptr}})));
    EXPECT_EQ(data.x.shape.vertices, data.x_low.shape.vertices);
    EXPECT_EQ(data.x.keypoints, data.x_low.keypoints);
    EXPECT_EQ(data.y.shape.vertices(1, 0), 4);
}

TEST_F(IoDatapairTest, AnyNumericTypeWillDo) {
    const DataPair data = read_datapair(write_pair(pair({
        {"Sx", matrix<std::uint8_t>({3, 1}, 2, MAT_C_UINT8, MAT_T_UINT8)},
        {"Sy", matrix<std::int32_t>({1, 2}, 2, MAT_C_INT32, MAT_T_INT32)},
        {"SxHighres", matrix<std::uint16_t>({2, 3}, 2, MAT_C_UINT16, MAT_T_UINT16)},
        {"SyHighres", matrix<std::int64_t>({3, 2}, 2, MAT_C_INT64, MAT_T_INT64)},
        {"X", structure("X", {{"vertices",
                               matrix<float>({0, 1, 0, 0, 0, 1, 0, 0, 0}, 3, MAT_C_SINGLE, MAT_T_SINGLE)},
                              {"faces", doubles({}, 0)}})},
    })));
    EXPECT_EQ(data.x_low.keypoints, (Keypoints{2, 0}));
    EXPECT_EQ(data.y_low.keypoints, (Keypoints{0, 1}));
    EXPECT_EQ(data.x.keypoints, (Keypoints{1, 2}));
    EXPECT_EQ(data.y.keypoints, (Keypoints{2, 1}));
    EXPECT_EQ(data.x_low.shape.vertices(1, 0), 1);
    EXPECT_EQ(data.x_low.shape.faces.rows(), 0);
}

TEST_F(IoDatapairTest, SaysWhichFieldIsWrong) {
    const auto shape = [](matvar_t* vertices, matvar_t* faces) {
        return structure("shape", {{"vertices", vertices}, {"faces", faces}});
    };
    const std::vector<double> corners = {0, 1, 0, 0, 0, 1, 0, 0, 0};
    std::size_t text_dims[2] = {1, 2};
    char text[] = "ab";
    EXPECT_CONTAINS(error({{"Y", nullptr}}), "'datapair.Y' is missing");
    EXPECT_CONTAINS(error({{"Sx", nullptr}}), "'datapair.Sx' is missing");
    EXPECT_CONTAINS(error({{"SyHighres", nullptr}}), "'datapair.SyHighres' is missing");
    EXPECT_CONTAINS(error({{"X", doubles({1}, 1)}}), "'datapair.X' is not a 1 x 1 struct");
    EXPECT_CONTAINS(error({{"X", structure("X", {{"vertices", doubles(corners, 3)}})}}),
                    "'datapair.X.faces' is missing");
    EXPECT_CONTAINS(error({{"X", shape(doubles({1, 2, 3, 4}, 2), doubles({}, 0))}}),
                    "'datapair.X.vertices' is not a matrix of 3 columns");
    EXPECT_CONTAINS(error({{"X", shape(doubles({}, 0), doubles({}, 0))}}),
                    "'datapair.X.vertices' is not a matrix");
    EXPECT_CONTAINS(error({{"X", shape(doubles(corners, 3), doubles({1, 2, 3, 4}, 1))}}),
                    "'datapair.X.faces' is not a matrix of 3 columns");
    EXPECT_CONTAINS(error({{"X", shape(doubles(corners, 3), doubles({0, 1, 2}, 1))}}),
                    "'datapair.X.faces' row 1: 0 is not a vertex; there are 3, counted from 1");
    EXPECT_CONTAINS(error({{"X", shape(doubles({NAN, 1, 0, 0, 0, 1, 0, 0, 0}, 3), doubles({1, 2, 3}, 1))}}),
                    "every face has a vertex whose coordinates are not finite");
    EXPECT_CONTAINS(error({{"Sx", doubles({1, 4}, 2)}}), "'datapair.Sx' row 2: 4 is not a vertex");
    EXPECT_CONTAINS(error({{"Sx", doubles({1.5}, 1)}}), "'datapair.Sx' row 1: 1.5 is not a vertex");
    EXPECT_CONTAINS(error({{"Sx", doubles({1, 2, 3, 1}, 2)}}), "'datapair.Sx' is not a list");
    EXPECT_CONTAINS(error({{"Sx", doubles({}, 0)}}), "'datapair.Sx' is not a list");
    EXPECT_CONTAINS(error({{"Sx", Mat_VarCreate(nullptr, MAT_C_CHAR, MAT_T_UINT8, 2, text_dims, text, 0)}}),
                    "'datapair.Sx' is not an array of numbers");
}

TEST_F(IoDatapairTest, OtherFiles) {
    const auto error_of_text = [&](std::string_view text) {
        const std::string file = write("a.mat", text);
        return error_of(file, [&] { read_datapair(file); });
    };
    EXPECT_CONTAINS(error_of_text(""), "not a MATLAB file");
    EXPECT_CONTAINS(error_of_text(std::string(500, 'x')), "not a MATLAB file");
    EXPECT_CONTAINS(error_of_text(std::string(124, ' ') + std::string("\0\2IM", 4)), "-v7");
    EXPECT_CONTAINS(error_of_text(std::string(124, ' ') + std::string("\0\1IM", 4)),
                    "has no variable 'datapair'");
    const std::string other = write_pair(structure("other", {{"X", doubles({1}, 1)}}));
    EXPECT_CONTAINS(error_of(other, [&] { read_datapair(other); }), "has no variable 'datapair'");
    std::size_t dims[2] = {1, 1};
    double one = 1;
    const std::string number =
        write_pair(Mat_VarCreate("datapair", MAT_C_DOUBLE, MAT_T_DOUBLE, 2, dims, &one, 0));
    EXPECT_CONTAINS(error_of(number, [&] { read_datapair(number); }), "'datapair' is not a 1 x 1 struct");
    EXPECT_CONTAINS(error_of(path("none"), [&] { read_datapair(path("none")); }), "no such file");
}

TEST_F(IoDatapairTest, OtherVariablesAndFieldsDoNotMatter) {
    const std::string file = path("many.mat");
    write_mat(file, {structure("before", {{"a", doubles({1, 2}, 1)}}),
                     pair({{"SxHighres", doubles({3, 3}, 2)}}), structure("after", {})});
    EXPECT_EQ(read_datapair(file).x.keypoints, (Keypoints{2, 2}));
}

TEST_F(IoDatapairTest, ComplexAndHigherDimensionsAreRefused) {
    std::size_t dims[3] = {1, 1, 2};
    double values[] = {1, 2};
    mat_complex_split_t split = {values, values};
    EXPECT_CONTAINS(error({{"Sx", Mat_VarCreate(nullptr, MAT_C_DOUBLE, MAT_T_DOUBLE, 3, dims, values, 0)}}),
                    "'datapair.Sx' is not a matrix");
    EXPECT_CONTAINS(
        error({{"Sx", Mat_VarCreate(nullptr, MAT_C_DOUBLE, MAT_T_DOUBLE, 2, dims, &split, MAT_F_COMPLEX)}}),
        "'datapair.Sx' is complex");
}

TEST_F(IoDatapairTest, DamagedFilesGiveAValidPairOrAnInputError) {
    std::mt19937 random(7);
    for (const auto compression : {MAT_COMPRESSION_NONE, MAT_COMPRESSION_ZLIB}) {
        const std::string sound = contents(write_pair(pair(), compression));
        for (int trial = 0; trial < 300; ++trial) {
            std::string damaged = sound;
            if (trial < 100) {
                damaged.resize(sound.size() * trial / 100);
            } else {
                for (int k = trial % 3; k >= 0; --k)
                    damaged[128 + random() % (sound.size() - 128)] = static_cast<char>(random());
            }
            try {
                const DataPair data = read_datapair(write("damaged.mat", damaged));
                for (const MarkedShape* marked : {&data.x, &data.y, &data.x_low, &data.y_low})
                    expect_valid(marked->shape);
            } catch (const InputError& error) {
                EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
            }
        }
    }
}

}  // namespace
}  // namespace sigmatch
