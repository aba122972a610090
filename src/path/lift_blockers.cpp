// SPDX-License-Identifier: Apache-2.0
#include "path/lift_blockers.h"

#include <algorithm>

namespace cogs::path {

namespace {

void lift_option(Options& options, const Blocker& blocker) {
  if (blocker.option == "--fix") std::erase(options.fix, *blocker.feature);
  if (blocker.option == "--range") {
    std::erase_if(options.ranges,
                  [&](const RangeOption& range) { return range.feature == *blocker.feature; });
  }
  if (blocker.option == "--only") options.only.reset();
  if (blocker.option == "--certain") options.certain = false;
  if (blocker.option == "--max-length") options.max_length.reset();
  if (blocker.option == "--desired") options.desired.reset();
}

void lift(Unblocked& out, const Blocker& blocker) {
  model::Feature* feature =
      blocker.feature ? &out.model.features[blocker.feature->index()] : nullptr;
  switch (blocker.kind) {
    case BlockerKind::fixed: feature->fixed = false; break;
    case BlockerKind::direction: feature->direction = model::Direction::any; break;
    case BlockerKind::caused: feature->caused = false; break;
    case BlockerKind::domain: {
      auto& domain = std::get<model::NumericDomain>(feature->domain);
      domain.low = domain.high = std::nullopt;
      break;
    }
    case BlockerKind::causal_rules:
      feature->caused = false;
      std::erase_if(out.model.causal_rules, [&](const model::CausalRule& rule) {
        return rule.feature == *blocker.feature;
      });
      break;
    case BlockerKind::denial:
      std::erase_if(out.model.denials, [&](const model::Denial& denial) {
        return denial.place.line == blocker.lines.front();
      });
      break;
    case BlockerKind::option: lift_option(out.options, blocker); break;
    case BlockerKind::decision: break;
  }
}

}  // namespace

Unblocked lift_blockers(const model::Model& model, const Options& options,
                        const std::vector<Blocker>& blockers) {
  Unblocked out{model, options};
  out.options.top = 1;
  out.options.all = false;
  for (const Blocker& blocker : blockers) lift(out, blocker);
  return out;
}

}  // namespace cogs::path
