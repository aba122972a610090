// SPDX-License-Identifier: Apache-2.0
#include "path/places.h"

#include <gtest/gtest.h>

#include "model/read/read_model.h"
#include "model/record.h"
#include "path/search.h"

namespace cogs::path {
namespace {

using Lines = std::vector<std::uint32_t>;

// Two of everything stand on one line.
const char* const crowded =
    "#feature a : {0, 1}. #feature b : {0, 1}, caused. #feature c : {0, 1}, fixed.\n"
    "#undesired no(X). #causal b : if.\n"
    "no(X) :- a(X, 0). no(X) :- b(X, 0).\n"
    "b(X, 0) :- c(X, 1). b(X, 1) :- a(X, 1).\n"
    ":- a(X, 1), c(X, 1). :- b(X, 1), c(X, 1).\n";

Result ask(const model::Model& model, const std::vector<model::Field>& fields) {
  base::Budget budget;
  return search(model, model::read_record(model, fields), {}, budget);
}

TEST(Places, RulesOfOneLineAreToldApart) {
  const model::Model model = model::read_model(crowded, "m.cogs");
  const Result result = ask(model, {{"a", "1"}, {"b", "0"}, {"c", "0"}});
  ASSERT_EQ(result.deciding_rules.size(), 1u);
  EXPECT_EQ(result.deciding_rules[0], model::RuleId(1u));
  EXPECT_EQ(lines_of(model, result.deciding_rules), Lines{3});
  ASSERT_EQ(result.start_breaks.size(), 1u);
  EXPECT_EQ(result.start_breaks[0].kind, Broken::Kind::in_vain);
  EXPECT_EQ(result.start_breaks[0].rule, 1u) << "the second rule of its line";
  EXPECT_EQ(place_of(model, result.start_breaks[0]), model.causal_rules[1].place);
}

TEST(Places, EffectsNameTheRuleThatIsAtWork) {
  const model::Model model = model::read_model(crowded, "m.cogs");
  const Result result = ask(model, {{"a", "0"}, {"b", "0"}, {"c", "0"}});
  ASSERT_EQ(result.status, Status::found);
  const Effect& effect = result.paths.at(0).transitions.at(0).effects.at(0);
  EXPECT_EQ(effect.rules, std::vector<model::CausalRuleId>{model::CausalRuleId(1u)});
  EXPECT_EQ(lines_of(model, effect.rules), Lines{4});
}

TEST(Places, OfARuleThatTheModelDoesNotHaveIsNoLine) {
  const model::Model model = model::read_model(crowded, "m.cogs");
  EXPECT_EQ(lines_of(model, std::vector{no_causal_rule}), Lines{0});
}

TEST(Places, OfBlockersAreThoseOfTheirRestrictions) {
  const model::Model model = model::read_model(
      "#feature a : integer 0..9,\n  may increase.\n#feature b : {0, 1},\n  caused.\n"
      "#undesired no(X).\nno(X) :- a(X, 1).\nb(X, 1) :- a(X, 2).\nb(X, 0) :- a(X, 3).\n"
      ":- a(X, 5). :- a(X, 6).\n",
      "m.cogs");
  const FeatureId a(0u), b(1u);
  EXPECT_EQ(lines_of(model, {BlockerKind::domain, a, {}, ""}), Lines{1});
  EXPECT_EQ(lines_of(model, {BlockerKind::direction, a, {}, ""}), Lines{2});
  EXPECT_EQ(lines_of(model, {BlockerKind::caused, b, {}, ""}), Lines{4});
  EXPECT_EQ(lines_of(model, {BlockerKind::missing, b, {}, ""}), Lines{3});
  EXPECT_EQ(lines_of(model, {BlockerKind::causal_rules, b, {}, ""}), (Lines{7, 8}));
  EXPECT_EQ(lines_of(model, {BlockerKind::denial, {}, model::DenialId(1u), ""}), Lines{9});
  EXPECT_EQ(lines_of(model, {BlockerKind::option, a, {}, "fix"}), Lines{});
}

}  // namespace
}  // namespace cogs::path
