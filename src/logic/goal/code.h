// SPDX-License-Identifier: Apache-2.0
//
// A program as the goal-directed machine runs it: Program -> clauses with numbered variables,
// the checks of denials and odd loops, and indexes on arguments.
//
// In the terms of the code a variable is a slot, a compound term with slots is an index into
// `terms`, and everything ground is a constant or shared already.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "logic/goal/store.h"
#include "logic/program/dependencies.h"
#include "logic/program/program.h"
#include "logic/solve.h"

namespace cogs::logic {

struct CodeGoal {
  GoalKind kind = GoalKind::call;
  bool negated = false;
  // A comparison that is the negation of one: what is no number makes it true.
  bool lenient = false;
  std::uint32_t place = 0;  // of an `is`, for messages: one more than an index of Code::places
  PredicateId predicate = {};
  Word term = {};  // the atom
};

struct CodeBody {
  std::vector<CodeGoal> goals;
  std::uint32_t slots = 0;
  std::vector<std::string> names;  // of the slots; empty for `_`
};

struct CodeClause {
  PredicateId predicate;
  Word head;
  CodeBody body;
  ClauseId source;
};

// Must not hold: a denial, or the body of an odd loop's clause with its head negated.
struct CodeCheck {
  CodeBody body;
  bool from_source = true;  // false: p and -p together
  ClauseId source;
};

struct CodePredicate {
  std::vector<std::uint32_t> clauses;  // that can be of use
  bool defined = false;                // has clauses or is abducible
  bool abducible = false;
  bool tabled = false;
  bool universal = false;  // a fact of it is about everything
  bool stratified = true;
  bool recursive = false;
  // Its component builds no terms and no numbers: a call that repeats one around it, even if only
  // as both were at first, goes round in circles.
  bool flat = true;
  bool compares = false;  // there is a comparison of numbers in a clause of it, or below
  std::uint32_t component = 0;
  std::uint32_t arity = 0;
};

class Code {
 public:
  Code(const Program& program, const SolveOptions& options, Store& store);

  std::vector<Word> terms;  // compound terms with slots: functor, arguments
  std::vector<CodeClause> clauses;
  std::vector<CodePredicate> predicates;
  std::vector<CodeCheck> checks;
  CodeBody query;
  std::vector<std::pair<FileId, Span>> places;

  // The clauses whose heads can match the atom, in order, by the first argument that is bound.
  const std::vector<std::uint32_t>& matching(PredicateId predicate, Word atom, const Store& store);
  // The goal that a term stands for at run time (findall, call); kind `no` if it is none.
  CodeGoal goal_of(Word term, const Store& store) const;

 private:
  struct Index {
    bool built = false;
    std::unordered_map<Word, std::vector<std::uint32_t>> by_key;
    std::vector<std::uint32_t> others;  // clauses that match whatever the argument is
  };
  struct Slots {
    std::unordered_map<std::uint32_t, std::uint32_t> by_name;
    CodeBody* body;
  };
  void drop_idle_clauses();
  bool is_universal(const CodeClause& clause) const;
  void find_flat();
  void find_comparing();
  Word term(TermId id, Slots& slots);
  CodeBody body(const std::vector<Goal>& goals, FileId file, Slots& slots);
  Word key_of(Word argument) const;
  void build(Index& index, const CodePredicate& predicate, std::uint32_t argument) const;

  const Program& program_;
  Store& store_;
  std::vector<std::vector<Index>> indexes_;                    // by predicate and argument
  std::unordered_map<std::uint64_t, PredicateId> by_functor_;  // name, arity, classical
};

}  // namespace cogs::logic
