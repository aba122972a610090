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
// foundedness: the positive literals must rest on each other without a cycle. The machine keeps
// these arcs (`Entry::arcs`) and refuses an arc that closes a cycle. A candidate that is closed
// in this way and breaks no check is part of an answer set, because all that is left open is
// free of odd loops.
//
// Negation. To refute a clause is to show that its body holds for no values of its variables:
// machine_refute.cpp. Where the literals to refute have one truth value in all answer sets, all
// their answers are enumerated: machine_enumerate.cpp.
//
// The state is a set of stacks that a choice point remembers the heights of; the conjunction
// still to prove is a linked list of frames, so the depth of a proof is limited by memory only.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/budget.h"
#include "logic/goal/code.h"
#include "logic/solve.h"
#include "logic/goal/store.h"

namespace cogs::logic {

class Machine : public AnswerStream {
 public:
  Machine(const Program& program, const SolveOptions& options);

  std::optional<Answer> next() override;
  Cut cut() const override { return cut_; }
  const SolveStatistics& statistics() const override { return statistics_; }

 private:
  using FrameId = std::uint32_t;
  using NodeId = std::uint32_t;
  using EntryId = std::uint32_t;
  static constexpr std::uint32_t nothing = 0xFFFFFFFF;

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
  struct Node {
    NodeKind kind = NodeKind::literal;
    Support support = Support::proved;
    bool negated = false;
    GoalKind goal = GoalKind::call;
    PredicateId predicate;
    Word term;
    std::uint32_t clause = nothing;  // source clause
    NodeId parent = nothing;
    EntryId entry = nothing;
    std::uint32_t depth = 0;
    std::size_t key = 0;  // of the variant, for positive literals with variables
  };
  struct Entry {
    Word atom;
    PredicateId predicate;
    bool negated = false, ground = false, done = false;
    std::uint32_t arcs = nothing;   // to the positive literals that it rests on
    std::uint32_t leans = nothing;  // oldest literal under way that its proof rests on
    std::uint32_t piece = nothing;  // has variables that stand for all values of this piece
    std::uint32_t variables = 0;    // that there were when it was added
    EntryId shadowed = nothing;     // the same literal, of the proof that this one is nested in
    NodeId node = 0;
  };
  struct Arc {
    EntryId to;
    std::uint32_t next;
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
    std::size_t frames, nodes, entries, changes, arcs, environments, goals, conjunctions, branches,
        pieces, lists, commitments;
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
  struct EntryChange {
    EntryId entry;
    bool done;
    std::uint32_t arcs, leans, piece;
  };

  // --- saved terms: copies that survive undo() ---
  struct SavedTerms {
    std::vector<Word> words;
    std::vector<VariableKind> slots;  // universal ones stay so
  };
  struct Saved {
    SavedTerms terms;
    std::vector<std::pair<Word, Word>> equations;  // older variable, value
    std::vector<CodeGoal> constraints;             // disequalities and numeric relations
    std::vector<CodeGoal> goals;
    bool incomplete = false;  // something waits that cannot be negated
  };
  class Saver;
  struct TableAnswer {
    SavedTerms terms;
    Word atom;
    std::vector<CodeGoal> constraints;
  };
  using VariantKey = std::vector<std::uint64_t>;
  struct KeyHash {
    std::size_t operator()(const VariantKey& key) const;
  };
  struct Table {
    SavedTerms terms;
    Word atom;
    PredicateId predicate;
    std::vector<TableAnswer> answers;
    std::unordered_set<VariantKey, KeyHash> keys;
    // The tables that its clauses were answered from, with the answers that these had.
    std::vector<std::pair<std::uint32_t, std::size_t>> used;
    bool run = false;
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

  // --- machine_candidate.cpp: the candidate ---
  std::optional<EntryId> find_ground(PredicateId predicate, bool negated, Word atom) const;
  std::optional<EntryId> find_entry(PredicateId predicate, bool negated, Word atom, bool ground);
  bool keep_apart(const CodeGoal& goal, Word atom, bool ground, FrameId& next, NodeId node);
  EntryId add_entry(const CodeGoal& goal, Word atom, bool ground, NodeId node);
  bool rest_on(NodeId parent, EntryId on);
  bool leads_to(EntryId from, EntryId to) const;
  void finish_entry(EntryId entry);
  void change(EntryId entry);
  bool repeats_ancestor(const CodeGoal& goal, Word atom, NodeId parent, std::size_t key);
  std::size_t short_key(Word atom) const;
  bool entails_bounds(Word inner, Word outer);
  Word renamed(Word term, std::vector<std::pair<Word, Word>>& renaming);

  // --- machine_terms.cpp: code and saved terms -> terms of the store ---
  Word build(Word code, const std::vector<Word>& arena, std::uint32_t environment,
             VariableKind kind = VariableKind::plain);
  std::uint32_t environment_of(const SavedTerms& terms, VariableKind kind);
  CodeGoal build_saved(const CodeGoal& goal, const SavedTerms& terms, std::uint32_t environment);
  Word term_of(GoalKind kind, Word left, Word right);
  Word integer_term(Word word);
  bool match(Word code, Word term, std::uint32_t environment);
  CodeGoal build_goal(const CodeGoal& goal, std::uint32_t environment, VariableKind kind);
  std::uint32_t new_environment(std::uint32_t slots);
  CodeGoal relation_goal(const LinearConstraint& constraint);
  CodeGoal waiting_goal(const Suspended& waiting);
  static CodeGoal dual(CodeGoal goal);

  // --- machine_refute.cpp, machine_conjunction.cpp, machine_cover.cpp ---
  class Refutation;
  bool refute_next_clause(EntryId entry, std::uint32_t position, std::uint32_t list, FrameId next,
                          NodeId node);
  bool refute(std::uint32_t conjunction, FrameId next, NodeId node);
  bool deny(const Saved& effects, FrameId next, NodeId node, std::uint32_t then_refute);
  std::vector<CodeGoal> without_entailed(const Saved& effects);
  void add_other_instances(const Saved& asked, const std::vector<TableAnswer>& answers,
                           NodeId node);
  std::uint32_t add_conjunction(const std::vector<CodeGoal>& goals);
  std::uint32_t build_conjunction(const Saved& saved, std::uint32_t possible);
  bool has_hypothetical(Word term) const;
  bool is_open(const CodeGoal& computation) const;
  bool shares_open(Word term, const std::vector<Word>& variables) const;
  bool cover(const Saved& all, FrameId next, NodeId node);
  bool can_explain(const Saved& all);
  Word tuple(const std::vector<Word>& words);
  bool mentions(Word saved, const SavedTerms& terms, const std::vector<Word>& variables);
  bool settle_piece(std::uint32_t piece, FrameId next, NodeId node);

  // --- machine_enumerate.cpp ---
  std::vector<TableAnswer> answers_of(const CodeGoal& goal, bool upper);
  std::optional<std::vector<TableAnswer>> answers_within(const CodeGoal& goal, bool upper,
                                                         std::uint64_t goals);
  std::optional<std::vector<TableAnswer>> answers_if_finite(const CodeGoal& goal, bool upper);
  VariantKey question_key(const CodeGoal& goal, bool upper, std::vector<Word>& variables) const;
  std::vector<TableAnswer> run_nested(const std::vector<CodeGoal>& goals, Word result, Mode mode,
                                      bool& looped);
  std::vector<TableAnswer> fill_tables(const CodeGoal& goal, bool upper);
  bool apply(const TableAnswer& answer, Word term);
  TableAnswer save_answer(Word atom, const Store::Mark& since);
  std::vector<NumberVariable> needed_integers(const std::vector<NumberVariable>& keep);
  VariantKey key_of(const TableAnswer& answer) const;
  std::uint32_t table_of(const CodeGoal& goal);
  Saved save(const std::vector<CodeGoal>& goals, const Store::Mark& since,
             const std::vector<Word>& outer, bool only_effects);

  // --- machine_answer.cpp ---
  std::optional<Answer> make_answer();
  bool split_difference();
  bool is_hidden(PredicateId predicate) const;
  bool is_too_large(Word term, std::unordered_map<Word, double>& sizes) const;
  bool may_be_equal(const std::vector<std::pair<Word, Word>>& pairs);

  const Program& program_;
  SolveOptions options_;
  Constants constants_;
  Store store_{constants_};
  Code code_;
  base::Budget budget_;
  SolveStatistics statistics_;
  Cut cut_ = Cut::no;
  bool started_ = false, depth_reached_ = false;
  bool explaining_ = false;  // reasons of reasons are not looked for
  bool undecided_ = false;   // a negation was not proved because numbers could not be decided

  FrameId current_ = nothing;
  Mode mode_;
  std::uint32_t nesting_ = 0;
  bool looped_ = false;    // a call was its own ancestor
  bool given_up_ = false;  // a nested run reached its own limit
  std::uint64_t saved_words_ = 0;  // of answers, in all
  std::vector<Frame> frames_;
  std::vector<Node> nodes_;
  std::vector<Entry> entries_;
  std::vector<EntryChange> changes_;
  std::vector<Arc> arcs_;
  std::vector<Word> environments_;
  std::vector<CodeGoal> goals_;
  std::vector<Conjunction> conjunctions_;
  std::vector<FrameId> branches_;
  std::vector<const std::vector<std::uint32_t>*> lists_;
  std::vector<Piece> pieces_;
  std::vector<Commitment> commitments_;
  std::uint32_t assumptions_ = 0;  // literals that were assumed or abduced
  std::vector<Choice> choices_;
  // The candidate by literal: ground ones by their word, all by predicate.
  std::unordered_map<std::uint64_t, EntryId> ground_[2];
  std::vector<std::vector<EntryId>> by_predicate_[2];
  std::vector<std::uint32_t> open_count_[2];  // entries of a predicate that are not ground

  std::vector<Table> tables_;        // of the component being filled
  std::uint32_t filling_ = nothing;  // the table whose clauses are run
  std::unordered_map<VariantKey, std::uint32_t, KeyHash> table_ids_;
  std::unordered_map<VariantKey, std::vector<TableAnswer>, KeyHash> known_;  // complete
  std::unordered_set<VariantKey, KeyHash> hopeless_;  // too many answers without constraints
  std::unordered_set<VariantKey, KeyHash> too_many_;  // answers that did not come to an end
  std::unordered_set<VariantKey, KeyHash> asked_;     // calls with #table, being answered
  std::unordered_set<std::uint32_t> endless_;  // predicates whose answers did not come to an end
  std::unordered_set<std::string> given_;      // answers so far
  std::vector<Word> query_variables_;

  // Stacks of build() and match(), kept so that they need not ask for memory.
  struct Open {
    std::uint32_t at, next;
  };
  bool built_of_new_ = false;  // what build() made last has no variables that were there before
  std::vector<Open> build_open_;
  std::vector<Word> build_values_;
  std::vector<std::pair<Word, Word>> match_pairs_;
  mutable std::vector<Word> key_walk_;
};

}  // namespace cogs::logic
