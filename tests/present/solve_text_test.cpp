// SPDX-License-Identifier: Apache-2.0
#include "present/text/solve.h"

#include <gtest/gtest.h>

#include "answers.h"
#include "logic/program/read_program.h"

namespace cogs::present {
namespace {

using logic::NodeKind;
using logic::Program;
using logic::Support;

Program program(const std::string& text) {
  logic::ReadOptions options;
  options.unknown = logic::Unknown::fail;
  return logic::read_program_text(text, "test.pl", options);
}

std::string text_of(const Program& read, const AnswerMaker& made,
                    const SolveTextOptions& options = {}, std::size_t width = 40) {
  return answer_text(read, made.answer, 1, 0.0, options, {width, false});
}

// What follows the heading.
std::string body_of(const Program& read, const AnswerMaker& made,
                    const SolveTextOptions& options = {}, std::size_t width = 60) {
  const std::string text = text_of(read, made, options, width);
  return text.substr(text.find("% M"));
}

std::string tree_of(const Program& read, const AnswerMaker& made,
                    ProofDetail detail = ProofDetail::usual) {
  SolveTextOptions options;
  options.tree = true;
  options.detail = detail;
  const std::string text = text_of(read, made, options, 80);
  const auto begin = text.find("% Justification\n") + 16;
  return text.substr(begin, text.find("% Model") - begin);
}

TEST(SolveText, PrintsTheQueryAsItIsWritten) {
  const Program read = program("p(a, b). ?- p(X, [Y|Z]), not q(X), -r, X #> 3.");
  EXPECT_EQ(query_heading(read, {}, {}),
            "% Query\n?- p(X, [Y|Z]),\n   not q(X),\n   -r,\n   X #> 3.\n");
}

TEST(SolveText, PrintsAnAnswerAsScaspDoes) {
  const Program read = program("p(a). ?- p(X), not q(Y).");
  AnswerMaker made;
  made.bind("X", "a").bind("Y", "Y").holds("p(a)").holds("not q(Y)").holds("-s").holds("not -s");
  made.constrain("Y \\= b").constrain("Y \\= a");
  EXPECT_EQ(text_of(read, made),
            "% ――――――――――――――――――――――――――――――\n"
            "%     Answer 1 (0.000 sec)\n"
            "% ――――――――――――――――――――――――――――――\n"
            "% Model\n"
            "{ p(a),\n"
            "  not q(Y | {Y ∉ [a,b]}),\n"
            "  ¬ s,\n"
            "  not ¬ s\n"
            "}\n"
            "% Bindings\n"
            "X = a,\n"
            "Y = Y | {Y ∉ [a,b]}\n");
}

TEST(SolveText, SaysTrueWithoutBindings) {
  const Program read = program("p(a). ?- p(a).");
  AnswerMaker made;
  EXPECT_EQ(body_of(read, made.holds("p(a)")), "% Model\n{ p(a)\n}\n% No bindings\ntrue\n");
  // A variable that stays free is no binding.
  EXPECT_EQ(body_of(read, made.bind("X", "X")), "% Model\n{ p(a)\n}\n% No bindings\ntrue\n");
}

TEST(SolveText, FillsTheModelColumnByColumn) {
  const Program read = program("?- p(1).");
  AnswerMaker made;
  for (int i = 1; i <= 7; ++i) made.holds("p(" + std::to_string(i) + ")");
  EXPECT_EQ(body_of(read, made, {}, 24),
            "% Model\n"
            "{ p(1),  p(4),  p(7),\n"
            "  p(2),  p(5),\n"
            "  p(3),  p(6)\n"
            "}\n% No bindings\ntrue\n");
  AnswerMaker none;
  EXPECT_EQ(body_of(read, none), "% Model\n{\n}\n% No bindings\ntrue\n");
}

TEST(SolveText, PrintsConstraintsWithTheirVariable) {
  const Program read = program("?- p(1).");
  AnswerMaker made;
  made.bind("X", "X").bind("Y", "f(A)").bind("Z", "Z");
  made.constrain("5 #> X").constrain("X #> 1").constrain("A #<> 3").constrain("Z \\= f(_)");
  EXPECT_EQ(body_of(read, made),
            "% Model\n{\n}\n% Bindings\n"
            "X = X | {X#>1,X#<5},\n"
            "Y = f(_ | {_#<>3}),\n"
            "Z = Z | {Z \\= f(_)}\n");
  AnswerMaker mixed;
  mixed.bind("X", "X").constrain("integer(X)").constrain("X #=< -2").constrain("X \\= a");
  EXPECT_EQ(body_of(read, mixed),
            "% Model\n{\n}\n% Bindings\nX = X | {X ∉ [a],X#=< -2,integer(X)}\n");
}

TEST(SolveText, PrintsRelationsWithTheFirstVariableConcerned) {
  const Program read = program("?- p(1).");
  AnswerMaker made;
  made.bind("X", "X").bind("Y", "Y").bind("Z", "Z");
  made.constrain("2*Y + 2 #=< 2*X").constrain("Y #> 2").constrain("Z \\= X");
  made.constrain("X + Y + Z #< 3").holds("q(Y)");
  EXPECT_EQ(body_of(read, made),
            "% Model\n{ q(Y | {Y#>2})\n}\n% Bindings\n"
            "X = X | {X#>=Y+1,X#<3-Y-Z,X \\= Z},\n"
            "Y = Y | {Y#>2}\n");
}

TEST(SolveText, KeepsConstraintsOfVariablesThatArePrintedNowhereElse) {
  const Program read = program("?- p(1).");
  AnswerMaker made;
  made.bind("X", "X").constrain("X #> 2*A - 1/2").constrain("A #> 7");
  EXPECT_EQ(body_of(read, made), "% Model\n{\n}\n% Bindings\nX = X | {X#>2*A-1/2,A#>7}\n");
  AnswerMaker tuple;
  tuple.bind("X", "X").bind("Y", "Y").constrain("p(X, Y) \\= p(a, b)").constrain("X * Y #= 6");
  EXPECT_EQ(body_of(read, tuple),
            "% Model\n{\n}\n% Bindings\nX = X | {p(X,Y) \\= p(a,b),X*Y#=6}\n");
}

TEST(SolveText, NamesVariablesThatOccurMoreThanOnce) {
  const Program read = program("?- p(1).");
  AnswerMaker made;
  made.holds("not p(A)").holds("q(B, f(B))").constrain("A \\= a").bind("X", "Y").bind("Y", "Y");
  EXPECT_EQ(body_of(read, made),
            "% Model\n{ not p(_ | {_ ∉ [a]}),  q(B,f(B))\n}\n% Bindings\nX = Y\n");
}

TEST(SolveText, ShowsOnlyWhatShowNames) {
  const Program read = program("p(1). q. ?- p(X), not q. #show p/1, not q/0.");
  AnswerMaker made;
  made.holds("p(1)").holds("not p(2)").holds("q").holds("not q").holds("-p(3)");
  EXPECT_EQ(body_of(read, made), "% Model\n{ p(1),   not q\n}\n% No bindings\ntrue\n");
}

TEST(SolveText, RoundsNumbersOnDemand) {
  const Program read = program("?- p(1).");
  AnswerMaker made;
  made.bind("X", "1r3").bind("Y", "Y").constrain("Y #> 2r3").bind("Z", "0.5");
  SolveTextOptions options;
  EXPECT_EQ(body_of(read, made),
            "% Model\n{\n}\n% Bindings\nX = 1/3,\nY = Y | {Y#>2/3},\nZ = 0.5\n");
  options.decimals = 2;
  EXPECT_EQ(body_of(read, made, options),
            "% Model\n{\n}\n% Bindings\nX = 0.33,\nY = Y | {Y#>0.67},\nZ = 0.50\n");
}

TEST(SolveText, LeavesNoControlCharacterInNames) {
  const Program read = program("?- p(1).");
  AnswerMaker made;
  made.bind("X", "'\\x1b\\[31m\\n'").holds("p(\"\\x202e\\\")").holds("'a\\u009bb'");
  const std::string text = text_of(read, made);
  for (const char c : text) EXPECT_TRUE(static_cast<unsigned char>(c) >= 0x20 || c == '\n');
  EXPECT_EQ(text.find("\u202e"), std::string::npos);
  EXPECT_EQ(text.find("\u009b"), std::string::npos);
}

class Trees : public testing::Test {
 protected:
  Trees() : read_(program("p(X) :- q(X), not r(X). r(b). q(a). :- p(b). ?- p(a).")) {
    const auto differs = made_.builtin("a \\= b");
    const auto fails = made_.of_clause(NodeKind::clause_fails, 1, {differs});
    const auto not_r = made_.proved("not r(a)", {fails});
    const auto q = made_.proved("q(a)");
    const auto less = made_.builtin("20000 < 30000");
    const auto p = made_.proved("p(a)", {q, less, not_r});
    const auto assumed = made_.proved("not s", {made_.proved("t", {}, Support::assumed)});
    const auto abduced = made_.proved("u", {}, Support::abduced);
    const auto again = made_.proved("q(a)", {}, Support::repeated);
    const auto check = made_.of_clause(NodeKind::check, 3, {again});
    made_.query({p, assumed, abduced, made_.node(NodeKind::checks, {check})});
  }

  Program read_;
  AnswerMaker made_;
};

TEST_F(Trees, HideClausesThatFailAndComparisonsOfTerms) {
  EXPECT_EQ(tree_of(read_, made_),
            "   query ←\n"
            "      p(a) ←\n"
            "         q(a) ∧\n"
            "         20000 < 30000 ∧\n"
            "         not r(a) ∧\n"
            "      not s ←\n"
            "         chs(t) ∧\n"
            "      abduced(u) ∧\n"
            "      o_nmr_check ←\n"
            "         not o_chk_1 ←\n"
            "            proved(q(a)).\n");
}

TEST_F(Trees, HideNegatedLiteralsOnDemand) {
  EXPECT_EQ(tree_of(read_, made_, ProofDetail::positive),
            "   query ←\n"
            "      p(a) ←\n"
            "         q(a) ∧\n"
            "         20000 < 30000 ∧\n"
            "      chs(t) ∧\n"
            "      abduced(u) ∧\n"
            "      o_nmr_check ←\n"
            "         not o_chk_1 ←\n"
            "            proved(q(a)).\n");
}

TEST_F(Trees, AreBriefOnDemand) {
  EXPECT_EQ(tree_of(read_, made_, ProofDetail::brief),
            "   query ←\n"
            "      p(a) ←\n"
            "         q(a) ∧\n"
            "         not r(a) ∧\n"
            "      not s ∧\n"
            "      abduced(u) ∧\n"
            "      o_nmr_check ←\n"
            "         not o_chk_1.\n");
}

TEST_F(Trees, AreCompleteOnDemand) {
  EXPECT_EQ(tree_of(read_, made_, ProofDetail::all).substr(0, 150),
            "   query ←\n"
            "      p(a) ←\n"
            "         q(a) ∧\n"
            "         20000 < 30000 ∧\n"
            "         not r(a) ←\n"
            "            not o_r_1(a) ←\n"
            "               a \\= b ∧\n");
}

TEST_F(Trees, OmitChecksWithoutContent) {
  AnswerMaker made;
  made.query({made.proved("p(a)"), made.node(NodeKind::checks)});
  EXPECT_EQ(tree_of(read_, made), "   query ←\n      p(a).\n");
}

TEST_F(Trees, OfDeepProofsStayProportionalToTheProof) {
  AnswerMaker made;
  std::uint32_t below = made.proved("p(0)");
  for (int i = 1; i < 100000; ++i) below = made.proved("p(1)", {below});
  const std::string text = tree_of(read_, made.query({below}));
  EXPECT_LT(text.size(), 25000000u);
  EXPECT_NE(text.find("[level 100,001] p(0).\n"), std::string::npos);
}

}  // namespace
}  // namespace cogs::present
