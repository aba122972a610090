// SPDX-License-Identifier: Apache-2.0
//
// Learned rules -> the same decisions on every row of their table, in a form that people would
// write: cuts at round numbers, and no exception where a comparison says the same.
#pragma once

#include "base/number.h"
#include "rules/coded_rule.h"

namespace cogs::rules {

// The roundest number from `low` to below `high`: of the steps 1000, 500, 100, 50, 10, ... the
// first one of which a multiple lies there. `low` itself where nothing is rounder.
base::Number round_cut(const base::Number& low, const base::Number& high);

// In a column with gaps `not_at_most` holds on them and `above` does not. Where no row that comes
// so far has a gap there, the plain form is taken.
void use_plain_forms(CodedRule& rule, Columns columns, const Rows& rows);

}  // namespace cogs::rules
