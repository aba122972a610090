// SPDX-License-Identifier: Apache-2.0
#include "rules/simplify.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace cogs::rules {
namespace {

// The tightest bounds of one numeric column.
struct Bounds {
  std::optional<table::Code> above, not_at_most, at_most, not_above;

  void add(const CodedLiteral& literal) {
    switch (literal.test) {
      case Test::above: raise(above, literal.code); break;
      case Test::not_at_most: raise(not_at_most, literal.code); break;
      case Test::at_most: lower(at_most, literal.code); break;
      case Test::not_above: lower(not_above, literal.code); break;
      case Test::equal:
      case Test::not_equal: break;
    }
  }

  // Where every cell that matters is a number, the negated forms are the plain ones.
  void merge_forms() {
    if (not_at_most) raise(above, *std::exchange(not_at_most, std::nullopt));
    if (not_above) lower(at_most, *std::exchange(not_above, std::nullopt));
  }

  void append(std::uint32_t attribute, std::vector<CodedLiteral>& literals) const {
    if (above) literals.push_back({attribute, Test::above, *above});
    if (not_at_most) literals.push_back({attribute, Test::not_at_most, *not_at_most});
    if (at_most) literals.push_back({attribute, Test::at_most, *at_most});
    if (not_above) literals.push_back({attribute, Test::not_above, *not_above});
  }

 private:
  static void raise(std::optional<table::Code>& bound, table::Code code) {
    bound = bound ? std::max(*bound, code) : code;
  }
  static void lower(std::optional<table::Code>& bound, table::Code code) {
    bound = bound ? std::min(*bound, code) : code;
  }
};

template <class Value>
void append_once(std::vector<Value>& values, Value value) {
  if (std::find(values.begin(), values.end(), value) == values.end()) {
    values.push_back(std::move(value));
  }
}

void merge_literals(CodedRule& rule, Columns columns) {
  std::vector<CodedLiteral> merged;
  std::vector<std::pair<std::uint32_t, Bounds>> bounds;  // columns as they first came
  for (const CodedLiteral& literal : rule.literals) {
    if (literal.test == Test::equal || literal.test == Test::not_equal) {
      append_once(merged, literal);
    } else {
      auto at = std::find_if(bounds.begin(), bounds.end(),
                             [&](const auto& b) { return b.first == literal.attribute; });
      if (at == bounds.end()) at = bounds.insert(at, {literal.attribute, Bounds{}});
      at->second.add(literal);
    }
  }
  for (auto& [attribute, bound] : bounds) {
    if (!columns[attribute]->has_gaps() || bound.above || bound.at_most) bound.merge_forms();
    bound.append(attribute, merged);
  }
  rule.literals = std::move(merged);
}

}  // namespace

void simplify(CodedRule& rule, Columns columns) {
  std::vector<CodedRule> exceptions;
  for (CodedRule& exception : rule.exceptions) {
    simplify(exception, columns);
    if (exception.literals.size() == 1 && exception.exceptions.empty()) {
      CodedLiteral literal = exception.literals.front();
      literal.test = negation(literal.test);
      rule.literals.push_back(literal);
    } else {
      append_once(exceptions, std::move(exception));
    }
  }
  rule.exceptions = std::move(exceptions);
  merge_literals(rule, columns);
}

}  // namespace cogs::rules
