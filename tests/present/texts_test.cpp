// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "loan.h"
#include "present/text/check.h"
#include "present/text/counterfactuals.h"
#include "present/text/diagnostic.h"
#include "present/text/recourse.h"
#include "present/words/words.h"

namespace cogs::present {
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
     Then credit_score follows: 599 -> 600 or more, because where debt is 0 $,
     credit_score is at least 600 (line 12).
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
  EXPECT_NE(text.find("permit\n     550 or more"), std::string::npos) << text;
  EXPECT_NE(text.find("Not certain:"), std::string::npos) << text;
}

TEST(RecourseText, NamesWhatIsMissingAndWhatTheStartBreaks) {
  path::Result result = loan::result();
  result.missing = {loan::debt};
  result.start_breaks = {{path::Broken::Kind::in_vain, 0, loan::score},
                         {path::Broken::Kind::denial, 0, std::nullopt}};
  result.paths[0].transitions[0].actions[0].from.reset();
  const std::string text = text_of(result);
  EXPECT_NE(text.find("Not known: debt."), std::string::npos) << text;
  EXPECT_NE(
      text.find("Note: the record is an exception to line 12: where debt is 0 $, credit_score is\n"
                "at least 600, and here it is 599. No step rests on that rule."),
      std::string::npos)
      << text;
  EXPECT_NE(text.find("exception to line 14, which rules it out: :- age"), std::string::npos)
      << text;
  EXPECT_NE(text.find("Set debt, which is not known, to 0 $."), std::string::npos) << text;
}

TEST(RecourseText, SaysWhatAStepCostsWherePricesDependOnIt) {
  EXPECT_EQ(text_of(loan::result()).find("costs 1"), std::string::npos);
  model::Model model = loan::model();
  model.features[2].price.up.rate = 1;
  path::Result result = loan::result();
  result.paths[0].transitions[1].actions[0].cost = base::Number::parse("0.35");
  const std::string text = text_of(result, model);
  EXPECT_NE(text.find("to 60000 $ or more (costs 0.35)."), std::string::npos) << text;
  EXPECT_EQ(text.find("to 0 $ (costs"), std::string::npos) << text;
}

TEST(RecourseText, SaysWhatIsNotProved) {
  path::Result result = loan::result();
  result.ties_proved = false;
  EXPECT_NE(text_of(result).find(
                "Note: its cost is proved to be the least. Whether another way of the same cost"),
            std::string::npos)
      << text_of(result);
  result.paths[0].optimal = false;
  result.lower_bound = 1;
  path::Options options;
  options.first = true;
  const std::string text = text_of(result, loan::model(), options);
  EXPECT_NE(text.find("The first way to change that: 2 steps, cost 2."), std::string::npos) << text;
  EXPECT_NE(text.find("every\nway costs at least 1."), std::string::npos) << text;
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
  result.blockers = {{path::BlockerKind::caused, loan::score, {}, ""},
                     {path::BlockerKind::direction, loan::age, {}, ""},
                     {path::BlockerKind::domain, loan::debt, {}, ""},
                     {path::BlockerKind::option, loan::balance, {}, "fix"}};
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

TEST(Words, SayRangesOfOrderedSets) {
  model::Feature education;
  education.name = "education";
  model::SetDomain set;
  for (const char* text : {"none", "school", "bachelor", "master"}) {
    set.values.push_back({model::Value::of(std::string(text)), false});
  }
  const auto values = [](const std::vector<std::string>& texts) {
    std::vector<model::Value> out;
    for (const std::string& text : texts) out.push_back(model::Value::of(text));
    return out;
  };
  const auto target = [&](const std::string& to, const std::vector<std::string>& range) {
    return target_words(education, {loan::age, std::nullopt, model::Value::of(to), values(range)});
  };
  education.domain = set;
  EXPECT_EQ(set_words(education, values({"school", "bachelor", "master"})),
            "one of school, bachelor, master");
  set.ordered = true;
  education.domain = set;
  EXPECT_EQ(set_words(education, values({"school", "bachelor", "master"})), "school or more");
  EXPECT_EQ(set_words(education, values({"none", "school"})), "school or less");
  EXPECT_EQ(set_words(education, values({"school", "bachelor"})), "school to bachelor");
  EXPECT_EQ(set_words(education, values({"none", "bachelor"})), "one of none, bachelor");
  EXPECT_EQ(set_words(education, values({"bachelor"})), "bachelor");
  EXPECT_EQ(target("bachelor", {"bachelor", "master"}), "bachelor or more");
  EXPECT_EQ(target("bachelor", {"school", "bachelor"}),
            "bachelor (school to bachelor does as well)");
  EXPECT_EQ(target("bachelor", {"none", "bachelor"}), "bachelor (or none)");
}

TEST(RecourseText, RaisesAndLowersOrderedSets) {
  model::Model model = loan::model();
  model::SetDomain set;
  for (const char* text : {"none", "school", "bachelor"}) {
    set.values.push_back({model::Value::of(std::string(text)), false});
  }
  set.ordered = true;
  model.features[2].domain = set;
  model.features[2].unit.clear();
  path::Result result = loan::result();
  path::Change& action = result.paths[0].transitions[1].actions[0];
  action.from = model::Value::of(std::string("school"));
  action.to = model::Value::of(std::string("bachelor"));
  action.range = std::vector<model::Value>{action.to};
  EXPECT_NE(text_of(result, model).find("Raise bank_balance from school to bachelor."),
            std::string::npos)
      << text_of(result, model);
  std::swap(*action.from, action.to);
  action.range = std::vector<model::Value>{action.to};
  EXPECT_NE(text_of(result, model).find("Lower bank_balance from bachelor to school."),
            std::string::npos);
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

TEST(CounterfactualsText, TellsADomainApartFromAStartBesideIt) {
  path::Counterfactuals found;
  path::ValueSet scores = loan::range(300, 850);
  std::get<std::vector<model::Interval>>(scores).push_back(
      {model::Number(900), model::Number(900)});
  found.regions = {
      {{loan::range(1, 99), loan::range(0, 0), loan::range(60000, 1000000000), scores}}};
  const std::string text =
      counterfactuals_text(loan::model(), std::nullopt, {}, found, {80, false});
  EXPECT_NE(text.find("; credit_score: 300 to 850, or 900\n"), std::string::npos) << text;
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
  const std::string one = diagnostics_text({many.begin(), many.begin() + 21}, {80, false});
  EXPECT_NE(one.find("and 1 more error\n"), std::string::npos);
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
}  // namespace cogs::present
