// SPDX-License-Identifier: Apache-2.0
//
// Text -> clauses of a program in functional notation, and what was said of it, for the tests of
// this folder.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "logic/program/read_program.h"

namespace cogs::logic {

struct ProgramReading {
  std::vector<std::string> clauses;   // "p(X) :- q(X), not -r(X)"; a denial has no head
  std::string query;                  // "p(X), q(Y)"; "none" if there is none
  std::vector<std::string> errors;    // "LINE:COLUMN message", of other files "FILE:LINE:..."
  std::vector<std::string> helps;     // of the errors
  std::vector<std::string> warnings;  // as errors
};

inline std::string goal_line(const Program& program, const Goal& goal) {
  const bool minus =
      goal.kind == GoalKind::call && program.predicates[goal.predicate.index()].classical;
  return std::string(goal.negated ? "not " : "") + (minus ? "-" : "") +
         canonical_text(program.terms, goal.term);
}

inline std::string goals_line(const Program& program, const std::vector<Goal>& goals) {
  std::string line;
  for (const Goal& goal : goals) line += (line.empty() ? "" : ", ") + goal_line(program, goal);
  return line;
}

inline std::string clause_line(const Program& program, const Clause& clause) {
  std::string line;
  if (clause.has_head) {
    line = program.predicates[clause.predicate.index()].classical ? "-" : "";
    line += canonical_text(program.terms, clause.head);
  }
  if (!clause.body.empty()) line += (line.empty() ? ":- " : " :- ");
  return line + goals_line(program, clause.body);
}

inline ProgramReading as_reading(const Program& program) {
  ProgramReading reading;
  for (const Clause& clause : program.clauses) {
    reading.clauses.push_back(clause_line(program, clause));
  }
  reading.query = program.query ? goals_line(program, *program.query) : "none";
  return reading;
}

inline void add_diagnostics(ProgramReading& reading, const std::vector<base::Diagnostic>& all) {
  for (const base::Diagnostic& d : all) {
    const std::string line = (d.file == "test.pl" ? "" : d.file + ":") +
                             std::to_string(d.place.line) + ":" + std::to_string(d.place.column) +
                             " " + d.message;
    if (d.severity == base::Severity::warning) {
      reading.warnings.push_back(line);
    } else {
      reading.errors.push_back(line);
      reading.helps.push_back(d.help);
    }
  }
}

using Files = std::map<std::string, std::string>;

inline ProgramReading read_files(const Files& files, const std::vector<std::string>& paths,
                                 const ReadOptions& options = {}) {
  try {
    const Program program = read_program(
        paths,
        [&](const std::string& path) -> std::optional<std::string> {
          const auto found = files.find(path);
          if (found == files.end()) return std::nullopt;
          return found->second;
        },
        options);
    ProgramReading reading = as_reading(program);
    add_diagnostics(reading, program.warnings);
    return reading;
  } catch (const base::InputError& error) {
    ProgramReading reading;
    add_diagnostics(reading, error.diagnostics());
    return reading;
  }
}

inline ProgramReading read_one(const std::string& text, const ReadOptions& options = {}) {
  return read_files({{"test.pl", text}}, {"test.pl"}, options);
}

// The clauses of a text without errors, warnings aside.
inline std::vector<std::string> clauses(const std::string& text, const ReadOptions& options = {}) {
  const ProgramReading reading = read_one(text, options);
  return reading.errors.empty() ? reading.clauses : reading.errors;
}

inline std::string program_error(const std::string& text, const ReadOptions& options = {}) {
  const ProgramReading reading = read_one(text, options);
  return reading.errors.size() == 1 ? reading.errors[0]
                                    : std::to_string(reading.errors.size()) + " errors";
}

}  // namespace cogs::logic
