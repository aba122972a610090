// SPDX-License-Identifier: Apache-2.0
#include "rules/tune.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>
#include <numeric>
#include <utility>

#include "base/workers.h"
#include "rules/predict.h"
#include "rules/split.h"

namespace cogs::rules {
namespace {

// With pruning and without. Smaller tails pay where there are many rows.
struct Tried {
  Pruning pruning;
  double ratio, tail;
};
constexpr Tried grid[] = {{Pruning::standard, 0.5, 0.005}, {Pruning::standard, 0.25, 0.005},
                          {Pruning::standard, 0.1, 0.005}, {Pruning::standard, 0.8, 0.005},
                          {Pruning::standard, 0.5, 0.02},  {Pruning::standard, 0.25, 0.02},
                          {Pruning::standard, 0.5, 0.001}, {Pruning::standard, 0.25, 0.001},
                          {Pruning::none, 0.5, 0.005},     {Pruning::none, 0.25, 0.02}};
// In standard errors of the difference, row by row.
// Two: the best of twenty settings is better than it should be by luck alone.
constexpr double clearly = 2, hardly = 0.25;

// A setting with what it got wrong, row by row of the folds that it was tried on.
struct Attempt {
  Setting setting;
  std::vector<std::vector<bool>> wrong;  // by fold
  std::vector<double> literals;
  bool dropped = false;

  double errors() const {
    double sum = 0;
    for (const auto& fold : wrong) {
      sum += static_cast<double>(std::count(fold.begin(), fold.end(), true));
    }
    return sum;
  }
};

std::vector<std::uint32_t> rows_of(const Task& task, std::size_t most) {
  std::vector<std::uint32_t> rows = task.rows;
  if (rows.empty()) {
    rows.resize(task.table.rows);
    std::iota(rows.begin(), rows.end(), 0U);
  }
  const table::Column& label = task.table.column(task.label);
  std::erase_if(rows, [&](std::uint32_t row) { return label.codes[row] == label.missing(); });
  if (rows.size() <= most) return rows;
  std::vector<std::uint32_t> sample(most);
  for (std::size_t i = 0; i < most; ++i) sample[i] = rows[i * rows.size() / most];
  return sample;
}

std::vector<Attempt> candidates(const Task& task, const LearnOptions& options,
                                const std::optional<std::string>& other) {
  std::vector<Attempt> all;
  const auto add = [&](const std::optional<std::string>& positive, double ratio, double tail,
                       Pruning pruning) {
    const Setting setting{positive, ratio, tail, pruning, 0, 0, 0};
    const auto same = [&](const Attempt& known) { return known.setting == setting; };
    if (std::none_of(all.begin(), all.end(), same)) all.push_back({setting, {}, {}, false});
  };
  add(task.positive, options.ratio, options.tail, options.pruning);
  std::vector<std::optional<std::string>> classes{task.positive};
  if (other) classes.push_back(*other);
  for (const Tried& one : grid) {
    for (const auto& positive : classes) add(positive, one.ratio, one.tail, one.pruning);
  }
  return all;
}

// Adds what the candidate does on a fold, unless a limit ends it.
void try_fold(const Task& task, const LearnOptions& given, const Split& split, Attempt& candidate) {
  Task part = task;
  part.rows = split.train;
  part.positive = candidate.setting.positive;
  LearnOptions options = given;
  options.ratio = candidate.setting.ratio;
  options.tail = candidate.setting.tail;
  options.pruning = candidate.setting.pruning;
  options.threads = 1;
  options.progress = {};
  const RuleSet rules = learn(part, options);
  if (rules.stopped != base::Exhausted::no) return;
  candidate.wrong.push_back(wrong_rows(rules, task.table, split.test));
  candidate.literals.push_back(static_cast<double>(rules.literal_count()));
}

// Errors of `a` beyond those of `b`, and how far chance would take them. What several draws say of
// a row is not independent, so they count as one.
std::pair<double, double> difference(const Attempt& a, const Attempt& b, double draws) {
  double more = 0, differ = 0;
  for (std::size_t fold = 0; fold < std::min(a.wrong.size(), b.wrong.size()); ++fold) {
    for (std::size_t row = 0; row < a.wrong[fold].size(); ++row) {
      const int one = a.wrong[fold][row] ? 1 : 0, two = b.wrong[fold][row] ? 1 : 0;
      more += one - two;
      differ += one != two ? 1 : 0;
    }
  }
  return {more, std::sqrt(differ * draws)};
}

void give_up(std::vector<Attempt>& all, double draws) {
  const Attempt* best = nullptr;
  for (const Attempt& one : all) {
    if (!one.dropped && (best == nullptr || one.errors() < best->errors())) best = &one;
  }
  for (Attempt& one : all) {
    const auto [more, deviation] = difference(one, *best, draws);
    if (&one != best && more > 2 * deviation) one.dropped = true;
  }
}

void sum_up(Attempt& candidate) {
  std::size_t rows = 0;
  for (const auto& fold : candidate.wrong) rows += fold.size();
  Setting& setting = candidate.setting;
  setting.folds = candidate.wrong.size();
  if (rows > 0) setting.accuracy = 1 - candidate.errors() / static_cast<double>(rows);
  if (!candidate.literals.empty()) {
    setting.literals = std::accumulate(candidate.literals.begin(), candidate.literals.end(), 0.0) /
                       static_cast<double>(candidate.literals.size());
  }
}

// What was given stays unless another setting is clearly better: fewer literals alone are what
// pruning has looked for already.
const Attempt& choose(const std::vector<Attempt>& all, double draws) {
  const Attempt& given = all.front();
  const Attempt* best = &given;
  for (const Attempt& one : all) {
    if (one.dropped || one.errors() >= best->errors()) continue;
    const auto [more, deviation] = difference(given, one, draws);
    if (more > clearly * deviation) best = &one;
  }
  if (best == &given) return given;
  const Attempt* chosen = best;
  for (const Attempt& one : all) {
    if (one.dropped || one.setting.literals >= chosen->setting.literals) continue;
    const auto [more, deviation] = difference(one, *best, draws);
    if (more <= hardly * deviation) chosen = &one;
  }
  return *chosen;
}

}  // namespace

Tuned tune(const Task& task, const LearnOptions& options, const std::optional<std::string>& other,
           const TuneOptions& how) {
  LearnOptions limited = options;
  const auto end = base::Limits::Clock::now() +
                   std::chrono::milliseconds(static_cast<std::int64_t>(how.seconds * 1000));
  limited.limits = base::Budget(options.limits).left();
  limited.limits.deadline = std::min(limited.limits.deadline.value_or(end), end);
  Tuned tuned;
  const std::vector<std::uint32_t> rows = rows_of(task, how.most_rows);
  tuned.rows = rows.size();
  // Few rows tell little: the folds are drawn several times.
  std::vector<Split> splits;
  const std::size_t draws =
      std::clamp<std::size_t>(how.few_rows / std::max<std::size_t>(rows.size(), 1), 1, 3);
  for (std::size_t draw = 0; draw < draws; ++draw) {
    std::vector<Split> more =
        fold(task.table.column(task.label), rows, how.folds, options.seed + draw);
    std::move(more.begin(), more.end(), std::back_inserter(splits));
  }
  std::vector<Attempt> all = candidates(task, options, other);
  base::Workers workers(options.threads);
  const auto late = [&] {
    return base::Limits::Clock::now() > *limited.limits.deadline ||
           (options.limits.cancelled && *options.limits.cancelled);
  };
  std::size_t done = 0;
  for (; done < splits.size() && tuned.finished; ++done) {
    std::vector<std::size_t> left;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (!all[i].dropped) left.push_back(i);
    }
    // The settings that were given first: whatever happens, these have their figures.
    try_fold(task, limited, splits[done], all[left.front()]);
    workers.each(left.size() - 1, [&](std::size_t i, unsigned) {
      if (!late()) try_fold(task, limited, splits[done], all[left[i + 1]]);
    });
    if (options.progress) {
      options.progress(
          std::min(1.0, static_cast<double>(done + 1) / static_cast<double>(splits.size())));
    }
    tuned.finished = !late();
    // A fold that not all were tried on counts for nobody.
    for (const std::size_t i : left) {
      if (all[i].wrong.size() > done && !tuned.finished && done > 0) {
        all[i].wrong.pop_back();
        all[i].literals.pop_back();
      } else if (all[i].wrong.size() <= done && done == 0) {
        all[i].dropped = true;
      }
    }
    // Of the draw at hand, folds have been tried once each.
    const auto drawn = static_cast<double>(done / how.folds + 1);
    if (tuned.finished) give_up(all, drawn);
    all.front().dropped = false;
  }
  for (Attempt& one : all) sum_up(one);
  tuned.folds = splits.size();
  tuned.given = all.front().setting;

  tuned.best = choose(all, static_cast<double>(draws)).setting;
  for (const Attempt& one : all) tuned.settings.push_back(one.setting);
  std::stable_sort(tuned.settings.begin(), tuned.settings.end(),
                   [&](const Setting& a, const Setting& b) {
                     const bool a_best = a == tuned.best, b_best = b == tuned.best;
                     if (a_best != b_best) return a_best;
                     return a.folds != b.folds ? a.folds > b.folds : a.accuracy > b.accuracy;
                   });
  return tuned;
}

}  // namespace cogs::rules
