// SPDX-License-Identifier: Apache-2.0
//
// A literal becomes a table of truth values over the codes of its column; rules are evaluated on
// blocks of rows that stay in the first-level cache, a literal at a time.
#include "rules/predict.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "base/workers.h"

namespace cogs::rules {
namespace {

constexpr std::size_t block_rows = 2048;
using Mask = std::array<std::uint8_t, block_rows>;  // one byte a row: 1 or 0

struct CompiledLiteral {
  const table::Column* column = nullptr;  // null: missing in every row
  std::vector<std::uint8_t> truth;        // by code; where there is no column, of a missing cell
};

struct CompiledRule {
  std::vector<CompiledLiteral> literals;
  std::vector<CompiledRule> exceptions;
  std::uint32_t outcome = 0;
};

bool holds(Test test, const std::optional<base::Number>& cell, const base::Number& bound) {
  switch (test) {
    case Test::at_most: return cell && *cell <= bound;
    case Test::not_at_most: return !(cell && *cell <= bound);
    case Test::above: return cell && *cell > bound;
    case Test::not_above: return !(cell && *cell > bound);
    case Test::equal:
    case Test::not_equal: break;
  }
  return false;
}

std::vector<std::uint8_t> truth_of(const Literal& literal, const table::Column* column) {
  const std::size_t codes = column ? column->code_count() : 1;
  std::vector<std::uint8_t> truth(codes, 0);
  if (const auto* text = std::get_if<std::string>(&literal.value)) {
    const bool otherwise = literal.test == Test::not_equal;
    std::fill(truth.begin(), truth.end(), otherwise);
    const std::optional<table::Code> code = column ? column->code_of(*text) : std::nullopt;
    if (code && *code < column->missing()) truth[*code] = !otherwise;
    return truth;
  }
  const auto& bound = std::get<base::Number>(literal.value);
  std::fill(truth.begin(), truth.end(), holds(literal.test, std::nullopt, bound));
  if (!column) return truth;
  const auto first_above = static_cast<std::size_t>(
      std::upper_bound(column->numbers.begin(), column->numbers.end(), bound) -
      column->numbers.begin());
  for (std::size_t code = 0; code < column->numbers.size(); ++code) {
    const bool low = code < first_above;
    truth[code] = literal.test == Test::at_most || literal.test == Test::not_above ? low : !low;
  }
  if (!column->numeric) {
    for (std::size_t i = 0; i < column->texts.size(); ++i) {
      truth[i] = holds(literal.test, base::Number::parse(column->texts[i]), bound);
    }
  }
  return truth;
}

CompiledRule compile(const Rule& rule, const std::vector<const table::Column*>& columns) {
  CompiledRule result;
  for (const Literal& literal : rule.literals) {
    const table::Column* column = columns[literal.attribute];
    result.literals.push_back({column, truth_of(literal, column)});
  }
  for (const Rule& exception : rule.exceptions) {
    result.exceptions.push_back(compile(exception, columns));
  }
  return result;
}

// Rows begin .. begin+count-1 of the table, or those that a list gives.
struct Block {
  std::size_t begin = 0, count = 0;
  const std::uint32_t* rows = nullptr;
};

void restrict(const CompiledLiteral& literal, const Block& block, Mask& mask) {
  const std::uint8_t* truth = literal.truth.data();
  if (!literal.column) {
    if (truth[0] == 0) mask.fill(0);
    return;
  }
  literal.column->codes.visit([&](const auto codes) {
    if (block.rows) {
      for (std::size_t i = 0; i < block.count; ++i) mask[i] &= truth[codes[block.rows[i]]];
    } else {
      const auto* from = codes.data() + block.begin;
      for (std::size_t i = 0; i < block.count; ++i) mask[i] &= truth[from[i]];
    }
  });
}

bool any(const Mask& mask, std::size_t count) {
  return std::memchr(mask.data(), 1, count) != nullptr;
}

// Leaves in `mask` the rows of it that the rule covers.
void cover(const CompiledRule& rule, const Block& block, Mask& mask) {
  if (rule.literals.empty()) mask.fill(0);
  for (const CompiledLiteral& literal : rule.literals) restrict(literal, block, mask);
  for (const CompiledRule& exception : rule.exceptions) {
    if (!any(mask, block.count)) return;
    Mask out = mask;
    cover(exception, block, out);
    for (std::size_t i = 0; i < block.count; ++i) mask[i] &= out[i] ^ 1;
  }
}

}  // namespace

std::vector<std::uint32_t> predict(const RuleSet& rules, const table::Table& table,
                                   const std::vector<std::uint32_t>& rows, unsigned threads) {
  std::vector<const table::Column*> columns;
  for (const Attribute& attribute : rules.attributes) {
    const std::optional<table::ColumnId> id = table.find(attribute.name);
    columns.push_back(id ? &table.column(*id) : nullptr);
  }
  std::vector<CompiledRule> compiled;
  for (const ClassRule& rule : rules.rules) {
    compiled.push_back(compile(rule.rule, columns));
    compiled.back().outcome = static_cast<std::uint32_t>(
        std::find(rules.outcomes.begin(), rules.outcomes.end(), rule.outcome) -
        rules.outcomes.begin());
  }
  const std::size_t count = rows.empty() ? table.rows : rows.size();
  std::vector<std::uint32_t> result(count, rules.first_match ? no_outcome : 1);
  const auto predict_block = [&](std::size_t index, unsigned) {
    Block block{index * block_rows, std::min(block_rows, count - index * block_rows), nullptr};
    if (!rows.empty()) block.rows = rows.data() + block.begin;
    Mask open;
    open.fill(1);
    Mask mask;
    std::uint32_t* out = result.data() + block.begin;
    for (const CompiledRule& rule : compiled) {
      mask = open;
      cover(rule, block, mask);
      for (std::size_t i = 0; i < block.count; ++i) {
        out[i] = mask[i] != 0 ? rule.outcome : out[i];
        open[i] &= mask[i] ^ 1;
      }
    }
  };
  const std::size_t blocks = (count + block_rows - 1) / block_rows;
  constexpr std::size_t few_blocks = 16;  // not worth starting a thread
  base::Workers workers(blocks < few_blocks ? 1 : threads);
  workers.each(blocks, predict_block);
  return result;
}

std::vector<bool> wrong_rows(const RuleSet& rules, const table::Table& table,
                             const std::vector<std::uint32_t>& rows) {
  std::vector<bool> wrong(rows.size(), false);
  const table::Column& label = table.column(*table.find(rules.label));
  std::vector<std::uint32_t> outcome_of(label.code_count(), no_outcome);
  for (table::Code code = 0; code < label.missing(); ++code) {
    const auto at = std::find(rules.outcomes.begin(), rules.outcomes.end(), label.text(code));
    outcome_of[code] = static_cast<std::uint32_t>(at - rules.outcomes.begin());
    if (!rules.first_match) outcome_of[code] = std::min(outcome_of[code], 1U);
  }
  const std::vector<std::uint32_t> predicted = predict(rules, table, rows, 1);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    wrong[i] = predicted[i] != outcome_of[label.codes[rows[i]]];
  }
  return wrong;
}

Measures evaluate(const RuleSet& rules, const table::Table& table,
                  const std::vector<std::uint32_t>& rows, unsigned threads) {
  Confusion confusion;
  const bool one_against_rest = !rules.first_match;
  if (one_against_rest && rules.outcomes.size() > 2) {
    confusion.actual = {rules.outcomes[0], "not " + rules.outcomes[0]};
  } else {
    confusion.actual = rules.outcomes;
  }
  const std::optional<table::ColumnId> label_id = table.find(rules.label);
  if (!label_id) return {};
  const table::Column& label = table.column(*label_id);
  // From codes of the label to indices of outcomes. A class that the training rows did not have
  // is one more, never predicted.
  std::vector<std::size_t> outcome_of(label.code_count(), no_outcome);
  for (table::Code code = 0; code < label.missing(); ++code) {
    const std::string name = label.text(code);
    const auto at = std::find(rules.outcomes.begin(), rules.outcomes.end(), name);
    if (one_against_rest) {
      outcome_of[code] = at == rules.outcomes.begin() ? 0 : 1;
    } else if (at != rules.outcomes.end()) {
      outcome_of[code] = static_cast<std::size_t>(at - rules.outcomes.begin());
    } else {
      outcome_of[code] = confusion.actual.size();
      confusion.actual.push_back(name);
    }
  }
  confusion.predicted = confusion.actual;
  confusion.predicted.emplace_back();
  const std::size_t classes = confusion.actual.size();
  confusion.rows.assign(classes, std::vector<std::size_t>(classes + 1, 0));

  const std::vector<std::uint32_t> predicted = predict(rules, table, rows, threads);
  for (std::size_t i = 0; i < predicted.size(); ++i) {
    const std::size_t actual = outcome_of[label.codes[rows.empty() ? i : rows[i]]];
    if (actual == no_outcome) continue;
    ++confusion.rows[actual][predicted[i] == no_outcome ? classes : predicted[i]];
  }
  return measure(std::move(confusion), rules.first_match);
}

}  // namespace cogs::rules
