// SPDX-License-Identifier: Apache-2.0
#include "rules/plain_cuts.h"

#include <algorithm>

namespace cogs::rules {
namespace {

// The first multiple of `step` that is not below `low`.
base::Number multiple_from(const base::Number& low, const base::Number& step) {
  return (low / step).ceil() * step;
}

bool is_negated(Test test) { return test == Test::not_at_most || test == Test::not_above; }

}  // namespace

base::Number round_cut(const base::Number& low, const base::Number& high) {
  const base::Number size = std::max(low.absolute(), high.absolute());
  int exponent = 0;
  while (base::Number::power_of_ten(exponent) < size) ++exponent;
  constexpr int most_digits = 18;
  for (const int last = exponent - most_digits; exponent > last; --exponent) {
    // 1000, 500, 100, 50, ...
    for (const base::Number& step : {base::Number::power_of_ten(exponent),
                                     base::Number::power_of_ten(exponent - 1) * base::Number(5)}) {
      const base::Number cut = multiple_from(low, step);
      if (cut < high) return cut;
    }
  }
  return low;
}

void use_plain_forms(CodedRule& rule, Columns columns, const Rows& rows) {
  for (std::size_t i = 0; i < rule.literals.size(); ++i) {
    CodedLiteral& literal = rule.literals[i];
    if (!is_negated(literal.test)) continue;
    const table::Column& column = *columns[literal.attribute];
    if (!column.has_gaps()) continue;
    Rows reached = rows;
    for (std::size_t k = 0; k < rule.literals.size(); ++k) {
      if (k != i) reached = select(rule.literals[k], columns, reached);
    }
    const bool gap = std::any_of(reached.begin(), reached.end(), [&](std::uint32_t row) {
      return !column.is_number(column.codes[row]);
    });
    if (!gap) literal.test = literal.test == Test::not_at_most ? Test::above : Test::at_most;
  }
  if (rule.exceptions.empty()) return;
  Rows inside = rows;
  for (const CodedLiteral& literal : rule.literals) inside = select(literal, columns, inside);
  for (CodedRule& exception : rule.exceptions) use_plain_forms(exception, columns, inside);
}

}  // namespace cogs::rules
