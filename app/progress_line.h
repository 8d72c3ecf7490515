#pragma once

#include <chrono>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

#include "sigmatch/solve.h"

/// One line on the terminal that tells what is going on; nothing where standard error is not a terminal.
class ProgressLine {
public:
    explicit ProgressLine(bool quiet);
    ~ProgressLine();

    /// A line of its own on standard output, above this one.
    void print(const std::string& line);

    /// What is being done before there are bounds to show.
    void stage(const std::string& what);
    void update(const sigmatch::Progress& progress);

private:
    void draw();
    void keep_drawing(std::stop_token stop);

    const bool shown_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    std::mutex mutex_;
    std::string text_;
    std::jthread thread_;
};
