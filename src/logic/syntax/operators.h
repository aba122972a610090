// SPDX-License-Identifier: Apache-2.0
//
// The operators of the term syntax: Prolog's, those of s(CASP) (`#=`, `not`, `::`, `#`), the
// Ciao spellings of its constraints (`.=<.`), `<=` for `=<`, and `..` for ranges.
#pragma once

#include <optional>
#include <string_view>

namespace cogs::logic {

struct InfixOperator {
  int priority;
  int left, right;  // greatest priorities of the operands
};

struct PrefixOperator {
  int priority;
  int operand;
};

constexpr int most_priority = 1200;     // of a clause
constexpr int argument_priority = 999;  // of an argument or a list element, below the comma
constexpr int conjunction_priority = 1000;
constexpr int disjunction_priority = 1100;

std::optional<InfixOperator> infix_operator(std::string_view name);
std::optional<PrefixOperator> prefix_operator(std::string_view name);

}  // namespace cogs::logic
