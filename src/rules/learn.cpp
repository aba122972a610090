// SPDX-License-Identifier: Apache-2.0
#include "rules/learn.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/diagnostic.h"
#include "rules/fit.h"
#include "rules/plain_cuts.h"
#include "rules/prune.h"

namespace cogs::rules {
namespace {

[[noreturn]] void refuse(const Task& task, std::string message, std::string help = {}) {
  throw base::InputError(base::Diagnostic{
      base::Severity::error, task.table.file, {}, std::move(message), std::move(help), {}});
}

std::vector<table::ColumnId> attributes_of(const Task& task) {
  std::vector<table::ColumnId> ids = task.attributes;
  if (ids.empty()) {
    for (std::size_t i = 0; i < task.table.columns.size(); ++i) {
      if (i != task.label.index()) ids.emplace_back(i);
    }
  }
  if (ids.empty()) refuse(task, "the table has no column to learn from but the label");
  return ids;
}

// The rows to learn from that have a label.
Rows labelled_rows(const Task& task) {
  Rows rows = task.rows;
  if (rows.empty()) {
    rows.resize(task.table.rows);
    std::iota(rows.begin(), rows.end(), 0U);
  }
  const table::Column& label = task.table.column(task.label);
  if (label.missing_cells > 0) {
    std::erase_if(rows, [&](std::uint32_t row) { return label.codes[row] == label.missing(); });
  }
  if (rows.empty()) refuse(task, "no row has a value in the label column '" + label.name + "'");
  return rows;
}

// Codes of the label that some row has.
std::vector<table::Code> classes_of(const table::Column& label, const Rows& rows) {
  std::vector<bool> seen(label.code_count(), false);
  for (const std::uint32_t row : rows) seen[label.codes[row]] = true;
  std::vector<table::Code> classes;
  for (table::Code code = 0; code < label.missing(); ++code) {
    if (seen[code]) classes.push_back(code);
  }
  return classes;
}

table::Code class_named(const Task& task, const std::string& name,
                        const std::vector<table::Code>& classes) {
  const table::Column& label = task.table.column(task.label);
  std::vector<std::string> names;
  for (const table::Code code : classes) {
    names.push_back(label.text(code));
    if (names.back() == name) return code;
  }
  // A number may be written in more than one way.
  const std::optional<table::Code> code = label.code_of(name);
  if (code && std::find(classes.begin(), classes.end(), *code) != classes.end()) return *code;
  const std::string nearest = base::nearest_name(name, names);
  std::string help;
  if (!nearest.empty()) {
    help = "did you mean '" + nearest + "'?";
  } else if (names.size() <= 10) {
    help = "its values are";
    for (std::size_t i = 0; i < names.size(); ++i) help += (i ? ", '" : " '") + names[i] + "'";
  }
  refuse(task, "no row has the value '" + name + "' in the label column '" + label.name + "'",
         help);
}

void check_options(const Task& task, const LearnOptions& options) {
  if (!(options.ratio >= 0) || !std::isfinite(options.ratio)) {
    refuse(task, "the ratio of wrong to right rows must be a number from 0 on");
  }
  if (!(options.tail >= 0 && options.tail <= 1)) {
    refuse(task, "the tail must be a share of the rows, between 0 and 1");
  }
  for (const auto& [name, weight] : options.weights) {
    if (!(weight > 0) || !std::isfinite(weight)) {
      refuse(task, "the weight of class '" + name + "' must be a number above 0");
    }
  }
}

std::vector<double> weights_of(const Task& task, const LearnOptions& options,
                               const std::vector<table::Code>& classes) {
  std::vector<double> weights(task.table.column(task.label).code_count(), 1);
  for (const auto& [name, weight] : options.weights) {
    weights[class_named(task, name, classes)] = weight;
  }
  return weights;
}

// The cut between two values of the column, where people would write it.
Literal with_round_cut(Literal literal, const CodedLiteral& coded, Columns columns) {
  const table::Column& column = *columns[coded.attribute];
  auto* number = std::get_if<base::Number>(&literal.value);
  if (number == nullptr || coded.test == Test::equal || coded.test == Test::not_equal) {
    return literal;
  }
  // Of dates the number of days has no digits that anybody sees.
  if (!column.notation.date.empty() || coded.code + std::size_t{1} >= column.numbers.size()) {
    return literal;
  }
  *number = round_cut(*number, column.numbers[coded.code + 1]);
  return literal;
}

Rule with_evidence(const CodedRule& coded, Columns columns, Rows positives, Rows negatives,
                   bool round) {
  Rule rule;
  for (const CodedLiteral& literal : coded.literals) {
    rule.literals.push_back(round ? with_round_cut(decoded(literal, columns), literal, columns)
                                  : decoded(literal, columns));
    positives = select(literal, columns, positives);
    negatives = select(literal, columns, negatives);
  }
  const CodedRule exceptions_only{coded.literals, coded.exceptions};
  for (const CodedRule& exception : coded.exceptions) {
    rule.exceptions.push_back(with_evidence(exception, columns, negatives, positives, round));
  }
  const std::size_t correct = covered(exceptions_only, columns, positives).size();
  rule.evidence = {correct + covered(exceptions_only, columns, negatives).size(), correct};
  return rule;
}

std::vector<ClassRule> described(const FitTask& task, CodedRules rules, Rows rows, bool plain) {
  std::vector<ClassRule> result;
  for (CodedClassRule& rule : rules) {
    if (plain) use_plain_forms(rule.rule, task.columns, rows);
    Rows negatives;
    Rows positives = rows_of_class(task.label, rule.outcome, rows, negatives);
    result.push_back(
        {task.label.text(rule.outcome), with_evidence(rule.rule, task.columns, std::move(positives),
                                                      std::move(negatives), plain)});
    if (!task.positive) rows = without(rows, covered(rule.rule, task.columns, rows));
  }
  return result;
}

}  // namespace

RuleSet learn(const Task& task, const LearnOptions& options) {
  check_options(task, options);
  const table::Column& label = task.table.column(task.label);
  const Rows rows = labelled_rows(task);
  const std::vector<table::Code> classes = classes_of(label, rows);
  if (classes.size() < 2) {
    refuse(task,
           "every row has the value '" + label.text(classes.front()) + "' in the label column '" +
               label.name + "'",
           "there is nothing to tell apart: learning needs rows of at least two classes");
  }
  RuleSet result;
  result.label = label.name;
  std::vector<const table::Column*> columns;
  for (const table::ColumnId id : attributes_of(task)) {
    const table::Column& column = task.table.column(id);
    columns.push_back(&column);
    result.attributes.push_back({column.name, column.numeric, column.has_gaps()});
  }
  FitTask fit_task{columns,
                   label,
                   std::nullopt,
                   weights_of(task, options, classes),
                   options.ratio,
                   options.tail,
                   options.pruning == Pruning::standard};
  if (task.positive) fit_task.positive = class_named(task, *task.positive, classes);
  result.first_match = !fit_task.positive;
  if (fit_task.positive) result.outcomes.push_back(label.text(*fit_task.positive));
  for (const table::Code code : classes) {
    if (code != fit_task.positive) result.outcomes.push_back(label.text(code));
  }

  base::Workers workers(options.threads);
  base::Budget budget(options.limits);
  const bool pruned = options.pruning == Pruning::standard;
  // Growing is one fit, pruning about four more.
  const double grown_share = pruned ? 0.2 : 1;
  const auto progress_from = [&](double begin, double end) -> std::function<void(double)> {
    if (!options.progress) return {};
    return
        [&options, begin, end](double share) { options.progress(begin + share * (end - begin)); };
  };
  CodedRules rules = fit(fit_task, rows, workers, budget, progress_from(0, grown_share));
  if (pruned && budget.reason() == base::Exhausted::no) {
    PruneOptions prune_options;
    prune_options.seed = options.seed;
    prune_options.progress = progress_from(grown_share, 1);
    rules = prune(fit_task, rows, std::move(rules), prune_options, workers, budget);
  }
  result.stopped = budget.reason();
  result.rules = described(fit_task, std::move(rules), rows, pruned);
  return result;
}

}  // namespace cogs::rules
