// SPDX-License-Identifier: Apache-2.0
//
// Where what answers name stands in the model's file. Answers know rules by id; lines are what
// people and JSON get to see.
#pragma once

#include <cstdint>
#include <vector>

#include "path/path.h"

namespace cogs::path {

base::Place place_of(const model::Model& model, const Broken& broken);

// Ascending, each line once. Of a blocker: where the restriction stands; empty for options and
// `decision`.
std::vector<std::uint32_t> lines_of(const model::Model& model,
                                    const std::vector<model::RuleId>& rules);
std::vector<std::uint32_t> lines_of(const model::Model& model,
                                    const std::vector<model::CausalRuleId>& rules);
std::vector<std::uint32_t> lines_of(const model::Model& model,
                                    const std::vector<model::DenialId>& denials);
std::vector<std::uint32_t> lines_of(const model::Model& model, const std::vector<Broken>& broken);
std::vector<std::uint32_t> lines_of(const model::Model& model, const Blocker& blocker);

// Stands for a rule that the model does not have, as an answer about another one may name.
constexpr model::CausalRuleId no_causal_rule(UINT32_MAX);

}  // namespace cogs::path
