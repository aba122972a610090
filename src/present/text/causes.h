// SPDX-License-Identifier: Apache-2.0
//
// Causal rules that data suggest, for people: each in words, with its figures, the rows that speak
// against it and what could be meant instead.
#pragma once

#include <string>

#include "model/edit/causes.h"
#include "present/words/safe_text.h"

namespace cogs::present {

struct CausesTextOptions {
  bool all = false;  // also what is too weak to be proposed, and what was passed over
};

std::string causes_text(const model::Model& model, const model::Causes& causes,
                        const CausesTextOptions& options, const TextStyle& style);

// "credit_score is above 599"; a causal rule's head and body.
std::string head_words(const model::Model& model, const model::CausalRule& rule);
std::string body_words(const model::Model& model, const model::CausalRule& rule);
// "marital_status is Married-civ-spouse exactly if relationship is Husband or relationship is Wife"
std::string cause_words(const model::Model& model, const model::SuggestedCause& cause);
// "1234 rows, 98.4 % of them so"
std::string rule_figures(const model::SuggestedRule& rule);

}  // namespace cogs::present
