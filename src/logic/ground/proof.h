// SPDX-License-Identifier: Apache-2.0
//
// Builds an answer of the ground engine: its proof as a tree, and from the tree its literals.
//
// A literal is proved where the walk from the root meets it first; elsewhere it is `repeated`,
// and below itself `assumed`. So the tree is no larger than the reasons of its literals.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "logic/ground/completion.h"
#include "logic/ground/justify.h"
#include "logic/ground/reasons.h"
#include "logic/program/answer.h"

namespace cogs::logic {

class ProofBuilder {
 public:
  ProofBuilder(GroundProgram& ground, const Completion& completion, const Justifier& justifier,
               base::Budget& budget, bool full)
      : ground_(ground),
        completion_(completion),
        justifier_(justifier),
        reasons_(ground, budget, full),
        full_(full) {}

  // The answer for the query's present instance, on what the justifier has found.
  // Without `proof`, the literals alone.
  Answer build(const QueryInstances& query, bool proof);
  // Tells answers apart: bindings and literals of the last answer built.
  const std::vector<std::uint32_t>& key() const { return key_; }

 private:
  struct Group {
    NodeKind kind = NodeKind::clause_fails;
    std::optional<ClauseId> clause;
    std::vector<ReasonItem> items;
  };
  struct Frame {
    std::uint32_t node = 0;
    ReasonItem item;
    std::vector<ReasonItem> items;
    std::size_t next = 0;
  };
  enum class State : std::uint8_t { open, done };

  void walk(std::span<const GroundTerm> query_values);
  void enter(Frame& above, ReasonItem item, std::vector<Frame>& frames);
  std::vector<ReasonItem> reasons_for(ReasonItem item, ProofNode& node);
  std::vector<ReasonItem> reasons_for_true(AtomId atom, ProofNode& node);
  std::vector<ReasonItem> reasons_for_false(AtomId atom);
  std::vector<ReasonItem> reasons_for_pattern(std::uint32_t pattern);
  // Reasons, and if `shows_before_` what stands before them and holds.
  std::vector<ReasonItem> shown_items(const GroundReasons::Failure& failure) const;
  bool holds(ReasonItem item) const;
  void add_before(const GroundClause& clause, ReasonItem blocker, ReasonItems& known,
                  std::vector<ReasonItem>& items);
  ReasonItem add_group(Group group);
  ReasonItem checks_group();
  ReasonItem item_of(Lit literal) const;

  Literal literal_of(ReasonItem item);
  PredicateId predicate_of(ReasonItem item) const;
  TermId builtin_term(const BuiltinInstance& instance);
  std::string fresh_name();
  void name_free(const QueryInstances& query);
  void list_bindings(std::span<const GroundTerm> query_values);
  TermId variable(const std::string& name);
  void list_literals();
  bool comes_before(ReasonItem a, ReasonItem b) const;
  bool is_said_by_opposite(ReasonItem item) const;

  GroundProgram& ground_;
  const Completion& completion_;
  const Justifier& justifier_;
  GroundReasons reasons_;
  bool full_;

  // Of the answer at hand.
  Answer answer_;
  std::vector<Group> groups_;
  std::unordered_map<ReasonItem, State, ReasonItemHash> states_;
  std::unordered_map<ReasonItem, Literal, ReasonItemHash> literals_;
  bool shows_before_ = false;
  std::uint32_t fresh_names_ = 0;
  std::unordered_map<std::uint32_t, std::string> free_names_;  // by slot of the query
  std::vector<std::uint32_t> key_;
};

}  // namespace cogs::logic
