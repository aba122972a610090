// SPDX-License-Identifier: Apache-2.0
#include "model/record.h"

#include <gtest/gtest.h>

namespace cogs::model {
namespace {

Feature numeric(std::string name, bool integer, std::optional<Number> low,
                std::optional<Number> high) {
  Feature feature;
  feature.name = std::move(name);
  feature.domain = NumericDomain{integer, low, high};
  return feature;
}

Feature choice(std::string name, const std::vector<std::string>& values) {
  Feature feature;
  feature.name = std::move(name);
  SetDomain domain;
  for (const std::string& value : values) domain.values.push_back({Value::of(value), false});
  feature.domain = domain;
  return feature;
}

Model person() {
  Model model;
  model.features = {numeric("age", true, 1, 99), numeric("rate", false, std::nullopt, 1),
                    choice("sex", {"Male", "Female"}), choice("persons", {"2", "4", "more"})};
  return model;
}

base::InputError error_of(const Model& model, const std::vector<Field>& fields) {
  try {
    read_record(model, fields, "john.json");
  } catch (const base::InputError& error) {
    return error;
  }
  ADD_FAILURE() << "expected an InputError";
  return base::InputError(base::Diagnostic{});
}

TEST(ReadRecord, TakesIntegersWrittenAsDecimals) {
  const Record record = read_record(person(), {{"age", "31.0"}, {"sex", "Male"}});
  ASSERT_EQ(record.size(), 4u);
  EXPECT_EQ(record[0]->text, "31");
  EXPECT_EQ(*record[0]->number, Number(31));
  EXPECT_EQ(record[2]->text, "Male");
}

TEST(ReadRecord, TreatsQuestionMarkEmptyAndAbsentAsMissing) {
  const Record record = read_record(person(), {{"age", "?"}, {"sex", ""}, {"persons", " ? "}});
  for (const auto& value : record) EXPECT_FALSE(value.has_value());
}

TEST(ReadRecord, KeepsQuestionMarkWhereTheSetDeclaresIt) {
  Model model;
  model.features = {choice("job", {"?", "clerk"})};
  EXPECT_EQ(read_record(model, {{"job", "?"}})[0]->text, "?");
}

TEST(ReadRecord, KeepsRealsExact) {
  const Record record = read_record(person(), {{"rate", "0.10"}});
  EXPECT_EQ(record[1]->text, "0.1");
  EXPECT_EQ(*record[1]->number * 10, Number(1));
}

TEST(ReadRecord, TrimsBlanksAroundSetValues) {
  EXPECT_EQ(read_record(person(), {{"sex", " Female "}})[2]->text, "Female");
}

TEST(ReadRecord, ReportsEveryErrorAtOnce) {
  const auto error = error_of(person(), {{"agee", "31"},
                                         {"age", "old"},
                                         {"age", "3"},
                                         {"sex", "male"},
                                         {"persons", "4.0"},
                                         {"rate", "2"}});
  const auto& found = error.diagnostics();
  ASSERT_EQ(found.size(), 6u);
  EXPECT_EQ(found[0].message, "the model has no feature 'agee'");
  EXPECT_EQ(found[0].help, "did you mean 'age'?");
  EXPECT_EQ(found[0].file, "john.json");
  EXPECT_EQ(found[1].message, "'age' takes an integer, not 'old'");
  EXPECT_EQ(found[2].message, "'age' is given twice");
  EXPECT_EQ(found[3].message, "'sex' has no value 'male'");
  EXPECT_EQ(found[3].help, "did you mean 'Male'?");
  EXPECT_EQ(found[4].help, "did you mean '4'?");
  EXPECT_EQ(found[5].message, "'rate' = 2 is outside its domain -inf..1");
}

TEST(ReadRecord, StopsWhereManyFieldsAreWrong) {
  std::vector<Field> fields;
  for (std::uint32_t i = 0; i < 1000; ++i) {
    fields.push_back({"m" + std::to_string(i), "1", {1, i + 1, 1}});
  }
  const auto error = error_of(person(), fields);
  const auto& found = error.diagnostics();
  ASSERT_EQ(found.size(), 20u);
  EXPECT_EQ(found[18].message, "the model has no feature 'm18'");
  EXPECT_EQ(found[19].message, "and so on: nothing was read from here on");
  EXPECT_EQ(found[19].place.column, 20u);
}

TEST(ReadRecord, RefusesFractionsForIntegers) {
  const auto error = error_of(person(), {{"age", "30.5"}});
  EXPECT_EQ(error.diagnostics()[0].message, "'age' takes an integer, not 30.5");
  EXPECT_EQ(error.diagnostics()[0].help, "the nearest are 30 and 31");
}

TEST(ReadRecord, ListsTheChoicesWhereNothingIsNear) {
  const auto error = error_of(person(), {{"persons", "several"}});
  EXPECT_EQ(error.diagnostics()[0].help, "its values are: 2, 4, more");
}

TEST(ReadRecord, WarnsOutsideAnObservedDomain) {
  Model model = person();
  model.features[0].observed = true;
  model.features[2].observed = true;
  std::vector<base::Diagnostic> warnings;
  const Record record =
      read_record(model, {{"age", "120"}, {"sex", "other"}}, "command line", &warnings);
  EXPECT_EQ(record[0]->text, "120");
  EXPECT_EQ(record[2]->text, "other");
  ASSERT_EQ(warnings.size(), 2u);
  EXPECT_EQ(warnings[0].severity, base::Severity::warning);
}

// By name, by name in other capitals, and not at all, also where names are looked up in an index.
TEST(ReadRecord, FindsEachOfVeryManyFeatures) {
  Model model;
  for (int i = 0; i < 500; ++i) {
    model.features.push_back(numeric("f" + std::to_string(i), true, 0, 1000));
  }
  std::vector<Field> fields;
  for (int i = 499; i > 0; --i) fields.push_back({"f" + std::to_string(i), std::to_string(i)});
  fields.push_back({"F0", "7"});
  const Record record = read_record(model, fields);
  EXPECT_EQ(record[0], Value::of(Number(7)));
  for (int i = 1; i < 500; ++i) {
    EXPECT_EQ(record[static_cast<std::size_t>(i)], Value::of(Number(i))) << i;
  }
  EXPECT_EQ(error_of(model, {{"f500", "1"}}).diagnostics().size(), 1u);
  EXPECT_EQ(error_of(model, {{"f5", "1"}, {"F5", "2"}}).diagnostics().size(), 1u);
}

}  // namespace
}  // namespace cogs::model
