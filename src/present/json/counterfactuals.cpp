// SPDX-License-Identifier: Apache-2.0
#include "present/json/counterfactuals.h"

#include "json/value.h"
#include "present/json/recourse.h"
#include "present/json/value.h"

namespace cogs::present {

json::Value counterfactuals_json(const model::Model& model,
                                 const std::optional<model::Record>& start,
                                 const path::Options& options, const path::Counterfactuals& found) {
  json::Value about = json::Value::object();
  about.add("path", json::Value::string(model.path));
  about.add("sha256", json::Value::string(model.sha256));

  json::Value regions = json::Value::array();
  for (const path::Region& region : found.regions) {
    json::Value object = json::Value::object();
    for (std::size_t i = 0; i < region.features.size(); ++i) {
      object.add(model.features[i].name, value_set_json(model.features[i], region.features[i]));
    }
    regions.add(std::move(object));
  }

  json::Value object = json::Value::object();
  object.add("schema", json::Value::string("cogs.counterfactuals/1"));
  object.add("model", std::move(about));
  if (start) object.add("start", record_json(model, *start));
  object.add("options", options_json(model, options));
  object.add("complete", json::Value::boolean(found.exhausted == base::Exhausted::no));
  object.add("regions", std::move(regions));
  object.add("cells", json::Value::number_text(found.cells.empty() ? "0" : found.cells));
  object.add("states", json::Value::string(found.states.empty() ? "0" : found.states));
  return object;
}

}  // namespace cogs::present
