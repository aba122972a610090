// SPDX-License-Identifier: Apache-2.0
#include "model/compile.h"

#include <gtest/gtest.h>

#include "model/read/read_model.h"

namespace cogs::model {
namespace {

CompiledModel compiled(const Model& model) { return compile(model); }

Model with(const std::string& declaration, const std::string& body) {
  return read_model(
      "#feature n : " + declaration + ".\n#undesired no(X).\nno(X) :- " + body + ".\n",
      "test.cogs");
}

std::size_t inside(const CompiledModel& model) {
  std::size_t count = 0;
  for (const Cell& cell : model.features[0].cells) count += cell.inside;
  return count;
}

TEST(Cells, OfABillionValuesAreAsManyAsTheThresholdsMake) {
  const Model model = with("integer 0..1000000000", "n(X, N), N < 60000");
  EXPECT_EQ(inside(compiled(model)), 2u);
}

TEST(Cells, OfIntegersAreCutOnceForComparisonsThatMeanTheSame) {
  const Model model = with("integer 0..99", "n(X, N), N =< 12, not(N >= 13), N < 12.5");
  const CompiledModel cells = compiled(model);
  ASSERT_EQ(inside(cells), 2u);
  EXPECT_EQ(cells.features[0].cell_of(12) + 1, cells.features[0].cell_of(13));
}

TEST(Cells, OfRealsTellAPointFromItsSides) {
  const Model model = with("real 0..1", "n(X, 0.5)");
  const CompiledModel cells = compiled(model);
  EXPECT_EQ(inside(cells), 3u);
  EXPECT_NE(cells.features[0].cell_of(*Number::parse("0.49")),
            cells.features[0].cell_of(*Number::parse("0.5")));
}

TEST(Cells, OfASetKeepMentionedValuesAndFoldTheRest) {
  const Model model = with("{a, b, c, d, e}", "n(X, c)");
  const CompiledModel cells = compiled(model);
  ASSERT_EQ(cells.features[0].cells.size(), 2u);
  EXPECT_EQ(cells.features[0].cells[0].values, (std::vector<std::uint32_t>{0, 1, 3, 4}));
}

TEST(Cells, CoverTheLineBeyondTheDomainToo) {
  const Model model = with("integer 0..9", "n(X, N), N > 20");
  const CompiledModel cells = compiled(model);
  EXPECT_EQ(inside(cells), 1u);
  EXPECT_FALSE(cells.features[0].cells[cells.features[0].cell_of(25)].inside);
}

TEST(CompiledRules, ThatNoCellSatisfiesAreDropped) {
  const Model model = with("integer 0..9", "n(X, N), N < 3, N > 5");
  EXPECT_TRUE(compiled(model).rules.empty());
}

TEST(CompiledRules, MergeTestsOfOneFeature) {
  const Model model = with("integer 0..9", "n(X, N), N > 3, n(X, M), M < 6, not n(X, 5)");
  const CompiledModel cells = compiled(model);
  ASSERT_EQ(cells.rules.size(), 1u);
  ASSERT_EQ(cells.rules[0].body.tests.size(), 1u);
  const auto set = cells.set(0, cells.rules[0].body.tests[0].offset);
  const auto in = [&](int value) { return set[0] >> cells.features[0].cell_of(value) & 1; };
  EXPECT_TRUE(in(4));
  EXPECT_FALSE(in(3) || in(5) || in(6));
}

TEST(CompiledCauses, OrderFeaturesAfterWhatTheyMention) {
  const Model model = read_model(
      "#feature last : {a, b}.\n#feature middle : {a, b}.\n#feature first : {a, b}.\n"
      "#undesired no(X).\nno(X) :- last(X, a).\nlast(X, a) :- middle(X, a).\n"
      "helper(X) :- first(X, a).\nmiddle(X, a) :- helper(X).\n",
      "test.cogs");
  const CompiledModel cells = compiled(model);
  EXPECT_EQ(cells.causal_order, (std::vector<std::uint32_t>{1, 0}));
  EXPECT_EQ(cells.causes[1].mentions, (std::vector<std::uint32_t>{2}));
}

}  // namespace
}  // namespace cogs::model
