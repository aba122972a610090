// SPDX-License-Identifier: Apache-2.0
//
// One Decision, asked about one person.
#include <cogs/decision.h>
#include <gtest/gtest.h>

#include <optional>
#include <stop_token>

#include "loan.h"

namespace cogs::test {

namespace {

TEST(Decision, AnswersAsItsHeaderShows) {
  const std::string text = loan_text;
  std::string told;
  // [example]
  const cogs::Decision loan = cogs::Decision::parse(text, "loan.cogs");
  const cogs::Person john = loan.person(
      {{"age", "31"}, {"debt", "5000"}, {"bank_balance", "40000"}, {"credit_score", "599"}});
  const cogs::Recourse way = loan.recourse(john);
  if (way.status == cogs::Status::found) {
    for (const cogs::Step& step : way.paths[0].steps) {
      for (const cogs::Change& change : step.actions) {
        told += "set " + change.feature + " to " + change.to.text + "\n";
      }
      for (const cogs::Effect& effect : step.effects) {
        told += effect.feature + " becomes " + effect.to.text + "\n";
      }
    }
  }
  // [end]
  EXPECT_EQ(told, "set debt to 0\ncredit_score becomes 600\nset bank_balance to 60000\n");
  EXPECT_EQ(way.paths[0].cost.text, "2");
  EXPECT_TRUE(way.paths[0].optimal);
  EXPECT_TRUE(way.paths[0].checked);
  EXPECT_EQ(way.outcome(), Outcome::yes);
}

TEST(Decision, TellsRulesOnOneLineApartById) {
  const Decision two = Decision::parse(
      "#feature a : integer 0..9.\n#feature b : integer 0..9.\n#undesired bad(X).\n"
      "bad(X) :- a(X, N), N #< 5. bad(X) :- b(X, N), N #< 5.\n");
  const Recourse way = two.recourse(two.person({{"a", "7"}, {"b", "1"}}));
  ASSERT_EQ(way.deciding_rules.size(), 1U);
  EXPECT_EQ(way.deciding_rules[0].id, 1U);
  EXPECT_EQ(way.deciding_rules[0].line, 4U);
  EXPECT_EQ(two.rules().at(1).text, "bad(X) :- b(X, N), N #< 5.");
}

TEST(Decision, GivesAnswersThatOutliveIt) {
  std::optional<Decision> loan = Decision::parse(loan_text, "loan.cogs");
  const Person john = loan->person_from_json(john_json, "john.json");
  const Person jane = loan->person_from_json(jane_json, "jane.json");
  const Recourse way = loan->recourse(john);
  const Why why = loan->why(john, {.reasons = 2});
  const Comparison both = loan->compare(john, jane);
  const Regions regions = loan->counterfactuals(john);
  const std::string before = way.json({.timing = false}) + why.json() + both.json() +
                             regions.json() + way.text() + why.text() + way.html() + why.html();
  loan.reset();
  EXPECT_EQ(before, way.json({.timing = false}) + why.json() + both.json() + regions.json() +
                        way.text() + why.text() + way.html() + why.html());
  EXPECT_EQ(way.start.at(1).feature, "debt");
  EXPECT_EQ(way.start.at(1).value->text, "5000");
  EXPECT_EQ(john.values().size(), 4U);
}

TEST(Decision, GivesTheSameAnswerTwice) {
  const Decision loan = Decision::parse(loan_text);
  const Person john = loan.person_from_json(john_json);
  const Options options{.only = {{"debt", "bank_balance"}}, .top = 3};
  const std::string first = loan.recourse(john, options).json({.timing = false});
  loan.recourse(john, {.fix = {"debt"}});  // another search in between
  EXPECT_EQ(first, loan.recourse(john, options).json({.timing = false}));
}

TEST(Decision, SaysWhatStandsInTheWay) {
  const Decision loan = Decision::parse(loan_text);
  const Recourse way =
      loan.recourse(loan.person_from_json(john_json), {.fix = {"bank_balance"}, .max_length = 4});
  EXPECT_EQ(way.status, Status::none);
  EXPECT_EQ(way.outcome(), Outcome::no);
  ASSERT_EQ(way.blockers.size(), 1U);
  EXPECT_EQ(way.blockers[0].kind, Blocker::Kind::option);
  EXPECT_EQ(way.blockers[0].option, "fix");
  EXPECT_EQ(way.blockers[0].feature, "bank_balance");
  ASSERT_EQ(way.lifted.size(), 1U);
  EXPECT_EQ(way.lifted[0].cost.text, "2");
}

TEST(Decision, ExplainsItselfAsData) {
  const Decision loan = Decision::parse(loan_text);
  const Why why = loan.why(loan.person_from_json(john_json));
  EXPECT_TRUE(why.undesired);
  ASSERT_FALSE(why.reasons.empty());
  EXPECT_EQ(why.reasons[0].feature, "bank_balance");
  ASSERT_FALSE(why.proof.empty());
  EXPECT_EQ(why.proof[0].kind, ProofNode::Kind::atom);
  EXPECT_EQ(why.proof[0].text, loan.undesired());
  for (const ProofNode& node : why.proof) {
    for (const std::uint32_t child : node.children) EXPECT_LT(child, why.proof.size());
  }
}

TEST(Decision, ReadsCodesOfReasonsFromAText) {
  const Decision loan = Decision::parse(loan_text);
  WhyOptions options;
  options.codes = "feature,when,code,text\nbank_balance,low,12,Balance too low\n";
  const Why why = loan.why(loan.person_from_json(john_json), options);
  EXPECT_EQ(why.reasons.at(0).code, "12");
  EXPECT_EQ(why.reasons.at(0).code_text, "Balance too low");
  options.codes = "feature,when\n";
  EXPECT_THROW(loan.why(loan.person_from_json(john_json), options), InputError);
}

TEST(Decision, ChecksItsOwnAnswersAndRecords) {
  const Decision loan = Decision::parse(loan_text);
  const Recourse way = loan.recourse(loan.person_from_json(john_json));
  EXPECT_TRUE(loan.check(way.json()).right);
  EXPECT_TRUE(loan.check(way.record()).right);
  std::string wrong = way.record();
  const std::size_t at = wrong.find("40000");
  ASSERT_NE(at, std::string::npos);
  wrong.replace(at, 5, "40001");
  const Check refused = loan.check(wrong);
  EXPECT_FALSE(refused.right);
  EXPECT_FALSE(refused.faults.empty());
  EXPECT_EQ(refused.outcome(), Outcome::no);
}

TEST(Decision, ReadsAPersonOfAnotherModelByNames) {
  const Decision loan = Decision::parse(loan_text);
  const Decision other = Decision::parse(
      "#feature debt : integer 0..9000000.\n#feature age : integer 0..200.\n#feature "
      "bank_balance : integer 0..100000000.\n#feature credit_score : integer 0..1000.\n"
      "#undesired bad(X).\nbad(X) :- debt(X, D), D #> 10.\n");
  const Recourse way = other.recourse(loan.person_from_json(john_json));
  EXPECT_EQ(way.status, Status::found);
  EXPECT_EQ(way.start.at(0).value->text, "5000");
  const Decision small = Decision::parse(
      "#feature debt : integer 0..10.\n#undesired bad(X).\nbad(X) :- debt(X, D), D #> 1.\n");
  EXPECT_THROW(small.recourse(loan.person_from_json(john_json)), InputError);
}

TEST(Decision, ReadsAPersonFromARowOfAText) {
  const Decision loan = Decision::parse(loan_text);
  const Table people = Table::text(people_csv, "people.csv");
  const Person third = loan.person_from_row(people, 3);
  EXPECT_EQ(third.values().at(2).value->text, "61000");
  EXPECT_FALSE(third.values().at(3).value.has_value());
  EXPECT_EQ(third.source(), "people.csv");
  EXPECT_THROW(loan.person_from_row(people, 5), InputError);
}

TEST(Decision, ReadsNullAsMissingWhateverADomainLists) {
  const Decision odd = Decision::parse(
      "#feature job : {'?', clerk, ''}.\n#undesired bad(X).\nbad(X) :- job(X, '?').\n");
  EXPECT_FALSE(odd.person_from_json(R"({"job": null})").values().at(0).value.has_value());
  EXPECT_EQ(odd.person_from_json(R"({"job": "?"})").values().at(0).value->text, "?");
}

TEST(Decision, ThrowsWhatItsHeaderSays) {
  try {
    Decision::parse("#feature a : integer.\nbad(X) :- b(X, 1).\n", "bad.cogs");
    FAIL() << "a bad model was read";
  } catch (const InputError& error) {
    EXPECT_GE(error.diagnostics().size(), 1U);
    EXPECT_EQ(error.diagnostics()[0].file, "bad.cogs");
    EXPECT_NE(to_text(error.diagnostics()).find("bad.cogs:"), std::string::npos);
  }
  const Decision loan = Decision::parse(loan_text);
  const Person john = loan.person_from_json(john_json);
  EXPECT_THROW(loan.recourse(john, {.fix = {"debts"}}), InputError);
  EXPECT_THROW(loan.recourse(john, {.fix = {"debt"}, .allow = {"debt"}}), OptionsError);
  EXPECT_THROW(loan.recourse(john, {.ranges = {{"debt", "some", {}}}}), OptionsError);
  EXPECT_THROW(loan.recourse(john, {.top = 0}), OptionsError);
  EXPECT_THROW(loan.recourse(john, {.max_length = 0}), OptionsError);
  EXPECT_THROW(loan.recourse(Person()), OptionsError);
  EXPECT_THROW(loan.why(john, {.rather_than = "nothing(X)"}), OptionsError);
  EXPECT_THROW(loan.person_from_json("[1]"), InputError);
  EXPECT_THROW(loan.check("{}"), InputError);
  EXPECT_THROW(Recourse().json(), OptionsError);
  EXPECT_THROW(loan.counterfactuals(john).html(), OptionsError);
  EXPECT_FALSE(loan.counterfactuals(john).has_html());
}

TEST(Decision, ReadsAFileThatIsCalledDashAndNotStandardInput) {
  EXPECT_THROW(Decision::load("-"), InputError) << "there is no such file";
  EXPECT_THROW(Program::load({"-"}), InputError);
  const Decision loan = Decision::parse(loan_text);
  EXPECT_THROW(loan.person_from_row(Table::file("-"), 1), InputError);
  EXPECT_THROW(loan.predict(Table::file("-")), InputError);
}

TEST(Decision, GivesExactNumbersInLowestTerms) {
  const auto parts = [](const char* text) {
    const Number n = parse_number(text);
    return n.numerator + "/" + n.denominator + " " + n.text;
  };
  EXPECT_EQ(parts("0.1"), "1/10 0.1");
  EXPECT_EQ(parts("-2.50"), "-5/2 -2.5");
  EXPECT_EQ(parts("2/6"), "1/3 1/3");
  EXPECT_EQ(parts("0.000128"), "2/15625 0.000128");
  EXPECT_EQ(parts("1e20"), "100000000000000000000/1 100000000000000000000");
  EXPECT_EQ(parts("0"), "0/1 0");
  EXPECT_THROW(parse_number("ten"), InputError);
}

TEST(Decision, ShowsItsModel) {
  const Decision loan = Decision::parse(loan_text, "loan.cogs");
  ASSERT_EQ(loan.features().size(), 4U);
  EXPECT_EQ(loan.features()[0].direction, Feature::Direction::up);
  EXPECT_TRUE(loan.features()[3].caused);
  EXPECT_EQ(loan.features()[3].low->text, "300");
  EXPECT_EQ(loan.rules().size(), 3U);
  EXPECT_EQ(loan.rules()[2].feature, "credit_score");
  EXPECT_EQ(loan.text(), loan_text);
  EXPECT_NE(loan.export_to(ExportFormat::clingo).find("reject_loan"), std::string::npos);
  EXPECT_THROW(loan.export_to(ExportFormat::json, loan.person_from_json(john_json)), OptionsError);
}

TEST(Control, EndsASearchThatIsCancelledWithTheBestSoFar) {
  const Decision cover = Decision::parse(cover_text(80, 400));
  const Person nobody = nobody_yet(cover);
  std::stop_source stop;
  Control control;
  control.stop = stop.get_token();
  control.progress = [&](const Progress& at) {
    if (at.best) stop.request_stop();
  };
  const Recourse way = cover.recourse(nobody, {}, control);
  EXPECT_EQ(way.status, Status::gave_up);
  EXPECT_EQ(way.stopped, Stop::cancelled);
  EXPECT_EQ(way.outcome(), Outcome::cancelled);
}

TEST(Control, CutsByEffortTheSameWayEachTime) {
  const Decision cover = Decision::parse(cover_text(80, 400));
  const Person nobody = nobody_yet(cover);
  Control control;
  control.limits.effort = 2000;
  const Recourse first = cover.recourse(nobody, {}, control);
  EXPECT_EQ(first.status, Status::gave_up);
  EXPECT_EQ(first.stopped, Stop::effort);
  EXPECT_EQ(first.outcome(), Outcome::stopped);
  EXPECT_EQ(first.json({.timing = false}),
            cover.recourse(nobody, {}, control).json({.timing = false}));
}

TEST(Control, EndsByItsTimeAndItsDeadline) {
  const Decision cover = Decision::parse(cover_text(80, 400));
  const Person nobody = nobody_yet(cover);
  Control control;
  control.limits.seconds = 0.02;
  EXPECT_EQ(cover.recourse(nobody, {}, control).stopped, Stop::time);
  Control late;
  late.limits.deadline = std::chrono::steady_clock::now();
  EXPECT_EQ(cover.recourse(nobody, {}, late).stopped, Stop::time);
}

}  // namespace

}  // namespace cogs::test
