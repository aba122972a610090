// SPDX-License-Identifier: Apache-2.0
#include "score/ensemble.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "score/cut.h"
#include "score/error_bound.h"
#include "score/evaluate.h"
#include "score/float_number.h"

namespace cogs::score {

namespace {

Node leaf(double value) {
  Node node;
  node.value = value;
  return node;
}

Node split(Test test, double threshold, std::uint32_t yes, std::uint32_t no) {
  Node node;
  node.test = test;
  node.threshold = threshold;
  node.yes = yes;
  node.no = no;
  return node;
}

Ensemble stumps(Sum sum, const std::vector<double>& values) {
  Ensemble e;
  e.sum = sum;
  e.outputs.resize(1);
  e.columns.resize(1);
  e.columns[0].name = "x";
  e.columns[0].float32 = sum == Sum::float32;
  for (const double value : values) {
    e.trees.push_back({{split(Test::less, 0.5, 1, 2), leaf(value), leaf(-value)}, 0, {}, {}});
  }
  return e;
}

TEST(Ensemble, SaysWhatIsUnsound) {
  Ensemble e = stumps(Sum::float64, {1.0});
  EXPECT_EQ(unsound(e), "");
  e.trees[0].nodes[0].yes = 0;
  EXPECT_EQ(unsound(e), "a child that does not follow its parent");
  e = stumps(Sum::float32, {0.1});
  EXPECT_EQ(unsound(e), "a leaf beyond float32");
}

// What walks over trees would take 2^60 steps for the first, and a large stack for the second.
TEST(Ensemble, ATreeSharesNoNodesAndIsNotTooDeep) {
  Ensemble e = stumps(Sum::float64, {1.0});
  std::vector<Node>& nodes = e.trees[0].nodes;
  nodes = {split(score::Test::less, 0.5, 1, 2), split(score::Test::less, 0.2, 2, 3), leaf(1),
           leaf(2)};
  EXPECT_EQ(unsound(e), "a node with two parents");
  const auto list = [&](std::uint32_t levels) {
    nodes.clear();
    for (std::uint32_t i = 0; i < levels; ++i) {
      nodes.push_back(split(score::Test::less, -1.0 * i, 2 * i + 1, 2 * i + 2));
      nodes.push_back(leaf(1));
    }
    nodes.push_back(leaf(2));
    return unsound(e);
  };
  EXPECT_EQ(list(4000), "");
  EXPECT_EQ(list(4001), "a tree of more than 4000 levels");
}

TEST(Ensemble, AddsInTheDeployedType) {
  const float a = 0.1F, b = 0.2F, c = 0.3F;
  const Ensemble e = stumps(Sum::float32, {a, b, c});
  const std::vector<Value> row{Value::of_number(0)};
  EXPECT_EQ(raw_scores(e, row)[0], static_cast<double>((0.0F + a + b) + c));
  EXPECT_EQ(exact_scores(e, row).value()[0], exact(a) + exact(b) + exact(c));
}

TEST(Ensemble, RoundsTheScaledSumStepByStep) {
  Ensemble e = stumps(Sum::float64, {0.1, 0.7});
  e.scale = 3.0;
  e.outputs[0].bias = 0.3;
  e.divisor = 7.0;
  const std::vector<Value> row{Value::of_number(0)};
  EXPECT_EQ(raw_scores(e, row)[0], (3.0 * (0.1 + 0.7) + 0.3) / 7.0);
}

TEST(Ensemble, ReadsValuesOfEachKind) {
  Column number;
  EXPECT_EQ(read_value(number, "1.5")->number, 1.5);
  EXPECT_EQ(read_value(number, "")->kind, Value::Kind::missing);
  EXPECT_FALSE(read_value(number, "abc"));
  Column category;
  category.kind = Column::Kind::category;
  category.categories = {"a", "b"};
  EXPECT_EQ(read_value(category, "b")->code, 1U);
  EXPECT_EQ(read_value(category, "c")->kind, Value::Kind::unknown);
  category.categories = {"0", "7"};
  category.numeric_categories = true;
  EXPECT_EQ(read_value(category, "7.9")->code, 1U);
}

TEST(Cut, IsTheTieBetweenNeighbours) {
  // XGBoost goes right at 0.671 with this threshold although 0.671 < 0.671000004 in double.
  const float threshold = 0.671000004F;
  const Cut cut = cut_of_float32(threshold, false).value();
  const base::Number x = base::Number::parse("0.671").value();
  EXPECT_FALSE(x < cut.value);
  // Whole numbers are divided as one would think.
  const Cut whole = cut_of_float32(40.0, false).value();
  EXPECT_TRUE(base::Number(39) < whole.value);
  EXPECT_TRUE(whole.value < base::Number(40));
}

TEST(Cut, AgreesWithRoundingOfRandomNumbers) {
  const unsigned seed = 7;
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  for (int i = 0; i < 3000; ++i) {
    const double scale = std::ldexp(1.0, static_cast<int>(random() % 80) - 40);
    const float threshold =
        static_cast<float>((static_cast<double>(random() % 2000) - 1000) * scale / 7);
    for (const bool or_equal : {false, true}) {
      const Cut cut = cut_of_float32(threshold, or_equal).value();
      const base::Number tiny = base::Number::parse("1e-60").value();
      for (const base::Number& x : {cut.value, cut.value - tiny, cut.value + tiny}) {
        const bool below = x < cut.value || (cut.below_includes && x == cut.value);
        const float rounded = static_cast<float>(nearest_double(x));
        EXPECT_EQ(below, or_equal ? rounded <= threshold : rounded < threshold)
            << threshold << ' ' << or_equal << ' ' << x.text();
      }
      const Cut of_double = cut_of_double(threshold, or_equal).value();
      for (const base::Number& x :
           {of_double.value, of_double.value - tiny, of_double.value + tiny}) {
        const bool below =
            x < of_double.value || (of_double.below_includes && x == of_double.value);
        const double rounded = nearest_double(x);
        EXPECT_EQ(below, or_equal ? rounded <= threshold : rounded < threshold);
      }
    }
  }
}

TEST(FloatNumber, ReadsEachTokenOnce) {
  EXPECT_EQ(read_float32("5E-1"), 0.5F);
  EXPECT_EQ(read_float32("1e-400"), 0.0F);
  EXPECT_EQ(read_float32("-1e400"), -std::numeric_limits<float>::infinity());
  EXPECT_FALSE(read_float32("1x"));
  EXPECT_EQ(nearest_double(base::Number(1) / base::Number(3)), 1.0 / 3.0);
  EXPECT_EQ(exact(0.1).text().substr(0, 22), "0.10000000000000000555");
  EXPECT_EQ(nearest_double(exact(5e-324)), 5e-324);
}

TEST(ErrorBound, HoldsForEveryRowAndOrderOfRandomSums) {
  const unsigned seed = 11;
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int round = 0; round < 200; ++round) {
    const bool small = round % 2 == 0;
    std::vector<double> values;
    for (int i = 0; i < 100; ++i) {
      const double value = uniform(random) * (i % 10 == 0 ? 50 : 1);
      values.push_back(small ? static_cast<double>(static_cast<float>(value)) : value);
    }
    Ensemble e = stumps(small ? Sum::float32 : Sum::float64, values);
    e.outputs[0].base = 0.25;
    const ErrorBound bound = error_bound(e, 0).value();
    for (const double x : {0.0, 1.0}) {
      const std::vector<Value> row{Value::of_number(x)};
      const base::Number off = exact(raw_scores(e, row)[0]) - exact_scores(e, row).value()[0];
      EXPECT_LE(off.absolute(), bound.in_order);
      Ensemble shuffled = e;
      std::shuffle(shuffled.trees.begin(), shuffled.trees.end(), random);
      const base::Number other =
          exact(raw_scores(shuffled, row)[0]) - exact_scores(e, row).value()[0];
      EXPECT_LE(other.absolute(), bound.any_order);
    }
    EXPECT_LE(bound.in_order, bound.any_order);
    EXPECT_LT(bound.any_order.approximate(), small ? 1e-2 : 1e-10);
  }
}

}  // namespace

}  // namespace cogs::score
