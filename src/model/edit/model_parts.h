// SPDX-License-Identifier: Apache-2.0
//
// The parts that build_model and rebuild_model put together. Internal to src/model.
#pragma once

#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "model/edit/build_model.h"
#include "model/write/decision_text.h"

namespace cogs::model {

// Lines of a comment.
std::string heading_text(const std::vector<std::string>& lines);

// #classes, #undesired and #desired.
std::string targets_text(const rules::RuleSet& rules, const std::string& label,
                         const BuildOptions& options);

// The classes that must have a rule.
std::vector<std::string> needed_classes(const BuildOptions& options);

// The names of features and of the label, from their columns.
DecisionNames names_of(const rules::RuleSet& rules);

// By attribute: the texts that rules name.
std::vector<std::unordered_set<std::string>> named_values(const rules::RuleSet& rules);

// What the column shows, less the values that are nobody else's business: an open set.
std::optional<Domain> listed_domain(const table::Column& column,
                                    const std::unordered_set<std::string>& named, Listed listed);

}  // namespace cogs::model
