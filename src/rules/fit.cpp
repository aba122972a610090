// SPDX-License-Identifier: Apache-2.0
#include "rules/fit.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "rules/best_literal.h"
#include "rules/grow.h"
#include "rules/node.h"
#include "rules/simplify.h"

namespace cogs::rules {
namespace {

std::vector<std::size_t> class_sizes(const table::Column& label, const Rows& rows) {
  std::vector<std::size_t> sizes(label.code_count(), 0);
  label.codes.visit([&](const auto codes) {
    for (const std::uint32_t row : rows) ++sizes[codes[row]];
  });
  return sizes;
}

// Of the class against all others; those count by their mean.
Weights weights_against_rest(const FitTask& task, table::Code outcome, const Rows& rows) {
  const std::vector<std::size_t> sizes = class_sizes(task.label, rows);
  double sum = 0;
  double count = 0;
  for (table::Code code = 0; code < task.label.missing(); ++code) {
    if (code == outcome) continue;
    sum += task.weights[code] * static_cast<double>(sizes[code]);
    count += static_cast<double>(sizes[code]);
  }
  return {task.weights[outcome], count > 0 ? sum / count : 1};
}

CodedRules fit_one_class(const FitTask& task, const Rows& rows, GrowOptions options,
                         base::Workers& workers, base::Budget& budget) {
  options.weights = weights_against_rest(task, *task.positive, rows);
  Rows negatives;
  Rows positives = rows_of_class(task.label, *task.positive, rows, negatives);
  CodedRules result;
  for (CodedRule& rule : grow_rules(std::move(positives), std::move(negatives), task.columns,
                                    options, workers, budget)) {
    result.push_back({*task.positive, std::move(rule)});
  }
  return result;
}

// The class with most rows by weight among those that `allowed` has.
std::optional<table::Code> largest_class(const FitTask& task, const Rows& rows,
                                         const std::vector<bool>& allowed) {
  const std::vector<std::size_t> sizes = class_sizes(task.label, rows);
  const auto weight = [&](table::Code code) {
    return task.weights[code] * static_cast<double>(sizes[code]);
  };
  std::optional<table::Code> largest;
  for (table::Code code = 0; code < task.label.missing(); ++code) {
    if (sizes[code] == 0 || !allowed[code]) continue;
    if (!largest || weight(code) > weight(*largest)) largest = code;
  }
  return largest;
}

// Rows that no rule pays for are of some class all the same: one literal for each class that is
// left, the largest first.
void catch_rest(const FitTask& task, Rows rows, CodedRules& rules) {
  const std::vector<bool> allowed(task.label.code_count(), true);
  while (!rows.empty()) {
    const table::Code outcome = *largest_class(task, rows, allowed);
    Rows negatives;
    Rows positives = rows_of_class(task.label, outcome, rows, negatives);
    Node node{Side(std::move(positives)), Side(std::move(negatives))};
    const std::optional<CodedLiteral> literal = widest_literal(node, task.columns);
    if (!literal) return;
    Rows rest;
    select(*literal, task.columns, rows, &rest);
    rules.push_back({outcome, {{*literal}, {}}});
    rows = std::move(rest);
  }
}

CodedRules fit_all_classes(const FitTask& task, Rows rows, const GrowOptions& given,
                           base::Workers& workers, base::Budget& budget) {
  CodedRules result;
  const std::size_t all = rows.size();
  std::vector<bool> allowed(task.label.code_count(), true);
  while (const std::optional<table::Code> outcome = largest_class(task, rows, allowed)) {
    GrowOptions options = given;
    options.weights = weights_against_rest(task, *outcome, rows);
    options.progress = {};
    Rows negatives;
    Rows positives = rows_of_class(task.label, *outcome, rows, negatives);
    std::optional<CodedRule> rule = grow_rule(std::move(positives), std::move(negatives),
                                              task.columns, options, workers, budget);
    if (budget.reason() != base::Exhausted::no) return result;
    const Rows covers = rule ? covered(*rule, task.columns, rows) : Rows{};
    if (task.skip_small) {
      Rows others;
      const Rows own = rows_of_class(task.label, *outcome, covers, others);
      const bool enough = own.size() >= given.least_cover;
      if (enough) {
        allowed.assign(allowed.size(), true);
      } else {
        allowed[*outcome] = false;
        continue;
      }
    } else if (!rule) {
      break;
    }
    rows = without(rows, covers);
    result.push_back({*outcome, std::move(*rule)});
    if (given.progress) {
      given.progress(1 - static_cast<double>(rows.size()) / static_cast<double>(all));
    }
  }
  if (task.skip_small) catch_rest(task, std::move(rows), result);
  return result;
}

}  // namespace

std::size_t least_cover(double tail, std::size_t rows) {
  const double share = std::floor(tail * static_cast<double>(rows));
  return share < 1 ? 1 : static_cast<std::size_t>(share);
}

Rows rows_of_class(const table::Column& label, table::Code outcome, const Rows& rows, Rows& rest) {
  const table::Column* const columns[] = {&label};
  return select({0, Test::equal, outcome}, columns, rows, &rest);
}

CodedRules fit(const FitTask& task, const Rows& rows, base::Workers& workers, base::Budget& budget,
               const std::function<void(double share)>& progress) {
  GrowOptions options;
  options.ratio = task.ratio;
  options.least_cover = least_cover(task.tail, rows.size());
  options.progress = progress;
  CodedRules rules = task.positive ? fit_one_class(task, rows, options, workers, budget)
                                   : fit_all_classes(task, rows, options, workers, budget);
  for (CodedClassRule& rule : rules) simplify(rule.rule, task.columns);
  return rules;
}

}  // namespace cogs::rules
