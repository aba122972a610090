// SPDX-License-Identifier: Apache-2.0
//
// Program text -> what clingo says, run as a process.
#pragma once

#include <optional>
#include <string>

#include "base/number.h"

namespace cogs::clingo {

bool installed();

struct ClingoAnswer {
  enum class Kind { optimum, unsatisfiable, unknown } kind = Kind::unknown;
  base::Number cost = 0;  // of the optimum, scaled back to the model's costs
  std::string models;     // the number of answer sets, where all were asked for
  std::string output;     // everything that was printed, for failures
};

// The cheapest path of an export with a record.
ClingoAnswer find_optimum(const std::string& program, int seconds);

// The number of answer sets of an export without one; empty when time ran out.
ClingoAnswer count_models(const std::string& program, int seconds);

}  // namespace cogs::clingo
