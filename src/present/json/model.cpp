// SPDX-License-Identifier: Apache-2.0
#include "present/json/model.h"

#include <algorithm>
#include <utility>

#include "json/value.h"
#include "model/class_labels.h"
#include "model/edit/review.h"
#include "present/json/value.h"

namespace cogs::present {

namespace {

json::Value feature_json(const model::Model& model, std::size_t index) {
  const model::Feature& feature = model.features[index];
  json::Value object = json::Value::object();
  object.add("name", json::Value::string(feature.name));
  if (feature.numeric()) {
    const model::NumericDomain& domain = feature.numbers();
    object.add("type", json::Value::string(domain.integer ? "integer" : "real"));
    object.add("range", interval_json({domain.low, domain.high, false, false}));
  } else {
    object.add("type", json::Value::string(feature.set().ordered ? "ordered set" : "set"));
    json::Value values = json::Value::array();
    for (const model::SetValue& declared : feature.set().values) {
      if (feature.set().is_others(declared.value)) continue;
      values.add(value_json(feature, declared.value));
    }
    object.add("values", std::move(values));
    if (feature.set().open) object.add("open", json::Value::boolean(true));
  }
  object.add("fixed", json::Value::boolean(feature.fixed));
  object.add("caused", json::Value::boolean(feature.caused));
  object.add("observed", json::Value::boolean(feature.observed));
  object.add("may_be_set", json::Value::boolean(feature.may_be_set));
  const char* direction = feature.direction == model::Direction::up     ? "increase"
                          : feature.direction == model::Direction::down ? "decrease"
                                                                        : "any";
  object.add("may", json::Value::string(direction));
  object.add("cost", price_json(feature.price));
  if (feature.step) object.add("step", json::Value::number(*feature.step));
  if (!feature.unit.empty()) object.add("unit", json::Value::string(feature.unit));
  if (!feature.label.empty()) object.add("label", json::Value::string(feature.label));
  if (!feature.source.empty()) object.add("source", json::Value::string(feature.source));
  const table::Notation& notation = feature.notation;
  if (!notation.missing.empty()) {
    json::Value marks = json::Value::array();
    for (const std::string& mark : notation.missing) marks.add(json::Value::string(mark));
    object.add("missing", std::move(marks));
  }
  if (notation.texts_are_missing) object.add("texts_missing", json::Value::boolean(true));
  if (notation.decimal_comma) object.add("decimal", json::Value::string(","));
  if (!notation.date.empty()) object.add("date", json::Value::string(notation.date));
  const bool has_rules =
      std::any_of(model.causal_rules.begin(), model.causal_rules.end(),
                  [&](const model::CausalRule& rule) { return rule.feature.index() == index; });
  if (has_rules) object.add("causal_mode", json::Value::string(model::mode_name(feature.mode)));
  object.add("line", json::Value::number(std::uint64_t{feature.place.line}));
  return object;
}

// The statements whose places are those of `rules`, as written.
template <class Rules>
json::Value rules_json(const model::Model& model, const Rules& rules) {
  json::Value list = json::Value::array();
  const auto start = [](const base::Place& place) { return std::pair(place.line, place.column); };
  const auto& statements = model.document.statements;  // in the order of the file
  const model::Statement* last = nullptr;
  for (const auto& rule : rules) {
    const auto found = std::lower_bound(statements.begin(), statements.end(), rule.place,
                                        [&](const model::Statement& one, const base::Place& place) {
                                          return start(one.place) < start(place);
                                        });
    if (found == statements.end() || start(found->place) != start(rule.place)) continue;
    if (&*found == last) continue;  // one statement may stand for several ground rules
    last = &*found;
    json::Value object = json::Value::object();
    object.add("line", json::Value::number(std::uint64_t{rule.place.line}));
    object.add("text", json::Value::string(found->text));
    list.add(std::move(object));
  }
  return list;
}

}  // namespace

json::Value model_json(const model::Model& model) {
  json::Value features = json::Value::array();
  for (std::size_t i = 0; i < model.features.size(); ++i) features.add(feature_json(model, i));
  json::Value object = json::Value::object();
  object.add("schema", json::Value::string("cogs.model/1"));
  object.add("path", json::Value::string(model.path));
  object.add("sha256", json::Value::string(model.sha256));
  object.add("features", std::move(features));
  object.add("undesired", json::Value::string(model.atoms[model.undesired.index()].text));
  object.add("desired", model.desired
                            ? json::Value::string(model.atoms[model.desired->index()].text)
                            : json::Value());
  if (!model::decision_label(model, true).empty()) {
    json::Value classes = json::Value::array();
    for (std::size_t i = 0; i < model.classes->values.size(); ++i) {
      json::Value one = json::Value::object();
      one.add("name", json::Value::string(model.classes->values[i]));
      const std::string& label = model.classes->labels[i];
      one.add("label", label.empty() ? json::Value() : json::Value::string(label));
      classes.add(std::move(one));
    }
    object.add("classes", std::move(classes));
  }
  object.add("rules", rules_json(model, model.rules));
  object.add("causal_rules", rules_json(model, model.causal_rules));
  object.add("denials", rules_json(model, model.denials));
  return object;
}

}  // namespace cogs::present
