// SPDX-License-Identifier: Apache-2.0
#include "engine/causes.h"
#include "base/stopwatch.h"

#include "engine/predict.h"
#include "model/write_model.h"

namespace cogs::engine {

namespace {

std::vector<model::FeatureId> resolved(const model::Model& model,
                                       const std::vector<std::string>& names) {
  std::vector<model::FeatureId> ids;
  for (const std::string& name : names) {
    const auto id = model.find_feature(name);
    if (!id) {
      std::vector<std::string> known;
      for (const model::Feature& feature : model.features) known.push_back(feature.name);
      base::Diagnostic d;
      d.file = "command line";
      d.message = "the model has no feature '" + name + "'";
      const std::string near = base::nearest_name(name, known);
      if (!near.empty()) d.help = "did you mean '" + near + "'?";
      throw base::InputError(std::move(d));
    }
    ids.push_back(*id);
  }
  return ids;
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
  how.effects = resolved(model, options.effects);
  how.no_effects = resolved(model, options.no_effects);
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
