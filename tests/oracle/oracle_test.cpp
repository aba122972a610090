// SPDX-License-Identifier: Apache-2.0
//
// The oracle tested on itself: answers worked out by hand, and its literal judge against its
// enumeration on random models.
#include <gtest/gtest.h>

#include <iostream>
#include <map>

#include "oracle/enumerate.h"
#include "oracle/exhaustive.h"
#include "oracle/random_model.h"
#include "oracle/runner.h"
#include "oracle/walk.h"

namespace cogs::oracle {
namespace {

std::string answer(const std::string& text) {
  const Question q = question(read_case(text));
  const OracleAnswer a = solve(q.model, q.record, q.options);
  return summary(q.model, a.status, a.paths, a.blockers);
}

const std::string loan = R"([model]
#feature age          : integer 30..32, may increase.
#feature debt         : integer 0..3.
#feature bank_balance : integer 0..5.
#feature credit_score : integer 3..8, caused.
#undesired reject_loan(X).
#causal credit_score : if.
reject_loan(X) :- bank_balance(X, B), B #< 4.
reject_loan(X) :- credit_score(X, C), C #< 6.
credit_score(X, C) :- C #>= 6, debt(X, 0).
[record]
age=31
debt=3
bank_balance=2
credit_score=5
)";

TEST(OracleByHand, LoanClearsTheDebtAndTheScoreFollows) {
  EXPECT_EQ(answer(loan), R"(found
path cost 2 certain
  debt: 3 -> 0 in [0..0]; credit_score: 5 => 6 in [6..8] of [6..8] certain by 9; | 31 0 2 6
  bank_balance: 2 -> 4 in [4..5]; | 31 0 4 6
)");
}

TEST(OracleByHand, LoanWithTheDebtFixedNamesTheOptionOrTheCausedScore) {
  EXPECT_EQ(answer(loan + "[options]\n--fix debt\n"), "none\nblocker caused credit_score 4\n");
}

TEST(OracleByHand, AnEffectThatMayFallShortIsUncertain) {
  std::string high = loan;
  high.replace(high.find("C #< 6"), 6, "C #< 7");
  EXPECT_EQ(answer(high), R"(found
path cost 2 uncertain
  debt: 3 -> 0 in [0..0]; credit_score: 5 => 7 in [7..8] of [6..8] uncertain by 9; | 31 0 2 7
  bank_balance: 2 -> 4 in [4..5]; | 31 0 4 7
)");
  EXPECT_EQ(answer(high + "[options]\n--certain\n"), "none\nblocker caused credit_score 4\n");
}

// A cause that holds only for a moment: p1 first forces f, then p2 may move on. Both at once
// would not force it.
TEST(OracleByHand, AnEffectStaysWhenItsCauseHasGone) {
  EXPECT_EQ(answer(R"([model]
#feature p1 : {a, b}.
#feature p2 : {old, new}.
#feature f  : integer 0..3, caused.
#causal f : if.
#undesired u(X).
u(X) :- f(X, N), N < 2.
u(X) :- p2(X, old).
f(X, N) :- N >= 2, p1(X, a), p2(X, old).
[record]
p1=b
p2=old
f=0
)"),
            R"(found
path cost 2 certain
  p1: b -> a in {a}; f: 0 => 2 in [2..3] of [2..3] certain by 8; | a old 2
  p2: old -> new in {new}; | a new 2
)");
}

// At the start x should have made f 2 and did not: nobody is promised an f of 2 by way of x. The
// rule for y is another one.
TEST(OracleByHand, ARuleThatFiredInVainIsNeverOwed) {
  const std::string vain = R"([model]
#feature a : {x, y, z}.
#feature f : integer 0..2, caused.
#feature g : {p, q}.
#causal f : if.
#undesired u(X).
u(X) :- f(X, 0).
f(X, 2) :- a(X, x), g(X, p).
f(X, 1) :- a(X, y).
[record]
a=x
f=0
g=p
)";
  EXPECT_EQ(answer(vain), R"(found
path cost 1 certain
  a: x -> y in {y}; f: 0 => 1 in [1..1] of [1..1] certain by 8; | y 1 p
)");
  EXPECT_EQ(answer(vain + "[options]\n--fix a\n"), "none\nblocker caused f 2\n");
}

// A husband who is too young for one stays what he is while other things change.
TEST(OracleByHand, AValueWithoutSupportIsExcusedForAsLongAsItStays) {
  const std::string husband = R"([model]
#feature age : integer 20..40.
#feature rel : {husband, single, widowed}.
#feature g   : {p, q}.
#causal rel : only_if.
#undesired u(X).
u(X) :- g(X, p).
u(X) :- age(X, N), N =< 26.
rel(X, husband) :- age(X, N), N > 27.
rel(X, widowed) :- age(X, N), N > 35.
[record]
age=26
rel=husband
g=p
)";
  EXPECT_EQ(answer(husband), R"(found
path cost 2 certain
  age: 26 -> 27 in [27..40]; | 27 husband p
  g: p -> q in {q}; | 27 husband q
)");
  std::string other = husband;
  other.replace(other.find("u(X) :- g(X, p)."), 16, "u(X) :- not rel(X, widowed).");
  EXPECT_EQ(answer(other + "[options]\n--range age=20..30\n"),
            "none\nblocker causal_rules rel 8 9\n");
}

TEST(OracleByHand, ADenialThatTheStartBreaksIsVoid) {
  EXPECT_EQ(answer(R"([model]
#feature a : {x, y}.
#feature b : {x, y, z}.
#feature c : {x, y}.
#undesired u(X).
u(X) :- c(X, x).
u(X) :- b(X, x).
:- a(X, x), not b(X, z).
[record]
a=x
b=x
c=x
)"),
            R"(found
path cost 2 certain
  b: x -> y in {y, z}; | x y x
  c: x -> y in {y}; | x y y
)");
}

// Ranges are intersected; sets that exclude each other stay a choice.
TEST(OracleByHand, OwedRulesAreMetTogetherWhereTheyCanBe) {
  const std::string score = R"([model]
#feature burden     : integer 0..99.
#feature never_late : integer 0..100.
#feature score      : integer 60..80, caused.
#causal score : if.
#undesired u(X).
u(X) :- score(X, N), N =< 72.
score(X, V) :- V > 73, burden(X, N), N =< 29.
score(X, V) :- V > 70, never_late(X, N), N > 95.
[record]
burden=50
never_late=99
score=72
)";
  EXPECT_EQ(answer(score), R"(found
path cost 1 certain
  burden: 50 -> 29 in [0..29]; score: 72 => 74 in [74..80] of [74..80] certain by 7 8; | 29 99 74
)");
  std::string apart = score;
  apart.replace(apart.find("V > 70"), 6, "V < 70");
  apart.replace(apart.find("score=72"), 8, "score=65");
  EXPECT_EQ(answer(apart), R"(found
path cost 2 certain
  burden: 50 -> 29 in [0..29]; | 29 99 65
  never_late: 99 -> 95 in [0..95]; score: 65 => 74 in [74..80] of [74..80] certain by 7; | 29 95 74
)");
}

TEST(OracleByHand, MissingFeaturesStayMissingUnlessAllowed) {
  const std::string missing = R"([model]
#feature a : integer 0..5, may decrease.
#undesired u(X).
u(X) :- not a(X, 3).
[record]
a=?
)";
  EXPECT_EQ(answer(missing), "none\nblocker missing a 1\n");
  const std::string set = "found\npath cost 1 certain\n  a: ? -> 3 in [3..3]; | 3\n";
  EXPECT_EQ(answer(missing + "[options]\n--set-missing\n"), set);
  EXPECT_EQ(answer(missing + "[options]\n--allow a\n"), set);
  std::string may = missing;
  may.replace(may.find("may decrease"), 12, "may decrease, may be set");
  EXPECT_EQ(answer(may), set);
  EXPECT_EQ(answer(may + "[options]\n--cost a=1 + 2 per 5\n"),
            "found\npath cost 3 certain\n  a: ? -> 3 in [3..3]; | 3\n");
  std::string fixed = missing;
  fixed.replace(fixed.find("may decrease"), 12, "fixed");
  EXPECT_EQ(answer(fixed), "none\nblocker missing a 1\nblocker fixed a 1\n");
}

TEST(OracleByHand, PricesGoByTheWayThatIsLeft) {
  // Two changes of 10 are cheaper than one of 1,000,000.
  const std::string far = R"([model]
#feature a : integer 0..1000000, cost 1 per 10.
#feature b : integer 0..100, cost 1 + 2 on {0: 0, 10: 1, 20: 3}.
#feature c : {none < school < bachelor < master}, cost up 2 per 1, down 1.
#undesired u(X).
u(X) :- a(X, N), N < 1000000, b(X, M), M < 20.
u(X) :- a(X, N), N < 1000000, c(X, E), E < bachelor.
[record]
a=0
b=5
c=none
)";
  EXPECT_EQ(answer(far), R"(found
path cost 10 certain
  b: 5 -> 20 in [20..100]; | 0 20 none
  c: none -> bachelor in {bachelor, master}; | 0 20 bachelor
)");
  EXPECT_EQ(
      answer(far + "[options]\n--cost b=up 100, down 1\n--cost c=to {master: 4, bachelor: 6}\n"),
      R"(found
path cost 104 certain
  b: 5 -> 20 in [20..100]; | 0 20 none
  c: none -> master in {bachelor, master}; | 0 20 master
)");
}

// An effect brings b most of the way: the price is of what is left.
TEST(OracleByHand, EffectsShortenTheWay) {
  const std::string helped = R"([model]
#feature a : {x, y}.
#feature b : integer 0..20, cost 1 per 2.
#causal b : if.
#undesired u(X).
u(X) :- b(X, N), N < 16.
b(X, N) :- N >= 10, a(X, y).
[record]
a=x
b=0
)";
  EXPECT_EQ(answer(helped), R"(found
path cost 1 uncertain
  a: x -> y in {y}; b: 0 => 16 in [16..20] of [10..20] uncertain by 6; | y 16
)");
  EXPECT_EQ(answer(helped + "[options]\n--certain\n"), R"(found
path cost 8 certain
  b: 0 -> 16 in [16..20]; | x 16
)");
}

TEST(OracleByHand, OrderedSetsAreComparedByPlace) {
  EXPECT_EQ(answer(R"([model]
#feature edu : {none < school < bachelor < master}, may increase.
#feature job : {z < y < x}, may decrease.
#undesired u(X).
u(X) :- edu(X, E), E =< school.
u(X) :- job(X, J), not(J < y).
[record]
edu=none
job=x
)"),
            R"(found
path cost 2 certain
  edu: none -> bachelor in {bachelor, master}; | bachelor x
  job: x -> z in {z}; | bachelor z
)");
}

TEST(OracleByHand, EffectsAreListedCausesFirst) {
  EXPECT_EQ(answer(R"([model]
#feature last  : {x, y}, caused.
#feature first : {x, y}, caused.
#feature act   : {x, y}.
#causal last : if.
#causal first : if.
#undesired u(X).
u(X) :- last(X, x).
last(X, y) :- first(X, y).
first(X, y) :- act(X, y).
[record]
last=x
first=x
act=x
)"),
            R"(found
path cost 1 certain
  act: x -> y in {y}; first: x => y in {y} of {y} certain by 9; last: x => y in {y} of {y} certain by 8; | y y y
)");
}

TEST(OracleByHand, RealValuesBeyondAnOpenBoundMoveByTheResolution) {
  const std::string real = R"([model]
#feature r : real 0..10.
#undesired u(X).
u(X) :- r(X, N), N =< 2.5.
[record]
r=1
)";
  EXPECT_EQ(answer(real), "found\npath cost 1 certain\n  r: 1 -> 2.51 in (2.5..10]; | 2.51\n");
  std::string step = real;
  step.replace(step.find("0..10."), 6, "0..10, step 0.5.");
  EXPECT_EQ(answer(step), "found\npath cost 1 certain\n  r: 1 -> 3 in (2.5..10]; | 3\n");
  std::string narrow = step;
  narrow.replace(narrow.find("[record]"), 8, "u(X) :- r(X, N), N >= 2.6.\n[record]");
  EXPECT_EQ(answer(narrow), "found\npath cost 1 certain\n  r: 1 -> 2.55 in (2.5..2.6); | 2.55\n");
}

TEST(OracleByHand, TheDecisionIsTheBlockerWhereTheRulesHoldEverywhere) {
  EXPECT_EQ(answer(R"([model]
#feature a : {x, y}.
#undesired u(X).
u(X) :- a(X, x).
u(X) :- not a(X, x).
[record]
a=x
)"),
            "none\nblocker decision\n");
}

TEST(OracleByHand, BlockersAreFewestThenInFileOrder) {
  EXPECT_EQ(answer(R"([model]
#feature a : integer 0..3, fixed.
#feature b : integer 0..3, may decrease.
#undesired u(X).
u(X) :- a(X, N), N < 2, b(X, M), M < 9.
[record]
a=1
b=2
)"),
            "none\nblocker fixed a 1\n");
}

TEST(OracleByHand, TopGivesEachMinimalSetAndAllEachFinalCell) {
  const std::string either = R"([model]
#feature a : integer 0..9.
#feature b : {x, y, z, w}, cost 2.
#undesired u(X).
u(X) :- a(X, N), N < 4, b(X, x).
good(X) :- a(X, N), N > 6.
:- a(X, 9), good(X).
[record]
a=1
b=x
)";
  EXPECT_EQ(answer(either + "[options]\n--top 3\n"), R"(found
path cost 1 certain
  a: 1 -> 4 in [4..8]; | 4 x
path cost 2 certain
  b: x -> y in {y, z, w}; | 1 y
)");
  // a has the cells 0, 1, 2-3, 4-6, 7-8, 9.
  EXPECT_EQ(answer(either + "[options]\n--all\n"), R"(found
path cost 1 certain
  a: 1 -> 4 in [4..8]; | 4 x
path cost 1 certain
  a: 1 -> 7 in [4..8]; | 7 x
)");
}

TEST(OracleByHand, GoalsAreCountedByCellAndByState) {
  const Question q = question(read_case(loan));
  const OracleGoals all = goals(q.model, std::nullopt, {});
  // 3 ages x (debt 0, score 6..8; debt 1..3, score 6..8: not forced but free) x balances 4, 5.
  EXPECT_EQ(all.states, 3U * 4U * 3U * 2U);
  EXPECT_EQ(all.cells, 2U);
  const OracleGoals reached = goals(q.model, q.record, {});
  EXPECT_EQ(reached.states, 2U * 3U * 2U);  // age 31 or 32, debt 0, score 6..8, balance 4, 5
}

// Every pair of states: does the literal judge find the same transitions as the enumeration?
TEST(OracleOnItself, BothDefinitionsOfATransitionAgree) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const Case c = random_case(seed);
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + c.text());
    const Question q = question(c);
    const Meaning meaning(q.model);
    const Restrictions restrictions = Restrictions::of(q.model, q.options);
    Space space(meaning, restrictions, q.record, Fill::every_value);
    if (space.state_count() > 80) continue;
    Enumeration enumeration(space, restrictions, Targets::every);
    const Walk walk(meaning, restrictions, q.record);
    const FeatureMask whole = enumeration.settable();
    for (StateNumber from = 0; from < space.state_count(); ++from) {
      const Record before = space.record(from);
      ASSERT_EQ(walk.goal(before), enumeration.goal(from));
      for (FeatureMask direct = whole; direct != 0; direct = (direct - 1) & whole) {
        std::set<StateNumber> found;
        for (const Enumeration::Next& next : enumeration.successors(from, direct)) {
          found.insert(next.state);
        }
        for (StateNumber to = 0; to < space.state_count(); ++to) {
          // The effects are all that changes otherwise.
          Step step;
          step.state = space.record(to);
          bool complete = true;
          for (std::size_t f = 0; f < space.feature_count(); ++f) {
            const bool changed = space.digit(from, f) != space.digit(to, f);
            if (direct >> f & 1) {
              step.direct.insert(f);
              complete = complete && changed;
            } else if (changed) {
              step.effects.insert(f);
            }
          }
          if (!complete) {
            ASSERT_EQ(found.count(to), 0U);
            continue;
          }
          ASSERT_EQ(found.count(to) != 0, walk.transition_faults(before, step).empty());
        }
      }
    }
  }
}

// `solve` compares its two enumerations and its judge itself, and throws where they differ.
TEST(OracleOnItself, BothEnumerationsAgree) {
  std::map<std::string, std::size_t> seen;
  run_on_random_models(400, [&](const Case& c, std::uint64_t) -> Failure {
    const Question q = question(c);
    const OracleAnswer a = solve(q.model, q.record, q.options);
    ++seen[summary(q.model, a.status, {}, {})];
    if (!a.paths.empty()) {
      const path::Path& best = a.paths.front();
      ++seen["cost " + a.cost.text()];
      ++seen[std::to_string(best.transitions.size()) + " transitions"];
      ++seen[best.certain ? "certain" : "uncertain"];
      ++seen[std::to_string(a.paths.size()) + " paths"];
      std::size_t effects = 0;
      for (const path::Transition& t : best.transitions) effects += t.effects.size();
      ++seen[std::to_string(effects) + " effects"];
    }
    for (const path::Blocker& b : a.blockers)
      ++seen["blocker " + std::to_string(static_cast<int>(b.kind))];
    if (a.status == path::Status::none) ++seen[std::to_string(a.blockers.size()) + " blockers"];
    for (const path::Broken& b : a.start_breaks) {
      ++seen["start breaks " + std::to_string(static_cast<int>(b.kind))];
    }
    if (!a.start_breaks.empty()) ++seen["inconsistent start"];
    if (!a.missing.empty()) ++seen["missing values"];
    return {};
  });
  for (const auto& [what, count] : seen) std::cout << count << " x " << what << "\n";
}

}  // namespace
}  // namespace cogs::oracle
