// SPDX-License-Identifier: Apache-2.0
#include "logic/goal/candidate.h"

#include <gtest/gtest.h>

namespace cogs::logic {
namespace {

// Two predicates; literals with ground atoms a, b, c and with variables.
class CandidateTest : public ::testing::Test {
 protected:
  Constants constants;
  Store store{constants};
  Candidate candidate{store, 2};

  static CodeGoal literal(std::uint32_t predicate, bool negated = false) {
    CodeGoal goal;
    goal.predicate = PredicateId(predicate);
    goal.negated = negated;
    return goal;
  }
  Word atom(const char* name) { return constants.atom(name); }
  Candidate::EntryId add(const char* name, std::uint32_t predicate = 0, bool negated = false) {
    return candidate.add(literal(predicate, negated), atom(name), true, 0);
  }
  Word open_atom() {
    const Word variable = store.new_variable();
    return store.compound(constants.functor("p", 1), std::span<const Word>(&variable, 1));
  }
};

TEST_F(CandidateTest, FindsALiteralByItsAtomPredicateAndSign) {
  const auto id = add("a");
  EXPECT_EQ(candidate.find(PredicateId(0), false, atom("a"), true, 0), id);
  EXPECT_EQ(candidate.find(PredicateId(0), true, atom("a"), true, 0), std::nullopt);
  EXPECT_EQ(candidate.find(PredicateId(1), false, atom("a"), true, 0), std::nullopt);
  EXPECT_EQ(candidate.find(PredicateId(0), false, atom("b"), true, 0), std::nullopt);
  candidate.check_invariants();
}

TEST_F(CandidateTest, AnAtomWithVariablesIsFoundOnlyAsItIs) {
  const Word open = open_atom(), other = open_atom();
  const auto id = candidate.add(literal(0), open, false, 0);
  EXPECT_FALSE(candidate.all_ground(PredicateId(0), false));
  EXPECT_EQ(candidate.find(PredicateId(0), false, open, false, 0), id);
  EXPECT_EQ(candidate.find(PredicateId(0), false, other, false, 0), std::nullopt);
  candidate.check_invariants();
}

TEST_F(CandidateTest, ANestedProofDoesNotSeeWhatIsOlder) {
  const auto outer = add("a");
  const auto first = static_cast<Candidate::EntryId>(candidate.size());
  EXPECT_EQ(candidate.find(PredicateId(0), false, atom("a"), true, first), std::nullopt);
  const auto mark = candidate.mark();
  const auto inner = add("a");
  EXPECT_EQ(candidate.find(PredicateId(0), false, atom("a"), true, first), inner);
  candidate.check_invariants();
  candidate.undo(mark);
  EXPECT_EQ(candidate.find(PredicateId(0), false, atom("a"), true, 0), outer);
  candidate.check_invariants();
}

TEST_F(CandidateTest, AnArcThatClosesACycleIsRefused) {
  const auto a = add("a"), b = add("b"), c = add("c");
  EXPECT_TRUE(candidate.rest_on(a, b));
  EXPECT_TRUE(candidate.rest_on(b, c));
  EXPECT_FALSE(candidate.rest_on(c, a));
  EXPECT_FALSE(candidate.rest_on(a, a));
  candidate.check_invariants();
}

TEST_F(CandidateTest, WhatIsFinishedLeansOnTheOldestThatIsUnderWay) {
  const auto a = add("a"), b = add("b"), c = add("c");
  ASSERT_TRUE(candidate.rest_on(b, c));
  candidate.finish(c);
  candidate.finish(b);
  EXPECT_EQ(candidate[b].leans, Candidate::nothing);
  const auto d = add("d");
  ASSERT_TRUE(candidate.rest_on(d, a));  // a is under way
  candidate.finish(d);
  EXPECT_EQ(candidate[d].leans, a);
  EXPECT_FALSE(candidate.rest_on(a, d));
}

TEST_F(CandidateTest, UndoingTakesBackChangesOfOlderLiterals) {
  const auto a = add("a"), b = add("b");
  const auto mark = candidate.mark();
  ASSERT_TRUE(candidate.rest_on(a, b));
  candidate.finish(a);
  candidate.set_piece(b, 7);
  add("c");
  candidate.undo(mark);
  EXPECT_EQ(candidate.size(), 2u);
  EXPECT_FALSE(candidate[a].done);
  EXPECT_EQ(candidate[b].piece, Candidate::nothing);
  EXPECT_TRUE(candidate.rest_on(b, a));
  EXPECT_EQ(candidate.find(PredicateId(0), false, atom("c"), true, 0), std::nullopt);
  candidate.check_invariants();
}

}  // namespace
}  // namespace cogs::logic
