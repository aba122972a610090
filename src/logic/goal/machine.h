// SPDX-License-Identifier: Apache-2.0
//
// The goal-directed engine: proves the query and the checks literal by literal.
//
// The idea. A proof collects a set of literals, the candidate. Each positive literal in it rests
// on one clause instance whose body is in the candidate; for each negated literal every clause
// is refuted by the candidate. A literal that is in the candidate already need not be proved
// again, whether its own proof is done or under way: that makes even loops succeed and positive
// loops under negation fail as they should. A literal whose complement is in the candidate
// fails; where the two are merely unifiable, they are made different. What is left is
// foundedness: the positive literals must rest on each other without a cycle. The candidate keeps
// these arcs and refuses an arc that closes a cycle. A candidate that is closed
// in this way and breaks no check is part of an answer set, because all that is left open is
// free of odd loops.
//
// Negation. To refute a clause is to show that its body holds for no values of its variables:
// machine_refute.cpp. Where the literals to refute have one truth value in all answer sets, all
// their answers are enumerated: machine_enumerate.cpp.
//
// The state is a set of stacks that a choice point remembers the heights of; the conjunction
// still to prove is a linked list of frames, so the depth of a proof is limited by memory only.
//
// The parts. store.h: bindings and constraints. code.h: the program as it is run. builder.h: code
// -> terms. saves.h: terms -> copies that outlive undoing. candidate.h: literals and what rests on
// what. tables.h: answers that are kept. answer_writer.h: the end of a proof -> Answer. This class
// is what is left: control, calls, and refutation.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/budget.h"
#include "logic/goal/answer_writer.h"
#include "logic/goal/builder.h"
#include "logic/goal/candidate.h"
#include "logic/goal/code.h"
#include "logic/goal/saves.h"
#include "logic/goal/store.h"
#include "logic/goal/tables.h"
#include "logic/solve.h"

namespace cogs::logic {

class Machine : public AnswerStream {
 public:
  Machine(const Program& program, const SolveOptions& options);

  std::optional<Answer> next() override;
  Cut cut() const override { return cut_; }
  const SolveStatistics& statistics() const override { return statistics_; }

 private:
  using FrameId = std::uint32_t;
  using EntryId = Candidate::EntryId;
  using Node = GoalNode;
  static constexpr std::uint32_t nothing = Candidate::nothing;

  // What to do next, and what after that.
  enum class Step : std::uint8_t {
    body,            // a = clause body, b = goal, c = environment
    prove,           // a = goal of goals_
    refute,          // a = conjunction
    refute_clauses,  // a = entry, b = position, c = list of clauses
    refute_checks,   // a = next check
    exit,            // a = entry, b = commitment
    commit,          // a = commitment
    decide,          // a = goal: it, or its complement
    gather,          // a = conjunction of instances and templates, b = findall goal
    cover,           // a = piece
    found,           // the end
  };
  struct Frame {
    Step step;
    std::uint32_t a = 0, b = 0, c = 0;
    FrameId next = nothing;
    NodeId node = 0;  // whose children the goals are
  };
  // Where a part of the proof began that may turn out to be as good as any other: if it assumed
  // nothing and changed nothing outside, its alternatives lead to the same answer sets.
  struct Commitment {
    Store::Mark start;
    std::uint32_t choices = 0, assumptions = 0;
    bool always = false;                     // the truth of it does not depend on answer sets
    std::vector<LinearConstraint> of_query;  // what was known of the query's numbers
    bool knows_query = false;
  };
  struct Conjunction {
    std::uint32_t first = 0, count = 0;
    std::uint32_t possible = 0;  // so many calls in front had their possible instances enumerated
  };
  struct Sizes {
    Store::Mark store;
    Candidate::Mark candidate;
    std::size_t frames, nodes, environments, goals, conjunctions, branches, pieces, lists,
        commitments;
    std::uint32_t assumptions;
  };
  enum class Alternatives : std::uint8_t { clauses, branches };
  struct Choice {
    Sizes sizes;
    Alternatives kind;
    std::uint32_t at = 0, end = 0;                        // of the list or of branches_
    const std::vector<std::uint32_t>* clauses = nullptr;  // of kind clauses
    EntryId entry = nothing;
    Word atom;
    NodeId node = 0;
    FrameId next = nothing;
  };
  struct Mode {
    bool nested = false;
    bool upper = false;              // what could hold in some answer set
    std::uint32_t tabled = nothing;  // this component is answered from tables
    EntryId first_entry = 0;         // older literals belong to the proof around
    std::uint64_t most_goals = 0;    // give up when effort() reaches this; 0: never
  };
  // A part of what a forall ranges over: proved for `variables`, which then stand for all values
  // within `region`.
  struct Piece {
    std::uint32_t conjunction = nothing;
    std::vector<std::pair<Word, Word>> variables;  // of the conjunction, and of the proof
    std::vector<CodeGoal> region;
    Store::Mark start;
    std::size_t first_entry = 0;
  };

  // --- machine.cpp, machine_call.cpp, machine_builtin.cpp: control, calls, built-in goals ---
  bool run(std::size_t floor);  // true: reached `found`
  bool step();
  bool split_difference();
  bool backtrack(std::size_t floor);
  Sizes sizes() const;
  void restore(const Sizes& sizes);
  FrameId frame(Step step, std::uint32_t a, std::uint32_t b, std::uint32_t c, FrameId next,
                NodeId node);
  FrameId prove_frame(const CodeGoal& goal, FrameId next, NodeId node);
  bool branch(const std::vector<FrameId>& alternatives);
  std::uint32_t begin_commitment(bool always, bool with_query);
  void commit(std::uint32_t commitment);
  std::vector<LinearConstraint> numbers_of_query();
  bool out_of_budget();
  // Goals, and answers by their size: infinitely many answers grow without end.
  std::uint64_t effort() const { return statistics_.goals + saved_words_ / 8; }
  void stop_at_limit();
  bool postpone(const CodeGoal& goal, const Frame& now);
  bool out_of_time();
  bool prove(const CodeGoal& goal, FrameId next, NodeId parent);
  bool prove_builtin(const CodeGoal& goal, FrameId next, NodeId parent);
  Verdict hold_builtin(const CodeGoal& goal);
  void fail_unbound(const CodeGoal& goal) const;
  enum class Evaluated : std::uint8_t { value, open, none };
  Evaluated evaluate(Word expression, Word& value);
  bool call(const CodeGoal& goal, FrameId next, NodeId parent);
  bool call_possible(const CodeGoal& goal, FrameId next, NodeId parent);
  bool call_tabled(const CodeGoal& goal, FrameId next, NodeId parent);
  std::optional<std::vector<TableAnswer>> table_answers(const CodeGoal& goal);
  bool take_instances(const std::vector<TableAnswer>& answers, const CodeGoal& goal, FrameId next,
                      NodeId parent);
  bool call_looping(const CodeGoal& goal, FrameId next, NodeId parent, NodeId node);
  bool try_clauses(const std::vector<std::uint32_t>& list, std::uint32_t at, EntryId entry,
                   Word atom, NodeId node, FrameId next);
  bool find_all(const CodeGoal& goal, FrameId next, NodeId parent);
  bool gather(std::uint32_t conjunction, const CodeGoal& goal, FrameId next, NodeId parent);
  std::optional<Word> known_list(const CodeGoal& find_all_goal);
  bool goals_of(Word term, std::vector<CodeGoal>& goals) const;
  bool for_all(const CodeGoal& goal, FrameId next, NodeId parent);
  NodeId add_node(NodeKind kind, const CodeGoal& goal, NodeId parent);
  NodeId add_builtin_node(const CodeGoal& goal, NodeId parent);

  // --- machine_literals.cpp: literals, their complements, and calls that repeat one ---
  std::optional<EntryId> find_entry(PredicateId predicate, bool negated, Word atom,
                                    bool ground) const {
    return candidate_.find(predicate, negated, atom, ground, mode_.first_entry);
  }
  bool keep_apart(const CodeGoal& goal, Word atom, bool ground, FrameId& next, NodeId node);
  bool rest_on(NodeId parent, EntryId on);
  bool repeats_ancestor(const CodeGoal& goal, Word atom, NodeId parent, std::size_t key);
  std::size_t short_key(Word atom) const;
  bool entails_bounds(Word inner, Word outer);

  // --- machine_refute.cpp, machine_conjunction.cpp, machine_cover.cpp ---
  class Refutation;
  bool refute_next_clause(EntryId entry, std::uint32_t position, std::uint32_t list, FrameId next,
                          NodeId node);
  bool refute(std::uint32_t conjunction, FrameId next, NodeId node);
  bool deny(const Saved& effects, FrameId next, NodeId node, std::uint32_t then_refute);
  std::vector<CodeGoal> without_entailed(const Saved& effects);
  std::vector<std::pair<Word, Word>> without_implied(const Saved& effects,
                                                     std::uint32_t environment);
  void add_other_instances(const Saved& asked, const std::vector<TableAnswer>& answers,
                           NodeId node);
  std::uint32_t add_conjunction(const std::vector<CodeGoal>& goals);
  std::uint32_t build_conjunction(const Saved& saved, std::uint32_t possible);
  bool has_hypothetical(Word term) const;
  bool is_open(const CodeGoal& computation) const;
  bool shares_open(Word term, const std::vector<Word>& variables) const;
  bool cover(const Saved& all, FrameId next, NodeId node);
  bool can_explain(const Saved& all);
  bool settle_piece(std::uint32_t piece, FrameId next, NodeId node);

  // --- machine_enumerate.cpp ---
  std::vector<TableAnswer> answers_of(const CodeGoal& goal, bool upper);
  std::optional<std::vector<TableAnswer>> answers_within(const CodeGoal& goal, bool upper,
                                                         std::uint64_t goals);
  std::optional<std::vector<TableAnswer>> answers_if_finite(const CodeGoal& goal, bool upper);
  std::vector<TableAnswer> run_nested(const std::vector<CodeGoal>& goals, Word result, Mode mode,
                                      bool& looped);
  std::vector<TableAnswer> fill_tables(const CodeGoal& goal, bool upper);
  bool apply(const TableAnswer& answer, Word term);

  const Program& program_;
  SolveOptions options_;
  Constants constants_;
  Store store_{constants_};
  Code code_;
  Builder builder_{store_, code_};
  Saves saves_{store_, builder_};
  Candidate candidate_;
  Tables tables_;  // of the component being filled
  Memory memory_;
  AnswerWriter writer_{program_, options_, code_, store_, builder_, saves_};
  base::Budget budget_;
  SolveStatistics statistics_;
  Cut cut_ = Cut::no;
  bool started_ = false, depth_reached_ = false;
  bool explaining_ = false;  // reasons of reasons are not looked for
  bool undecided_ = false;   // a negation was not proved because numbers could not be decided

  FrameId current_ = nothing;
  Mode mode_;
  std::uint32_t nesting_ = 0;
  bool looped_ = false;            // a call was its own ancestor
  bool given_up_ = false;          // a nested run reached its own limit
  std::uint64_t saved_words_ = 0;  // of answers, in all
  std::vector<Frame> frames_;
  std::vector<Node> nodes_;
  std::vector<CodeGoal> goals_;
  std::vector<Conjunction> conjunctions_;
  std::vector<FrameId> branches_;
  std::vector<const std::vector<std::uint32_t>*> lists_;
  std::vector<Piece> pieces_;
  std::vector<Commitment> commitments_;
  std::uint32_t assumptions_ = 0;  // literals that were assumed or abduced
  std::vector<Choice> choices_;
  std::vector<Word> query_variables_;

  mutable std::vector<Word> key_walk_;  // of short_key()
};

}  // namespace cogs::logic
