// SPDX-License-Identifier: Apache-2.0
//
// Programs of clingo's language: their answer sets, messages, proofs, and the checker.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "logic/check/sets.h"
#include "logic/program/read_program.h"
#include "logic/solve.h"

namespace cogs::logic {
namespace {

ReadOptions clingo() {
  ReadOptions options;
  options.language = ReadLanguage::clingo;
  options.warn = false;
  return options;
}

std::string text_of(const Answer& answer) {
  std::string text;
  for (const Literal& literal : answer.literals) {
    text += (text.empty() ? "" : " ") + std::string(literal.classical ? "-" : "") +
            canonical_text(answer.terms, literal.atom);
  }
  for (const Binding& binding : answer.bindings) {
    text += " | " + binding.variable + "=" + canonical_text(answer.terms, binding.value);
  }
  for (const Cost& cost : answer.costs) {
    text += " [" + std::to_string(cost.value) + "@" + std::to_string(cost.priority) + "]";
  }
  return text;
}

using Sets = std::multiset<std::string>;

Sets sets(const std::string& text, SolveOptions options = {}) {
  const Program program = read_program_text(text, "test.lp", clingo());
  options.check = true;
  Solver solver(program, options);
  Sets found;
  while (const auto answer = solver.next()) found.insert(text_of(*answer));
  EXPECT_EQ(solver.statistics().refusal, "") << text;
  EXPECT_EQ(solver.statistics().unchecked, 0u) << text;
  return found;
}

Sets all_best(const std::string& text) {
  SolveOptions options;
  options.optimize = Optimize::all_best;
  return sets(text, options);
}

std::string error_of(const std::string& text) {
  try {
    const Program program = read_program_text(text, "test.lp", clingo());
    Solver solver(program);
    solver.next();
  } catch (const base::InputError& error) {
    std::string all;
    for (const base::Diagnostic& d : error.diagnostics()) {
      all += (all.empty() ? "" : "\n") + std::to_string(d.place.line) + ":" +
             std::to_string(d.place.column) + " " + d.message;
    }
    return all;
  }
  return "no error";
}

TEST(AnswerSets, ChoicesKeepTheirBounds) {
  EXPECT_EQ(sets("1 { a ; b } 1."), (Sets{"a", "b"}));
  EXPECT_EQ(sets("{ a ; b } = 2."), (Sets{"a b"}));
  EXPECT_EQ(sets("c. { p(X) : q(X) } 1 :- c. q(1;2)."),
            (Sets{"c q(1) q(2)", "c p(1) q(1) q(2)", "c p(2) q(1) q(2)"}));
}

// As in clingo, `_` of a negated literal says "none", wherever the literal stands.
TEST(AnswerSets, AnUnnamedVariableOfANegationSaysNone) {
  const std::string arcs = "e(1,2). e(2,3). ";
  EXPECT_EQ(sets(arcs + "s(X) :- e(X,_), not e(_,X)."), (Sets{"s(1) e(1,2) e(2,3)"}));
  EXPECT_EQ(sets("{ p(1..2) }. :- not p(_)."), (Sets{"p(1)", "p(2)", "p(1) p(2)"}));
  EXPECT_EQ(sets("{ p(1) }. a :- not not p(_)."), (Sets{"", "a p(1)"}));
  EXPECT_EQ(sets("{ p(1..2) } 1. n(N) :- N = #count{ X : X = 1..2, not p(_) }."),
            (Sets{"n(2)", "n(0) p(1)", "n(0) p(2)"}));
  EXPECT_EQ(sets(arcs + "{ s(X) : e(X,_), not e(_,X) } = 1."), (Sets{"s(1) e(1,2) e(2,3)"}));
  EXPECT_EQ(sets("{ e(1,2) }. d(1..2). none :- not e(X,_) : d(X)."),
            (Sets{"none d(1) d(2)", "d(1) d(2) e(1,2)"}));
  EXPECT_EQ(sets("d(1..2). { e(1,2) }. a :- d(X) : d(X), not e(X,_), X < 2 ; #true."),
            (Sets{"a d(1) d(2)", "a d(1) d(2) e(1,2)"}));
  EXPECT_EQ(sets("{ p(1) }. d(1..2). a :- not not p(_) : d(X). b :- not p(_) : d(X)."),
            (Sets{"b d(1) d(2)", "a d(1) d(2) p(1)"}));
  EXPECT_EQ(sets("{ p(1) }. :~ not p(_). [1]"), (Sets{"p(1) [0@0]"}));
  EXPECT_EQ(sets("-p(1). a :- not -p(_). b :- not p(_). p(0) :- a."), (Sets{"b -p(1)"}));
}

// No p rests on itself here: the literal is as negative as `not p(1)`.
TEST(AnswerSets, AnUnnamedVariableOfANegationMayAskForTheRulesHead) {
  EXPECT_EQ(sets("d(1..2). p(X) :- d(X), not q(_). q(X) :- d(X), not p(_)."),
            (Sets{"d(1) d(2) p(1) p(2)", "d(1) d(2) q(1) q(2)"}));
  EXPECT_EQ(sets("p(1) :- not p(_)."), Sets{});
}

TEST(AnswerSets, AConditionalLiteralMayBeFalse) {
  EXPECT_EQ(sets("p(1;3;4). next(X,Y) :- p(X), p(Y), X < Y, #false : p(Z), X < Z, Z < Y."),
            (Sets{"p(1) p(3) p(4) next(1,3) next(3,4)"}));
  EXPECT_EQ(sets("{ p(1..2) }. none :- #false : p(_). a :- #true : p(_)."),
            (Sets{"a none", "a p(1)", "a p(2)", "a p(1) p(2)"}));
}

TEST(AnswerSets, ABoundMayStandBeforeAnAggregateAlone) {
  EXPECT_EQ(sets("q(1..2). a :- 1 #count{ X : q(X) } 2. b :- 4 #sum{ X : q(X) }."),
            (Sets{"a q(1) q(2)"}));
}

TEST(AnswerSets, ANegativePowerIsCutOff) {
  EXPECT_EQ(sets("n(-1;0;2). p(X,2**X) :- n(X). q(X,0**X) :- n(X)."),
            (Sets{"n(-1) n(0) n(2) p(-1,0) p(0,1) p(2,4) q(0,1) q(2,0)"}));
}

TEST(AnswerSets, AConstantIsAnyTerm) {
  EXPECT_EQ(sets("#const k=7/2. #const a=f(k,b). #const m=k\\2. p(a). q(k). r(m)."),
            (Sets{"p(f(3,b)) q(3) r(1)"}));
  EXPECT_EQ(error_of("#const a=f(X). p(a)."),
            "1:10 a constant is a term without variables, ranges and pools");
}

TEST(AnswerSets, ARangeInAChoiceIsCountedOnceAValue) {
  EXPECT_EQ(sets("1 { p(1..2) } 1."), (Sets{"p(1)", "p(2)"}));
  EXPECT_EQ(sets("2 { -p(1..2) }."), (Sets{"-p(1) -p(2)"}));
}

TEST(AnswerSets, AConditionMayAskForWhatTheSameChoiceChose) {
  // clingo 5.4.1 finds nothing here, and the same three sets where the bound is in a denial.
  const Sets three{"b d(1) d(2) -p(1)", "b d(1) d(2) -p(1) -p(2)", "b d(1) d(2) -p(2)"};
  EXPECT_EQ(sets("d(1..2). 2 { -p(Y) : d(Y), b ; b }."), three);
  EXPECT_EQ(sets("d(1..2). { -p(Y) : d(Y), b ; b }. :- not 2 { -p(Y) : d(Y), b ; b }."), three);
}

// These two, too, are programs that clingo 5.4.1 grounds too early.
TEST(AnswerSets, AConditionalLiteralOfItselfAlwaysHolds) {
  EXPECT_EQ(sets("e(3,2). p(X) | q(U) : e(X,U) :- p(X), r(3), a. r(3) :- q(V) : q(V)."
                 "{ q(Y) : e(Y,_) } 1."),
            (Sets{"r(3) e(3,2)", "q(3) r(3) e(3,2)"}));
}

TEST(AnswerSets, AnAggregateCountsWhatAChoiceBelowItChose) {
  EXPECT_EQ(
      sets("d(2..3). { r } :- d(X), not #min{ Y*2,Y : p(Y) } <= 4."
           "{ p(Y) : d(Y) } 1 :- d(X), not q(V) : p(V)."),
      (Sets{"d(2) d(3)", "r d(2) d(3)", "d(2) d(3) p(2)", "d(2) d(3) p(3)", "r d(2) d(3) p(3)"}));
}

TEST(AnswerSets, AConditionalLiteralMayAskForTheHeadOfItsRule) {
  EXPECT_EQ(sets("d(1..3). p(X) :- d(X), p(V) : d(V), V > X."),
            (Sets{"d(1) d(2) d(3) p(1) p(2) p(3)"}));
  EXPECT_EQ(sets("d(1..3). p(X) :- d(X), p(V) : d(V), V >= X."), (Sets{"d(1) d(2) d(3)"}));
}

TEST(AnswerSets, VariablesOfAnElementAreNotThoseOfAnAggregateInTheBody) {
  EXPECT_EQ(sets("d(1..2). r(1). 1 { p(Y) : d(Y), Y < 2 } :- #sum{ Y : d(Y), not r(Y) } > 1."),
            (Sets{"d(1) d(2) p(1) r(1)"}));
  EXPECT_EQ(
      sets("d(1..2). { r(1) }. 1 { p(Y) : d(Y), Y < 2 } :- #count{ Y : d(Y), not r(Y) } > 1."),
      (Sets{"d(1) d(2) p(1)", "d(1) d(2) r(1)"}));
}

TEST(AnswerSets, AggregatesCountTuplesOnce) {
  const std::string base = "p(1,a). p(2,a). p(2,b). ";
  EXPECT_EQ(sets(base + "s(N) :- N = #sum{ X : p(X,_) }."), (Sets{"s(3) p(1,a) p(2,a) p(2,b)"}));
  EXPECT_EQ(sets(base + "s(N) :- N = #sum{ X,Y : p(X,Y) }."), (Sets{"s(5) p(1,a) p(2,a) p(2,b)"}));
  EXPECT_EQ(sets("{ a }. c :- #count{ 1 : a ; 2 : not a } = 1, #sum{ 3 : a ; -3 : not a } < 0."),
            (Sets{"a", "c"}));
  EXPECT_EQ(sets("{ a }. m(X) :- X = #max{ 1 : a ; 5 : not a }. n(X) :- X = #min{ 1 : a }."),
            (Sets{"a m(1) n(1)", "m(5) n(#sup)"}));
}

TEST(AnswerSets, DisjunctionsAreLeast) {
  EXPECT_EQ(sets("a ; b."), (Sets{"a", "b"}));
  EXPECT_EQ(sets("a ; b. a :- b. b :- a."), (Sets{"a b"}));
  EXPECT_EQ(sets("a ; b. a :- b. b :- a. c ; d :- a. :- c."), (Sets{"a b d"}));
  EXPECT_EQ(sets("p(X) : q(X). q(1..2)."), (Sets{"p(1) q(1) q(2)", "p(2) q(1) q(2)"}));
}

TEST(AnswerSets, ConditionalLiteralsAndDoubleNegation) {
  EXPECT_EQ(sets("d(1..2). { p(X) : d(X) }. ok :- p(X) : d(X)."),
            (Sets{"d(1) d(2)", "d(1) d(2) p(1)", "d(1) d(2) p(2)", "ok d(1) d(2) p(1) p(2)"}));
  EXPECT_EQ(sets("{ q(1) }. { p(1) }. ok :- p(X) : q(X)."),
            (Sets{"ok", "ok p(1)", "q(1)", "ok p(1) q(1)"}));
  EXPECT_EQ(sets("t :- not not t."), (Sets{"", "t"}));
  EXPECT_EQ(sets("d(1..2). q(X) :- d(X), not not r(V) : d(V), V != X."), (Sets{"d(1) d(2)"}));
}

TEST(AnswerSets, ArithmeticPoolsAndTerms) {
  EXPECT_EQ(sets("p(1). p(X+1) :- p(X), X < 3. q(X) :- p(X+1)."),
            (Sets{"p(1) p(2) p(3) q(0) q(1) q(2)"}));
  EXPECT_EQ(sets("v(7/2;-7/2;7\\3;2**3;|2-5|)."), (Sets{"v(-3) v(1) v(3) v(8)"}));
  EXPECT_EQ(sets("p(f(1,a)). q(X,Y) :- p(f(X,Y))."), (Sets{"p(f(1,a)) q(1,a)"}));
  EXPECT_EQ(sets("a :- p(1;2). p(2)."), (Sets{"a p(2)"}));
  EXPECT_EQ(sets("p(a+1). q(1/0). r :- 1 < a, a < \"a\", \"a\" < f(1)."), (Sets{"r"}));
}

TEST(AnswerSets, CostsAreMadeLeastByPriority) {
  const std::string text = "1 { a ; b ; c }. :~ a. [1@1] :~ b. [2@1] :~ c. [1@2]";
  EXPECT_EQ(sets(text), (Sets{"a [0@2] [1@1]"}));
  EXPECT_EQ(all_best("1 { a ; b } 1. #minimize{ 2 : a ; 2 : b }."), (Sets{"a [2@0]", "b [2@0]"}));
  EXPECT_EQ(all_best("{ p(1..3) } 2. #maximize{ X : p(X) }."), (Sets{"p(2) p(3) [-5@0]"}));
  SolveOptions ignore;
  ignore.optimize = Optimize::ignore;
  EXPECT_EQ(sets("{ a }. :~ a. [1]", ignore), (Sets{"", "a"}));
}

TEST(AnswerSets, AQueryAsksForSetsInWhichItHolds) {
  EXPECT_EQ(sets("1 { p(1..2) } 1. ?- p(X), X > 1."), (Sets{"p(2) | X=2"}));
  EXPECT_EQ(sets("p(1..2). ?- p(X)."), (Sets{"p(1) p(2) | X=1", "p(1) p(2) | X=2"}));
  EXPECT_EQ(sets("{ a }. b :- a, not a. ?- b."), Sets{});
}

TEST(AnswerSets, WhatCannotBeGroundedHasItsPlace) {
  EXPECT_EQ(error_of("{a}.\np(X) :- not q(X)."),
            "2:1 the variable `X` gets no value in this statement");
  EXPECT_EQ(error_of("{a}.\np(X) :- #sum{ Y : q(X) } > 1."),
            "2:1 the variable `X` gets no value in this statement");
  EXPECT_EQ(error_of("p :- #count{ 1 : p ; 2 : q } >= 1. q :- p."),
            "1:1 what this aggregate counts depends on the aggregate itself");
}

TEST(AnswerSets, SyntaxThatIsMissingIsNamed) {
  EXPECT_EQ(error_of("#external a."), "1:1 `#external` is not available");
  EXPECT_EQ(
      error_of("{a}.\nb :- X #> 3."),
      "2:8 `#>` is a constraint over the rational numbers, which cannot stand in a program of "
      "clingo's language");
  EXPECT_EQ(error_of("a :- @f(1)."),
            "1:6 functions written as scripts, `@f(X)`, are not available");
  EXPECT_EQ(error_of("a :- &sum{x} > 1."), "1:6 theory atoms `&name{..}` are not available");
  EXPECT_EQ(error_of("not a :- b."), "1:1 `not` cannot stand in a head");
  EXPECT_EQ(error_of("#sum{ 1 : a } 2 :- b."), "1:1 `#sum` cannot stand in a head");
  EXPECT_EQ(error_of("#show X : p(X)."), "1:7 `#show` with a term is not available");
}

TEST(AnswerSets, AStatementHasOneSyntaxError) {
  EXPECT_EQ(error_of("p(.5, [a], @x) :- q(.5).\nr(."),
            "1:3 expected a term, but found `.`\n"
            "2:3 expected a term, but found `.`");
}

TEST(Language, IsClingosByWhatOnlyClingoHas) {
  const auto language = [](const std::string& text) {
    ReadOptions options;
    options.warn = false;
    return read_program_text(text, "test.lp", options).language;
  };
  EXPECT_EQ(language("{ a }."), Language::clingo);
  EXPECT_EQ(language("a :- b. ?- a. b. % { a }."), Language::scasp);
  EXPECT_EQ(language("p('{'). ?- p(X)."), Language::scasp);
  EXPECT_EQ(language("p({a}). ?- p(X)."), Language::scasp);
  EXPECT_EQ(language("p('\\x1b\\'). q('{'). ?- p(X)."), Language::scasp);
  EXPECT_EQ(language("#pred p(X) :: 'of {{X}}'. p(1). ?- p(X)."), Language::scasp);
  EXPECT_EQ(language("p(1). p(2). q :- p(X), p(Y), X != Y. ?- q."), Language::clingo);
}

// The tree, one line a node, indented by depth.
std::string proof_of(const std::string& text) {
  const Program program = read_program_text(text, "test.lp", clingo());
  Solver solver(program);
  const auto answer = solver.next();
  if (!answer) return "no answer";
  std::string out;
  const auto write = [&](auto&& self, std::uint32_t index, std::size_t depth) -> void {
    const ProofNode& node = answer->proof[index];
    std::string line;
    switch (node.kind) {
      case NodeKind::query: line = "query"; break;
      case NodeKind::literal:
        line =
            (node.literal.negated ? "not " : "") + canonical_text(answer->terms, node.literal.atom);
        break;
      case NodeKind::clause_fails: line = "fails"; break;
      case NodeKind::checks: line = "checks"; break;
      case NodeKind::check: line = "check"; break;
      default: line = canonical_text(answer->terms, node.term);
    }
    if (node.support == Support::chosen) line += " chosen";
    if (node.support == Support::repeated) line += " again";
    if (node.support == Support::assumed) line += " assumed";
    out += std::string(depth, ' ') + line + "\n";
    for (const std::uint32_t child : node.children) self(self, child, depth + 1);
  };
  write(write, 0, 0);
  return out;
}

TEST(AnswerSetProofs, SayWhichElementsMadeASum) {
  EXPECT_EQ(proof_of("{ p(3) ; p(4) }. :- not p(3). :- not p(4). s :- #sum{ X : p(X) } >= 5. "
                     "?- s."),
            "query\n"
            " s\n"
            "  '='('#sum',7)\n"
            "   '>='(7,5)\n"
            "   3\n"
            "    p(3) chosen\n"
            "   4\n"
            "    p(4) chosen\n"
            " checks\n"
            "  check\n"
            "   p(3) again\n"
            "  check\n"
            "   p(4) again\n");
}

TEST(AnswerSetProofs, SayWhichBoundsAChoiceKept) {
  const std::string proof = proof_of("1 { a ; b } 1. :- b. ?- a.");
  EXPECT_NE(proof.find(" a chosen\n  '='('#count',1)\n   '>='(1,1)\n   '=<'(1,1)\n"),
            std::string::npos)
      << proof;
}

// An answer with other atoms than it should have.
std::optional<std::string> verdict(const std::string& text, const std::vector<std::string>& atoms,
                                   std::vector<Cost> costs = {}) {
  const Program program = read_program_text(text, "test.lp", clingo());
  Answer answer;
  answer.whole_set = true;
  answer.costs = std::move(costs);
  for (const std::string& atom : atoms) {
    answer.literals.push_back(
        {false, false, answer.terms.add_named(TermKind::atom, answer.terms.symbol(atom), {})});
  }
  return check_set(program, answer, {}).wrong;
}

TEST(CheckSets, RefusesWhatIsNoAnswerSet) {
  EXPECT_FALSE(verdict("{ a }. b :- a.", {"a", "b"}));
  EXPECT_TRUE(verdict("{ a }. b :- a.", {"a"}));
  EXPECT_TRUE(verdict("{ a }. b :- a.", {"b"}));
  EXPECT_TRUE(verdict("a :- b. b :- a.", {"a", "b"}));
  EXPECT_TRUE(verdict("a ; b.", {"a", "b"}));
  EXPECT_TRUE(verdict("a ; b. :- b.", {"b"}));
  EXPECT_FALSE(verdict("a ; b. a :- b. b :- a.", {"a", "b"}));
  EXPECT_TRUE(verdict("{ a ; b } 1.", {"a", "b"}));
  EXPECT_TRUE(verdict("{ a ; b }. c :- #count{ 1 : a ; 2 : b } > 1.", {"a", "b"}));
  EXPECT_FALSE(verdict("{ a }. :~ a. [3@1]", {"a"}, {{1, 3}}));
  EXPECT_TRUE(verdict("{ a }. :~ a. [3@1]", {"a"}, {{1, 2}}));
}

std::string negated(const std::string& term) { return "'-'(" + term + ")"; }

TEST(Signs, OfNamesAndCompoundTermsAreKept) {
  EXPECT_EQ(sets("p(-a). p(-(-b)). p(-f(1)). p(-\"s\"). p(-#sup)."),
            (Sets{"p(b) p(" + negated("a") + ") p(" + negated("f(1)") + ")"}));
  EXPECT_EQ(sets("q(a). q(3). p(-X) :- q(X)."), (Sets{"p(-3) p(" + negated("a") + ") q(3) q(a)"}));
  EXPECT_EQ(sets("#const k=-b. p(k) :- k != b."), (Sets{"p(" + negated("b") + ")"}));
}

TEST(Signs, AreMatched) {
  EXPECT_EQ(sets("q(-a;g;7). p(X) :- q(-X)."),
            (Sets{"p(-7) p(a) p(" + negated("g") + ") q(7) q(g) q(" + negated("a") + ")"}));
  EXPECT_EQ(sets("q(-f(2)). r(X) :- q(-f(X))."), (Sets{"q(" + negated("f(2)") + ") r(2)"}));
}

// Atoms are listed in the order of their terms.
TEST(Signs, ComeBehindWhatHasNone) {
  EXPECT_EQ(sets("q(-a;-f(1);a;b;-2;\"s\";f(1);g(0,0)). last(X) :- X = #max{ Y : q(Y) }."),
            (Sets{"last(" + negated("f(1)") + ") q(-2) q(a) q(b) q(" + negated("a") +
                  ") q(\"s\") q(f(1)) q(g(0,0)) q(" + negated("f(1)") + ")"}));
}

// No instance of a rule has a bound without a value, `not` before the aggregate or not.
TEST(Bounds, WithoutAValueAreInNoInstance) {
  EXPECT_EQ(sets("m(a). p :- m(X), not #count{ Y : m(Y) } != X+1."), (Sets{"m(a)"}));
  EXPECT_EQ(sets("m(a). p :- m(X), not not #count{ Y : m(Y) } != X+1."), (Sets{"m(a)"}));
  EXPECT_EQ(sets("m(a). p :- not #count{ Y : m(Y) } != 1..2."), (Sets{"p m(a)"}));
  EXPECT_EQ(sets("m(a). p :- not #count{ Y : m(Y) } = 2..3."), (Sets{"p m(a)"}));
}

TEST(Sets, TellLiteralsApartByTheirNegations) {
  EXPECT_EQ(sets("p :- 2 { a ; not not a }. { a }."), (Sets{"", "a p"}));
  EXPECT_EQ(sets("p :- 2 { a ; not a }. { a }."), (Sets{"", "a"}));
  EXPECT_EQ(sets("p :- 2 { a ; a }. { a }."), (Sets{"", "a"}));
}

TEST(Bounds, AreNeededBelowNot) {
  EXPECT_EQ(error_of("p :- q, not { a : b }."),
            "1:9 `not` before an aggregate without a bound can never hold");
}

TEST(Powers, OfLargeExponentsAreComputedOrEndTheRun) {
  EXPECT_EQ(sets("p(1**20000). p((-1)**20001). p(0**20000)."), (Sets{"p(-1) p(0) p(1)"}));
  for (const std::string text : {"p(2**20000000).", "p(2). p(X*X) :- p(X)."}) {
    const Program program = read_program_text(text, "test.lp", clingo());
    Solver solver(program);
    EXPECT_FALSE(solver.next()) << text;
    EXPECT_EQ(solver.cut(), Cut::size) << text;
    EXPECT_EQ(solver.statistics().checked, 0u);
  }
}

TEST(QueryMarks, AreOperatorsInsideOfAStatement) {
  EXPECT_EQ(sets("p(4?-8). ?- p(X)."), (Sets{"p(-4) | X=-4"}));
}

// More arguments than a byte can count.
TEST(Terms, OfManyArgumentsAreComputed) {
  std::string more;
  for (int i = 0; i < 256; ++i) more += ",1";
  EXPECT_EQ(sets("p :- X = 1, f(X+1" + more + ") = f(2" + more + ")."), (Sets{"p"}));
  EXPECT_EQ(sets("p :- X = 1, f(X+1" + more + ") = f(3" + more + ")."), (Sets{""}));
}

}  // namespace
}  // namespace cogs::logic
