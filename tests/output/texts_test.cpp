// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "loan.h"
#include "output/check_report.h"
#include "output/counterfactuals_text.h"
#include "output/diagnostic_text.h"
#include "output/recourse_text.h"
#include "output/words.h"

namespace cogs::output {
namespace {

std::string text_of(const path::Result& result, const model::Model& model = loan::model(),
                    const path::Options& options = {}) {
  return recourse_text(model, loan::record(31, 5000, 40000, 599), options, result, {80, false});
}

TEST(RecourseText, SaysWhoChangesWhatInWhichOrder) {
  EXPECT_EQ(text_of(loan::result()),
            R"(Decision: reject_loan, because of
  line 9: reject_loan(X) :- bank_balance(X, B), B #< 60000.
  line 10: reject_loan(X) :- credit_score(X, C), C #< 600.

The cheapest way to change that: 2 steps, cost 2 (proved: nothing costs less).

  1. Lower debt by 5000 $, to 0 $.
     Then credit_score follows: 599 -> 600 or more, because of line 12.
  2. Raise bank_balance by at least 20000 $, to 60000 $ or more.

After that: age 31, debt 0 $, bank_balance 60000 $, credit_score 600. Decision:
not reject_loan.
)");
}

TEST(RecourseText, SaysWhatIsNotCertain) {
  path::Result result = loan::result();
  path::Path& path = result.paths[0];
  path.certain = false;
  path::Effect& effect = path.transitions[0].effects[0];
  effect.certain = false;
  effect.supported = loan::range(550, 850);
  const std::string text = text_of(result);
  EXPECT_NE(text.find("credit_score may follow: 599 -> 600 or more"), std::string::npos) << text;
  EXPECT_NE(text.find("permit 550 or more"), std::string::npos) << text;
  EXPECT_NE(text.find("Not certain:"), std::string::npos) << text;
}

TEST(RecourseText, NamesWhatIsMissingAndWhatTheStartBreaks) {
  path::Result result = loan::result();
  result.missing = {loan::debt};
  result.start_breaks = {12, 14};
  result.paths[0].transitions[0].actions[0].from.reset();
  const std::string text = text_of(result);
  EXPECT_NE(text.find("Not known: debt."), std::string::npos) << text;
  EXPECT_NE(text.find("at lines 12 and 14"), std::string::npos) << text;
  EXPECT_NE(text.find("Set debt, which is not known, to 0 $."), std::string::npos) << text;
}

TEST(RecourseText, ListsSeveralWays) {
  path::Result result = loan::result();
  result.paths.push_back(result.paths[0]);
  const std::string text = text_of(result);
  EXPECT_NE(text.find("2 ways to change that, the cheapest first."), std::string::npos) << text;
  EXPECT_NE(text.find("Way 2: 2 steps, cost 2."), std::string::npos) << text;
}

TEST(RecourseText, SaysWhatLiftingABlockerMeans) {
  path::Result result;
  result.status = path::Status::none;
  result.undesired = true;
  result.blockers = {{path::BlockerKind::caused, loan::score, {5}, ""},
                     {path::BlockerKind::direction, loan::age, {2}, ""},
                     {path::BlockerKind::domain, loan::debt, {3}, ""},
                     {path::BlockerKind::option, loan::balance, {}, "--fix"}};
  const std::string text = text_of(result);
  EXPECT_NE(text.find("No way leads to the other decision (proved)."), std::string::npos) << text;
  EXPECT_NE(text.find("credit_score only follows from its causes (line 5)"), std::string::npos)
      << text;
  EXPECT_NE(text.find("--allow credit_score"), std::string::npos) << text;
  EXPECT_NE(text.find("age may only increase (line 2)"), std::string::npos) << text;
  EXPECT_NE(text.find("debt stays within 0..1000000 $ (line 3)"), std::string::npos) << text;
  EXPECT_NE(text.find("the option --fix bank_balance of this run"), std::string::npos) << text;
}

TEST(RecourseText, SaysHowFarALimitedSearchCame) {
  path::Result result = loan::result();
  result.status = path::Status::gave_up;
  result.exhausted = base::Exhausted::time;
  result.lower_bound = 1;
  const std::string text = text_of(result);
  EXPECT_NE(
      text.find("The time limit was reached. The best way so far: cost 2; every way costs at\n"
                "least 1.\n"),
      std::string::npos)
      << text;
}

TEST(RecourseText, SaysThatNothingNeedsToChange) {
  path::Result result;
  result.status = path::Status::already;
  EXPECT_EQ(text_of(result), "Decision: not reject_loan\n\nNothing needs to change.\n");
}

TEST(RecourseText, LetsNoEscapeThroughToTheTerminal) {
  model::Model model = loan::model();
  model.features[1].label = "debt\x1b]0;owned\x07";
  model.features[1].unit =
      "\x9b"
      "31m$";
  const std::string text = text_of(loan::result(), model);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_EQ(text.find('\x07'), std::string::npos);
  EXPECT_EQ(text.find('\x9b'), std::string::npos);
  EXPECT_NE(text.find("debt\\x1b]0;owned\\x07"), std::string::npos) << text;
}

TEST(Words, SayRanges) {
  const model::Feature debt = loan::model().features[1];
  const auto words = [&](model::Interval i) {
    return set_words(debt, std::vector<model::Interval>{std::move(i)});
  };
  EXPECT_EQ(words({base::Number(5), base::Number(5)}), "5 $");
  EXPECT_EQ(words({base::Number(5), base::Number(9)}), "5 to 9 $");
  EXPECT_EQ(words({base::Number(5), base::Number(1000000)}), "5 $ or more");
  EXPECT_EQ(words({base::Number(0), base::Number(9)}), "9 $ or less");
  EXPECT_EQ(words({base::Number(0), std::nullopt}), "any value");
  EXPECT_EQ(words({base::Number(5), std::nullopt, true, false}), "more than 5 $");
  EXPECT_EQ(words({std::nullopt, base::Number(5), false, true}), "less than 5 $");
  EXPECT_EQ(words({base::Number(5), base::Number(9), true, true}), "more than 5 and less than 9 $");
  EXPECT_EQ(words({base::Number(5), base::Number(9), true, false}), "more than 5 up to 9 $");
  EXPECT_EQ(words({base::Number(5), base::Number(9), false, true}), "5 to less than 9 $");
  path::Change change = loan::change(loan::debt, 1, 6, loan::range(5, 9));
  EXPECT_EQ(target_words(debt, change), "6 $ (5 to 9 $ does as well)");
}

TEST(CounterfactualsText, NamesWhatARegionRestricts) {
  path::Counterfactuals found;
  found.regions = {{{loan::range(1, 99), loan::range(0, 0), loan::range(60000, 1000000000),
                     loan::range(600, 850)}}};
  found.cells = "1";
  found.states = "24849";
  const std::string text =
      counterfactuals_text(loan::model(), std::nullopt, {}, found, {80, false});
  EXPECT_EQ(text, R"(Decision wanted: not reject_loan. 1 region, 1 cell, 24849 states.
Features that a region does not name may have any value.

  1. debt: 0 $; bank_balance: 60000 $ or more; credit_score: 600 or more
)");
}

TEST(CheckText, ListsFaults) {
  CheckReport report;
  report.paths = {{}, {"the cost is 3, not 2"}};
  EXPECT_FALSE(report.right());
  EXPECT_EQ(check_text(report, {80, false}),
            "path 1: right\npath 2: wrong\n  - the cost is 3, not 2\nThe answer is wrong.\n");
  report.paths.pop_back();
  EXPECT_TRUE(report.right());
  report.claims = {"there is no path"};
  EXPECT_FALSE(report.right());
}

base::Diagnostic misspelt() {
  base::Diagnostic d;
  d.file = "loan.cogs";
  d.place = {9, 19, 12};
  d.message = "the model has no feature 'bank_balanse'";
  d.help = "did you mean 'bank_balance'?";
  d.source_line = "reject_loan(X) :- bank_balanse(X, B), B #< 60000.";
  return d;
}

TEST(DiagnosticText, ShowsTheLineWithACaret) {
  EXPECT_EQ(diagnostic_text(misspelt(), {80, false}),
            R"(loan.cogs:9:19: error: the model has no feature 'bank_balanse'
  9 | reject_loan(X) :- bank_balanse(X, B), B #< 60000.
    |                   ^~~~~~~~~~~~
help: did you mean 'bank_balance'?
)");
}

TEST(DiagnosticText, CutsLongLinesAroundTheCaret) {
  base::Diagnostic d = misspelt();
  d.source_line = std::string(100000, 'a') + "HERE" + std::string(100000, 'b');
  d.place = {9, 100001, 4};
  const std::string text = diagnostic_text(d, {80, false});
  const auto line = text.find("\n") + 1, marks = text.find("\n", line) + 1;
  EXPECT_LE(text.find("\n", line) - line, 80u);
  EXPECT_EQ(text.find("HERE") - line, text.find("^~~~") - marks);
}

TEST(DiagnosticText, KeepsTheCaretUnderWideAndUnprintableCharacters) {
  base::Diagnostic d = misspelt();
  d.source_line = "\t\xE6\xBC\xA2\x1b[1mX";  // tab, a wide character, an escape
  d.place = {1, 7, 1};
  const std::string text = diagnostic_text(d, {80, false});
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_NE(text.find("  1 |  \xE6\xBC\xA2\\x1b[1mX\n    |           ^\n"), std::string::npos)
      << text;
}

TEST(DiagnosticText, StopsAtTwentyErrors) {
  const std::vector<base::Diagnostic> many(23, misspelt());
  const std::string text = diagnostics_text(many, {80, false});
  EXPECT_NE(text.find("and 3 more errors\n"), std::string::npos);
}

TEST(DiagnosticText, ColoursWhenAsked) {
  EXPECT_NE(diagnostic_text(misspelt(), {80, true}).find("\x1b[1;31merror:\x1b[0m"),
            std::string::npos);
}

TEST(SafeText, EscapesWhatIsNotPlainText) {
  EXPECT_EQ(safe_text("a\nb\x1b[0m\xff\xE2\x80\xAE"), "a\\nb\\x1b[0m\\xff\\u{202e}");
  EXPECT_EQ(display_width("a\xE6\xBC\xA2"
                          "e\xCC\x81"),
            4u);
}

TEST(Wrapped, BreaksAtBlanksAndKeepsTheIndent) {
  EXPECT_EQ(wrapped("  - ", "one two three", {11, false}), "  - one two\n    three\n");
}

}  // namespace
}  // namespace cogs::output
