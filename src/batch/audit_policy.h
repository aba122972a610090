// SPDX-License-Identifier: Apache-2.0
//
// A policy file: which features a decision should not rest on.
//
//   % one a line
//   protected sex
//   proxy relationship
//
// A name is that of a feature, or of a column that the model does not use.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/model.h"

namespace cogs::batch {

enum class PolicyKind { protected_feature, proxy };

struct PolicyEntry {
  PolicyKind kind = PolicyKind::protected_feature;
  std::string name;
  std::optional<model::FeatureId> feature;  // nullopt: a column alone
};

// Throws base::InputError with every line that is wrong; `file` is the name for messages.
std::vector<PolicyEntry> read_policy(std::string_view text, const std::string& file,
                                     const model::Model& model,
                                     const std::vector<std::string>& columns);

// Lines of the rules that the decision depends on and that test this feature; and of the causal
// rules and denials that mention it.
std::vector<std::uint32_t> decision_lines(const model::Model& model, model::FeatureId feature);
std::vector<std::uint32_t> causal_lines(const model::Model& model, model::FeatureId feature);

}  // namespace cogs::batch
