// SPDX-License-Identifier: Apache-2.0
#include "present/rows/feature_sheet.h"

#include <algorithm>

#include "json/value.h"
#include "model/write/write_model.h"
#include "present/text/predict.h"
#include "present/words/words.h"

namespace cogs::present {

namespace {

using model::PartKind;

// The cell of one column, as model::read_feature_sheet takes it.
std::string cell_text(const model::Feature& feature, PartKind part) {
  switch (part) {
    case PartKind::label: return model::guarded_cell(feature.label);
    case PartKind::unit: return model::guarded_cell(feature.unit);
    case PartKind::fixed:
    case PartKind::caused:
    case PartKind::may_be_set:
    case PartKind::observed: return model::part_text(feature, part) ? "yes" : "";
    case PartKind::direction:
      return feature.direction == model::Direction::up     ? "may increase"
             : feature.direction == model::Direction::down ? "may decrease"
                                                           : "";
    default: return model::part_text(feature, part).value_or("");
  }
}

}  // namespace

std::string feature_sheet(const model::Model& model) {
  std::string out(model::feature_name_column);
  for (const model::FeatureColumn& column : model::feature_columns) {
    out += "," + std::string(column.name);
  }
  out += "\n";
  for (const model::Feature& feature : model.features) {
    out += csv_field(model::guarded_cell(feature.name));
    for (const model::FeatureColumn& column : model::feature_columns) {
      out += "," + csv_field(cell_text(feature, column.part));
    }
    out += "\n";
  }
  const bool ascii = std::none_of(out.begin(), out.end(), [](char c) { return (c & 0x80) != 0; });
  return ascii ? out : "\xEF\xBB\xBF" + out;
}

std::string features_text(const FeaturesReport& report, const TextStyle& style) {
  if (report.changed.empty()) {
    return wrapped("", safe_text(report.sheet) + " says what the model says: nothing was changed.",
                   style);
  }
  std::string out = wrapped(
      "",
      counted(report.changed.size(), "feature") + " changed" +
          (report.written.empty() ? std::string(":") : " in " + safe_text(report.written) + ":"),
      style);
  for (const model::FeatureId id : report.changed) {
    out += wrapped("  ", safe_text(model::format_feature(report.model.feature(id))), style);
  }
  return out;
}

json::Value features_json(const FeaturesReport& report) {
  const model::Model& model = report.model;
  json::Value object = json::Value::object();
  object.add("schema", json::Value::string("cogs.features/1"));
  json::Value file = json::Value::object();
  file.add("path", json::Value::string(model.path));
  file.add("sha256", json::Value::string(model.sha256));
  object.add("model", std::move(file));
  json::Value features = json::Value::array();
  for (const model::Feature& feature : model.features) {
    json::Value one = json::Value::object();
    one.add("feature", json::Value::string(feature.name));
    for (const model::FeatureColumn& column : model::feature_columns) {
      const std::string name(column.name);
      switch (column.part) {
        case PartKind::fixed:
        case PartKind::caused:
        case PartKind::may_be_set:
        case PartKind::observed:
          one.add(name, json::Value::boolean(model::part_text(feature, column.part).has_value()));
          break;
        case PartKind::label:
        case PartKind::unit: {
          const std::string& text = column.part == PartKind::label ? feature.label : feature.unit;
          one.add(name, text.empty() ? json::Value() : json::Value::string(text));
          break;
        }
        default: {
          const std::string text = cell_text(feature, column.part);
          one.add(name, text.empty() ? json::Value() : json::Value::string(text));
        }
      }
    }
    features.add(std::move(one));
  }
  object.add("features", std::move(features));
  if (report.sheet.empty()) return object;
  json::Value changed = json::Value::array();
  for (const model::FeatureId id : report.changed) {
    changed.add(json::Value::string(model.feature(id).name));
  }
  object.add("applied", json::Value::string(report.sheet));
  object.add("changed", std::move(changed));
  object.add("written",
             report.written.empty() ? json::Value() : json::Value::string(report.written));
  return object;
}

}  // namespace cogs::present
