// SPDX-License-Identifier: Apache-2.0
#include "path/read_options.h"

#include <gtest/gtest.h>

namespace cogs::path {
namespace {

model::Model two_features() {
  model::Model m;
  m.features.resize(2);
  m.features[0].name = "debt";
  m.features[0].domain = model::NumericDomain{true, Number(0), Number(9)};
  m.features[1].name = "sex";
  m.features[1].domain = model::SetDomain{{{Value::of("Male"), false}}};
  m.atoms = {{"good", {std::nullopt}, "good(x)"}};
  return m;
}

TEST(ReadOptions, ResolvesNames) {
  OptionTexts texts;
  texts.fix = {{"sex"}, {"sex"}};
  texts.only = std::vector<OptionTexts::Name>{{"debt"}};
  texts.ranges = {{{"debt"}, Number(1), std::nullopt}};
  texts.costs = {{{"debt"}, "3"}};
  texts.desired = OptionTexts::Name{"good(X)"};
  const Options options = read_options(two_features(), texts);
  EXPECT_EQ(options.fix, std::vector<FeatureId>{FeatureId(1)});
  EXPECT_EQ(*options.only, std::vector<FeatureId>{FeatureId(0)});
  EXPECT_EQ(options.ranges[0].low, Number(1));
  EXPECT_EQ(options.costs[0].price, model::Price::of(3));
  EXPECT_EQ(options.desired, AtomId(0));
  EXPECT_EQ(contradiction(two_features(), options), "");
}

TEST(ReadOptions, ReportsEveryUnknownNameAtOnce) {
  OptionTexts texts;
  texts.fix = {{"dept"}};
  texts.ranges = {{{"sex"}, Number(1), Number(2)}};
  texts.desired = OptionTexts::Name{"god(X)"};
  try {
    read_options(two_features(), texts);
    FAIL();
  } catch (const base::InputError& error) {
    ASSERT_EQ(error.diagnostics().size(), 3u);
    EXPECT_EQ(error.diagnostics()[0].help, "did you mean 'debt'?");
    EXPECT_NE(error.diagnostics()[1].message.find("needs numbers"), std::string::npos);
    EXPECT_EQ(error.diagnostics()[2].help, "did you mean 'good(x)'?");
  }
}

TEST(Contradiction, NamesWhatExcludesWhat) {
  const model::Model model = two_features();
  Options options;
  options.fix = {FeatureId(0)};
  options.allow = {FeatureId(0)};
  EXPECT_EQ(contradiction(model, options), "--fix debt and --allow debt exclude each other");
  options = {};
  options.fix = {FeatureId(0)};
  options.only = std::vector<FeatureId>{FeatureId(0)};
  EXPECT_EQ(contradiction(model, options), "--fix debt and --only debt exclude each other");
  options = {};
  options.ranges = {{FeatureId(0), Number(2), Number(1)}};
  EXPECT_EQ(contradiction(model, options), "the range of 'debt' is empty: 2 is above 1");
  options = {};
  options.all = true;
  options.top = 2;
  EXPECT_EQ(contradiction(model, options), "--all and --top exclude each other");
}

TEST(Contradiction, IsToAskForNothing) {
  Options options;
  options.top = 0;
  EXPECT_EQ(contradiction(two_features(), options), "--top must be 1 or more");
  options = {};
  options.max_length = 0;
  EXPECT_EQ(contradiction(two_features(), options), "--max-length must be 1 or more");
}

}  // namespace
}  // namespace cogs::path
