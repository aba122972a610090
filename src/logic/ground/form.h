// SPDX-License-Identifier: Apache-2.0
//
// Clauses as the ground engine runs them: variables are numbered slots of an array of values,
// ground terms are interned, and expressions are in postfix order.
//
//   std::optional<GroundForm> form = ground_form(program, clause, terms);   // nullopt: cannot
//   bool holds = test(form->body[i], values, terms);
//
// A clause has a form if its goals are calls and comparisons whose arguments are variables or
// ground terms. Whether its variables get values at all is for plan_steps() (join.h).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "logic/ground/atoms.h"
#include "logic/ground/terms.h"
#include "logic/program/program.h"

namespace cogs::logic {

// A variable's slot or a ground term.
struct Operand {
  bool is_slot = false;
  std::uint32_t index = 0;  // slot, or id of the ground term

  GroundTerm value(std::span<const GroundTerm> values) const {
    return is_slot ? values[index] : GroundTerm(index);
  }
};

// Postfix: an operand, or a function of the last one or two values.
struct Expression {
  struct Item {
    std::uint32_t arity = 0;  // 0: an operand
    char simple = 0;          // '+', '-' or '*' of two arguments
    bool builds = false;      // a compound term, not a value (only in clingo's language)
    Operand operand;
    Symbol function;
  };
  std::vector<Item> items;

  bool is_slot() const { return items.size() == 1 && items[0].operand.is_slot; }
};

struct GroundGoal {
  GoalKind kind = GoalKind::call;
  bool negated = false;
  PredicateId predicate;             // of a call
  std::vector<Operand> arguments;    // of a call, and the two sides where terms are compared
  Expression left, right;            // where numbers are compared; `is` uses arguments[0] and right
  std::vector<std::uint32_t> slots;  // all variables, ascending

  // Of clingo's language (rule.h): the sides of a comparison are terms with arithmetic in
  // them, compared by the order of all terms; `range`: the left side lies in right..high.
  bool evaluates = false, range = false;
  bool twice = false;      // `not not`
  bool generated = false;  // says what a variable in the place of an expression equals
  Expression high;
  std::uint32_t part = 0;  // of an aggregate or a conditional literal: in GroundProgram::parts
  std::optional<std::uint32_t> result;  // the slot that an aggregate can give its value

  bool is_part() const { return kind == GoalKind::aggregate || kind == GoalKind::conditional; }
  bool is_positive_call() const { return kind == GoalKind::call && !negated; }
};

struct GroundForm {
  // Of the program, or of an implicit denial :- p, -p (then there is no clause).
  std::optional<ClauseId> clause;
  bool has_head = false;
  PredicateId predicate;
  std::vector<Operand> head;
  std::vector<GroundGoal> body;
  std::vector<std::string> slot_names;  // of the variables; "_" for those without a name
};

std::optional<GroundForm> ground_form(const Program& program, ClauseId clause, GroundTerms& terms);
// The goals of the query as the body of a clause without head.
std::optional<GroundForm> ground_query_form(const Program& program, GroundTerms& terms);
// :- p(X..), -p(X..).
GroundForm contradiction_form(PredicateId plain, PredicateId classical, std::uint32_t arity);

// Of a built-in goal whose variables all have values; its `negated` is taken into account. What is
// no number makes comparisons false, and their negations true.
bool test(const GroundGoal& goal, std::span<const GroundTerm> values, GroundTerms& terms,
          const Terms& names);
// The value that `X is E`, `X #= E` or `X = T` gives to the one slot that has none yet; nullopt
// if E has no value.
std::optional<GroundTerm> assigned_value(const GroundGoal& goal, std::uint32_t slot,
                                         std::span<const GroundTerm> values, GroundTerms& terms,
                                         const Terms& names);
// Whether an unnegated goal can give the slot its value once all its other variables have one.
bool can_assign(const GroundGoal& goal, std::uint32_t slot);

}  // namespace cogs::logic
