// SPDX-License-Identifier: Apache-2.0
#include "path/diagram.h"

#include <gtest/gtest.h>

#include <random>

namespace cogs::path {
namespace {

using Id = Diagrams::Id;
using Values = std::vector<std::uint32_t>;

const std::vector<std::uint32_t> arity = {2, 3, 2, 4, 3};

std::vector<Values> all_states() {
  std::vector<Values> states = {{}};
  for (const std::uint32_t values : arity) {
    std::vector<Values> longer;
    for (const Values& state : states) {
      for (std::uint32_t v = 0; v < values; ++v) {
        longer.push_back(state);
        longer.back().push_back(v);
      }
    }
    states = std::move(longer);
  }
  return states;
}

bool contains(const Diagrams& diagrams, Id set, const Values& state) {
  while (!diagrams.is_leaf(set)) set = diagrams.children(set)[state[diagrams.level(set)]];
  return set == Diagrams::all;
}

// A set of states as a diagram and as the list of all of them.
struct Both {
  Id id;
  std::vector<bool> in;
};

class DiagramsAgainstLists : public testing::TestWithParam<std::uint32_t> {};

TEST_P(DiagramsAgainstLists, everything_that_is_made_has_the_same_states) {
  SCOPED_TRACE("seed " + std::to_string(GetParam()));
  std::mt19937 draw(GetParam());
  base::Budget budget;
  Diagrams diagrams(arity, budget);
  const std::vector<Values> states = all_states();
  const auto list = [&](auto holds) {
    std::vector<bool> in;
    for (const Values& state : states) in.push_back(holds(state));
    return in;
  };
  const auto holds = [&](const Both& set, const Values& state) {
    std::size_t index = 0;
    for (std::size_t f = 0; f < arity.size(); ++f) index = index * arity[f] + state[f];
    return set.in[index];
  };
  std::vector<Both> made;
  for (int i = 0; i < 60; ++i) {
    const std::uint32_t level = draw() % static_cast<std::uint32_t>(arity.size());
    const std::uint32_t what = made.size() < 5 ? 0 : draw() % 7;
    Both next{};
    const Both a = made.empty() ? next : made[draw() % made.size()];
    const Both b = made.empty() ? next : made[draw() % made.size()];
    const auto with = [&](Values state, std::uint32_t value) {
      state[level] = value;
      return state;
    };
    const auto any = [&](const Values& state, const std::vector<std::uint32_t>& values) {
      return std::any_of(values.begin(), values.end(),
                         [&](std::uint32_t value) { return holds(a, with(state, value)); });
    };
    if (what == 0) {
      std::vector<bool> values;
      for (std::uint32_t v = 0; v < arity[level]; ++v) values.push_back(draw() % 2 == 0);
      next = {diagrams.test(level, values),
              list([&](const Values& s) { return values[s[level]]; })};
    } else if (what == 1) {
      next = {diagrams.both(a.id, b.id),
              list([&](const Values& s) { return holds(a, s) && holds(b, s); })};
    } else if (what == 2) {
      next = {diagrams.either(a.id, b.id),
              list([&](const Values& s) { return holds(a, s) || holds(b, s); })};
    } else if (what == 3) {
      next = {diagrams.negate(a.id), list([&](const Values& s) { return !holds(a, s); })};
    } else if (what == 4) {
      const std::uint32_t value = draw() % arity[level];
      next = {diagrams.assume(a.id, level, value),
              list([&](const Values& s) { return holds(a, with(s, value)); })};
    } else if (what == 5) {
      std::vector<std::uint32_t> values;
      for (std::uint32_t v = 0; v < arity[level]; ++v) values.push_back(v);
      next = {diagrams.some(a.id, level), list([&](const Values& s) { return any(s, values); })};
    } else {  // the first two values of the level are one class
      std::vector<std::vector<std::uint32_t>> classes;
      for (const std::uint32_t values : arity) {
        classes.emplace_back();
        for (std::uint32_t v = 0; v < values; ++v) classes.back().push_back(v);
      }
      classes[level][1] = 0;
      next = {diagrams.blur(a.id, classes),
              list([&](const Values& s) { return s[level] < 2 ? any(s, {0, 1}) : holds(a, s); })};
    }
    for (std::size_t s = 0; s < states.size(); ++s) {
      ASSERT_EQ(contains(diagrams, next.id, states[s]), next.in[s]) << what << " in step " << i;
    }
    for (const Both& other : made) {  // equal sets are equal ids
      ASSERT_EQ(other.id == next.id, other.in == next.in) << what << " in step " << i;
    }
    made.push_back(std::move(next));
  }
}

INSTANTIATE_TEST_SUITE_P(Random, DiagramsAgainstLists, testing::Range(0U, 50U));

TEST(Diagrams, OfManyLevelsNeedNoDeepStack) {
  constexpr std::uint32_t levels = 100000;
  base::Budget budget;
  Diagrams diagrams(std::vector<std::uint32_t>(levels, 2), budget);
  Id some_yes = Diagrams::none, all_yes = Diagrams::all;
  for (std::uint32_t level = levels; level-- > 0;) {
    const Id yes = diagrams.test(level, {false, true});
    some_yes = diagrams.either(yes, some_yes);
    all_yes = diagrams.both(yes, all_yes);
  }
  EXPECT_EQ(diagrams.both(all_yes, some_yes), all_yes);
  EXPECT_EQ(diagrams.both(all_yes, diagrams.negate(some_yes)), Diagrams::none);
  EXPECT_EQ(diagrams.negate(diagrams.negate(some_yes)), some_yes);
  EXPECT_EQ(diagrams.assume(some_yes, levels - 1, 1), Diagrams::all);
}

// Pairs whose partners are far apart: twice as many nodes with each.
Id far_apart(Diagrams& diagrams, std::uint32_t pairs) {
  Id result = Diagrams::none;
  for (std::uint32_t i = 0; i < pairs && !diagrams.exhausted(); ++i) {
    const Id one = diagrams.test(i, {false, true});
    const Id other = diagrams.test(i + pairs, {false, true});
    result = diagrams.either(result, diagrams.both(one, other));
  }
  return result;
}

TEST(Diagrams, HoldNoMoreThanTheyMayAndGiveAllBack) {
  constexpr std::size_t most = std::size_t{1} << 20;
  base::Limits limits;
  limits.memory_bytes = most;
  base::Budget budget(limits);
  {
    Diagrams diagrams(std::vector<std::uint32_t>(60, 2), budget);
    far_apart(diagrams, 30);
    EXPECT_TRUE(diagrams.exhausted());
    EXPECT_EQ(budget.reason(), base::Exhausted::memory);
    EXPECT_GT(budget.memory_used(), most / 4);
  }
  EXPECT_EQ(budget.memory_used(), 0U);
}

TEST(Diagrams, CountTheirStepsTheSameEachTime) {
  const auto steps = [] {
    base::Budget budget;
    Diagrams diagrams(std::vector<std::uint32_t>(20, 2), budget);
    far_apart(diagrams, 10);
    return budget.effort_used();
  };
  EXPECT_GT(steps(), 1000U);
  EXPECT_EQ(steps(), steps());
}

}  // namespace
}  // namespace cogs::path
