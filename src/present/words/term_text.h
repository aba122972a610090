// SPDX-License-Identifier: Apache-2.0
//
// Terms as people write them: operators, lists, quotes where they are needed. What is printed
// reads back as the same term.
//
//   term_text(terms, id)                       f(a,[b|T],X-1,'It\'s')
//   term_text(terms, id, {.spaced = true})     f(a, [b|T], X-1, 'It\'s')
//
// Terms of any depth are printed; there is no recursion. The text can hold any character that a
// quoted atom can: safe_text() it before it goes to a terminal.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/number.h"
#include "logic/syntax/operators.h"
#include "logic/syntax/term.h"

namespace cogs::present {

struct TermStyle {
  bool spaced = false;          // a blank after the commas of arguments and lists
  bool wide_relations = false;  // blanks around comparisons: X #> 3
  char quote = '\'';            // of atoms that need quotes; functors always have this one: '
  // What is written for a variable; its name if there is none.
  std::function<std::string(std::string_view name)> variable = {};
  // Fractions as decimal numbers with so many digits, as -r of `cogs solve` asks for.
  std::optional<int> decimals = {};
};

// `priority`: operators of a higher one are put in parentheses.
std::string term_text(const logic::Terms& terms, logic::TermId id, const TermStyle& style = {},
                      int priority = logic::most_priority);

// An atom or functor, in quotes unless it reads back without: abc, [], +, 'Abc', 'It\'s'.
std::string name_text(std::string_view name);

// 12, -1/3, and with `decimal` 0.5 and 2.0.
std::string number_text(const base::Number& number, bool decimal = false);
// Rounded to so many digits after the point (half away from zero): 0.333.
std::string rounded_text(const base::Number& number, int digits);

}  // namespace cogs::present
