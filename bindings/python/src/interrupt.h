// SPDX-License-Identifier: Apache-2.0
//
// Long calls without the lock of the interpreter, and Ctrl-C while they run.
//
// No thread is made for this: while a call runs on the main thread, a handler stands in front of
// Python's own. It sets the flag that searches look at every few microseconds, then lets Python's
// handler do what it does. When the call is back, Python raises what it has to raise.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <exception>
#include <mutex>
#include <optional>
#include <type_traits>
#include <utility>

#include <cogs/limits.h>

namespace cogs::python {

namespace nb = nanobind;

// As long as it lives, SIGINT sets the flag; only on the main thread, and only where somebody
// handles the signal at all.
class Interruptible {
 public:
  explicit Interruptible(std::atomic<bool>& flag);
  ~Interruptible();
  Interruptible(const Interruptible&) = delete;
  Interruptible& operator=(const Interruptible&) = delete;

 private:
  bool installed_ = false;
  std::atomic<bool>* outer_ = nullptr;
};

// Tells a Python callback how far a call has come, at most twenty times a second: (share, rows), a
// share of -1 if it is not known. What the callback raises ends the call.
class ProgressHook {
 public:
  ProgressHook(nb::object callback, std::atomic<bool>& flag)
      : callback_(std::move(callback)), flag_(flag) {}
  void attach(Control& control);
  void rethrow();  // what the callback has raised

 private:
  void call(const Progress& at);

  nb::object callback_;
  std::atomic<bool>& flag_;
  std::mutex mutex_;
  std::chrono::steady_clock::time_point last_{};
  std::exception_ptr raised_;
};

// Throws what a signal handler of Python raises, if one was waiting.
inline void raise_signals() {
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

// work(control) without the lock. `again`: whether a call that was cancelled can be made again,
// for handlers of SIGINT that raise nothing.
template <class Work>
auto run(Work&& work, nb::object callback = nb::none(), bool again = false) {
  using Result = std::invoke_result_t<Work&, const Control&>;
  for (;;) {
    std::atomic<bool> flag = false;
    Control control;
    control.cancelled = &flag;
    ProgressHook hook(callback, flag);
    hook.attach(control);
    std::optional<Result> result;
    std::exception_ptr failed;
    {
      nb::gil_scoped_release release;
      Interruptible guard(flag);
      try {
        result.emplace(work(std::as_const(control)));
      } catch (...) {
        failed = std::current_exception();
      }
    }
    hook.rethrow();
    if (flag) {
      raise_signals();
      if (again) continue;
      throw Stopped(Stop::cancelled);
    }
    if (failed) std::rethrow_exception(failed);
    return std::move(*result);
  }
}

}  // namespace cogs::python
