// SPDX-License-Identifier: Apache-2.0
#include "oracle/prices.h"

#include <algorithm>
#include <stdexcept>

#include "oracle/meaning.h"

namespace cogs::oracle {

namespace {

// How far it is from a to b > a along a scale: piece by piece, the outer ones without end.
Number along_scale(const std::vector<model::Amount::Point>& scale, const Number& a,
                   const Number& b) {
  Number sum = 0;
  for (std::size_t i = 0; i + 1 < scale.size(); ++i) {
    const Number slope = (scale[i + 1].y - scale[i].y) / (scale[i + 1].x - scale[i].x);
    const Number begin = i == 0 ? a : std::max(a, scale[i].x);
    const Number end = i + 2 == scale.size() ? b : std::min(b, scale[i + 1].x);
    if (end > begin) sum += slope * (end - begin);
  }
  return sum;
}

// The price of one direction for the way between a and b.
Number of_way(const model::Amount& amount, const Number& a, const Number& b) {
  const Number low = std::min(a, b), high = std::max(a, b);
  if (!amount.scale.empty())
    return amount.fixed + amount.rate * along_scale(amount.scale, low, high);
  return amount.fixed + amount.rate * (high - low) / amount.per;
}

// Where a value lies: its number, or its place in an ordered set.
std::optional<Number> where(const model::Feature& feature, const std::optional<Value>& value) {
  if (!value) return std::nullopt;
  if (feature.numeric()) return value->number;
  const auto place = place_in_order(feature, *value);
  if (!place) return std::nullopt;
  return Number(static_cast<std::int64_t>(*place));
}

}  // namespace

bool without_distance(const model::Price& price) {
  return price.up.rate == Number(0) && price.down.rate == Number(0);
}

Number price_of_change(const model::Feature& feature, const model::Price& price,
                       const std::optional<Value>& from, const Value& to) {
  if (!price.reached.empty()) {
    for (const auto& [value, cost] : price.reached) {
      if (value.text == to.text) return cost;
    }
    return price.up.fixed;
  }
  const std::optional<Number> a = where(feature, from), b = where(feature, to);
  if (a && b) return of_way(*b > *a ? price.up : price.down, *a, *b);
  // From nowhere: as much as the longest way within the domain.
  if (without_distance(price)) return std::max(price.up.fixed, price.down.fixed);
  Number low = 0, high = 0;
  if (feature.numeric()) {
    const model::NumericDomain& domain = feature.numbers();
    if (!domain.low || !domain.high) {
      throw std::invalid_argument("oracle: no price from missing for " + feature.name);
    }
    low = *domain.low;
    high = *domain.high;
  } else {
    high = Number(static_cast<std::int64_t>(feature.set().values.size()) - 1);
  }
  return std::max(of_way(price.up, low, high), of_way(price.down, low, high));
}

}  // namespace cogs::oracle
