#include "interrupt.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <cstdio>

namespace {

constexpr int interrupted = 130;

sigset_t watched_signals() {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGUSR1);  // our own, to end the waiting
    return set;
}

}  // namespace

Interrupt::Interrupt() {
    const sigset_t set = watched_signals();
    pthread_sigmask(SIG_BLOCK, &set, nullptr);  // inherited by all threads: only the one below takes them
    thread_ = std::jthread([this] { wait_for_signals(); });
}

Interrupt::~Interrupt() {
    over_ = true;
    pthread_kill(thread_.native_handle(), SIGUSR1);
}

void Interrupt::wait_for_signals() {
    const sigset_t set = watched_signals();
    for (int signal = 0;;) {
        if (sigwait(&set, &signal) != 0 || over_) return;
        if (signal == SIGUSR1) continue;
        if (searching_ && source_.request_stop()) continue;
        if (isatty(STDERR_FILENO)) std::fputc('\n', stderr);  // below the progress line
        std::fputs(
            searching_ ? "sigmatch: stopped\n" : "sigmatch: interrupted before the search: nothing written\n",
            stderr);
        _exit(interrupted);
    }
}
