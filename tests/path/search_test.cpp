// SPDX-License-Identifier: Apache-2.0
//
// The search on small stories; random models are in tests/oracle.
#include "path/search.h"

#include <gtest/gtest.h>

#include <atomic>

#include "model/read/read_model.h"
#include "model/record.h"
#include "path/places.h"
#include "path/verify.h"

namespace cogs::path {
namespace {

struct Story {
  model::Model model;
  Options options;

  explicit Story(const std::string& text) : model(model::read_model(text, "story.cogs")) {}
  FeatureId feature(const std::string& name) const { return *model.find_feature(name); }

  Result ask(const std::vector<model::Field>& fields) const {
    const Record start = model::read_record(model, fields);
    base::Budget budget;
    Result result = search(model, start, options, budget);
    for (const Path& path : result.paths) {
      EXPECT_EQ(verify(model, start, options, path), std::vector<std::string>{});
    }
    return result;
  }
};

// "debt>0 & score=600; balance>60000": actions first, effects after '='.
std::string told(const model::Model& model, const Path& path) {
  std::string out;
  for (const Transition& transition : path.transitions) {
    if (!out.empty()) out += "; ";
    for (const Change& a : transition.actions) {
      out += model.feature(a.feature).name + ">" + a.to.text + " ";
    }
    for (const Effect& e : transition.effects) {
      out += model.feature(e.feature).name + "=" + e.to.text + (e.certain ? " " : "? ");
    }
    out.pop_back();
  }
  return out;
}

const char* const loan =
    "#feature age : integer 1..99, may increase.\n"
    "#feature debt : integer 0..1000000.\n"
    "#feature balance : integer 0..1000000000.\n"
    "#feature score : integer 300..850, caused.\n"
    "#undesired no(X).\n#causal score : if.\n"
    "no(X) :- balance(X, B), B #< 60000.\n"
    "no(X) :- score(X, C), C #< 600.\n"
    "score(X, C) :- C #>= 600, debt(X, 0).\n";

TEST(Search, LetsTheScoreFollowTheDebt) {
  const Story story(loan);
  const Result result =
      story.ask({{"age", "31"}, {"debt", "5000"}, {"balance", "40000"}, {"score", "599"}});
  ASSERT_EQ(result.status, Status::found);
  EXPECT_EQ(told(story.model, result.paths[0]), "debt>0 score=600; balance>60000");
  EXPECT_EQ(result.paths[0].cost, Number(2));
  EXPECT_TRUE(result.paths[0].optimal && result.paths[0].certain);
}

TEST(Search, SaysAlreadyWhenTheStartIsAGoal) {
  const Story story(loan);
  EXPECT_EQ(story.ask({{"debt", "0"}, {"balance", "60000"}, {"score", "700"}}).status,
            Status::already);
}

TEST(Search, TellsAPromiseThatMayNotBeEnough) {
  const Story story(
      "#feature debt : integer 0..9.\n#feature score : integer 300..850, caused.\n"
      "#undesired no(X).\n#causal score : if.\nno(X) :- score(X, C), C < 700.\n"
      "score(X, C) :- C >= 600, debt(X, 0).\n");
  const Result result = story.ask({{"debt", "5"}, {"score", "599"}});
  ASSERT_EQ(result.status, Status::found);
  EXPECT_EQ(told(story.model, result.paths[0]), "debt>0 score=700?");
}

TEST(Search, AsksForCertainPathsAndBlamesThatWhereThereIsNone) {
  Story story(
      "#feature debt : integer 0..9.\n#feature score : integer 300..850, caused.\n"
      "#undesired no(X).\n#causal score : if.\nno(X) :- score(X, C), C < 700.\n"
      "score(X, C) :- C >= 600, debt(X, 0).\n");
  story.options.certain = true;
  const Result result = story.ask({{"debt", "5"}, {"score", "599"}});
  ASSERT_EQ(result.status, Status::none);
  ASSERT_EQ(result.blockers.size(), 1u);
  EXPECT_EQ(result.blockers[0].kind, BlockerKind::caused);  // stands before the option
}

TEST(Search, FindsEffectsThatOutliveTheirCause) {
  // In one transition f is not forced; set p first, and it stays when q changes.
  const Story story(
      "#feature p : {a, b}.\n#feature q : {a, b}.\n#feature f : {low, high}, caused.\n"
      "#undesired no(X).\n#causal f : if.\nno(X) :- f(X, low).\nno(X) :- q(X, a).\n"
      "f(X, high) :- p(X, b), q(X, a).\n");
  const Result result = story.ask({{"p", "a"}, {"q", "a"}, {"f", "low"}});
  ASSERT_EQ(result.status, Status::found);
  EXPECT_EQ(told(story.model, result.paths[0]), "p>b f=high; q>b");
}

TEST(Search, TakesActionsTogetherOnlyWhereNeitherCanComeFirst) {
  const Story story(
      "#feature p : {a, b}.\n#feature q : {a, b}.\n#undesired no(X).\n"
      "no(X) :- p(X, a).\nno(X) :- q(X, a).\n"
      ":- p(X, a), q(X, b).\n:- p(X, b), q(X, a).\n");
  const Result result = story.ask({{"p", "a"}, {"q", "a"}});
  ASSERT_EQ(result.status, Status::found);
  EXPECT_EQ(told(story.model, result.paths[0]), "p>b q>b");
}

TEST(Search, WaivesWhatTheRecordBreaksUntilItIsTouched) {
  const Story story(
      "#feature job : {none, some}.\n#feature pay : integer 0..9, caused.\n#feature debt : {yes, "
      "no}.\n"
      "#undesired no(X).\nno(X) :- debt(X, yes).\npay(X, P) :- P > 0, job(X, some).\n");
  const Result result = story.ask({{"job", "none"}, {"pay", "5"}, {"debt", "yes"}});
  ASSERT_EQ(result.status, Status::found);
  ASSERT_EQ(result.start_breaks.size(), 1u);
  EXPECT_EQ(result.start_breaks[0].kind, Broken::Kind::unsupported);
  EXPECT_EQ(place_of(story.model, result.start_breaks[0]).line, 6u);
  EXPECT_EQ(told(story.model, result.paths[0]), "debt>no");
}

TEST(Search, WeighsCostsBeforeTheNumberOfSteps) {
  Story story(
      "#feature p : {a, b}, cost 5.\n#feature q : {a, b}.\n#feature r : {a, b}, cost 1.5.\n"
      "#undesired no(X).\nno(X) :- p(X, a), q(X, a).\nno(X) :- p(X, a), r(X, a).\n");
  const Result cheap = story.ask({{"p", "a"}, {"q", "a"}, {"r", "a"}});
  EXPECT_EQ(told(story.model, cheap.paths[0]), "q>b; r>b");
  EXPECT_EQ(cheap.paths[0].cost, *Number::parse("2.5"));
  story.options.costs.push_back({story.feature("p"), model::Price::of(1)});
  EXPECT_EQ(told(story.model, story.ask({{"p", "a"}, {"q", "a"}, {"r", "a"}}).paths[0]), "p>b");
}

TEST(Search, ListsTheBestPathOfEachMinimalSet) {
  Story story(
      "#feature p : {a, b}, cost 5.\n#feature q : {a, b}.\n#feature r : {a, b}.\n"
      "#undesired no(X).\nno(X) :- p(X, a), q(X, a).\nno(X) :- p(X, a), r(X, a).\n");
  story.options.top = 9;
  const Result result = story.ask({{"p", "a"}, {"q", "a"}, {"r", "a"}});
  ASSERT_EQ(result.paths.size(), 2u);
  EXPECT_EQ(told(story.model, result.paths[1]), "p>b");
  EXPECT_FALSE(result.paths[1].optimal);
}

TEST(Search, NamesTheSmallestSetOfBlockersInFileOrder) {
  const Story story(
      "#feature sex : {m, f}, fixed.\n#feature age : integer 1..99, may increase.\n"
      "#undesired no(X).\nno(X) :- age(X, A), A > 30.\nno(X) :- sex(X, m).\n");
  const Result result = story.ask({{"sex", "m"}, {"age", "40"}});
  ASSERT_EQ(result.status, Status::none);
  ASSERT_EQ(result.blockers.size(), 2u);
  EXPECT_EQ(result.blockers[0].kind, BlockerKind::fixed);
  EXPECT_EQ(result.blockers[1].kind, BlockerKind::direction);
  EXPECT_EQ(lines_of(story.model, result.blockers[1]), (std::vector<std::uint32_t>{2}));
}

TEST(Search, BlamesTheDecisionThatHoldsEverywhere) {
  const Story story(
      "#feature p : {a, b}, fixed.\n#undesired no(X).\nno(X) :- p(X, a).\nno(X) :- not p(X, a).\n");
  const Result result = story.ask({{"p", "a"}});
  ASSERT_EQ(result.blockers.size(), 1u);
  EXPECT_EQ(result.blockers[0].kind, BlockerKind::decision);
}

TEST(Search, StopsWhenCancelledAndSaysSo) {
  const Story story(loan);
  const std::atomic<bool> cancelled{true};
  base::Limits limits;
  limits.cancelled = &cancelled;
  base::Budget budget(limits);
  const Record start = model::read_record(story.model, {{"debt", "5"}, {"score", "599"}});
  const Result result = search(story.model, start, {}, budget);
  EXPECT_EQ(result.status, Status::gave_up);
  EXPECT_EQ(result.exhausted, base::Exhausted::cancelled);
  EXPECT_TRUE(result.paths.empty());
}

TEST(Search, IsExactBeyondWhatDoublesHold) {
  const Story story(
      "#feature n : integer 0..inf.\n#undesired no(X).\nno(X) :- n(X, N), N < 9007199254740993.\n");
  const Result result = story.ask({{"n", "9007199254740992"}});
  EXPECT_EQ(told(story.model, result.paths[0]), "n>9007199254740993");
}

// Nine changes that do not disturb each other, in no more than four transitions: more ways to share
// them out than the work for one set allows to look at. Some way is there all the same, at this
// cost.
TEST(Search, NeverLosesTheCheapestSetToALimitOnTheLength) {
  std::string text;
  for (int f = 0; f < 9; ++f) {
    const std::string name = "f" + std::to_string(f);
    text += "#feature " + name + " : {a, b, c, d, e}, cost " + std::to_string(1 + f % 3) + ".\n" +
            "no(X) :- " + name + "(X,a).\n";
    for (const char* other : {"b", "c", "d"}) {
      text += "odd(X) :- " + name + "(X," + other + "), odd(X).\n";
    }
  }
  text += "#feature g : {a, b}, cost 100.\n#undesired no(X).\nno(X) :- odd(X).\n";
  Story story(text);
  std::vector<model::Field> fields{{"g", "a"}};
  for (int f = 0; f < 9; ++f) fields.push_back({"f" + std::to_string(f), "a"});
  for (std::uint32_t length : {1U, 4U, 8U, 9U}) {
    story.options.max_length = length;
    const Result result = story.ask(fields);
    ASSERT_EQ(result.status, Status::found) << length;
    EXPECT_EQ(result.paths.at(0).cost, Number(18)) << length;
    EXPECT_LE(result.paths.at(0).transitions.size(), length);
  }
}

}  // namespace
}  // namespace cogs::path
