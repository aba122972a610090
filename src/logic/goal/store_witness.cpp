// SPDX-License-Identifier: Apache-2.0
//
// judge_numbers() decides where it can: either the limits exclude each other, or values are found
// that meet everything. For the latter, variables of products get values until the rest is linear;
// an equation with one variable left has its rational roots, and integers between bounds are tried
// one by one. Where neither comes out, it is not known.
#include <algorithm>

#include "logic/goal/store.h"

namespace cogs::logic {

using base::Number;

namespace {

constexpr std::uint64_t most_integer_cases = 5000;

std::vector<Number> divisors(const Number& number, bool& all) {
  std::vector<Number> result;
  const auto whole = number.absolute().to_int64();
  constexpr std::int64_t largest = 1'000'000'000'000;
  if (!whole || *whole == 0 || *whole > largest) {
    all = false;
    return {Number(1)};
  }
  for (std::int64_t d = 1; d * d <= *whole; ++d) {
    if (*whole % d != 0) continue;
    result.push_back(d);
    if (d * d != *whole) result.push_back(*whole / d);
  }
  return result;
}

}  // namespace

Possible Store::judge_numbers() {
  const auto waits = [](const Suspended& s) { return !s.done && s.kind != GoalKind::differ; };
  const Mark before = mark();
  if (std::none_of(suspended_.begin(), suspended_.end(), waits)) {
    return owners_.empty() ? Possible::yes : numbers_.has_solution(most_integer_cases);
  }
  for (int rounds = 0; rounds < 8; ++rounds) {
    bool changed = false;
    if (!limit_products(true, changed) || !settle()) {
      undo(before);
      return Possible::no;
    }
    if (!changed) break;
  }
  std::uint32_t steps = 2000;
  const Possible result = search_witness(steps, 0);
  undo(before);
  return result;
}

bool Store::fix_integers() {
  for (std::size_t i = 0; i < owners_.size(); ++i) {
    const NumberVariable number(i);
    if (!numbers_.is_integer(number) || numbers_.value(number) || !owners_[i]) continue;
    const Word variable = deref(owners_[i]);
    if (!variable.is_variable() || kind_of(variable) == VariableKind::settled) continue;
    const Range range = range_of(number, true);
    if (!range.lower || !range.upper || range.lower->value != range.upper->value) continue;
    if (!unify(variable, constants_.number(range.lower->value))) return false;
  }
  return true;
}

Possible Store::search_witness(std::uint32_t& steps, int depth) {
  // The first constraint that still waits, and of its variables the one with the fewest values.
  std::optional<Suspended> waiting;
  for (const Suspended& s : suspended_) {
    if (s.done || s.kind == GoalKind::differ) continue;
    if (s.kind == GoalKind::integer) {
      const Word word = deref(s.left);
      // Without a relation to others there is room beside the integers.
      if (!word.is_variable() || !is_numeric(word)) continue;
    }
    if (!waiting || s.kind != GoalKind::integer) waiting = s;
    if (s.kind != GoalKind::integer) break;
  }
  if (!waiting) return numbers_.has_solution(most_integer_cases);
  if (depth > 40) return Possible::unknown;
  std::vector<Word> open;
  variables_of(waiting->left, open);
  variables_of(waiting->right, open);
  std::erase_if(open, [&](Word variable) { return !is_numeric(variable); });
  if (open.empty()) return Possible::unknown;
  Word chosen;
  std::vector<Number> values;
  bool all = false;
  for (const Word variable : open) {
    bool own_all = false;
    std::vector<Number> own = values_to_try(variable, *waiting, own_all);
    const bool better = !chosen || (own_all && (!all || own.size() < values.size()));
    if (!better) continue;
    chosen = variable;
    values = std::move(own);
    all = own_all;
  }
  if (kind_of(chosen) == VariableKind::settled) return Possible::unknown;
  bool unknown = !all;
  for (const Number& value : values) {
    if (steps == 0) return Possible::unknown;
    --steps;
    const Mark before = mark();
    const Possible result =
        unify(chosen, constants_.number(value)) ? search_witness(steps, depth + 1) : Possible::no;
    undo(before);
    if (result == Possible::yes) return Possible::yes;
    if (result == Possible::unknown) unknown = true;
  }
  return unknown ? Possible::unknown : Possible::no;
}

// Values that the variable may have. `all`: there are no others.
std::vector<Number> Store::values_to_try(Word variable, const Suspended& waiting, bool& all) {
  const NumberVariable number = number_of(variable);
  const Range range = range_of(number, true);
  const auto inside = [&](const Number& value) {
    if (numbers_.is_integer(number) && !value.is_integer()) return false;
    if (range.lower) {
      const auto order = value <=> range.lower->value;
      if (order < 0 || (order == 0 && range.lower->strict)) return false;
    }
    if (range.upper) {
      const auto order = value <=> range.upper->value;
      if (order > 0 || (order == 0 && range.upper->strict)) return false;
    }
    return true;
  };
  std::vector<Number> values;
  const auto add = [&](const Number& value) {
    if (inside(value) && std::find(values.begin(), values.end(), value) == values.end()) {
      values.push_back(value);
    }
  };
  all = false;
  // An equation in this variable alone: its rational roots are numerator/denominator, which divide
  // the last and the first coefficient.
  if (waiting.kind != GoalKind::integer && relation_of(waiting.kind) == Relation::equal) {
    auto a = polynomial(waiting.left);
    const auto b = a ? polynomial(waiting.right) : std::nullopt;
    if (a && b) {
      for (const auto& [factors, coefficient] : *b) {
        Number& sum = (*a)[factors];
        sum = sum - coefficient;
      }
      std::erase_if(*a, [](const auto& term) { return term.second.sign() == 0; });
      const bool alone = !a->empty() && std::all_of(a->begin(), a->end(), [&](const auto& term) {
        return std::all_of(term.first.begin(), term.first.end(),
                           [&](NumberVariable factor) { return factor == number; });
      });
      if (alone) {
        std::vector<Number> coefficients;
        for (const auto& [factors, coefficient] : *a) {
          if (coefficients.size() <= factors.size()) coefficients.resize(factors.size() + 1);
          coefficients[factors.size()] = coefficient;
        }
        std::int64_t scale = 1;
        while (scale < 1'000'000 &&
               !std::all_of(
                   coefficients.begin(), coefficients.end(),
                   [&](const Number& c) { return (c * Number(scale)).is_integer(); })) {
          ++scale;
        }
        for (Number& c : coefficients) c = c * Number(scale);
        std::size_t lowest = 0;
        while (coefficients[lowest].sign() == 0) ++lowest;
        all = true;
        if (lowest > 0) add(0);
        const std::vector<Number> tops = divisors(coefficients[lowest], all);
        const std::vector<Number> bottoms = divisors(coefficients.back(), all);
        if (tops.size() * bottoms.size() > 100'000) {
          all = false;
        } else {
          for (const Number& top : tops) {
            for (const Number& bottom : bottoms) {
              for (const Number& root : {top / bottom, -top / bottom}) {
                Number sum;
                for (std::size_t i = coefficients.size(); i-- > 0;) {
                  sum = sum * root + coefficients[i];
                }
                if (sum.sign() == 0) add(root);
              }
            }
          }
        }
        if (all || !values.empty()) return values;
      }
    }
  }
  if (numbers_.is_integer(number) && range.lower && range.upper &&
      range.upper->value - range.lower->value < Number(200)) {
    all = true;
    for (Number value = range.lower->value.ceil(); value <= range.upper->value; value += 1) {
      add(value);
    }
    return values;
  }
  for (const int value : {0, 1, -1, 2, -2, 3, -3, 4, 5, 6, 7, 8, 9, 10, -4, -5, -6, -10, 12, 100}) {
    add(value);
  }
  add(Number(1) / Number(2));
  add(Number(-1) / Number(2));
  for (const auto& bound : {range.lower, range.upper}) {
    if (!bound) continue;
    add(bound->value);
    add(bound->value + 1);
    add(bound->value - 1);
    add(bound->value.floor());
    add(bound->value.ceil());
    add(bound->value + Number(1) / Number(2));
    add(bound->value - Number(1) / Number(2));
  }
  if (range.lower && range.upper) {
    const Number width = range.upper->value - range.lower->value;
    for (const int part : {2, 1, 3}) add(range.lower->value + width * Number(part) / Number(4));
    if (width.sign() == 0) all = true;
  }
  return values;
}

}  // namespace cogs::logic
