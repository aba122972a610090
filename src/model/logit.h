// SPDX-License-Identifier: Apache-2.0
//
// Probabilities and the scores that they stand for: p = 1 / (1 + exp(-s)), s = ln(p / (1 - p)).
#pragma once

#include "base/number.h"

namespace cogs::model {

using base::Number;

// The least whole n for which n * unit is more than ln(p / (1 - p)) / factor + shift; 0 < p < 1, p
// not 1/2, factor > 0. For such p the logarithm is irrational, so enough digits decide.
Number first_multiple_above_logit(const Number& p, const Number& factor, const Number& shift,
                                  const Number& unit);

}  // namespace cogs::model
