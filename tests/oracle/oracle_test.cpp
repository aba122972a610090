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

TEST(OracleByHand, AStartThatBreaksARuleIsWaivedUntilTouched) {
  const std::string waiver = R"([model]
#feature a : {x, y, z}.
#feature f : integer 0..2, caused.
#feature g : {p, q}.
#causal f : if.
#undesired u(X).
u(X) :- g(X, p).
f(X, 2) :- a(X, x).
f(X, 1) :- a(X, y).
[record]
a=x
f=0
g=p
)";
  EXPECT_EQ(answer(waiver), R"(found
path cost 1 certain
  g: p -> q in {q}; | x 0 q
)");
  // Touching a brings f's rules back: y forces 1, z forces nothing.
  std::string touched = waiver;
  touched.replace(touched.find("u(X) :- g(X, p)."), 16, "u(X) :- a(X, x).");
  EXPECT_EQ(answer(touched), R"(found
path cost 1 certain
  a: x -> z in {z}; | z 0 p
)");
  touched.replace(touched.find("u(X) :- a(X, x)."), 16, "u(X) :- f(X, 0).");
  EXPECT_EQ(answer(touched), R"(found
path cost 1 certain
  a: x -> y in {y}; f: 0 => 1 in [1..1] of [1..1] certain by 8; | y 1 p
)");
}

TEST(OracleByHand, ADenialThatTheStartBreaksIsWaivedUntilTouched) {
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
  b: x -> z in {z}; | x z x
  c: x -> y in {y}; | x z y
)");
}

TEST(OracleByHand, MissingFeaturesAreSetDirectlyAndInAnyDirection) {
  EXPECT_EQ(answer(R"([model]
#feature a : integer 0..5, may decrease.
#undesired u(X).
u(X) :- not a(X, 3).
[record]
a=?
)"),
            "found\npath cost 1 certain\n  a: ? -> 3 in [3..3]; | 3\n");
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
    if (!a.start_consistent) ++seen["inconsistent start"];
    if (!a.missing.empty()) ++seen["missing values"];
    return {};
  });
  for (const auto& [what, count] : seen) std::cout << count << " x " << what << "\n";
}

}  // namespace
}  // namespace cogs::oracle
