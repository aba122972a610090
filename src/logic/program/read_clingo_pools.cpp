// SPDX-License-Identifier: Apache-2.0
//
// Pools `p(a;b)` written out: as many clauses, elements or goals as they stand for.
#include <algorithm>
#include <utility>

#include "logic/program/clingo_reader.h"
#include "logic/syntax/rewrite_term.h"

namespace cogs::logic {

namespace {

constexpr std::size_t most_variants = 100'000;  // of one statement

}  // namespace

// Pools are written out, and the clauses go to the program.
void ClingoReader::finish(Clause clause, std::optional<SpecialHead> special,
                          std::optional<std::uint32_t> begin) {
  clause.file = file_;
  clause.span = from(begin.value_or(begin_));
  if (!pools_) return add(std::move(clause), std::move(special));
  variants_ = 0;
  if (special && special->kind != SpecialHead::Kind::weak) {
    special->elements = expand(special->elements);
  }
  std::vector<TermId> heads{clause.head};
  if (clause.has_head) heads = expand(clause.head);
  for (const std::vector<Goal>& goals : expand(clause.body)) {
    for (const TermId head : heads) {
      Clause variant = clause;
      variant.head = head;
      if (clause.has_head) {
        variant.predicate = predicate_like(clause.predicate, head);
        draft_.define(variant.predicate);
      }
      variant.body = goals;
      add(std::move(variant), special);
    }
  }
}

void ClingoReader::add(Clause clause, std::optional<SpecialHead> special) {
  name_nobody(clause.body);
  if (special) {
    for (Element& element : special->elements) name_nobody(element.condition);
  }
  if (special && special->kind == SpecialHead::Kind::choice && !special->bounds.empty()) {
    Aggregate counted;
    counted.elements = special->elements;
    for (Element& element : counted.elements) count_literal(element);
    counted.bounds = special->bounds;
    special->bounds_part = add_part(std::move(counted));
  }
  if (special) {
    clause.special = static_cast<std::uint32_t>(program_.special_heads.size());
    program_.special_heads.push_back(std::move(*special));
  }
  program_.clauses.push_back(std::move(clause));
}

PredicateId ClingoReader::predicate_like(PredicateId id, TermId atom) {
  return program_.predicate(Symbol(terms_[atom].value), terms_[atom].arity,
                            program_.predicates[id.index()].classical);
}

std::vector<TermId> ClingoReader::expand(TermId term) {
  if (terms_.name_is(term, pool_name)) {
    std::vector<TermId> all;
    const auto span = terms_.arguments(term);
    for (const TermId variant : std::vector<TermId>(span.begin(), span.end())) {
      for (const TermId one : expand(variant)) all.push_back(one);
    }
    return all;
  }
  const Term shape = terms_[term];
  if (shape.kind != TermKind::compound) return {term};
  const auto span = terms_.arguments(term);
  std::vector<std::vector<TermId>> rows{{}};
  bool changed = false;
  for (const TermId argument : std::vector<TermId>(span.begin(), span.end())) {
    const std::vector<TermId> variants = expand(argument);
    changed |= variants.size() != 1 || variants[0] != argument;
    std::vector<std::vector<TermId>> longer;
    for (const auto& row : rows) {
      for (const TermId variant : variants) {
        count_variant();
        longer.push_back(row);
        longer.back().push_back(variant);
      }
    }
    rows = std::move(longer);
  }
  if (!changed) return {term};
  std::vector<TermId> all;
  for (const auto& row : rows) {
    all.push_back(terms_.add_compound(Symbol(shape.value), row, shape.span, shape.quoted));
  }
  return all;
}

void ClingoReader::count_variant() {
  if (++variants_ > most_variants) {
    fail(from(begin_), "this statement stands for too many when its pools are written out",
         "define a predicate by facts, and use it here");
  }
}

std::vector<Goal> ClingoReader::expand(const Goal& goal) {
  if (goal.kind == GoalKind::aggregate || goal.kind == GoalKind::conditional) {
    Goal copy = goal;
    Aggregate made = program_.aggregates[goal.part];
    made.elements = expand(made.elements);
    if (goal.kind == GoalKind::conditional && made.elements.size() > 1) {
      // Each element is a conditional literal of its own; all of them must hold.
      std::vector<Goal> none;
      for (const Element& element : made.elements) {
        Goal one = goal;
        one.part = add_part({made.function, {element}, {}});
        none.push_back(one);
      }
      joined_ = std::move(none);
      return {goal};
    }
    copy.part = add_part(std::move(made));
    return {copy};
  }
  std::vector<Goal> all;
  for (const TermId term : expand(goal.term)) {
    Goal one = goal;
    one.term = term;
    if (goal.kind == GoalKind::call) one.predicate = predicate_like(goal.predicate, term);
    note_call(one);
    all.push_back(one);
  }
  return all;
}

std::vector<std::vector<Goal>> ClingoReader::expand(const std::vector<Goal>& goals) {
  std::vector<std::vector<Goal>> all{{}};
  for (const Goal& goal : goals) {
    joined_.clear();
    const std::vector<Goal> variants = expand(goal);
    if (!joined_.empty()) {
      for (auto& row : all) row.insert(row.end(), joined_.begin(), joined_.end());
      continue;
    }
    std::vector<std::vector<Goal>> longer;
    for (const auto& row : all) {
      for (const Goal& variant : variants) {
        count_variant();
        longer.push_back(row);
        longer.back().push_back(variant);
      }
    }
    all = std::move(longer);
  }
  return all;
}

std::vector<Element> ClingoReader::expand(const std::vector<Element>& elements) {
  std::vector<Element> all;
  for (const Element& element : elements) {
    std::vector<std::vector<TermId>> tuples{{}};
    for (const TermId term : element.tuple) {
      std::vector<std::vector<TermId>> longer;
      for (const auto& row : tuples) {
        for (const TermId variant : expand(term)) {
          longer.push_back(row);
          longer.back().push_back(variant);
        }
      }
      tuples = std::move(longer);
    }
    for (const auto& literal : expand(element.literal)) {
      for (const Goal& goal : literal) draft_.define(goal.predicate);
      for (const auto& condition : expand(element.condition)) {
        for (const auto& tuple : tuples) {
          count_variant();
          all.push_back({tuple, literal, condition, element.span});
        }
      }
    }
  }
  return all;
}

}  // namespace cogs::logic
