// SPDX-License-Identifier: Apache-2.0
#include "json/value.h"

#include <utility>

namespace cogs::json {

Value Value::boolean(bool value) {
  Value v;
  v.kind_ = Kind::boolean;
  v.truth_ = value;
  return v;
}

Value Value::number(const base::Number& value) {
  std::string text = value.text();
  return text.find('/') == std::string::npos ? number_text(std::move(text)) : string(text);
}

Value Value::number(std::uint64_t value) { return number_text(std::to_string(value)); }

Value Value::number_text(std::string digits) {
  Value v;
  v.kind_ = Kind::number;
  v.text_ = std::move(digits);
  return v;
}

Value Value::string(std::string_view value) {
  Value v;
  v.kind_ = Kind::string;
  v.text_ = value;
  return v;
}

Value Value::array(std::vector<Value> items) {
  Value v;
  v.kind_ = Kind::array;
  v.items_ = std::move(items);
  return v;
}

Value Value::object() {
  Value v;
  v.kind_ = Kind::object;
  return v;
}

Value& Value::add(std::string name, Value value) {
  members_.emplace_back(std::move(name), std::move(value));
  return *this;
}

Value& Value::add(Value item) {
  items_.push_back(std::move(item));
  return *this;
}

const Value* Value::find(std::string_view name) const {
  for (const auto& [member_name, value] : members_) {
    if (member_name == name) return &value;
  }
  return nullptr;
}

}  // namespace cogs::json
