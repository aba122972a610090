// SPDX-License-Identifier: Apache-2.0
#include "oracle/cells.h"

#include <algorithm>
#include <map>
#include <stdexcept>

namespace cogs::oracle {

using model::Comparison;
using model::Condition;

std::vector<Condition> conditions_on(const Meaning& meaning, std::size_t f) {
  std::vector<Condition> all;
  for (const Test& test : meaning.tests()) {
    if (test.feature == f) all.insert(all.end(), test.conditions.begin(), test.conditions.end());
  }
  for (const Cause& cause : meaning.causes()) {
    if (cause.feature == f) all.insert(all.end(), cause.head.begin(), cause.head.end());
  }
  return all;
}

Cells::Cells(const Meaning& meaning, std::size_t f, const std::optional<path::RangeOption>& range,
             const std::optional<Value>& start, const model::Price& price)
    : feature_(meaning.model().features[f]), f_(f) {
  if (feature_.numeric()) {
    cut_numbers(meaning, range, start);
  } else {
    fold_values(meaning, start, price);
  }
}

void Cells::cut_numbers(const Meaning& meaning, const std::optional<path::RangeOption>& range,
                        const std::optional<Value>& start) {
  const model::NumericDomain& domain = feature_.numbers();
  // `N =< 12` tells 12 from what comes after it, and cuts nowhere else.
  for (const Condition& c : conditions_on(meaning, f_)) {
    const Number& n = *c.constant.number;
    if (c.comparison != Comparison::less_equal && c.comparison != Comparison::greater) {
      cuts_.push_back({n, false});
    }
    if (c.comparison != Comparison::less && c.comparison != Comparison::greater_equal) {
      cuts_.push_back({n, true});
    }
  }
  if (domain.low) cuts_.push_back({*domain.low, false});
  if (domain.high) cuts_.push_back({*domain.high, true});
  if (range && range->low) cuts_.push_back({*range->low, false});
  if (range && range->high) cuts_.push_back({*range->high, true});
  if (start) {
    cuts_.push_back({*start->number, false});
    cuts_.push_back({*start->number, true});
  }
  if (domain.integer) {  // the same cut between two integers has one name
    for (Cut& c : cuts_) {
      c.at = c.after ? c.at.floor() + Number(1) : c.at.ceil();
      c.after = false;
    }
  } else {
    int decimals = 2;
    for (const Condition& c : conditions_on(meaning, f_)) {
      decimals = std::max(decimals, c.constant.number->decimals());
    }
    if (domain.low) decimals = std::max(decimals, domain.low->decimals());
    if (domain.high) decimals = std::max(decimals, domain.high->decimals());
    resolution_ = feature_.step ? *feature_.step : Number::power_of_ten(-decimals);
  }
  std::sort(cuts_.begin(), cuts_.end());
  cuts_.erase(std::unique(cuts_.begin(), cuts_.end()), cuts_.end());
  count_ = cuts_.size() + 1;
}

void Cells::fold_values(const Meaning& meaning, const std::optional<Value>& start,
                        const model::Price& price) {
  const std::vector<Condition> conditions = conditions_on(meaning, f_);
  std::map<std::vector<bool>, std::size_t> groups;  // by what the order comparisons say
  for (const model::SetValue& v : feature_.set().values) {
    bool apart = feature_.set().ordered || (start && start->text == v.value.text);
    for (const auto& named : price.reached) apart = apart || named.first.text == v.value.text;
    std::vector<bool> says;
    for (const Condition& c : conditions) {
      if (c.comparison == Comparison::equal || c.comparison == Comparison::not_equal) {
        apart = apart || c.constant.text == v.value.text;
      } else {
        says.push_back(condition_holds(feature_, c, v.value));
      }
    }
    if (apart) {
      value_cell_.push_back(count_++);
      continue;
    }
    const auto [group, fresh] = groups.try_emplace(says, count_);
    if (fresh) ++count_;
    value_cell_.push_back(group->second);
  }
  if (start && !in_domain(feature_, *start)) value_cell_.push_back(count_++);
}

std::size_t Cells::cell_of(const Value& value) const {
  if (feature_.numeric()) {
    std::size_t below = 0;
    for (const Cut& c : cuts_) {
      if (c.after ? *value.number > c.at : *value.number >= c.at) ++below;
    }
    return below;
  }
  const auto& values = feature_.set().values;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i].value.text == value.text) return value_cell_[i];
  }
  if (value_cell_.size() == values.size()) throw std::logic_error("oracle: an unknown value");
  return value_cell_.back();
}

std::optional<model::Interval> Cells::interval(std::size_t cell) const {
  model::Interval result;
  if (cell > 0) {
    result.low = cuts_[cell - 1].at;
    result.low_open = cuts_[cell - 1].after;
  }
  if (cell < cuts_.size()) {
    result.high = cuts_[cell].at;
    result.high_open = !cuts_[cell].after;
    if (feature_.numbers().integer) {
      result.high = *result.high - Number(1);
      result.high_open = false;
    }
  }
  if (result.low && result.high) {
    if (*result.low > *result.high) return std::nullopt;
    if (*result.low == *result.high && (result.low_open || result.high_open)) return std::nullopt;
  }
  return result;
}

Number Cells::lowest(const model::Interval& cell) const {
  if (!cell.low_open) return *cell.low;
  const Number next = *cell.low + resolution_;
  return cell.contains(next) ? next : (*cell.low + *cell.high) / Number(2);
}

Number Cells::highest(const model::Interval& cell) const {
  if (!cell.high_open) return *cell.high;
  const Number next = *cell.high - resolution_;
  return cell.contains(next) ? next : (*cell.low + *cell.high) / Number(2);
}

Value Cells::nearest(const std::optional<Value>& from, std::size_t cell) const {
  if (!feature_.numeric()) {
    for (std::size_t i = 0; i < value_cell_.size(); ++i) {
      if (value_cell_[i] == cell && i < feature_.set().values.size()) {
        return feature_.set().values[i].value;
      }
    }
    throw std::logic_error("oracle: no value to change to");
  }
  const model::Interval values = interval(cell).value();
  if (!from) {
    if (values.low) return Value::of(lowest(values));
    return Value::of(values.high ? highest(values) : Number(0));
  }
  const bool above = values.low && *from->number <= *values.low;
  return Value::of(above ? lowest(values) : highest(values));
}

std::vector<Value> Cells::samples(std::size_t cell) const {
  const std::optional<model::Interval> values = interval(cell);
  if (!values) return {};
  std::vector<Number> numbers;
  const Number seven = 7;
  if (values->low) numbers.push_back(lowest(*values));
  if (values->high) numbers.push_back(highest(*values));
  if (values->low && values->high) {
    const Number middle = (*values->low + *values->high) / Number(2);
    numbers.push_back(feature_.numbers().integer ? middle.floor() : middle);
  } else if (values->low) {
    numbers.push_back(*values->low + seven);
  } else if (values->high) {
    numbers.push_back(*values->high - seven);
  } else {
    numbers = {Number(-7), Number(0), seven};
  }
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  std::vector<Value> result;
  for (const Number& n : numbers) {
    if (values->contains(n)) result.push_back(Value::of(n));
  }
  return result;
}

}  // namespace cogs::oracle
