// SPDX-License-Identifier: Apache-2.0
//
// Any bytes as a logic program: reading them either gives located errors or a program whose
// clauses, written as text, read back as the same clauses.
//
//   make fuzz && mkdir -p build/fuzz/found
//   build/fuzz/tests/fuzz/program_fuzz -max_total_time=600 -dict=tests/fuzz/program.dict \
//     build/fuzz/found tests/fuzz/programs
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "base/diagnostic.h"
#include "logic/program/builtins.h"
#include "logic/program/read_program.h"
#include "present/export/program_text.h"

namespace {

using namespace cogs;

void demand(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", what);
  std::abort();
}

void check_diagnostics(const base::InputError& error) {
  std::size_t errors = 0;
  for (const base::Diagnostic& d : error.diagnostics()) {
    errors += d.severity == base::Severity::error;
    demand(!d.message.empty(), "a diagnostic has a message");
    demand(d.place.line == 0 || d.place.column > 0, "a place has a column");
  }
  demand(errors > 0 && errors <= 20, "one to twenty errors");
}

std::string written(const logic::Program& program) {
  std::string text;
  for (const logic::Clause& clause : program.clauses) text += present::clause_text(program, clause);
  return text + present::query_text(program);
}

void check_goals(const logic::Program& program, const std::vector<logic::Goal>& goals) {
  for (const logic::Goal& goal : goals) {
    if (goal.kind == logic::GoalKind::call) {
      demand(goal.predicate.index() < program.predicates.size(), "a call has a predicate");
      demand(program.predicates[goal.predicate.index()].arity == program.terms[goal.term].arity,
             "a call has its predicate's arity");
    } else if (goal.kind == logic::GoalKind::find_all || goal.kind == logic::GoalKind::for_all) {
      demand(logic::goals_of(program, program.terms.argument(goal.term, 1)).has_value(),
             "the goals inside of a goal are known");
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  logic::ReadOptions options;
  options.unknown = logic::Unknown::fail;
  std::string first;
  try {
    logic::Program program = logic::read_program_text(text, "fuzz.pl", options);
    if (program.clauses.size() > 10000) return 0;  // ranges: reading them back takes long
    for (const logic::Clause& clause : program.clauses) check_goals(program, clause.body);
    if (program.query) check_goals(program, *program.query);
    // Programs of clingo's language are not written out.
    const bool sets = program.language == logic::Language::clingo;
    if (!sets) first = written(program);
    if (!sets && size < 500) present::code_text(program);
    try {
      logic::set_query(program, text.substr(0, 100));
    } catch (const base::InputError& error) {
      check_diagnostics(error);
    }
    if (sets) return 0;
  } catch (const base::InputError& error) {
    check_diagnostics(error);
    return 0;
  }
  try {
    const logic::Program again = logic::read_program_text(first, "again.pl", options);
    demand(written(again) == first, "what is written reads back as the same");
  } catch (const base::InputError& error) {
    std::fprintf(stderr, "%s\n%s\n", error.what(), first.c_str());
    demand(false, "what is written can be read");
  }
  return 0;
}
