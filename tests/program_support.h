#pragma once

#include <gtest/gtest.h>
#include <sys/types.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "sigmatch/problem.h"
#include "sigmatch/shape.h"

/// The program itself, from outside: what it prints, writes and returns.
namespace sigmatch {

using Arguments = std::vector<std::string>;

Arguments operator+(Arguments first, const Arguments& second);

std::string contents(const std::filesystem::path& path);

int lines(const std::string& text);

/// What a run of the program left behind. An exit code below zero is the signal that ended it.
struct Outcome {
    int code = 0;
    std::string out, err;
    long peak_kb = 0;  ///< the most memory it had
};

/// A run of the program, its output going to files.
class Process {
public:
    Process(const std::filesystem::path& folder, const Arguments& arguments);

    void send(int signal) const;
    Outcome wait() const;

private:
    std::filesystem::path out_, err_;
    pid_t id_ = -1;
};

/// A result has every field, and they agree with each other.
void expect_sound(const nlohmann::json& result);

/// A folder of its own for every test, gone afterwards.
class ProgramTest : public ::testing::Test {
protected:
    ProgramTest();
    ~ProgramTest() override;

    std::string path(const std::string& name) const;
    std::string write(const std::string& name, const std::string& text) const;
    std::string write_ids(const std::string& name, const Keypoints& keypoints, int index_base = 0) const;

    /// Two small shapes with six keypoints each, under the names of pair_.
    void write_small_pair() const;

    /// The program runs in the test's folder: names without a folder are in it.
    Outcome run(const Arguments& arguments) const;

    /// Exit 2, one line on stderr with all `parts`, not one file written or removed, at most 200 MB taken.
    void expect_refused(const Arguments& arguments, const std::vector<std::string>& parts) const;

    nlohmann::json result(const std::string& name = "result.json") const;
    std::vector<std::string> files() const;

    std::filesystem::path folder_;
    const Arguments pair_{"match", "x.off", "y.off", "--kx", "x.txt", "--ky", "y.txt"};
};

}  // namespace sigmatch
