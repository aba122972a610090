// SPDX-License-Identifier: Apache-2.0
//
// An exported program -> clingo's optimum and the time that it takes, without process start.
//
// clingo prints times in hundredths or thousandths of a second. So a few lines of its own
// scripting language run the usual two calls, ground and solve, and read the CPU clock between.
#pragma once

#include <optional>
#include <string>

namespace cogs::bench {

struct ClingoRun {
  enum class Outcome { optimum, unsatisfiable, cut, failed } outcome = Outcome::failed;
  std::optional<double> cost;  // of the best answer so far, in clingo's integers
  double ground_seconds = 0;   // CPU; of a run that was cut in the middle, 0
  double solve_seconds = 0;
  double process_seconds = 0;  // CPU of the whole process
  double peak_mb = 0;
  std::string output;
};

bool clingo_installed();

// `folder` takes the program's file. `limit`: CPU seconds, as for the search.
ClingoRun run_clingo(const std::string& program, const std::string& folder, double limit);

}  // namespace cogs::bench
