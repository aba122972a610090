// SPDX-License-Identifier: Apache-2.0
//
// Numeric constraints that are not linear.
//
// While such a constraint waits, it is multiplied out, and each product of variables in it becomes
// a number of its own in the LinearStore, the same for the same product: X*X #< 0 says that the
// square is negative, and X*Y #> 5, X*Y #< 3 contradict each other. store_limits.cpp has what the
// factors and the product say of each other, store_witness.cpp decides.
#include <algorithm>

#include "logic/goal/store.h"

namespace cogs::logic {

using base::Number;

namespace {

constexpr std::size_t most_terms = 60, most_degree = 8;

bool is_whole_number(const Number& value, std::int64_t& whole) {
  const auto integer = value.to_int64();
  if (integer) whole = *integer;
  return integer.has_value();
}

}  // namespace

std::optional<Store::Polynomial> Store::polynomial(Word word) {
  std::vector<Polynomial> values;
  std::vector<Open> open;
  const auto multiply = [](const Polynomial& a, const Polynomial& b) {
    Polynomial result;
    for (const auto& [left, x] : a) {
      for (const auto& [right, y] : b) {
        Factors factors = left;
        factors.insert(factors.end(), right.begin(), right.end());
        std::sort(factors.begin(), factors.end());
        result[std::move(factors)] += x * y;
      }
    }
    std::erase_if(result, [](const auto& term) { return term.second.sign() == 0; });
    return result;
  };
  const auto fits = [](const Polynomial& p) {
    return p.size() <= most_terms && std::all_of(p.begin(), p.end(), [](const auto& term) {
             return term.first.size() <= most_degree;
           });
  };
  const auto constant = [](const Polynomial& p) -> std::optional<Number> {
    if (p.empty()) return Number(0);
    if (p.size() > 1 || !p.begin()->first.empty()) return std::nullopt;
    return p.begin()->second;
  };
  const auto leaf = [&](Word end) {
    Polynomial p;
    if (end.is_variable()) {
      if (!is_numeric(end)) return false;
      const NumberVariable variable = number_of(end);
      if (const auto value = numbers_.value(variable)) {
        if (value->sign() != 0) p[{}] = *value;
      } else {
        p[{variable}] = 1;
      }
    } else if (end.is_number()) {
      if (constants_.value(end).sign() != 0) p[{}] = constants_.value(end);
    } else {
      return false;
    }
    values.push_back(std::move(p));
    return true;
  };
  word = deref(word);
  if (!word.is_compound()) {
    if (!leaf(word)) return std::nullopt;
    return values.back();
  }
  open.push_back({word, 0});
  for (std::uint32_t steps = 0; !open.empty(); ++steps) {
    if (steps > 2000) return std::nullopt;
    Open& top = open.back();
    const Functor functor = constants_.functor(functor_of(top.word));
    if (top.next < functor.arity) {
      const Word below = deref(argument(top.word, top.next++));
      if (below.is_compound()) {
        open.push_back({below, 0});
      } else if (!leaf(below)) {
        return std::nullopt;
      }
      continue;
    }
    open.pop_back();
    const std::string& name = constants_.text(functor.name);
    if (functor.arity == 1) {
      if (name == "-") {
        for (auto& [factors, coefficient] : values.back()) coefficient = -coefficient;
      } else if (name != "+") {
        return std::nullopt;
      }
      continue;
    }
    if (functor.arity != 2) return std::nullopt;
    const Polynomial y = std::move(values.back());
    values.pop_back();
    Polynomial& x = values.back();
    if (name == "+" || name == "-") {
      for (const auto& [factors, coefficient] : y) {
        Number& sum = x[factors];
        sum = name == "+" ? sum + coefficient : sum - coefficient;
      }
      std::erase_if(x, [](const auto& term) { return term.second.sign() == 0; });
    } else if (name == "*") {
      x = multiply(x, y);
    } else if (name == "/") {
      const auto by = constant(y);
      if (!by || by->sign() == 0) return std::nullopt;
      for (auto& [factors, coefficient] : x) coefficient = coefficient / *by;
    } else if (name == "^" || name == "**") {
      const auto exponent = constant(y);
      std::int64_t times = 0;
      if (!exponent || !is_whole_number(*exponent, times) || times < 0 ||
          times > static_cast<std::int64_t>(most_degree)) {
        return std::nullopt;
      }
      Polynomial power;
      power[{}] = 1;
      for (; times > 0; --times) {
        power = multiply(power, x);
        if (!fits(power)) return std::nullopt;
      }
      x = std::move(power);
    } else {
      return std::nullopt;
    }
    if (!fits(x)) return std::nullopt;
  }
  return std::move(values.back());
}

NumberVariable Store::product(const Factors& factors) {
  for (const Product& known : products_) {
    if (known.factors == factors) return known.value;
  }
  ++posted_;  // so that undo() knows of the new variable
  const NumberVariable value = numbers_.add_variable();
  owners_.resize(value.index() + 1);
  owners_[value.index()] = Word();
  products_.push_back({factors, value});
  // A product of integers is one.
  if (std::all_of(factors.begin(), factors.end(),
                  [this](NumberVariable factor) { return numbers_.is_integer(factor); })) {
    numbers_.restrict_to_integers(value);
  }
  return value;
}

// What the constraint says when each product is a number of its own.
bool Store::relax(GoalKind kind, Word left, Word right) {
  if (products_.size() > 1000) return true;
  auto a = polynomial(left);
  const auto b = a ? polynomial(right) : std::nullopt;
  if (!a || !b) return true;
  for (const auto& [factors, coefficient] : *b) {
    Number& sum = (*a)[factors];
    sum = sum - coefficient;
  }
  LinearConstraint constraint;
  constraint.relation = relation_of(kind);
  const Number sign = is_turned(kind) ? -1 : 1;
  for (const auto& [factors, coefficient] : *a) {
    if (coefficient.sign() == 0) continue;
    if (factors.empty()) {
      constraint.expression.constant += coefficient * sign;
    } else {
      constraint.expression.add(factors.size() == 1 ? factors[0] : product(factors),
                                coefficient * sign);
    }
  }
  if (!post(constraint)) return false;
  for (int rounds = 0; rounds < 3; ++rounds) {
    bool changed = false;
    if (!limit_products(false, changed)) return false;
    if (!changed) break;
  }
  return true;
}

}  // namespace cogs::logic
