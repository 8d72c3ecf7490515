#include "program_support.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "sigmatch/io.h"
#include "sigmatch/solve.h"
#include "sigmatch/version.h"
#include "support/meshes.h"

namespace sigmatch {

namespace fs = std::filesystem;

Arguments operator+(Arguments first, const Arguments& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

std::string contents(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

int lines(const std::string& text) {
    return static_cast<int>(std::count(text.begin(), text.end(), '\n'));
}

Process::Process(const fs::path& folder, const Arguments& arguments)
    : out_(folder / ".stdout"), err_(folder / ".stderr") {
    std::vector<char*> argv{const_cast<char*>(SIGMATCH_PROGRAM)};
    for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    id_ = ::fork();
    if (id_ == 0) {
        ::unsetenv("OPENBLAS_NUM_THREADS");  // with the threads that a user's run has from its beginning
        const int in = ::open("/dev/null", O_RDONLY);
        const int out = ::open(out_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
        const int err = ::open(err_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
        if (::dup2(in, 0) >= 0 && ::dup2(out, 1) >= 0 && ::dup2(err, 2) >= 0 && ::chdir(folder.c_str()) == 0)
            ::execv(SIGMATCH_PROGRAM, argv.data());
        ::_exit(127);
    }
    if (id_ < 0) throw std::runtime_error("cannot fork");
}

void Process::send(int signal) const {
    ::kill(id_, signal);
}

Outcome Process::wait() const {
    int status = 0;
    struct rusage usage {};
    while (::wait4(id_, &status, 0, &usage) < 0 && errno == EINTR) {
    }
    Outcome outcome{WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status), contents(out_),
                    contents(err_), usage.ru_maxrss};
    fs::remove(out_);
    fs::remove(err_);
    return outcome;
}

void expect_sound(const nlohmann::json& result) {
    ASSERT_TRUE(result.is_object());
    for (const char* name : {"status", "objective", "lower_bound", "gap", "terms", "matches",
                             "match_vertices", "n", "candidates", "proof_scope", "nodes", "threads",
                             "warnings", "seconds", "trace", "options", "version"})
        ASSERT_TRUE(result.contains(name)) << name;
    for (const char* name : {"rec_x", "rec_y", "def_x", "def_y", "ori"})
        ASSERT_TRUE(result["terms"].contains(name)) << name;
    for (const char* name : {"read", "choosing", "geodesics", "features", "reduction", "search", "total"}) {
        ASSERT_TRUE(result["seconds"].contains(name)) << name;
        EXPECT_GE(result["seconds"][name], 0) << name;
    }
    for (const char* name :
         {"candidates", "lambda_def", "lambda_ori", "gap", "time_limit", "threads", "faces", "seed"})
        EXPECT_TRUE(result["options"].contains(name)) << name;
    EXPECT_EQ(result["version"], version);

    const double objective = result["objective"], lower = result["lower_bound"];
    double sum = 0;
    for (const auto& [name, term] : result["terms"].items()) {
        EXPECT_GE(term, 0) << name;
        sum += term.get<double>();
    }
    EXPECT_NEAR(sum, objective, 1e-9 * objective);
    EXPECT_LE(lower, objective * (1 + 1e-12));
    const double gap = objective - lower > absolute_gap ? (objective - lower) / objective : 0;
    EXPECT_NEAR(result["gap"].get<double>(), gap, 1e-12);

    const int n = result["n"];
    ASSERT_EQ(result["matches"].size(), static_cast<size_t>(n));
    ASSERT_EQ(result["match_vertices"].size(), static_cast<size_t>(n));
    std::vector<bool> taken(n, false);
    for (int i = 0; i < n; ++i) {
        ASSERT_EQ(result["matches"][i][0], i);
        const int j = result["matches"][i][1];
        ASSERT_TRUE(j >= 0 && j < n && !taken[j]) << j;
        taken[j] = true;
    }
    EXPECT_GE(result["candidates"], n);
    EXPECT_LE(result["candidates"], n * n);
    EXPECT_GE(result["threads"], 1);

    double last_seconds = 0, last_lower = -1, last_upper = 1e300;
    for (const nlohmann::json& point : result["trace"]) {
        ASSERT_EQ(point.size(), 3u);
        ASSERT_TRUE(point[0].is_number() && point[1].is_number() && point[2].is_number()) << point;
        EXPECT_GE(point[0], last_seconds);
        EXPECT_GE(point[1], last_lower);
        EXPECT_LE(point[2], last_upper);
        EXPECT_LE(point[1], objective * (1 + 1e-9));
        last_seconds = point[0], last_lower = point[1], last_upper = point[2];
    }
}

ProgramTest::ProgramTest() {
    std::string name = (fs::temp_directory_path() / "sigmatch_program_XXXXXX").string();
    if (!::mkdtemp(name.data())) throw std::runtime_error("cannot make a folder for the test");
    folder_ = name;
}

ProgramTest::~ProgramTest() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
}

std::string ProgramTest::path(const std::string& name) const {
    return (folder_ / name).string();
}

std::string ProgramTest::write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name), std::ios::binary) << text;
    return path(name);
}

std::string ProgramTest::write_ids(const std::string& name, const Keypoints& keypoints,
                                   int index_base) const {
    std::string text;
    for (int v : keypoints) text += std::to_string(v + index_base) + "\n";
    return write(name, text);
}

void ProgramTest::write_small_pair() const {
    const Shape x = testing::potato(2), y = testing::bumpy_ball(5);
    write_shape(path("x.off"), x);
    write_shape(path("y.off"), y);
    write_ids("x.txt", testing::some_keypoints(x, 6, 1));
    write_ids("y.txt", testing::some_keypoints(y, 6, 2));
}

Outcome ProgramTest::run(const Arguments& arguments) const {
    return Process(folder_, arguments).wait();
}

void ProgramTest::expect_refused(const Arguments& arguments, const std::vector<std::string>& parts) const {
    std::string command = "sigmatch";
    for (const std::string& argument : arguments) command += " " + argument;
    SCOPED_TRACE(command);
    const std::vector<std::string> before = files();
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(lines(outcome.err), 1) << outcome.err;
    EXPECT_EQ(outcome.err.substr(0, 10), "sigmatch: ") << outcome.err;
    for (const std::string& part : parts)
        EXPECT_NE(outcome.err.find(part), std::string::npos) << outcome.err << "lacks '" << part << "'";
    EXPECT_EQ(files(), before);
#ifdef NDEBUG  // the sanitizers of the debug build take more
    EXPECT_LT(outcome.peak_kb, 200 * 1024);
#endif
}

nlohmann::json ProgramTest::result(const std::string& name) const {
    EXPECT_TRUE(fs::exists(path(name))) << name;
    return nlohmann::json::parse(contents(path(name)), nullptr, false);
}

std::vector<std::string> ProgramTest::files() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(folder_))
        names.push_back(entry.path().string());
    std::sort(names.begin(), names.end());
    return names;
}

}  // namespace sigmatch
