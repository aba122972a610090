// SPDX-License-Identifier: Apache-2.0
//
// Series of models and the decisions made of them, prepared once. The store has the versions; this
// keeps those in use ready to answer.
#pragma once

#include <cogs/decision.h>

#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "store/store.h"

namespace cogs::service {

struct InUse {
  std::string series;
  std::uint64_t version = 0;
  Decision decision;
};

class Models {
 public:
  explicit Models(store::Store& store) : store_(store) {}

  // The text becomes the active version of the series unless it is one of its versions already.
  void begin(const std::string& series, const std::string& text, const std::string& note);

  std::vector<std::string> series() { return store_.series(); }
  // The active version; a given one; throws StoreError of kind missing.
  std::shared_ptr<const InUse> active(const std::string& series);
  std::shared_ptr<const InUse> version(const std::string& series, std::uint64_t n);
  Decision by_text(const std::string& sha256, const std::string& text, const std::string& name);
  // Versions have changed: the next question looks anew.
  void forget();

  // A new draft on top of the newest version.
  std::uint64_t add(const std::string& series, const std::string& text, std::uint64_t parent,
                    const std::string& note, const std::string& state, const std::string& actor);
  void activate(const std::string& series, std::uint64_t n, const std::string& actor);

 private:
  static constexpr std::size_t most_kept = 64;

  store::Store& store_;
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<const InUse>> active_;
  std::list<std::pair<std::string, Decision>> kept_;  // by sha256, the last one used first
};

}  // namespace cogs::service
