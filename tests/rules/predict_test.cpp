// SPDX-License-Identifier: Apache-2.0
#include "rules/predict.h"

#include <gtest/gtest.h>

#include "rules/inspect.h"
#include "table/read_table.h"

namespace cogs::rules {
namespace {

using Tests = cogs::rules::Test;

RuleSet one_rule(bool numeric, Tests test, std::variant<std::string, base::Number> value) {
  RuleSet rules;
  rules.label = "label";
  rules.outcomes = {"p", "n"};
  rules.attributes = {{"a", numeric, numeric}};
  rules.rules = {{"p", {{{0, test, std::move(value)}}, {}, {}}}};
  return rules;
}

using Classes = std::vector<std::uint32_t>;

TEST(Predict, GapsFailPlainTestsAndPassNegatedOnes) {
  table::ReadOptions options;
  options.numeric = {"a"};
  const table::Table table = table::parse_table("a,b\n1,x\n2,x\n3,x\n?,x\nmany,x\n", "t", options);
  const base::Number two = 2;
  EXPECT_EQ(predict(one_rule(true, Tests::at_most, two), table), (Classes{0, 0, 1, 1, 1}));
  EXPECT_EQ(predict(one_rule(true, Tests::not_at_most, two), table), (Classes{1, 1, 0, 0, 0}));
  EXPECT_EQ(predict(one_rule(true, Tests::above, two), table), (Classes{1, 1, 0, 1, 1}));
  EXPECT_EQ(predict(one_rule(true, Tests::not_above, two), table), (Classes{0, 0, 1, 0, 0}));
}

TEST(Predict, AMissingCellEqualsNothing) {
  const table::Table table = table::parse_table("a,b\nu,x\nv,x\n?,x\n", "t");
  EXPECT_EQ(predict(one_rule(false, Tests::equal, "u"), table), (Classes{0, 1, 1}));
  EXPECT_EQ(predict(one_rule(false, Tests::not_equal, "u"), table), (Classes{1, 0, 0}));
  EXPECT_EQ(predict(one_rule(false, Tests::not_equal, "w"), table), (Classes{0, 0, 0}));
}

TEST(Predict, AColumnThatIsNotThereIsMissing) {
  const table::Table table = table::parse_table("b,c\nu,x\nv,x\n", "t");
  EXPECT_EQ(predict(one_rule(false, Tests::equal, "u"), table), (Classes{1, 1}));
  EXPECT_EQ(predict(one_rule(true, Tests::not_above, base::Number(1)), table), (Classes{0, 0}));
}

TEST(Predict, AnotherTypeOfColumnIsReadByItsValues) {
  table::ReadOptions options;
  options.categorical = {"a"};
  const table::Table texts = table::parse_table("a,b\n1,x\n30,x\nu,x\n", "t", options);
  EXPECT_EQ(predict(one_rule(true, Tests::at_most, base::Number(9)), texts), (Classes{0, 1, 1}));
  EXPECT_EQ(predict(one_rule(true, Tests::not_at_most, base::Number(9)), texts),
            (Classes{1, 0, 0}));
  options.categorical = {};
  options.numeric = {"a"};
  const table::Table numbers = table::parse_table("a,b\n1,x\n30,x\n", "t", options);
  EXPECT_EQ(predict(one_rule(false, Tests::equal, "30"), numbers), (Classes{1, 0}));
}

TEST(Predict, ExceptionsTakeRowsOutAndTheFirstRuleDecides) {
  const table::Table table = table::parse_table("a,b\nu,x\nu,y\nv,x\nv,y\nw,y\n", "t");
  RuleSet rules;
  rules.label = "label";
  rules.outcomes = {"p", "q", "r"};
  rules.attributes = {{"a", false, false}, {"b", false, false}};
  rules.first_match = true;
  Rule first{{{0, Tests::not_equal, "w"}},
             {{{{0, Tests::equal, "u"}, {1, Tests::equal, "y"}}, {}, {}}},
             {}};
  rules.rules = {{"q", first}, {"r", {{{0, Tests::equal, "u"}}, {}, {}}}};
  EXPECT_EQ(predict(rules, table), (Classes{1, 2, 1, 1, no_outcome}));
  EXPECT_EQ(predict(rules, table, {1, 4}), (Classes{2, no_outcome}));
}

TEST(Evaluate, CountsAgainstTheLabel) {
  const table::Table table = table::parse_table("a,label\nu,p\nu,p\nu,n\nv,n\nv,n\nv,p\nv,\n", "t");
  const Measures measures = evaluate(one_rule(false, Tests::equal, "u"), table);
  EXPECT_EQ(measures.confusion.total(), 6U);
  EXPECT_DOUBLE_EQ(measures.accuracy, 4.0 / 6);
  EXPECT_DOUBLE_EQ(measures.precision, 2.0 / 3);
  EXPECT_DOUBLE_EQ(measures.recall, 2.0 / 3);
  EXPECT_DOUBLE_EQ(measures.f1, 2.0 / 3);
  EXPECT_DOUBLE_EQ(measures.majority, 0.5);
  EXPECT_EQ(measures.confusion.rows, (std::vector<std::vector<std::size_t>>{{2, 1, 0}, {1, 2, 0}}));
}

TEST(Evaluate, ARowWithoutAClassIsAnError) {
  const table::Table table = table::parse_table("a,label\nu,p\nv,p\nv,n\nv,other\n", "t");
  RuleSet rules = one_rule(false, Tests::equal, "u");
  rules.first_match = true;
  const Measures measures = evaluate(rules, table);
  EXPECT_DOUBLE_EQ(measures.accuracy, 0.25);
  EXPECT_EQ(measures.confusion.actual, (std::vector<std::string>{"p", "n", "other"}));
  EXPECT_EQ(measures.confusion.predicted, (std::vector<std::string>{"p", "n", "other", ""}));
  EXPECT_EQ(measures.confusion.rows[0], (std::vector<std::size_t>{1, 0, 0, 1}));
}

TEST(Measure, SpreadIsThatOfASample) {
  EXPECT_DOUBLE_EQ(spread({1, 2, 3}).mean, 2);
  EXPECT_DOUBLE_EQ(spread({1, 2, 3}).deviation, 1);
  EXPECT_DOUBLE_EQ(spread({5}).deviation, 0);
}

TEST(RuleSetCounts, EqualExceptionsCountOnce) {
  RuleSet rules = one_rule(false, Tests::equal, "u");
  const Rule exception{{{0, Tests::equal, "v"}, {0, Tests::not_equal, "w"}}, {}, {3, 2}};
  rules.rules[0].rule.exceptions = {exception};
  rules.rules.push_back(rules.rules[0]);
  rules.rules[1].rule.exceptions[0].evidence = {1, 1};
  EXPECT_EQ(rules.rule_count(), 3U);
  EXPECT_EQ(rules.literal_count(), 4U);
}

TEST(Inspect, IdentifiersAreFound) {
  std::string csv = "id,name,amount,year,colour,label\n";
  for (int i = 1; i <= 50; ++i) {
    csv += std::to_string(i) + ",n" + std::to_string(i) + "," + std::to_string(i * 37 % 101) + "," +
           std::to_string(1970 + i / 10) + (i % 2 ? ",red" : ",blue") + (i % 3 ? ",p\n" : ",n\n");
  }
  const table::Table table = table::parse_table(csv, "t");
  const std::vector<Identifier> found = find_identifiers(table, *table.find("label"));
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(table.column(found[0].column).name, "id");
  EXPECT_EQ(found[0].sign, IdentifierSign::sequence);
  EXPECT_EQ(table.column(found[1].column).name, "name");
  EXPECT_EQ(found[1].sign, IdentifierSign::distinct);
  EXPECT_EQ(found[1].values, 50U);
}

TEST(Inspect, WhatIsMerelySortedIsNoIdentifier) {
  std::string csv = "income,number,label\n";
  int income = 1000;
  for (int i = 1; i <= 100; ++i) {
    income += 1 + i * 37 % 11;
    const int number = 500 + i + i / 20;  // a few were left out
    csv += std::to_string(income) + "," + std::to_string(number) + (i % 3 ? ",p\n" : ",n\n");
  }
  const table::Table table = table::parse_table(csv, "t");
  const std::vector<Identifier> found = find_identifiers(table, *table.find("label"));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(table.column(found[0].column).name, "number");
}

}  // namespace
}  // namespace cogs::rules
