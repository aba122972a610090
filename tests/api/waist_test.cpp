// SPDX-License-Identifier: Apache-2.0
//
// The library by JSON: every function gives what the typed call gives, and says what is wrong.
#include <cogs/waist.h>
#include <gtest/gtest.h>

#include <string>

#include "loan.h"

namespace cogs::test {

namespace {

class Waist : public ::testing::Test {
 protected:
  const Decision loan_ = Decision::parse(loan_text, "loan.cogs");
  const Table people_ = Table::text(people_csv, "people.csv");

  std::string message_of(const std::function<void()>& work) {
    try {
      work();
    } catch (const InputError& error) {
      return error.diagnostics()[0].message + "; " + error.diagnostics()[0].help;
    } catch (const OptionsError& error) {
      return error.what();
    }
    return "nothing was wrong";
  }
};

TEST_F(Waist, AsksAboutOnePerson) {
  const Person john = loan_.person_from_json(john_json);
  EXPECT_EQ(waist::recourse(loan_, john_json).json({.timing = false}),
            loan_.recourse(john).json({.timing = false}));
  Options options;
  options.fix = {"age"};
  options.only = {"debt", "bank_balance"};
  options.ranges = {{"bank_balance", {}, "70000"}};
  options.costs = {{"debt", "1 + 2 per 1000"}};
  options.top = 2;
  EXPECT_EQ(waist::recourse(loan_, john_json,
                            R"({"fix": ["age"], "only": ["debt", "bank_balance"],
                                "range": {"bank_balance": [null, 70000]},
                                "cost": {"debt": "1 + 2 per 1000"}, "top": 2, "time_limit": 60})")
                .json({.timing = false}),
            loan_.recourse(john, options).json({.timing = false}));
  EXPECT_EQ(waist::why(loan_, john_json, R"({"reasons": 1})").reasons.size(), 1U);
  EXPECT_NE(waist::why(loan_, john_json, R"({"sufficient": true})").json().find("\"sufficient\""),
            std::string::npos);
  EXPECT_FALSE(waist::compare(loan_, john_json, jane_json).decisive.empty());
  EXPECT_FALSE(waist::counterfactuals(loan_, "").regions.empty());
  EXPECT_TRUE(waist::check(loan_, waist::recourse(loan_, john_json).json()).right);
  EXPECT_EQ(waist::export_to(loan_, john_json, R"({"to": "clingo"})"),
            loan_.export_to(ExportFormat::clingo, john));
  EXPECT_EQ(waist::read_person(loan_, R"({"debt": 5000.0})"),
            "{\"age\": null, \"debt\": 5000, \"bank_balance\": null, \"credit_score\": null}\n");
  EXPECT_EQ(waist::describe(loan_), loan_.export_to(ExportFormat::json));
}

TEST_F(Waist, SaysWhatIsWrongWithOptions) {
  EXPECT_EQ(message_of([&] { waist::recourse(loan_, john_json, R"({"tops": 2})"); }),
            "there is no option 'tops'; did you mean 'top'?");
  EXPECT_EQ(message_of([&] { waist::recourse(loan_, john_json, R"({"top": "many"})"); }),
            "'top' must be a number; ");
  EXPECT_EQ(message_of([&] { waist::recourse(loan_, john_json, R"({"fix": {}})"); }),
            "'fix' must be a list of strings; ");
  EXPECT_EQ(message_of([&] { waist::recourse(loan_, john_json, R"({"fix": ["debts"]})"); }),
            "the model has no feature 'debts'; did you mean 'debt'?");
  EXPECT_EQ(message_of([&] { waist::recourse(loan_, john_json, "[]"); }),
            "the options must be a JSON object; ");
  EXPECT_EQ(message_of([&] { waist::export_to(loan_, "", R"({"to": "pmml"})"); }),
            "a model is exported to clingo, scasp or json, not to 'pmml'");
}

TEST_F(Waist, NamesOptionsInMessagesAsItsCallersDo) {
  EXPECT_EQ(message_of([&] {
              waist::recourse(loan_, john_json, R"({"fix": ["debt"], "allow": ["debt"]})");
            }),
            "fix debt and allow debt exclude each other");
}

TEST_F(Waist, AnswersTablesThatAreTexts) {
  std::string rows;
  const BatchDone done = waist::batch(
      loan_, people_,
      [&](std::string_view piece) {
        rows += piece;
        return true;
      },
      R"({"reasons": 1, "threads": 2})");
  EXPECT_EQ(done.rows, 4U);
  EXPECT_EQ(done.found, 2U);
  EXPECT_EQ(rows.substr(0, rows.find('\n')),
            "age,debt,bank_balance,credit_score,reject_loan,cogs_status,cogs_cost,cogs_certain,"
            "cogs_changes,cogs_path,cogs_reasons");
  EXPECT_EQ(static_cast<int>(std::count(rows.begin(), rows.end(), '\n')), 5);
  const Predictions found = waist::predict(loan_, people_);
  EXPECT_EQ(found.of_row, (std::vector<std::int32_t>{0, 1, 1, 0}));
  EXPECT_EQ(waist::audit(loan_, people_, R"({"by": ["age"]})").all.found, 2U);
}

TEST_F(Waist, ReadsRowsOfJsonLines) {
  const Table people =
      Table::text(std::string(john_json) + "\n{\"debt\": [1]}\n" + jane_json + "\n", "p.jsonl");
  std::string rows;
  const BatchDone done = waist::batch(
      loan_, people,
      [&](std::string_view piece) {
        rows += piece;
        return true;
      },
      R"({"input_format": "jsonl", "jsonl": true})");
  EXPECT_EQ(done.found, 1U);
  EXPECT_EQ(done.already, 1U);
  EXPECT_EQ(done.bad, 1U);
  EXPECT_EQ(done.problems.at(0).message, "'debt' must have one value");
}

TEST_F(Waist, StopsABatchWhenNobodyTakesItsRows) {
  const BatchDone done = waist::batch(loan_, people_, [](std::string_view) { return false; });
  EXPECT_TRUE(done.reader_gone);
}

TEST_F(Waist, EditsGiveAnotherDecision) {
  const Edited fixed = waist::change_features(loan_, R"({"fixed": ["debt"]})");
  EXPECT_TRUE(fixed.changed);
  EXPECT_EQ(fixed.changed_features, std::vector<std::string>{"debt"});
  EXPECT_TRUE(fixed.decision->features().at(1).fixed);
  EXPECT_FALSE(loan_.features().at(1).fixed);
  EXPECT_EQ(fixed.decision->recourse(fixed.decision->person_from_json(john_json)).status,
            Status::none);
  const std::string sheet = feature_sheet(loan_);
  FeatureEdits same;
  same.sheet = sheet;
  EXPECT_FALSE(change_features(loan_, same).changed);
  EXPECT_THROW(waist::change_features(loan_, R"({"fixed": ["debts"]})"), InputError);
}

TEST_F(Waist, LearnsProposesAndReviews) {
  std::string csv = "age,job,insured,decision\n";
  for (int i = 0; i < 200; ++i) {
    const bool has_job = i % 3 != 0;
    csv += std::to_string(20 + i % 40) + (has_job ? ",employed,yes" : ",unemployed,no") +
           (has_job ? ",grant\n" : ",reject\n");
  }
  const Table table = Table::text(csv, "jobs.csv");
  const Learned learned = waist::learn(
      table, R"({"label": "decision", "undesired": "reject", "features": {"fixed": ["age"]}})");
  ASSERT_TRUE(learned.decision);
  EXPECT_EQ(learned.rows, 200U);
  EXPECT_EQ(learned.train_accuracy, 1.0);
  EXPECT_EQ(learned.json().find("{\"schema\": \"cogs.learn/1\""), 0U) << learned.json();
  const Proposed causes = waist::propose_causes(*learned.decision, table);
  ASSERT_FALSE(causes.proposals.empty());
  const std::string id = causes.proposals[0].id;
  const Decision reviewed =
      waist::review(*causes.decision, "{\"approve\": [\"" + id + "\"], \"by\": \"a person\"}");
  EXPECT_EQ(review_items(reviewed).at(0).status, ReviewItem::Status::approved);
  EXPECT_EQ(review_items(*causes.decision).at(0).status, ReviewItem::Status::proposed);
  EXPECT_FALSE(review_list(reviewed, table).text().empty());
  EXPECT_THROW(waist::learn(table, R"({"label": "decision"})"), OptionsError);
  EXPECT_THROW(waist::learn(table, R"({"label": "decisions", "undesired": "reject"})"), InputError);
}

TEST_F(Waist, AsksLogicPrograms) {
  const Program birds = Program::parse("bird(tweety). flies(X) :- bird(X), not ab(X).");
  const Solutions found =
      waist::solve(birds, R"j({"query": "flies(X)", "answers": 0, "tree": true})j");
  EXPECT_TRUE(found.complete);
  EXPECT_EQ(found.answers.at(0).bindings.at(0).value, "tweety");
  EXPECT_EQ(found.answers.at(0).proof.at(0).kind, Solution::Node::Kind::query);
  EXPECT_NE(found.text().find("X = tweety"), std::string::npos);
  EXPECT_EQ(found.json().front(), '{');
  EXPECT_THROW(waist::solve(birds), InputError) << "it has no query of its own";
  EXPECT_THROW(Program::parse("p :- ."), InputError);
}

}  // namespace

}  // namespace cogs::test
