#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <random>
#include <system_error>

#include "sigmatch/io.h"

namespace sigmatch {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& path, int error) {
    throw FileError(path, "cannot be written (" + std::generic_category().message(error) +
                              "); check the folder, its permissions and the space left");
}

/// False, with errno set, if not everything could be written.
bool write_all(int file, std::string_view contents) {
    while (!contents.empty()) {
        const ssize_t written = ::write(file, contents.data(), contents.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        contents.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

/// Whether the path leads to the file behind our standard output. That file may hold other text, so it must
/// not be replaced.
bool is_standard_output(const std::string& path) {
    struct stat named {
    }, output{};
    return ::stat(path.c_str(), &named) == 0 && ::fstat(STDOUT_FILENO, &output) == 0 &&
           named.st_dev == output.st_dev && named.st_ino == output.st_ino;
}

/// Writes to a pipe or device, which cannot be replaced by another file.
void write_in_place(const std::string& path, std::string_view contents) {
    const int file =
        is_standard_output(path) ? ::dup(STDOUT_FILENO) : ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (file < 0) fail(path, errno);
    const int error = write_all(file, contents) ? 0 : errno;
    ::close(file);
    if (error) fail(path, error);
}

/// A new file beside the target. If the machine fails meanwhile, the name tells where the remnant comes from.
int create_beside(const fs::path& target, fs::path& temporary) {
    std::random_device random;
    for (int attempt = 0; attempt < 100; ++attempt) {
        temporary = target.parent_path() /
                    fmt::format(".{}.{:08x}.tmp", target.filename().string().substr(0, 200), random());
        const int file = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file >= 0 || errno != EEXIST) return file;
    }
    return -1;
}

void sync_folder(const fs::path& folder) {
    const int file = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0) return;
    ::fsync(file);
    ::close(file);
}

}  // namespace

void write_file_atomically(const std::string& path, std::string_view contents) {
    std::error_code ignored;
    const fs::file_status status = fs::status(path, ignored);
    if (fs::is_directory(status)) throw FileError(path, "is a directory; name a file in it");
    if ((fs::exists(status) && !fs::is_regular_file(status)) || is_standard_output(path))
        return write_in_place(path, contents);

    fs::path target = path;
    if (fs::is_symlink(fs::symlink_status(path, ignored))) target = fs::weakly_canonical(path, ignored);
    if (target.filename().empty()) throw FileError(path, "is not the name of a file");

    fs::path temporary;
    const int file = create_beside(target, temporary);
    if (file < 0) fail(path, errno);
    int error = write_all(file, contents) && ::fsync(file) == 0 ? 0 : errno;
    if (::close(file) != 0 && !error) error = errno;
    if (!error && ::rename(temporary.c_str(), target.c_str()) != 0) error = errno;
    if (error) {
        ::unlink(temporary.c_str());
        fail(path, error);
    }
    sync_folder(target.parent_path());
}

}  // namespace sigmatch
