// SPDX-License-Identifier: Apache-2.0
//
// Promises of docs/solve.md, each on a program that once broke it.
#include <gtest/gtest.h>

#include <algorithm>

#include "solving.h"

namespace cogs::logic {
namespace {

using Lines = std::vector<std::string>;

Lines answers(const std::string& text) {
  SolveOptions options;
  options.proofs = false;
  const Solved run = solve_text(text, options);
  if (!run.error.empty()) return {run.error};
  if (run.statistics.refused > 0) return {"refused: " + run.statistics.refusal};
  Lines lines = run.lines();
  if (run.cut == Cut::undecided) lines.push_back("not decided");
  if (run.cut == Cut::size) lines.push_back("too large");
  return lines;
}

TEST(Products, OfANumberWithItselfAreNotNegative) {
  EXPECT_EQ(answers("bad :- X*X #< 0. ?- bad."), Lines{});
  EXPECT_EQ(answers("bad :- X*X #< 0. ?- not bad."), Lines{" |  | not bad"});
  EXPECT_EQ(answers("?- X*X #= -1."), Lines{});
  EXPECT_EQ(answers("?- X^4 + Y**2 #< 0."), Lines{});
}

TEST(Products, HaveTheSignsOfTheirFactors) {
  EXPECT_EQ(answers("p(X) :- X*Y #= 6, X #> 0, Y #< 0. ?- p(X)."), Lines{});
  EXPECT_EQ(answers("p :- X*Y #> 5, X*Y #< 3. ?- p."), Lines{});
  EXPECT_EQ(answers("p :- X*Y #= 6, X #> 2, Y #> 3. ?- p."), Lines{});
  EXPECT_EQ(answers("?- X*Y #= 6, X = 2."), Lines{"X=2,Y=3 |  | "});
}

TEST(Products, ThatHaveASolutionAreShownAsTheyAre) {
  EXPECT_EQ(answers("p(X) :- X*Y #= 6, X #> 0. ?- p(X)."),
            Lines{"X=X | '#='('*'(X,A),6),'#>'(X,0) | p(X)"});
  EXPECT_EQ(answers("?- X*X #= 4, X #> 0."),
            Lines{"X=X | '#='('*'(X,X),4),'#>'(X,0),'#=<'(X,2) | "});
}

// The rationals have no root of 2.
TEST(Products, OfOneVariableAreDecidedByRationalRoots) {
  EXPECT_EQ(answers("?- X*X #= 2."), Lines{});
  EXPECT_EQ(answers("?- X*X*X - X #= 24, X #> 3."), Lines{});
}

TEST(Products, ThatCannotBeDecidedAreNoPlainYes) {
  const Solved run = solve_text("q :- X*X*X + Y*Y*Y #= Z*Z*Z, X #> 0, Y #> 0. ?- q.");
  ASSERT_EQ(run.answers.size(), 1u);
  EXPECT_TRUE(run.answers[0].undecided);
  const Solved negated = solve_text("q :- X*X*X + Y*Y*Y #= Z*Z*Z, X #> 0, Y #> 0. ?- not q.");
  EXPECT_TRUE(negated.answers.empty());
  EXPECT_EQ(negated.cut, Cut::undecided);
}

// X moves with Y: what is denied is that Y is 2, and not that both have their values.
TEST(Negation, OfOneOfTwoNumbersThatAreTiedIsOfThatNumber) {
  const std::string two = "p(X) :- X #= 2. ";
  EXPECT_EQ(answers(two + "?- Y #= X-2, not p(Y), Y #>= 2, X #=< 4."), Lines{});
  EXPECT_EQ(answers(two + "some :- Y #= X-2, X #> 3, X #< 5, not p(Y). ?- some.").size(), 1u);
  EXPECT_EQ(answers(two + "one :- Y #= X-2, X #>= 4, X #=< 4, not p(Y). ?- one."), Lines{});
  const Lines shown = answers(two + "?- Y #= X-2, not p(Y).");
  ASSERT_EQ(shown.size(), 1u);
  EXPECT_NE(shown[0].find("'#<>'(Y,2)"), std::string::npos) << shown[0];
}

TEST(Integers, HaveNoSolutionOutsideTheirCommonFactor) {
  EXPECT_EQ(answers("?- 2*X+4*Y #= 5, integer(X), integer(Y)."), Lines{});
  EXPECT_EQ(answers("p :- 2*X+4*Y #= 5, integer(X), integer(Y). ?- not p."), Lines{" |  | not p"});
}

TEST(Integers, HaveNoSolutionBetweenBounds) {
  EXPECT_EQ(answers("?- 3*X+5*Y #= 7, X #>= 0, Y #>= 0, integer(X), integer(Y)."), Lines{});
  EXPECT_EQ(answers("?- 3*X+5*Y #= 8, X #>= 0, Y #>= 0, integer(X), integer(Y)."),
            Lines{"X=1,Y=1 |  | "});
  EXPECT_EQ(answers("?- 3*X-3*Y #>= 1, 3*X-3*Y #=< 2, integer(X), integer(Y)."), Lines{});
}

// Nothing that was said is lost.
TEST(Integers, AreShownWhereTheySaySomething) {
  EXPECT_EQ(answers("p(X) :- X #= 2*Y, integer(Y). ?- p(X)."),
            Lines{"X=X | '#='(X,'*'(2,A)),integer(A) | p(X)"});
  EXPECT_EQ(answers("?- X #= 2*Y, integer(Y), X #> 3."),
            Lines{"X=X,Y=Y | '#>='(X,4),'#>='(Y,2),'#='(X,'*'(2,Y)),integer(Y) | "});
  EXPECT_EQ(answers("p(X) :- X #= 2*Y, integer(Y). ?- not p(3)."), Lines{" |  | not p(3)"});
  EXPECT_EQ(answers("p(X) :- X #= 2*Y, integer(Y). ?- not p(X)."), Lines{"not decided"});
}

// Which X those are cannot be said.
TEST(Integers, ThatANumberHangsOnAreNoPlainNo) {
  const std::string program = "q(X) :- Y #= X+1, not integer(Y). ";
  EXPECT_EQ(answers(program + "?- not q(X)."), Lines{"not decided"});
  EXPECT_EQ(answers(program + "?- not q(2)."), Lines{" |  | not q(2)"});
}

TEST(Integers, ThatANumberHangsOnAreShownWhereTheyAreRuledOut) {
  const Lines shown = answers("q(X) :- Y #= X+1, not integer(Y). ?- X #> 1, q(X).");
  ASSERT_EQ(shown.size(), 1u);
  EXPECT_NE(shown[0].find("'not'(integer("), std::string::npos) << shown[0];
}

// What is found out about numbers late is found out before other proofs are given up.
TEST(Integers, ThatExcludeEachOtherLateLeaveOtherProofsToTry) {
  EXPECT_EQ(answers("p(X) :- X #=< -4. q(X) :- p(X), integer(X). "
                    "r(1) :- Y #> -4, not q(Y), X #= Y-1, X #=< -4, integer(X). ?- r(1)."),
            Lines{" |  | not p(-3) not q(-3) r(1)"});
}

// An enumeration that could not decide about numbers may lack some, and refutes nothing.
TEST(Integers, ThatCannotBeDecidedAreMissingInNoEnumeration) {
  EXPECT_EQ(answers("p(X) :- integer(X). q(X) :- Y #= X-2, p(Y). r(X) :- Y #= X+1, not q(Y). "
                    "?- X #>= -5, X #=< 5, not r(X)."),
            Lines{"not decided"});
  EXPECT_EQ(answers("p(X) :- integer(X). q(X) :- Y #= X-2, p(Y). r(X) :- Y #= X+1, not q(Y). "
                    "?- not r(-3.5)."),
            Lines{});
}

TEST(Integers, AreNotAllThereIs) {
  EXPECT_EQ(answers("p(X) :- integer(X), X #> 3. ?- not p(X)."),
            (Lines{"X=X | '#<'(X,4) | not p(X)", "X=X | 'not'(integer(X)),'#>='(X,4) | not p(X)"}));
}

TEST(Comparisons, WithANameAreFalse) {
  const std::string program = "p(1). p(a). ok :- not bad. bad :- p(X), X > 5. ";
  EXPECT_EQ(answers(program + "?- ok."), Lines{" |  | not bad ok"});
  EXPECT_EQ(answers(program + "?- bad."), Lines{});
  EXPECT_EQ(answers(program + "?- not ok."), Lines{});
  // The same goal by goal.
  const std::string open = "p(1). p(a). p(f(_)). ok :- not bad. bad :- p(X), X > 5. ?- ok.";
  EXPECT_EQ(solve_text(open).answers.size(), 1u);
  EXPECT_EQ(answers("?- X = a, not X > 5."), Lines{"X=a |  | "});
}

TEST(Terms, DoNotContainThemselves) {
  EXPECT_EQ(answers("?- X = f(X)."), Lines{});
  EXPECT_EQ(answers("p(X, f(X)). ?- p(A, A)."), Lines{});
  EXPECT_EQ(answers("?- X = f(Y), Y = g(X)."), Lines{});
  EXPECT_EQ(answers("p(X, f(X)). ?- not p(A, A)."), Lines{"A=A |  | not p(A,A)"});
  EXPECT_EQ(answers("?- X \\= f(X)."), Lines{"X=X |  | "});
}

std::string doubled(const std::string& from, const std::string& to) {
  return to + " = f(" + from + "," + from + ")";
}

// Forty equations that double a term: small in memory, endless on paper.
TEST(Terms, ThatShareTheirPartsAreWalkedOnce) {
  std::string xs, ys;
  for (int i = 0; i < 40; ++i) {
    xs += doubled("X" + std::to_string(i + 1), "X" + std::to_string(i)) + ", ";
    ys += doubled("Y" + std::to_string(i + 1), "Y" + std::to_string(i)) + ", ";
  }
  EXPECT_EQ(answers("p :- " + xs + ys + "X0 = Y0, X0 == Y0, X40 = a. ?- p."), Lines{" |  | p"});
  EXPECT_EQ(answers("p :- " + xs + ys + "X40 = a, Y40 = b, X0 = Y0. ?- p."), Lines{});
  EXPECT_EQ(answers("?- " + xs + "X40 = a."), Lines{"too large"});
}

TEST(Numbers, ThatGetTooLargeEndTheRun) {
  std::string body = "X0 = 3";
  for (int i = 0; i < 40; ++i) {
    const std::string from = "X" + std::to_string(i);
    body += ", X" + std::to_string(i + 1) + " is " + from + "*" + from;
  }
  EXPECT_EQ(answers("p :- " + body + ". ?- p."), Lines{"too large"});
  EXPECT_EQ(answers("?- X is 2**20000000."), Lines{"too large"});
}

TEST(Is, WithAnOpenVariableIsAnError) {
  EXPECT_EQ(answers("p(Y) :- q(X), Y is X + Z. q(1). ?- p(Y)."),
            Lines{"1:15 `is` computes, but a variable on its right has no value here"});
  EXPECT_EQ(answers("p(Y) :- Y is X + 1, q(X). q(1). ?- p(Y)."), Lines{"Y=2 |  | p(2) q(1)"});
}

TEST(Checker, AgreesWithNegationsOverIntervals) {
  EXPECT_EQ(solve_text("p(T) :- T #>= 2, not q(T). q(T) :- T #>= 1. r :- not some. some :- p(_). "
                       "?- r.")
                .statistics.checked,
            1u);
}

// The reason in each interval, as the search found them.
TEST(Proofs, SayWhyNothingHoldsBetweenBounds) {
  const Solved run = solve_text(
      "down(T) :- T #>= 2, T #=< 9. inside(T) :- T #> 3, T #< 8. bad :- unsafe(_). "
      "unsafe(T) :- inside(T), not down(T). safe :- not bad. ?- safe.");
  ASSERT_EQ(run.answers.size(), 1u);
  const Answer& answer = run.answers[0];
  std::size_t refuted = 0, closed = 0;
  for (const ProofNode& node : answer.proof) {
    if (node.kind != NodeKind::literal) continue;
    const std::string& name = answer.terms.name(node.literal.atom);
    if (name == "unsafe" && node.literal.negated) {
      ++refuted;
      EXPECT_FALSE(node.children.empty());
    }
    if (name == "down" && !node.literal.negated) ++closed;
  }
  EXPECT_GE(refuted, 2u);
  EXPECT_GE(closed, 1u);
}

// A long chain of clauses takes time that grows with its length.
TEST(Chains, OfManyPredicatesAreFast) {
  std::string text;
  for (int i = 0; i < 20000; ++i) {
    text += "p" + std::to_string(i) + " :- p" + std::to_string(i + 1) + ".\n";
  }
  const Solved run = solve_text(text + "p20000.\n?- p0.\n");
  ASSERT_EQ(run.answers.size(), 1u);
  EXPECT_EQ(run.answers[0].literals.size(), 20001u);
}

// The first so many answers of a query that has infinitely many.
Lines first_answers(const std::string& text, std::size_t count) {
  const Program program = read_program_text(text, "test.pl");
  SolveOptions options;
  options.check = true;
  options.proofs = false;
  options.limits.seconds = 60;
  Solver solver(program, options);
  Lines lines;
  while (lines.size() < count) {
    const auto answer = solver.next();
    if (!answer) break;
    std::string line;
    for (const Binding& binding : answer->bindings) {
      line += binding.variable + "=" + canonical_text(answer->terms, binding.value) + " ";
    }
    for (const TermId constraint : answer->constraints) {
      line += "| " + canonical_text(answer->terms, constraint) + " ";
    }
    lines.push_back(line);
  }
  EXPECT_EQ(solver.statistics().refusal, "");
  return lines;
}

TEST(Negation, OfWhatHasInfinitelyManyAnswersBeginsWithTheHeads) {
  const std::string numbers = "n(0). n(s(X)) :- n(X). r(a). r(s(s(b))). p :- n(X), r(X). ";
  EXPECT_EQ(
      first_answers(numbers + "?- not n(X).", 2),
      (Lines{"X=X | '\\\\='(X,0) | '\\\\='(X,s(_)) ", "X=s(A) | '\\\\='(A,0) | '\\\\='(A,s(_)) "}));
  EXPECT_EQ(first_answers(numbers + "?- not p.", 2).size(), 1u);
  const std::string lists = "in(X, [X|_]). in(X, [Y|T]) :- X \\= Y, in(X, T). ";
  EXPECT_EQ(first_answers(lists + "?- not in(X, Y).", 2).size(), 2u);
  EXPECT_EQ(first_answers(lists + "?- not in(1, [2|T]).", 3).size(), 3u);
}

TEST(Negation, OnALoopIsSettledByAFactAboutEverything) {
  const std::string program =
      "in(X, [X|_]). in(X, [_|T]) :- in(X, T). s1(L) :- not c(X), not in(X, L), not s2(L). s1(_). "
      "s2(L) :- not s3(L). s3(L) :- not s1(L). c(a). ";
  EXPECT_EQ(first_answers(program + "?- s1(X).", 2), Lines{"X=X "});
  EXPECT_EQ(first_answers(program + "?- s2([a]).", 2), Lines{""});
  EXPECT_EQ(first_answers(program + "?- s3(X).", 2), Lines{});
}

// t(3) is about three alone: t(4) hangs on its own clause.
TEST(Negation, OnALoopIsNotSettledByAFactAboutOneThing) {
  const Program program = read_program_text(
      "e(0). s(M) :- n(M), not t(M). t(3). r(M) :- f(M, 4), not s(M). t(4) :- not r(4). ?- e(0).",
      "test.pl");
  SolveOptions options;
  options.engine = Engine::goal_directed;
  Solver solver(program, options);
  EXPECT_TRUE(solver.next());
}

// Without #table these are more than ten thousand calls.
TEST(Tables, AnswerCallsOnce) {
  const std::string program =
      "fib(0, 0). fib(1, 1). "
      "fib(N, F) :- N > 1, A is N-1, B is N-2, fib(A, X), fib(B, Y), F is X+Y. ?- fib(18, F).";
  const auto goals = [&](const std::string& directive) {
    const Program parsed = read_program_text(directive + program, "test.pl");
    Solver solver(parsed, {});
    const auto answer = solver.next();
    EXPECT_TRUE(answer);
    if (!answer) return std::uint64_t{0};
    EXPECT_EQ(canonical_text(answer->terms, answer->bindings[0].value), "2584");
    return solver.statistics().goals;
  };
  EXPECT_GT(goals(""), 10000u);
  EXPECT_LT(goals("#table fib/2. "), 1000u);
  EXPECT_LT(goals(":- table fib/2. "), 1000u);
}

TEST(FindAll, KeepsWhatIsSaidOfVariables) {
  EXPECT_EQ(first_answers("p(X) :- X #> 3, X #< 5. ?- findall(X, p(X), L).", 2),
            Lines{"L='[|]'(A,[]) X=X | '#>'(A,3) | '#<'(A,5) "});
  EXPECT_EQ(first_answers("p(X) :- X #> 3. ?- findall(X, p(X), [2]).", 2), Lines{});
}

// The literals that refute the denial speak of variables that only equations with further variables
// tie to each other.
TEST(Checker, FollowsEquationsBetweenVariablesThatALiteralDoesNotName) {
  const Solved run = solve_text(
      "-apart(S, T) :- in(X, S), in(X, T). apart(S, T) :- not -apart(S, T). "
      "in(X, [Y|_]) :- X #= Y. in(X, [_|R]) :- in(X, R). ?- apart([1,2], [3,4]).");
  EXPECT_EQ(run.error, "");
  EXPECT_EQ(run.answers.size(), 1u);
  EXPECT_EQ(run.statistics.refused, 0u);
}

}  // namespace
}  // namespace cogs::logic
