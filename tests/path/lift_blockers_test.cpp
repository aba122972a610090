// SPDX-License-Identifier: Apache-2.0
#include "path/lift_blockers.h"

#include <gtest/gtest.h>

#include "model/read/read_model.h"
#include "model/record.h"
#include "path/search.h"

namespace cogs::path {
namespace {

// The answer with the blockers of the first answer lifted; fails if there are none.
Result lifted(const std::string& text, const std::vector<model::Field>& fields,
              const Options& options = {}) {
  const model::Model model = model::read_model(text, "m.cogs");
  const Record start = model::read_record(model, fields);
  base::Budget budget;
  const Result blocked = search(model, start, options, budget);
  EXPECT_EQ(blocked.status, Status::none);
  EXPECT_FALSE(blocked.blockers.empty());
  const Unblocked question = lift_blockers(model, start, options, blocked.blockers);
  return search(question.model, start, question.options, budget);
}

const std::string decision = "#undesired no(X).\nno(X) :- a(X, 0).\n";

TEST(LiftBlockers, FreesWhatIsFixedOrCausedOrGoesOneWay) {
  for (const char* option : {"fixed", "caused", "may decrease"}) {
    const std::string feature = std::string("#feature a : integer 0..3, ") + option + ".\n";
    const Result opened =
        lifted(feature + "#undesired no(X).\nno(X) :- a(X, N), N < 1.\n", {{"a", "0"}});
    EXPECT_EQ(opened.status, Status::found) << option;
    EXPECT_EQ(opened.paths.at(0).transitions.at(0).state[0]->text, "1") << option;
  }
}

TEST(LiftBlockers, OpensDomainsAndDropsDenialsAndCausalRules) {
  EXPECT_EQ(lifted("#feature a : integer 0..0.\n" + decision, {{"a", "0"}}).status, Status::found);
  EXPECT_EQ(lifted("#feature a : {0, 1}.\n" + decision + ":- a(X, 1).\n", {{"a", "0"}}).status,
            Status::found);
  const Result opened = lifted("#feature a : {0, 1}.\n#feature b : {0, 1}.\n" + decision +
                                   "no(X) :- b(X, 1).\na(X, 1) :- b(X, 1).\n",
                               {{"a", "0"}, {"b", "0"}});
  EXPECT_EQ(opened.status, Status::found);
  EXPECT_EQ(opened.paths.at(0).transitions.at(0).actions.at(0).feature.index(), 0U);
}

TEST(LiftBlockers, KeepsThePriceOfWhatIsMissing) {
  Options options;
  options.set_missing = true;
  const Result opened =
      lifted("#feature a : integer 0..4, cost 1 per 2.\n#undesired no(X).\nno(X) :- not a(X, 5).\n",
             {}, options);
  ASSERT_EQ(opened.status, Status::found);
  EXPECT_EQ(opened.paths.at(0).cost, Number(2));  // from one end of 0..4 to the other
}

TEST(LiftBlockers, DropsTheOneDenialOfItsLineThatBlocks) {
  const std::string features =
      "#feature a : {0, 1, 2}.\n#feature b : {0, 1}.\n#undesired no(X).\n"
      "no(X) :- a(X, 0).\nno(X) :- a(X, 2).\n";
  // Without both there would be a path too; the second alone must go.
  const model::Model model =
      model::read_model(features + ":- a(X, 2). :- a(X, 1). :- b(X, 1).\n", "m.cogs");
  const Record start = model::read_record(model, {{"a", "0"}, {"b", "0"}});
  base::Budget budget;
  const Result blocked = search(model, start, {}, budget);
  ASSERT_EQ(blocked.blockers.size(), 1U);
  EXPECT_EQ(blocked.blockers[0].denial, model::DenialId(1U));
  const Unblocked question = lift_blockers(model, start, {}, blocked.blockers);
  ASSERT_EQ(question.model.denials.size(), 2U);
  EXPECT_EQ(question.model.denials[0].place, model.denials[0].place);
  EXPECT_EQ(question.model.denials[1].place, model.denials[2].place);
  EXPECT_EQ(search(question.model, start, question.options, budget).status, Status::found);
}

TEST(LiftBlockers, KeepsTheIdsThatRulesHaveInTheModelBefore) {
  Unblocked question;
  question.causal_rules = {model::CausalRuleId(2U), model::CausalRuleId(5U)};
  question.denials = {model::DenialId(1U)};
  Result found;
  found.paths.emplace_back().transitions.emplace_back().effects.emplace_back().rules = {
      model::CausalRuleId(1U)};
  found.start_breaks = {{Broken::Kind::in_vain, 0, FeatureId(0U)},
                        {Broken::Kind::denial, 0, std::nullopt}};
  const Result named = with_rules_of_before(question, found);
  EXPECT_EQ(named.paths[0].transitions[0].effects[0].rules[0], model::CausalRuleId(5U));
  EXPECT_EQ(named.start_breaks[0].rule, 2U);
  EXPECT_EQ(named.start_breaks[1].rule, 1U);
}

TEST(LiftBlockers, TakesOptionsOfTheRunAway) {
  Options options;
  options.fix = {FeatureId(0U)};
  options.top = 5;
  const Result opened = lifted("#feature a : {0, 1}.\n" + decision, {{"a", "0"}}, options);
  EXPECT_EQ(opened.status, Status::found);
  EXPECT_EQ(opened.paths.size(), 1U);
}

}  // namespace
}  // namespace cogs::path
