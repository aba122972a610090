// SPDX-License-Identifier: Apache-2.0
//
// Which recursive clauses could make new numbers for ever: n(Y) :- n(X), Y is X + 1.
#pragma once

#include <vector>

#include "logic/ground/form.h"

namespace cogs::logic {

// Whether the head can have a number that is computed from what a call of a predicate in
// `component` gives, and that no call of another predicate limits.
bool can_grow(const GroundForm& form, const std::vector<PredicateId>& component);

}  // namespace cogs::logic
