// SPDX-License-Identifier: Apache-2.0
//
// The solver as a library: reads a program from a string, asks two questions, and prints what
// the answers are made of. Needs cogs::logic and nothing else of cogs.
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "logic/program/read_program.h"
#include "logic/solve.h"

using namespace cogs;  // NOLINT: an example

constexpr const char* birds = R"(
bird(tweety).
bird(sam).
penguin(sam).
wing_span(tweety, 20).
flies(X) :- bird(X), not ab(X).
ab(X) :- penguin(X).
far(X, Days) :- flies(X), wing_span(X, W), Days #>= 0, Days #< W - 5.
)";

std::string text(const logic::Answer& answer, const logic::Literal& literal) {
  return std::string(literal.negated ? "not " : "") + (literal.classical ? "-" : "") +
         logic::canonical_text(answer.terms, literal.atom);
}

std::string text(const logic::Answer& answer, const logic::ProofNode& node) {
  switch (node.kind) {
    case logic::NodeKind::query: return "the query";
    case logic::NodeKind::literal: return text(answer, node.literal);
    case logic::NodeKind::aggregate:  // these three in clingo's language only
    case logic::NodeKind::element:
    case logic::NodeKind::cost:
    case logic::NodeKind::builtin: return logic::canonical_text(answer.terms, node.term);
    case logic::NodeKind::clause_fails: return "a clause fails";
    case logic::NodeKind::checks: return "the denials";
    case logic::NodeKind::check: return "a denial";
  }
  return "";
}

void print(const logic::Answer& answer) {
  for (const logic::Binding& binding : answer.bindings) {
    std::cout << "  " << binding.variable << " = "
              << logic::canonical_text(answer.terms, binding.value) << "\n";
  }
  for (const logic::TermId constraint : answer.constraints) {
    std::cout << "  where " << logic::canonical_text(answer.terms, constraint) << "\n";
  }
  std::cout << "  because of";
  for (const logic::Literal& literal : answer.literals) std::cout << "  " << text(answer, literal);
  std::cout << "\n";
  // The proof is a list of nodes that name their children; a stack walks it from the root.
  std::vector<std::pair<std::uint32_t, int>> waiting{{0, 2}};
  while (!waiting.empty()) {
    const auto [index, depth] = waiting.back();
    waiting.pop_back();
    const logic::ProofNode& node = answer.proof[index];
    std::cout << std::string(static_cast<std::size_t>(2 * depth), ' ') << text(answer, node)
              << (node.support == logic::Support::assumed ? " (assumed)" : "") << "\n";
    for (auto child = node.children.rbegin(); child != node.children.rend(); ++child) {
      waiting.emplace_back(*child, depth + 1);
    }
  }
}

void ask(logic::Program& program, const std::string& query) {
  std::cout << "?- " << query << "\n";
  logic::set_query(program, query);
  logic::SolveOptions options;
  options.limits.seconds = 10;
  logic::Solver solver(program, options);
  while (const auto answer = solver.next()) print(*answer);
  std::cout << (solver.cut() == logic::Cut::no ? "no more answers\n" : "out of time\n");
}

int main() {
  try {
    logic::Program program = logic::read_program_text(birds, "birds.pl");
    ask(program, "far(Bird, Days)");
    ask(program, "not flies(sam)");       // a negation, proved
    ask(program, "flies(Bird), Bird =");  // a mistake, located
  } catch (const base::InputError& error) {
    for (const base::Diagnostic& d : error.diagnostics()) {
      std::cout << d.file << ":" << d.place.line << ": " << d.message << "\n";
    }
  }
}
