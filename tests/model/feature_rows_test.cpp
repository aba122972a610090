// SPDX-License-Identifier: Apache-2.0
#include "model/edit/feature_rows.h"

#include <gtest/gtest.h>

#include "model/write/write_model.h"
#include "reading.h"

namespace cogs::model {
namespace {

const std::string text =
    "#feature age : integer 0..99,   may increase.  % years\n"
    "#feature town : {york, leeds}, cost 2, unit \"=x\".\n"
    "#undesired no(X).\n"
    "no(X) :- town(X, york), age(X, 7).\n";

Model applied(const std::string& sheet) {
  return apply_rows(read_model(text, "m.cogs"), read_feature_sheet(sheet, "f.csv").rows).model;
}

// "file:LINE:COLUMN message | help" of each error.
Lines complaints(const std::string& sheet) {
  Lines lines;
  try {
    applied(sheet);
  } catch (const base::InputError& error) {
    for (const base::Diagnostic& d : error.diagnostics()) lines.push_back(d.file + ":" + shown(d));
  }
  return lines;
}

TEST(FeatureRows, ChangeWhatTheySpeakOf) {
  EXPECT_EQ(
      write_model(applied("feature,direction,fixed\nage,,yes\n")),
      "#feature age : integer 0..99, fixed.  % years\n" + text.substr(text.find("#feature town")));
  EXPECT_EQ(write_model(applied("feature,cost\ntown,\n")),
            text.substr(0, text.find("#feature town")) +
                "#feature town : {york, leeds}, unit \"=x\".\n" +
                text.substr(text.find("#undesired")));
  EXPECT_EQ(write_model(applied("feature,cost,domain\ntown,2,\nage,1,\n")), text);
}

TEST(FeatureRows, KnowFeaturesInOtherCapitals) {
  EXPECT_TRUE(applied("FEATURE,Fixed\n TOWN,x\n").features[1].fixed);
}

TEST(FeatureRows, KeepTheModeOfCausalRules) {
  const Model model =
      read_model(text + "#causal town : if.\ntown(X, york) :- age(X, 3).\n", "m.cogs");
  const auto now = apply_rows(model, read_feature_sheet("feature,caused\ntown,1\n", "f").rows);
  EXPECT_EQ(now.model.features[1].mode, CausalMode::if_);
  EXPECT_EQ(now.changed, (std::vector{FeatureId(1)}));
}

TEST(FeatureRows, GuardWordsAgainstFormulas) {
  for (const char* words : {"=1", "+a", "-", "@x", "'=1", "''-", "a", "", "'", "'a", " =1"}) {
    const std::string cell = guarded_cell(words);
    EXPECT_TRUE(cell.empty() || std::string("=+-@").find(cell[0]) == std::string::npos) << cell;
    const Model model = applied("feature,label\nage,\"" + cell + "\"\n");
    EXPECT_EQ(model.features[0].label, words);
  }
}

TEST(FeatureRows, AreLocatedToTheCharacter) {
  EXPECT_EQ(complaints("feature,domain\nage,integer 0..x\n"),
            Lines{"f.csv:2:16 `x` is not a bound | a bound is a number, inf or -inf"});
  EXPECT_EQ(complaints("feature,domain\ntown, \"{york, Leeds}\"\n").size(), 1U);
  EXPECT_EQ(complaints("label,feature,domain\né,town,\"{york, Leeds}\"\n")[0].substr(0, 11),
            "f.csv:2:16 ");
  EXPECT_EQ(complaints("feature,domain,cost\nage,integer 0..9,none\n")[0].substr(0, 11),
            "f.csv:2:18 ");
}

TEST(FeatureRows, RefuseCellsThatSayMore) {
  EXPECT_EQ(complaints("feature,cost\ntown,\"1, fixed\"\n"),
            Lines{"f.csv:2:6 this is more than a cost"});
  EXPECT_EQ(complaints("feature,domain\ntown,\"{york}, label \"\"a\"\"\"\n"),
            Lines{"f.csv:2:6 this is more than a domain"});
  EXPECT_EQ(complaints("feature,domain,step\ntown,{york,leeds}\n").size(), 1U);
  EXPECT_EQ(complaints("feature,cost\ntown,1.\n").size(), 1U);
  EXPECT_EQ(complaints("feature,cost\ntown,1 /*\n").size(), 1U);
}

TEST(FeatureRows, SayWhereTheRestOfTheModelBreaks) {
  const Lines found = complaints("feature,domain\ntown,{leeds}\n");
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].substr(0, 10), "m.cogs:4:1");
  EXPECT_EQ(found[1], "f.csv:2:1 with what is said here, the rest of the model could not be read");
}

TEST(FeatureRows, ReportManyMistakesAndNotAll) {
  std::string sheet = "feature,fixed\n";
  for (int i = 0; i < 50; ++i) sheet += "f" + std::to_string(i) + ",yes\n";
  const std::size_t found = complaints(sheet).size();
  EXPECT_GE(found, 20U);
  EXPECT_LT(found, 30U);
}

}  // namespace
}  // namespace cogs::model
