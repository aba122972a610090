// SPDX-License-Identifier: Apache-2.0
#include "explain/reason_codes.h"

#include <algorithm>

namespace cogs::explain {

namespace {

bool all_on_one_side(const Reason& reason, const std::optional<model::Value>& actual, bool above) {
  const auto* needed = std::get_if<std::vector<model::Interval>>(&reason.needed);
  if (!needed || needed->empty() || !actual || !actual->number) return false;
  // The actual value is in none of the intervals, so an end on its far side decides.
  return std::all_of(needed->begin(), needed->end(), [&](const model::Interval& interval) {
    const auto& end = above ? interval.low : interval.high;
    return end && (above ? *end >= *actual->number : *end <= *actual->number);
  });
}

bool fits(const ReasonCode& code, const Record& record, const Reason& reason) {
  if (code.feature != reason.feature) return false;
  const auto& actual = record[reason.feature.index()];
  switch (code.when) {
    case ReasonCode::When::always: return true;
    case ReasonCode::When::low: return all_on_one_side(reason, actual, true);
    case ReasonCode::When::high: return all_on_one_side(reason, actual, false);
    case ReasonCode::When::missing: return !actual;
    case ReasonCode::When::value: return actual == code.value;
  }
  return false;
}

}  // namespace

const ReasonCode* code_of(const ReasonCodes& codes, const Record& record, const Reason& reason) {
  const auto found = std::find_if(codes.begin(), codes.end(), [&](const ReasonCode& code) {
    return fits(code, record, reason);
  });
  return found == codes.end() ? nullptr : &*found;
}

}  // namespace cogs::explain
