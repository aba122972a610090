// SPDX-License-Identifier: Apache-2.0
//
// What an answer says of each variable: its constraints, sorted by the variable that they are
// printed with.
//
// Numeric constraints are solved for that variable: 2*X-2*Y #>= 2 is X #>= Y+1. A constraint on
// several variables belongs to one of them: the variable that stands alone on a side of `\=`,
// else the last one in `order` that is not in the bindings, else the first one. Whoever prints
// every variable with its facts has printed every constraint.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/number.h"
#include "logic/program/answer.h"

namespace cogs::present {

// A sum: 2*Y - Z + 1/2. Variables in the order of `order`, no zero coefficients.
struct LinearSum {
  std::vector<std::pair<std::string, base::Number>> terms;
  base::Number constant;
};

// VARIABLE OPERATOR right side.
struct Fact {
  enum class Kind {
    compare,  // `relation` and `sum`
    differ,   // \= `term`, which has variables: other ones, or `_` for any
    integer,  // an integer
    other,    // `term` as it is
  };
  Kind kind = Kind::compare;
  std::string relation;  // "#=", "#>", "#>=", "#<", "#=<", "#<>"
  LinearSum sum;
  logic::TermId term;
  bool several = false;  // other variables are concerned, too

  bool is_bound() const { return kind == Kind::compare && !several; }
};

struct VariableFacts {
  std::vector<logic::TermId> not_in;  // ground terms, in standard order
  std::vector<Fact> facts;            // #=, lower bounds, upper bounds, #<>, \=, integer, other

  bool empty() const { return not_in.empty() && facts.empty(); }
};

using FactsByVariable = std::map<std::string, VariableFacts, std::less<>>;

// `order`: the variables as they appear to the reader. Others come after them, by name.
FactsByVariable variable_facts(const logic::Answer& answer, const std::vector<std::string>& order);

// The variables of a term in the order of their first occurrence, each once; `_` is left out.
std::vector<std::string> variables_of(const logic::Terms& terms, logic::TermId id);

// Standard order: variables, numbers, atoms, strings, compounds. Negative, zero or positive.
int compare_terms(const logic::Terms& terms, logic::TermId a, logic::TermId b);

}  // namespace cogs::present
