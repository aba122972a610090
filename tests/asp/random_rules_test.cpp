// SPDX-License-Identifier: Apache-2.0
//
// Random programs of clingo's language, compared with clingo: all answer sets, or all of least
// cost and that cost; every answer is judged by the checker as well.
//   COGS_RULES_PROGRAMS=50000 COGS_SEED=7 asp_rules_tests   how many, and from which seed
//   COGS_RULES_ONE=<seed> asp_rules_tests                   one again
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "asp/clingo_sets.h"
#include "asp/random_rules.h"
#include "asp/run_clingo.h"
#include "base/diagnostic.h"
#include "logic/program/read_program.h"
#include "logic/solve.h"

namespace cogs::asp {
namespace {

std::uint64_t number_from(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

// For the handler of a crash.
std::uint64_t current_seed = 0;

void say_and_die(int signal_number) {
  std::fprintf(stderr, "\ncrashed on seed %llu\n", static_cast<unsigned long long>(current_seed));
  signal(signal_number, SIG_DFL);
  raise(signal_number);
}

struct Outcome {
  std::string wrong;  // empty: as clingo has it
  bool refused = false, unchecked = false;
  std::size_t sets = 0;
};

std::string shown(const std::multiset<std::set<std::string>>& sets) {
  std::string out;
  std::size_t count = 0;
  for (const auto& set : sets) {
    out += "%   {";
    for (const std::string& atom : set) out += " " + atom;
    out += " }\n";
    if (++count == 10) break;
  }
  return out;
}

std::set<std::string> atoms_of(const logic::Answer& answer) {
  std::set<std::string> atoms;
  for (const logic::Literal& literal : answer.literals) {
    atoms.insert((literal.classical ? "-" : "") +
                 logic::canonical_text(answer.terms, literal.atom));
  }
  return atoms;
}

// A priority whose costs cannot arise is none to clingo, and one of cost 0 here.
std::vector<long long> without_zeros(std::vector<long long> costs) {
  std::erase(costs, 0);
  return costs;
}

Outcome compare(const std::string& text, bool ignore_costs, bool proofs) {
  Outcome outcome;
  const ClingoSets theirs = clingo_sets(text, ignore_costs);
  if (theirs.refused) {
    outcome.refused = true;
    return outcome;
  }
  std::multiset<std::set<std::string>> ours;
  std::vector<long long> costs;
  std::string refusal;
  try {
    logic::ReadOptions read;
    read.warn = false;
    read.language = logic::ReadLanguage::clingo;
    const logic::Program program = logic::read_program_text(text, "random.lp", read);
    logic::SolveOptions options;
    options.optimize = ignore_costs ? logic::Optimize::ignore : logic::Optimize::all_best;
    options.check = std::getenv("COGS_NO_CHECK") == nullptr;
    options.proofs = proofs;
    options.limits.seconds = 60;
    logic::Solver solver(program, options);
    while (const auto answer = solver.next()) {
      ours.insert(atoms_of(*answer));
      costs.clear();
      for (const logic::Cost& cost : answer->costs) costs.push_back(cost.value);
      if (ours.size() > 100000) break;
    }
    if (solver.cut() != logic::Cut::no) outcome.wrong = "no end";
    refusal = solver.statistics().refusal;
    outcome.unchecked = solver.statistics().unchecked > 0;
  } catch (const base::InputError& error) {
    const std::string& message = error.diagnostics()[0].message;
    // Aggregates that support themselves, and heads whose conditions are open, are refused.
    outcome.refused = message.find("depends on") != std::string::npos ||
                      message.find("depend on") != std::string::npos;
    if (!outcome.refused) outcome.wrong = "refused: " + message;
    return outcome;
  }
  outcome.sets = ours.size();
  if (ours != theirs.sets) {
    outcome.wrong =
        "other answer sets; clingo has\n" + shown(theirs.sets) + "% ours:\n" + shown(ours);
  } else if (!ours.empty() && !ignore_costs &&
             without_zeros(costs) != without_zeros(theirs.costs)) {
    outcome.wrong = "other costs";
  } else if (!refusal.empty()) {
    outcome.wrong = "the checker says: " + refusal;
  }
  return outcome;
}

TEST(RandomRules, AsClingo) {
  if (!clingo_installed()) GTEST_SKIP() << "clingo is not installed";
  std::uint64_t first = number_from("COGS_SEED", 1);
  std::uint64_t count = number_from("COGS_RULES_PROGRAMS", 300);
  if (const std::uint64_t one = number_from("COGS_RULES_ONE", 0)) first = one, count = 1;
  std::uint64_t refused = 0, with_costs = 0, with_sets = 0, unchecked = 0, failures = 0;
  for (const int s : {SIGSEGV, SIGABRT, SIGFPE, SIGBUS}) signal(s, say_and_die);
  for (std::uint64_t seed = first; seed < first + count && failures < 3; ++seed) {
    current_seed = seed;
    RulesProgram program = random_rules(seed);
    const bool ignore = seed % 5 == 0;
    const bool proofs = seed % 4 == 0;
    const Outcome outcome = compare(program.text(), ignore, proofs);
    refused += outcome.refused;
    with_costs += program.has_costs && !ignore && outcome.sets > 0;
    with_sets += outcome.sets > 0;
    unchecked += outcome.unchecked;
    if (outcome.wrong.empty()) continue;
    ++failures;
    for (std::size_t i = 0; i < program.lines.size();) {
      RulesProgram smaller = program;
      smaller.lines.erase(smaller.lines.begin() + static_cast<std::ptrdiff_t>(i));
      if (compare(smaller.text(), ignore, proofs).wrong.empty()) {
        ++i;
      } else {
        program = smaller;
      }
    }
    ADD_FAILURE() << "seed " << seed << (ignore ? ", costs ignored" : "") << "\n"
                  << program.text() << "% " << compare(program.text(), ignore, proofs).wrong;
  }
  std::printf(
      "seed %llu, %llu programs: %llu with answer sets, %llu with costs, %llu refused, "
      "%llu not checked in full\n",
      static_cast<unsigned long long>(first), static_cast<unsigned long long>(count),
      static_cast<unsigned long long>(with_sets), static_cast<unsigned long long>(with_costs),
      static_cast<unsigned long long>(refused), static_cast<unsigned long long>(unchecked));
  EXPECT_LT(refused * 2, count + 2);
}

}  // namespace
}  // namespace cogs::asp
