// SPDX-License-Identifier: Apache-2.0
#include "rules/prune.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "rules/prune_path.h"
#include "rules/row_bits.h"
#include "rules/split.h"

namespace cogs::rules {
namespace {

using Path = std::vector<PathStep>;

// One price for each step: between its own and the next step's.
std::vector<double> prices_between(const Path& path) {
  std::vector<double> prices;
  for (std::size_t i = 0; i < path.size(); ++i) {
    prices.push_back(i + 1 < path.size() ? std::sqrt(path[i].price * path[i + 1].price)
                                         : std::numeric_limits<double>::infinity());
  }
  return prices;
}

// Rows that were held out, and for each price those of them that its rules get wrong.
struct Trial {
  Sample sample;
  std::vector<RowBits> wrong;
};

Trial try_out(const FitTask& task, const Path& path, const std::vector<double>& prices,
              Rows held_out) {
  Trial trial{Sample(task, std::move(held_out)), {}};
  std::size_t step = 0;
  for (const double price : prices) {
    const std::size_t before = step;
    while (step + 1 < path.size() && path[step + 1].price <= price) ++step;
    if (step == before && !trial.wrong.empty()) {
      trial.wrong.push_back(trial.wrong.back());
      continue;
    }
    for (const CodedClassRule& rule : path[step].rules) trial.sample.add_literals(rule.rule);
    trial.wrong.push_back(trial.sample.wrong(path[step].rules));
  }
  trial.sample.forget_literals();
  return trial;
}

// The index of the price to take. Each row was tried `draws` times; what these trials say of it is
// not independent, so they count as one.
std::size_t choose(const std::vector<Trial>& trials, std::size_t prices, double draws,
                   double standard_errors) {
  std::vector<double> errors(prices, 0);
  for (const Trial& trial : trials) {
    for (std::size_t i = 0; i < prices; ++i) errors[i] += trial.sample.weight(trial.wrong[i]);
  }
  std::size_t best = 0;
  for (std::size_t i = 0; i < prices; ++i) {
    if (errors[i] <= errors[best]) best = i;
  }
  std::size_t chosen = best;
  for (std::size_t i = best + 1; i < prices; ++i) {
    double variance = 0;
    for (const Trial& trial : trials) {
      RowBits differ = trial.wrong[i];
      differ ^= trial.wrong[best];
      variance += trial.sample.squared_weight(differ);
    }
    const double more = (errors[i] - errors[best]) / draws;
    if (more <= standard_errors * std::sqrt(variance / draws)) chosen = i;
  }
  return chosen;
}

std::vector<Split> splits_of(const FitTask& task, const Rows& rows, const PruneOptions& options,
                             std::size_t draws) {
  if (rows.size() > options.many_rows) return {hold_out(task.label, rows, 0.2, options.seed)};
  const std::size_t folds = rows.size() <= options.few_rows ? 10 : 5;
  std::vector<Split> splits;
  for (std::size_t draw = 0; draw < draws; ++draw) {
    std::vector<Split> more =
        fold(task.label, rows, std::min(folds, rows.size()), options.seed + draw);
    std::move(more.begin(), more.end(), std::back_inserter(splits));
  }
  return splits;
}

// At most `most` of the rows, evenly spread.
Rows thinned(const Rows& rows, std::size_t most) {
  if (rows.size() <= most) return rows;
  Rows result(most);
  for (std::size_t i = 0; i < most; ++i) result[i] = rows[i * rows.size() / most];
  return result;
}

}  // namespace

CodedRules prune(const FitTask& task, const Rows& rows, CodedRules rules,
                 const PruneOptions& options, base::Workers& workers, base::Budget& budget) {
  if (rows.size() < 2) return rules;
  const auto path_of = [&](CodedRules grown, const Rows& from, base::Workers& with,
                           base::Budget& within) {
    Sample sample(task, thinned(from, options.many_rows));
    return prune_path(std::move(grown), sample, with, within);
  };
  Path path = path_of(rules, rows, workers, budget);
  const std::vector<double> prices = prices_between(path);
  const std::size_t draws =
      std::clamp<std::size_t>(options.few_rows / rows.size(), 1, options.most_draws);
  std::vector<Split> splits = splits_of(task, rows, options, draws);

  std::vector<std::optional<Trial>> tried(splits.size());
  std::atomic<std::size_t> done = 0;
  std::mutex progress_mutex;
  const auto try_split = [&](std::size_t i, base::Workers& with, base::Budget& within) {
    const Split split = std::move(splits[i]);
    const Path steps = path_of(fit(task, split.train, with, within), split.train, with, within);
    if (within.exhausted_now()) return;
    tried[i] = try_out(task, steps, prices, split.test);
    if (options.progress) {
      const std::lock_guard lock(progress_mutex);
      options.progress(static_cast<double>(++done) / static_cast<double>(tried.size()));
    }
  };
  // Small parts go to a thread each, large ones are shared out by columns.
  constexpr std::size_t small_rows = 100'000;
  if (rows.size() <= small_rows) {
    const base::Budget at_start = budget;
    workers.each(splits.size(), [&](std::size_t i, unsigned) {
      base::Workers alone(1);
      base::Budget own = at_start;
      try_split(i, alone, own);
    });
  } else {
    for (std::size_t i = 0; i < splits.size(); ++i) try_split(i, workers, budget);
  }
  if (budget.exhausted_now()) return rules;
  std::vector<Trial> trials;
  for (std::optional<Trial>& trial : tried) {
    if (trial) trials.push_back(std::move(*trial));
  }
  return std::move(
      path[choose(trials, prices.size(), static_cast<double>(draws), options.standard_errors)]
          .rules);
}

}  // namespace cogs::rules
