// SPDX-License-Identifier: Apache-2.0
#include "path/verify.h"

#include <gtest/gtest.h>

#include "../support/build_path.h"

namespace cogs::path {
namespace {

using namespace cogs::build;  // NOLINT: the builders read as a language of their own
using model::CausalMode;
using model::Direction;
using model::Interval;

// A missing feature that may be set goes in any direction, but never moves as an effect.
TEST(MissingValues, are_set_directly_in_any_direction_where_they_may_be_set) {
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
  EXPECT_EQ(verify(b.model, record({"?"}), {}, path),
            Faults{"transition 1: income is set although it is missing and may stay so"});
  b[income].may_be_set = true;
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
                                        std::vector<Interval>{closed("10", "100")}, true, {0})};
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

TEST_F(BrokenStart, does_not_bind_what_stays) {
  path.transitions[0].actions = {change(money, "10", "50", closed("50", "80"))};
  path.transitions[0].state = record({"15", "married", "50"});
  EXPECT_EQ(verify(b.model, record({"15", "married", "10"}), {}, path), Faults{});
}

TEST_F(BrokenStart, excuses_the_value_also_where_its_cause_moves) {
  path.transitions[0].actions = {change(age, "15", "16", closed("16", "99")),
                                 change(money, "10", "50", closed("50", "80"))};
  path.transitions[0].state = record({"16", "married", "50"});
  path.cost = 2;
  EXPECT_EQ(verify(b.model, record({"15", "married", "10"}), {}, path), Faults{});
}

TEST_F(BrokenStart, excuses_no_other_start) {
  path.transitions[0].actions = {choice(title, "single", "married", {"married"}),
                                 change(money, "10", "50", closed("50", "80"))};
  path.transitions[0].state = record({"15", "married", "50"});
  path.cost = 2;
  EXPECT_EQ(verify(b.model, record({"15", "single", "10"}), {}, path),
            Faults{"transition 1: title = married breaks the causal rules of title (lines 5)"});
}

TEST_F(BrokenStart, voids_a_denial_for_good) {
  const AtomId no = b.atom("poor");
  b.rule(no, {has(title, {equal("single")})});
  b.model.undesired = no;
  path.transitions[0].actions = {choice(title, "single", "married", {"married"})};
  path.transitions[0].state = record({"15", "married", "90"});
  b.model.causal_rules.clear();
  EXPECT_EQ(verify(b.model, record({"15", "single", "90"}), {}, path), Faults{});
  path.transitions[0].actions.push_back(change(money, "90", "91", closed("91", "99")));
  path.transitions[0].state = record({"15", "married", "91"});
  path.cost = 2;
  EXPECT_EQ(verify(b.model, record({"15", "single", "90"}), {}, path), Faults{});
  path.transitions[0].actions.back().from = Value::of("70");
  EXPECT_EQ(verify(b.model, record({"15", "single", "70"}), {}, path),
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
                                        std::vector<Value>{Value::of("bright")}, true, {1})};
  path.transitions[0].state = record({"on", "bright", "no"});
  path.transitions[1].actions = {choice(lamp, "on", "off", {"off"})};
  path.transitions[1].effects = {effect(choice(room, "bright", "dark", {"dark"}),
                                        std::vector<Value>{Value::of("dark")}, true, {0})};
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
                                        std::vector<Value>{Value::of("none")}, true, {0})};
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
