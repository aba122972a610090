// SPDX-License-Identifier: Apache-2.0
#include "model/value.h"

#include <utility>

namespace cogs::model {

Value Value::of(std::string text) {
  Value value;
  value.number = Number::parse(text);
  value.text = std::move(text);
  return value;
}

Value Value::of(const Number& number) { return Value{number.text(), number}; }

}  // namespace cogs::model
