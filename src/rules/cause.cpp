// SPDX-License-Identifier: Apache-2.0
#include "rules/cause.h"

#include <algorithm>
#include <cmath>

#include "rules/share.h"

namespace cogs::rules {

namespace {

// n * log(n / expected), 0 at n = 0.
double term(double n, double expected) { return n > 0 ? n * std::log(n / expected) : 0; }

// The codes of numbers before the cut: 0 .. result-1.
table::Code codes_before(const Cut& cut, const table::Column& column) {
  const auto& numbers = column.numbers;
  const auto end = cut.above ? std::upper_bound(numbers.begin(), numbers.end(), cut.at)
                             : std::lower_bound(numbers.begin(), numbers.end(), cut.at);
  return static_cast<table::Code>(end - numbers.begin());
}

void restrict_rows(std::vector<std::uint8_t>& rows, const std::vector<std::uint8_t>& truth,
                   const table::Column& column) {
  column.codes.visit([&](auto codes) {
    for (std::size_t row = 0; row < rows.size(); ++row) rows[row] &= truth[codes[row]];
  });
}

std::vector<std::uint8_t> rows_with(const CauseRule& rule, const table::Table& table) {
  std::vector<std::uint8_t> rows(table.rows, 1);
  for (const Literal& literal : rule.body) {
    const table::Column& column = table.columns[literal.attribute];
    restrict_rows(rows, truth_by_code(literal, column), column);
  }
  return rows;
}

std::vector<std::uint8_t> rows_with(const Effect& effect, const table::Table& table) {
  const table::Column& column = table.column(effect.column);
  const std::vector<std::uint8_t> truth = truth_by_code(effect, column);
  std::vector<std::uint8_t> rows(table.rows);
  column.codes.visit([&](auto codes) {
    for (std::size_t row = 0; row < rows.size(); ++row) rows[row] = truth[codes[row]];
  });
  return rows;
}

}  // namespace

double CauseCounts::base() const { return share(effect, rows); }
double CauseCounts::precision() const { return share(both, body); }
double CauseCounts::recall() const { return share(both, effect); }

double CauseCounts::lift() const {
  const double expected = base();
  return expected == 0 ? 0 : precision() / expected;
}

double CauseCounts::sufficiency() const {
  const double chance = share(body, rows) * static_cast<double>(rows - effect);
  return chance == 0 ? 0 : 1 - static_cast<double>(body - both) / chance;
}

double CauseCounts::necessity() const {
  const double chance = share(effect, rows) * static_cast<double>(rows - body);
  return chance == 0 ? 0 : 1 - static_cast<double>(effect - both) / chance;
}

double CauseCounts::information() const {
  if (rows == 0) return 0;
  const auto n = static_cast<double>(rows), e = static_cast<double>(effect),
             b = static_cast<double>(body), both_ = static_cast<double>(both);
  const double sum = term(both_, e * b / n) + term(b - both_, (n - e) * b / n) +
                     term(e - both_, e * (n - b) / n) +
                     term(n - e - b + both_, (n - e) * (n - b) / n);
  return std::max(0.0, sum);
}

double CauseCounts::explained() const {
  const auto n = static_cast<double>(rows), e = static_cast<double>(effect);
  const double all = rows == 0 ? 0 : -(term(e, n) + term(n - e, n));
  return all <= 0 ? 0 : information() / all;
}

std::size_t Cause::longest_body() const {
  std::size_t longest = 0;
  for (const CauseRule& rule : rules) longest = std::max(longest, rule.body.size());
  return longest;
}

std::size_t Cause::literals() const {
  std::size_t sum = 0;
  for (const CauseRule& rule : rules) sum += rule.body.size();
  return sum;
}

std::vector<std::uint8_t> truth_by_code(const Literal& literal, const table::Column& column) {
  std::vector<std::uint8_t> truth(column.code_count(), 0);
  if (literal.test == Test::equal || literal.test == Test::not_equal) {
    const auto* text = std::get_if<std::string>(&literal.value);
    const auto code = column.code_of(text ? *text : std::get<base::Number>(literal.value).text());
    if (literal.test == Test::not_equal) std::fill(truth.begin(), truth.end(), 1);
    if (code) truth[*code] = literal.test == Test::equal ? 1 : 0;
    return truth;
  }
  const bool negated = literal.test == Test::not_at_most || literal.test == Test::not_above;
  const bool at_most = literal.test == Test::at_most || literal.test == Test::not_at_most;
  const table::Code before = codes_before({std::get<base::Number>(literal.value), true}, column);
  for (table::Code code = 0; code < truth.size(); ++code) {
    const bool holds = column.is_number(code) && (code < before) == at_most;
    truth[code] = holds != negated ? 1 : 0;
  }
  return truth;
}

std::vector<std::uint8_t> truth_by_code(const Effect& effect, const table::Column& column) {
  std::vector<std::uint8_t> truth(column.code_count(), 0);
  truth[column.missing()] = 2;
  if (effect.value) {
    if (const auto code = column.code_of(*effect.value)) truth[*code] = 1;
    return truth;
  }
  const auto end = static_cast<table::Code>(column.numbers.size());
  const table::Code first = effect.from ? codes_before(*effect.from, column) : 0;
  const table::Code last = effect.to ? codes_before(*effect.to, column) : end;
  for (table::Code code = first; code < last; ++code) truth[code] = 1;
  for (table::Code code = end; code < truth.size(); ++code) truth[code] = 2;
  return truth;
}

void count(Cause& cause, const table::Table& table) {
  const std::vector<std::uint8_t> effect = rows_with(cause.effect, table);
  std::vector<std::uint8_t> any(table.rows, 0);
  for (CauseRule& rule : cause.rules) {
    const std::vector<std::uint8_t> rows = rows_with(rule, table);
    rule.covers = rule.correct = 0;
    for (std::size_t row = 0; row < table.rows; ++row) {
      const std::uint8_t holds = effect[row] == 2 ? 0 : rows[row];
      rule.covers += holds;
      rule.correct += holds & effect[row];
      any[row] |= holds;
    }
  }
  cause.counts = {};
  for (std::size_t row = 0; row < table.rows; ++row) {
    if (effect[row] == 2) continue;
    ++cause.counts.rows;
    cause.counts.effect += effect[row];
    cause.counts.body += any[row];
    cause.counts.both += any[row] & effect[row];
  }
}

CounterExamples counter_examples(const Cause& cause, const table::Table& table, std::size_t most) {
  CounterExamples found;
  const std::vector<std::uint8_t> effect = rows_with(cause.effect, table);
  std::vector<std::uint8_t> any(table.rows, 0);
  for (const CauseRule& rule : cause.rules) {
    const std::vector<std::uint8_t> rows = rows_with(rule, table);
    for (std::size_t row = 0; row < table.rows; ++row) any[row] |= rows[row];
  }
  const auto add = [&](std::vector<std::size_t>& list, std::size_t row) {
    if (list.size() < most) list.push_back(row + 1);
  };
  for (std::size_t row = 0; row < table.rows; ++row) {
    if (any[row] == 1 && effect[row] == 0 && cause.binding != Binding::only_if) {
      add(found.without_effect, row);
    }
    if (any[row] == 0 && effect[row] == 1 && cause.binding != Binding::if_) {
      add(found.without_cause, row);
    }
  }
  return found;
}

}  // namespace cogs::rules
