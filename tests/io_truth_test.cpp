#include <cmath>
#include <random>

#include "io_support.h"
#include "mat_support.h"
#include "sigmatch/truth.h"

namespace sigmatch {
namespace {

class IoTruthTest : public IoTest {
protected:
    std::string labels_error(const std::vector<matvar_t*>& variables) const {
        write_mat(path("a.mat"), variables);
        return error_of(path("a.mat"), [&] { read_shrec20_labels(path("a.mat"), 20); });
    }

    std::string baryc_error(std::string_view text) const {
        const std::string file = write("cuts_a_shape_1.baryc_gt", text);
        return error_of(file, [&] { read_baryc_gt(file, 2, sample_shape().faces); });
    }
};

matvar_t* points(std::vector<double> labels) {
    const std::size_t rows = labels.size();
    return doubles(std::move(labels), rows, "points");
}

matvar_t* verts(std::vector<double> vertices) {
    const std::size_t rows = vertices.size();
    return doubles(std::move(vertices), rows, "verts");
}

TEST_F(IoTruthTest, LabelsComeInOrderWithVerticesFromZero) {
    char text[] = "cow";
    std::size_t dims[2] = {1, 3};
    write_mat(path("cow.mat"),
              {doubles({1, 0.2, 0.3, 0.5}, 1, "baryc"),
               Mat_VarCreate("fname", MAT_C_CHAR, MAT_T_UINT8, 2, dims, text, 0),
               matrix<std::uint8_t>({7, 2, 53}, 1, MAT_C_UINT8, MAT_T_UINT8, "points"), verts({20, 1, 6})});
    const std::vector<LabelledVertex> labelled = read_shrec20_labels(path("cow.mat"), 20);
    ASSERT_EQ(labelled.size(), 3u);
    const int expected[3][2] = {{2, 0}, {7, 19}, {53, 5}};
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(labelled[i].label, expected[i][0]);
        EXPECT_EQ(labelled[i].vertex, expected[i][1]);
    }
}

TEST_F(IoTruthTest, SaysWhichLabelIsWrong) {
    EXPECT_CONTAINS(labels_error({verts({1})}), "has no variable 'points'");
    EXPECT_CONTAINS(labels_error({points({1})}), "has no variable 'verts'");
    EXPECT_CONTAINS(labels_error({points({1, 2}), verts({1})}), "'points' has 2 entries, but 'verts' has 1");
    EXPECT_CONTAINS(labels_error({points({1, 2}), verts({1, 0})}), "'verts' row 2: 0 is not a vertex");
    EXPECT_CONTAINS(labels_error({points({1, 2}), verts({21, 1})}),
                    "'verts' row 1: 21 is not a vertex; there are 20");
    EXPECT_CONTAINS(labels_error({points({1}), verts({1.5})}), "'verts' row 1");
    EXPECT_CONTAINS(labels_error({points({1}), verts({NAN})}), "'verts' row 1");
    EXPECT_CONTAINS(labels_error({points({1, NAN}), verts({1, 2})}), "'points' row 2: nan is not a label");
    EXPECT_CONTAINS(labels_error({points({1, 1e18}), verts({1, 2})}), "'points' row 2");
    EXPECT_CONTAINS(labels_error({points({1, 2.5}), verts({1, 2})}), "'points' row 2");
    EXPECT_CONTAINS(labels_error({points({4, 3, 4}), verts({1, 2, 3})}), "'points' has the label 4 twice");
    EXPECT_CONTAINS(labels_error({doubles({1, 2, 3, 4}, 2, "points"), verts({1, 2, 3, 4})}),
                    "'points' is not a list");
    EXPECT_CONTAINS(labels_error({points({1, 2, 3, 4}), doubles({1, 2, 3, 4}, 2, "verts")}),
                    "'verts' is not a list");
    EXPECT_CONTAINS(labels_error({points({}), verts({})}), "'points' is not a list");
    write("text.mat", "points verts");
    EXPECT_CONTAINS(error_of(path("text.mat"), [&] { read_shrec20_labels(path("text.mat"), 20); }),
                    "not a MATLAB file");
}

TEST_F(IoTruthTest, DamagedLabelsAreValidOrAnInputError) {
    write_mat(path("sound.mat"), {points({1, 2, 3, 4}), verts({5, 6, 7, 8})}, MAT_COMPRESSION_NONE);
    const std::string sound = contents(path("sound.mat"));
    std::mt19937 random(3);
    int refused = 0;
    for (int trial = 0; trial < 300; ++trial) {
        std::string damaged = sound;
        damaged[128 + random() % (sound.size() - 128)] = static_cast<char>(random());
        if (trial % 3 == 0) damaged.resize(random() % sound.size());
        try {
            for (const LabelledVertex& point : read_shrec20_labels(write("damaged.mat", damaged), 20))
                EXPECT_TRUE(point.vertex >= 0 && point.vertex < 20) << point.vertex;
        } catch (const InputError& error) {
            EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
            ++refused;
        }
    }
    EXPECT_GT(refused, 100);  // at least those that were cut short
}

TEST_F(IoTruthTest, ThePartnerIsTheNearestCorner) {
    const Faces faces = sample_shape().faces;
    const std::string file = write("a.baryc_gt",
                                   "   1.0000000e+00   1.6768015e-03   9.9617236e-01   2.1508433e-03\r\n"
                                   "4 0 0 1\n"
                                   "2 0.5 0.5 0\n"
                                   "2 -1.4e-16 1e-9 1.00000001\n");
    EXPECT_EQ(read_baryc_gt(file, 4, faces),
              (std::vector<int>{faces(0, 1), faces(3, 2), faces(1, 0), faces(1, 2)}));
}

TEST_F(IoTruthTest, SaysWhichRowIsWrong) {
    EXPECT_CONTAINS(baryc_error("1 1 0 0\n5 1 0 0\n"),
                    "line 2: 5 is not a triangle of the whole shape; there");
    EXPECT_CONTAINS(baryc_error("0 1 0 0\n1 1 0 0\n"), "line 1: 0 is not a triangle");
    EXPECT_CONTAINS(baryc_error("1.5 1 0 0\n1 1 0 0\n"), "line 1: 1.5 is not a triangle");
    EXPECT_CONTAINS(baryc_error("1e300 1 0 0\n1 1 0 0\n"), "line 1: 1e+300 is not a triangle");
    EXPECT_CONTAINS(baryc_error("nan 1 0 0\n1 1 0 0\n"), "line 1: the triangle is not finite");
    EXPECT_CONTAINS(baryc_error("1 1 0 0\n1 nan 0 0\n"), "line 2: a barycentric weight is not finite");
    EXPECT_CONTAINS(baryc_error("1 1 0 x\n1 1 0 0\n"), "line 1: a barycentric weight is not a number");
    EXPECT_CONTAINS(baryc_error("1 1 0\n1 1 0 0\n"), "line 1: a barycentric weight is missing");
    EXPECT_CONTAINS(baryc_error("1 1 0 0 0\n1 1 0 0\n"), "line 1: more than a triangle and three weights");
    EXPECT_CONTAINS(baryc_error("1 0 0 0\n1 1 0 0\n"), "line 1: the weights are not barycentric");
    EXPECT_CONTAINS(baryc_error("1 2 -0.5 -0.5\n1 1 0 0\n"), "line 1: the weights are not barycentric");
    EXPECT_CONTAINS(baryc_error("1 1 0 0\n"), "has 1 rows, but the shape has 2 vertices");
    EXPECT_CONTAINS(baryc_error("1 1 0 0\n1 1 0 0\n\n1 1 0 0\n"), "line 4: more rows than the shape has");
    EXPECT_CONTAINS(baryc_error(""), "has 0 rows");
}

}  // namespace
}  // namespace sigmatch
