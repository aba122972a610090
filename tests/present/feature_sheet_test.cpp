// SPDX-License-Identifier: Apache-2.0
#include "present/rows/feature_sheet.h"

#include <gtest/gtest.h>

#include "model/read/read_model.h"
#include "model/write/write_model.h"

namespace cogs::present {
namespace {

const std::string text =
    "#feature age:integer 0..99,may increase,unit \"y\" .\n"
    "#feature 'a, \"b\"' : {x < 'Y z' < 3 < '4'}, cost 1 to {x: 5/2}, label \"=1,\\n2\".\n"
    "#feature r : real -inf..inf, cost up 1 per 2, down 1 + 3 on {-1: 0, 1: 2}, step 1/3.\n"
    "#feature m : integer -5..5, may be set, cost 1, observed, label \" blank \", unit \"@\".\n"
    "#feature f : {q}, fixed. #feature g : {q}, caused.\n"
    "#undesired no(X).\nno(X) :- age(X, 7).\n";

TEST(FeatureSheet, HasARowForEachFeature) {
  EXPECT_EQ(feature_sheet(model::read_model(text, "m.cogs")),
            "feature,label,domain,fixed,direction,caused,may_be_set,cost,unit,step,observed\n"
            "age,,integer 0..99,,may increase,,,,y,,\n"
            "\"a, \"\"b\"\"\",\"'=1,\n2\",{x < 'Y z' < 3 < '4'},,,,,to {x: 2.5},,,\n"
            "r,,real -inf..inf,,,,,\"up 1 per 2, down 1 + 3 on {-1: 0, 1: 2}\",,1/3,\n"
            "m,\" blank \",integer -5..5,,,,yes,,'@,,yes\n"
            "f,,{q},yes,,,,,,,\n"
            "g,,{q},,,yes,,,,,\n");
}

TEST(FeatureSheet, ChangesNothingWhenItIsReadBack) {
  const model::Model model = model::read_model(text, "m.cogs");
  const model::FeatureSheet sheet = model::read_feature_sheet(feature_sheet(model), "f.csv");
  const model::ChangedFeatures now = model::apply_rows(model, sheet.rows);
  EXPECT_TRUE(now.changed.empty());
  EXPECT_EQ(model::write_model(now.model), text);
}

TEST(FeatureSheet, MarksItsEncodingWhereItMatters) {
  const model::Model model = model::read_model(
      "#feature a : {x}, label \"größe\".\n#undesired no(X).\nno(X) :- a(X, x).\n", "m.cogs");
  const std::string sheet = feature_sheet(model);
  EXPECT_TRUE(
      sheet.starts_with("\xEF\xBB\xBF"
                        "feature,"));
  EXPECT_TRUE(model::apply_rows(model, model::read_feature_sheet(sheet, "f").rows).changed.empty());
}

TEST(FeaturesText, SaysWhatChanged) {
  const model::Model model = model::read_model(text, "m.cogs");
  EXPECT_EQ(features_text({.model = model, .sheet = "f.csv"}, {80, false}),
            "f.csv says what the model says: nothing was changed.\n");
  EXPECT_EQ(
      features_text(
          {.model = model, .sheet = "f.csv", .changed = {model::FeatureId(4)}, .written = "m.cogs"},
          {80, false}),
      "1 feature changed in m.cogs:\n  #feature f : {q}, fixed.\n");
}

}  // namespace
}  // namespace cogs::present
