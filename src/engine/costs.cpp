// SPDX-License-Identifier: Apache-2.0
#include "engine/costs.h"

#include <algorithm>
#include <stdexcept>

#include "base/stopwatch.h"
#include "engine/named_features.h"
#include "engine/predict.h"
#include "model/data/bind_table.h"
#include "model/read/read_model.h"
#include "model/write/write_model.h"

namespace cogs::engine {

namespace {

using Outcome = model::ScaledFeature::Outcome;

// Why a feature that was asked for by name cannot have a scale; empty if it has one.
std::string reason_words(Outcome outcome) {
  switch (outcome) {
    case Outcome::scaled:
    case Outcome::not_wanted: return {};
    case Outcome::fixed: return "is fixed, so that no change of it has a price";
    case Outcome::caused:
      return "only follows from its causes, so that no change of it has a price";
    case Outcome::no_numbers: return "has no numbers";
    case Outcome::no_column: return "has no column in the table";
    case Outcome::one_value: return "has too few different values in the table for a scale";
    case Outcome::priced: return "has a price by amount already";
  }
  return {};
}

void refuse_in_vain(const model::Model& model, const table::Table& table,
                    const CostsResult& result) {
  std::vector<base::Diagnostic> faults;
  for (const model::ScaledFeature& scaled : result.features) {
    const std::string reason = reason_words(scaled.outcome);
    if (reason.empty()) continue;
    const model::Feature& feature = model.feature(scaled.feature);
    const bool about_table =
        scaled.outcome == Outcome::no_column || scaled.outcome == Outcome::one_value;
    base::Diagnostic d = base::error_about(about_table ? table.file : model.path,
                                           "'" + feature.name + "' " + reason);
    if (!about_table) d.place = feature.place;
    if (scaled.outcome == Outcome::priced) d.help = "--replace writes a scale in its place";
    if (scaled.outcome == Outcome::no_numbers) d.help = "write cost to {...} by hand";
    faults.push_back(std::move(d));
  }
  if (!faults.empty()) throw base::InputError(std::move(faults));
}

}  // namespace

CostsResult scale_costs(const model::Model& model, const std::string& file,
                        const CostsOptions& options) {
  const base::Stopwatch watch;
  const table::Table table = load_table(model, file, options.read);
  const double seconds = watch.seconds();
  CostsResult result = scale_costs(model, table, options);
  result.read_seconds = seconds;
  return result;
}

CostsResult scale_costs(const model::Model& model, const table::Table& table,
                        const CostsOptions& options) {
  model::ScaleOptions how = options.scale;
  if (options.only) how.only = features_named(model, *options.only);
  how.except = features_named(model, options.except);
  const model::BoundTable bound = model::bind_table(model, table);
  CostsResult result;
  result.rows = table.rows;
  result.warnings = table.warnings;
  result.warnings.insert(result.warnings.end(), bound.warnings.begin(), bound.warnings.end());
  result.features = model::scale_prices(model, bound, how);
  if (how.only) refuse_in_vain(model, table, result);
  std::size_t odd = 0;
  for (const model::BadValue& bad : bound.bad) {
    odd += result.features[bad.feature.index()].outcome == Outcome::scaled;
  }
  if (odd > 0) {
    result.warnings.push_back(base::warning_about(
        table.file,
        std::to_string(odd) + (odd == 1 ? " value is" : " different values are") +
            " none that the feature can have; rows with such a value do not count for it",
        "cogs predict lists them with --errors FILE"));
  }
  std::vector<std::pair<model::FeatureId, model::Price>> prices;
  for (const model::ScaledFeature& scaled : result.features) {
    if (scaled.outcome == Outcome::scaled) prices.emplace_back(scaled.feature, scaled.price);
  }
  model::Model priced;
  priced.document = model::with_prices(model, prices);
  result.text = model::write_model(priced);
  result.changed = result.text != model::write_model(model);
  // What is written must mean what is meant.
  const model::Model again = model::read_model(result.text, model.path);
  for (const auto& [id, price] : prices) {
    if (again.feature(id).price != price) {
      throw std::logic_error("the price of " + model.feature(id).name +
                             " was not written as meant");
    }
  }
  return result;
}

}  // namespace cogs::engine
