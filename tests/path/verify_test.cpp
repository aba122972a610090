// SPDX-License-Identifier: Apache-2.0
#include "path/verify.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "../support/build_model.h"

namespace cogs::path {
namespace {

using namespace cogs::build;  // NOLINT: the builders read as a language of their own
using model::CausalMode;
using model::Direction;
using model::Interval;
using Faults = std::vector<std::string>;

Interval closed(const std::string& low, const std::string& high) {
  return {Number::parse(low), Number::parse(high)};
}

Change change(FeatureId feature, const std::string& from, const std::string& to, Interval range) {
  Change c;
  c.feature = feature;
  if (from != "?") c.from = Value::of(from);
  c.to = Value::of(to);
  c.range = std::vector<Interval>{std::move(range)};
  return c;
}

Change choice(FeatureId feature, const std::string& from, const std::string& to,
              const std::vector<std::string>& range) {
  Change c = change(feature, from, to, {});
  std::vector<Value> values;
  for (const std::string& text : range) values.push_back(Value::of(text));
  c.range = values;
  return c;
}

Effect effect(Change c, ValueSet supported, bool certain, std::vector<std::uint32_t> rules) {
  Effect e;
  static_cast<Change&>(e) = std::move(c);
  e.supported = std::move(supported);
  e.certain = certain;
  e.rules = std::move(rules);
  return e;
}

testing::AssertionResult says(const Faults& faults, const std::string& wanted) {
  if (std::find(faults.begin(), faults.end(), wanted) != faults.end()) {
    return testing::AssertionSuccess();
  }
  auto result = testing::AssertionFailure() << "no fault says: " << wanted << "\nbut:";
  for (const std::string& fault : faults) result << "\n  " << fault;
  return result;
}

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
                                          std::vector<Interval>{closed("600", "850")}, true, {7})};
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
  path.transitions[1].actions.push_back(change(age, "31", "31", closed("31", "31")));
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
                                        std::vector<Interval>{closed("600", "850")}, true, {7})};
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
  options.costs = {{debt, Number(5)}};
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
  path.transitions[0].effects[0].rules = {6};
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
                                        std::vector<Interval>{closed("600", "850")}, true, {7})};
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

// A missing feature may be set in any direction, but never moves as an effect.
TEST(MissingValues, are_set_directly_in_any_direction) {
  ModelBuilder b;
  const FeatureId income = b.integer("income", 0, 100);
  b[income].direction = Direction::down;
  const AtomId no = b.atom("no");
  b.rule(no, {has_not(income, {at_least("40")})});
  b.model.undesired = no;
  Path path;
  path.cost = 1;
  path.transitions.resize(1);
  path.transitions[0].actions = {change(income, "?", "40", closed("40", "100"))};
  path.transitions[0].state = record({"40"});
  EXPECT_EQ(verify(b.model, record({"?"}), {}, path), Faults{});
}

TEST(MissingValues, do_not_move_as_effects) {
  ModelBuilder b;
  const FeatureId work = b.set("work", {"yes", "no"}), income = b.integer("income", 0, 100);
  b[income].mode = CausalMode::if_;
  const AtomId no = b.atom("no");
  b.rule(no, {has(work, {equal("no")})});
  b.causal(income, {at_least("10")}, {has(work, {equal("yes")})});
  b.model.undesired = no;
  Path path;
  path.cost = 1;
  path.transitions.resize(1);
  path.transitions[0].actions = {choice(work, "no", "yes", {"yes"})};
  path.transitions[0].effects = {effect(change(income, "?", "10", closed("10", "100")),
                                        std::vector<Interval>{closed("10", "100")}, true, {4})};
  path.transitions[0].state = record({"yes", "10"});
  EXPECT_EQ(verify(b.model, record({"no", "?"}), {}, path),
            Faults{"transition 1: income is missing and cannot be changed by an effect"});
  path.transitions[0].effects.clear();
  path.transitions[0].state = record({"yes", "?"});
  EXPECT_EQ(verify(b.model, record({"no", "?"}), {}, path), Faults{});
}

// A start that breaks the rules of `title`, mode only_if: married without being of age.
class BrokenStart : public testing::Test {
 protected:
  BrokenStart() {
    age = b.integer("age", 0, 99);
    title = b.set("title", {"single", "married"});
    money = b.integer("money", 0, 99);
    b[title].mode = CausalMode::only_if;
    const AtomId no = b.atom("no");
    b.rule(no, {has(money, {less("50")})});
    b.causal(title, {equal("married")}, {has(age, {at_least("18")})});  // line 5
    b.denial({has(age, {less("18")}), has(money, {more("80")})});
    b.model.undesired = no;
    path.cost = 1;
    path.transitions.resize(1);
  }
  ModelBuilder b;
  FeatureId age, title, money;
  Path path;
};

TEST_F(BrokenStart, is_waived_until_it_is_touched) {
  path.transitions[0].actions = {change(money, "10", "50", closed("50", "80"))};
  path.transitions[0].state = record({"15", "married", "50"});
  EXPECT_EQ(verify(b.model, record({"15", "married", "10"}), {}, path), Faults{});
}

TEST_F(BrokenStart, binds_again_when_a_mentioned_feature_changes) {
  path.transitions[0].actions = {change(age, "15", "16", closed("18", "99")),
                                 change(money, "10", "50", closed("50", "99"))};
  path.transitions[0].state = record({"16", "married", "50"});
  path.cost = 2;
  EXPECT_EQ(verify(b.model, record({"15", "married", "10"}), {}, path),
            Faults{"transition 1: title = married breaks the causal rules of title (lines 5)"});
}

TEST_F(BrokenStart, of_a_denial_binds_again_when_it_is_touched) {
  const AtomId no = b.atom("poor");
  b.rule(no, {has(title, {equal("single")})});
  b.model.undesired = no;
  path.transitions[0].actions = {choice(title, "single", "married", {"married"})};
  path.transitions[0].state = record({"15", "married", "90"});
  b.model.causal_rules.clear();
  EXPECT_EQ(verify(b.model, record({"15", "single", "90"}), {}, path), Faults{});
  path.transitions[0].actions.push_back(change(money, "90", "91", closed("91", "91")));
  path.transitions[0].state = record({"15", "married", "91"});
  path.cost = 2;
  EXPECT_EQ(verify(b.model, record({"15", "single", "90"}), {}, path),
            Faults{"transition 1: the state breaks the denial of line 6"});
}

// Two features that push each other through effects: a state may come back.
TEST(Path, that_comes_back_to_a_state_is_refused) {
  ModelBuilder b;
  const FeatureId lamp = b.set("lamp", {"off", "on"}), room = b.set("room", {"dark", "bright"});
  const FeatureId goal = b.set("goal", {"no", "yes"});
  const AtomId bad = b.atom("bad");
  b.rule(bad, {has(goal, {equal("no")})});
  b[room].mode = CausalMode::iff;
  b.causal(room, {equal("dark")}, {has(lamp, {equal("off")})});   // line 5
  b.causal(room, {equal("bright")}, {has(lamp, {equal("on")})});  // line 6
  b.model.undesired = bad;
  Path path;
  path.cost = 3;
  path.transitions.resize(3);
  path.transitions[0].actions = {choice(lamp, "off", "on", {"on"})};
  path.transitions[0].effects = {effect(choice(room, "dark", "bright", {"bright"}),
                                        std::vector<Value>{Value::of("bright")}, true, {6})};
  path.transitions[0].state = record({"on", "bright", "no"});
  path.transitions[1].actions = {choice(lamp, "on", "off", {"off"})};
  path.transitions[1].effects = {effect(choice(room, "bright", "dark", {"dark"}),
                                        std::vector<Value>{Value::of("dark")}, true, {5})};
  path.transitions[1].state = record({"off", "dark", "no"});
  path.transitions[2].actions = {choice(goal, "no", "yes", {"yes"})};
  path.transitions[2].state = record({"off", "dark", "yes"});
  const Faults faults = verify(b.model, record({"off", "dark", "no"}), {}, path);
  EXPECT_TRUE(says(faults, "transition 2: the state is the same as the start"));
  EXPECT_TRUE(says(faults, "transition 2: lamp is set directly a second time, after transition 1"));
}

// Hysteresis: with only_if, a value outside the cover stays as it is, so an effect happens on
// the way down and not on the way up.
TEST(Path, with_an_effect_that_only_one_way_forces) {
  ModelBuilder b;
  const FeatureId job = b.set("job", {"yes", "no"}), card = b.set("card", {"none", "gold"});
  const FeatureId flag = b.set("flag", {"a", "b"});
  b[card].mode = CausalMode::only_if;
  const AtomId bad = b.atom("bad");
  b.rule(bad, {has(flag, {equal("a")})});
  b.rule(bad, {has(job, {equal("yes")})});
  b.causal(card, {equal("gold")}, {has(job, {equal("yes")})});  // line 6
  b.model.undesired = bad;
  Path down;
  down.cost = 2;
  down.transitions.resize(2);
  down.transitions[0].actions = {choice(job, "yes", "no", {"no"})};
  down.transitions[0].effects = {effect(choice(card, "gold", "none", {"none"}),
                                        std::vector<Value>{Value::of("none")}, true, {6})};
  down.transitions[0].state = record({"no", "none", "a"});
  down.transitions[1].actions = {choice(flag, "a", "b", {"b"})};
  down.transitions[1].state = record({"no", "none", "b"});
  EXPECT_EQ(verify(b.model, record({"yes", "gold", "a"}), {}, down), Faults{});
}

TEST(Path, with_a_range_between_open_ends_of_a_real_feature) {
  ModelBuilder b;
  const FeatureId rate = b.number("rate", false, "-inf", "inf");
  const AtomId bad = b.atom("bad");
  b.rule(bad, {has(rate, {at_most("0.1")})});
  b.rule(bad, {has(rate, {at_least("0.3")})});
  b.model.undesired = bad;
  Path path;
  path.cost = 1;
  path.transitions.resize(1);
  Interval open = closed("0.1", "0.3");
  open.low_open = open.high_open = true;
  path.transitions[0].actions = {change(rate, "0", "0.11", open)};
  path.transitions[0].state = record({"0.11"});
  EXPECT_EQ(verify(b.model, record({"0"}), {}, path), Faults{});
  open.low_open = false;
  path.transitions[0].actions = {change(rate, "0", "0.11", open)};
  EXPECT_EQ(verify(b.model, record({"0"}), {}, path),
            Faults{"transition 1: `range` of rate holds 0.1, which does not do as well"});
  open.low = Number::parse("0.105");
  path.transitions[0].actions = {change(rate, "0", "0.11", open)};
  EXPECT_EQ(verify(b.model, record({"0"}), {}, path),
            Faults{"transition 1: `range` of rate lacks 0.1025, which does do as well"});
}

// The range of an early change is limited by what follows: with 5 or more the second action
// would already have been unnecessary (the goal would be reached too soon).
TEST(Path, with_a_range_that_later_states_limit) {
  ModelBuilder b;
  const FeatureId x = b.integer("x", 0, 9), y = b.integer("y", 0, 9);
  const AtomId bad = b.atom("bad"), good = b.atom("good");
  b.rule(good, {has(x, {at_least("5")})});
  b.rule(good, {has(x, {at_least("2")}), has(y, {at_least("2")})});
  b.rule(bad, {fails(good)});
  b.model.undesired = bad;
  Path path;
  path.cost = 2;
  path.transitions.resize(2);
  path.transitions[0].actions = {change(x, "0", "2", closed("2", "4"))};
  path.transitions[0].state = record({"2", "0"});
  path.transitions[1].actions = {change(y, "0", "2", closed("2", "9"))};
  path.transitions[1].state = record({"2", "2"});
  EXPECT_EQ(verify(b.model, record({"0", "0"}), {}, path), Faults{});
  path.transitions[0].actions[0].range = std::vector<Interval>{closed("2", "9")};
  EXPECT_EQ(verify(b.model, record({"0", "0"}), {}, path),
            Faults{"transition 1: `range` of x holds 5, which does not do as well"});
}

TEST(Path, is_judged_by_the_perfect_model_of_recursive_rules) {
  ModelBuilder b;
  const FeatureId a = b.set("a", {"0", "1"}), c = b.set("c", {"0", "1"});
  const AtomId bad = b.atom("bad"), p = b.atom("p"), q = b.atom("q"), r = b.atom("r");
  b.rule(bad, {fails(r)});
  b.rule(p, {holds(q)});  // p and q hold each other up only where c founds them
  b.rule(q, {holds(p)});
  b.rule(q, {has(c, {equal("1")})});
  b.rule(r, {holds(p), has(a, {equal("1")})});
  b.model.undesired = bad;
  Path path;
  path.cost = 1;
  path.transitions.resize(1);
  path.transitions[0].actions = {choice(a, "0", "1", {"1"})};
  path.transitions[0].state = record({"1", "1"});
  EXPECT_EQ(verify(b.model, record({"0", "1"}), {}, path), Faults{});
  path.transitions[0].state = record({"1", "0"});
  EXPECT_EQ(verify(b.model, record({"0", "0"}), {}, path),
            Faults{"transition 1: the last state is not a goal state"});
}

TEST(Path, with_a_range_of_categories_lists_all_that_do) {
  ModelBuilder b;
  const FeatureId colour = b.set("colour", {"red", "green", "blue"});
  const AtomId bad = b.atom("bad");
  b.rule(bad, {has(colour, {equal("red")})});
  b.model.undesired = bad;
  Path path;
  path.cost = 1;
  path.transitions.resize(1);
  path.transitions[0].actions = {choice(colour, "red", "green", {"green", "blue"})};
  path.transitions[0].state = record({"green"});
  EXPECT_EQ(verify(b.model, record({"red"}), {}, path), Faults{});
  path.transitions[0].actions = {choice(colour, "red", "green", {"green"})};
  EXPECT_EQ(verify(b.model, record({"red"}), {}, path),
            Faults{"transition 1: `range` of colour lacks blue, which does do as well"});
  path.transitions[0].actions = {choice(colour, "red", "green", {"green", "blue", "grey"})};
  EXPECT_EQ(verify(b.model, record({"red"}), {}, path),
            Faults{"transition 1: `range` of colour is not a set of values of its domain"});
}

}  // namespace
}  // namespace cogs::path
