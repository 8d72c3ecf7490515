#include "background.h"

#include <chrono>

namespace py = pybind11;

void Background::wait_for(const std::function<void(std::stop_token, const Report&)>& work) {
    std::mutex mutex;
    std::condition_variable changed;
    News news;
    bool done = false;
    std::exception_ptr failure;
    const Report report = [&](News latest) {
        const std::lock_guard lock(mutex);
        news = std::move(latest);
    };
    {
        const py::gil_scoped_release others_may_run;
        std::jthread worker([&] {
            try {
                work(stop_.get_token(), report);
            } catch (...) {
                failure = std::current_exception();
            }
            const std::lock_guard lock(mutex);
            done = true;
            changed.notify_one();
        });
        std::unique_lock lock(mutex);
        while (!changed.wait_for(lock, std::chrono::milliseconds(50), [&] { return done; })) {
            const News latest = std::exchange(news, {});
            lock.unlock();
            look_after_python(latest);
            lock.lock();
        }
    }
    if (python_error_) std::rethrow_exception(python_error_);
    if (failure) std::rethrow_exception(failure);
    if (news) look_after_python(news);  // the last one, and nothing is lost if it raises
    if (python_error_) std::rethrow_exception(python_error_);
}

/// Whatever Python raises ends the search; a KeyboardInterrupt does no more than that.
void Background::look_after_python(const News& news) {
    const py::gil_scoped_acquire python;
    try {
        if (PyErr_CheckSignals() != 0) throw py::error_already_set();
        if (news && !progress_.is_none() && !stop_.stop_requested()) progress_(news());
    } catch (py::error_already_set& error) {
        if (!error.matches(PyExc_KeyboardInterrupt)) python_error_ = std::current_exception();
        stop_.request_stop();
    }
}
