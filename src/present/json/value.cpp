// SPDX-License-Identifier: Apache-2.0
#include "present/json/value.h"

#include <variant>

#include "json/value.h"

namespace cogs::present {

json::Value price_json(const model::Price& price) {
  return price.flat() ? json::Value::number(price.up.fixed)
                      : json::Value::string(model::price_text(price));
}

namespace {

// JSON's grammar for numbers is narrower than ours: no "+4", "04" or "1r3".
bool is_json_number(const std::string& text) {
  std::size_t at = 0;
  const auto digits = [&] {
    const std::size_t first = at;
    while (at < text.size() && text[at] >= '0' && text[at] <= '9') ++at;
    return at - first;
  };
  if (at < text.size() && text[at] == '-') ++at;
  const std::size_t whole = at;
  const std::size_t count = digits();
  if (count == 0 || (count > 1 && text[whole] == '0')) return false;
  if (at < text.size() && text[at] == '.') {
    ++at;
    if (digits() == 0) return false;
  }
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
    if (digits() == 0) return false;
  }
  return at == text.size();
}

json::Value end_json(const std::optional<model::Number>& end) {
  return end ? json::Value::number(*end) : json::Value();
}

json::Value interval_or_object(const model::Interval& interval) {
  const std::string open = open_ends(interval);
  if (open.empty()) return interval_json(interval);
  json::Value object = json::Value::object();
  object.add("range", interval_json(interval));
  object.add("open", json::Value::string(open));
  return object;
}

}  // namespace

json::Value value_json(const model::Feature& feature, const model::Value& value) {
  if (feature.numeric()) {
    return value.number ? json::Value::number(*value.number) : json::Value::string(value.text);
  }
  for (const model::SetValue& declared : feature.set().values) {
    if (declared.value == value && declared.unquoted_number && is_json_number(value.text)) {
      return json::Value::number_text(value.text);
    }
  }
  return json::Value::string(value.text);
}

json::Value value_json(const model::Feature& feature, const std::optional<model::Value>& value) {
  return value ? value_json(feature, *value) : json::Value();
}

json::Value record_json(const model::Model& model, const model::Record& record) {
  json::Value object = json::Value::object();
  for (std::size_t i = 0; i < model.features.size() && i < record.size(); ++i) {
    object.add(model.features[i].name, value_json(model.features[i], record[i]));
  }
  return object;
}

json::Value interval_json(const model::Interval& interval) {
  return json::Value::array({end_json(interval.low), end_json(interval.high)});
}

std::string open_ends(const model::Interval& interval) {
  const bool low = interval.low && interval.low_open;
  const bool high = interval.high && interval.high_open;
  return low && high ? "both" : low ? "lo" : high ? "hi" : "";
}

json::Value value_set_json(const model::Feature& feature, const path::ValueSet& set) {
  if (const auto* intervals = std::get_if<std::vector<model::Interval>>(&set)) {
    if (intervals->size() == 1) return interval_or_object(intervals->front());
    json::Value list = json::Value::array();
    for (const model::Interval& interval : *intervals) list.add(interval_or_object(interval));
    return list;
  }
  json::Value list = json::Value::array();
  for (const model::Value& value : std::get<std::vector<model::Value>>(set)) {
    list.add(value_json(feature, value));
  }
  return list;
}

}  // namespace cogs::present
