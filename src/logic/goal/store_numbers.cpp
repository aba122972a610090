// SPDX-License-Identifier: Apache-2.0
//
// Comparisons and numeric constraints: evaluated where everything is known, posted to the
// LinearStore where it is linear, and left waiting otherwise.
#include <algorithm>

#include "logic/goal/store.h"
#include "logic/program/arithmetic.h"

namespace cogs::logic {

Relation relation_of(GoalKind kind) {
  switch (kind) {
    case GoalKind::less:
    case GoalKind::greater:
    case GoalKind::number_less:
    case GoalKind::number_greater: return Relation::less;
    case GoalKind::less_equal:
    case GoalKind::greater_equal:
    case GoalKind::number_less_equal:
    case GoalKind::number_greater_equal: return Relation::less_equal;
    case GoalKind::value_differ:
    case GoalKind::number_differ: return Relation::not_equal;
    default: return Relation::equal;
  }
}

bool is_turned(GoalKind kind) {
  return kind == GoalKind::greater || kind == GoalKind::greater_equal ||
         kind == GoalKind::number_greater || kind == GoalKind::number_greater_equal;
}

bool Store::post(const LinearConstraint& constraint) {
  ++posted_;
  return numbers_.add(constraint);
}

NumberVariable Store::numeric(Word variable) {
  Variable& cell = variables_[variable.index()];
  if (cell.number == 0) {
    ++posted_;  // so that undo() knows of the new variable
    const NumberVariable number = numbers_.add_variable();
    owners_.resize(number.index() + 1);
    owners_[number.index()] = variable;
    trail_.push_back({Change::number, variable.index(), 0});
    cell.number = static_cast<std::uint32_t>(number.index()) + 1;
    // What the variable differs from may be a matter of numbers now.
    if (cell.watches != 0) woken_.push_back(variable.index());
  }
  return NumberVariable(variables_[variable.index()].number - 1);
}

bool Store::make_numeric(Word variable) {
  if (kind_of(variable) == VariableKind::settled) return false;
  numeric(variable);
  return true;
}

std::optional<LinearExpression> Store::linear(Word word, bool& ill_typed) {
  // One pass in postfix order. An operand is a linear expression; `real` says that a
  // floating-point number is in it (only `is` makes a difference).
  std::vector<LinearExpression> values;
  std::vector<Open> open;
  bool is_linear = true;
  const auto push_leaf = [&](Word leaf) {
    LinearExpression expression;
    if (leaf.is_variable()) {
      if (kind_of(leaf) == VariableKind::settled && !is_numeric(leaf)) {
        met_settled_ = ill_typed = true;
        return;
      }
      expression.add(numeric(leaf), 1);
    } else if (leaf.is_number()) {
      expression.constant = constants_.value(leaf);
    } else {
      ill_typed = true;
      return;
    }
    values.push_back(std::move(expression));
  };
  word = deref(word);
  if (!word.is_compound()) {
    push_leaf(word);
    if (ill_typed) return std::nullopt;
    return std::move(values.back());
  }
  std::unordered_map<Word, LinearExpression> known;  // parts of a large expression
  std::uint32_t steps = 0;
  open.push_back({word, 0});
  while (!open.empty()) {
    Open& top = open.back();
    const Functor functor = constants_.functor(functor_of(top.word));
    if (functor.arity > 2) {
      ill_typed = true;
      return std::nullopt;
    }
    if (top.next < functor.arity) {
      const Word below = deref(argument(top.word, top.next++));
      if (!below.is_compound()) {
        push_leaf(below);
        if (ill_typed) return std::nullopt;
      } else if (const auto found = known.find(below); found != known.end()) {
        values.push_back(found->second);
      } else {
        open.push_back({below, 0});
      }
      continue;
    }
    const Word finished = top.word;
    open.pop_back();
    const bool remember = ++steps > steps_before_memory;
    const std::string& name = constants_.text(functor.name);
    if (functor.arity == 1) {
      LinearExpression& x = values.back();
      if (x.terms.empty()) {
        const ArithmeticValue value{x.constant, false};
        const auto result = apply_function(name, std::span(&value, 1));
        if (!result) {
          ill_typed = true;
          return std::nullopt;
        }
        x.constant = result->number;
      } else if (name == "-") {
        LinearExpression negative;
        negative.add(x, -1);
        x = std::move(negative);
      } else if (!is_function(name, 1)) {
        ill_typed = true;
        return std::nullopt;
      } else if (name != "+") {
        is_linear = false;
        x = {};
        x.add(NumberVariable(0), 1);  // a place holder: the value is not used
      }
      if (remember) known.emplace(finished, x);
      continue;
    }
    LinearExpression y = std::move(values.back());
    values.pop_back();
    LinearExpression& x = values.back();
    if (x.terms.empty() && y.terms.empty()) {
      const ArithmeticValue operands[2] = {{x.constant, false}, {y.constant, false}};
      const auto result = apply_function(name, operands);
      if (!result) {
        ill_typed = true;
        return std::nullopt;
      }
      x.constant = result->number;
    } else if (name == "+" || name == "-") {
      x.add(y, name == "+" ? 1 : -1);
    } else if (name == "*" && (x.terms.empty() || y.terms.empty())) {
      LinearExpression product;
      if (x.terms.empty()) {
        product.add(y, x.constant);
      } else {
        product.add(x, y.constant);
      }
      x = std::move(product);
    } else if (name == "/" && y.terms.empty() && y.constant.sign() == 0) {
      ill_typed = true;
      return std::nullopt;
    } else if (name == "/" && y.terms.empty()) {
      LinearExpression quotient;
      quotient.add(x, base::Number(1) / y.constant);
      x = std::move(quotient);
    } else if (!is_function(name, 2)) {
      ill_typed = true;
      return std::nullopt;
    } else {
      is_linear = false;
      x = {};
      x.add(NumberVariable(0), 1);
    }
    if (remember) known.emplace(finished, x);
  }
  if (!is_linear) return std::nullopt;
  return std::move(values.back());
}

Store::Related Store::relate(GoalKind kind, Word left, Word right, bool lenient,
                             std::optional<std::uint32_t> waiting) {
  bool ill_typed = false;
  met_settled_ = false;
  const auto wrong = [&] { return met_settled_ ? Related::unsure : Related::ill_typed; };
  auto a = linear(left, ill_typed);
  if (ill_typed) return wrong();
  auto b = linear(right, ill_typed);
  if (ill_typed) return wrong();
  if (!a || !b) {
    const std::uint32_t id = waiting ? *waiting : suspend(kind, left, right, lenient);
    std::vector<Word> open;
    variables_of(left, open);
    variables_of(right, open);
    // Each may be the one that makes it linear.
    for (const Word variable : open) watch(variable, id);
    return relax(kind, left, right) ? Related::yes : Related::no;
  }
  if (waiting) finish(*waiting);
  LinearConstraint constraint;
  constraint.relation = relation_of(kind);
  constraint.expression = std::move(is_turned(kind) ? *b : *a);
  constraint.expression.add(is_turned(kind) ? *a : *b, -1);
  if (constraint.expression.terms.empty()) {
    return holds(constraint.relation, constraint.expression.constant.sign()) ? Related::yes
                                                                             : Related::no;
  }
  return post(constraint) ? Related::yes : Related::no;
}

Verdict Store::compare_numbers(GoalKind kind, Word left, Word right, bool lenient) {
  left = deref(left);
  right = deref(right);
  if (left.tag() == Tag::integer && right.tag() == Tag::integer) {
    const std::int64_t sign =
        is_turned(kind) ? right.value() - left.value() : left.value() - right.value();
    return holds(relation_of(kind), sign < 0 ? -1 : sign > 0 ? 1 : 0) ? Verdict::yes : Verdict::no;
  }
  const Mark before = mark();
  switch (relate(kind, left, right, lenient, std::nullopt)) {
    case Related::yes: return settle() ? Verdict::yes : Verdict::no;
    case Related::no: return Verdict::no;
    case Related::unsure: return Verdict::unknown;
    case Related::ill_typed: break;
  }
  undo(before);  // what was made numeric on the way
  return lenient ? Verdict::yes : Verdict::no;
}

Verdict Store::refuse_integers(Word word) {
  word = deref(word);
  if (!word.is_variable()) {
    return !word.is_number() || constants_.is_real(word) || !constants_.value(word).is_integer()
               ? Verdict::yes
               : Verdict::no;
  }
  if (kind_of(word) == VariableKind::settled) return Verdict::unknown;
  if (is_numeric(word) && numbers_.is_integer(number_of(word))) return Verdict::no;
  watch(word, suspend(GoalKind::integer, word, Word()));
  return Verdict::yes;
}

Verdict Store::restrict_to_integers(Word word) {
  word = deref(word);
  if (word.is_number()) {
    return !constants_.is_real(word) && constants_.value(word).is_integer() ? Verdict::yes
                                                                            : Verdict::no;
  }
  if (!word.is_variable()) return Verdict::no;
  if (!make_numeric(word)) return Verdict::unknown;
  ++posted_;
  if (!numbers_.restrict_to_integers(number_of(word))) return Verdict::no;
  if (has_watches(word)) woken_.push_back(word.index());
  return settle() ? Verdict::yes : Verdict::no;
}

}  // namespace cogs::logic
