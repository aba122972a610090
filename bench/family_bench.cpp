// SPDX-License-Identifier: Apache-2.0
//
// The generated families: the search on every question, clingo on a sample of them.
//
// clingo has to be told how many transitions a path may have. It gets the number of the best
// path as the search found it: the smallest program that still has the answer, but knowledge
// that it could not have by itself. At a complete horizon, which a proof of the least cost needs,
// it runs as well, on fewer questions.
#include <algorithm>
#include <cstdio>
#include <stdexcept>

#include "ask_family.h"
#include "benches.h"
#include "compare.h"
#include "measure.h"
#include "table.h"

namespace cogs::bench {

namespace {

std::string costs_text(const FamilyAnswers& answers) {
  std::vector<double> costs;
  for (const AskedRecord& record : answers.asked) {
    if (record.answer.cost) costs.push_back(*record.answer.cost);
  }
  return number_text(median(costs)) + " (" + number_text(quantile(costs, 0)) + " to " +
         number_text(largest(costs)) + ")";
}

std::string time_or_none(const std::vector<double>& seconds) {
  return seconds.empty() ? "-" : time_text(median(seconds));
}

std::string ratio_text(const std::vector<double>& ratios) {
  if (ratios.empty()) return "-";
  return number_text(median(ratios)) + " (" + number_text(quantile(ratios, 0)) + ")";
}

void add_comparison(Table& table, const std::string& name, const std::string& horizon,
                    const Comparison& comparison, const std::vector<double>& ours) {
  table.add_row(
      {name, horizon, std::to_string(comparison.asked()), std::to_string(comparison.cut()),
       std::to_string(comparison.only_cogs()) + " / " + std::to_string(comparison.only_clingo()),
       time_text(median(ours)), time_or_none(comparison.solve_seconds()),
       time_or_none(comparison.total_seconds()), ratio_text(comparison.solve_ratios()),
       ratio_text(comparison.total_ratios()),
       std::to_string(comparison.asked() - comparison.disagreements()) + " of " +
           std::to_string(comparison.asked()),
       number_text(comparison.peak_mb()) + " MB"});
}

}  // namespace

std::string bench_families(const Settings& settings) {
  Table table("Generated families: the search",
              {"features x rules", "questions", "found", "none", "gave up", "median", "p99",
               "worst", "cost", "to load", "peak memory"});
  Table against(
      "Generated families: against clingo",
      {"features x rules", "horizon", "questions", "clingo cut", "finished by cogs / clingo alone",
       "cogs median", "clingo solving, median", "grounding and solving, median",
       "ratio to solving (least)", "ratio to both (least)", "costs agree", "clingo's peak memory"});
  struct Size {
    std::uint32_t features, rules, dearest;
  };
  std::vector<Size> sizes;
  for (const std::uint32_t features : {10u, 30u, 100u}) {
    for (const std::uint32_t rules : {10u, 100u, 300u}) sizes.push_back({features, rules, 1});
  }
  sizes.push_back({30, 100, 5});
  for (const Size& size : sizes) {
    Family family;
    family.features = size.features;
    family.rules = size.rules;
    family.dearest = size.dearest;
    FamilyRun run;
    run.limit = settings.limit;
    run.models = settings.quick ? 2 : 5;
    run.records = settings.quick ? 5 : 20;
    run.patience = settings.quick ? 10 : 90;
    const FamilyAnswers answers = ask_family(family, run);
    const std::string name = std::to_string(size.features) + " x " + std::to_string(size.rules) +
                             (size.dearest > 1 ? ", costs 1 to 5" : "");
    for (const AskedRecord& asked : answers.asked) {
      if (!asked.answer.checked) throw std::runtime_error("the checker refuses a path of " + name);
    }
    const std::vector<double> seconds = answers.seconds();
    table.add_row(
        {name, std::to_string(seconds.size()) + (answers.complete ? "" : " (out of time)"),
         std::to_string(answers.count("found")), std::to_string(answers.count("none")),
         std::to_string(answers.count("gave_up")), time_text(median(seconds)),
         time_text(quantile(seconds, 0.99)), time_text(largest(seconds)), costs_text(answers),
         time_text(answers.prepare_seconds), number_text(answers.peak_mb) + " MB"});
    std::fprintf(stderr, "bench: family %s done\n", name.c_str());
    if (!settings.clingo) continue;

    Questions questions(family, run);
    const auto compare = [&](std::size_t sample, bool complete) {
      Comparison comparison(settings.out, settings.limit);
      std::vector<double> ours;
      for (const AskedRecord& asked : sample_of(answers.asked, sample)) {
        // Where the search gave up it may have no path; a few transitions then.
        const std::uint32_t steps = asked.answer.transitions > 0 ? asked.answer.transitions : 4;
        comparison.add(questions.model(asked), questions.record(asked), asked.answer,
                       complete ? std::nullopt : std::optional(steps));
        ours.push_back(asked.answer.seconds);
      }
      add_comparison(against, name, complete ? "complete" : "of the answer", comparison, ours);
    };
    compare(settings.quick ? 3 : 12, false);
    compare(settings.quick || size.features > 30 ? 1 : 3, true);
    std::fprintf(stderr, "bench: clingo on family %s done\n", name.c_str());
  }
  write_file(settings.out + "/families.csv", table.csv());
  if (!settings.clingo) return table.markdown() + "clingo: not run.\n\n";
  write_file(settings.out + "/families_clingo.csv", against.csv());
  return table.markdown() + against.markdown();
}

}  // namespace cogs::bench
