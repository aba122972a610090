// SPDX-License-Identifier: Apache-2.0
//
// Model + Record + atom -> Proof that the atom holds, or that it does not (semantics.md 2).
//
// Atoms get a rank when they are derived, stratum by stratum and round by round. A rule supports
// its head only if all atoms that it needs came before it, so a proof never goes in a circle.
#pragma once

#include <functional>
#include <optional>

#include "explain/proof.h"
#include "model/compile.h"

namespace cogs::explain {

using base::Number;

Proof prove(const Model& model, const Record& record, AtomId atom);
// The same for a model that is compiled already, without cuts of a run.
Proof prove(const model::CompiledModel& compiled, const Record& record, AtomId atom);

// Of a model with more than two decisions (#classes): the first one with rules that this person
// has. nullopt where there are fewer, or none holds.
std::optional<AtomId> class_that_holds(const Model& model, const Record& record);

// Does the test hold for this person? A missing value passes negated tests alone.
bool passes(const Model& model, const Record& record, const model::FeatureTest& test);

// What a score comes to for this person. `holds`: of the literals of its contributions.
Number score_of(const Model& model, const Record& record, model::ScoreId score,
                const std::function<bool(const model::Literal&)>& holds);
Number score_of(const Model& model, const Record& record, model::ScoreId score);

}  // namespace cogs::explain
