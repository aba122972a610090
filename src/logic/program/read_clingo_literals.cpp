// SPDX-License-Identifier: Apache-2.0
//
// Literals and bodies.
#include <algorithm>
#include <utility>

#include "logic/program/builtins.h"
#include "logic/program/clingo_reader.h"
#include "logic/syntax/characters.h"

namespace cogs::logic {

namespace {

using Kind = ClingoToken::Kind;

}  // namespace

const ClingoReader::Relation* ClingoReader::relation() const {
  static constexpr Relation relations[] = {
      {"=", GoalKind::unify, GoalKind::unify},
      {"==", GoalKind::unify, GoalKind::unify},
      {"=:=", GoalKind::unify, GoalKind::unify},
      {"!=", GoalKind::differ, GoalKind::differ},
      {"\\=", GoalKind::differ, GoalKind::differ},
      {"=\\=", GoalKind::differ, GoalKind::differ},
      {"<>", GoalKind::differ, GoalKind::differ},
      {"<", GoalKind::less, GoalKind::greater},
      {">", GoalKind::greater, GoalKind::less},
      {"<=", GoalKind::less_equal, GoalKind::greater_equal},
      {"=<", GoalKind::less_equal, GoalKind::greater_equal},
      {">=", GoalKind::greater_equal, GoalKind::less_equal},
  };
  if (token_.kind == Kind::name && !token_.quoted && terms_.text(token_.symbol) == "is") {
    return &relations[0];
  }
  if (token_.kind != Kind::symbol) return nullptr;
  for (const Relation& candidate : relations) {
    if (candidate.text == token_.text) return &candidate;
  }
  return nullptr;
}

// The atom that a term is; reports what is none.
Goal ClingoReader::atom_goal(TermId term, bool in_head) {
  Goal goal;
  goal.span = terms_[term].span;
  const bool classical = terms_.is(term, "-", 1);
  const TermId atom = classical ? terms_.argument(term, 0) : term;
  TermId named = atom;
  if (terms_.name_is(atom, pool_name)) named = terms_.argument(atom, 0);
  const TermKind kind = terms_[named].kind;
  const bool symbol =
      kind == TermKind::compound && !is_name_text(terms_.name(named)) && !terms_[named].quoted;
  if ((kind != TermKind::atom && kind != TermKind::compound) || symbol) {
    if (is("#<") || is("#>") || is("#=") || is("#<>") || is("#=<") || is("#>=")) {
      fail_unexpected("a comparison");
    }
    fail(goal.span,
         in_head ? "a clause begins with an atom, a choice or a disjunction"
                 : "this is a term and not a literal",
         kind == TermKind::variable ? "a goal cannot be a variable" : "");
  }
  goal.term = atom;
  goal.negated = false;
  goal.predicate = program_.predicate(Symbol(terms_[named].value), terms_[named].arity, classical);
  return goal;
}

bool ClingoReader::is_name_text(const std::string& text) {
  return !text.empty() && (is_letter_like(text[0]) || text[0] == '_');
}

bool ClingoReader::is_letter_like(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
}

void ClingoReader::note_call(const Goal& goal) {
  if (goal.kind != GoalKind::call) return;
  if (draft_.first_calls.try_emplace(goal.predicate, Call{file_, goal.span}).second) {
    draft_.called.push_back(goal.predicate);
  }
}

// The relation has been taken.
Goal ClingoReader::comparison(TermId left, const Relation& op, std::uint32_t begin) {
  const TermId right = term();
  if (relation()) {
    fail(token_.span, "comparisons cannot be chained",
         "write two of them with a comma between: 1 <= X, X <= 9");
  }
  Goal goal;
  goal.kind = op.kind;
  goal.term = compound(builtin_name(op.kind), {left, right}, begin);
  goal.span = from(begin);
  return goal;
}

// Literal of a condition or an element: no aggregates.
Goal ClingoReader::simple_literal() {
  const std::uint32_t begin = token_.span.begin;
  std::size_t nots = 0;
  for (; is_name("not"); ++nots) take();
  Goal goal;
  if (token_.kind == Kind::directive && (token_.text == "#true" || token_.text == "#false")) {
    goal = constant_goal();
  } else {
    const TermId left = term();
    if (const Relation* op = relation()) {
      take();
      goal = comparison(left, *op, begin);
    } else {
      goal = atom_goal(left, false);
    }
  }
  negate(goal, nots);
  goal.span = from(begin);
  note_call(goal);
  return goal;
}

Goal ClingoReader::constant_goal() {
  Goal goal;
  const ClingoToken token = take();
  goal.kind = token.text == "#true" ? GoalKind::yes : GoalKind::no;
  goal.term = terms_.add_named(TermKind::atom, terms_.symbol(token.text.substr(1)), token.span);
  goal.span = token.span;
  return goal;
}

void ClingoReader::negate(Goal& goal, std::size_t nots) {
  goal.negated = nots % 2 == 1;
  goal.twice = nots > 0 && nots % 2 == 0 &&
               (goal.kind == GoalKind::call || goal.kind == GoalKind::aggregate);
}

std::vector<Goal> ClingoReader::condition() {
  std::vector<Goal> goals;
  if (is(";") || is("}") || is(".") || is("|") || is(":-")) return goals;
  do goals.push_back(simple_literal());
  while (accept(","));
  return goals;
}

// `not` counts; an aggregate, a comparison, an atom, maybe with a condition.
Goal ClingoReader::body_literal() {
  const std::uint32_t begin = token_.span.begin;
  std::size_t nots = 0;
  for (; is_name("not"); ++nots) take();
  Goal goal;
  if (begins_set()) {
    goal = aggregate(std::nullopt, begin);
  } else if (token_.kind == Kind::directive &&
             (token_.text == "#true" || token_.text == "#false")) {
    goal = constant_goal();
  } else {
    const TermId left = term();
    if (begins_set()) {
      goal = aggregate(AggregateBound{GoalKind::greater_equal, left}, begin);
    } else if (const Relation* op = relation()) {
      take();
      goal = begins_set() ? aggregate(AggregateBound{op->mirrored, left}, begin)
                          : comparison(left, *op, begin);
    } else {
      goal = atom_goal(left, false);
    }
  }
  if (nots == 1 && goal.kind == GoalKind::aggregate &&
      program_.aggregates[goal.part].bounds.empty()) {
    fail(from(begin), "`not` before an aggregate without a bound can never hold",
         "write `not 1 { .. }`, or another bound");
  }
  negate(goal, nots);
  goal.span = from(begin);
  if (is(":") && goal.kind != GoalKind::aggregate) return conditional(goal, begin);
  note_call(goal);
  return goal;
}

Goal ClingoReader::conditional(const Goal& literal, std::uint32_t begin) {
  take();
  Aggregate made;
  Element& element = made.elements.emplace_back();
  element.literal.push_back(literal);
  note_call(literal);
  element.condition = condition();
  if (!is(";") && !is(".")) fail_unexpected("`;` or `.` behind a condition");
  element.span = from(begin);
  Goal goal;
  goal.kind = GoalKind::conditional;
  goal.term = literal.term;
  goal.span = element.span;
  goal.part = add_part(std::move(made));
  return goal;
}

std::vector<Goal> ClingoReader::body() {
  std::vector<Goal> goals;
  if (is(".")) return goals;
  do {
    if (is(".")) break;
    goals.push_back(body_literal());
  } while (accept(",") || accept(";"));
  return goals;
}

}  // namespace cogs::logic
