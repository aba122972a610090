// SPDX-License-Identifier: Apache-2.0
#include "logic/ground/rule.h"

#include <algorithm>

#include "logic/program/arithmetic.h"

namespace cogs::logic {

namespace {

using base::Number;

bool is_evaluated(std::string_view name, std::size_t arity) {
  if (arity == 1) return name == "-" || name == "~" || name == "abs";
  return arity == 2 && (name == "+" || name == "-" || name == "*" || name == "/" || name == "\\" ||
                        name == "**" || name == "&" || name == "?" || name == "^");
}

Number truncated(const Number& value) { return value.sign() < 0 ? value.ceil() : value.floor(); }

Number limited(Number number) {
  check_size(number);
  return number;
}

// -a and -f(X) are terms: `-` takes the sign away where there is one. Texts and limits have none.
std::optional<GroundTerm> opposite(GroundTerm term, Symbol minus, GroundTerms& terms) {
  switch (terms.kind(term)) {
    case TermKind::number:
      if (!terms.number(term).is_integer()) return std::nullopt;
      return terms.add_number(-terms.number(term), false);
    case TermKind::atom:
      if (terms.is_limit(term, "#inf") || terms.is_limit(term, "#sup")) return std::nullopt;
      break;
    case TermKind::compound:
      if (terms.name(term) == minus && terms.arguments(term).size() == 1) {
        return terms.arguments(term)[0];
      }
      break;
    default: return std::nullopt;
  }
  return terms.add_compound(minus, std::span(&term, 1));
}

std::optional<Number> applied(std::string_view name, const Number& a) {
  if (name == "abs") return a.absolute();
  return -a - Number(1);  // ~
}

std::optional<Number> applied(std::string_view name, const Number& a, const Number& b) {
  switch (name[0]) {
    case '+': return a + b;
    case '-': return a - b;
    case '/':
      if (b.sign() == 0) return std::nullopt;
      return truncated(a / b);
    case '\\':
      if (b.sign() == 0) return std::nullopt;
      return a - b * truncated(a / b);
    case '*': {
      if (name.size() == 1) return limited(a * b);
      if (b.sign() < 0 && a.sign() == 0) return std::nullopt;
      if (b.sign() < 0) return Number(0);  // cut off, as clingo does
      const ArithmeticValue sides[2] = {{a, false}, {b, false}};
      const auto power = apply_function("**", sides);
      return power ? std::optional(power->number) : std::nullopt;
    }
    default: break;
  }
  const auto x = a.to_int64(), y = b.to_int64();
  if (!x || !y) return std::nullopt;
  return Number(name[0] == '&' ? *x & *y : name[0] == '?' ? *x | *y : *x ^ *y);
}

// Where the sub-expression that ends at `end` (inclusive) begins.
std::size_t begin_of(const Expression& expression, std::size_t end) {
  std::size_t needed = 1, at = end + 1;
  while (needed > 0) {
    const Expression::Item& item = expression.items[--at];
    needed += item.arity;
    --needed;
  }
  return at;
}

Expression part(const Expression& expression, std::size_t end) {
  Expression made;
  const auto begin = expression.items.begin();
  made.items.assign(begin + static_cast<std::ptrdiff_t>(begin_of(expression, end)),
                    begin + static_cast<std::ptrdiff_t>(end) + 1);
  return made;
}

std::size_t unbound(const Expression& expression, const std::vector<bool>& bound,
                    std::uint32_t* which = nullptr) {
  std::vector<std::uint32_t> found;
  for (const Expression::Item& item : expression.items) {
    if (item.arity > 0 || item.builds || !item.operand.is_slot || bound[item.operand.index])
      continue;
    if (std::find(found.begin(), found.end(), item.operand.index) == found.end()) {
      found.push_back(item.operand.index);
    }
  }
  if (which && !found.empty()) *which = found[0];
  return found.size();
}

// The ends of the arguments of the item at `at`, the last one first.
std::vector<std::size_t> argument_ends(const Expression& expression, std::size_t at) {
  std::vector<std::size_t> ends;
  std::size_t end = at;
  for (std::uint32_t i = 0; i < expression.items[at].arity; ++i) {
    ends.push_back(end - 1);
    end = begin_of(expression, end - 1);
  }
  return ends;
}

bool is_opposite(const Expression& expression, const Terms& names) {
  const Expression::Item& top = expression.items.back();
  return top.arity == 1 && !top.builds && names.text(top.function) == "-";
}

// Whether `X+2`, `3*X`, `5-X` and their like have one value of X for each of their own; X once.
bool is_linear(const Expression& expression, const std::vector<bool>& bound, const Terms& names) {
  const Expression::Item& top = expression.items.back();
  if (top.builds) return false;
  if (top.arity == 0) return true;
  const std::string& name = names.text(top.function);
  const auto ends = argument_ends(expression, expression.items.size() - 1);
  if (top.arity == 1) return name == "-" && is_linear(part(expression, ends[0]), bound, names);
  if (name != "+" && name != "-" && name != "*") return false;
  const Expression right = part(expression, ends[0]), left = part(expression, ends[1]);
  const bool in_left = unbound(left, bound) > 0, in_right = unbound(right, bound) > 0;
  if (in_left == in_right) return false;
  return is_linear(in_left ? left : right, bound, names);
}

class Matcher {
 public:
  Matcher(std::vector<bool> bound, std::vector<GroundTerm>& values, GroundTerms& terms,
          const Terms& names)
      : bound_(std::move(bound)), values_(values), terms_(terms), names_(names) {}

  bool match(const Expression& pattern, GroundTerm value) {
    if (!match_plain(pattern, value)) return false;
    // What is computed comes last: its variables may have got their values by then.
    for (std::size_t i = 0; i < deferred_.size(); ++i) {
      if (!solve(deferred_[i].first, deferred_[i].second)) return false;
    }
    return true;
  }

 private:
  bool match_plain(const Expression& pattern, GroundTerm value) {
    const Expression::Item& top = pattern.items.back();
    if (top.arity == 0 && !top.builds) {
      if (!top.operand.is_slot) return GroundTerm(top.operand.index) == value;
      const std::uint32_t slot = top.operand.index;
      if (bound_[slot]) return values_[slot] == value;
      bound_[slot] = true;
      values_[slot] = value;
      return true;
    }
    if (is_opposite(pattern, names_) && pattern.items[pattern.items.size() - 2].builds) {
      const auto other = opposite(value, top.function, terms_);
      return other && match_plain(part(pattern, pattern.items.size() - 2), *other);
    }
    if (!top.builds) {
      deferred_.emplace_back(pattern, value);
      return true;
    }
    if (terms_.kind(value) != TermKind::compound || terms_.name(value) != top.function)
      return false;
    const auto span = terms_.arguments(value);
    if (span.size() != top.arity) return false;
    const std::vector<GroundTerm> arguments(span.begin(), span.end());
    const auto ends = argument_ends(pattern, pattern.items.size() - 1);
    for (std::size_t i = 0; i < ends.size(); ++i) {
      if (!match_plain(part(pattern, ends[ends.size() - 1 - i]), arguments[i])) return false;
    }
    return true;
  }

  bool solve(const Expression& pattern, GroundTerm value) {
    std::uint32_t slot = 0;
    if (unbound(pattern, bound_, &slot) == 0) {
      const auto known = evaluated(pattern, values_, terms_, names_);
      return known && *known == value;
    }
    if (!terms_.is_number(value)) {
      Expression rest = pattern;
      std::optional<GroundTerm> other = value;
      while (other && is_opposite(rest, names_)) {
        other = opposite(*other, rest.items.back().function, terms_);
        rest = part(rest, rest.items.size() - 2);
      }
      if (!other || rest.items.back().arity > 0) return false;
      bound_[slot] = true;
      values_[slot] = *other;
      return true;
    }
    const auto solution = solve_for(pattern, terms_.number(value));
    if (!solution) return false;
    bound_[slot] = true;
    values_[slot] = terms_.add_number(*solution, false);
    return true;
  }

  std::optional<Number> solve_for(const Expression& pattern, const Number& value) {
    const Expression::Item& top = pattern.items.back();
    if (top.arity == 0) return value;
    const auto ends = argument_ends(pattern, pattern.items.size() - 1);
    if (top.arity == 1) return solve_for(part(pattern, ends[0]), -value);
    const Expression right = part(pattern, ends[0]), left = part(pattern, ends[1]);
    const bool in_left = unbound(left, bound_) > 0;
    const auto other = evaluated(in_left ? right : left, values_, terms_, names_);
    if (!other || !terms_.is_number(*other)) return std::nullopt;
    const Number known = terms_.number(*other);
    const Expression& rest = in_left ? left : right;
    switch (names_.text(top.function)[0]) {
      case '+': return solve_for(rest, value - known);
      case '-': return solve_for(rest, in_left ? value + known : known - value);
      default: {
        if (known.sign() == 0) return std::nullopt;
        const Number quotient = value / known;
        if (!quotient.is_integer()) return std::nullopt;
        return solve_for(rest, quotient);
      }
    }
  }

  std::vector<bool> bound_;
  std::vector<GroundTerm>& values_;
  GroundTerms& terms_;
  const Terms& names_;
  std::vector<std::pair<Expression, GroundTerm>> deferred_;
};

// Whether all slots of the pattern get values when it is matched.
bool can_match(const Expression& pattern, std::vector<bool> bound, const Terms& names) {
  std::vector<Expression> waiting{pattern}, computed;
  while (!waiting.empty()) {
    const Expression next = std::move(waiting.back());
    waiting.pop_back();
    const Expression::Item& top = next.items.back();
    if (is_opposite(next, names) && next.items[next.items.size() - 2].builds) {
      waiting.push_back(part(next, next.items.size() - 2));
    } else if (top.builds) {
      for (const std::size_t end : argument_ends(next, next.items.size() - 1)) {
        waiting.push_back(part(next, end));
      }
    } else if (top.arity > 0) {
      computed.insert(computed.begin(), next);
    } else if (top.operand.is_slot) {
      bound[top.operand.index] = true;
    }
  }
  for (const Expression& expression : computed) {
    std::uint32_t slot = 0;
    const std::size_t open = unbound(expression, bound, &slot);
    if (open == 0) continue;
    if (open > 1 || !is_linear(expression, bound, names)) return false;
    bound[slot] = true;
  }
  return true;
}

}  // namespace

std::optional<GroundTerm> evaluated(const Expression& expression,
                                    std::span<const GroundTerm> values, GroundTerms& terms,
                                    const Terms& names) {
  if (expression.items.size() == 1 && !expression.items[0].builds) {
    return expression.items[0].operand.value(values);
  }
  std::vector<GroundTerm> stack;
  for (const Expression::Item& item : expression.items) {
    if (item.arity == 0 && !item.builds) {
      stack.push_back(item.operand.value(values));
      continue;
    }
    const std::span<const GroundTerm> arguments{stack.data() + stack.size() - item.arity,
                                                item.arity};
    GroundTerm made;
    if (item.builds) {
      made = terms.add_compound(item.function, arguments);
    } else if (item.arity == 1 && names.text(item.function) == "-") {
      const auto value = opposite(arguments[0], item.function, terms);
      if (!value) return std::nullopt;
      made = *value;
    } else {
      for (const GroundTerm argument : arguments) {
        if (!terms.is_number(argument) || !terms.number(argument).is_integer()) return std::nullopt;
      }
      const std::string& name = names.text(item.function);
      const Number a = terms.number(arguments[0]);
      const auto value =
          item.arity == 1 ? applied(name, a) : applied(name, a, terms.number(arguments[1]));
      if (!value) return std::nullopt;
      made = terms.add_number(*value, false);
    }
    stack.resize(stack.size() - item.arity);
    stack.push_back(made);
  }
  return stack.back();
}

std::optional<std::pair<std::int64_t, std::int64_t>> range_of(const GroundGoal& goal,
                                                              std::span<const GroundTerm> values,
                                                              GroundTerms& terms,
                                                              const Terms& names) {
  const auto low = evaluated(goal.right, values, terms, names);
  const auto high = evaluated(goal.high, values, terms, names);
  if (!low || !high || !terms.is_number(*low) || !terms.is_number(*high)) return std::nullopt;
  const auto first = terms.number(*low).to_int64(), last = terms.number(*high).to_int64();
  if (!first || !last) return std::nullopt;
  return std::pair(*first, *last);
}

bool test_evaluated(const GroundGoal& goal, std::span<const GroundTerm> values, GroundTerms& terms,
                    const Terms& names) {
  if (goal.kind == GoalKind::yes || goal.kind == GoalKind::no) {
    return (goal.kind == GoalKind::yes) != goal.negated;
  }
  const auto left = evaluated(goal.left, values, terms, names);
  if (!left) return false;
  if (goal.range) {
    const auto range = range_of(goal, values, terms, names);
    if (!range) return false;
    const auto value = terms.is_number(*left) ? terms.number(*left).to_int64() : std::nullopt;
    return (value && *value >= range->first && *value <= range->second) != goal.negated;
  }
  const auto right = evaluated(goal.right, values, terms, names);
  if (!right) return false;
  const auto order = *left == *right ? std::strong_ordering::equal : terms.compare(*left, *right);
  return order_holds(goal.kind, order) != goal.negated;
}

std::optional<Side> matchable(const GroundGoal& goal, const std::vector<bool>& bound,
                              const Terms& names) {
  if (!goal.evaluates || goal.kind != GoalKind::unify || goal.negated || goal.range) {
    return std::nullopt;
  }
  const std::size_t left = unbound(goal.left, bound), right = unbound(goal.right, bound);
  if (left > 0 && right == 0 && can_match(goal.left, bound, names)) return Side::left;
  if (right > 0 && left == 0 && can_match(goal.right, bound, names)) return Side::right;
  return std::nullopt;
}

bool match_value(const Expression& pattern, GroundTerm value, std::vector<bool> bound,
                 std::vector<GroundTerm>& values, GroundTerms& terms, const Terms& names) {
  return Matcher(std::move(bound), values, terms, names).match(pattern, value);
}

void collect_slots(const Expression& expression, std::vector<std::uint32_t>& slots) {
  for (const Expression::Item& item : expression.items) {
    if (item.arity == 0 && !item.builds && item.operand.is_slot) {
      slots.push_back(item.operand.index);
    }
  }
}

void collect_slots(GroundGoal& goal) {
  for (const Operand& operand : goal.arguments) {
    if (operand.is_slot) goal.slots.push_back(operand.index);
  }
  for (const Expression* side : {&goal.left, &goal.right, &goal.high}) {
    collect_slots(*side, goal.slots);
  }
  std::sort(goal.slots.begin(), goal.slots.end());
  goal.slots.erase(std::unique(goal.slots.begin(), goal.slots.end()), goal.slots.end());
}

// Without variables, and nothing in it is computed.
bool RuleReader::is_plain(TermId root) const {
  std::vector<TermId> waiting{root};
  while (!waiting.empty()) {
    const TermId id = waiting.back();
    waiting.pop_back();
    const Term& term = program_.terms[id];
    if (term.kind == TermKind::variable) return false;
    if (term.kind != TermKind::compound) continue;
    const std::string& name = program_.terms.name(id);
    if (is_evaluated(name, term.arity) || (name == ".." && term.arity == 2)) return false;
    const auto below = program_.terms.arguments(id);
    waiting.insert(waiting.end(), below.begin(), below.end());
  }
  return true;
}

std::uint32_t RuleReader::slot(const std::string& name) {
  const auto next = static_cast<std::uint32_t>(form_->slot_names.size());
  if (name != "_") {
    const auto [found, fresh] = slots_.emplace(name, next);
    if (!fresh) return found->second;
  }
  form_->slot_names.push_back(name);
  return next;
}

Operand RuleReader::operand(TermId term) {
  if (program_.terms.is_variable(term)) return {true, slot(program_.terms.name(term))};
  if (is_plain(term)) return {false, terms_.add(term).value};
  GroundGoal goal;
  goal.kind = GoalKind::unify;
  goal.evaluates = goal.generated = true;
  const Operand made{true, slot("_")};
  Expression::Item item;
  item.operand = made;
  goal.left.items.push_back(item);
  if (program_.terms.is(term, "..", 2)) {
    goal.range = true;
    read_expression(program_.terms.argument(term, 0), goal.right);
    read_expression(program_.terms.argument(term, 1), goal.high);
  } else {
    read_expression(term, goal.right);
  }
  collect_slots(goal);
  form_->body.push_back(std::move(goal));
  return made;
}

void RuleReader::operands(TermId atom, std::vector<Operand>& into) {
  for (const TermId argument : program_.terms.arguments(atom)) into.push_back(operand(argument));
}

void RuleReader::read_expression(TermId id, Expression& into) {
  const Term term = program_.terms[id];
  Expression::Item item;
  if (term.kind == TermKind::variable || is_plain(id) || program_.terms.is(id, "..", 2)) {
    item.operand = operand(id);
    into.items.push_back(item);
    return;
  }
  for (const TermId argument : program_.terms.arguments(id)) read_expression(argument, into);
  item.arity = term.arity;
  item.function = Symbol(term.value);
  item.builds = !is_evaluated(program_.terms.name(id), term.arity);
  into.items.push_back(item);
}

Expression RuleReader::expression(TermId term) {
  Expression made;
  read_expression(term, made);
  return made;
}

void RuleReader::head(TermId atom) {
  form_->has_head = true;
  operands(atom, form_->head);
}

GroundGoal RuleReader::make_goal(const Goal& goal) {
  GroundGoal made;
  made.kind = goal.kind;
  made.negated = goal.negated;
  made.twice = goal.twice;
  made.predicate = goal.predicate;
  if (goal.kind == GoalKind::call) {
    operands(goal.term, made.arguments);
  } else if (goal.kind != GoalKind::yes && goal.kind != GoalKind::no) {
    made.evaluates = true;
    TermId left = program_.terms.argument(goal.term, 0);
    TermId right = program_.terms.argument(goal.term, 1);
    const bool equal = goal.kind == (goal.negated ? GoalKind::differ : GoalKind::unify);
    if (equal && program_.terms.is(left, "..", 2)) std::swap(left, right);
    if (equal && program_.terms.is(right, "..", 2)) {
      made.range = true;
      made.kind = GoalKind::unify;
      made.negated = false;
      read_expression(left, made.left);
      read_expression(program_.terms.argument(right, 0), made.right);
      read_expression(program_.terms.argument(right, 1), made.high);
    } else {
      read_expression(left, made.left);
      read_expression(right, made.right);
      if (goal.negated && goal.kind == GoalKind::differ) {
        made.kind = GoalKind::unify;
        made.negated = false;
      }
    }
  }
  collect_slots(made);
  return made;
}

void RuleReader::goals(const std::vector<Goal>& goals) {
  for (const Goal& goal : goals) {
    if (goal.kind == GoalKind::aggregate || goal.kind == GoalKind::conditional || goal.twice) {
      add_part(goal);
    } else {
      // The goal's own place first: what its arguments need comes behind it.
      const std::size_t at = form_->body.size();
      form_->body.emplace_back();
      GroundGoal made = make_goal(goal);
      form_->body[at] = std::move(made);
    }
  }
}

void RuleReader::add_part(const Goal& goal) {
  const auto index = static_cast<std::uint32_t>(parts_.size());
  PartForm& part = parts_.emplace_back();
  const std::size_t at = form_->body.size();
  form_->body.emplace_back();
  GroundGoal made;
  made.kind = goal.kind;
  made.negated = goal.negated;
  made.twice = goal.twice;
  made.part = index;
  if (goal.twice && goal.kind == GoalKind::call) {
    part.kind = PartForm::Kind::twice;
    Goal inner = goal;
    inner.twice = false;
    part.inner = make_goal(inner);
    made.kind = GoalKind::aggregate;
    made.slots = part.inner.slots;
    part.in_elements = made.slots;
  } else {
    made.twice = false;
    part.kind = goal.kind == GoalKind::conditional ? PartForm::Kind::conditional
                                                   : PartForm::Kind::aggregate;
    part.source = goal.part;
    part.none = goal.none;
    const Aggregate& aggregate = program_.aggregates[goal.part];
    part.function = aggregate.function;
    for (const AggregateBound& bound : aggregate.bounds) {
      part.bounds.push_back({bound.relation, expression(bound.term)});
      collect_slots(part.bounds.back().expression, made.slots);
    }
    waiting_.push_back({static_cast<std::uint32_t>(at), index});
  }
  form_->body[at] = std::move(made);
}

ElementForm RuleReader::element(const Element& element) {
  ElementForm made;
  made.form.slot_names = form_->slot_names;
  GroundForm* const rule = std::exchange(form_, &made.form);
  const Slots outer = slots_;
  for (const TermId term : element.tuple) made.tuple.push_back(expression(term));
  goals(element.condition);
  finish();
  for (const Goal& goal : element.literal) made.literal.push_back(make_goal(goal));
  slots_ = outer;
  form_ = rule;
  return made;
}

// The elements of aggregates: variables that the rest of the rule has are the rule's.
void RuleReader::finish() {
  const std::vector<Waiting> waiting = std::exchange(waiting_, {});
  for (const auto& [at, index] : waiting) {
    const std::size_t outer = form_->slot_names.size();
    std::vector<std::uint32_t>& slots = form_->body[at].slots;
    std::vector<std::uint32_t> used;
    for (const Element& source : program_.aggregates[parts_[index].source].elements) {
      ElementForm made = element(source);
      for (const Expression& expression : made.tuple) collect_slots(expression, used);
      for (const GroundGoal& goal : made.form.body)
        used.insert(used.end(), goal.slots.begin(), goal.slots.end());
      for (const GroundGoal& goal : made.literal)
        used.insert(used.end(), goal.slots.begin(), goal.slots.end());
      parts_[index].elements.push_back(std::move(made));
    }
    std::sort(used.begin(), used.end());
    used.erase(std::unique(used.begin(), used.end()), used.end());
    std::erase_if(used, [outer](std::uint32_t slot) { return slot >= outer; });
    parts_[index].in_elements = used;
    parts_[index].rule_slots = outer;
    for (const PartForm::BoundForm& bound : parts_[index].bounds) {
      if (bound.relation != GoalKind::unify || !bound.expression.is_slot()) continue;
      const std::uint32_t slot = bound.expression.items[0].operand.index;
      if (std::binary_search(used.begin(), used.end(), slot) || form_->body[at].negated) continue;
      form_->body[at].result = slot;
    }
    slots.insert(slots.end(), used.begin(), used.end());
    std::sort(slots.begin(), slots.end());
    slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
  }
}

}  // namespace cogs::logic
