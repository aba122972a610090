// SPDX-License-Identifier: Apache-2.0
#include "output/counterfactuals_json.h"

#include "output/recourse_json.h"
#include "output/value_json.h"

namespace cogs::output {

JsonValue counterfactuals_json(const model::Model& model, const std::optional<model::Record>& start,
                               const path::Options& options, const path::Counterfactuals& found) {
  JsonValue about = JsonValue::object();
  about.add("path", JsonValue::string(model.path));
  about.add("sha256", JsonValue::string(model.sha256));

  JsonValue regions = JsonValue::array();
  for (const path::Region& region : found.regions) {
    JsonValue object = JsonValue::object();
    for (std::size_t i = 0; i < region.features.size(); ++i) {
      object.add(model.features[i].name, value_set_json(model.features[i], region.features[i]));
    }
    regions.add(std::move(object));
  }

  JsonValue object = JsonValue::object();
  object.add("schema", JsonValue::string("cogs.counterfactuals/1"));
  object.add("model", std::move(about));
  if (start) object.add("start", record_json(model, *start));
  object.add("options", options_json(model, options));
  object.add("complete", JsonValue::boolean(found.exhausted == base::Exhausted::no));
  object.add("regions", std::move(regions));
  object.add("cells", JsonValue::number_text(found.cells.empty() ? "0" : found.cells));
  object.add("states", JsonValue::string(found.states.empty() ? "0" : found.states));
  return object;
}

}  // namespace cogs::output
