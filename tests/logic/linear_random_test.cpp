// SPDX-License-Identifier: Apache-2.0
//
// The store against plain elimination (fourier_motzkin.h) on random small systems that grow and
// shrink: what can be met, what is entailed, which values are noticed, what projections say, and
// that undo brings everything back.
//
//   COGS_LINEAR_SYSTEMS=100000 COGS_SEED=7   how many systems, and from which seed
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <map>
#include <random>
#include <string>

#include "fourier_motzkin.h"
#include "logic/linear/linear.h"

namespace cogs::logic {
namespace {

using base::Number;
using Constraints = std::vector<LinearConstraint>;

std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  const char* value = std::getenv(name);
  return value == nullptr ? otherwise : std::strtoull(value, nullptr, 10);
}

std::string text(const LinearConstraint& constraint) {
  std::string result;
  for (const auto& [variable, coefficient] : constraint.expression.terms) {
    result += "(" + coefficient.text() + ")x" + std::to_string(variable.index()) + " + ";
  }
  const char* const relations[] = {" = 0", " \\= 0", " < 0", " =< 0"};
  return result + constraint.expression.constant.text() +
         relations[static_cast<int>(constraint.relation)];
}

std::string text(const Constraints& constraints) {
  std::string result;
  for (const LinearConstraint& constraint : constraints) result += text(constraint) + "\n";
  return result;
}

Constraints with(Constraints constraints, LinearConstraint constraint) {
  constraints.push_back(std::move(constraint));
  return constraints;
}

LinearConstraint related(const LinearConstraint& constraint, Relation relation, int sign = 1) {
  LinearConstraint result{{}, relation};
  result.expression.add(constraint.expression, sign);
  return result;
}

LinearConstraint equals(NumberVariable variable, const Number& value) {
  LinearConstraint result{{}, Relation::equal};
  result.expression.add(variable, 1);
  result.expression.constant = -value;
  return result;
}

struct Snapshot {
  std::vector<std::optional<Number>> values;
  std::vector<std::string> bounds;
  std::string projection;
};

class RandomSystem {
 public:
  explicit RandomSystem(std::uint64_t seed)
      : random_(seed), count_(1 + pick(4)), oracle_(count_), relations_(pick(4)) {
    for (std::size_t i = 0; i < count_; ++i) variables_.push_back(store_.add_variable());
  }

  void run() {
    std::vector<std::pair<LinearStore::Mark, std::size_t>> marks;
    std::vector<Snapshot> snapshots;
    for (int step = 0; step < 14 && !testing::Test::HasFailure(); ++step) {
      if (pick(3) == 0 && !marks.empty()) {
        store_.undo_to(marks.back().first);
        constraints_.resize(marks.back().second);
        EXPECT_EQ(snapshot().values, snapshots.back().values) << text(constraints_);
        EXPECT_EQ(snapshot().bounds, snapshots.back().bounds) << text(constraints_);
        EXPECT_EQ(snapshot().projection, snapshots.back().projection) << text(constraints_);
        forget_reports();
        if (pick(2) == 0) marks.pop_back(), snapshots.pop_back();
        continue;
      }
      if (pick(2) == 0) {
        marks.emplace_back(store_.mark(), constraints_.size());
        snapshots.push_back(snapshot());
      }
      const auto before = store_.mark();
      const LinearConstraint next = random_constraint();
      const bool can = oracle_.feasible(with(constraints_, next));
      EXPECT_EQ(store_.add(next), can) << text(constraints_) << "then\n" << text(next);
      if (testing::Test::HasFailure()) return;
      if (!can) {
        store_.undo_to(before);
        continue;
      }
      constraints_.push_back(next);
      check_values();
      check_entailment();
      check_projection();
    }
  }

 private:
  std::size_t pick(std::size_t count) { return random_() % count; }

  LinearConstraint random_constraint() {
    static constexpr Relation mixes[4][6] = {
        {Relation::equal, Relation::not_equal, Relation::less, Relation::less_equal,
         Relation::less_equal, Relation::less_equal},
        {Relation::equal, Relation::equal, Relation::equal, Relation::not_equal, Relation::less,
         Relation::less_equal},
        {Relation::less, Relation::less_equal, Relation::less_equal, Relation::less_equal,
         Relation::less_equal, Relation::less_equal},
        {Relation::not_equal, Relation::not_equal, Relation::less_equal, Relation::less_equal,
         Relation::less_equal, Relation::less}};
    LinearConstraint result{{}, mixes[relations_][pick(6)]};
    const std::size_t terms = 1 + pick(3);
    for (std::size_t i = 0; i < terms; ++i) {
      const int wide = pick(4) == 0 ? 3 : 1;
      Number coefficient = static_cast<int>(pick(2 * wide + 1)) - wide;
      if (pick(12) == 0) coefficient = coefficient / 2;
      result.expression.add(variables_[pick(count_)], coefficient);
    }
    const int offset = pick(2) == 0 ? 0 : static_cast<int>(pick(7)) - 3;
    result.expression.constant = Number(offset) / (pick(6) == 0 ? 3 : 1);
    return result;
  }

  Snapshot snapshot() {
    Snapshot result;
    for (const NumberVariable variable : variables_) {
      result.values.push_back(store_.value(variable));
      std::string bounds;
      for (const auto& bound : {store_.lower(variable), store_.upper(variable)}) {
        bounds += bound ? bound->value.text() + (bound->strict ? "!" : "") + " " : "- ";
      }
      result.bounds.push_back(bounds);
    }
    result.projection = text(store_.project(variables_));
    return result;
  }

  void forget_reports() {
    std::erase_if(reported_, [&](const auto& entry) { return !store_.value(entry.first); });
  }

  void check_values() {
    while (auto next = store_.next_fixed()) {
      EXPECT_TRUE(reported_.emplace(*next).second) << "reported twice\n" << text(constraints_);
    }
    Constraints equations = constraints_, bounds = constraints_;
    std::erase_if(equations, [](auto& c) { return c.relation != Relation::equal; });
    std::erase_if(bounds, [](auto& c) { return c.expression.terms.size() != 1; });
    std::erase_if(bounds, [](auto& c) { return c.relation == Relation::not_equal; });
    Constraints closed = constraints_;
    std::erase_if(closed, [](auto& c) { return c.relation == Relation::not_equal; });
    for (const NumberVariable variable : variables_) {
      const auto value = store_.value(variable);
      EXPECT_EQ(value.has_value(), reported_.count(variable) == 1) << text(constraints_);
      const auto all = oracle_.range(closed, variable);
      if (value) {
        ASSERT_TRUE(all.lower && all.upper) << text(constraints_);
        EXPECT_EQ(*value, reported_.at(variable));
        EXPECT_EQ(all.lower->value, *value) << text(constraints_);
        EXPECT_EQ(all.upper->value, *value) << text(constraints_);
      }
      for (const Constraints& part : {equations, bounds}) {
        const auto range = oracle_.range(part, variable);
        if (range.lower && range.upper && range.lower->value == range.upper->value) {
          EXPECT_EQ(value, range.lower->value) << "not noticed\n" << text(constraints_);
        }
      }
      if (const auto bound = store_.lower(variable)) {
        ASSERT_TRUE(all.lower) << text(constraints_);
        EXPECT_LE(bound->value, all.lower->value) << text(constraints_);
      }
      if (const auto bound = store_.upper(variable)) {
        ASSERT_TRUE(all.upper) << text(constraints_);
        EXPECT_GE(bound->value, all.upper->value) << text(constraints_);
      }
    }
  }

  bool entailed(const LinearConstraint& c) const {
    const auto can = [&](Relation relation, int sign) {
      return oracle_.feasible(with(constraints_, related(c, relation, sign)));
    };
    switch (c.relation) {
      case Relation::equal: return !can(Relation::less, 1) && !can(Relation::less, -1);
      case Relation::not_equal: return !can(Relation::equal, 1);
      case Relation::less: return !can(Relation::less_equal, -1);
      case Relation::less_equal: return !can(Relation::less, -1);
    }
    return false;
  }

  void check_entailment() {
    for (int i = 0; i < 3; ++i) {
      LinearConstraint asked = random_constraint();
      if (i == 0) {  // something near, that is often entailed
        asked = related(constraints_[pick(constraints_.size())], asked.relation);
        asked.expression.add(constraints_[pick(constraints_.size())].expression, 1);
      }
      EXPECT_EQ(store_.entails(asked), entailed(asked)) << text(constraints_) << "asked\n"
                                                        << text(asked);
    }
  }

  void check_projection() {
    std::vector<NumberVariable> keep;
    for (const NumberVariable variable : variables_) {
      if (pick(2) == 0) keep.push_back(variable);
    }
    const Constraints result = store_.project(keep);
    const std::string story = text(constraints_) + "projected\n" + text(result);
    for (const LinearConstraint& constraint : result) {
      EXPECT_TRUE(entailed(constraint)) << "does not follow: " << text(constraint) << "\n" << story;
      for (const auto& term : constraint.expression.terms) {
        EXPECT_TRUE(std::find(keep.begin(), keep.end(), term.first) != keep.end()) << story;
      }
    }
    check_minimal(result, story);
    check_points(keep, result, story);

    std::shuffle(keep.begin(), keep.end(), random_);
    EXPECT_EQ(text(store_.project(keep)), text(result)) << story;
    Constraints shuffled = constraints_;
    std::shuffle(shuffled.begin(), shuffled.end(), random_);
    LinearStore other;
    for (std::size_t i = 0; i < count_; ++i) other.add_variable();
    for (const LinearConstraint& constraint : shuffled) EXPECT_TRUE(other.add(constraint));
    EXPECT_EQ(text(other.project(keep)), text(result)) << "in another order:\n" << text(shuffled);
  }

  // Nothing that the rest says already; and no equation disguised as inequality.
  void check_minimal(const Constraints& result, const std::string& story) {
    for (std::size_t i = 0; i < result.size(); ++i) {
      Constraints rest = result;
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
      bool needed = false;
      switch (result[i].relation) {
        case Relation::equal:
          needed = oracle_.feasible(with(rest, related(result[i], Relation::less))) ||
                   oracle_.feasible(with(rest, related(result[i], Relation::less, -1)));
          break;
        case Relation::not_equal:
          needed = oracle_.feasible(with(rest, related(result[i], Relation::equal)));
          break;
        case Relation::less:
          needed = oracle_.feasible(with(rest, related(result[i], Relation::less_equal, -1)));
          break;
        case Relation::less_equal:
          needed = oracle_.feasible(with(rest, related(result[i], Relation::less, -1)));
          EXPECT_TRUE(oracle_.feasible(with(result, related(result[i], Relation::less)))) << story;
          break;
      }
      EXPECT_TRUE(needed) << "not needed: " << text(result[i]) << "\n" << story;
    }
  }

  void check_points(const std::vector<NumberVariable>& keep, const Constraints& result,
                    const std::string& story) {
    const bool differ = std::any_of(constraints_.begin(), constraints_.end(),
                                    [](auto& c) { return c.relation == Relation::not_equal; });
    for (int i = 0; i < 6; ++i) {
      Constraints here = result, everywhere = constraints_;
      for (const NumberVariable variable : keep) {
        const LinearConstraint point = equals(
            variable, Number(static_cast<int>(pick(13)) - 6) / static_cast<int>(1 + pick(3)));
        here.push_back(point);
        everywhere.push_back(point);
      }
      const bool inside = oracle_.feasible(here), extends = oracle_.feasible(everywhere);
      EXPECT_FALSE(extends && !inside) << story;
      if (!inside || extends) continue;
      // A disequality on a variable that goes may take a piece of the border that no conjunction
      // of constraints describes. Of one variable the border has no pieces.
      const bool at_border = std::any_of(result.begin(), result.end(), [&](auto& c) {
        return c.relation == Relation::less_equal &&
               !oracle_.feasible(with(here, related(c, Relation::less)));
      });
      EXPECT_TRUE(differ && keep.size() > 1 && at_border) << story << "at\n" << text(here);
    }
  }

  std::mt19937_64 random_;
  std::size_t count_;
  FourierMotzkin oracle_;
  std::size_t relations_;
  LinearStore store_;
  std::vector<NumberVariable> variables_;
  Constraints constraints_;
  std::map<NumberVariable, Number> reported_;
};

Number value_at(const LinearExpression& expression, const std::vector<Number>& point) {
  Number sum = expression.constant;
  for (const auto& [variable, factor] : expression.terms) sum += factor * point[variable.index()];
  return sum;
}

bool holds_at(const LinearConstraint& constraint, const std::vector<Number>& point) {
  const int sign = value_at(constraint.expression, point).sign();
  switch (constraint.relation) {
    case Relation::equal: return sign == 0;
    case Relation::not_equal: return sign != 0;
    case Relation::less: return sign < 0;
    case Relation::less_equal: return sign <= 0;
  }
  return false;
}

LinearExpression random_sum(std::mt19937_64& random, std::size_t variables, std::size_t terms) {
  LinearExpression result;
  for (std::size_t i = 0; i < terms; ++i) {
    result.add(NumberVariable(random() % variables), static_cast<int>(random() % 7) - 3);
  }
  result.constant = static_cast<int>(random() % 9) - 4;
  return result;
}

TEST(LinearRandom, StoreAgreesWithPlainElimination) {
  const std::uint64_t first = from_environment("COGS_SEED", 1);
  const std::uint64_t count = from_environment("COGS_LINEAR_SYSTEMS", 3000);
  std::cout << "seeds " << first << " to " << first + count - 1 << std::endl;
  for (std::uint64_t seed = first; seed < first + count && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomSystem(seed).run();
  }
}

// Too large for elimination: every constraint holds at a point, so the store must go on; and
// sums of its constraints follow from it.
TEST(LinearRandom, LargerSystemsKeepTheirPointAndImplySumsOfTheirConstraints) {
  const std::uint64_t first = from_environment("COGS_SEED", 1);
  const std::uint64_t count = from_environment("COGS_LINEAR_SYSTEMS", 3000) / 20;
  std::cout << "seeds " << first << " to " << first + count - 1 << std::endl;
  for (std::uint64_t seed = first; seed < first + count && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    constexpr std::size_t variables = 12;
    LinearStore store;
    std::vector<Number> point;
    for (std::size_t i = 0; i < variables; ++i) {
      store.add_variable();
      point.push_back(Number(static_cast<int>(random() % 21) - 10) / (random() % 4 == 0 ? 2 : 1));
    }
    Constraints constraints;
    for (int i = 0; i < 30; ++i) {
      LinearConstraint next{random_sum(random, variables, 1 + random() % 4), Relation::less_equal};
      const Number at = value_at(next.expression, point);
      if (random() % 8 == 0) {
        next.expression.constant -= at;
        next.relation = Relation::equal;
      } else if (random() % 3 == 0 || at.sign() > 0) {
        next.expression.constant -= at + static_cast<int>(random() % 3);
      }
      if (!holds_at(next, point)) next.relation = Relation::not_equal;
      ASSERT_TRUE(holds_at(next, point));
      ASSERT_TRUE(store.add(next)) << text(constraints) << "then\n" << text(next);
      constraints.push_back(next);

      LinearConstraint sum{{}, Relation::less_equal};
      for (const LinearConstraint& constraint : constraints) {
        if (constraint.relation == Relation::not_equal || random() % 4 != 0) continue;
        sum.expression.add(constraint.expression, 1 + static_cast<int>(random() % 3));
      }
      EXPECT_TRUE(store.entails(sum)) << text(constraints) << "asked\n" << text(sum);
      const auto mark = store.mark();
      EXPECT_FALSE(store.add(related(sum, Relation::less, -1))) << text(constraints);
      store.undo_to(mark);
      LinearConstraint wrong{random_sum(random, variables, 3), Relation::less};
      if (holds_at(wrong, point)) {
        EXPECT_FALSE(store.entails(related(wrong, Relation::less_equal, -1)));
        EXPECT_TRUE(store.add(wrong));
      }
      store.undo_to(mark);
    }
    std::vector<NumberVariable> keep;
    for (std::size_t i = 0; i < 2; ++i) keep.emplace_back(random() % variables);
    for (const LinearConstraint& constraint : store.project(keep)) {
      EXPECT_TRUE(holds_at(constraint, point)) << text(constraint);
      EXPECT_TRUE(store.entails(constraint)) << text(constraint);
    }
  }
}

TEST(LinearRandom, NoIntegerSolutionIsLost) {
  const std::uint64_t first = from_environment("COGS_SEED", 1);
  const std::uint64_t count = from_environment("COGS_LINEAR_SYSTEMS", 3000) / 2;
  std::cout << "seeds " << first << " to " << first + count - 1 << std::endl;
  for (std::uint64_t seed = first; seed < first + count && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    LinearStore store;
    std::vector<NumberVariable> all;
    std::vector<std::vector<Number>> points = {{}};
    for (std::size_t i = 0; i < 3; ++i) {
      all.push_back(store.add_variable());
      ASSERT_TRUE(store.restrict_to_integers(all.back()));
      std::vector<std::vector<Number>> longer;
      for (const auto& point : points) {
        for (int value = -3; value <= 3; ++value) {
          longer.push_back(point);
          longer.back().emplace_back(value);
        }
      }
      points = std::move(longer);
      for (const int sign : {1, -1}) {
        LinearConstraint bound{{}, Relation::less};
        bound.expression.add(all.back(), sign);
        bound.expression.constant = Number(-10) / 3;
        ASSERT_TRUE(store.add(bound));
      }
    }
    Constraints constraints;
    for (int i = 0; i < 6; ++i) {
      LinearConstraint next{random_sum(random, 3, 1 + random() % 3),
                            static_cast<Relation>(random() % 4)};
      std::erase_if(points, [&](const auto& point) { return !holds_at(next, point); });
      constraints.push_back(next);
      const bool can = store.add(next);
      EXPECT_TRUE(can || points.empty()) << text(constraints);
      if (!can) break;
      std::vector<NumberVariable> keep = all;
      keep.resize(1 + random() % 3);
      for (const LinearConstraint& constraint : store.project(keep)) {
        for (const auto& point : points) {
          EXPECT_TRUE(holds_at(constraint, point)) << text(constraints) << text(constraint);
        }
      }
      for (const NumberVariable variable : all) {
        const auto value = store.value(variable);
        for (const auto& point : points) {
          EXPECT_TRUE(!value || point[variable.index()] == *value) << text(constraints);
        }
      }
    }
    // Values for all variables leave no doubt.
    if (points.empty()) continue;
    const auto& point = points[random() % points.size()];
    for (const NumberVariable variable : all) {
      EXPECT_TRUE(store.add(equals(variable, point[variable.index()]))) << text(constraints);
    }
  }
}

}  // namespace
}  // namespace cogs::logic
