#include "progress_line.h"

#include <fmt/core.h>
#include <unistd.h>

#include <condition_variable>
#include <cstdio>

ProgressLine::ProgressLine(bool quiet) : shown_(!quiet && isatty(STDERR_FILENO)) {
    if (shown_) thread_ = std::jthread([this](std::stop_token stop) { keep_drawing(stop); });
}

ProgressLine::~ProgressLine() {
    if (!shown_) return;
    thread_.request_stop();
    thread_.join();
    std::fputs("\r\033[K", stderr);
}

void ProgressLine::stage(const std::string& what) {
    const std::scoped_lock lock(mutex_);
    text_ = what;
}

void ProgressLine::print(const std::string& line) {
    const std::scoped_lock lock(mutex_);
    if (shown_) std::fputs("\r\033[K", stderr);
    fmt::print("{}\n", line);
    std::fflush(stdout);
}

void ProgressLine::update(const sigmatch::Progress& progress) {
    const std::scoped_lock lock(mutex_);
    text_ = fmt::format("lower {:.6g}  upper {:.6g}  gap {:.2f} %  {} nodes", progress.lower_bound,
                        progress.upper_bound, 100 * progress.relative_gap(), progress.nodes);
}

void ProgressLine::draw() {
    const std::scoped_lock lock(mutex_);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    std::fputs(fmt::format("\r\033[K{:6.1f} s  {}", seconds, text_).c_str(), stderr);
    std::fflush(stderr);
}

void ProgressLine::keep_drawing(std::stop_token stop) {
    std::mutex sleep;
    std::condition_variable_any wake;
    std::unique_lock lock(sleep);
    while (!stop.stop_requested()) {
        draw();
        wake.wait_for(lock, stop, std::chrono::milliseconds(200), [] { return false; });
    }
}
