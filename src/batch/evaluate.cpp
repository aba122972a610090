// SPDX-License-Identifier: Apache-2.0
#include "batch/evaluate.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <unordered_map>
#include <utility>

#include "batch/evaluate_data.h"
#include "batch/evaluate_input.h"
#include "batch/evaluate_state.h"
#include "batch/evaluate_summary.h"
#include "path/search.h"
#include "table/run_on_threads.h"

namespace cogs::batch {

namespace {

using model::BoundTable;
using model::FeatureId;
using model::Record;

std::vector<bool> rows_without_bad_values(const BoundTable& bound) {
  std::vector<bool> good(bound.rows, true);
  for (const model::BadValue& bad : bound.bad) {
    const table::Codes& codes = bound.columns[bad.feature.index()].column->codes;
    for (std::size_t row = 0; row < bound.rows; ++row) {
      if (codes[row] == bad.code) good[row] = false;
    }
  }
  return good;
}

// The rows with the other decision: no start counts as inconsistent (semantics.md 3).
model::RowSet goal_rows(const model::Model& model, const BoundTable& bound,
                        const path::Options& run, unsigned threads) {
  std::vector<model::Literal> body{model::AtomTest{model.undesired, true}};
  const auto desired = run.desired ? run.desired : model.desired;
  if (desired) body.push_back(model::AtomTest{*desired, false});
  return model::rows_where(model, bound, {body}, threads)[0];
}

// The rows that counterfactuals belong to.
class Starts {
 public:
  Starts(const model::Model& model, const table::Table& table, const EvaluateOptions& options)
      : table_(table),
        bound_(model::bind_table(model, table)),
        good_(rows_without_bad_values(bound_)),
        goals_(goal_rows(model, bound_, options.run, options.threads)),
        constraints_(find_constraints(options.columns, table)) {}

  const BoundTable& bound() const { return bound_; }
  bool in_need(std::uint64_t row) const {
    return good_[row - 1] && !model::contains(goals_, row - 1);
  }
  Record record(std::uint64_t row) const {
    if (!good_[row - 1]) refuse(row);
    Record record;
    for (const model::BoundColumn& column : bound_.columns) {
      record.push_back(column.column ? column.values[column.column->codes[row - 1]] : std::nullopt);
    }
    return record;
  }
  ConstraintTexts constraints(std::uint64_t row) const {
    return constraint_texts(constraints_, table_, row - 1);
  }
  base::Diagnostic about(std::uint64_t row, base::Diagnostic problem) const {
    problem.file = table_.file;
    problem.message = "row " + std::to_string(row) + ": " + problem.message;
    return problem;
  }

 private:
  [[noreturn]] void refuse(std::uint64_t row) const {
    for (const model::BadValue& bad : bound_.bad) {
      if (bound_.columns[bad.feature.index()].column->codes[row - 1] != bad.code) continue;
      throw base::InputError(about(row, bad.diagnostic));
    }
    throw base::InputError(
        base::error_about(table_.file, "row " + std::to_string(row) + " is bad"));
  }

  const table::Table& table_;
  BoundTable bound_;
  std::vector<bool> good_;
  model::RowSet goals_;
  ConstraintPlaces constraints_;
};

// What can be asked about rows with the same constraints.
class Question {
 public:
  Question(const model::Model& model, path::Options run, const base::Limits& limits)
      : options_(only_the_best(std::move(run))),
        judge_(model, options_, limits),
        search_(model, options_) {}
  Question(const Question&) = delete;
  Question& operator=(const Question&) = delete;

  const Judge& judge() const { return judge_; }
  const path::Search& search() const { return search_; }

 private:
  static path::Options only_the_best(path::Options run) {
    run.top = 1;
    run.all = false;
    return run;
  }

  const path::Options options_;
  Judge judge_;
  path::Search search_;
};

class RowQuestions {
 public:
  RowQuestions(const model::Model& model, const Starts& starts, const EvaluateOptions& options)
      : model_(model),
        starts_(starts),
        options_(options),
        common_(model, options.run, options.limits),
        budget_(options.limits) {}

  const Judge& judge(std::uint64_t row) { return of(row).judge(); }

  // The least cost of a path from this row, found once.
  std::optional<base::Number> best_cost(std::uint64_t row, const Record& start) {
    const auto known = costs_.find(row);
    if (known != costs_.end()) return known->second;
    const path::Result result = of(row).search().find(start, budget_);
    if (budget_.exhausted_now()) throw base::Stopped(budget_.reason());
    std::optional<base::Number> cost;
    if (result.status == path::Status::already) cost = 0;
    if (!result.paths.empty()) cost = result.paths.front().cost;
    return costs_.emplace(row, cost).first->second;
  }

 private:
  static constexpr std::size_t most_questions = 256;  // kept at once, beside the common one

  const Question& of(std::uint64_t row) {
    const ConstraintTexts texts = starts_.constraints(row);
    std::string key = key_of(texts);
    if (key.empty()) return common_;
    const auto known = by_constraints_.find(key);
    if (known != by_constraints_.end()) return *known->second;
    if (by_constraints_.size() >= most_questions) by_constraints_.clear();
    auto made = std::make_unique<const Question>(model_, constrained(row, texts), options_.limits);
    return *by_constraints_.emplace(std::move(key), std::move(made)).first->second;
  }

  path::Options constrained(std::uint64_t row, const ConstraintTexts& texts) const {
    try {
      return with_constraints(model_, options_.run, texts);
    } catch (const base::InputError& error) {
      std::vector<base::Diagnostic> problems;
      for (const base::Diagnostic& d : error.diagnostics()) {
        problems.push_back(starts_.about(row, d));
      }
      throw base::InputError(std::move(problems));
    }
  }

  const model::Model& model_;
  const Starts& starts_;
  const EvaluateOptions& options_;
  const Question common_;
  std::unordered_map<std::string, std::unique_ptr<const Question>> by_constraints_;
  std::unordered_map<std::uint64_t, std::optional<base::Number>> costs_;
  base::Budget budget_;
};

class Evaluator {
 public:
  Evaluator(const model::Model& model, const Starts& starts, Yardstick& yardstick,
            const EvaluateOptions& options)
      : model_(model),
        starts_(starts),
        yardstick_(yardstick),
        options_(options),
        questions_(model, starts, options) {
    const GivenRows rows{starts.bound().rows,
                         [this](std::uint64_t row) { return starts_.record(row); }};
    rows_ = rows;
    for (std::uint64_t row = 1; row <= rows.count; ++row) rows_in_need_ += starts.in_need(row);
  }

  Evaluation run(const CounterfactualSource& source, std::vector<base::Diagnostic>& warnings) {
    Evaluation result;
    result.source = source;
    points_.clear();
    read_counterfactuals(model_, source, rows_, options_, warnings, [&](Given given) {
      if (given.state) result.figures.push_back(figures_of(given));
    });
    find_nearest(result.figures);
    result.summary = summarise(result.figures);
    result.summary.rows = rows_.count;
    result.summary.rows_in_need = rows_in_need_;
    add_rows(result);
    return result;
  }

 private:
  Figures figures_of(const Given& given) {
    if (budget().exhausted()) throw base::Stopped(budget().reason());
    Figures figures;
    figures.row = given.row;
    figures.line = given.line;
    figures.seconds = given.seconds;
    const Record start = starts_.record(given.row);
    questions_.judge(given.row).judge(start, *given.state, figures);
    const Point from = yardstick_.point(start);
    Point to = yardstick_.point(*given.state);
    figures.l1_mad = yardstick_.l1_mad(from, to);
    figures.gower = yardstick_.gower(from, to);
    for (const FeatureId feature : figures.changed) {
      figures.seen += yardstick_.seen(feature, to[feature.index()]);
    }
    if (options_.search) figures.best_cost = questions_.best_cost(given.row, start);
    points_.push_back(std::move(to));
    return figures;
  }

  // By far the most work, and each point is on its own.
  void find_nearest(std::vector<Figures>& all) {
    std::atomic<std::size_t> next{0};
    std::atomic<bool> stopped{false};
    table::run_on_threads(table::thread_count(options_.threads), [&](unsigned) {
      base::Budget budget(left());
      for (std::size_t i; !stopped && (i = next++) < all.size();) {
        if (budget.exhausted_now()) {
          stopped = true;
          return;
        }
        if (const auto found = yardstick_.nearest(points_[i])) {
          all[i].nearest = found->first;
          all[i].nearest_five = found->second;
        }
      }
    });
    if (stopped) {
      budget().exhausted_now();
      throw base::Stopped(budget().reason());
    }
  }

  // Rows that were served, and how different the counterfactuals of one row are.
  void add_rows(Evaluation& result) const {
    std::unordered_map<std::uint64_t, std::vector<std::size_t>> of_row;
    std::vector<std::uint64_t> order;
    for (std::size_t i = 0; i < result.figures.size(); ++i) {
      std::vector<std::size_t>& same = of_row[result.figures[i].row];
      if (same.empty()) order.push_back(result.figures[i].row);
      same.push_back(i);
    }
    std::vector<double> diversity;
    for (const std::uint64_t row : order) {
      result.summary.rows_served += starts_.in_need(row);
      const std::vector<std::size_t>& same = of_row[row];
      if (same.size() > 1) diversity.push_back(mean_distance(same));
    }
    result.summary.diversity = spread_of(std::move(diversity));
  }

  double mean_distance(const std::vector<std::size_t>& which) const {
    double sum = 0, pairs = 0;
    for (std::size_t i = 0; i < which.size(); ++i) {
      for (std::size_t j = i + 1; j < which.size(); ++j, ++pairs) {
        sum += yardstick_.gower(points_[which[i]], points_[which[j]]);
      }
    }
    return sum / pairs;
  }

  base::Budget& budget() { return budget_; }
  base::Limits left() const {
    base::Limits limits = options_.limits;
    if (limits.seconds) limits.seconds = std::max(0.0, *limits.seconds - budget_.seconds());
    return limits;
  }

  const model::Model& model_;
  const Starts& starts_;
  Yardstick& yardstick_;
  const EvaluateOptions& options_;
  RowQuestions questions_;
  base::Budget budget_{options_.limits};
  GivenRows rows_;
  std::uint64_t rows_in_need_ = 0;
  std::vector<Point> points_;  // beside the figures of the file at hand
};

}  // namespace

Evaluations evaluate(const model::Model& model, const table::Table& rows, const table::Table& data,
                     const std::vector<CounterfactualSource>& sources,
                     const EvaluateOptions& options) {
  const Starts starts(model, rows, options);
  const bool same = &rows == &data;
  const BoundTable bound = model::bind_table(model, data);
  const std::vector<bool> good = rows_without_bad_values(bound);
  Yardstick yardstick(model, bound, good);
  yardstick.take_neighbours(goal_rows(model, bound, options.run, options.threads), options.sample,
                            options.seed);
  Evaluations result;
  result.warnings = starts.bound().warnings;
  if (!same) {
    result.warnings.insert(result.warnings.end(), bound.warnings.begin(), bound.warnings.end());
  }
  Evaluator evaluator(model, starts, yardstick, options);
  for (const CounterfactualSource& source : sources) {
    result.tools.push_back(evaluator.run(source, result.warnings));
  }
  result.data_rows = static_cast<std::uint64_t>(std::count(good.begin(), good.end(), true));
  result.desired_rows = yardstick.desired_rows();
  result.sampled_rows = yardstick.sampled_rows();
  result.mean_deviation = yardstick.mean_deviation();
  return result;
}

}  // namespace cogs::batch
