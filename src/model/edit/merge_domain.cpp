// SPDX-License-Identifier: Apache-2.0
#include "model/edit/merge_domain.h"

#include <algorithm>
#include <string>
#include <unordered_set>

namespace cogs::model {

namespace {

NumericDomain merged_numbers(const Feature& before, const NumericDomain& seen,
                             const std::vector<Value>& named) {
  NumericDomain domain = seen;
  domain.integer = domain.integer && before.numbers().integer;
  const auto widen = [&](const Number& number) {
    if (domain.low && number < *domain.low) domain.low = number;
    if (domain.high && number > *domain.high) domain.high = number;
    if (!number.is_integer()) domain.integer = false;
  };
  if (before.observed) {
    for (const Value& value : named) widen(*value.number);
    return domain;
  }
  const NumericDomain& law = before.numbers();
  law.low ? widen(*law.low) : domain.low.reset();
  law.high ? widen(*law.high) : domain.high.reset();
  return domain;
}

}  // namespace

Domain merged_domain(const Feature& before, const Domain& seen, const std::vector<Value>& named,
                     const table::Column& column) {
  const bool texts_named =
      std::any_of(named.begin(), named.end(), [](const Value& value) { return !value.number; });
  const auto* numbers = std::get_if<NumericDomain>(&seen);
  if (numbers && before.numeric() && !texts_named) return merged_numbers(before, *numbers, named);
  if (!before.numeric() && before.set().ordered) return before.domain;
  SetDomain domain;
  const auto* seen_set = std::get_if<SetDomain>(&seen);
  domain.open = (!before.numeric() && !before.observed && before.set().open) ||
                (seen_set != nullptr && seen_set->open);
  std::unordered_set<std::string> have;
  if (domain.open) have.insert(std::string(other_values));  // it stands last
  const auto add = [&](const SetValue& value) {
    if (have.insert(value.value.text).second) domain.values.push_back(value);
  };
  if (!before.numeric()) {
    for (const SetValue& value : before.set().values) {
      const bool is_named =
          std::find(named.begin(), named.end(), value.value) != named.end() ||
          std::any_of(before.price.reached.begin(), before.price.reached.end(),
                      [&](const auto& reached) { return reached.first == value.value; });
      if (!before.observed || is_named) add(value);
    }
  }
  if (numbers) {
    // The column is one of numbers now, but rules speak of other values.
    for (const Number& number : column.numbers) add({Value::of(number), false});
  } else {
    for (const SetValue& value : std::get<SetDomain>(seen).values) add(value);
  }
  for (const Value& value : named) add({value, false});
  if (domain.open) domain.values.push_back({Value::of(std::string(other_values)), false});
  return domain;
}

std::vector<std::string> values_without_place(const SetDomain& ordered,
                                              const table::Column& column) {
  std::vector<std::string> found;
  for (table::Code code = 0; code < column.missing(); ++code) {
    std::string text = column.text(code);
    if (!ordered.place(Value::of(text))) found.push_back(std::move(text));
  }
  return found;
}

}  // namespace cogs::model
