// SPDX-License-Identifier: Apache-2.0
//
// The parts that build_model and rebuild_model put together. Internal to src/model.
#pragma once

#include <string>
#include <vector>

#include "model/build_model.h"
#include "model/decision_text.h"

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

}  // namespace cogs::model
