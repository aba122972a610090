// SPDX-License-Identifier: Apache-2.0
//
// How time grows: with features, rules, thresholds a feature, and the cost of the answer. One
// grows, the others stay at 30 features, 100 rules, 5 thresholds. The cost grows on crowded
// families of 40 features and 100 rules, whose answers are dear. plot.py draws the table.
#include <algorithm>
#include <cstdio>
#include <map>
#include <stdexcept>

#include "ask_family.h"
#include "benches.h"
#include "compare.h"
#include "measure.h"
#include "table.h"

namespace cogs::bench {

namespace {

std::string exact(double seconds) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.7f", seconds);
  return buffer;
}

constexpr double dearest_drawn = 15;  // beyond that, questions are too few for a median

class Growth {
 public:
  explicit Growth(const Settings& settings)
      : settings_(settings),
        table_("Growth", {"axis", "value", "questions", "gave_up", "cogs_median", "cogs_p90",
                          "cogs_worst", "peak_mb", "clingo_questions", "clingo_cut",
                          "clingo_solve_median", "clingo_total_median"}) {
    run_.models = settings.quick ? 2 : 5;
    run_.records = settings.quick ? 5 : 8;
    run_.limit = std::min(10.0, settings.limit);
    run_.patience = settings.quick ? 5 : 30;
    base_.features = 30;
    base_.rules = 100;
    base_.seed = 1000;
  }

  void grow(const std::string& axis, std::uint32_t Family::* size,
            const std::vector<std::uint32_t>& values) {
    for (const std::uint32_t value : values) {
      Family family = base_;
      family.*size = value;
      const FamilyAnswers answers = ask_family(family, run_);
      Comparison comparison(settings_.out, run_.limit);
      ask_clingo(family, answers.asked, comparison);
      add_row(axis, value, answers.asked, answers.peak_mb, comparison);
    }
    std::fprintf(stderr, "bench: growth with %s done\n", axis.c_str());
  }

  // Records that meet more rules need dearer answers; so the families differ in that. A question
  // on which the search gave up counts at the cost that it proved to be needed.
  void grow_cost() {
    std::map<double, std::vector<AskedRecord>> by_cost;
    std::map<double, Comparison> comparisons;
    std::map<double, double> peak;
    for (const double firing : {3.0, 6.0, 9.0, 12.0, 15.0}) {
      Family family = crowded_family(40, 100);
      family.firing = firing;
      family.seed = base_.seed;
      const FamilyAnswers answers = ask_family(family, run_);
      std::map<double, std::vector<AskedRecord>> here;
      for (const AskedRecord& asked : answers.asked) {
        const bool gave_up = asked.answer.status == "gave_up";
        if (asked.answer.status != "found" && !gave_up) continue;
        const double cost = gave_up ? asked.answer.lower_bound : *asked.answer.cost;
        if (cost <= dearest_drawn) here[cost].push_back(asked);
      }
      for (const auto& [cost, asked] : here) {
        auto& all = by_cost[cost];
        all.insert(all.end(), asked.begin(), asked.end());
        peak[cost] = std::max(peak[cost], answers.peak_mb);
        ask_clingo(family, asked,
                   comparisons.try_emplace(cost, settings_.out, run_.limit).first->second);
      }
    }
    for (const auto& [cost, asked] : by_cost) {
      add_row("cost", cost, asked, peak[cost], comparisons.at(cost));
    }
    std::fprintf(stderr, "bench: growth with cost done\n");
  }

  const Table& table() const { return table_; }

 private:
  void ask_clingo(const Family& family, const std::vector<AskedRecord>& asked,
                  Comparison& comparison) {
    if (!settings_.clingo) return;
    Questions questions(family, run_);
    for (const AskedRecord& one : sample_of(asked, settings_.quick ? 1 : 4)) {
      if (one.answer.transitions == 0) continue;
      comparison.add(questions.model(one), questions.record(one), one.answer,
                     one.answer.transitions);
    }
  }

  void add_row(const std::string& axis, double value, const std::vector<AskedRecord>& asked,
               double peak_mb, const Comparison& comparison) {
    if (comparison.disagreements() > 0) throw std::runtime_error("costs disagree with clingo");
    std::vector<double> seconds;
    std::size_t gave_up = 0;
    for (const AskedRecord& one : asked) {
      seconds.push_back(one.answer.seconds);
      gave_up += one.answer.status == "gave_up";
    }
    table_.add_row({axis, number_text(value), std::to_string(asked.size()), std::to_string(gave_up),
                    exact(median(seconds)), exact(quantile(seconds, 0.9)), exact(largest(seconds)),
                    number_text(peak_mb), std::to_string(comparison.asked()),
                    std::to_string(comparison.cut()), exact(median(comparison.solve_seconds())),
                    exact(median(comparison.total_seconds()))});
  }

  const Settings& settings_;
  Family base_;
  FamilyRun run_;
  Table table_;
};

}  // namespace

std::string bench_growth(const Settings& settings) {
  Growth growth(settings);
  const bool quick = settings.quick;
  using Values = std::vector<std::uint32_t>;
  growth.grow("features", &Family::features,
              quick ? Values{10, 30, 100} : Values{10, 20, 30, 50, 70, 100, 150, 200});
  growth.grow("rules", &Family::rules,
              quick ? Values{10, 100, 300} : Values{10, 30, 100, 200, 300, 600, 1000});
  growth.grow("thresholds", &Family::thresholds,
              quick ? Values{2, 20} : Values{1, 2, 5, 10, 20, 50, 100, 200});
  growth.grow_cost();
  write_file(settings.out + "/growth.csv", growth.table().csv());
  return growth.table().markdown();
}

}  // namespace cogs::bench
