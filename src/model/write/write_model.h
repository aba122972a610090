// SPDX-License-Identifier: Apache-2.0
//
// Model -> text of a `.cogs` file.
//
// write_model gives the document as it stands: a model that was read and not changed comes out
// byte for byte, comments included. The format_ functions write single statements in one
// canonical form, for models that are built or changed by a program; whoever changes the
// resolved parts of a model changes its document with them. What they write reads back as an
// equal statement.
#pragma once

#include <string>

#include "model/model.h"

namespace cogs::model {

std::string write_model(const Model& model);

// A constant as rules and answers write it: in quotes unless it is a plain name or number.
std::string constant_text(const Value& value);

// #feature debt : integer 0..1000000, unit "$".
std::string format_feature(const Feature& feature);
// #causal credit_score : if.
std::string format_causal_mode(const Feature& feature);
// reject_loan(X) :- bank_balance(X,N1), N1 < 60000.
// A negated FeatureTest must have at most one condition, which is an equality, as in all rules
// that read_model gives.
std::string format_rule(const Model& model, const Rule& rule);
std::string format_causal_rule(const Model& model, const CausalRule& rule);
std::string format_denial(const Model& model, const Denial& denial);
// #rule c1, status proposed, covers 120.   The status stands where the entries have it, or
// first if they have none.
std::string format_rule_note(const RuleNote& note);
// The whole model from its resolved parts: features, modes, decisions, rules, causal rules in
// force, denials, each on a line. Comments, notes and #pred lines are not among these.
std::string format_model(const Model& model);

}  // namespace cogs::model
