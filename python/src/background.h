#pragma once

#include <pybind11/pybind11.h>

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

#include "sigmatch/solve.h"

/// A search on a thread of its own, so that this one can look after Python: it lets other Python threads run,
/// hands progress to a Python function and turns Ctrl-C into a request to stop. To be used with the GIL held.
class Background {
public:
    /// Makes what Python is told; called with the GIL held.
    using News = std::function<pybind11::object()>;
    using Report = std::function<void(News)>;

    /// `progress`: called with all news that are not yet overtaken by others; or None.
    explicit Background(pybind11::object progress) : progress_(std::move(progress)) {}

    template <class Result>
    Result run(const std::function<Result(std::stop_token, const Report&)>& work) {
        std::optional<Result> result;
        wait_for([&](std::stop_token stop, const Report& report) { result.emplace(work(stop, report)); });
        return std::move(*result);
    }

private:
    void wait_for(const std::function<void(std::stop_token, const Report&)>& work);
    void look_after_python(const News& news);

    pybind11::object progress_;
    std::stop_source stop_;
    std::exception_ptr python_error_;
};

/// As the options of a match take it.
inline auto progress_of(const Background::Report& report) {
    return [report](const sigmatch::Progress& progress) {
        report([progress] { return pybind11::cast(progress); });
    };
}
