// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "model/dependency_graph.h"
#include "reading.h"

namespace cogs::model {
namespace {

const std::string negation = " | a decision must not depend on its own negation; see line";
const std::string causes =
    " | a feature must not depend on itself, also not by way of others; see line";

TEST(CheckDependencies, NamesALoopThroughNegation) {
  EXPECT_EQ(rule_errors("no(X) :- a(X).\na(X) :- debt(X, 1), not b(X).\nb(X) :- a(X)."),
            (Lines{"3:25 loop through negation: a(x) -> not b(x) -> a(x)" + negation + "s 3, 4"}));
  EXPECT_EQ(rule_errors("no(X) :- not no(X)."),
            (Lines{"2:14 loop through negation: no(x) -> not no(x)" + negation + " 2"}));
}

TEST(CheckDependencies, NamesTheShortestLoop) {
  EXPECT_EQ(
      rule_errors("a(X) :- not b(X).\nb(X) :- c(X).\nc(X) :- a(X).\nb(X) :- a(X). no(X) :- a(X)."),
      (Lines{"2:13 loop through negation: a(x) -> not b(x) -> a(x)" + negation + "s 2, 5"}));
}

TEST(CheckDependencies, TellsAtomsWithOtherConstantsApart) {
  EXPECT_EQ(rule_errors("ab(X, 1) :- not ab(X, 2). ab(X, 2) :- debt(X, 3). no(X) :- ab(X, 1)."),
            Lines{});
}

TEST(CheckDependencies, StopsAtFeatures) {
  EXPECT_EQ(rule_errors("no(X) :- not color(X, red). color(X, red) :- not debt(X, 3)."), Lines{});
}

TEST(CheckDependencies, NamesACausalCycle) {
  EXPECT_EQ(rule_errors("debt(X, 3) :- color(X, red).\ncolor(X, red) :- not debt(X, 3)."),
            (Lines{"2:15 causal cycle: debt -> color -> not debt" + causes + "s 2, 3"}));
  EXPECT_EQ(rule_errors("debt(X, N) :- N > 4, debt(X, 3)."),
            (Lines{"2:22 causal cycle: debt -> debt" + causes + " 2"}));
}

TEST(CheckDependencies, NamesACausalCycleThroughAuxiliaryPredicates) {
  EXPECT_EQ(rule_errors("debt(X, 3) :- p(X).\np(X) :- color(X, red).\ncolor(X, 4) :- debt(X, 1)."),
            (Lines{"2:15 causal cycle: debt -> p(x) -> color -> debt" + causes + "s 2, 3, 4"}));
}

TEST(CheckDependencies, ForgetsRulesThatAreNotInForce) {
  EXPECT_EQ(rule_errors("debt(X, 3) :- color(X, red).\n"
                        "#rule c1, status proposed. color(X, red) :- debt(X, 3)."),
            Lines{});
}

TEST(CheckDependencies, ReportsLoopsBesideOtherErrors) {
  EXPECT_EQ(rule_errors("no(X) :- not no(X).\nno(X) :- foo(X).").size(), 2U);
}

TEST(DependencyGraph, NumbersComponentsFromTheBottom) {
  DependencyGraph graph(5);
  for (const auto& [from, to] : {std::pair{0U, 1U}, {1U, 2U}, {2U, 1U}, {2U, 3U}, {4U, 0U}}) {
    graph.add({from, to, false, 0});
  }
  const auto components = graph.components();
  EXPECT_EQ(components[1], components[2]);
  EXPECT_LT(components[3], components[2]);
  EXPECT_LT(components[1], components[0]);
  EXPECT_LT(components[0], components[4]);
}

TEST(DependencyGraph, WalksLongChainsWithoutRecursion) {
  const std::uint32_t many = 200000;
  DependencyGraph graph(many);
  for (std::uint32_t i = 0; i < many; ++i) graph.add({i, (i + 1) % many, false, 0});
  const auto components = graph.components();
  EXPECT_EQ(components[0], components[many - 1]);
  EXPECT_EQ(graph.shortest_way(1, 0, components).size(), many - 1);
}

}  // namespace
}  // namespace cogs::model
