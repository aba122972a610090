// SPDX-License-Identifier: Apache-2.0
//
// One bit for each row of a sample: what literals and rules make of it, 64 rows at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "rules/coded_rule.h"
#include "rules/fit.h"

namespace cogs::rules {

class RowBits {
 public:
  RowBits() = default;
  explicit RowBits(std::size_t rows, bool value = false);

  std::size_t rows() const { return rows_; }
  std::span<std::uint64_t> words() { return words_; }
  std::span<const std::uint64_t> words() const { return words_; }
  void set(std::size_t row) { words_[row / 64] |= std::uint64_t{1} << (row % 64); }

  RowBits& operator&=(const RowBits& other);
  RowBits& operator|=(const RowBits& other);
  RowBits& operator^=(const RowBits& other);
  RowBits& subtract(const RowBits& other);
  std::size_t count() const;

 private:
  std::vector<std::uint64_t> words_;
  std::size_t rows_ = 0;
};

// a without b.
std::size_t count_difference(const RowBits& a, const RowBits& b);

// A sample of rows, what each class is on it, and the literals that were asked for, kept.
class Sample {
 public:
  Sample(const FitTask& task, Rows rows);

  std::size_t rows() const { return rows_.size(); }
  const RowBits& of_class(table::Code outcome) const { return classes_[outcome]; }
  const FitTask& task() const { return *task_; }

  // Keeps the bits of all literals of the rules, so that the functions below only read.
  void add_literals(const CodedRule& rule);
  void forget_literals() { literals_.clear(); }
  const RowBits& bits(const CodedLiteral& literal) const;
  RowBits cover(const CodedRule& rule) const;
  // Rows that are wrong where no rule covers them: the positive ones; all, with several classes.
  RowBits wrong_if_uncovered() const;
  // Rows that are wrong if the rule covers them.
  RowBits wrong_if_covered(const CodedClassRule& rule) const;
  // Rows that the rules give another class than their own, or none.
  RowBits wrong(const CodedRules& rules) const;
  // Sum of the weights of rows, and of their squares.
  double weight(const RowBits& chosen) const { return sum(chosen, false); }
  // Weight of those of `reached` that are covered and not of the class `outcome`, or not covered
  // and wrong.
  double mixed_weight(const RowBits& reached, const RowBits& cover, table::Code outcome,
                      const RowBits& wrong) const;
  double squared_weight(const RowBits& chosen) const { return sum(chosen, true); }

 private:
  using Key = std::uint64_t;
  static Key key(const CodedLiteral& literal);
  double sum(const RowBits& chosen, bool squared) const;

  const FitTask* task_;  // must outlive the sample
  Rows rows_;
  std::vector<RowBits> classes_;  // by code of the label; empty where no row is of the class
  std::map<Key, RowBits> literals_;
  bool equal_weights_ = true;
};

}  // namespace cogs::rules
