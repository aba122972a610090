// SPDX-License-Identifier: Apache-2.0
//
// path::find_counterfactuals against the enumerated goal set: regions are disjoint, cover it
// exactly, and the counts are right; with a start, the goal states that paths reach.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "oracle/exhaustive.h"
#include "oracle/runner.h"
#include "path/counterfactuals.h"

namespace cogs::oracle {
namespace {

bool holds(const path::ValueSet& set, const model::Value& value) {
  if (const auto* values = std::get_if<std::vector<model::Value>>(&set)) {
    for (const model::Value& v : *values) {
      if (v == value) return true;
    }
    return false;
  }
  for (const model::Interval& i : std::get<std::vector<model::Interval>>(set)) {
    if (i.contains(*value.number)) return true;
  }
  return false;
}

// How many values a set has, of whole numbers or names.
std::int64_t size_of(const path::ValueSet& set) {
  if (const auto* values = std::get_if<std::vector<model::Value>>(&set)) {
    return static_cast<std::int64_t>(values->size());
  }
  model::Number size = 0;
  for (const model::Interval& i : std::get<std::vector<model::Interval>>(set)) {
    size = size + (*i.high - *i.low + 1);
  }
  return static_cast<std::int64_t>(size.approximate());
}

bool countable(const path::ValueSet& set) {
  const auto* intervals = std::get_if<std::vector<model::Interval>>(&set);
  return !intervals || std::all_of(intervals->begin(), intervals->end(),
                                   [](const model::Interval& i) { return i.low && i.high; });
}

// Regions name no value that is tried nowhere, such as one between a domain and a start beside it.
std::optional<std::int64_t> states_in(const std::vector<path::Region>& regions) {
  std::int64_t sum = 0;
  for (const path::Region& region : regions) {
    std::int64_t product = 1;
    for (const path::ValueSet& set : region.features) {
      if (!countable(set)) return std::nullopt;
      product *= size_of(set);
    }
    sum += product;
  }
  return sum;
}

std::string text_of(const model::Record& record) {
  std::string text;
  for (const auto& value : record) text += (value ? value->text : "?") + " ";
  return text;
}

Failure compare(const Question& q, const std::optional<model::Record>& start,
                const path::Options& options, const std::string& kind) {
  const OracleGoals expected = goals(q.model, start, options);
  base::Budget budget;
  const path::Counterfactuals found = path::find_counterfactuals(q.model, start, options, budget);
  for (const path::Region& region : found.regions) {
    if (region.features.size() != q.model.features.size()) return {kind + "shape", ""};
  }
  for (std::size_t i = 0; i < expected.tried.size(); ++i) {
    std::size_t hits = 0;
    for (const path::Region& region : found.regions) {
      bool inside = true;
      for (std::size_t f = 0; f < region.features.size(); ++f) {
        inside = inside && holds(region.features[f], *expected.tried[i][f]);
      }
      hits += inside;
    }
    const std::string state = text_of(expected.tried[i]);
    if (hits > 1) return {kind + "regions overlap", state};
    if (hits == 0 && expected.is_goal[i]) return {kind + "a goal is left out", state};
    if (hits == 1 && !expected.is_goal[i]) return {kind + "not a goal", state};
  }
  if (found.cells != std::to_string(expected.cells)) {
    return {kind + "cells", found.cells + " instead of " + std::to_string(expected.cells)};
  }
  // Single points of a continuous domain may be counted or called infinite.
  if (expected.continuous && expected.states > 0) return {};
  if (found.states != std::to_string(expected.states)) {
    return {kind + "states", found.states + " instead of " + std::to_string(expected.states)};
  }
  const auto held = expected.continuous ? std::nullopt : states_in(found.regions);
  if (held && std::to_string(*held) != found.states) {
    return {kind + "regions with values that no state has",
            std::to_string(*held) + " instead of " + found.states};
  }
  return {};
}

Failure compare_both(const Case& c, std::uint64_t) {
  Question q = question(c);
  path::Options goal_only;
  goal_only.desired = q.options.desired;
  if (Failure f = compare(q, std::nullopt, goal_only, ""); !f.kind.empty()) return f;
  // Which effects are certain depends on the path, not on the goal state.
  q.options.certain = false;
  return compare(q, q.record, q.options, "with a start: ");
}

TEST(CounterfactualsAgainstOracle, RegionsAndCountsAreRight) {
  run_on_random_models(400, compare_both);
}

// Shrunk from disagreements; the oracle says what is right.
TEST(CounterfactualsAgainstOracle, KeptCasesAreRight) {
  for (const auto& entry : std::filesystem::directory_iterator(COGS_ORACLE_CASES "/goals")) {
    std::ifstream file(entry.path());
    std::stringstream text;
    text << file.rdbuf();
    const Failure failure = compare_both(read_case(text.str()), 0);
    EXPECT_EQ(failure.kind, "") << entry.path() << "\n" << failure.details;
  }
}

}  // namespace
}  // namespace cogs::oracle
