// SPDX-License-Identifier: Apache-2.0
#include "engine/explain.h"

#include <stdexcept>

#include "explain/check_proof.h"
#include "explain/prove.h"

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

explain::Contrast compare(const model::Model& model, const model::Record& here,
                          const model::Record& there, const base::Limits& limits) {
  base::Budget budget(limits);
  return explain::contrast(model, here, there, model.undesired, budget);
}

}  // namespace cogs::engine
