// SPDX-License-Identifier: Apache-2.0
//
// Who is asking. In the mode for one person: whoever has the one-time code that the server printed
// becomes a session, which a cookie carries; a program may carry a token instead. Only digests of
// either are kept, and in memory alone: a restart ends all sessions.
//
// Any thread may call these.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace cogs::service {

class Sessions {
 public:
  using Clock = std::chrono::steady_clock;
  struct Lifetimes {
    std::chrono::seconds once{600}, idle{8 * 3600}, all{24 * 3600};
  };

  explicit Sessions(std::string api_token) : Sessions(std::move(api_token), Lifetimes()) {}
  Sessions(std::string api_token, Lifetimes lifetimes);

  // A code that opens one session, within ten minutes.
  std::string new_once();
  // The secret of a new session; nullopt: not the code, or used, or too late. After some wrong
  // codes the wait grows: `too_many` says that this one was not even looked at.
  std::optional<std::string> open(const std::string& once, bool& too_many);
  bool holds(const std::string& secret);  // and it is in use: its idle time begins anew
  void end(const std::string& secret);
  bool is_token(const std::string& token) const;

 private:
  struct Session {
    Clock::time_point made, seen;
  };

  std::mutex mutex_;
  Lifetimes lifetimes_;
  std::string token_digest_;
  std::map<std::string, Clock::time_point> onces_;  // by digest
  std::map<std::string, Session> sessions_;         // by digest
  int wrong_ = 0;
  Clock::time_point wait_until_{};
};

}  // namespace cogs::service
