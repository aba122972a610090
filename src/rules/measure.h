// SPDX-License-Identifier: Apache-2.0
//
// How good predictions are: counts of actual against predicted classes, and the usual measures.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "table/table.h"

namespace cogs::rules {

struct Confusion {
  std::vector<std::string> actual;     // classes, the positive one first
  std::vector<std::string> predicted;  // the same, and one more, "", for "no rule covers it"
  std::vector<std::vector<std::size_t>> rows;  // [actual][predicted]

  std::size_t total() const;
  std::size_t correct() const;
};

// Of the positive class, where there is one; with several classes precision, recall and f1 are
// the means over the classes (macro).
struct Measures {
  double accuracy = 0, precision = 0, recall = 0, f1 = 0;
  double majority = 0;  // accuracy of always saying the most frequent class
  Confusion confusion;
};

Measures measure(Confusion confusion, bool several_classes);

struct Spread {
  double mean = 0, deviation = 0;  // deviation of the sample, n - 1
};
Spread spread(const std::vector<double>& values);

// Over the folds of a cross-validation.
struct CrossValidation {
  std::size_t folds = 0;
  Spread accuracy, precision, recall, f1, rule_count, literal_count;
};

}  // namespace cogs::rules
