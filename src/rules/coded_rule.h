// SPDX-License-Identifier: Apache-2.0
//
// Rules while they are learned: literals over codes of a table's columns.
//
// `attribute` counts the columns that are learned from (Columns below), not those of the table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "rules/rule_set.h"
#include "table/table.h"

namespace cogs::rules {

using Rows = std::vector<std::uint32_t>;                // ascending
using Columns = std::span<const table::Column* const>;  // the attributes

struct CodedLiteral {
  std::uint32_t attribute = 0;
  Test test = Test::equal;
  table::Code code = 0;

  friend bool operator==(const CodedLiteral&, const CodedLiteral&) = default;
};

struct CodedRule {
  std::vector<CodedLiteral> literals;
  std::vector<CodedRule> exceptions;

  friend bool operator==(const CodedRule&, const CodedRule&) = default;
};

// The codes on which a literal holds: from `begin` to before `end`, or all others.
struct CodeRange {
  table::Code begin = 0, size = 0;
  bool outside = false;

  bool holds(table::Code code) const { return (code - begin < size) != outside; }
};

CodeRange codes_of(const CodedLiteral& literal, const table::Column& column);

Test negation(Test test);

// The rows of `rows` on which `literal` holds; the others are appended to `rest` if it is given.
Rows select(const CodedLiteral& literal, Columns columns, std::span<const std::uint32_t> rows,
            Rows* rest = nullptr);

// The rows of `rows` that the rule covers: all literals hold, no exception covers. A rule without
// literals covers nothing.
Rows covered(const CodedRule& rule, Columns columns, std::span<const std::uint32_t> rows);

// `rows` without those in `gone`, which must be among them.
Rows without(std::span<const std::uint32_t> rows, std::span<const std::uint32_t> gone);

Literal decoded(const CodedLiteral& literal, Columns columns);

}  // namespace cogs::rules
