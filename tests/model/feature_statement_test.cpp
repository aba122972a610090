// SPDX-License-Identifier: Apache-2.0
#include "model/edit/feature_statement.h"

#include <gtest/gtest.h>

#include "base/diagnostic.h"
#include "model/write/write_model.h"

namespace cogs::model {
namespace {

Feature read(const std::string& statement) { return read_feature_statement(statement, "f"); }

std::string edited(const std::string& statement, const std::string& wanted) {
  return edited_statement(statement, read(statement), read(wanted));
}

TEST(FeatureStatement, IsTakenApart) {
  const std::string text = "#feature 'a, b' : {x, 'y, z'}, /* , */ cost 2 , unit \"a, b\", fixed.";
  std::vector<std::string> found;
  for (const FeaturePart& part : parts_of(text)) {
    found.push_back(text.substr(part.begin, part.end - part.begin));
  }
  EXPECT_EQ(found, (std::vector<std::string>{"{x, 'y, z'}", "cost 2", "unit \"a, b\"", "fixed"}));
  EXPECT_EQ(parts_of(text)[1].kind, PartKind::cost);
  EXPECT_EQ(parts_of(text)[3].kind, PartKind::fixed);
  EXPECT_TRUE(parts_of("#undesired no(X).").empty());
  EXPECT_TRUE(parts_of("").empty());
  EXPECT_TRUE(parts_of("#feature a : integer 0..5, unit \"open").empty());
}

TEST(FeatureStatement, TellsArgumentsOfOptions) {
  const Feature feature = read("#feature a : real 0..2.5, may decrease, step 1/3, cost 7.");
  EXPECT_EQ(part_text(feature, PartKind::domain), "real 0..2.5");
  EXPECT_EQ(part_text(feature, PartKind::direction), "decrease");
  EXPECT_EQ(part_text(feature, PartKind::cost), "7");
  EXPECT_EQ(part_text(feature, PartKind::step), "1/3");
  EXPECT_EQ(part_text(feature, PartKind::fixed), std::nullopt);
  EXPECT_EQ(part_text(read("#feature a : {x}, fixed."), PartKind::fixed), "");
}

TEST(FeatureStatement, HasPricesInAllTheirForms) {
  for (const char* price : {"3", "2 per 100", "1 + 2 per 100", "1 + 4 on {0: 0, 50: 1, 90: 3}",
                            "up 2, down 1 per 10", "up 1 on {0: 0, 9: 2}, down 2"}) {
    const Feature feature = read("#feature a : integer 0..99, cost " + std::string(price) +
                                 ", may be set, unit \"u\".");
    EXPECT_EQ(part_text(feature, PartKind::cost), price);
    EXPECT_TRUE(part_text(feature, PartKind::may_be_set));
    EXPECT_EQ(part_text(feature, PartKind::unit), "\"u\"");
    EXPECT_EQ(part_text(feature, PartKind::direction), std::nullopt);
  }
  const Feature set = read("#feature a : {x < y}, cost 2 to {y: 5}.");
  EXPECT_EQ(part_text(set, PartKind::cost), "2 to {y: 5}");
  EXPECT_EQ(part_text(set, PartKind::domain), "{x < y}");
  EXPECT_EQ(edited("#feature a:integer 0..9,cost up 2, down 3,  unit \"u\".",
                   "#feature a : integer 0..9, cost up 2, down 4 per 2, may be set, unit \"u\"."),
            "#feature a:integer 0..9,cost up 2, down 4 per 2,  unit \"u\", may be set.");
  EXPECT_EQ(edited("#feature a:integer 0..9,cost up 2, down 3,  unit \"u\".",
                   "#feature a : integer 0..9, unit \"u\"."),
            "#feature a:integer 0..9,  unit \"u\".");
}

TEST(FeatureStatement, IsReadAlone) {
  EXPECT_EQ(read("#feature a : {x}, fixed.").name, "a");
  for (const char* bad : {"", "a(x).", "#feature a.", "#feature a : {x}", "#feature a : {x}. b(x).",
                          "#feature a : {x}, cost 0.", "#causal a : if.", "#feature \xFF : {x}."}) {
    EXPECT_THROW(read(bad), base::InputError) << bad;
  }
}

TEST(FeatureStatement, StaysAsItIsWhereNothingChanges) {
  const std::string text = "#feature a:integer 0..9,cost 1,  % the usual\n  observed.";
  EXPECT_EQ(edited(text, "#feature a : integer 0..9, observed."), text);
}

TEST(FeatureStatement, KeepsItsLayoutAroundEdits) {
  const std::string text = "#feature a   : integer 0..9,   cost 2,  % dear\n  unit \"y\".";
  EXPECT_EQ(edited(text, "#feature a : integer 0..9, cost 3, unit \"y\"."),
            "#feature a   : integer 0..9,   cost 3,  % dear\n  unit \"y\".");
  EXPECT_EQ(edited(text, "#feature a : integer 0..9, unit \"y\"."),
            "#feature a   : integer 0..9,  % dear\n  unit \"y\".");
  EXPECT_EQ(edited(text, "#feature a : integer 0..9, cost 2, fixed."),
            "#feature a   : integer 0..9,   cost 2, fixed.");
  EXPECT_EQ(edited(text, "#feature a : real 0..9, cost 2, unit \"y\", label \"A\", may decrease."),
            "#feature a   : real 0..9,   cost 2,  % dear\n"
            "  unit \"y\", may decrease, label \"A\".");
  EXPECT_EQ(edited("#feature a : {x}, cost 1.", "#feature a : {x}, cost 2."),
            "#feature a : {x}, cost 2.");
}

TEST(FeatureStatement, IsBrokenIntoLinesWhereItGrowsLong) {
  std::string values = "x0";
  for (int i = 1; i < 40; ++i) values += ", x" + std::to_string(i);
  const std::string made =
      edited("#feature a : {x0}, fixed.", "#feature a : {" + values + "}, fixed.");
  EXPECT_NE(made.find('\n'), std::string::npos);
  EXPECT_EQ(format_feature(read(made)), "#feature a : {" + values + "}, fixed.");
}

TEST(FeatureStatement, KeepsTheOrderOfALongSet) {
  std::string values = "x0";
  for (int i = 1; i < 40; ++i) values += " < x" + std::to_string(i);
  const std::string made =
      edited("#feature a : {x0}, fixed.", "#feature a : {" + values + "}, may increase.");
  EXPECT_NE(made.find('\n'), std::string::npos);
  EXPECT_EQ(format_feature(read(made)), "#feature a : {" + values + "}, may increase.");
}

}  // namespace
}  // namespace cogs::model
