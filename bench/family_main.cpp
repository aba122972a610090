// SPDX-License-Identifier: Apache-2.0
//
// bench_families: the search alone on the generated families, quickly, for profiling.
#include <cstdio>
#include <cstdlib>

#include "ask_family.h"
#include "measure.h"
#include "table.h"

using namespace cogs::bench;

// bench_families [LIMIT [PATIENCE [FEATURES RULES [SEED]]]]
int main(int argc, char** argv) {
  FamilyRun run;
  run.limit = argc > 1 ? std::atof(argv[1]) : 10;
  run.patience = argc > 2 ? std::atof(argv[2]) : 60;
  for (const std::uint32_t features : {10u, 30u, 100u}) {
    for (const std::uint32_t rules : {10u, 100u, 300u}) {
      if (argc > 4 && (std::atoi(argv[3]) != static_cast<int>(features) ||
                       std::atoi(argv[4]) != static_cast<int>(rules))) {
        continue;
      }
      Family family;
      family.features = features;
      family.rules = rules;
      if (argc > 5) family.seed = std::strtoull(argv[5], nullptr, 10);
      const FamilyAnswers answers = ask_family(family, run);
      std::vector<double> costs;
      bool checked = true;
      for (const AskedRecord& record : answers.asked) {
        if (record.answer.cost) costs.push_back(*record.answer.cost);
        checked = checked && record.answer.checked;
      }
      std::printf(
          "F=%-3u R=%-3u asked %2zu%s found %2zu none %2zu gave_up %2zu | median %9s p99 %9s | "
          "cost median %s max %s | prepare %s peak %.0f MB%s\n",
          features, rules, answers.asked.size(), answers.complete ? " " : "!",
          answers.count("found"), answers.count("none"), answers.count("gave_up"),
          time_text(median(answers.seconds())).c_str(),
          time_text(quantile(answers.seconds(), 0.99)).c_str(), number_text(median(costs)).c_str(),
          number_text(largest(costs)).c_str(), time_text(answers.prepare_seconds).c_str(),
          answers.peak_mb, checked ? "" : "  PATHS REFUSED BY THE CHECKER");
      if (argc > 4) {
        for (const AskedRecord& record : answers.asked) {
          std::printf("  seed %llu record %2u: %s\n", static_cast<unsigned long long>(record.seed),
                      record.number, to_line(record.answer).c_str());
        }
      }
      std::fflush(stdout);
    }
  }
  return 0;
}
