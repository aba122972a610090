// SPDX-License-Identifier: Apache-2.0
#include "engine/explain.h"

#include <algorithm>
#include <stdexcept>

#include "engine/engine.h"
#include "explain/check_proof.h"
#include "explain/prove.h"
#include "explain/score_report.h"
#include "path/lift_blockers.h"

namespace cogs::engine {

namespace {

explain::Proof checked_proof(const model::CompiledModel& compiled, const model::Record& record,
                             model::AtomId atom) {
  explain::Proof proof = explain::prove(compiled, record, atom);
  const auto faults =
      explain::check_proof(*compiled.model, record, proof, atom, proof.node(proof.root).truth);
  if (!faults.empty()) {
    throw std::logic_error("a proof was made that the checker refuses: " + faults[0]);
  }
  return proof;
}

// Reasons that are as responsible as each other are named as lenders name them: those first that
// cost the most points.
void rank_by_points(const model::Model& model, const model::Record& record, Why& answer) {
  std::vector<base::Number> lost(model.features.size(), 0);
  for (const explain::ScoreReport& report : explain::score_reports(model, record, answer.proof)) {
    for (const explain::ScoreLoss& loss : report.losses) {
      base::Number& most = lost[loss.feature.index()];
      most = std::max(most, loss.points);
    }
  }
  std::stable_sort(answer.reasons.reasons.begin(), answer.reasons.reasons.end(),
                   [&](const explain::Reason& a, const explain::Reason& b) {
                     if (a.contingency != b.contingency) return a.contingency < b.contingency;
                     return lost[a.feature.index()] > lost[b.feature.index()];
                   });
}

}  // namespace

Why why(const model::Model& model, const model::Record& record, std::size_t most,
        const base::Limits& limits) {
  return why(model::compile(model), record, most, limits);
}

Why why(const model::CompiledModel& compiled, const model::Record& record, std::size_t most,
        const base::Limits& limits) {
  base::Budget budget(limits);
  const model::AtomId undesired = compiled.model->undesired;
  Why result{checked_proof(compiled, record, undesired),
             explain::find_reasons(compiled, record, undesired, budget)};
  if (!compiled.model->scores.empty()) rank_by_points(*compiled.model, record, result);
  if (result.reasons.reasons.size() > most) {
    result.reasons.left_out = result.reasons.reasons.size() - most;
    result.reasons.reasons.erase(result.reasons.reasons.begin() + static_cast<std::ptrdiff_t>(most),
                                 result.reasons.reasons.end());
  }
  return result;
}

WhyNot why_not(const model::Model& model, const model::Record& record, model::AtomId atom,
               const base::Limits& limits) {
  return why_not(model::compile(model), record, atom, limits);
}

WhyNot why_not(const model::CompiledModel& compiled, const model::Record& record,
               model::AtomId atom, const base::Limits& limits) {
  base::Budget budget(limits);
  return {checked_proof(compiled, record, atom),
          explain::what_it_takes(compiled, record, atom, budget)};
}

namespace {

explain::RecourseReasons reasons_of(const model::CompiledModel& compiled,
                                    const path::check::StateRules& rules,
                                    const model::Record& start, const path::Options& options,
                                    const path::Result& result, const base::Limits& limits) {
  const model::Model& model = *compiled.model;
  explain::RecourseReasons reasons;
  base::Limits rest = limits;
  if (rest.seconds) rest.seconds = std::max(0.0, *rest.seconds - result.seconds);
  base::Budget budget(rest);
  for (const path::Path& path : result.paths) {
    if (!reasons.paths.empty() && budget.exhausted_now()) break;  // the others go without
    reasons.paths.push_back(explain::path_reasons(compiled, rules, start, options, path));
  }
  if (result.status == path::Status::none) {
    reasons.limits = explain::score_limits(model, start, options, result.deciding_rules);
  }
  const bool liftable =
      !result.blockers.empty() && result.blockers.front().kind != path::BlockerKind::decision;
  if (liftable) {
    const path::Unblocked question = path::lift_blockers(model, start, options, result.blockers);
    if (!budget.exhausted_now()) {
      reasons.lifted = path::with_rules_of_before(
          question, find_recourse(question.model, start, question.options, budget.left()));
    }
  }
  return reasons;
}

}  // namespace

explain::RecourseReasons explain_recourse(const model::Model& model, const model::Record& start,
                                          const path::Options& options, const path::Result& result,
                                          const base::Limits& limits) {
  return reasons_of(model::compile(model), path::check::StateRules(model), start, options, result,
                    limits);
}

explain::RecourseReasons explain_recourse(const Prepared& prepared, const model::Record& start,
                                          const path::Options& options, const path::Result& result,
                                          const base::Limits& limits) {
  return reasons_of(prepared.compiled(), prepared.verifier().rules(), start, options, result,
                    limits);
}

explain::Contrast compare(const model::Model& model, const model::Record& here,
                          const model::Record& there, const base::Limits& limits) {
  return compare(model::compile(model), here, there, limits);
}

explain::Contrast compare(const model::CompiledModel& compiled, const model::Record& here,
                          const model::Record& there, const base::Limits& limits) {
  base::Budget budget(limits);
  const model::Model& model = *compiled.model;
  explain::Contrast found = explain::contrast(compiled, here, there, model.undesired, budget);
  const auto class_of = [&](bool undesired, const model::Record& record) {
    return undesired ? std::nullopt : explain::class_that_holds(model, record);
  };
  const auto here_class = class_of(found.here, here), there_class = class_of(found.there, there);
  const bool classes = !found.here && !found.there && here_class != there_class;
  if (classes && found.exhausted == base::Exhausted::no) {
    found =
        explain::contrast(compiled, here, there, there_class ? *there_class : *here_class, budget);
    found.about_classes = true;
  }
  found.here_class = here_class;
  found.there_class = there_class;
  return found;
}

}  // namespace cogs::engine
