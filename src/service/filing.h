// SPDX-License-Identifier: Apache-2.0
//
// An answer on its way into the store: its record, and what the page and the API say of it.
#pragma once

#include <cogs/decision.h>

#include <functional>
#include <optional>
#include <string>

#include "json/value.h"
#include "service/core.h"

namespace cogs::service {

struct ToFile {
  const InUse& model;
  std::string kind;  // recourse or why
  std::string reference, actor;
  bool undesired = false, complete = true;
  std::string status, cost;
  std::optional<store::Once> once;
  std::uint64_t case_id = 0;  // 0: of none
};

// Files the answer's record (cogs.record/1); `done` comes on a thread of the store, when it is on
// the disk.
void file_answer(Core& core, const Answer& answer, ToFile what, store::Filed done);

// What is filed, for whoever has a store and no server.
store::Filing filing_of(const Answer& answer, ToFile what, const Control& control,
                        std::uint64_t keep_days);

// Each adds one entry to the log and gives what it says. Letters about an answer go with it. Throw
// Problem without a reason, StoreError.
json::Value hold_filed(Core& core, std::uint64_t seq, bool held, const std::string& reason,
                       const std::string& actor);
json::Value erase_filed(Core& core, std::uint64_t seq, const std::string& reason,
                        const std::string& actor);
// Erases all that is due and may go; the numbers of what went.
std::vector<std::uint64_t> erase_due(Core& core, const std::string& actor);

json::Value receipt_json(const store::Receipt& receipt, const InUse& model);
// The same for an entry that was filed earlier.
store::Receipt receipt_of(Core& core, std::uint64_t seq);

const char* status_name(Status status);

}  // namespace cogs::service
