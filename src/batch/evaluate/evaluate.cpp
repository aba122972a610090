// SPDX-License-Identifier: Apache-2.0
#include "batch/evaluate/evaluate.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <unordered_map>
#include <utility>

#include "base/workers.h"
#include "batch/evaluate/data.h"
#include "batch/evaluate/input.h"
#include "batch/evaluate/state.h"
#include "batch/evaluate/summary.h"
#include "path/search.h"

namespace cogs::batch {

namespace {

using model::BoundTable;
using model::FeatureId;
using model::Record;

std::vector<bool> rows_without_bad_values(const BoundTable& bound) {
  std::vector<bool> good(bound.rows, true);
  const std::vector<std::vector<bool>> bad = bound.bad_codes();
  for (std::size_t f = 0; f < bad.size(); ++f) {
    if (bad[f].empty()) continue;
    const table::Codes& codes = bound.columns[f].column->codes;
    for (std::size_t row = 0; row < bound.rows; ++row) {
      if (bad[f][codes[row]]) good[row] = false;
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
      : model_(model),
        table_(table),
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
      throw base::InputError(about(row, model::describe_bad(model_, bound_, bad)));
    }
    throw base::InputError(
        base::error_about(table_.file, "row " + std::to_string(row) + " is bad"));
  }

  const model::Model& model_;
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
  RowQuestions(const model::Model& model, const Starts& starts, const EvaluateOptions& options,
               const base::Budget& whole)
      : model_(model),
        starts_(starts),
        options_(options),
        limits_(whole.within({.effort = options.limits.effort})),
        common_(model, options.run, limits_) {}

  const Judge& judge(std::uint64_t row) { return of(row).judge(); }

  // The least cost of a path from this row, found once.
  std::optional<base::Number> best_cost(std::uint64_t row, const Record& start) {
    const auto known = costs_.find(row);
    if (known != costs_.end()) return known->second;
    base::Budget budget(limits_);
    const path::Result result = of(row).search().find(start, budget);
    const bool too_much = result.exhausted == base::Exhausted::effort;
    if (!too_much && budget.exhausted_now()) throw base::Stopped(budget.reason());
    std::optional<base::Number> cost;
    if (result.status == path::Status::already) cost = 0;
    if (result.status == path::Status::found) cost = result.paths.front().cost;
    if (result.status == path::Status::gave_up) ++given_up_;
    return costs_.emplace(row, cost).first->second;
  }
  // Rows whose least cost takes more effort than is allowed.
  std::uint64_t given_up() const { return given_up_; }

 private:
  static constexpr std::size_t most_questions = 256;  // kept at once, beside the common one

  const Question& of(std::uint64_t row) {
    const ConstraintTexts texts = starts_.constraints(row);
    std::string key = key_of(texts);
    if (key.empty()) return common_;
    const auto known = by_constraints_.find(key);
    if (known != by_constraints_.end()) return *known->second;
    if (by_constraints_.size() >= most_questions) by_constraints_.clear();
    auto made = std::make_unique<const Question>(model_, constrained(row, texts), limits_);
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
  const base::Limits limits_;  // of one question
  const Question common_;
  std::unordered_map<std::string, std::unique_ptr<const Question>> by_constraints_;
  std::unordered_map<std::uint64_t, std::optional<base::Number>> costs_;
  std::uint64_t given_up_ = 0;
};

class Evaluator {
 public:
  Evaluator(const model::Model& model, const Starts& starts, Yardstick& yardstick,
            const EvaluateOptions& options, base::Budget& whole)
      : model_(model),
        starts_(starts),
        yardstick_(yardstick),
        options_(options),
        questions_(model, starts, options, whole),
        budget_(whole) {
    const GivenRows rows{starts.bound().rows,
                         [this](std::uint64_t row) { return starts_.record(row); }};
    rows_ = rows;
    for (std::uint64_t row = 1; row <= rows.count; ++row) rows_in_need_ += starts.in_need(row);
  }

  std::uint64_t given_up() const { return questions_.given_up(); }

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
    check_budget();
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
    std::atomic<base::Exhausted> stopped{base::Exhausted::no};
    base::run_on_threads(base::thread_count(options_.threads), [&](unsigned) {
      base::Budget budget({}, budget_);
      for (std::size_t i; stopped == base::Exhausted::no && (i = next++) < all.size();) {
        const auto found = yardstick_.nearest(points_[i], budget);
        if (budget.reason() != base::Exhausted::no) {
          stopped = budget.reason();
          return;
        }
        if (found) {
          all[i].nearest = found->first;
          all[i].nearest_five = found->second;
        }
      }
    });
    if (stopped != base::Exhausted::no) throw base::Stopped(stopped);
  }

  // Rows that were served, and how different the counterfactuals of one row are.
  void add_rows(Evaluation& result) {
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

  double mean_distance(const std::vector<std::size_t>& which) {
    double sum = 0, pairs = 0;
    for (std::size_t i = 0; i < which.size(); ++i) {
      check_budget();
      for (std::size_t j = i + 1; j < which.size(); ++j, ++pairs) {
        sum += yardstick_.gower(points_[which[i]], points_[which[j]]);
      }
    }
    return sum / pairs;
  }

  void check_budget() {
    if (budget_.exhausted_now()) throw base::Stopped(budget_.reason());
  }

  const model::Model& model_;
  const Starts& starts_;
  Yardstick& yardstick_;
  const EvaluateOptions& options_;
  RowQuestions questions_;
  base::Budget& budget_;
  GivenRows rows_;
  std::uint64_t rows_in_need_ = 0;
  std::vector<Point> points_;  // beside the figures of the file at hand
};

}  // namespace

Evaluations evaluate(const model::Model& model, const table::Table& rows, const table::Table& data,
                     const std::vector<CounterfactualSource>& sources,
                     const EvaluateOptions& options) {
  base::Budget whole(options.limits);
  const auto check_budget = [&] {
    if (whole.exhausted_now()) throw base::Stopped(whole.reason());
  };
  const Starts starts(model, rows, options);
  check_budget();
  const bool same = &rows == &data;
  const BoundTable bound = model::bind_table(model, data);
  const std::vector<bool> good = rows_without_bad_values(bound);
  check_budget();
  Yardstick yardstick(model, bound, good);
  check_budget();
  yardstick.take_neighbours(goal_rows(model, bound, options.run, options.threads), options.sample,
                            options.seed);
  Evaluations result;
  result.warnings = starts.bound().warnings;
  if (!same) {
    result.warnings.insert(result.warnings.end(), bound.warnings.begin(), bound.warnings.end());
  }
  Evaluator evaluator(model, starts, yardstick, options, whole);
  for (const CounterfactualSource& source : sources) {
    result.tools.push_back(evaluator.run(source, result.warnings));
  }
  if (const std::uint64_t rows_left = evaluator.given_up(); rows_left > 0) {
    result.warnings.push_back(base::warning_about(
        rows.file, std::to_string(rows_left) + (rows_left == 1 ? " row has" : " rows have") +
                       " no best cost: the limit of effort was reached"));
  }
  result.data_rows = static_cast<std::uint64_t>(std::count(good.begin(), good.end(), true));
  result.desired_rows = yardstick.desired_rows();
  result.sampled_rows = yardstick.sampled_rows();
  result.mean_deviation = yardstick.mean_deviation();
  return result;
}

}  // namespace cogs::batch
