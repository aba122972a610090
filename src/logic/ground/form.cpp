// SPDX-License-Identifier: Apache-2.0
#include "logic/ground/form.h"

#include <algorithm>
#include <unordered_map>

#include "logic/ground/rule.h"
#include "logic/program/arithmetic.h"

namespace cogs::logic {

namespace {

// How a built-in goal treats its two sides.
enum class Sides : std::uint8_t { none, terms, numbers, exact_numbers, is, integer, unsupported };

Sides sides_of(GoalKind kind) {
  switch (kind) {
    case GoalKind::yes:
    case GoalKind::no: return Sides::none;
    case GoalKind::unify:
    case GoalKind::differ:
    case GoalKind::identical:
    case GoalKind::not_identical:
    case GoalKind::order_less:
    case GoalKind::order_not_greater:
    case GoalKind::order_greater:
    case GoalKind::order_not_less: return Sides::terms;
    case GoalKind::less:
    case GoalKind::less_equal:
    case GoalKind::greater:
    case GoalKind::greater_equal:
    case GoalKind::value_equal:
    case GoalKind::value_differ: return Sides::numbers;
    case GoalKind::number_equal:
    case GoalKind::number_differ:
    case GoalKind::number_less:
    case GoalKind::number_less_equal:
    case GoalKind::number_greater:
    case GoalKind::number_greater_equal: return Sides::exact_numbers;
    case GoalKind::is: return Sides::is;
    case GoalKind::integer: return Sides::integer;
    default: return Sides::unsupported;
  }
}

}  // namespace

bool order_holds(GoalKind kind, std::strong_ordering order) {
  switch (kind) {
    case GoalKind::unify:
    case GoalKind::identical:
    case GoalKind::value_equal:
    case GoalKind::number_equal: return order == 0;
    case GoalKind::differ:
    case GoalKind::not_identical:
    case GoalKind::value_differ:
    case GoalKind::number_differ: return order != 0;
    case GoalKind::order_less:
    case GoalKind::less:
    case GoalKind::number_less: return order < 0;
    case GoalKind::order_not_greater:
    case GoalKind::less_equal:
    case GoalKind::number_less_equal: return order <= 0;
    case GoalKind::order_greater:
    case GoalKind::greater:
    case GoalKind::number_greater: return order > 0;
    default: return order >= 0;
  }
}

namespace {

std::optional<ArithmeticValue> evaluate(const Expression& expression, bool exact,
                                        std::span<const GroundTerm> values,
                                        const GroundTerms& terms, const Terms& names) {
  const auto value_of = [&](const Operand& operand) -> std::optional<ArithmeticValue> {
    const GroundTerm term = operand.value(values);
    if (!terms.is_number(term)) return std::nullopt;
    return ArithmeticValue{terms.number(term), !exact && terms.is_decimal(term)};
  };
  if (expression.items.size() == 1) return value_of(expression.items[0].operand);
  std::vector<ArithmeticValue> stack;
  for (const Expression::Item& item : expression.items) {
    if (item.simple && !stack[stack.size() - 2].real && !stack.back().real) {
      const base::Number& right = stack.back().number;
      base::Number& left = stack[stack.size() - 2].number;
      left = item.simple == '+' ? left + right : item.simple == '-' ? left - right : left * right;
      check_size(left);
      stack.pop_back();
      continue;
    }
    auto value = item.arity == 0
                     ? value_of(item.operand)
                     : apply_function(names.text(item.function),
                                      {stack.data() + stack.size() - item.arity, item.arity});
    if (!value) return std::nullopt;
    stack.resize(stack.size() - item.arity);
    stack.push_back(std::move(*value));
  }
  return std::move(stack.back());
}

// Reads the goals of one clause; equal names are one slot.
class FormReader {
 public:
  FormReader(const Program& program, GroundTerms& terms, GroundForm& form)
      : program_(program), terms_(terms), form_(form) {}

  bool operands(TermId atom, std::vector<Operand>& into) {
    for (const TermId argument : program_.terms.arguments(atom)) {
      if (!operand(argument, into.emplace_back())) return false;
    }
    return true;
  }

  bool goal(const Goal& goal) {
    GroundGoal& made = form_.body.emplace_back();
    made.kind = goal.kind;
    made.negated = goal.negated;
    made.predicate = goal.predicate;
    const Terms& terms = program_.terms;
    bool read = true;
    switch (goal.kind == GoalKind::call ? Sides::terms : sides_of(goal.kind)) {
      case Sides::none: break;
      case Sides::integer:
      case Sides::terms: read = operands(goal.term, made.arguments); break;
      case Sides::is:
        read = operand(terms.argument(goal.term, 0), made.arguments.emplace_back()) &&
               expression(terms.argument(goal.term, 1), made.right);
        break;
      case Sides::numbers:
      case Sides::exact_numbers:
        read = expression(terms.argument(goal.term, 0), made.left) &&
               expression(terms.argument(goal.term, 1), made.right);
        break;
      case Sides::unsupported: read = false;
    }
    collect_slots(made);
    return read;
  }

 private:
  bool operand(TermId term, Operand& into) {
    if (program_.terms.is_variable(term)) {
      into = {true, slot(term)};
    } else if (program_.terms.has_variable(term)) {
      return false;
    } else {
      into = {false, terms_.add(term).value};
    }
    return true;
  }

  std::uint32_t slot(TermId variable) {
    const auto next = static_cast<std::uint32_t>(form_.slot_names.size());
    const std::string& name = program_.terms.name(variable);
    if (name != "_") {
      const auto [found, fresh] = slots_.emplace(name, next);
      if (!fresh) return found->second;
    }
    form_.slot_names.push_back(name);
    return next;
  }

  bool expression(TermId root, Expression& into) {
    struct Open {
      TermId term;
      std::uint32_t next;
    };
    std::vector<Open> open{{root, 0}};
    while (!open.empty()) {
      const TermId id = open.back().term;
      const Term& term = program_.terms[id];
      if (term.kind == TermKind::compound && open.back().next < term.arity) {
        open.push_back({program_.terms.argument(id, open.back().next++), 0});
        continue;
      }
      open.pop_back();
      Expression::Item item;
      if (term.kind == TermKind::compound) {
        if (term.arity > 2) return false;
        item.arity = static_cast<std::uint8_t>(term.arity);
        item.function = Symbol(term.value);
        const std::string& name = program_.terms.name(id);
        const bool simple = term.arity == 2 && (name == "+" || name == "-" || name == "*");
        item.simple = simple ? name[0] : '\0';
      } else if (!operand(id, item.operand)) {
        return false;
      }
      into.items.push_back(item);
    }
    return true;
  }

  static void collect_slots(GroundGoal& goal) {
    const auto take = [&](const Operand& operand) {
      if (operand.is_slot) goal.slots.push_back(operand.index);
    };
    for (const Operand& operand : goal.arguments) take(operand);
    for (const Expression* side : {&goal.left, &goal.right}) {
      for (const Expression::Item& item : side->items) {
        if (item.arity == 0) take(item.operand);
      }
    }
    std::sort(goal.slots.begin(), goal.slots.end());
    goal.slots.erase(std::unique(goal.slots.begin(), goal.slots.end()), goal.slots.end());
  }

  const Program& program_;
  GroundTerms& terms_;
  GroundForm& form_;
  std::unordered_map<std::string, std::uint32_t> slots_;
};

}  // namespace

std::optional<GroundForm> ground_form(const Program& program, ClauseId id, GroundTerms& terms) {
  const Clause& clause = program.clauses[id.index()];
  GroundForm form;
  form.clause = id;
  form.has_head = clause.has_head;
  form.predicate = clause.predicate;
  FormReader reader(program, terms, form);
  if (clause.has_head && !reader.operands(clause.head, form.head)) return std::nullopt;
  for (const Goal& goal : clause.body) {
    if (!reader.goal(goal)) return std::nullopt;
  }
  return form;
}

std::optional<GroundForm> ground_query_form(const Program& program, GroundTerms& terms) {
  GroundForm form;
  FormReader reader(program, terms, form);
  for (const Goal& goal : *program.query) {
    if (!reader.goal(goal)) return std::nullopt;
  }
  return form;
}

GroundForm contradiction_form(PredicateId plain, PredicateId classical, std::uint32_t arity) {
  GroundForm form;
  for (const PredicateId predicate : {plain, classical}) {
    GroundGoal& goal = form.body.emplace_back();
    goal.predicate = predicate;
    for (std::uint32_t i = 0; i < arity; ++i) {
      goal.arguments.push_back({true, i});
      goal.slots.push_back(i);
    }
  }
  form.slot_names.assign(arity, "_");
  return form;
}

bool test(const GroundGoal& goal, std::span<const GroundTerm> values, GroundTerms& terms,
          const Terms& names) {
  if (goal.evaluates) return test_evaluated(goal, values, terms, names);
  bool truth = false;
  const Sides sides = sides_of(goal.kind);
  switch (sides) {
    case Sides::terms: {
      const GroundTerm a = goal.arguments[0].value(values), b = goal.arguments[1].value(values);
      truth = order_holds(goal.kind, a == b ? std::strong_ordering::equal : terms.compare(a, b));
      break;
    }
    case Sides::numbers:
    case Sides::exact_numbers: {
      const bool exact = sides == Sides::exact_numbers;
      const auto a = evaluate(goal.left, exact, values, terms, names);
      const auto b = evaluate(goal.right, exact, values, terms, names);
      if (!a || !b) return goal.negated;  // of what is no number, nothing is true
      truth = order_holds(goal.kind, a->number <=> b->number);
      break;
    }
    case Sides::is: {
      const auto value = evaluate(goal.right, false, values, terms, names);
      if (!value) return goal.negated;
      truth = goal.arguments[0].value(values) == terms.add_number(value->number, value->real);
      break;
    }
    case Sides::integer: {
      const GroundTerm term = goal.arguments[0].value(values);
      truth = terms.is_number(term) && terms.number(term).is_integer();
      break;
    }
    default: truth = goal.kind == GoalKind::yes;
  }
  return truth != goal.negated;
}

bool can_assign(const GroundGoal& goal, std::uint32_t slot) {
  if (goal.negated || goal.range) return false;
  const auto is_it = [slot](const Operand& operand) {
    return operand.is_slot && operand.index == slot;
  };
  const auto uses = [&](const Expression& expression) {
    return std::any_of(expression.items.begin(), expression.items.end(),
                       [&](const auto& item) { return item.arity == 0 && is_it(item.operand); });
  };
  if (goal.evaluates) {
    if (goal.kind != GoalKind::unify) return false;
    return (goal.left.is_slot() && uses(goal.left) && !uses(goal.right)) ||
           (goal.right.is_slot() && uses(goal.right) && !uses(goal.left));
  }
  switch (goal.kind) {
    case GoalKind::unify: return is_it(goal.arguments[0]) != is_it(goal.arguments[1]);
    case GoalKind::is: return is_it(goal.arguments[0]) && !uses(goal.right);
    case GoalKind::number_equal:
      return (goal.left.is_slot() && uses(goal.left) && !uses(goal.right)) ||
             (goal.right.is_slot() && uses(goal.right) && !uses(goal.left));
    default: return false;
  }
}

std::optional<GroundTerm> assigned_value(const GroundGoal& goal, std::uint32_t slot,
                                         std::span<const GroundTerm> values, GroundTerms& terms,
                                         const Terms& names) {
  const auto is_it = [slot](const Operand& operand) {
    return operand.is_slot && operand.index == slot;
  };
  if (goal.evaluates) {
    const bool left = goal.left.is_slot() && is_it(goal.left.items[0].operand);
    return evaluated(left ? goal.right : goal.left, values, terms, names);
  }
  if (goal.kind == GoalKind::unify) {
    return goal.arguments[is_it(goal.arguments[0]) ? 1 : 0].value(values);
  }
  const bool exact = goal.kind == GoalKind::number_equal;
  const bool left = exact && goal.left.is_slot() && is_it(goal.left.items[0].operand);
  const auto value = evaluate(exact && !left ? goal.left : goal.right, exact, values, terms, names);
  if (!value) return std::nullopt;
  return terms.add_number(value->number, value->real);
}

}  // namespace cogs::logic
