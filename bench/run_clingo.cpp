// SPDX-License-Identifier: Apache-2.0
#include "run_clingo.h"

#include <cstdlib>
#include <sstream>

#include "measure.h"
#include "table.h"

namespace cogs::bench {

namespace {

const char* timing_script = R"(
#script (lua)
function main(prg)
  local began = os.clock()
  prg:ground({{"base", {}}})
  local ground = os.clock()
  prg:solve()
  local solved = os.clock()
  print(string.format("seconds %.6f %.6f", ground - began, solved - ground))
end
#end.
)";

bool starts_with(const std::string& line, const char* text) { return line.rfind(text, 0) == 0; }

}  // namespace

bool clingo_installed() { return run_program({"clingo", "--version"}).exit_code == 0; }

ClingoRun run_clingo(const std::string& program, const std::string& folder, double limit) {
  const std::string file = folder + "/question.lp";
  write_file(file, program + timing_script);
  const Child child = run_program({"clingo", file}, limit);
  ClingoRun run;
  run.process_seconds = child.cpu_seconds;
  run.peak_mb = child.peak_mb;
  bool optimum = false, unsatisfiable = false, timed = false;
  for (const std::string& line : child.lines) {
    run.output += line + "\n";
    if (starts_with(line, "seconds ")) {
      std::istringstream(line.substr(8)) >> run.ground_seconds >> run.solve_seconds;
      timed = true;
    } else if (starts_with(line, "Optimization: ") || starts_with(line, "Optimization : ")) {
      run.cost = std::strtod(line.c_str() + line.find(':') + 1, nullptr);
    }
    optimum = optimum || starts_with(line, "OPTIMUM FOUND");
    unsatisfiable = unsatisfiable || starts_with(line, "UNSATISFIABLE");
  }
  if (optimum && timed)
    run.outcome = ClingoRun::Outcome::optimum;
  else if (unsatisfiable && timed)
    run.outcome = ClingoRun::Outcome::unsatisfiable;
  else if (child.exit_code == out_of_time)
    run.outcome = ClingoRun::Outcome::cut;
  return run;
}

}  // namespace cogs::bench
