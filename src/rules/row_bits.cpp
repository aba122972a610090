// SPDX-License-Identifier: Apache-2.0
#include "rules/row_bits.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace cogs::rules {
namespace {

// Bit i of the result is test(rows[i]).
template <class Test>
RowBits bits_where(const Rows& rows, const Test& test) {
  RowBits result(rows.size());
  const std::span<std::uint64_t> words = result.words();
  for (std::size_t begin = 0; begin < rows.size(); begin += 64) {
    const std::size_t count = std::min<std::size_t>(64, rows.size() - begin);
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < count; ++i) {
      word |= std::uint64_t{test(rows[begin + i])} << i;
    }
    words[begin / 64] = word;
  }
  return result;
}

}  // namespace

RowBits::RowBits(std::size_t rows, bool value)
    : words_((rows + 63) / 64, value ? ~std::uint64_t{0} : 0), rows_(rows) {
  if (value && rows % 64 != 0) words_.back() >>= 64 - rows % 64;
}

RowBits& RowBits::operator&=(const RowBits& other) {
  for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= other.words_[i];
  return *this;
}

RowBits& RowBits::operator|=(const RowBits& other) {
  for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= other.words_[i];
  return *this;
}

RowBits& RowBits::operator^=(const RowBits& other) {
  for (std::size_t i = 0; i < words_.size(); ++i) words_[i] ^= other.words_[i];
  return *this;
}

RowBits& RowBits::subtract(const RowBits& other) {
  for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= ~other.words_[i];
  return *this;
}

std::size_t RowBits::count() const {
  std::size_t sum = 0;
  for (const std::uint64_t word : words_) sum += static_cast<std::size_t>(std::popcount(word));
  return sum;
}

std::size_t count_difference(const RowBits& a, const RowBits& b) {
  std::size_t sum = 0;
  for (std::size_t i = 0; i < a.words().size(); ++i) {
    sum += static_cast<std::size_t>(std::popcount(a.words()[i] & ~b.words()[i]));
  }
  return sum;
}

Sample::Sample(const FitTask& task, Rows rows) : task_(&task), rows_(std::move(rows)) {
  classes_.resize(task.label.code_count());
  task.label.codes.visit([&](const auto codes) {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      RowBits& bits = classes_[codes[rows_[i]]];
      if (bits.rows() == 0) bits = RowBits(rows_.size());
      bits.set(i);
    }
  });
  for (table::Code code = 0; code < task.label.missing(); ++code) {
    equal_weights_ = equal_weights_ && task.weights[code] == 1;
  }
}

Sample::Key Sample::key(const CodedLiteral& literal) {
  return ((Key{literal.attribute} << 3 | static_cast<Key>(literal.test)) << 32) | literal.code;
}

void Sample::add_literals(const CodedRule& rule) {
  for (const CodedLiteral& literal : rule.literals) {
    const auto [at, is_new] = literals_.try_emplace(key(literal));
    if (!is_new) continue;
    const table::Column& column = *task_->columns[literal.attribute];
    const CodeRange range = codes_of(literal, column);
    column.codes.visit([&, &bits = at->second](const auto codes) {
      bits = bits_where(rows_, [&](std::uint32_t row) { return range.holds(codes[row]); });
    });
  }
  for (const CodedRule& exception : rule.exceptions) add_literals(exception);
}

const RowBits& Sample::bits(const CodedLiteral& literal) const {
  return literals_.at(key(literal));
}

RowBits Sample::cover(const CodedRule& rule) const {
  if (rule.literals.empty()) return RowBits(rows());
  RowBits result = bits(rule.literals.front());
  for (std::size_t i = 1; i < rule.literals.size(); ++i) result &= bits(rule.literals[i]);
  for (const CodedRule& exception : rule.exceptions) result.subtract(cover(exception));
  return result;
}

RowBits Sample::wrong_if_uncovered() const {
  if (!task_->positive) return RowBits(rows(), true);
  const RowBits& positives = classes_[*task_->positive];
  return positives.rows() == 0 ? RowBits(rows()) : positives;
}

RowBits Sample::wrong_if_covered(const CodedClassRule& rule) const {
  RowBits result(rows(), true);
  if (classes_[rule.outcome].rows() != 0) result.subtract(classes_[rule.outcome]);
  return result;
}

RowBits Sample::wrong(const CodedRules& rules) const {
  // From the last rule to the first: what a rule covers is decided by it, the rest by those below.
  RowBits result = wrong_if_uncovered();
  for (std::size_t r = rules.size(); r-- > 0;) {
    RowBits decided = cover(rules[r].rule);
    result.subtract(decided);
    result |= decided &= wrong_if_covered(rules[r]);
  }
  return result;
}

double Sample::mixed_weight(const RowBits& reached, const RowBits& cover, table::Code outcome,
                            const RowBits& wrong) const {
  const RowBits& own = classes_[outcome];
  const bool none = own.rows() == 0;
  const auto word = [&](std::size_t i) {
    const std::uint64_t covered = cover.words()[i];
    const std::uint64_t wrong_covered = none ? covered : covered & ~own.words()[i];
    return reached.words()[i] & (wrong_covered | (wrong.words()[i] & ~covered));
  };
  if (equal_weights_) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < cover.words().size(); ++i) {
      count += static_cast<std::size_t>(std::popcount(word(i)));
    }
    return static_cast<double>(count);
  }
  RowBits mixed(rows());
  for (std::size_t i = 0; i < cover.words().size(); ++i) mixed.words()[i] = word(i);
  return weight(mixed);
}

double Sample::sum(const RowBits& chosen, bool squared) const {
  if (equal_weights_) return static_cast<double>(chosen.count());
  double result = 0;
  for (table::Code code = 0; code < task_->label.missing(); ++code) {
    if (classes_[code].rows() == 0) continue;
    const std::size_t count = chosen.count() - count_difference(chosen, classes_[code]);
    const double weight = task_->weights[code];
    result += (squared ? weight * weight : weight) * static_cast<double>(count);
  }
  return result;
}

}  // namespace cogs::rules
