// SPDX-License-Identifier: Apache-2.0
//
// Paths written down by hand, for tests of what reads or checks them.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "build_model.h"
#include "path/path.h"

namespace cogs::build {

using base::Number;
using model::FeatureId;
using model::Interval;
using model::Value;
using path::Change;
using path::Effect;
using Faults = std::vector<std::string>;

inline Interval closed(const std::string& low, const std::string& high) {
  return {Number::parse(low), Number::parse(high)};
}

inline Change change(FeatureId feature, const std::string& from, const std::string& to,
                     Interval range) {
  Change c;
  c.feature = feature;
  if (from != "?") c.from = Value::of(from);
  c.to = Value::of(to);
  c.range = std::vector<Interval>{std::move(range)};
  return c;
}

inline Change choice(FeatureId feature, const std::string& from, const std::string& to,
                     const std::vector<std::string>& range) {
  Change c = change(feature, from, to, {});
  std::vector<Value> values;
  for (const std::string& text : range) values.push_back(Value::of(text));
  c.range = values;
  return c;
}

inline Effect effect(Change c, path::ValueSet supported, bool certain,
                     const std::vector<std::size_t>& rules) {
  Effect e;
  static_cast<Change&>(e) = std::move(c);
  e.supported = std::move(supported);
  e.certain = certain;
  for (const std::size_t rule : rules) e.rules.emplace_back(rule);
  return e;
}

inline testing::AssertionResult says(const Faults& faults, const std::string& wanted) {
  if (std::find(faults.begin(), faults.end(), wanted) != faults.end()) {
    return testing::AssertionSuccess();
  }
  auto result = testing::AssertionFailure() << "no fault says: " << wanted << "\nbut:";
  for (const std::string& fault : faults) result << "\n  " << fault;
  return result;
}

}  // namespace cogs::build
