// SPDX-License-Identifier: Apache-2.0
//
// Program -> ground program: the instances of the clauses that matter, with what is decided
// left out.
//
//   GroundProgram ground(program);
//   if (ground_program(ground, options, budget) == Grounding::done) search(ground);
//
// Predicates that no loop through negation reaches are evaluated to the end: their rows are
// exactly what is true of them. For all others the rows are what may be true, and every instance
// of their clauses that may fire is kept, without the literals that are known to be true.
// An atom of an open predicate that is no row is false in every answer set.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "base/budget.h"
#include "logic/ground_form.h"
#include "logic/ground_join.h"
#include "logic/ground_query.h"
#include "logic/program.h"
#include "logic/solve.h"

namespace cogs::logic {

// An instance of a clause, or of a denial (then `head` means nothing).
struct GroundClause {
  static constexpr std::uint32_t fact = 0xFFFFFFFF;
  std::uint32_t form = fact;  // of GroundProgram::forms; facts have none
  bool has_head = false;
  AtomId head;
  std::uint32_t body_begin = 0, body_end = 0;
  std::uint32_t values = 0;  // of the form's slots
};

struct GroundProgram {
  explicit GroundProgram(const Program& source)
      : program(source),
        world{source.terms, GroundTerms(source.terms), GroundAtoms(source.predicates.size()), {}} {}

  const Program& program;
  GroundWorld world;
  // Of the clauses that matter, except facts, and of the denials.
  std::deque<GroundForm> forms;
  std::vector<std::vector<std::uint32_t>> forms_of;  // by predicate, in the order of the text
  GroundQuery query;

  std::vector<GroundClause> clauses;
  std::vector<GroundLiteral> literals;
  std::vector<GroundTerm> values;
  bool inconsistent = false;  // a denial holds whatever else does

  std::span<const GroundLiteral> body(const GroundClause& clause) const {
    return {literals.data() + clause.body_begin, clause.body_end - clause.body_begin};
  }
  std::span<const GroundTerm> values_of(const GroundClause& clause) const {
    return {values.data() + clause.values, forms[clause.form].slot_names.size()};
  }
  // Of the derivation that made an exact atom a row, by a clause with a body.
  std::span<const GroundTerm> values_of(AtomId atom, const GroundForm& form) const {
    return {values.data() + world.atoms.source_values(atom), form.slot_names.size()};
  }
  bool is_exact(PredicateId predicate) const {
    return world.knowledge[predicate.index()] == Knowledge::exact;
  }
};

enum class Grounding : std::uint8_t { done, impossible, cut };

Grounding ground_program(GroundProgram& ground, const SolveOptions& options, base::Budget& budget);

}  // namespace cogs::logic
