#include "interrupt.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <cstdio>

namespace {

constexpr int interrupted = 130;

pthread_t waiting_thread;

/// Threads that libraries start before us (those of OpenBLAS) do not block the signals: they pass them on.
extern "C" void pass_on(int signal) {
    pthread_kill(waiting_thread, signal);
}

/// Hands the signal from one handler to another; one that is ignored, as in a shell's background jobs, stays
/// so.
void change_handler(int signal, void (*from)(int), void (*to)(int)) {
    struct sigaction action {};
    sigaction(signal, nullptr, &action);
    if (action.sa_handler != from) return;
    action.sa_handler = to;
    sigaction(signal, &action, nullptr);
}

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
    pthread_sigmask(SIG_BLOCK, &set, nullptr);  // inherited by all new threads: only the one below takes them
    thread_ = std::jthread([this] { wait_for_signals(); });
    waiting_thread = thread_.native_handle();
    for (const int signal : {SIGINT, SIGTERM}) change_handler(signal, SIG_DFL, pass_on);
}

Interrupt::~Interrupt() {
    for (const int signal : {SIGINT, SIGTERM}) change_handler(signal, pass_on, SIG_DFL);
    over_ = true;
    pthread_kill(thread_.native_handle(), SIGUSR1);
}

void Interrupt::wait_for_signals() {
    const sigset_t set = watched_signals();
    for (int signal = 0;;) {
        if (sigwait(&set, &signal) != 0 || over_) return;
        if (signal == SIGUSR1) continue;
        if (searching_ && !written_ && source_.request_stop()) continue;
        if (isatty(STDERR_FILENO)) std::fputc('\n', stderr);  // below the progress line
        std::fputs(searching_ || written_ ? "sigmatch: stopped\n"
                                          : "sigmatch: interrupted before the search: nothing written\n",
                   stderr);
        _exit(interrupted);
    }
}
