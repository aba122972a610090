// SPDX-License-Identifier: Apache-2.0
//
// One model and one record, judged by cells and by logic: what the two disagree on.
#pragma once

#include <cstdint>

#include "model/model.h"
#include "oracle/runner.h"

namespace cogs::differential {

struct Effort {
  std::size_t records = 2;    // states to judge one by one, beside the record
  std::size_t points = 4000;  // states to look for in the counterfactuals
  bool check = false;         // let the checker of src/logic judge every answer, too
};

// What was compared, so that a test can tell that it compared something.
struct Tally {
  std::size_t models = 0, queries = 0, undesired = 0, inconsistent = 0;
  std::size_t points = 0, goals = 0, answers = 0;
};

oracle::Failure compare(const model::Model& model, const model::Record& record, std::uint64_t seed,
                        const Effort& effort, Tally& tally);

}  // namespace cogs::differential
