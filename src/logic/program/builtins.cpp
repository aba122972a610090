// SPDX-License-Identifier: Apache-2.0
#include "logic/program/builtins.h"

#include <algorithm>
#include <iterator>

namespace cogs::logic {

namespace {

struct Entry {
  std::string_view name;
  std::size_t arity;
  GoalKind kind;
};

// The first entry of a kind has the name that is printed.
constexpr Entry table[] = {
    {"true", 0, GoalKind::yes},
    {"fail", 0, GoalKind::no},
    {"false", 0, GoalKind::no},
    {"=", 2, GoalKind::unify},
    {"\\=", 2, GoalKind::differ},
    {"==", 2, GoalKind::identical},
    {"\\==", 2, GoalKind::not_identical},
    {"@<", 2, GoalKind::order_less},
    {"@=<", 2, GoalKind::order_not_greater},
    {"@>", 2, GoalKind::order_greater},
    {"@>=", 2, GoalKind::order_not_less},
    {"<", 2, GoalKind::less},
    {"=<", 2, GoalKind::less_equal},
    {"<=", 2, GoalKind::less_equal},
    {">", 2, GoalKind::greater},
    {">=", 2, GoalKind::greater_equal},
    {"=:=", 2, GoalKind::value_equal},
    {"=\\=", 2, GoalKind::value_differ},
    {"is", 2, GoalKind::is},
    {"#=", 2, GoalKind::number_equal},
    {".=.", 2, GoalKind::number_equal},
    {"#<>", 2, GoalKind::number_differ},
    {"#\\=", 2, GoalKind::number_differ},
    {".<>.", 2, GoalKind::number_differ},
    {"#<", 2, GoalKind::number_less},
    {".<.", 2, GoalKind::number_less},
    {"#=<", 2, GoalKind::number_less_equal},
    {".=<.", 2, GoalKind::number_less_equal},
    {"#>", 2, GoalKind::number_greater},
    {".>.", 2, GoalKind::number_greater},
    {"#>=", 2, GoalKind::number_greater_equal},
    {".>=.", 2, GoalKind::number_greater_equal},
    {"integer", 1, GoalKind::integer},
    {"findall", 3, GoalKind::find_all},
    {"forall", 2, GoalKind::for_all},
    {"call", 1, GoalKind::call_term},
};

std::optional<Goal> goal_of(const Program& program, TermId term) {
  const Terms& terms = program.terms;
  Goal goal;
  goal.span = terms[term].span;
  if (is_negation(terms, term)) {
    goal.negated = true;
    term = terms.argument(term, 0);
  }
  const bool classical = terms.is(term, "-", 1);
  if (classical) term = terms.argument(term, 0);
  goal.term = term;
  const Term& atom = terms[term];
  if (atom.kind != TermKind::atom && atom.kind != TermKind::compound) return std::nullopt;
  const auto predicate = program.find_predicate(Symbol(atom.value), atom.arity, classical);
  if (!predicate) {
    const auto kind = builtin_kind(terms.name(term), atom.arity);
    if (!kind || classical) return std::nullopt;
    goal.kind = *kind;
    return goal;
  }
  goal.predicate = *predicate;
  return goal;
}

}  // namespace

std::optional<GoalKind> builtin_kind(std::string_view name, std::size_t arity) {
  const auto found = std::find_if(std::begin(table), std::end(table), [&](const Entry& entry) {
    return entry.arity == arity && entry.name == name;
  });
  if (found == std::end(table)) return std::nullopt;
  return found->kind;
}

bool is_comparison(GoalKind kind) {
  switch (kind) {
    case GoalKind::less:
    case GoalKind::less_equal:
    case GoalKind::greater:
    case GoalKind::greater_equal:
    case GoalKind::value_equal:
    case GoalKind::value_differ:
    case GoalKind::number_equal:
    case GoalKind::number_differ:
    case GoalKind::number_less:
    case GoalKind::number_less_equal:
    case GoalKind::number_greater:
    case GoalKind::number_greater_equal: return true;
    default: return false;
  }
}

bool can_be_defined(GoalKind kind) {
  return kind == GoalKind::for_all || kind == GoalKind::find_all || kind == GoalKind::integer;
}

std::string_view builtin_name(GoalKind kind) {
  const auto found = std::find_if(std::begin(table), std::end(table),
                                  [&](const Entry& entry) { return entry.kind == kind; });
  return found == std::end(table) ? std::string_view() : found->name;
}

bool is_negation(const Terms& terms, TermId term) {
  return terms.is(term, "not", 1) || terms.is(term, "\\+", 1);
}

std::optional<std::vector<Goal>> goals_of(const Program& program, TermId term) {
  std::vector<Goal> goals;
  for (const TermId member : program.terms.conjuncts(term)) {
    const auto goal = goal_of(program, member);
    if (!goal) return std::nullopt;
    goals.push_back(*goal);
  }
  return goals;
}

}  // namespace cogs::logic
