// SPDX-License-Identifier: Apache-2.0
//
// Aggregates and the elements of sets.
#include <algorithm>
#include <map>
#include <utility>

#include "logic/program/clingo_reader.h"
#include "logic/syntax/rewrite_term.h"

namespace cogs::logic {

namespace {

using Kind = ClingoToken::Kind;

}  // namespace

std::optional<AggregateFunction> ClingoReader::function_of(std::string_view name) {
  if (name == "#count") return AggregateFunction::count;
  if (name == "#sum") return AggregateFunction::sum;
  if (name == "#sum+") return AggregateFunction::sum_plus;
  if (name == "#min") return AggregateFunction::min;
  if (name == "#max") return AggregateFunction::max;
  return std::nullopt;
}

bool ClingoReader::begins_set() const {
  return is("{") || (token_.kind == Kind::directive && function_of(token_.text));
}

std::uint32_t ClingoReader::add_part(Aggregate aggregate) {
  program_.aggregates.push_back(std::move(aggregate));
  return static_cast<std::uint32_t>(program_.aggregates.size() - 1);
}

Goal ClingoReader::aggregate(std::optional<AggregateBound> left, std::uint32_t begin) {
  Aggregate made;
  if (left) made.bounds.push_back(*left);
  std::string_view name = "#count";
  if (is("{")) {
    take();
    made.function = AggregateFunction::count;
    made.elements = choice_elements();
    for (Element& element : made.elements) count_literal(element);
  } else {
    name = token_.text;
    made.function = *function_of(take().text);
    expect("{");
    made.elements = aggregate_elements();
  }
  read_right_bound(made.bounds);
  if (made.bounds.empty() && name != "#count") {
    fail(from(begin), "this aggregate is compared with nothing", "write #sum{..} >= 3");
  }
  Goal goal;
  goal.kind = GoalKind::aggregate;
  goal.term = terms_.add_named(TermKind::atom, terms_.symbol(name), from(begin));
  goal.part = add_part(std::move(made));
  return goal;
}

void ClingoReader::read_right_bound(std::vector<AggregateBound>& bounds) {
  if (const Relation* op = relation()) {
    take();
    bounds.push_back({op->kind, term()});
  } else if (token_.kind == Kind::number || token_.kind == Kind::variable || is("(") || is("-") ||
             (token_.kind == Kind::name && !is_name("not"))) {
    bounds.push_back({GoalKind::less_equal, term()});
  }
}

// {a; b} in a body counts atoms: the tuple of an element is its literal. `_` and ranges, which
// would mean something else in each, become variables of their own.
void ClingoReader::count_literal(Element& element) {
  name_parts(element);
  const Goal& literal = element.literal[0];
  TermId term = literal.term;
  if (literal.kind == GoalKind::call && program_.predicates[literal.predicate.index()].classical) {
    // Not `-` around it: that would be computed.
    const Term old = terms_[term];
    const Symbol name = terms_.symbol("-" + terms_.name(term));
    const auto span = terms_.arguments(term);
    const std::vector<TermId> arguments(span.begin(), span.end());
    term = arguments.empty() ? terms_.add_named(TermKind::atom, name, old.span)
                             : terms_.add_compound(name, arguments, old.span);
  }
  if (literal.negated || literal.twice) {
    const Symbol sign = terms_.symbol(literal.twice ? "not not" : "not");
    term = terms_.add_compound(sign, {&term, 1}, literal.span);
  }
  element.tuple.push_back(term);
  element.condition.insert(element.condition.begin(), literal);
  element.literal.clear();
}

void ClingoReader::name_parts(Element& element) {
  Goal& literal = element.literal[0];
  literal.term = rewrite_arguments(terms_, literal.term, [&](TermId id) -> std::optional<TermId> {
    const bool range = terms_.is(id, "..", 2);
    if (!range && !(terms_.is_variable(id) && terms_.name(id) == "_")) return std::nullopt;
    const Span span = terms_[id].span;
    const TermId variable =
        terms_.add_named(TermKind::variable, terms_.symbol("$" + std::to_string(named_++)), span);
    if (range) {
      Goal goal;
      goal.kind = GoalKind::unify;
      const TermId sides[] = {variable, id};
      goal.term = terms_.add_compound(terms_.symbol("="), sides, span);
      goal.span = span;
      element.condition.push_back(goal);
    }
    return variable;
  });
}

std::vector<Element> ClingoReader::aggregate_elements() {
  std::vector<Element> elements;
  if (accept("}")) return elements;
  do {
    Element& element = elements.emplace_back();
    const std::uint32_t begin = token_.span.begin;
    if (!is(":")) {
      do element.tuple.push_back(term());
      while (accept(","));
    }
    if (accept(":")) element.condition = condition();
    element.span = from(begin);
  } while (accept(";"));
  expect("}");
  return elements;
}

std::vector<Element> ClingoReader::choice_elements() {
  std::vector<Element> elements;
  if (accept("}")) return elements;
  do {
    Element& element = elements.emplace_back();
    const std::uint32_t begin = token_.span.begin;
    element.literal.push_back(simple_literal());
    if (accept(":")) element.condition = condition();
    element.span = from(begin);
  } while (accept(";"));
  expect("}");
  return elements;
}

}  // namespace cogs::logic
