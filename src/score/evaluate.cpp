// SPDX-License-Identifier: Apache-2.0
#include "score/evaluate.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <string>

#include "score/float_number.h"

namespace cogs::score {

namespace {

// Floating point sums as the deployed program does them. No compiler may join a product and a sum
// here: every result goes through a variable of its type, and src/CMakeLists.txt turns contraction
// off.
template <class Float>
std::vector<double> float_scores(const Ensemble& e, std::span<const Value> row) {
  std::vector<Float> sums;
  for (const Output& output : e.outputs) sums.push_back(static_cast<Float>(output.base));
  for (const LinearTerm& term : e.linear) {
    const Value& value = row[term.column];
    double x = std::numeric_limits<double>::quiet_NaN();
    if (value.kind == Value::Kind::number)
      x = value.number;
    else if (term.if_missing)
      x = *term.if_missing;
    const Float product = static_cast<Float>(term.coefficient) * static_cast<Float>(x);
    sums[term.output] += product;
  }
  for (const Tree& tree : e.trees) {
    sums[tree.output] += static_cast<Float>(tree.nodes[leaf_of(e, tree, row)].value);
  }
  std::vector<double> scores;
  for (std::size_t i = 0; i < sums.size(); ++i) {
    Float score = sums[i];
    if (e.scale != 1.0) score = static_cast<Float>(e.scale) * score;
    if (e.outputs[i].bias != 0.0) score = score + static_cast<Float>(e.outputs[i].bias);
    if (e.divisor != 1.0) score = score / static_cast<Float>(e.divisor);
    scores.push_back(score);
  }
  return scores;
}

bool says_missing(std::string_view text) {
  for (const std::string_view word : {"", "NaN", "nan", "NA", "<NA>", "None", "null"}) {
    if (text == word) return true;
  }
  return false;
}

}  // namespace

std::optional<Value> read_value(const Column& column, std::string_view text) {
  if (column.kind == Column::Kind::category) {
    for (std::size_t i = 0; i < column.categories.size(); ++i) {
      if (column.categories[i] == text) return Value::of_category(static_cast<std::uint32_t>(i));
    }
    if (says_missing(text)) return Value();
    if (!column.numeric_categories) return Value::of_unknown();
    const auto number = read_float64(text);
    if (!number || !std::isfinite(*number)) return Value::of_unknown();
    const double whole = std::trunc(*number);
    if (std::abs(whole) > 1e15) return Value::of_unknown();
    const std::string digits = std::to_string(static_cast<std::int64_t>(whole));
    if (digits == text) return Value::of_unknown();
    return read_value(column, digits);
  }
  if (says_missing(text)) return Value();
  const auto number = read_float64(text);
  if (!number) return std::nullopt;
  return std::isnan(*number) ? Value() : Value::of_number(*number);
}

bool goes_yes(const Ensemble& e, const Node& node, const Value& value) {
  if (value.kind == Value::Kind::missing) return node.missing_yes;
  if (node.test == Test::in_set) {
    if (value.kind != Value::Kind::category) return node.unknown_yes;
    const auto& set = e.sets[node.set];
    return std::binary_search(set.begin(), set.end(), value.code);
  }
  if (value.kind != Value::Kind::number) return node.missing_yes;
  double x = value.number;
  if (e.columns[node.column].float32) x = static_cast<double>(static_cast<float>(x));
  if (node.zero_is_missing && std::abs(x) <= near_zero) return node.missing_yes;
  switch (node.test) {
    case Test::less: return x < node.threshold;
    case Test::less_equal: return x <= node.threshold;
    default: return x > node.threshold;
  }
}

std::uint32_t leaf_of(const Ensemble& e, const Tree& tree, std::span<const Value> row) {
  assert(row.size() == e.columns.size());
  std::uint32_t at = 0;
  while (tree.nodes[at].test != Test::leaf) {
    const Node& node = tree.nodes[at];
    at = goes_yes(e, node, row[node.column]) ? node.yes : node.no;
  }
  return at;
}

std::vector<double> raw_scores(const Ensemble& e, std::span<const Value> row) {
  if (e.sum == Sum::float32) return float_scores<float>(e, row);
  if (e.sum == Sum::float64) return float_scores<double>(e, row);
  std::vector<double> scores;
  const auto exact = exact_scores(e, row);
  for (std::size_t i = 0; i < e.outputs.size(); ++i) {
    scores.push_back(exact ? nearest_double((*exact)[i])
                           : std::numeric_limits<double>::quiet_NaN());
  }
  return scores;
}

base::Number exact_value(const Ensemble& e, const Node& leaf) {
  return e.sum == Sum::exact ? e.points[leaf.points] : exact(leaf.value);
}

base::Number exact_base(const Ensemble& e, std::size_t output) {
  return e.sum == Sum::exact ? e.outputs[output].exact_base : exact(e.outputs[output].base);
}

std::optional<std::vector<base::Number>> exact_scores(const Ensemble& e,
                                                      std::span<const Value> row) {
  std::vector<base::Number> scores;
  for (std::size_t i = 0; i < e.outputs.size(); ++i) scores.push_back(exact_base(e, i));
  for (const LinearTerm& term : e.linear) {
    const Value& value = row[term.column];
    if (value.kind != Value::Kind::number && !term.if_missing) return std::nullopt;
    const double x = value.kind == Value::Kind::number ? value.number : *term.if_missing;
    if (!std::isfinite(x)) return std::nullopt;
    scores[term.output] += exact(term.coefficient) * exact(x);
  }
  for (const Tree& tree : e.trees) {
    scores[tree.output] += exact_value(e, tree.nodes[leaf_of(e, tree, row)]);
  }
  for (std::size_t i = 0; i < scores.size(); ++i) {
    scores[i] = (exact(e.scale) * scores[i] + exact(e.outputs[i].bias)) / exact(e.divisor);
  }
  return scores;
}

}  // namespace cogs::score
