// SPDX-License-Identifier: Apache-2.0
//
// The clauses of a program with their duals and checks, as terms for `--code`. Internal to
// src/present; see program_text.h.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "logic/program/program.h"
#include "logic/syntax/term.h"

namespace cogs::present {

struct CodeGoal {
  bool negated = false;
  logic::TermId atom;  // -p(X) has its minus sign
};

struct CodeClause {
  std::string group;  // clauses of one group are printed together
  bool has_head = true;
  CodeGoal head;
  std::vector<CodeGoal> body;
};

struct CodeClauseText {
  std::string head;
  std::vector<std::string> goals;
};

class CodeTerms {
 public:
  CodeTerms(const logic::Program& program, bool plain_duals);

  // As they were written; those of abducible predicates behind them.
  const std::vector<CodeClause>& program_clauses() const { return clauses_; }
  std::vector<CodeClause> dual_clauses();
  std::vector<CodeClause> check_clauses(bool odd_loops);
  // Variables that occur once are `_`.
  CodeClauseText text(const CodeClause& clause) const;

 private:
  struct Named {
    std::string name;  // with the minus sign
    std::uint32_t arity = 0;
    friend auto operator<=>(const Named&, const Named&) = default;
  };
  // What one clause needs to be blocked: its head with variables as arguments, the goals, and
  // the variables of the goals that are not in the head.
  struct Opened {
    std::vector<logic::TermId> arguments;
    std::vector<CodeGoal> goals;
    std::vector<logic::TermId> inner;
  };

  CodeClause copied(const logic::Clause& clause);
  CodeGoal copied(const logic::Goal& goal);
  logic::TermId copied(logic::TermId term);
  void add_abducible(const logic::Predicate& predicate);
  Named named(logic::TermId atom) const;
  logic::TermId variable(const std::string& name);
  logic::TermId atom(std::string_view name, const std::vector<logic::TermId>& arguments);
  std::vector<logic::TermId> letters(std::size_t count);
  Opened open(const CodeClause& clause);
  CodeGoal dual(const CodeGoal& goal);
  logic::TermId for_all(const std::vector<logic::TermId>& variables, logic::TermId goal);
  // `not name(..) :- ...`: when the clause is blocked.
  void block(const std::string& name, const CodeClause& clause, std::vector<CodeClause>& out);
  void collect_variables(logic::TermId term, std::vector<logic::TermId>& found) const;
  bool same(logic::TermId a, logic::TermId b) const;

  const logic::Program& program_;
  bool plain_duals_;
  logic::Terms terms_;
  std::vector<CodeClause> clauses_;  // those of the program first, by ClauseId
  std::size_t unnamed_ = 0;          // variables `_` so far
};

}  // namespace cogs::present
