// SPDX-License-Identifier: Apache-2.0
//
// The generated families: the search on every question, clingo on a sample of them.
//
// clingo has to be told how many transitions a path may have. It gets the number of the best
// path as the search found it: the smallest program that still has the answer, but knowledge
// that it could not have by itself. At a complete horizon, which a proof of the least cost needs,
// it runs as well, on fewer questions. On the crowded families it is asked every question, at the
// horizon of the answer.
#include <algorithm>
#include <cstdio>
#include <numeric>
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

// Where the search gave up it may have no path; a few transitions then.
std::uint32_t horizon_of(const Answer& answer) {
  return answer.transitions > 0 ? answer.transitions : 4;
}

void check_paths(const FamilyAnswers& answers, const std::string& name) {
  for (const AskedRecord& asked : answers.asked) {
    if (!asked.answer.checked) throw std::runtime_error("the checker refuses a path of " + name);
  }
}

double sum(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
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
    check_paths(answers, name);
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
        comparison.add(questions.model(asked), questions.record(asked), asked.answer,
                       complete ? std::nullopt : std::optional(horizon_of(asked.answer)));
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

namespace {

class Crowded {
 public:
  explicit Crowded(const Settings& settings) : settings_(settings) {}

  void ask(std::uint32_t features, std::uint32_t rules) {
    const Family family = crowded_family(features, rules);
    FamilyRun run;
    run.models = settings_.quick ? 10 : 100;
    run.records = 1;
    run.limit = settings_.limit;
    run.patience = settings_.limit * run.models;
    run.first = true;
    const FamilyAnswers answers = ask_family(family, run);
    const std::string name = std::to_string(features) + " x " + std::to_string(rules);
    note_refused(name, answers);
    add_answers(name, answers);
    std::fprintf(stderr, "bench: crowded family %s done\n", name.c_str());
    Questions questions(family, run);
    const std::vector<double> theirs =
        settings_.clingo ? ask_clingo(name, questions, answers) : std::vector<double>();
    for (std::size_t a = 0; a < answers.asked.size(); ++a) {
      add_question(name, answers.asked[a],
                   theirs.empty() ? std::nullopt : std::optional(theirs[a]));
    }
    std::fprintf(stderr, "bench: clingo on crowded family %s done\n", name.c_str());
    // After each family: the large ones take long, and what is there should not be lost.
    write_file(settings_.out + "/crowded.csv", table_.csv());
    write_file(settings_.out + "/crowded_questions.csv", questions_.csv());
    if (settings_.clingo) write_file(settings_.out + "/crowded_clingo.csv", against_.csv());
  }

  std::string markdown() const {
    return table_.markdown() + (settings_.clingo ? against_.markdown() : "clingo: not run.\n\n");
  }

 private:
  // A run takes long, so it goes on; but its tables say that they are void.
  void note_refused(const std::string& name, const FamilyAnswers& answers) {
    std::string seeds;
    for (const AskedRecord& asked : answers.asked) {
      if (!asked.answer.checked) seeds += " " + std::to_string(asked.seed);
    }
    if (seeds.empty()) return;
    table_.add_note("**The checker refuses paths of " + name + ", seeds" + seeds + ".**");
    std::fprintf(stderr, "bench: the checker refuses paths of %s, seeds%s\n", name.c_str(),
                 seeds.c_str());
  }

  void add_answers(const std::string& name, const FamilyAnswers& answers) {
    const std::vector<double> seconds = answers.seconds();
    std::vector<double> first;
    for (const AskedRecord& asked : answers.asked) {
      if (asked.answer.first_seconds) first.push_back(*asked.answer.first_seconds);
    }
    const auto ties =
        std::count_if(answers.asked.begin(), answers.asked.end(), [](const AskedRecord& asked) {
          return asked.answer.status == "found" && !asked.answer.ties_proved;
        });
    const auto soon = std::count_if(first.begin(), first.end(), [](double s) { return s <= 0.02; });
    table_.add_row(
        {name, std::to_string(seconds.size()), std::to_string(answers.count("found")),
         std::to_string(answers.count("none")), std::to_string(answers.count("gave_up")),
         std::to_string(ties), costs_text(answers), time_text(median(seconds)),
         time_text(quantile(seconds, 0.99)), time_text(largest(seconds)), time_text(sum(seconds)),
         time_or_none(first), time_text(largest(first)),
         std::to_string(soon) + " of " + std::to_string(seconds.size() - answers.count("none")),
         number_text(answers.peak_mb) + " MB"});
  }

  std::vector<double> ask_clingo(const std::string& name, Questions& questions,
                                 const FamilyAnswers& answers) {
    Comparison comparison(settings_.out, settings_.clingo_limit);
    std::vector<double> theirs;
    for (const AskedRecord& asked : answers.asked) {
      theirs.push_back(comparison.add(questions.model(asked), questions.record(asked), asked.answer,
                                      horizon_of(asked.answer)));
    }
    const std::vector<double> ours = answers.seconds();
    against_.add_row(
        {name, std::to_string(comparison.asked()), std::to_string(comparison.cut()),
         std::to_string(comparison.only_cogs()) + " / " + std::to_string(comparison.only_clingo()),
         time_text(median(ours)), time_text(median(theirs)), time_text(sum(ours)),
         time_text(sum(theirs)), number_text(sum(theirs) / sum(ours)),
         std::to_string(comparison.asked() - comparison.disagreements()) + " of " +
             std::to_string(comparison.asked()),
         number_text(comparison.peak_mb()) + " MB"});
    return theirs;
  }

  void add_question(const std::string& name, const AskedRecord& asked,
                    const std::optional<double>& clingo) {
    const Answer& answer = asked.answer;
    const auto exact = [](const std::optional<double>& number) {
      return number ? std::to_string(*number) : "";
    };
    questions_.add_row({name, std::to_string(asked.seed), answer.status,
                        answer.cost ? number_text(*answer.cost) : "",
                        std::to_string(answer.transitions), std::to_string(answer.expanded),
                        exact(answer.first_seconds), exact(answer.seconds), exact(clingo)});
  }

  const Settings& settings_;
  Table table_{
      "Crowded families: the search",
      {"features x rules", "questions", "found", "none", "gave up", "ties open", "cost", "median",
       "p99", "worst", "sum", "first path, median", "worst", "within 20 ms", "peak memory"}};
  Table against_{"Crowded families: against clingo, at the horizon of the answer",
                 {"features x rules", "questions", "clingo cut", "finished by cogs / clingo alone",
                  "cogs median", "clingo median", "cogs, sum", "clingo, sum", "ratio of the sums",
                  "costs agree", "clingo's peak memory"}};
  Table questions_{
      "Crowded families: every question, times in seconds",
      {"family", "seed", "status", "cost", "transitions", "expanded", "first", "cogs", "clingo"}};
};

}  // namespace

std::string bench_crowded(const Settings& settings) {
  Crowded crowded(settings);
  crowded.ask(20, 30);
  crowded.ask(40, 100);
  crowded.ask(60, 150);
  crowded.ask(100, 300);
  return crowded.markdown();
}

}  // namespace cogs::bench
