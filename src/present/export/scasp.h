// SPDX-License-Identifier: Apache-2.0
//
// Model (+ record) -> a program for s(CASP) that means the same, with a query to start from.
//
// With a record: the model's rules as they are over the record's facts; the query asks for the
// decision, so that s(CASP) justifies it. Without one: the values of a state are variables, and
// the query ?- counterfactual(...) gives the consistent states without the undesired decision
// (and with the desired one) as constraints on them. There the rules take the values as
// arguments instead of looking them up, because s(CASP) loses answers where a negated rule has
// variables of its own.
//
// s(CASP) computes with rational numbers. A feature whose rules would leave room between two
// neighbouring integers gets its comparisons in a form that does not (`N #> 3` for `N #>= 4`).
#pragma once

#include <optional>
#include <string>

#include "model/model.h"

namespace cogs::present {

std::string export_scasp(const model::Model& model, const std::optional<model::Record>& record);

}  // namespace cogs::present
