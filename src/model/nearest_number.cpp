// SPDX-License-Identifier: Apache-2.0
#include "model/nearest_number.h"

#include <algorithm>

namespace cogs::model {

Number nearest_number(const Feature& feature, int decimals, const Interval& cell,
                      const std::optional<Number>& from) {
  if (from && cell.contains(*from)) return *from;
  const auto lies_below = [&](const Number& n) {
    return cell.low && (n < *cell.low || (n == *cell.low && cell.low_open));
  };
  const bool rising = from ? lies_below(*from) : cell.low.has_value();
  if (rising ? !cell.low : !cell.high) return 0;  // from missing, no end at all
  const Number end = rising ? *cell.low : *cell.high;
  if (!(rising ? cell.low_open : cell.high_open)) return end;
  if (feature.numbers().integer) return rising ? end + 1 : end - 1;

  const Number step = feature.step ? *feature.step : Number::power_of_ten(-std::max(2, decimals));
  const Number beyond = rising ? end + step : end - step;
  if (cell.contains(beyond)) return beyond;
  // An open end without a far end always has room for the step, so both ends exist here.
  return (*cell.low + *cell.high) / 2;
}

}  // namespace cogs::model
