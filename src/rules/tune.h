// SPDX-License-Identifier: Apache-2.0
//
// Task -> the settings of learn.h that do best on rows that were held out.
//
// Tried are both classes of two as the one to learn, several ratios and tails, with pruning and
// without. All settings are tried on the first folds; those that fall behind clearly are given up,
// and the others go on. The setting that was given stays unless another one is clearly better (by
// two standard errors of the difference, row by row); of several that are clearly better and hardly
// differ, the one with the fewest literals is taken. Only the rows of the task are looked at, so a
// test part stays unseen.
//
// The result depends on task and options alone unless the time ends the work; `tried` says how far
// it came. Large tables are tuned on an even sample.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "rules/learn.h"

namespace cogs::rules {

struct Setting {
  std::optional<std::string> positive;  // as in Task
  double ratio = 0.5, tail = 0.005;
  Pruning pruning = Pruning::standard;
  double accuracy = 0, literals = 0;  // means over the folds
  std::size_t folds = 0;              // that it was tried on

  friend bool operator==(const Setting&, const Setting&) = default;
};

struct Tuned {
  Setting best;
  Setting given;                  // as the options had it, with its figures
  std::vector<Setting> settings;  // all, the best first
  std::size_t folds = 0;
  std::size_t rows = 0;  // that it was tried on
  bool finished = true;  // false: the time ended it
};

struct TuneOptions {
  double seconds = 60;  // and never longer than the limits of the task
  std::size_t folds = 5;
  std::size_t few_rows = 1500;  // below half of that the folds are drawn twice, and so on
  std::size_t most_rows = 20'000;
};

// `options` are those of learn.h; its ratio, tail, pruning and the task's positive class are among
// the settings that are tried. `other`: the class beside task.positive that may be learned instead.
Tuned tune(const Task& task, const LearnOptions& options, const std::optional<std::string>& other,
           const TuneOptions& how = {});

}  // namespace cogs::rules
