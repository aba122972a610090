// SPDX-License-Identifier: Apache-2.0
//
// Two versions of a model beside each other: which statements differ, and what that means for
// people: rows of a table, and ways that were promised in filed answers.
#pragma once

#include <cogs/decision.h>
#include <cogs/table.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "service/core.h"

namespace cogs::service {

// The rules under review as `review --list --json` has them; with a table, what it says about each
// and whose answers would change. `dataset`: 0 for none.
json::Value reviewed_rules(Core& core, const Decision& decision, std::uint64_t dataset);

struct DiffLine {
  enum class Kind { same, removed, added } kind = Kind::same;
  std::string text;
};
// Statement by statement (a line each; comments and blank lines do not count).
std::vector<DiffLine> statement_diff(const std::string& before, const std::string& after);

struct VersionEffect {
  std::uint64_t rows = 0, to_undesired = 0, to_desired = 0;  // of the table, if one was given
  std::uint64_t records = 0, hold = 0;                       // filed answers that were looked at
  std::vector<std::uint64_t> broken;                         // those whose answer no longer holds
  bool all_records = true;                                   // false: only the newest
};
VersionEffect effect_of(Core& core, const std::string& series, const Decision& before,
                        const Decision& after, const std::optional<Table>& table);

// The file of a table; throws StoreError of kind missing.
// A table under the name that people know it by: answers name it so, and not where it lies here.
Table dataset_table(Core& core, std::uint64_t id);
std::string dataset_file(Core& core, std::uint64_t id);

}  // namespace cogs::service
