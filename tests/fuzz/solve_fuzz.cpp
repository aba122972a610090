// SPDX-License-Identifier: Apache-2.0
//
// Any bytes as a logic program that is run for a while: the solver ends with answers, a limit or
// a located error, and each answer can be shown.
//
//   make fuzz && mkdir -p build/fuzz/found
//   build/fuzz/tests/fuzz/solve_fuzz -max_total_time=600 -timeout=30 \
//     -dict=tests/fuzz/program.dict build/fuzz/found tests/fuzz/programs
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "base/diagnostic.h"
#include "logic/program/read_program.h"
#include "logic/solve.h"
#include "present/words/term_text.h"

namespace {

using namespace cogs;

void demand(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", what);
  std::abort();
}

void show(const logic::Answer& answer) {
  for (const logic::Binding& binding : answer.bindings) {
    demand(!present::term_text(answer.terms, binding.value).empty(), "a value has a text");
  }
  for (const logic::Literal& literal : answer.literals) {
    demand(!present::term_text(answer.terms, literal.atom).empty(), "a literal has a text");
  }
  for (const logic::TermId constraint : answer.constraints) {
    demand(!present::term_text(answer.terms, constraint).empty(), "a constraint has a text");
  }
  for (const logic::ProofNode& node : answer.proof) {
    for (const std::uint32_t child : node.children) {
      demand(child < answer.proof.size(), "the children of a proof node exist");
    }
  }
}

void solve(const logic::Program& program, logic::Engine engine) {
  logic::SolveOptions options;
  options.engine = engine;
  options.check = true;
  options.most_steps = 20000;
  options.limits.seconds = 5;
  options.limits.memory_bytes = std::size_t{512} << 20;
  logic::Solver solver(program, options);
  for (int i = 0; i < 5; ++i) {
    const auto answer = solver.next();
    if (!answer) break;
    show(*answer);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  logic::ReadOptions options;
  options.unknown = logic::Unknown::fail;
  options.warn = false;
  options.language = logic::ReadLanguage::without_query;
  try {
    const logic::Program program = logic::read_program_text(text, "fuzz.pl", options);
    const bool sets = program.language == logic::Language::clingo;
    if ((!program.query && !sets) || program.clauses.size() > 1000) return 0;
    solve(program, logic::Engine::automatic);
    if (!sets) solve(program, logic::Engine::goal_directed);
  } catch (const base::InputError& error) {
    demand(!error.diagnostics().empty(), "an error says something");
  }
  return 0;
}
