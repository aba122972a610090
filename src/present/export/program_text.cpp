// SPDX-License-Identifier: Apache-2.0
#include "present/export/program_text.h"

#include "present/export/dual_clauses.h"

namespace cogs::present {

namespace {

std::string joined(const std::string& head, const std::vector<std::string>& goals) {
  if (goals.empty()) return head + ".\n";
  std::string text = head.empty() ? ":-" : head + " :-";
  for (std::size_t i = 0; i < goals.size(); ++i) {
    text += "\n    " + goals[i] + (i + 1 < goals.size() ? "," : ".");
  }
  return text + "\n";
}

// Clauses of one predicate stand together, others apart.
std::string listing(const CodeTerms& code, const std::vector<CodeClause>& clauses) {
  std::string text, last;
  for (const CodeClause& clause : clauses) {
    if (clause.group != last || clause.group.empty()) text += "\n";
    last = clause.group;
    const CodeClauseText written = code.text(clause);
    text += joined(written.head, written.goals);
  }
  return text;
}

}  // namespace

std::string goal_text(const logic::Program& program, const logic::Goal& goal,
                      const TermStyle& style) {
  const bool call = goal.kind == logic::GoalKind::call;
  const bool minus = call && program.predicates[goal.predicate.index()].classical;
  const std::string text = term_text(program.terms, goal.term, style, minus ? 199 : 899);
  return std::string(goal.negated ? "not " : "") + (minus ? "-" : "") + text;
}

std::string clause_text(const logic::Program& program, const logic::Clause& clause) {
  std::string head;
  if (clause.has_head) {
    logic::Goal goal;
    goal.predicate = clause.predicate;
    goal.term = clause.head;
    head = goal_text(program, goal);
  }
  std::vector<std::string> goals;
  for (const logic::Goal& goal : clause.body) goals.push_back(goal_text(program, goal));
  return joined(head, goals);
}

std::string query_text(const logic::Program& program) {
  if (!program.query) return {};
  std::string text;
  for (const logic::Goal& goal : *program.query) {
    text += (text.empty() ? "?- " : ",\n   ") + goal_text(program, goal);
  }
  return text + ".\n";
}

std::string code_text(const logic::Program& program, const CodeOptions& options) {
  std::string text;
  if (program.query) text += "% Query\n" + query_text(program) + "\n";
  CodeTerms code(program, options.plain_duals);
  text += "% User Predicates\n" + listing(code, code.program_clauses());
  if (options.duals) text += "\n% Dual Rules\n" + listing(code, code.dual_clauses());
  if (options.checks) {
    const std::vector<CodeClause> checks = code.check_clauses(options.odd_loops);
    if (!checks.empty()) text += "\n% Integrity Constraints\n" + listing(code, checks);
  }
  return text;
}

}  // namespace cogs::present
