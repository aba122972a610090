// SPDX-License-Identifier: Apache-2.0
//
// Grown rules -> the same rules, shorter: every row of the table that they were learned from is
// decided as before.
//
// - An exception that is one literal becomes the negated literal in the rule above it.
// - In a numeric column the tightest bound of each form stays. Without gaps `not_at_most` is
//   written `above`, `not_above` is `at_most`. With gaps `not_at_most` holds on them and `above`
//   does not, so the two are merged only where another literal of the rule asks for a number.
// - Categorical literals come first, then numeric ones by column, lower bounds first; both in the
//   order grown.
// - Equal literals, and equal exceptions of a rule, stand once.
#pragma once

#include "rules/coded_rule.h"

namespace cogs::rules {

void simplify(CodedRule& rule, Columns columns);

}  // namespace cogs::rules
