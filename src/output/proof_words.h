// SPDX-License-Identifier: Apache-2.0
//
// The nodes of a proof about a person, in words and as goals.
#pragma once

#include <string>

#include "explain/proof.h"
#include "model/model.h"

namespace cogs::output {

// "reject_loan(x)", "bank_balance(x,40000)", "not ab1(x)": what the node says, as a logic program
// would write it, for the truth that it has.
std::string goal_text(const model::Model& model, const model::Record& record,
                      const explain::ProofNode& node);

// "reject_loan holds", "the rule in line 9 does not apply", "bank_balance is 40000 $; this rule
// applies below 60000 $".
std::string node_words(const model::Model& model, const model::Record& record,
                       const explain::ProofNode& node);

// What an atom's truth rests on: "2 rules apply", "its only rule does not apply".
std::string support_words(const explain::ProofNode& atom);

}  // namespace cogs::output
