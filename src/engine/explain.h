// SPDX-License-Identifier: Apache-2.0
//
// Why a decision was made, and what makes the difference between two people.
//
//   engine::Why why = engine::why(loan, john);
//   why.proof;      // that the undesired decision holds, or that it does not; replayed
//   why.reasons;    // the features that it rests on, most responsible first
#pragma once

#include <optional>

#include "base/budget.h"
#include "engine/prepared.h"
#include "explain/contrast.h"
#include "explain/path_reasons.h"
#include "explain/proof.h"
#include "explain/reasons.h"
#include "model/model.h"
#include "path/path.h"

namespace cogs::engine {

struct Why {
  explain::Proof proof;
  explain::Reasons reasons;
};

// Every proof has passed the independent checker. `most`: at most so many reasons.
Why why(const model::Model& model, const model::Record& record, std::size_t most = 4,
        const base::Limits& limits = {});
Why why(const model::CompiledModel& compiled, const model::Record& record, std::size_t most = 4,
        const base::Limits& limits = {});

// Why does this atom not hold (or hold), and what would it take?
struct WhyNot {
  explain::Proof proof;
  explain::Alternative alternative;
};
WhyNot why_not(const model::Model& model, const model::Record& record, model::AtomId atom,
               const base::Limits& limits = {});
WhyNot why_not(const model::CompiledModel& compiled, const model::Record& record,
               model::AtomId atom, const base::Limits& limits = {});

// Why each step of each path is there, and where there is no path, what lifting the blockers would
// give. `result` is the answer of find_recourse to the same question.
explain::RecourseReasons explain_recourse(const model::Model& model, const model::Record& start,
                                          const path::Options& options, const path::Result& result,
                                          const base::Limits& limits = {});
explain::RecourseReasons explain_recourse(const Prepared& prepared, const model::Record& start,
                                          const path::Options& options, const path::Result& result,
                                          const base::Limits& limits = {});

explain::Contrast compare(const model::Model& model, const model::Record& here,
                          const model::Record& there, const base::Limits& limits = {});
explain::Contrast compare(const model::CompiledModel& compiled, const model::Record& here,
                          const model::Record& there, const base::Limits& limits = {});

}  // namespace cogs::engine
