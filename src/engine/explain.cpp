// SPDX-License-Identifier: Apache-2.0
#include "engine/explain.h"

#include <algorithm>
#include <stdexcept>

#include "engine/engine.h"
#include "explain/check_proof.h"
#include "explain/prove.h"
#include "path/lift_blockers.h"

namespace cogs::engine {

namespace {

explain::Proof checked_proof(const model::Model& model, const model::Record& record,
                             model::AtomId atom) {
  explain::Proof proof = explain::prove(model, record, atom);
  const auto faults =
      explain::check_proof(model, record, proof, atom, proof.node(proof.root).truth);
  if (!faults.empty()) {
    throw std::logic_error("a proof was made that the checker refuses: " + faults[0]);
  }
  return proof;
}

}  // namespace

Why why(const model::Model& model, const model::Record& record, std::size_t most,
        const base::Limits& limits) {
  base::Budget budget(limits);
  Why result{checked_proof(model, record, model.undesired),
             explain::find_reasons(model, record, model.undesired, budget)};
  if (result.reasons.reasons.size() > most) {
    result.reasons.left_out = result.reasons.reasons.size() - most;
    result.reasons.reasons.erase(result.reasons.reasons.begin() + static_cast<std::ptrdiff_t>(most),
                                 result.reasons.reasons.end());
  }
  return result;
}

WhyNot why_not(const model::Model& model, const model::Record& record, model::AtomId atom,
               const base::Limits& limits) {
  base::Budget budget(limits);
  return {checked_proof(model, record, atom), explain::what_it_takes(model, record, atom, budget)};
}

explain::RecourseReasons explain_recourse(const model::Model& model, const model::Record& start,
                                          const path::Options& options, const path::Result& result,
                                          const base::Limits& limits) {
  explain::RecourseReasons reasons;
  for (const path::Path& path : result.paths) {
    reasons.paths.push_back(explain::path_reasons(model, start, options, path));
  }
  const bool liftable =
      !result.blockers.empty() && result.blockers.front().kind != path::BlockerKind::decision;
  if (liftable) {
    const path::Unblocked question = path::lift_blockers(model, options, result.blockers);
    base::Limits left = limits;
    if (left.seconds) left.seconds = std::max(0.0, *left.seconds - result.seconds);
    reasons.lifted = find_recourse(question.model, start, question.options, left);
  }
  return reasons;
}

explain::Contrast compare(const model::Model& model, const model::Record& here,
                          const model::Record& there, const base::Limits& limits) {
  base::Budget budget(limits);
  return explain::contrast(model, here, there, model.undesired, budget);
}

}  // namespace cogs::engine
