// SPDX-License-Identifier: Apache-2.0
//
// Why the atoms of an answer set are in it: a proof as a tree.
//
// Below the root stand the query's goals, or without a query the atoms that are shown; then the
// denials and the bounds of choices with what keeps them, and what the costs are made of. An
// aggregate is shown with its value, its bounds and the elements that count. As in proof.h a
// literal is proved where the walk meets it first.
#pragma once

#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "logic/ground/completion.h"
#include "logic/ground/parts.h"
#include "logic/ground/unfounded.h"
#include "logic/program/answer.h"

namespace cogs::logic {

class SetProof {
 public:
  SetProof(GroundProgram& ground, const Completion& completion, const PartClauses& parts,
           UnfoundedSets& unfounded, const Assignment& assignment, base::Budget& budget, bool full);

  // For the set at which the search stands. `atoms`: those in it, in order; `query`: the instance
  // asked for, if any. Fills answer.proof.
  void build(Answer& answer, const std::vector<AtomId>& atoms, const QueryAnswer* query,
             const std::vector<Cost>& costs);

 private:
  struct Item {
    enum class Kind : std::uint8_t { literal, builtin, part, definition, element, group };
    Kind kind = Kind::literal;
    GroundLiteral literal;                    // or of a definition: whether it is true
    const GroundForm* form = nullptr;         // of builtin and part
    std::uint32_t goal = 0;                   // the same
    std::span<const GroundTerm> values = {};  // of the form's slots
    const GroundElement* element = nullptr;
    std::uint32_t index = 0;  // of a definition or a group
  };
  struct Group {
    NodeKind kind = NodeKind::clause_fails;
    std::optional<ClauseId> clause;
    TermId term;
    std::vector<Item> items;
  };
  struct Frame {
    std::uint32_t node = 0;
    std::vector<Item> items;
    std::size_t next = 0;
    std::optional<std::uint32_t> literal;  // code; done when the frame ends
  };
  enum class State : std::uint8_t { open, done };

  bool is_true(AtomId atom) const;
  bool is_true(GroundLiteral literal) const { return is_true(literal.atom()) != literal.negated(); }
  Item literal_item(GroundLiteral literal) const;
  Item group_item(Group group);

  void enter(std::uint32_t above, const Item& item, std::vector<Frame>& frames);
  std::vector<Item> body_items(const GroundForm& form, std::span<const GroundTerm> values);
  std::vector<Item> reasons_for_true(AtomId atom, ProofNode& node);
  std::vector<Item> reasons_for_false(AtomId atom);
  std::optional<Item> blocker(const GroundClause& clause);
  void add_before(const GroundClause& clause, const Item& blocker, std::vector<Item>& items);
  void add_bounds_of(const GroundClause& clause, std::vector<Item>& items);
  std::vector<Item> aggregate_items(std::uint32_t part, std::uint32_t set,
                                    const std::vector<std::pair<GoalKind, GroundTerm>>& bounds,
                                    ProofNode& node);
  std::vector<Item> part_items(const Item& item, ProofNode& node);
  TermId conditional_term(const PartForm& part, const std::vector<GroundTerm>& values, bool broken);
  Item comparison(TermId left, GoalKind relation, bool holds, TermId right);
  Item checks();
  std::uint32_t find_set(std::uint32_t part, std::span<const GroundTerm> values);

  TermId atom_term(AtomId atom);
  TermId copy(GroundTerm term) { return ground_.world.terms.copy(term, answer_->terms); }
  TermId name(std::string_view text);
  TermId number(const base::Number& number);
  TermId expression_term(const Expression& expression, std::span<const GroundTerm> values);
  TermId tuple_term(const std::vector<GroundTerm>& tuple);
  Item builtin_of(TermId term);

  GroundProgram& ground_;
  const Completion& completion_;
  const PartClauses& parts_;
  UnfoundedSets& unfounded_;
  const Assignment& assignment_;
  base::Budget& budget_;
  bool full_;  // with the goals before the one that fails
  std::map<std::vector<std::uint32_t>, std::uint32_t> sets_;  // by part and values
  // Of each clause of the program: the instances of the denial that keeps its bounds.
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> bounds_;

  // Of the answer at hand.
  Answer* answer_ = nullptr;
  std::vector<Group> groups_;
  std::unordered_map<std::uint32_t, State> states_;      // by code of a literal
  std::unordered_map<std::uint32_t, bool> definitions_;  // shown already
  std::vector<std::uint32_t> supports_;
  std::vector<bool> ranked_;
};

}  // namespace cogs::logic
