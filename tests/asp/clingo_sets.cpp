// SPDX-License-Identifier: Apache-2.0
#include "asp/clingo_sets.h"

#include <sstream>
#include <utility>

#include "asp/run_clingo.h"

namespace cogs::asp {

ClingoSets clingo_sets(const std::string& program, bool ignore_costs) {
  const bool costs = !ignore_costs && (program.find(":~") != std::string::npos ||
                                       program.find("imize") != std::string::npos);
  // Without its own simplifications: with them, clingo 5.4.1 gives sets that are none in rare cases
  // of choices beside disjunctions (72 instead of 68 for seed 40412).
  const std::string mode = costs ? " --opt-mode=optN --quiet=1" : " --opt-mode=ignore";
  const std::string output = run_clingo(program, "--eq=0" + mode);
  ClingoSets result;
  const bool ended = output.find("SATISFIABLE") != std::string::npos ||
                     output.find("OPTIMUM FOUND") != std::string::npos;
  result.refused = !ended;
  // Without an instance of a weak constraint it knows no costs, and shows the last set only.
  if (costs && output.find("\nSATISFIABLE") != std::string::npos) return clingo_sets(program, true);
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("Answer: ", 0) == 0 && std::getline(lines, line)) {
      std::istringstream atoms(line);
      std::set<std::string> set;
      for (std::string atom; atoms >> atom;) set.insert(atom);
      // In rare cases without simplifications it gives each set twice.
      if (!result.sets.count(set)) result.sets.insert(std::move(set));
    } else if (line.rfind("Optimization :", 0) == 0) {
      std::istringstream numbers(line.substr(14));
      for (long long cost = 0; numbers >> cost;) result.costs.push_back(cost);
    }
  }
  return result;
}

}  // namespace cogs::asp
