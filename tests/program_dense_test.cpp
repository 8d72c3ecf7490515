#include <chrono>
#include <csignal>
#include <sstream>
#include <thread>

#include "program_support.h"
#include "sigmatch/io.h"

namespace sigmatch {
namespace {

namespace fs = std::filesystem;

class DenseProgramTest : public ProgramTest {
protected:
    /// Two poses, vertex k of one is vertex k of the other: x.off, y.off, x.txt, y.txt, and the true match.
    void make_pair(const std::string& vertices) {
        for (const auto& [name, pose] : {std::pair{"x", "rest"}, {"y", "walk"}}) {
            const std::string stem = name;
            ASSERT_EQ(run({"synth", "--vertices", vertices, "--pose", pose, "-q", "-o", stem + ".off",
                           "--keypoints", stem + ".txt"})
                          .code,
                      0);
        }
        std::string matches;
        const size_t n = read_keypoints(path("x.txt")).size();
        for (size_t i = 0; i < n; ++i) matches += std::to_string(i) + " " + std::to_string(i) + "\n";
        write("truth.txt", matches);
    }

    /// Where the lines of a dense map lead.
    Points read_map(const std::string& name, const Shape& target) const {
        std::istringstream lines(contents(path(name)));
        std::vector<Eigen::RowVector3d> points;
        for (std::string line; std::getline(lines, line);) {
            if (line.starts_with('#')) continue;
            std::istringstream numbers(line);
            int a = -1, b = -1, c = -1;
            double u = 0, v = 0, w = 0;
            numbers >> a >> b >> c >> u >> v >> w;
            EXPECT_TRUE(numbers && numbers.eof()) << line;
            EXPECT_NEAR(u + v + w, 1, 1e-4);
            points.push_back(u * target.vertices.row(a) + v * target.vertices.row(b) +
                             w * target.vertices.row(c));
        }
        Points all(points.size(), 3);
        for (size_t k = 0; k < points.size(); ++k) all.row(static_cast<Eigen::Index>(k)) = points[k];
        return all;
    }

    const Arguments fixed_ = pair_ + Arguments{"--fixed-matches", "truth.txt", "-o", "result.json"};
};

TEST_F(DenseProgramTest, WritesMapsAndColours) {
    make_pair("700");
    const Outcome outcome =
        run(fixed_ + Arguments{"--dense", "map.txt", "--dense-back", "back.txt", "--dense-colours-x", "x.ply",
                               "--dense-colours-y", "y.PLY"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    const Shape x = read_shape(path("x.off")), y = read_shape(path("y.off"));
    const Points there = read_map("map.txt", y), back = read_map("back.txt", x);
    ASSERT_EQ(there.rows(), x.vertices.rows());
    ASSERT_EQ(back.rows(), y.vertices.rows());
    const double size = (y.vertices.colwise().maxCoeff() - y.vertices.colwise().minCoeff()).norm();
    EXPECT_LT((there - y.vertices).rowwise().norm().mean(), 0.02 * size);
    EXPECT_LT((back - x.vertices).rowwise().norm().mean(), 0.02 * size);
    EXPECT_EQ(read_shape(path("x.ply")).vertices, x.vertices);
    EXPECT_EQ(read_shape(path("y.PLY")).faces, y.faces);
    EXPECT_NE(contents(path("x.ply")).find("property uchar red"), std::string::npos);
}

TEST_F(DenseProgramTest, WritesMapsToAndFromClouds) {
    make_pair("700");
    const Arguments clouds = {"--point-cloud-x", "--point-cloud-y", "--dense", "map.txt"};
    ASSERT_EQ(run(fixed_ + clouds).code, 0);
    const Shape y = read_shape(path("y.off"));
    const Points there = read_map("map.txt", y);
    ASSERT_EQ(there.rows(), read_shape(path("x.off")).vertices.rows());
    EXPECT_LT((there - y.vertices).rowwise().norm().mean(), 0.1);
}

TEST_F(DenseProgramTest, RefusesNamesBeforeTheWork) {
    make_pair("700");
    expect_refused(fixed_ + Arguments{"--dense", "map.ply"}, {"map.ply", "--dense-colours-x"});
    expect_refused(fixed_ + Arguments{"--dense-back", "map.ply"}, {"map.ply"});
    expect_refused(fixed_ + Arguments{"--dense-colours-x", "x.obj"}, {"x.obj", ".ply"});
    expect_refused(fixed_ + Arguments{"--dense-colours-y", "y.txt"}, {"y.txt", ".ply"});
    expect_refused(fixed_ + Arguments{"--dense", "no folder/map.txt"}, {"no folder"});
    expect_refused(fixed_ + Arguments{"--dense", "result.json"}, {"result.json"});
    expect_refused(fixed_ + Arguments{"--dense", "x.txt"}, {"x.txt"});
}

TEST_F(DenseProgramTest, CtrlCLeavesTheResult) {
    make_pair("8000");
    const Process running(folder_, fixed_ + Arguments{"--dense", "map.txt"});
    const auto patience = std::chrono::steady_clock::now() + std::chrono::minutes(5);
    while (!fs::exists(path("result.json")) && std::chrono::steady_clock::now() < patience)
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    std::this_thread::sleep_for(std::chrono::milliseconds(100));  // the map takes much longer than that
    running.send(SIGINT);
    EXPECT_EQ(running.wait().code, 130);
    expect_sound(result());
    EXPECT_FALSE(fs::exists(path("map.txt")));
}

}  // namespace
}  // namespace sigmatch
