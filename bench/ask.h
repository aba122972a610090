// SPDX-License-Identifier: Apache-2.0
//
// One question to the search, timed, its path checked; as a line of text between processes.
#pragma once

#include <optional>
#include <string>

#include "model/model.h"
#include "path/search.h"
#include "path/verify.h"

namespace cogs::bench {

struct Answer {
  std::string status;          // found, already, none, gave_up
  double seconds = 0;          // CPU time of Search::find alone
  std::optional<double> cost;  // of the best path
  double lower_bound = 0;
  std::uint32_t transitions = 0;  // of the best path
  std::uint64_t expanded = 0;
  bool checked = true;      // the independent checker passes the path
  bool ties_proved = true;  // no other path of this cost is better
  // CPU time of Search::find when asked for the first path, if there is one.
  std::optional<double> first_seconds;
};

// The least time of `repeats` runs, which give the same answer. `limit`: CPU seconds each.
Answer ask(const path::Search& search, const path::Verifier& verifier, const model::Record& record,
           double limit, int repeats = 1);

// Sets first_seconds. `first` is a search with the option of that name; its path is checked too.
void ask_first(const path::Search& first, const path::Verifier& verifier,
               const model::Record& record, double limit, Answer& answer);

std::string to_line(const Answer& answer);
Answer from_line(const std::string& line);

}  // namespace cogs::bench
