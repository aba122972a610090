// SPDX-License-Identifier: Apache-2.0
//
// The last stage of reading a model: warns of declarations that are allowed but odd
// (semantics.md 1).
#include <string>
#include <vector>

#include "model/read/draft.h"

namespace cogs::model {

void check_features(Draft& draft) {
  const Model& model = draft.model;
  std::vector<bool> has_causal_rules(model.features.size(), false);
  for (const CausalRule& rule : model.causal_rules) has_causal_rules[rule.feature.index()] = true;

  for (std::size_t i = 0; i < model.features.size(); ++i) {
    const Feature& feature = model.features[i];
    const FeatureSpans& spans = draft.feature_spans[i];
    const std::string name = "`" + feature.name + "`";
    if (feature.caused && !has_causal_rules[i]) {
      draft.messages.warning(
          spans.name, name + " is caused but has no causal rules in force, so it never moves");
    }
    if (spans.cost.end > 0 && (feature.fixed || feature.caused)) {
      const std::string why = feature.fixed ? "fixed" : "caused";
      draft.messages.warning(spans.cost, "the cost of " + name + " is never paid: it is " + why +
                                             " and cannot be set");
    }
    if (feature.fixed && has_causal_rules[i]) {
      draft.messages.warning(spans.name,
                             name + " is fixed: its causal rules only restrict the states");
    }
    if (feature.caused && has_causal_rules[i] && feature.mode == CausalMode::only_if) {
      draft.messages.warning(spans.name,
                             name + " is caused with the mode only_if: no rule ever raises it");
    }
  }
}

}  // namespace cogs::model
