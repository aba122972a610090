// SPDX-License-Identifier: Apache-2.0
#include "output/model_json.h"

#include <algorithm>

#include "output/value_json.h"

namespace cogs::output {

namespace {

const char* mode_name(model::CausalMode mode) {
  switch (mode) {
    case model::CausalMode::iff: return "iff";
    case model::CausalMode::only_if: return "only_if";
    case model::CausalMode::if_: return "if";
  }
  return "";
}

JsonValue feature_json(const model::Model& model, std::size_t index) {
  const model::Feature& feature = model.features[index];
  JsonValue object = JsonValue::object();
  object.add("name", JsonValue::string(feature.name));
  if (feature.numeric()) {
    const model::NumericDomain& domain = feature.numbers();
    object.add("type", JsonValue::string(domain.integer ? "integer" : "real"));
    object.add("range", interval_json({domain.low, domain.high, false, false}));
  } else {
    object.add("type", JsonValue::string("set"));
    JsonValue values = JsonValue::array();
    for (const model::SetValue& declared : feature.set().values) {
      values.add(value_json(feature, declared.value));
    }
    object.add("values", std::move(values));
  }
  object.add("fixed", JsonValue::boolean(feature.fixed));
  object.add("caused", JsonValue::boolean(feature.caused));
  object.add("observed", JsonValue::boolean(feature.observed));
  const char* direction = feature.direction == model::Direction::up     ? "increase"
                          : feature.direction == model::Direction::down ? "decrease"
                                                                        : "any";
  object.add("may", JsonValue::string(direction));
  object.add("cost", JsonValue::number(feature.cost));
  if (feature.step) object.add("step", JsonValue::number(*feature.step));
  if (!feature.unit.empty()) object.add("unit", JsonValue::string(feature.unit));
  if (!feature.label.empty()) object.add("label", JsonValue::string(feature.label));
  const bool has_rules =
      std::any_of(model.causal_rules.begin(), model.causal_rules.end(),
                  [&](const model::CausalRule& rule) { return rule.feature.index() == index; });
  if (has_rules) object.add("causal_mode", JsonValue::string(mode_name(feature.mode)));
  object.add("line", JsonValue::number(std::uint64_t{feature.place.line}));
  return object;
}

// The statements whose places are those of `rules`, as written.
template <class Rules>
JsonValue rules_json(const model::Model& model, const Rules& rules) {
  JsonValue list = JsonValue::array();
  for (const auto& rule : rules) {
    for (const model::Statement& statement : model.document.statements) {
      if (statement.place.line != rule.place.line || statement.place.column != rule.place.column) {
        continue;
      }
      const bool again =
          !list.items().empty() &&
          list.items().back().find("line")->text() == std::to_string(rule.place.line) &&
          list.items().back().find("text")->text() == statement.text;
      if (again) break;  // one statement may stand for several ground rules
      JsonValue object = JsonValue::object();
      object.add("line", JsonValue::number(std::uint64_t{rule.place.line}));
      object.add("text", JsonValue::string(statement.text));
      list.add(std::move(object));
      break;
    }
  }
  return list;
}

}  // namespace

JsonValue model_json(const model::Model& model) {
  JsonValue features = JsonValue::array();
  for (std::size_t i = 0; i < model.features.size(); ++i) features.add(feature_json(model, i));
  JsonValue object = JsonValue::object();
  object.add("schema", JsonValue::string("cogs.model/1"));
  object.add("path", JsonValue::string(model.path));
  object.add("sha256", JsonValue::string(model.sha256));
  object.add("features", std::move(features));
  object.add("undesired", JsonValue::string(model.atoms[model.undesired.index()].text));
  object.add("desired", model.desired ? JsonValue::string(model.atoms[model.desired->index()].text)
                                      : JsonValue());
  object.add("rules", rules_json(model, model.rules));
  object.add("causal_rules", rules_json(model, model.causal_rules));
  object.add("denials", rules_json(model, model.denials));
  return object;
}

}  // namespace cogs::output
