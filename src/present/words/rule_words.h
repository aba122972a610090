// SPDX-License-Identifier: Apache-2.0
//
// Causal rules in words, by the way they bind:
//
//   if       where debt is 0, credit score is at least 600
//   only_if  credit score is at least 600 only where debt is 0
//   iff      credit score is at least 600 where debt is 0, and only there
#pragma once

#include <string>

#include "model/model.h"
#include "path/path.h"

namespace cogs::present {

std::string causal_rule_words(const model::Model& model, const model::CausalRule& rule,
                              model::CausalMode mode);

// The best answer of a run on one line: "debt to 0 $ (then credit score 600 or more); cost 1".
std::string answer_words(const model::Model& model, const path::Result& result);

// What a rule of the decision asks for: "where bank_balance is below 60000 $, unless debt is at
// most 10 $"; "always" where it asks for nothing. Exceptions that learning has numbered (ab1) are
// told by what they ask for, others by their names.
std::string body_words(const model::Model& model, const model::Rule& rule);

}  // namespace cogs::present
