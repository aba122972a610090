// SPDX-License-Identifier: Apache-2.0
//
// Limits of products: what is known of the factors limits the product (signs, bounds, squares), and
// the product and all but one factor limit that one. All this follows from the constraints, so it
// refutes soundly, and does not decide.
#include <algorithm>

#include "logic/goal/store.h"

namespace cogs::logic {

using base::Number;

namespace {

// A side of a range: a number, or endless in the direction that the side is.
struct Side {
  bool endless = true;
  Number value;
  bool strict = false;
};

Side side_of(const std::optional<Bound>& bound) {
  if (!bound) return {};
  return {false, bound->value, bound->strict};
}

// At least the square root, and not much more.
Number above_root(const Number& value) {
  Number low = 0, high = value < Number(1) ? Number(1) : value;
  for (int i = 0; i < 40; ++i) {
    const Number middle = (low + high) / Number(2);
    (middle * middle < value ? low : high) = middle;
  }
  // A short number says it as well.
  return (high * Number(1024)).ceil() / Number(1024);
}

// The range of x*y. An endless side times zero is zero.
struct Interval {
  Side low, high;  // low endless: no lower bound
};

// A number or an endless one with its sign, as a corner of the rectangle of two ranges.
struct Corner {
  int endless = 0;  // -1, 0, 1
  Number value;
  bool strict = false;
};

Corner corner(const Side& side, int direction) {
  if (side.endless) return {direction, 0, true};
  return {0, side.value, side.strict};
}

Corner times(const Corner& a, const Corner& b) {
  const auto sign = [](const Corner& c) { return c.endless != 0 ? c.endless : c.value.sign(); };
  const bool zero_reached = (a.endless == 0 && a.value.sign() == 0 && !a.strict) ||
                            (b.endless == 0 && b.value.sign() == 0 && !b.strict);
  if (sign(a) == 0 || sign(b) == 0) return {0, 0, !zero_reached};
  if (a.endless != 0 || b.endless != 0) return {sign(a) * sign(b), 0, true};
  return {0, a.value * b.value, a.strict || b.strict};
}

bool is_less(const Corner& a, const Corner& b) {
  if (a.endless != b.endless) return a.endless < b.endless;
  if (a.endless != 0) return false;
  return a.value < b.value;
}

bool same_value(const Corner& a, const Corner& b) {
  return a.endless == b.endless && (a.endless != 0 || a.value == b.value);
}

Interval times(const Interval& a, const Interval& b) {
  const Corner xs[2] = {corner(a.low, -1), corner(a.high, 1)};
  const Corner ys[2] = {corner(b.low, -1), corner(b.high, 1)};
  Corner least = times(xs[0], ys[0]), most = least;
  for (const Corner& x : xs) {
    for (const Corner& y : ys) {
      const Corner c = times(x, y);
      if (is_less(c, least) || (same_value(c, least) && !c.strict)) least = c;
      if (is_less(most, c) || (same_value(c, most) && !c.strict)) most = c;
    }
  }
  Interval result;
  if (least.endless == 0) result.low = {false, least.value, least.strict};
  if (most.endless == 0) result.high = {false, most.value, most.strict};
  return result;
}

// 1/a for a range that does not reach across zero; nothing else.
std::optional<Interval> inverse(const Interval& a) {
  const bool positive = !a.low.endless && a.low.value.sign() >= 0;
  const bool negative = !a.high.endless && a.high.value.sign() <= 0;
  if (!positive && !negative) return std::nullopt;
  const auto turned = [](const Side& side) -> Side {
    if (side.endless) return {false, 0, true};
    if (side.value.sign() == 0) return {true, 0, true};
    return {false, Number(1) / side.value, side.strict};
  };
  return Interval{turned(a.high), turned(a.low)};
}

}  // namespace

Store::Range Store::range_of(NumberVariable variable, bool thoroughly) {
  if (!thoroughly) return {numbers_.lower(variable), numbers_.upper(variable)};
  Range range;
  const NumberVariable alone[1] = {variable};
  for (const LinearConstraint& constraint : numbers_.project(alone)) {
    if (constraint.expression.terms.size() != 1) continue;
    const Number& lead = constraint.expression.terms[0].second;
    const Bound bound{-constraint.expression.constant / lead,
                      constraint.relation == Relation::less};
    if (constraint.relation == Relation::equal) range.lower = range.upper = bound;
    if (constraint.relation != Relation::less && constraint.relation != Relation::less_equal) {
      continue;
    }
    (lead.sign() > 0 ? range.upper : range.lower) = bound;
  }
  return range;
}

bool Store::limit(NumberVariable variable, const Range& range, bool& changed) {
  const auto tighter = [&](const Bound& bound, bool upper) {
    const auto known = upper ? numbers_.upper(variable) : numbers_.lower(variable);
    if (!known) return true;
    const auto order = bound.value <=> known->value;
    return (upper ? order < 0 : order > 0) || (order == 0 && bound.strict && !known->strict);
  };
  for (const bool upper : {false, true}) {
    const auto& bound = upper ? range.upper : range.lower;
    if (!bound || !tighter(*bound, upper)) continue;
    LinearConstraint constraint;
    constraint.relation = bound->strict ? Relation::less : Relation::less_equal;
    constraint.expression.add(variable, upper ? 1 : -1);
    constraint.expression.constant = upper ? -bound->value : bound->value;
    if (!post(constraint)) return false;
    changed = true;
  }
  return true;
}

// One round: factors limit their product, and the product its factors.
bool Store::limit_products(bool thoroughly, bool& changed) {
  const auto interval_of = [&](NumberVariable variable) {
    const Range range = range_of(variable, thoroughly);
    return Interval{side_of(range.lower), side_of(range.upper)};
  };
  const auto range = [](const Interval& interval) {
    Range result;
    if (!interval.low.endless) result.lower = Bound{interval.low.value, interval.low.strict};
    if (!interval.high.endless) result.upper = Bound{interval.high.value, interval.high.strict};
    return result;
  };
  for (std::size_t p = 0; p < products_.size(); ++p) {
    const Product known = products_[p];
    // Powers first: an even one is not negative.
    std::vector<std::pair<NumberVariable, std::size_t>> powers;
    for (const NumberVariable factor : known.factors) {
      if (!powers.empty() && powers.back().first == factor) {
        ++powers.back().second;
      } else {
        powers.emplace_back(factor, 1);
      }
    }
    std::vector<Interval> parts;
    for (const auto& [factor, times_] : powers) {
      const Interval base = interval_of(factor);
      Interval power = base;
      for (std::size_t i = 1; i < times_; ++i) power = times(power, base);
      if (times_ % 2 == 0) {
        const bool across = (base.low.endless || base.low.value.sign() < 0) &&
                            (base.high.endless || base.high.value.sign() > 0);
        if (across || power.low.endless || power.low.value.sign() < 0) {
          power.low = {false, 0, false};
        }
      }
      parts.push_back(power);
    }
    Interval all = parts[0];
    for (std::size_t i = 1; i < parts.size(); ++i) all = times(all, parts[i]);
    if (!limit(known.value, range(all), changed)) return false;
    const Interval value = interval_of(known.value);
    for (std::size_t i = 0; i < powers.size(); ++i) {
      std::optional<Interval> power = value;
      if (parts.size() > 1) {
        std::optional<Interval> others;
        for (std::size_t j = 0; j < parts.size(); ++j) {
          if (j != i) others = others ? times(*others, parts[j]) : parts[j];
        }
        const auto divisor = inverse(*others);
        // Divided by what may be zero, anything.
        const bool zero =
            !divisor ||
            (!others->low.endless && others->low.value.sign() == 0 && !others->low.strict) ||
            (!others->high.endless && others->high.value.sign() == 0 && !others->high.strict);
        if (zero) continue;
        power = times(value, *divisor);
      }
      if (powers[i].second == 1) {
        if (!limit(powers[i].first, range(*power), changed)) return false;
      } else if (powers[i].second == 2 && !power->high.endless) {
        if (power->high.value.sign() < 0 || (power->high.value.sign() == 0 && power->high.strict)) {
          return false;
        }
        const Number most = power->high.value.sign() == 0 ? 0 : above_root(power->high.value);
        Range root;
        root.lower = Bound{-most, false};
        root.upper = Bound{most, false};
        if (!limit(powers[i].first, root, changed)) return false;
      }
    }
  }
  return true;
}

}  // namespace cogs::logic
