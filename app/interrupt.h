#pragma once

#include <atomic>
#include <stop_token>
#include <thread>

/// Turns Ctrl-C and SIGTERM into a stop request. Make one, and before any thread of our own.
///
/// Until search_begins() there is no answer to save, and a signal ends the program at once; from then on it
/// asks the search to stop, and a second one ends the program. Once the answer is written there is nothing
/// to save any more, and one is enough.
class Interrupt {
public:
    Interrupt();
    ~Interrupt();

    std::stop_token token() const { return source_.get_token(); }
    void search_begins() { searching_ = true; }
    void answer_is_written() { written_ = true; }

private:
    void wait_for_signals();

    std::stop_source source_;
    std::atomic<bool> searching_{false}, written_{false}, over_{false};
    std::jthread thread_;
};
