// SPDX-License-Identifier: Apache-2.0
#include "path/check_price.h"

#include <algorithm>
#include <optional>

namespace cogs::path::check {

namespace {

using model::Amount;

// The height of the scale at x: y0 and all the slopes on the way there.
Number height(const std::vector<Amount::Point>& scale, const Number& x) {
  std::size_t piece = 0;
  while (piece + 2 < scale.size() && x > scale[piece + 1].x) ++piece;
  const Amount::Point &left = scale[piece], &right = scale[piece + 1];
  const Number share = (x - left.x) / (right.x - left.x);
  return left.y * (Number(1) - share) + right.y * share;
}

Number by_amount(const Amount& amount, const Number& from, const Number& to) {
  if (amount.rate.sign() == 0) return amount.fixed;
  Number distance = to - from;
  if (amount.scale.empty()) {
    distance = distance / amount.per;
  } else {
    distance = height(amount.scale, to) - height(amount.scale, from);
  }
  return amount.fixed + amount.rate * distance.absolute();
}

// On the line of numbers, or of places.
std::optional<Number> on_line(const model::Feature& feature, const Value* value) {
  if (!value) return std::nullopt;
  if (feature.numeric()) return value->number;
  if (!feature.set().ordered) return std::nullopt;
  std::int64_t place = 0;
  for (const model::SetValue& each : feature.set().values) {
    if (each.value.text == value->text) return Number(place);
    ++place;
  }
  return std::nullopt;
}

}  // namespace

Number price(const model::Feature& feature, const model::Price& price, const Value* from,
             const Value& to) {
  const auto named = std::find_if(price.reached.begin(), price.reached.end(),
                                  [&](const auto& each) { return each.first.text == to.text; });
  if (named != price.reached.end()) return named->second;
  if (!price.reached.empty()) return price.up.fixed;
  const std::optional<Number> a = on_line(feature, from), b = on_line(feature, &to);
  if (a && b) return *a < *b ? by_amount(price.up, *a, *b) : by_amount(price.down, *a, *b);

  // There is no way from nowhere: the longest one within the domain counts.
  std::optional<Number> low, high;
  if (feature.numeric()) {
    low = feature.numbers().low;
    high = feature.numbers().high;
  } else {
    low = 0;
    high = Number(static_cast<std::int64_t>(feature.set().values.size()) - 1);
  }
  if (!low || !high) return std::max(price.up.fixed, price.down.fixed);
  return std::max(by_amount(price.up, *low, *high), by_amount(price.down, *high, *low));
}

}  // namespace cogs::path::check
