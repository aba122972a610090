// SPDX-License-Identifier: Apache-2.0
//
// The usual measures of counterfactuals, for those of any tool: rows, counterfactuals -> figures.
//
//   input.h    a file of counterfactuals -> states, each with the row that it belongs to
//   state.h    one state -> what it changes and costs, and which restrictions it breaks
//   reach.h    one state -> the least cost of a path that ends there
//   data.h     the data -> distances between states, and to the rows of the data
//   summary.h  the figures of all -> means, medians and shares
//
// A state by itself has no steps. A change counts as an effect, free of cost, if the old value
// would break the feature's causal rules in the counterfactual; every other change counts as made
// directly. So whatever is valid, keeps all restrictions and breaks no rule is one transition away
// by semantics.md 4. Where that leaves a fault or a price that a path of several transitions might
// not have, reach.h asks the search for one. So both are exact.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/budget.h"
#include "base/diagnostic.h"
#include "batch/row_constraints.h"
#include "model/data/bind_table.h"
#include "model/model.h"
#include "path/path.h"
#include "table/csv_reader.h"
#include "table/table.h"

namespace cogs::batch {

// A file of counterfactuals, and how it is called in the answer.
struct CounterfactualSource {
  std::string name, file;
};

// The row and the last state of the first path of an answer of `cogs batch`; no state: no path.
struct AnsweredRow {
  std::uint64_t row = 0;
  std::optional<model::Record> start = {};  // of the answer, where it has one
  std::optional<model::Record> state = {};
};

struct EvaluateOptions {
  path::Options run;
  ConstraintColumns columns;    // of the rows: constraints of each
  std::string row_column;       // "": `row` if there is one, else line i belongs to row i
  std::string time_column;      // "": none
  bool times_may_lack = false;  // files without that column just have no times
  std::uint64_t sample = 0;     // at most so many rows of the data for nearest neighbours; 0: all
  std::uint64_t seed = 0;
  bool search = true;  // the least cost of each row, to compare with
  table::CsvOptions read{.header = std::nullopt};
  std::vector<std::string> missing;  // marks of missing cells
  unsigned threads = 0;
  base::Limits limits;
  // Reads a line of JSON Lines; throws base::InputError, located in the line.
  std::function<AnsweredRow(std::string_view line)> read_answer;
};

enum class FaultKind {
  fixed,  // from here on: not actionable
  direction,
  domain,
  range,
  becomes_missing,
  stays_missing,  // and nothing lets it be set
  caused,         // and nothing forces it
  not_named,      // by --only
  causal_rules,   // from here on: not causally consistent
  denial
};
constexpr std::size_t fault_kinds = 10;
constexpr bool is_causal(FaultKind kind) { return kind >= FaultKind::causal_rules; }

struct Fault {
  FaultKind kind = FaultKind::fixed;
  std::optional<model::FeatureId> feature;  // of all but denials
  std::vector<std::uint32_t> lines;         // of broken rules
};

struct Figures {
  std::uint64_t row = 0;   // from 1
  std::uint32_t line = 0;  // of its file
  bool valid = false;
  std::vector<model::FeatureId> changed;
  std::size_t direct = 0;  // changes that nothing forces in the end
  bool reached = false;    // by a path of several transitions that was searched for
  std::vector<Fault> faults;
  base::Number cost;                      // of what is set directly
  std::optional<base::Number> best_cost;  // of any path from this row; 0: it needs none
  double l1_mad = 0, gower = 0;
  std::optional<double> nearest, nearest_five;  // rows of the data with the other decision
  std::size_t seen = 0;                         // new values within what the data show
  std::optional<double> seconds;

  bool actionable() const;
  bool consistent() const;  // breaks neither causal rules nor denials
  // A path ends there.
  bool reachable() const {
    return valid && (direct > 0 || reached) && actionable() && consistent();
  }
};

struct Spread {
  std::size_t count = 0;
  double mean = 0, median = 0;
};

// What a file comes to. Counts are of counterfactuals unless they say rows.
struct Summary {
  std::uint64_t rows = 0, rows_in_need = 0, rows_served = 0;  // in need, with a counterfactual
  std::uint64_t given = 0, valid = 0, actionable = 0, consistent = 0, reachable = 0;
  std::uint64_t faults[fault_kinds] = {};        // counterfactuals with such a fault
  std::map<std::size_t, std::uint64_t> changes;  // how many change so many features
  std::uint64_t new_values = 0, seen_values = 0;
  Spread sparsity, l1_mad, gower, nearest, nearest_five, cost, diversity, seconds;
  Spread best_cost, ratio;    // of those that are reachable
  std::uint64_t at_best = 0;  // reachable ones that cost the least
};

struct Evaluation {
  CounterfactualSource source;
  Summary summary;
  std::vector<Figures> figures;  // in the order of the file
};

struct Evaluations {
  std::vector<Evaluation> tools;
  std::uint64_t data_rows = 0;                   // those that can be read
  std::uint64_t desired_rows = 0;                // of these, with the other decision
  std::uint64_t sampled_rows = 0;                // of these, looked at for nearest neighbours
  std::vector<model::FeatureId> mean_deviation;  // features whose MAD is zero
  std::vector<base::Diagnostic> warnings;
};

// `data` is where distances take their measure from; it may be `rows`. Throws base::InputError
// for files that cannot be read or belong to other rows, base::Stopped at a limit.
Evaluations evaluate(const model::Model& model, const table::Table& rows, const table::Table& data,
                     const std::vector<CounterfactualSource>& sources,
                     const EvaluateOptions& options);

}  // namespace cogs::batch
