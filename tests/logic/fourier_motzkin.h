// SPDX-License-Identifier: Apache-2.0
//
// A second opinion on small linear systems: can they be met? By plain elimination, sharing
// nothing with the store but the numbers. Disequalities are split into < and >.
#pragma once

#include <optional>
#include <vector>

#include "logic/linear/linear.h"

namespace cogs::logic {

class FourierMotzkin {
 public:
  explicit FourierMotzkin(std::size_t variables) : variables_(variables) {}

  bool feasible(const std::vector<LinearConstraint>& constraints) const {
    return feasible(constraints, 0, {});
  }

  struct Range {
    std::optional<Bound> lower, upper;
  };
  // The tightest bounds, of a system that can be met and has no disequalities.
  Range range(const std::vector<LinearConstraint>& constraints, NumberVariable wanted) const {
    std::vector<Line> lines;
    for (const LinearConstraint& constraint : constraints) append(lines, constraint);
    for (std::size_t v = 0; v < variables_; ++v) {
      if (v != wanted.index()) lines = without(lines, v);
    }
    Range result;
    for (const Line& line : lines) {
      const base::Number& factor = line.factors[wanted.index()];
      if (factor.sign() == 0) continue;
      const Bound bound{-line.constant / factor, line.strict};
      if (factor.sign() > 0) {
        if (!result.upper || bound.value < result.upper->value ||
            (bound.value == result.upper->value && bound.strict)) {
          result.upper = bound;
        }
      } else if (!result.lower || bound.value > result.lower->value ||
                 (bound.value == result.lower->value && bound.strict)) {
        result.lower = bound;
      }
    }
    return result;
  }

 private:
  struct Line {  // factors * x + constant < 0, or <= 0
    std::vector<base::Number> factors;
    base::Number constant;
    bool strict = false;
  };

  Line line(const LinearExpression& expression, const base::Number& factor, bool strict) const {
    Line result{std::vector<base::Number>(variables_), expression.constant * factor, strict};
    for (const auto& [variable, coefficient] : expression.terms) {
      result.factors[variable.index()] += coefficient * factor;
    }
    return result;
  }

  void append(std::vector<Line>& lines, const LinearConstraint& constraint) const {
    const bool strict = constraint.relation == Relation::less;
    lines.push_back(line(constraint.expression, 1, strict));
    if (constraint.relation == Relation::equal) {
      lines.push_back(line(constraint.expression, -1, false));
    }
  }

  bool feasible(const std::vector<LinearConstraint>& constraints, std::size_t at,
                std::vector<Line> lines) const {
    for (; at < constraints.size(); ++at) {
      if (constraints[at].relation != Relation::not_equal) {
        append(lines, constraints[at]);
        continue;
      }
      lines.push_back(line(constraints[at].expression, 1, true));
      if (feasible(constraints, at + 1, lines)) return true;
      lines.back() = line(constraints[at].expression, -1, true);
    }
    for (std::size_t v = 0; v < variables_; ++v) lines = without(lines, v);
    for (const Line& left : lines) {
      if (left.constant.sign() > 0 || (left.strict && left.constant.sign() == 0)) return false;
    }
    return true;
  }

  std::vector<Line> without(const std::vector<Line>& lines, std::size_t v) const {
    std::vector<Line> result;
    for (const Line& high : lines) {
      if (high.factors[v].sign() == 0) keep(result, high);
      if (high.factors[v].sign() <= 0) continue;
      for (const Line& low : lines) {
        if (low.factors[v].sign() >= 0) continue;
        const base::Number a = -low.factors[v], b = high.factors[v];
        Line sum{std::vector<base::Number>(variables_), a * high.constant + b * low.constant,
                 high.strict || low.strict};
        for (std::size_t i = 0; i < variables_; ++i) {
          sum.factors[i] = a * high.factors[i] + b * low.factors[i];
        }
        keep(result, std::move(sum));
      }
    }
    return result;
  }

  // Only so that the number of lines stays small: one line for each direction.
  static void keep(std::vector<Line>& lines, Line line) {
    for (const base::Number& factor : line.factors) {
      if (factor.sign() == 0) continue;
      const base::Number size = factor.absolute();
      for (base::Number& scaled : line.factors) scaled = scaled / size;
      line.constant = line.constant / size;
      break;
    }
    for (Line& other : lines) {
      if (other.factors != line.factors) continue;
      if (line.constant > other.constant) {
        other = line;
      } else if (line.constant == other.constant) {
        other.strict |= line.strict;
      }
      return;
    }
    lines.push_back(std::move(line));
  }

  std::size_t variables_;
};

}  // namespace cogs::logic
