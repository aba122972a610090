// SPDX-License-Identifier: Apache-2.0
//
// bench_families: the search alone on the generated families, quickly, for profiling.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "ask_family.h"
#include "measure.h"
#include "table.h"

using namespace cogs::bench;

namespace {

struct Size {
  std::uint32_t features, rules;
};

void ask_and_print(const Family& family, const FamilyRun& run, bool every) {
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
      family.features, family.rules, answers.asked.size(), answers.complete ? " " : "!",
      answers.count("found"), answers.count("none"), answers.count("gave_up"),
      time_text(median(answers.seconds())).c_str(),
      time_text(quantile(answers.seconds(), 0.99)).c_str(), number_text(median(costs)).c_str(),
      number_text(largest(costs)).c_str(), time_text(answers.prepare_seconds).c_str(),
      answers.peak_mb, checked ? "" : "  PATHS REFUSED BY THE CHECKER");
  for (const AskedRecord& record : answers.asked) {
    if (!every) break;
    std::printf("  seed %llu record %2u: %s\n", static_cast<unsigned long long>(record.seed),
                record.number, to_line(record.answer).c_str());
  }
  std::fflush(stdout);
}

}  // namespace

// bench_families [--crowded] [LIMIT [PATIENCE [FEATURES RULES [SEED]]]]
// With a size, every answer is listed; a size that is not among the usual ones is fine.
int main(int argc, char** argv) {
  const bool crowded = argc > 1 && std::strcmp(argv[1], "--crowded") == 0;
  if (crowded) --argc, ++argv;
  FamilyRun run;
  run.limit = argc > 1 ? std::atof(argv[1]) : 10;
  run.patience = argc > 2 ? std::atof(argv[2]) : 60;
  std::vector<Size> sizes;
  if (argc > 4) {
    sizes.push_back({static_cast<std::uint32_t>(std::atoi(argv[3])),
                     static_cast<std::uint32_t>(std::atoi(argv[4]))});
  } else if (crowded) {
    sizes = {{20, 30}, {40, 100}, {60, 150}, {100, 300}};
  } else {
    for (const std::uint32_t features : {10u, 30u, 100u}) {
      for (const std::uint32_t rules : {10u, 100u, 300u}) sizes.push_back({features, rules});
    }
  }
  if (crowded) {  // the questions of `recourse_bench --only crowded`, the first of them
    run.models = 30;
    run.records = 1;
  }
  for (const Size& size : sizes) {
    Family family = crowded ? crowded_family(size.features, size.rules) : Family();
    family.features = size.features;
    family.rules = size.rules;
    if (argc > 5) family.seed = std::strtoull(argv[5], nullptr, 10);
    ask_and_print(family, run, argc > 4);
  }
  return 0;
}
