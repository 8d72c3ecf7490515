#pragma once

#include <algorithm>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace sigmatch {

/// The number of threads that an option asks for: 0 means one for each core.
inline int threads_or_all(int threads) {
    return threads > 0 ? threads : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

/// Runs work(0), ..., work(count - 1) at once, work(0) on the caller's thread, and waits for all. If one of
/// them throws, calls `on_failure`, to let the others end, and then throws the same exception here.
template <class Work, class OnFailure>
void on_threads(int count, Work&& work, OnFailure&& on_failure) {
    std::mutex mutex;
    std::exception_ptr failure;
    const auto guarded = [&](int worker) {
        try {
            work(worker);
        } catch (...) {
            {
                const std::scoped_lock lock(mutex);
                if (!failure) failure = std::current_exception();
            }
            on_failure();
        }
    };
    {
        std::vector<std::jthread> helpers;
        for (int worker = 1; worker < count; ++worker) helpers.emplace_back(guarded, worker);
        guarded(0);
    }
    if (failure) std::rethrow_exception(failure);
}

}  // namespace sigmatch
