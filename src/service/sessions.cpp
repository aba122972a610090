// SPDX-License-Identifier: Apache-2.0
#include "service/sessions.h"

#include <algorithm>

#include "store/secrets.h"

namespace cogs::service {

namespace {

std::string digest_of(const std::string& secret) {
  return std::string(store::bytes_of(store::digest(secret)));
}

constexpr int free_tries = 5;
constexpr std::size_t most_sessions = 1000;

}  // namespace

Sessions::Sessions(std::string api_token, Lifetimes lifetimes) : lifetimes_(lifetimes) {
  if (!api_token.empty()) token_digest_ = digest_of(api_token);
}

std::string Sessions::new_once() {
  const std::string out = store::base64_url(store::random_bytes(24));
  const std::lock_guard lock(mutex_);
  onces_[digest_of(out)] = Clock::now() + lifetimes_.once;
  return out;
}

std::optional<std::string> Sessions::open(const std::string& once, bool& too_many) {
  const std::lock_guard lock(mutex_);
  const auto now = Clock::now();
  too_many = now < wait_until_;
  if (too_many) return std::nullopt;
  std::erase_if(onces_, [&](const auto& kept) { return kept.second < now; });
  const auto found = onces_.find(digest_of(once));
  if (found == onces_.end()) {
    ++wrong_;
    if (wrong_ >= free_tries) {
      wait_until_ = now + std::chrono::seconds(1 << std::min(wrong_ - free_tries, 8));
    }
    return std::nullopt;
  }
  onces_.erase(found);
  wrong_ = 0;
  std::erase_if(sessions_, [&](const auto& kept) {
    return now - kept.second.seen > lifetimes_.idle || now - kept.second.made > lifetimes_.all;
  });
  if (sessions_.size() >= most_sessions) sessions_.clear();
  const std::string secret = store::base64_url(store::random_bytes(32));
  sessions_[digest_of(secret)] = {now, now};
  return secret;
}

bool Sessions::holds(const std::string& secret) {
  const std::lock_guard lock(mutex_);
  const auto found = sessions_.find(digest_of(secret));
  if (found == sessions_.end()) return false;
  const auto now = Clock::now();
  if (now - found->second.seen > lifetimes_.idle || now - found->second.made > lifetimes_.all) {
    sessions_.erase(found);
    return false;
  }
  found->second.seen = now;
  return true;
}

void Sessions::end(const std::string& secret) {
  const std::lock_guard lock(mutex_);
  sessions_.erase(digest_of(secret));
}

bool Sessions::is_token(const std::string& token) const {
  return !token_digest_.empty() && store::same_secret(digest_of(token), token_digest_);
}

}  // namespace cogs::service
