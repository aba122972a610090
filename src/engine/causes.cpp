// SPDX-License-Identifier: Apache-2.0
#include "engine/causes.h"
#include "base/stopwatch.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "engine/engine.h"
#include "engine/named_features.h"
#include "engine/predict.h"
#include "model/data/bind_table.h"
#include "model/data/rows_where.h"
#include "model/edit/review.h"
#include "model/write/write_model.h"

namespace cogs::engine {

namespace {

// Which way the range of a rule's head goes: up, down, or neither.
int direction_of(const model::CausalRule& rule) {
  int direction = 0;
  for (const model::Condition& condition : rule.head) {
    switch (condition.effective()) {
      case model::Comparison::greater:
      case model::Comparison::greater_equal: direction += 1; break;
      case model::Comparison::less:
      case model::Comparison::less_equal: direction -= 1; break;
      default: return 0;
    }
  }
  return rule.head.size() == 1 ? direction : 0;
}

std::set<model::FeatureId> features_of(const model::SuggestedCause& cause) {
  std::set<model::FeatureId> features;
  for (const model::SuggestedRule& rule : cause.rules) {
    for (const model::Literal& literal : rule.rule.body) {
      if (const auto* test = std::get_if<model::FeatureTest>(&literal)) {
        features.insert(test->feature);
      }
    }
  }
  return features;
}

// "above 500 where the debt is below 900" and "above 600 where it is below 300" are one finding,
// cut twice: of such rules the one that tells most stays.
void merge_nested(model::Causes& causes) {
  for (model::SuggestedFeature& feature : causes.features) {
    std::vector<model::SuggestedCause> kept;
    for (model::SuggestedCause& cause : feature.causes) {
      const int direction = direction_of(cause.rules.front().rule);
      const auto features = features_of(cause);
      const auto nested = std::find_if(kept.begin(), kept.end(), [&](const auto& other) {
        return direction != 0 && direction_of(other.rules.front().rule) == direction &&
               features_of(other) == features;
      });
      if (nested == kept.end()) {
        kept.push_back(std::move(cause));
      } else if (cause.counts.information() > nested->counts.information()) {
        *nested = std::move(cause);
      }
    }
    feature.causes = std::move(kept);
  }
}

bool same_end(const path::Result& a, const path::Result& b) {
  if (a.status != b.status || a.paths.size() != b.paths.size()) return false;
  if (a.paths.empty()) return true;
  if (a.paths[0].cost != b.paths[0].cost) return false;
  if (a.paths[0].transitions.size() != b.paths[0].transitions.size()) return false;
  return a.paths[0].transitions.empty() ||
         a.paths[0].transitions.back().state == b.paths[0].transitions.back().state;
}

// Records with the undesired decision, evenly spread over the table.
std::vector<model::Record> people_of(const model::Model& model, const table::Table& table,
                                     std::size_t most) {
  const model::BoundTable bound = model::bind_table(model, table);
  const model::RowSet undesired =
      model::rows_where(model, bound, {{model::AtomTest{model.undesired, false}}})[0];
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < table.rows; ++row) {
    if (model::contains(undesired, row)) rows.push_back(row);
  }
  std::vector<model::Record> people;
  for (std::size_t i = 0; i < std::min(most, rows.size()); ++i) {
    const std::size_t row = rows[i * rows.size() / std::min(most, rows.size())];
    model::Record& record = people.emplace_back();
    for (const model::BoundColumn& column : bound.columns) {
      record.push_back(column.values[column.column ? column.column->codes[row] : 0]);
    }
  }
  return people;
}

// How many answers the rules of each feature would change; those that change most come first.
void count_answers(const model::Model& model, const table::Table& table,
                   const CausesOptions& options, model::Causes& causes) {
  if (options.people == 0 || causes.features.empty()) return;
  // Steps, not seconds: the order must not depend on the machine.
  base::Limits limits = base::Budget(options.search.limits).left();
  limits.effort = 20'000;
  const std::vector<model::Record> people = people_of(model, table, options.people);
  std::vector<path::Result> without;
  for (const model::Record& person : people) {
    without.push_back(find_recourse(model, person, {}, limits));
  }
  const model::Model more = model::add_proposals(model, model::proposals(causes));
  model::find_ids(causes, more);
  for (model::SuggestedFeature& feature : causes.features) {
    std::vector<model::Verdict> verdicts;
    for (const model::SuggestedCause& cause : feature.causes) {
      for (const model::SuggestedRule& rule : cause.rules) {
        if (rule.id.empty() || rule.status != model::ReviewStatus::proposed) continue;
        verdicts.push_back({.id = rule.id, .status = model::ReviewStatus::approved});
      }
    }
    if (verdicts.empty()) continue;
    try {
      const model::Model with = model::apply_verdicts(more, verdicts);
      for (std::size_t i = 0; i < people.size(); ++i) {
        ++feature.tried;
        const path::Result answer = find_recourse(with, people[i], {}, limits);
        feature.different += same_end(without[i], answer) ? 0 : 1;
      }
    } catch (const base::InputError&) {
      feature.tried = feature.different = 0;  // they cannot be in force together
    }
  }
  std::stable_sort(causes.features.begin(), causes.features.end(),
                   [](const auto& a, const auto& b) { return a.different > b.different; });
}

}  // namespace

CausesResult propose_causes(const model::Model& model, const std::string& file,
                            const CausesOptions& options) {
  const base::Stopwatch watch;
  const table::Table table = load_table(model, file, options.read);
  const double read_seconds = watch.seconds();
  CausesResult result = propose_causes(model, table, options);
  result.read_seconds = read_seconds;
  return result;
}

CausesResult propose_causes(const model::Model& model, const table::Table& table,
                            const CausesOptions& options) {
  const base::Stopwatch watch;
  model::FindCausesOptions how;
  how.search = options.search;
  how.effects = features_named(model, options.effects);
  how.no_effects = features_named(model, options.no_effects);
  const model::FeatureTable data = model::feature_table(model, table, options.label);
  CausesResult result;
  result.warnings = table.warnings;
  result.warnings.insert(result.warnings.end(), data.warnings.begin(), data.warnings.end());
  if (data.bad_cells > 0) {
    result.warnings.push_back(base::warning_about(
        table.file,
        std::to_string(data.bad_cells) +
            " cells have a value that the model does not know; they count as missing",
        "if these values are right, add them to the domain of their feature"));
  }
  result.causes = model::find_causes(model, data, how);
  merge_nested(result.causes);
  count_answers(model, table, options, result.causes);
  std::vector<model::SuggestedFeature>& features = result.causes.features;
  if (options.most_features > 0 && features.size() > options.most_features) {
    const auto first = features.begin() + static_cast<std::ptrdiff_t>(options.most_features);
    result.causes.left.assign(std::make_move_iterator(first),
                              std::make_move_iterator(features.end()));
    features.erase(first, features.end());
  }
  result.search_seconds = watch.seconds();
  return result;
}

ModelText add_proposals(const model::Model& model, CausesResult& result) {
  ModelText more;
  more.model = model::add_proposals(model, model::proposals(result.causes));
  model::find_ids(result.causes, more.model);
  more.text = model::write_model(more.model);
  more.changed = more.text != model::write_model(model);
  return more;
}

}  // namespace cogs::engine
