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
#include "logic/ground/form.h"
#include "logic/ground/join.h"
#include "logic/ground/query.h"
#include "logic/ground/rule.h"
#include "logic/program/program.h"
#include "logic/solve.h"

namespace cogs::logic {

// An instance of a clause, or of a denial (then `head` means nothing).
struct GroundClause {
  static constexpr std::uint32_t fact = 0xFFFFFFFF;
  std::uint32_t form = fact;  // of GroundProgram::forms; facts have none
  bool has_head = false;
  AtomId head;
  std::uint32_t body_begin = 0, body_end = 0;
  std::uint32_t values = 0;          // of the form's slots
  bool choice = false;               // the head may be true where the body is, and need not
  std::uint32_t disjunction = none;  // of GroundProgram::disjunctions: this is one of its heads

  static constexpr std::uint32_t none = 0xFFFFFFFF;
};

// What programs of clingo's language add.

// A tuple of an aggregate or of the costs, and when it counts: if all literals of one of
// `conditions` hold.
struct GroundElement {
  std::vector<GroundTerm> tuple;
  std::vector<std::vector<GroundLiteral>> conditions;
  std::int64_t weight = 0;

  bool is_certain() const { return conditions.size() == 1 && conditions[0].empty(); }
};

// The elements of an aggregate or conditional literal, for given values of the rule's variables.
struct GroundSet {
  std::uint32_t part = 0;
  std::vector<GroundTerm> values;  // of PartForm::in_elements
  std::vector<GroundElement> elements;
};

// An atom of the engine's own that stands for an aggregate with its bounds, a conditional literal
// (true if its set, of what breaks it, is empty) or a double negation.
struct GroundDefinition {
  AtomId atom;
  std::uint32_t part = 0, set = 0;
  std::vector<std::pair<GoalKind, GroundTerm>> bounds;
  GroundLiteral inner;  // of a double negation
  std::uint32_t form = 0;
};

// An instance of a rule with several heads; its clauses in GroundProgram::clauses have the other
// heads negated in their bodies.
struct GroundDisjunction {
  std::vector<AtomId> heads;
  std::uint32_t body_begin = 0, body_end = 0;
};

// What may stand instead of a single head.
struct RuleInfo {
  enum class Kind : std::uint8_t { rule, choice, bounds, disjunction, weak };
  Kind kind = Kind::rule;
  std::vector<ElementForm> heads;  // of a disjunction
  std::vector<std::vector<JoinStep>> head_steps;
  std::vector<Expression> tuple;  // of a weak constraint: weight, priority, terms
};

struct GroundCost {
  std::int64_t priority = 0;
  std::vector<GroundElement> elements;
};

struct QueryAnswer {
  std::vector<GroundTerm> values;  // of the slots of the query's form
  std::vector<GroundLiteral> literals;
};

struct GroundProgram {
  explicit GroundProgram(const Program& source)
      : program(source),
        world{source.terms,
              GroundTerms(source.terms, source.language == Language::clingo),
              GroundAtoms(source.predicates.size()),
              {}} {}

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

  void keep_values(std::span<const GroundTerm> of_slots) {
    values.insert(values.end(), of_slots.begin(), of_slots.end());
  }
  void add(GroundClause clause, const std::vector<GroundLiteral>& body,
           std::span<const GroundTerm> of_slots) {
    clause.body_begin = static_cast<std::uint32_t>(literals.size());
    literals.insert(literals.end(), body.begin(), body.end());
    clause.body_end = static_cast<std::uint32_t>(literals.size());
    clause.values = static_cast<std::uint32_t>(values.size());
    keep_values(of_slots);
    clauses.push_back(clause);
  }

  // Of clingo's language:
  std::deque<RuleInfo> infos;  // of each form
  std::deque<PartForm> parts;
  PredicateId own_relation;  // of the atoms that definitions are about
  std::vector<GroundSet> sets;
  std::vector<GroundDefinition> definitions;
  std::vector<GroundDisjunction> disjunctions;
  std::vector<GroundCost> costs;  // by descending priority
  GroundForm query_form;
  std::vector<QueryAnswer> query_answers;

  // The definition of an atom of the engine's own.
  std::optional<std::uint32_t> definition(AtomId atom) const {
    const PredicateId predicate = world.atoms.predicate(atom);
    if (definitions.empty() || predicate != own_relation) return std::nullopt;
    return static_cast<std::uint32_t>(
        *world.terms.number(world.atoms.arguments(atom)[0]).to_int64());
  }

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
  // What it takes, about.
  std::size_t bytes() const {
    return world.atoms.bytes() + world.terms.size() * 60 +
           clauses.size() * (sizeof(GroundClause) + 40) + literals.size() * 4 + values.size() * 4;
  }
  bool is_exact(PredicateId predicate) const {
    return world.knowledge[predicate.index()] == Knowledge::exact;
  }
};

enum class Grounding : std::uint8_t { done, impossible, cut };

Grounding ground_program(GroundProgram& ground, const SolveOptions& options, base::Budget& budget);

}  // namespace cogs::logic
