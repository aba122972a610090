// SPDX-License-Identifier: Apache-2.0
//
// Cases: answers that belong together, and links by which the person whom they are about sees them
// and nothing else.
//
// A link is a secret of 256 bits; the store has its digest and when it ends. It stands behind `#`
// in the address, so that no log and no other page gets to see it.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "store/store.h"

namespace cogs::service {

struct Core;

constexpr std::uint64_t longest_link_days = 366;

// Of a reference that has one already, that case. Throws StoreError, Problem.
store::Case open_case(Core& core, const std::string& series, const std::string& reference,
                      const std::string& actor);
struct CaseLink {
  std::string secret, ends;
};
CaseLink new_link(Core& core, std::uint64_t case_id, std::uint64_t days, const std::string& actor);
void end_links(Core& core, std::uint64_t case_id, const std::string& actor);
// The newest answer of the case that is not erased.
std::optional<store::RecordRow> newest_answer(Core& core, std::uint64_t case_id);

// Who comes by a link asks a bounded number of questions: rules cannot be read out by trying.
class Visitors {
 public:
  static constexpr unsigned most_an_hour = 1000;
  bool may_ask(std::uint64_t case_id);

 private:
  using Clock = std::chrono::steady_clock;
  struct Seen {
    Clock::time_point since;
    unsigned asked = 0;
  };
  std::mutex mutex_;
  std::map<std::uint64_t, Seen> seen_;
};

}  // namespace cogs::service
