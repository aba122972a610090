// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "model/compile.h"
#include "model/logit.h"
#include "model/write/write_model.h"
#include "reading.h"

namespace cogs::model {
namespace {

const std::string card = "#score risk : base 10, unit \"points\".\n";

TEST(ReadScore, RulesWithItsNameAsHeadAreContributions) {
  const Model model = with_rules(card +
                                 "risk(X, 5) :- debt(X, D), D < 3.\n"
                                 "risk(X, -2.5) :- color(X, red).\n"
                                 "no(X) :- risk(X, S), S < 12.\n");
  ASSERT_EQ(model.scores.size(), 1U);
  EXPECT_EQ(model.scores[0].base, Number(10));
  EXPECT_EQ(model.scores[0].unit, "points");
  ASSERT_EQ(model.scores[0].contributions.size(), 2U);
  EXPECT_EQ(model.scores[0].contributions[1].points.text(), "-2.5");
  EXPECT_EQ(model.scores[0].contributions[1].place.line, 4U);
  const AtomTest& test = std::get<AtomTest>(model.rules.back().body.at(0));
  EXPECT_TRUE(test.negated);  // below 12: not 12 or more
  EXPECT_EQ(model.atoms[test.atom.index()].text, "risk(x) >= 12");
}

TEST(ReadScore, SayWhatIsWrong) {
  EXPECT_EQ(rule_errors(card + "no(X) :- risk(X, S)."),
            Lines{"3:10 the score `risk` is not compared here | compare it with a number, as in "
                  "risk(X, S), S < 600"});
  EXPECT_EQ(rule_errors(card + "risk(X, V) :- debt(X, V)."),
            Lines{"3:9 `V` is not a number of points | a rule for a score says how much it adds, "
                  "as in risk(X, 10) :- ..."});
  EXPECT_EQ(rule_errors("#score debt."),
            Lines{"2:8 `debt` is a feature already | give the score a name of its own"});
  EXPECT_EQ(rule_errors(card + "#score risk."),
            (Lines{"3:8 the score `risk` is declared twice | the first one is on line 2"}));
  EXPECT_EQ(rule_errors("#score risk : bass 3.").front(),
            "2:15 `bass` is not an option of scores | did you mean `base`?");
  EXPECT_EQ(rule_errors(card + "no(X) :- risk(X, S), S < big.").size(), 1U);
  EXPECT_EQ(rule_errors(card + "no(X) :- not risk(X, S), S < 3.").size(), 1U);
  EXPECT_EQ(rule_errors(card + "no(X) :- probability(X, risk, P), P < 1.5.").size(), 1U);
}

TEST(ReadScore, RefusesLoops) {
  const Lines own = rule_errors(card +
                                "risk(X, 5) :- rich(X).\n"
                                "rich(X) :- risk(X, S), S > 3.\n");
  ASSERT_EQ(own.size(), 1U);
  EXPECT_NE(own[0].find("loop through a score"), std::string::npos) << own[0];
  const Lines other = rule_errors(card +
                                  "#score wealth.\n"
                                  "wealth(X, 5) :- rich(X).\n"
                                  "rich(X) :- risk(X, S), S > 3.\n");
  ASSERT_EQ(other.size(), 1U);
  EXPECT_NE(other[0].find("a score cannot be made of another score"), std::string::npos);
  const Lines loop = rule_errors(card +
                                 "risk(X, 5) :- p(X).\n"
                                 "p(X) :- q(X).\np(X) :- debt(X, 3).\nq(X) :- p(X).\n");
  ASSERT_EQ(loop.size(), 1U);
  EXPECT_NE(loop[0].find("a score cannot rest on rules that loop"), std::string::npos);
  const Lines cause = rule_errors(card +
                                  "risk(X, 5) :- debt(X, 3).\n"
                                  "debt(X, 4) :- risk(X, S), S > 12.\n");
  ASSERT_EQ(cause.size(), 1U);
  EXPECT_NE(cause[0].find("causal cycle"), std::string::npos);
}

TEST(ReadPoints, TablesAreContributions) {
  const Model model = with_rules(card +
                                 "#points risk.\n"
                                 "variable, bin, points\n"
                                 "debt, \"(-inf, 20)\", 5\n"
                                 "debt, [20 ~ inf), 1\n"
                                 "debt, Missing, 2\n"
                                 "color, red%,%green, 7\n"
                                 "color, \"['dark blue' '4']\", -3\n"
                                 "color, missing, 0\n"
                                 "basepoints, , 100\n"
                                 "#end.\n"
                                 "no(X) :- risk(X, S), S < 12.\n");
  EXPECT_EQ(model.scores[0].base, Number(110));
  EXPECT_EQ(model.scores[0].contributions.size(), 8U);
  EXPECT_EQ(model.scores[0].contributions[0].place.line, 5U);
  EXPECT_TRUE(model.warnings.empty());
}

TEST(ReadPoints, OverlapsGapsAndUnknownValuesAreErrors) {
  const auto table = [](const std::string& lines) {
    return rule_errors(card + "#points risk.\n" + lines + "#end.\nno(X) :- risk(X, S), S < 12.\n");
  };
  EXPECT_EQ(table("debt, \"[0, 20]\", 1\ndebt, \"[20, 100]\", 2\n"),
            Lines{"5:7 this bin of `debt` overlaps with that of line 4"});
  EXPECT_EQ(table("debt, \"[0, 20)\", 1\ndebt, \"[25, 100]\", 2\n").size(), 1U);
  EXPECT_TRUE(table("debt, \"[0, 20]\", 1\ndebt, \"[21, 100]\", 2\n").empty());  // integers
  EXPECT_EQ(table("debt, \"[1, 100]\", 1\n").size(), 1U);
  EXPECT_EQ(table("debt, \"[0, 99]\", 1\n").size(), 1U);
  EXPECT_EQ(table("color, red, 1\n").size(), 1U);
  EXPECT_EQ(table("color, rod, 1\n").front(),
            "4:8 `color` has no value `rod` | did you mean `red`?");
  EXPECT_EQ(table("colour, red, 1\n").front(),
            "4:1 unknown feature `colour` | did you mean `color`?");
  EXPECT_EQ(table("debt, \"[0, 100]\", many\n").size(), 1U);
  EXPECT_EQ(table("debt\n").size(), 1U);
  EXPECT_EQ(table("").size(), 1U);
  EXPECT_EQ(rule_errors("#points risk.\ndebt, 1, 2\n#end.\n").size(), 1U);
  EXPECT_EQ(rule_errors(card + "#points risk.\ndebt, 1, 2\n").size(), 1U);
}

TEST(ReadPoints, WarnsWhereNothingIsSaidOfMissing) {
  const Lines said = warnings(base_model + card +
                              "#points risk.\ndebt, \"[0, 100]\", 1\n#end.\n"
                              "no(X) :- risk(X, S), S < 12.\n");
  ASSERT_EQ(said.size(), 1U);
  EXPECT_NE(said[0].find("no line says what a missing `debt` counts"), std::string::npos);
}

TEST(CompileScores, BinsOfAFeatureAreOneCurve) {
  const Model model = with_rules(card +
                                 "risk(X, 5) :- debt(X, D), D < 3.\n"
                                 "risk(X, 1/3) :- debt(X, D), D >= 3.\n"
                                 "risk(X, 4) :- debt(X, D), D >= 3, color(X, red).\n"
                                 "no(X) :- risk(X, S), S < 12.\n");
  const CompiledModel compiled = compile(model);
  ASSERT_EQ(compiled.scores.size(), 1U);
  EXPECT_EQ(compiled.scores[0].unit, Number(1) / Number(3));
  EXPECT_EQ(compiled.scores[0].terms.size(), 2U);
  ASSERT_EQ(compiled.score_atoms.size(), 1U);
  EXPECT_EQ(compiled.score_atoms[0].low, 36);
}

TEST(Logit, IsDecidedExactly) {
  // ln(0.35 / 0.65) = -0.61903920840622...
  const Number unit = Number::power_of_ten(-6);
  EXPECT_EQ(first_multiple_above_logit(*Number::parse("0.35"), 1, 0, unit), Number(-619039));
  EXPECT_EQ(first_multiple_above_logit(*Number::parse("0.65"), 1, 0, unit), Number(619040));
  EXPECT_EQ(first_multiple_above_logit(*Number::parse("0.65"), 2, 1, unit), Number(1309520));
  // ln(0.99999 / 0.00001) = 11.5129154649...
  EXPECT_EQ(first_multiple_above_logit(*Number::parse("0.99999"), 1, 0, unit), Number(11512916));
}

TEST(WriteModel, ScoresReadBack) {
  const Model model = with_rules(card + "no(X) :- risk(X, S), S =< 12, debt(X, 3).\n");
  EXPECT_EQ(model.rules.back().body.size(), 2U);
}

}  // namespace
}  // namespace cogs::model
