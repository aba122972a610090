// SPDX-License-Identifier: Apache-2.0
#include "rules/coded_rule.h"

#include <algorithm>

namespace cogs::rules {

CodeRange codes_of(const CodedLiteral& literal, const table::Column& column) {
  const auto numbers = static_cast<table::Code>(column.numbers.size());
  switch (literal.test) {
    case Test::equal: return {literal.code, 1, false};
    case Test::not_equal: return {literal.code, 1, true};
    case Test::at_most: return {0, literal.code + 1, false};
    case Test::not_at_most: return {0, literal.code + 1, true};
    case Test::above: return {literal.code + 1, numbers - literal.code - 1, false};
    case Test::not_above: return {literal.code + 1, numbers - literal.code - 1, true};
  }
  return {};
}

Test negation(Test test) {
  switch (test) {
    case Test::equal: return Test::not_equal;
    case Test::not_equal: return Test::equal;
    case Test::at_most: return Test::not_at_most;
    case Test::not_at_most: return Test::at_most;
    case Test::above: return Test::not_above;
    case Test::not_above: return Test::above;
  }
  return test;
}

Rows select(const CodedLiteral& literal, Columns columns, std::span<const std::uint32_t> rows,
            Rows* rest) {
  const table::Column& column = *columns[literal.attribute];
  const CodeRange range = codes_of(literal, column);
  Rows kept(rows.size());
  std::size_t count = 0;
  std::size_t before = 0;
  if (rest) {
    before = rest->size();
    rest->resize(before + rows.size());
  }
  column.codes.visit([&](const auto codes) {
    // Without a branch: each row is written to both lists, and one of them moves on.
    if (rest) {
      std::uint32_t* other = rest->data() + before;
      for (const std::uint32_t row : rows) {
        const bool holds = range.holds(codes[row]);
        kept[count] = row;
        *other = row;
        count += holds;
        other += !holds;
      }
    } else {
      for (const std::uint32_t row : rows) {
        kept[count] = row;
        count += range.holds(codes[row]);
      }
    }
  });
  kept.resize(count);
  if (rest) rest->resize(before + rows.size() - count);
  return kept;
}

Rows covered(const CodedRule& rule, Columns columns, std::span<const std::uint32_t> rows) {
  if (rule.literals.empty()) return {};
  Rows kept = select(rule.literals.front(), columns, rows);
  for (std::size_t i = 1; i < rule.literals.size(); ++i) {
    kept = select(rule.literals[i], columns, kept);
  }
  for (const CodedRule& exception : rule.exceptions) {
    if (kept.empty()) break;
    const Rows out = covered(exception, columns, kept);
    if (!out.empty()) kept = without(kept, out);
  }
  return kept;
}

Rows without(std::span<const std::uint32_t> rows, std::span<const std::uint32_t> gone) {
  Rows rest;
  rest.reserve(rows.size() - gone.size());
  std::set_difference(rows.begin(), rows.end(), gone.begin(), gone.end(), std::back_inserter(rest));
  return rest;
}

Literal decoded(const CodedLiteral& literal, Columns columns) {
  const table::Column& column = *columns[literal.attribute];
  Literal result{literal.attribute, literal.test, {}};
  if (literal.test == Test::equal || literal.test == Test::not_equal) {
    result.value = column.text(literal.code);
  } else {
    result.value = column.numbers[literal.code];
  }
  return result;
}

}  // namespace cogs::rules
