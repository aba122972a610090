// SPDX-License-Identifier: Apache-2.0
#include "logic/goal/close_world.h"

#include <gtest/gtest.h>

#include "logic/program/read_program.h"

namespace cogs::logic {
namespace {

// The bodies of clauses and query after closing, in functional notation.
std::string closed(const std::string& text, int times = 1) {
  ReadOptions options;
  options.unknown = Unknown::fail;
  Program program = read_program_text(text, "test.pl", options);
  for (int i = 0; i < times; ++i) close_world(program);
  std::string out;
  const auto add = [&](const std::vector<Goal>& goals) {
    for (const Goal& goal : goals) {
      out += std::string(goal.negated ? " not " : " ") + canonical_text(program.terms, goal.term);
    }
    out += ";";
  };
  for (const Clause& clause : program.clauses) {
    if (clause.has_head) out += canonical_text(program.terms, clause.head);
    add(clause.body);
    out += " ";
  }
  if (program.query) add(*program.query);
  return out;
}

TEST(CloseWorld, LetsVariablesOfNegatedGoalsRangeOverTheConstants) {
  EXPECT_EQ(closed("c :- not b(X). b(a)."), "c '$constant'(X) not b(X); b(a); '$constant'(a); ");
  EXPECT_EQ(closed(":- not b(X), not d(X, 1). ?- not b(f(Y))."),
            " '$constant'(X) not b(X) not d(X,1); '$constant'(1);  '$constant'(Y) not b(f(Y));");
}

TEST(CloseWorld, LeavesVariablesAloneThatGetTheirValueElsewhere) {
  EXPECT_EQ(closed("c(X) :- q(X), not b(X)."), "c(X) q(X) not b(X); ");
  EXPECT_EQ(closed("c(X) :- q(X), Y is X, not b(Y)."), "c(X) q(X) 'is'(Y,X) not b(Y); ");
  EXPECT_EQ(closed("c(X) :- not b(Y), q(Y)."), "c(X) not b(Y) q(Y); ");
}

TEST(CloseWorld, TellsAnonymousVariablesApart) {
  EXPECT_EQ(closed("c :- not b(_, _)."), "c '$constant'(_C1) '$constant'(_C2) not b(_C1,_C2); ");
}

TEST(CloseWorld, AddsNothingTheSecondTime) {
  const std::string text = "c :- not b(X). b(a). b(\"a\"). b(f(1)). ?- not b(_).";
  EXPECT_EQ(closed(text), closed(text, 2));
}

}  // namespace
}  // namespace cogs::logic
