// SPDX-License-Identifier: Apache-2.0
//
// A random model as data: its `.cogs` text, and which of its rules hold for given values.
//
// generate_model.h draws them. That a record is turned down, and by how many rules, is said here
// without any code of cogs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/record.h"

namespace cogs::bench {

enum class Mode : std::uint8_t { only_if, if_, iff };

struct Column {
  bool numeric = true;
  std::uint32_t size = 0;                 // values: 0 to size - 1, or v0, v1, ...
  std::vector<std::uint32_t> thresholds;  // ascending, of a numeric one
  bool fixed = false, caused = false;
  Mode mode = Mode::if_;  // of its causal rules
  int direction = 0;      // 1: may increase, -1: may decrease
  std::uint32_t cost = 1;
};

// value =< constant, value > constant (numeric); value = constant, value \= constant (set).
struct Test {
  std::uint32_t column = 0;
  std::uint32_t constant = 0;
  bool negated = false;
};

using Body = std::vector<Test>;             // all of them
using Values = std::vector<std::uint32_t>;  // by column

struct CauseRule {
  Test head;
  Body body;
};

struct DecisionRule {
  Body body;
  std::vector<Body> exceptions;  // none of them
};

struct RandomModel {
  std::vector<Column> columns;
  std::vector<std::uint32_t> causal_order;
  std::vector<std::vector<CauseRule>> causes;  // by column
  std::vector<DecisionRule> rules;             // for reject(X)
  std::vector<Body> denials;

  bool holds(const Test& test, std::uint32_t value) const;
  bool holds(const Body& body, const Values& values) const;
  // Looks at this column and those before it in the causal order.
  bool obeys_causes(std::uint32_t column, const Values& values) const;
  bool denied(const Values& values) const;
  std::uint32_t rules_met(const Values& values) const;

  std::string text() const;
  std::vector<model::Field> fields(const Values& values) const;
};

}  // namespace cogs::bench
