#include "browser_image.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <thread>
#include <vector>

#include "sigmatch/errors.h"
#include "sigmatch/io.h"

namespace {

namespace fs = std::filesystem;

/// The first of the names that the PATH has a program for; or nothing.
std::string find_program(const std::vector<std::string>& names) {
    const char* path = std::getenv("PATH");
    for (const std::string& name : names) {
        std::istringstream folders(path ? path : "");
        for (std::string folder; std::getline(folders, folder, ':');) {
            const fs::path program = fs::path(folder) / name;
            if (!folder.empty() && ::access(program.c_str(), X_OK) == 0 && fs::is_regular_file(program))
                return program.string();
        }
    }
    return {};
}

/// A new folder, gone with this.
class TemporaryFolder {
public:
    TemporaryFolder() {
        std::string name = (fs::temp_directory_path() / "sigmatch_image_XXXXXX").string();
        if (!::mkdtemp(name.data())) throw std::runtime_error("cannot make a folder in " + name);
        path = name;
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        fs::remove_all(path, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    fs::path path;
};

/// Runs it without input and output. False if it fails or takes longer than five minutes.
bool run(const std::vector<std::string>& command) {
    std::vector<char*> argv;
    for (const std::string& word : command) argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
    posix_spawn_file_actions_t silence;
    posix_spawn_file_actions_init(&silence);
    for (int file = 0; file < 3; ++file)
        posix_spawn_file_actions_addopen(&silence, file, "/dev/null", O_RDWR, 0);
    posix_spawnattr_t own_group;  // a browser is many processes
    posix_spawnattr_init(&own_group);
    posix_spawnattr_setflags(&own_group, POSIX_SPAWN_SETPGROUP);
    pid_t id = -1;
    const int failed = ::posix_spawn(&id, argv[0], &silence, &own_group, argv.data(), environ);
    posix_spawn_file_actions_destroy(&silence);
    posix_spawnattr_destroy(&own_group);
    if (failed) return false;
    const auto patience = std::chrono::steady_clock::now() + std::chrono::minutes(5);
    int status = 0;
    while (true) {
        const pid_t ended = ::waitpid(id, &status, WNOHANG);
        if (ended == id) return WIFEXITED(status) && WEXITSTATUS(status) == 0;
        if ((ended < 0 && errno != EINTR) || std::chrono::steady_clock::now() > patience) break;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    ::kill(-id, SIGKILL);
    ::waitpid(id, &status, 0);
    return false;
}

}  // namespace

Browser::Browser()
    : program_(find_program({"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"})) {
    if (program_.empty())
        throw sigmatch::InputError("--image needs Chromium, and the PATH has none: install chromium");
}

void Browser::draw(const std::string& html, const std::string& png) const {
    const TemporaryFolder folder;
    const std::string page = (folder.path / "page.html").string(),
                      picture = (folder.path / "picture.png").string();
    sigmatch::write_file_atomically(page, html);
    std::vector<std::string> command = {program_,
                                        "--headless",
                                        "--user-data-dir=" + (folder.path / "profile").string(),
                                        "--use-angle=swiftshader",
                                        "--enable-unsafe-swiftshader",
                                        "--hide-scrollbars",
                                        "--force-device-scale-factor=2",
                                        "--window-size=1600,720",
                                        "--virtual-time-budget=10000",
                                        "--screenshot=" + picture,
                                        "file://" + page + "#image"};
    if (::geteuid() == 0) command.insert(command.begin() + 1, "--no-sandbox");
    std::ifstream file;
    if (run(command)) file.open(picture, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    if (!bytes.starts_with("\x89PNG"))
        throw std::runtime_error("the image could not be drawn: " + program_ + " failed");
    sigmatch::write_file_atomically(png, bytes);
}
