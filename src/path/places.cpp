// SPDX-License-Identifier: Apache-2.0
#include "path/places.h"

#include <algorithm>

namespace cogs::path {

namespace {

using Lines = std::vector<std::uint32_t>;

Lines sorted(Lines lines) {
  std::sort(lines.begin(), lines.end());
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  return lines;
}

// The option's own place, else that of the whole declaration.
Lines line_of(const model::Feature& feature, base::Place place) {
  return {place.line == 0 ? feature.place.line : place.line};
}

}  // namespace

base::Place place_of(const model::Model& model, const Broken& broken) {
  return broken.kind == Broken::Kind::denial ? model.denials[broken.rule].place
                                             : model.causal_rules[broken.rule].place;
}

Lines lines_of(const model::Model& model, const std::vector<model::RuleId>& rules) {
  Lines lines;
  for (const model::RuleId id : rules) lines.push_back(model.rule(id).place.line);
  return sorted(std::move(lines));
}

Lines lines_of(const model::Model& model, const std::vector<model::CausalRuleId>& rules) {
  Lines lines;
  for (const model::CausalRuleId id : rules) {
    lines.push_back(id == no_causal_rule ? 0 : model.rule(id).place.line);
  }
  return sorted(std::move(lines));
}

Lines lines_of(const model::Model& model, const std::vector<model::DenialId>& denials) {
  Lines lines;
  for (const model::DenialId id : denials) lines.push_back(model.denial(id).place.line);
  return sorted(std::move(lines));
}

Lines lines_of(const model::Model& model, const std::vector<Broken>& broken) {
  Lines lines;
  for (const Broken& each : broken) lines.push_back(place_of(model, each).line);
  return sorted(std::move(lines));
}

Lines lines_of(const model::Model& model, const Blocker& blocker) {
  const model::Feature* feature = blocker.feature ? &model.feature(*blocker.feature) : nullptr;
  switch (blocker.kind) {
    case BlockerKind::fixed: return line_of(*feature, feature->fixed_place);
    case BlockerKind::direction: return line_of(*feature, feature->direction_place);
    case BlockerKind::caused: return line_of(*feature, feature->caused_place);
    case BlockerKind::missing: return line_of(*feature, feature->place);
    case BlockerKind::domain: return line_of(*feature, feature->domain_place);
    case BlockerKind::causal_rules: {
      Lines lines;
      for (const model::CausalRule& rule : model.causal_rules) {
        if (rule.feature == *blocker.feature) lines.push_back(rule.place.line);
      }
      return sorted(std::move(lines));
    }
    case BlockerKind::denial: return {model.denial(*blocker.denial).place.line};
    case BlockerKind::option:
    case BlockerKind::decision: break;
  }
  return {};
}

}  // namespace cogs::path
