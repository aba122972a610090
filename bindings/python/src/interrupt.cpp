// SPDX-License-Identifier: Apache-2.0
#include "interrupt.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/syscall.h>
#endif

namespace cogs::python {

namespace {

std::atomic<std::atomic<bool>*> asked = nullptr;  // the flag of the call that runs
struct sigaction others;                          // what was there before

void on_interrupt(int signal, siginfo_t* info, void* context) {
  if (std::atomic<bool>* flag = asked.load()) flag->store(true);
  if ((others.sa_flags & SA_SIGINFO) != 0) {
    others.sa_sigaction(signal, info, context);
  } else {
    others.sa_handler(signal);
  }
}

// Also right in a forked child, whose only thread is its main one.
bool on_main_thread() {
#ifdef __linux__
  return static_cast<pid_t>(::syscall(SYS_gettid)) == ::getpid();
#else
  return pthread_main_np() != 0;
#endif
}

}  // namespace

Interruptible::Interruptible(std::atomic<bool>& flag) {
  if (!on_main_thread()) return;
  outer_ = asked.exchange(&flag);
  if (outer_ != nullptr) {  // a callback of a call asks another question
    installed_ = true;
    return;
  }
  struct sigaction present = {};
  ::sigaction(SIGINT, nullptr, &present);
  if ((present.sa_flags & SA_SIGINFO) == 0 &&
      (present.sa_handler == SIG_DFL || present.sa_handler == SIG_IGN)) {
    asked = nullptr;
    return;
  }
  others = present;
  struct sigaction own = present;
  own.sa_sigaction = on_interrupt;
  own.sa_flags |= SA_SIGINFO;
  ::sigaction(SIGINT, &own, nullptr);
  installed_ = true;
}

Interruptible::~Interruptible() {
  if (!installed_) return;
  if (outer_ == nullptr) {
    struct sigaction present = {};
    ::sigaction(SIGINT, nullptr, &present);
    // Whoever set another handler meanwhile keeps it.
    if ((present.sa_flags & SA_SIGINFO) != 0 && present.sa_sigaction == on_interrupt) {
      ::sigaction(SIGINT, &others, nullptr);
    }
  }
  asked = outer_;
}

void ProgressHook::attach(Control& control) {
  if (callback_.is_none()) return;
  control.progress = [this](const Progress& at) { call(at); };
}

void ProgressHook::call(const Progress& at) {
  {
    const std::lock_guard lock(mutex_);
    const auto now = std::chrono::steady_clock::now();
    if (raised_ || now - last_ < std::chrono::milliseconds(50)) return;
    last_ = now;
  }
  nb::gil_scoped_acquire acquire;
  try {
    callback_(at.share, at.rows);
  } catch (...) {
    raised_ = std::current_exception();
    flag_ = true;
  }
}

void ProgressHook::rethrow() {
  if (raised_) std::rethrow_exception(std::exchange(raised_, nullptr));
}

}  // namespace cogs::python
