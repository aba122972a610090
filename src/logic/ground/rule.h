// SPDX-License-Identifier: Apache-2.0
//
// Rules of clingo's language as the ground engine runs them (form.h), and what their
// expressions mean.
//
//   RuleReader reader(program, terms, parts);
//   GroundForm form = reader.rule(...);
//
// In an argument that is no plain variable or ground term, such as p(X+1) or p(f(X)), a new
// variable takes its place, and a goal says what it equals. Once one side of such a goal has a
// value, the other can be matched with it: f(X) with f(3), and X+1 with 4. `1..n` becomes a goal
// that gives a variable each of its values. An instance in which an expression has no value (a+1,
// 1/0) does not exist.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "logic/ground/form.h"

namespace cogs::logic {

// Values

std::optional<GroundTerm> evaluated(const Expression& expression,
                                    std::span<const GroundTerm> values, GroundTerms& terms,
                                    const Terms& names);
// Whether two terms in this order stand in the relation.
bool order_holds(GoalKind kind, std::strong_ordering order);
bool test_evaluated(const GroundGoal& goal, std::span<const GroundTerm> values, GroundTerms& terms,
                    const Terms& names);
// The numbers of a range whose ends have values; nullopt if these are no whole numbers.
std::optional<std::pair<std::int64_t, std::int64_t>> range_of(const GroundGoal& goal,
                                                              std::span<const GroundTerm> values,
                                                              GroundTerms& terms,
                                                              const Terms& names);

// Which side of an equation can be matched with the value of the other, when the slots in `bound`
// have values. Nullopt: none.
enum class Side : std::uint8_t { left, right };
std::optional<Side> matchable(const GroundGoal& goal, const std::vector<bool>& bound,
                              const Terms& names);
// Gives the slots of `pattern` that are not in `bound` their values; false if it does not match.
bool match_value(const Expression& pattern, GroundTerm value, std::vector<bool> bound,
                 std::vector<GroundTerm>& values, GroundTerms& terms, const Terms& names);

// Rules

// An element of an aggregate: its slots are those of the rule, and then its own.
struct ElementForm {
  GroundForm form;  // the condition; without a head
  std::vector<Expression> tuple;
  std::vector<GroundGoal> literal;  // of a conditional literal or a disjunction: one
};

// An aggregate, a conditional literal or a double negation in a rule.
struct PartForm {
  enum class Kind : std::uint8_t { aggregate, conditional, twice };
  Kind kind = Kind::aggregate;
  std::uint32_t source = 0;  // in Program::aggregates
  AggregateFunction function = AggregateFunction::count;
  std::vector<ElementForm> elements;
  struct BoundForm {
    GoalKind relation = GoalKind::less_equal;
    Expression expression;
  };
  std::vector<BoundForm> bounds;
  GroundGoal inner;                        // of a double negation: the goal without it
  std::size_t rule_slots = 0;              // so many of the elements' slots are the rule's
  std::vector<std::uint32_t> in_elements;  // those of them that elements use
  bool none = false;                       // written as `not p(_, X)`

  // `#false : c` is as `not c`: it rests on nothing.
  bool denies() const {
    return kind == Kind::conditional && elements[0].literal[0].kind == GoalKind::no &&
           !elements[0].literal[0].negated;
  }
};

class RuleReader {
 public:
  RuleReader(const Program& program, GroundTerms& terms, std::deque<PartForm>& parts)
      : program_(program), terms_(terms), parts_(parts) {}

  // The slots of `form` are made; aggregates are read when all its other goals are.
  void begin(GroundForm& form) {
    form_ = &form;
    slots_.clear();
    waiting_.clear();
  }
  void head(TermId atom);
  void goals(const std::vector<Goal>& goals);
  Expression expression(TermId term);
  void finish();
  // Elements of a disjunction or tuples that need the rule's slots; after finish().
  ElementForm element(const Element& element);

 private:
  using Slots = std::unordered_map<std::string, std::uint32_t>;
  struct Waiting {
    std::uint32_t goal = 0, part = 0;
  };

  GroundGoal make_goal(const Goal& goal);
  void operands(TermId atom, std::vector<Operand>& into);
  Operand operand(TermId term);
  void read_expression(TermId term, Expression& into);
  std::uint32_t slot(const std::string& name);
  void add_part(const Goal& goal);
  bool is_plain(TermId term) const;

  const Program& program_;
  GroundTerms& terms_;
  std::deque<PartForm>& parts_;
  GroundForm* form_ = nullptr;
  Slots slots_;
  std::vector<Waiting> waiting_;
};

void collect_slots(GroundGoal& goal);
void collect_slots(const Expression& expression, std::vector<std::uint32_t>& slots);

}  // namespace cogs::logic
