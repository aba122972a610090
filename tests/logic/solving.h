// SPDX-License-Identifier: Apache-2.0
//
// Programs -> what the solver says, for the tests of this folder; and terms of answers -> numbers.
#pragma once

#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "logic/program/read_program.h"
#include "logic/solve.h"

namespace cogs::logic {

inline std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  const char* value = std::getenv(name);
  return value == nullptr ? otherwise : std::strtoull(value, nullptr, 10);
}

struct Solved {
  std::vector<Answer> answers;
  Cut cut = Cut::no;
  SolveStatistics statistics;
  std::string error;  // "LINE:COLUMN message" of what cannot be run

  // "X=1,Y=f(a) | X#>3 | p(1) not q": bindings, constraints, literals; "?" behind if not decided.
  std::vector<std::string> lines() const {
    std::vector<std::string> result;
    for (const Answer& answer : answers) {
      std::string line;
      const auto add = [&](const std::string& text, const char* separator) {
        if (!line.empty() && line.back() != ' ') line += separator;
        line += text;
      };
      for (const Binding& b : answer.bindings) {
        add(b.variable + "=" + canonical_text(answer.terms, b.value), ",");
      }
      line += " | ";
      for (const TermId c : answer.constraints) add(canonical_text(answer.terms, c), ",");
      line += " | ";
      for (const Literal& l : answer.literals) {
        add(std::string(l.negated ? "not " : "") + (l.classical ? "-" : "") +
                canonical_text(answer.terms, l.atom),
            " ");
      }
      result.push_back(line + (answer.undecided ? " ?" : ""));
    }
    return result;
  }
};

inline Solved solve_text(const std::string& text, SolveOptions options = {},
                         std::size_t most_answers = 1000) {
  Solved run;
  options.check = true;
  ReadOptions reading;
  reading.unknown = Unknown::fail;
  reading.warn = false;
  try {
    const Program program = read_program_text(text, "test.pl", reading);
    Solver solver(program, options);
    while (run.answers.size() < most_answers) {
      std::optional<Answer> answer = solver.next();
      if (!answer) break;
      run.answers.push_back(std::move(*answer));
    }
    run.cut = solver.cut();
    run.statistics = solver.statistics();
  } catch (const base::InputError& error) {
    const base::Diagnostic& d = error.diagnostics()[0];
    run.error =
        std::to_string(d.place.line) + ":" + std::to_string(d.place.column) + " " + d.message;
  }
  return run;
}

using NumberValues = std::map<std::string, base::Number>;

// The value of an expression of + - * / in which each variable has a value.
inline std::optional<base::Number> value_of(const Terms& terms, TermId id,
                                            const NumberValues& values) {
  if (terms.is_number(id)) return terms.number(id);
  if (terms.is_variable(id)) {
    const auto found = values.find(terms.name(id));
    return found == values.end() ? std::nullopt : std::optional(found->second);
  }
  if (terms[id].kind != TermKind::compound) return std::nullopt;
  std::vector<base::Number> arguments;
  for (const TermId argument : terms.arguments(id)) {
    const auto value = value_of(terms, argument, values);
    if (!value) return std::nullopt;
    arguments.push_back(*value);
  }
  if (terms.is(id, "-", 1)) return -arguments[0];
  if (terms.is(id, "+", 2)) return arguments[0] + arguments[1];
  if (terms.is(id, "-", 2)) return arguments[0] - arguments[1];
  if (terms.is(id, "*", 2)) return arguments[0] * arguments[1];
  if (terms.is(id, "/", 2)) return arguments[0] / arguments[1];
  return std::nullopt;
}

// Does a constraint of an answer hold? Nullopt: a variable has no value.
inline std::optional<bool> holds(const Terms& terms, TermId id, const NumberValues& values) {
  if (terms.is(id, "not", 1)) {
    const auto inner = holds(terms, terms.argument(id, 0), values);
    return inner ? std::optional(!*inner) : std::nullopt;
  }
  const auto left = value_of(terms, terms.argument(id, 0), values);
  if (!left) return std::nullopt;
  if (terms.is(id, "integer", 1)) return left->is_integer();
  const auto right = value_of(terms, terms.argument(id, 1), values);
  if (!right) return std::nullopt;
  const std::string& name = terms.name(id);
  if (name == "#=" || name == "=") return *left == *right;
  if (name == "#<>" || name == "\\=") return !(*left == *right);
  if (name == "#<") return *left < *right;
  if (name == "#=<") return *left <= *right;
  if (name == "#>") return *left > *right;
  if (name == "#>=") return *left >= *right;
  return std::nullopt;
}

}  // namespace cogs::logic
