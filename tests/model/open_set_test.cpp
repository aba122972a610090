// SPDX-License-Identifier: Apache-2.0
//
// {a, b, ...}: a set with one value for everything that it does not list; and how tables write a
// feature: missing, decimal, date.
#include <gtest/gtest.h>

#include "model/data/bind_table.h"
#include "model/edit/build_model.h"
#include "model/edit/feature_rows.h"
#include "model/read/cell_reader.h"
#include "model/read/read_model.h"
#include "model/record.h"
#include "model/write/write_model.h"
#include "rules/learn.h"
#include "table/read_table.h"

namespace cogs::model {
namespace {

Model model_with(const std::string& features) {
  return read_model(features + "#undesired bad(X).\nbad(X) :- job(X, clerk).\n", "m.cogs");
}

std::string error_of(const std::string& features) {
  try {
    model_with(features);
  } catch (const base::InputError& error) {
    return error.diagnostics().front().message;
  }
  return "";
}

TEST(OpenSet, HasOneValueMoreThanItLists) {
  const Model model = model_with("#feature job : {clerk, cook, ...}, observed.\n");
  const SetDomain& set = model.features[0].set();
  ASSERT_TRUE(set.open);
  ASSERT_EQ(set.values.size(), 3u);
  EXPECT_TRUE(set.is_others(set.values[2].value));
  EXPECT_EQ(format_feature(model.features[0]), "#feature job : {clerk, cook, ...}, observed.");
}

TEST(OpenSet, MayListNothing) {
  const Model model = read_model(
      "#feature job : {...}.\n#feature a : {b, c}.\n#undesired bad(X).\n"
      "bad(X) :- a(X, b).\n",
      "m.cogs");
  EXPECT_EQ(format_feature(model.features[0]), "#feature job : {...}.");
  EXPECT_EQ(read_record(model, {{"job", "anything"}})[0]->text, "...");
}

TEST(OpenSet, IsRefusedWhereItMakesNoSense) {
  EXPECT_NE(error_of("#feature job : {clerk < cook < ...}.\n"), "");
  EXPECT_NE(error_of("#feature job : {clerk, ..., cook}.\n"), "");
  EXPECT_NE(error_of("#feature job : {clerk, '...', ...}.\n"), "");
  EXPECT_NE(error_of("#feature job : {clerk}, missing {clerk}.\n"), "");
  EXPECT_NE(error_of("#feature job : {clerk}, date \"%Y\".\n"), "");
  EXPECT_NE(error_of("#feature job : {clerk}, decimal \",\".\n"), "");
  EXPECT_NE(error_of("#feature job : {clerk}.\n#feature n : integer 0..9, date \"%q\".\n"), "");
  EXPECT_NE(error_of("#feature job : {clerk}.\n#feature n : integer 0..9, decimal \";\".\n"), "");
  // A text that is not listed cannot be asked for: it may be a slip.
  EXPECT_NE(error_of("#feature job : {cook, ...}.\n"), "");
}

TEST(OpenSet, ReadsEveryOtherTextAsOneValue) {
  const Model model = model_with("#feature job : {clerk, cook, 4, ...}, observed.\n");
  std::vector<base::Diagnostic> warnings;
  EXPECT_EQ(read_record(model, {{"job", "cook"}})[0]->text, "cook");
  EXPECT_EQ(read_record(model, {{"job", "harpist"}}, "", &warnings)[0]->text, "...");
  EXPECT_TRUE(warnings.empty());
  EXPECT_EQ(read_record(model, {{"job", "clerc"}}, "", &warnings)[0]->text, "...");
  EXPECT_EQ(warnings.size(), 1u);  // did you mean
  EXPECT_FALSE(read_record(model, {{"job", "?"}})[0]);
  const CellReader cells(model, FeatureId(0), {"NA"});
  EXPECT_EQ(cells.read("harpist").value->text, "...");
  EXPECT_EQ(cells.read(" cook ").value->text, "cook");
  EXPECT_EQ(cells.read("4.0").value->text, "4");
  EXPECT_FALSE(cells.read("NA").value);
  EXPECT_FALSE(cells.read("harpist").unseen);
}

TEST(OpenSet, RowsOfASpreadsheetKeepIt) {
  const Model model = model_with(
      "#feature job : {clerk, ...}, observed, missing {none}.\n"
      "#feature n : integer 0..9, missing {-9, ...}, decimal \",\".\n");
  FeatureRow row{"job", {}, {{PartKind::label, "the job", {}}}};
  const ChangedFeatures changed = apply_rows(model, {row});
  EXPECT_EQ(format_feature(changed.model.features[0]),
            "#feature job : {clerk, ...}, observed, label \"the job\", missing {none}.");
  EXPECT_EQ(format_feature(changed.model.features[1]),
            "#feature n : integer 0..9, missing {-9, ...}, decimal \",\".");
}

TEST(Notation, CellsMeanWhatTheFeatureSays) {
  const Model model = model_with(
      "#feature job : {clerk}.\n#feature n : real -100..99999, missing {-9}, decimal \",\".\n"
      "#feature d : integer 0..30000, date \"%d/%m/%Y\".\n"
      "#feature t : integer 0..30000, missing {...}.\n");
  const auto read = [&](std::size_t feature, const std::string& text) -> std::string {
    const CellValue cell = CellReader(model, FeatureId(feature), {"?"}).read(text);
    return cell.problem ? "bad" : cell.value ? cell.value->text : "missing";
  };
  EXPECT_EQ(read(1, "3,5"), "3.5");
  EXPECT_EQ(read(1, "1.234"), "1234");
  EXPECT_EQ(read(1, "-9,0"), "missing");
  EXPECT_EQ(read(1, "unknown"), "missing");
  EXPECT_EQ(read(1, "abc"), "bad");
  EXPECT_EQ(read(2, "07/03/2024"), "19789");
  EXPECT_EQ(read(2, "2024-03-07"), "bad");
  EXPECT_EQ(read(3, "$1,234"), "1234");
  EXPECT_EQ(read(3, "abc"), "missing");
  EXPECT_EQ(read_record(model, {{"d", "07/03/2024"}})[2]->text, "19789");
  EXPECT_EQ(read_record(model, {{"D", "19789"}})[2]->text, "19789");
  EXPECT_FALSE(read_record(model, {{"n", "-9"}})[1]);
}

TEST(Notation, WhatIsSaidComesBeforeTheModel) {
  const Model model =
      model_with("#feature job : {clerk}.\n#feature n : real 0..99, decimal \",\".\n");
  table::ReadOptions options;
  options.decimals = {{"N", "."}};
  options.missing_values = {{"", "7"}};
  const Model said = with_reading(model, options);
  EXPECT_FALSE(said.features[1].notation.decimal_comma);
  EXPECT_EQ(said.features[0].notation.missing, std::vector<std::string>{"7"});
}

// Learned values: those that rules name or ten rows share.
TEST(LearnedSets, ListWhatIsNobodysOwn) {
  std::string text = "job,n,label\n";
  for (int i = 0; i < 90; ++i) {
    const std::string job = i % 3 == 0 ? "clerk" : i % 3 == 1 ? "cook" : "own" + std::to_string(i);
    text += job + "," + std::to_string(i % 11) + "," + (i % 3 == 0 ? "bad" : "good") + "\n";
  }
  const table::Table table = table::parse_table(text, "data.csv");
  const rules::RuleSet rules =
      rules::learn({.table = table, .label = *table.find("label"), .positive = "bad"});
  BuildOptions options{.undesired = "bad"};
  const auto line = [&](Listed listed) {
    options.listed = listed;
    return build_model(table, rules, options).text.substr(0, 60);
  };
  EXPECT_EQ(line(Listed::shared).find("#feature job : {clerk, cook, ...}"), 0u);
  EXPECT_EQ(line(Listed::named).find("#feature job : {clerk, ...}"), 0u);
  EXPECT_EQ(line(Listed::all).find("#feature job : {clerk, cook, own2,"), 0u);
  // What comes out reads back, and learning again keeps it open.
  options.listed = Listed::shared;
  const Model first = read_model(build_model(table, rules, options).text, "m.cogs");
  const Model again = read_model(rebuild_model(first, table, rules, options).text, "m.cogs");
  EXPECT_EQ(format_feature(again.features[0]), format_feature(first.features[0]));
}

}  // namespace
}  // namespace cogs::model
