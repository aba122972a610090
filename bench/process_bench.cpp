// SPDX-License-Identifier: Apache-2.0
//
// The whole process, from the shell's point of view: start, load, search, check, print.
#include <cstdio>

#include "benches.h"
#include "measure.h"
#include "table.h"

namespace cogs::bench {

std::string bench_process(const Settings& settings) {
  Table table("A whole `cogs recourse` process", {"example", "runs", "least wall time",
                                                  "median wall time", "median CPU", "peak memory"});
  struct Example {
    const char *name, *model, *record;
  };
  for (const Example& example : {Example{"loan", "/loan2/loan.cogs", "/loan2/john.json"},
                                 Example{"adult", "/adult/adult.cogs", "/adult/person.json"}}) {
    const int runs = settings.quick ? 20 : 100;
    std::vector<double> wall, cpu, peak;
    for (int r = 0; r < runs; ++r) {
      const Child child = run_program({settings.cogs, "recourse", settings.examples + example.model,
                                       settings.examples + example.record, "--json"});
      if (child.exit_code != 0)
        return "`cogs recourse` on " + std::string(example.name) + " failed.\n\n";
      wall.push_back(child.wall_seconds);
      cpu.push_back(child.cpu_seconds);
      peak.push_back(child.peak_mb);
    }
    table.add_row({example.name, std::to_string(runs), time_text(quantile(wall, 0)),
                   time_text(median(wall)), time_text(median(cpu)),
                   number_text(largest(peak)) + " MB"});
  }
  write_file(settings.out + "/process.csv", table.csv());
  return table.markdown();
}

}  // namespace cogs::bench
