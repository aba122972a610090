// SPDX-License-Identifier: Apache-2.0
#include "path/verify.h"

#include <gtest/gtest.h>

#include "../support/build_path.h"
#include "path/places.h"

namespace cogs::path {
namespace {

using namespace cogs::build;  // NOLINT: the builders read as a language of their own
using model::CausalMode;
using model::Direction;
using model::Interval;

// The loan model of language.md and John's path of contract.md.
class LoanPath : public testing::Test {
 protected:
  LoanPath() {
    age = b.integer("age", 1, 99);
    debt = b.integer("debt", 0, 1000000);
    balance = b.integer("bank_balance", 0, 1000000000);
    score = b.integer("credit_score", 300, 850);
    b[age].direction = Direction::up;
    b[score].caused = true;
    b[score].mode = CausalMode::if_;
    reject = b.atom("reject_loan");
    b.rule(reject, {has(balance, {less("60000")})});                // line 5
    b.rule(reject, {has(score, {less("600")})});                    // line 6
    b.causal(score, {at_least("600")}, {has(debt, {equal("0")})});  // line 7
    b.model.undesired = reject;

    path.cost = 2;
    path.transitions.resize(2);
    path.transitions[0].actions = {change(debt, "5000", "0", closed("0", "0"))};
    path.transitions[0].effects = {effect(change(score, "599", "600", closed("600", "850")),
                                          std::vector<Interval>{closed("600", "850")}, true, {0})};
    path.transitions[0].state = record({"31", "0", "40000", "600"});
    path.transitions[1].actions = {
        change(balance, "40000", "60000", closed("60000", "1000000000"))};
    path.transitions[1].state = record({"31", "0", "60000", "600"});
  }
  Faults faults() const { return verify(b.model, john, options, path); }

  ModelBuilder b;
  FeatureId age, debt, balance, score;
  AtomId reject;
  model::Record john = record({"31", "5000", "40000", "599"});
  Options options;
  Path path;
};

TEST_F(LoanPath, is_accepted) { EXPECT_EQ(faults(), Faults{}); }

TEST_F(LoanPath, is_checked_by_one_verifier_again_and_again) {
  const Verifier verifier(b.model);
  EXPECT_EQ(verifier.verify(john, options, path), Faults{});
  path.cost = 3;
  EXPECT_EQ(verifier.verify(john, options, path), Faults{"the cost is 2 and not 3"});
}

TEST_F(LoanPath, without_transitions_is_refused) {
  path.transitions.clear();
  EXPECT_EQ(faults(), Faults{"the path has no transitions"});
}

TEST_F(LoanPath, with_states_of_another_size_is_refused) {
  path.transitions[1].state.pop_back();
  EXPECT_EQ(faults(), Faults{"transition 2: the state has 3 values for 4 features"});
}

TEST_F(LoanPath, with_a_word_for_a_number_is_refused) {
  path.transitions[1].state[0] = Value::of("old");
  EXPECT_EQ(faults(), Faults{"transition 2: age = old is not a number"});
}

TEST_F(LoanPath, that_ends_early_is_refused) {
  path.transitions.pop_back();
  path.cost = 1;
  EXPECT_EQ(faults(), Faults{"transition 1: the last state is not a goal state"});
}

TEST_F(LoanPath, from_another_start_is_refused) {
  john[1] = Value::of("6000");
  EXPECT_EQ(faults(), Faults{"transition 1: `from` of debt is not its value in the state before"});
}

TEST_F(LoanPath, from_a_goal_state_is_refused) {
  john = record({"31", "0", "70000", "700"});
  EXPECT_TRUE(says(faults(), "the start is a goal state already"));
}

TEST_F(LoanPath, with_a_target_that_is_not_in_the_state_is_refused) {
  path.transitions[1].actions[0].to = Value::of("60001");
  EXPECT_EQ(faults(),
            Faults{"transition 2: `to` of bank_balance is not its value in the new state"});
}

TEST_F(LoanPath, that_goes_on_after_the_goal_is_refused) {
  path.transitions.push_back(path.transitions[1]);
  path.transitions[2].actions = {change(age, "31", "32", closed("32", "99"))};
  path.transitions[2].state[0] = Value::of("32");
  path.cost = 3;
  EXPECT_EQ(faults(), Faults{"transition 2: the state is a goal state, but the path goes on"});
}

TEST_F(LoanPath, with_a_change_that_is_not_listed_is_refused) {
  path.transitions[1].state[0] = Value::of("32");
  EXPECT_EQ(faults(), Faults{"transition 2: age changes but is neither an action nor an effect"});
}

TEST_F(LoanPath, with_a_listed_change_that_does_not_happen_is_refused) {
  auto& actions = path.transitions[1].actions;
  actions.insert(actions.begin(), change(age, "31", "31", closed("31", "31")));
  path.cost = 3;
  EXPECT_EQ(faults(), Faults{"transition 2: age is listed as a change but keeps its value"});
}

TEST_F(LoanPath, with_a_change_listed_twice_is_refused) {
  path.transitions[1].actions.push_back(path.transitions[1].actions[0]);
  path.cost = 3;
  EXPECT_TRUE(says(faults(), "transition 2: bank_balance is listed twice"));
}

TEST_F(LoanPath, without_the_forced_effect_is_refused) {
  path.transitions[0].effects.clear();
  path.transitions[0].state[3] = Value::of("599");
  EXPECT_TRUE(
      says(faults(),
           "transition 1: credit_score = 599 breaks the causal rules of credit_score (lines 7)"));
}

TEST_F(LoanPath, with_an_effect_that_nothing_forces_is_refused) {
  path.transitions[1].effects = {effect(change(score, "600", "601", closed("600", "850")),
                                        std::vector<Interval>{closed("600", "850")}, true, {0})};
  path.transitions[1].state[3] = Value::of("601");
  EXPECT_EQ(faults(), Faults{"transition 2: credit_score changes as an effect that nothing "
                             "forces: its old value 600 fits its causal rules"});
}

TEST_F(LoanPath, with_an_effect_on_a_feature_without_causal_rules_is_refused) {
  path.transitions[1].effects = {effect(change(age, "31", "32", closed("32", "99")),
                                        std::vector<Interval>{closed("1", "99")}, true, {})};
  path.transitions[1].state[0] = Value::of("32");
  EXPECT_EQ(faults(), Faults{"transition 2: age changes as an effect but has no causal rules"});
}

TEST_F(LoanPath, that_sets_a_caused_feature_is_refused) {
  path.transitions[0].actions = {change(score, "599", "600", closed("600", "850"))};
  path.transitions[0].effects.clear();
  path.transitions[0].state = record({"31", "5000", "40000", "600"});
  path.transitions[1].state = record({"31", "5000", "60000", "600"});
  EXPECT_EQ(faults(), Faults{"transition 1: credit_score is set directly although it is caused"});
  options.allow = {score};
  EXPECT_EQ(faults(), Faults{});
}

TEST_F(LoanPath, that_moves_a_fixed_feature_is_refused) {
  b[debt].fixed = true;
  EXPECT_EQ(faults(), Faults{"transition 1: debt changes although it is fixed"});
  b[debt].fixed = false;
  options.fix = {score};  // effects included
  EXPECT_EQ(faults(), Faults{"transition 1: credit_score changes although it is fixed"});
  options.fix.clear();
  b[debt].fixed = true;
  options.allow = {debt};
  EXPECT_EQ(faults(), Faults{});
}

TEST_F(LoanPath, that_sets_a_feature_outside_only_is_refused) {
  options.only = std::vector<FeatureId>{debt};
  EXPECT_EQ(faults(),
            Faults{"transition 2: bank_balance is set directly although --only does not name it"});
  options.only->push_back(balance);  // the effect on the score needs no naming
  EXPECT_EQ(faults(), Faults{});
}

TEST_F(LoanPath, outside_a_range_option_is_refused) {
  options.ranges = {{balance, std::nullopt, Number(50000)}};
  EXPECT_EQ(faults(), Faults{"transition 2: 60000 is outside the --range of bank_balance"});
  options.ranges[0].high = Number(70000);
  EXPECT_EQ(faults(), Faults{"transition 2: `range` of bank_balance holds 70001, which does not "
                             "do as well"});
  path.transitions[1].actions[0].range = std::vector<Interval>{closed("60000", "70000")};
  EXPECT_EQ(faults(), Faults{});
}

TEST_F(LoanPath, against_the_direction_is_refused) {
  b[debt].direction = Direction::up;
  EXPECT_EQ(faults(), Faults{"transition 1: debt moves from 5000 to 0 but may only increase"});
  options.allow = {debt};
  EXPECT_EQ(faults(), Faults{});
  options.allow.clear();
  b[debt].direction = Direction::down;
  EXPECT_EQ(faults(), Faults{});
  b[score].direction = Direction::down;  // effects obey it too
  EXPECT_EQ(faults(),
            Faults{"transition 1: credit_score moves from 599 to 600 but may only decrease"});
}

TEST_F(LoanPath, outside_the_domain_is_refused) {
  path.transitions[1].actions[0].to = Value::of("2000000000");
  path.transitions[1].state[2] = Value::of("2000000000");
  EXPECT_EQ(faults(), Faults{"transition 2: 2000000000 is not in the domain of bank_balance"});
}

TEST_F(LoanPath, with_fractions_of_an_integer_feature_is_refused) {
  path.transitions[1].actions[0].to = Value::of("60000.5");
  path.transitions[1].state[2] = Value::of("60000.5");
  EXPECT_EQ(faults(), Faults{"transition 2: 60000.5 is not in the domain of bank_balance"});
}

TEST_F(LoanPath, with_a_wrong_cost_is_refused) {
  options.costs = {{debt, model::Price::of(5)}};
  EXPECT_EQ(faults(), Faults{"the cost is 6 and not 2"});
  path.cost = 6;
  EXPECT_EQ(faults(), Faults{});
}

TEST_F(LoanPath, longer_than_permitted_is_refused) {
  options.max_length = 1;
  EXPECT_EQ(faults(), Faults{"the path has 2 transitions, --max-length permits 1"});
}

TEST_F(LoanPath, that_misses_the_desired_decision_is_refused) {
  const AtomId gold = b.atom("gold");
  b.rule(gold, {has(balance, {at_least("70000")})});
  options.desired = gold;
  EXPECT_EQ(faults(), Faults{"transition 2: the last state is not a goal state"});
}

TEST_F(LoanPath, through_a_denied_state_is_refused) {
  b.denial({has(debt, {equal("0")}), has(balance, {less("50000")})});
  EXPECT_EQ(faults(), Faults{"transition 1: the state breaks the denial of line 8"});
}

TEST_F(LoanPath, with_a_range_too_wide_is_refused) {
  path.transitions[1].actions[0].range = std::vector<Interval>{closed("59999", "1000000000")};
  EXPECT_EQ(faults(), Faults{"transition 2: `range` of bank_balance holds 59999, which does not "
                             "do as well"});
  path.transitions[1].actions[0].range = std::vector<Interval>{{Number(60000), std::nullopt}};
  EXPECT_EQ(faults(), Faults{"transition 2: `range` of bank_balance holds 1000000001, which does "
                             "not do as well"});
}

TEST_F(LoanPath, with_a_range_too_narrow_is_refused) {
  path.transitions[1].actions[0].range = std::vector<Interval>{closed("60000", "999999999")};
  EXPECT_EQ(faults(), Faults{"transition 2: `range` of bank_balance lacks 1000000000, which does "
                             "do as well"});
}

TEST_F(LoanPath, with_a_range_without_its_value_is_refused) {
  path.transitions[1].actions[0].range = std::vector<Interval>{closed("60001", "1000000000")};
  EXPECT_EQ(faults(), Faults{"transition 2: `range` of bank_balance lacks the value itself"});
}

TEST_F(LoanPath, with_a_range_of_two_pieces_is_refused) {
  path.transitions[1].actions[0].range =
      std::vector<Interval>{closed("60000", "70000"), closed("70001", "1000000000")};
  EXPECT_EQ(faults(), Faults{"transition 2: `range` of bank_balance is not one interval"});
}

TEST_F(LoanPath, with_a_range_of_the_wrong_kind_is_refused) {
  path.transitions[1].actions[0].range = std::vector<Value>{Value::of("60000")};
  EXPECT_EQ(faults(), Faults{"transition 2: `range` of bank_balance is not a set of values of its "
                             "domain"});
}

TEST_F(LoanPath, with_wrong_support_is_refused) {
  path.transitions[0].effects[0].supported = std::vector<Interval>{closed("600", "800")};
  EXPECT_EQ(faults(), (Faults{"transition 1: `supported` of credit_score lacks 801, which does "
                              "fit its causal rules",
                              "transition 1: `supported` of credit_score lacks 849, which does "
                              "fit its causal rules",
                              "transition 1: `supported` of credit_score lacks 850, which does "
                              "fit its causal rules"}));
}

TEST_F(LoanPath, that_names_the_wrong_rules_is_refused) {
  path.transitions[0].effects[0].rules = {no_causal_rule};
  EXPECT_EQ(faults(), Faults{"transition 1: the rules named for the effect on credit_score are "
                             "not those at work"});
}

TEST_F(LoanPath, is_uncertain_where_the_bank_wants_more_than_the_cause_promises) {
  b.model.rules[1].body = {has(score, {less("700")})};
  path.transitions[0].effects[0].to = Value::of("700");
  path.transitions[0].effects[0].range = std::vector<Interval>{closed("700", "850")};
  path.transitions[0].state[3] = path.transitions[1].state[3] = Value::of("700");
  EXPECT_EQ(faults(),
            Faults{"transition 1: the effect on credit_score is called certain but is not"});
  path.transitions[0].effects[0].certain = false;
  EXPECT_EQ(faults(), Faults{"the path is called certain but has an effect that is not"});
  path.certain = false;
  EXPECT_EQ(faults(), Faults{});
  options.certain = true;
  EXPECT_EQ(faults(), Faults{"the path is not certain, which --certain asks for"});
}

TEST_F(LoanPath, is_certain_where_it_is_called_uncertain) {
  path.transitions[0].effects[0].certain = false;
  path.certain = false;
  EXPECT_EQ(faults(),
            Faults{"transition 1: the effect on credit_score is called uncertain but is certain"});
}

TEST_F(LoanPath, that_sets_a_feature_twice_is_refused) {
  path.transitions[0].actions[0].to = Value::of("1");
  path.transitions[0].effects.clear();
  path.transitions[0].state = record({"31", "1", "40000", "599"});
  path.transitions[1].actions = {change(debt, "1", "0", closed("0", "0")),
                                 change(balance, "40000", "60000", closed("60000", "1000000000"))};
  path.transitions[1].effects = {effect(change(score, "599", "600", closed("600", "850")),
                                        std::vector<Interval>{closed("600", "850")}, true, {0})};
  path.cost = 3;
  EXPECT_EQ(faults(),
            Faults{"transition 2: debt is set directly a second time, after transition 1"});
}

TEST_F(LoanPath, with_effects_only_is_refused) {
  path.transitions[0].effects.push_back(effect(change(debt, "5000", "0", closed("0", "0")),
                                               std::vector<Interval>{closed("0", "1000000")}, true,
                                               {}));
  path.transitions[0].actions.clear();
  EXPECT_TRUE(says(faults(), "transition 1: no feature is set directly"));
}

TEST_F(LoanPath, that_makes_a_value_missing_is_refused) {
  path.transitions[1].state[0] = std::nullopt;
  EXPECT_TRUE(says(faults(), "transition 2: age changes but is neither an action nor an effect"));
  path.transitions[1].actions.insert(path.transitions[1].actions.begin(),
                                     change(age, "31", "31", closed("31", "31")));
  EXPECT_TRUE(says(faults(), "transition 2: age becomes missing"));
}

}  // namespace
}  // namespace cogs::path
