// SPDX-License-Identifier: Apache-2.0
#include "engine/causes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "engine/demo.h"
#include "engine/engine.h"
#include "engine/learn.h"
#include "engine/loan_table.h"
#include "model/edit/review.h"

namespace cogs::engine {
namespace {

using model::CausalMode;

struct Case {
  table::Table table;
  model::Model model;
  CausesResult found;
};

Case on_loans(std::size_t rows, std::uint64_t seed, double noise) {
  Case result;
  result.table = table::parse_table(loan_csv(rows, seed, noise), "loans.csv");
  LearnOptions options;
  options.label = "decision";
  options.undesired = "reject";
  result.model = learn(result.table, options).model;
  result.found = propose_causes(result.model, result.table);
  return result;
}

const model::SuggestedFeature* about(const model::Model& model, const CausesResult& found,
                                     const std::string& name) {
  for (const model::SuggestedFeature& feature : found.causes.features) {
    if (model.feature(feature.feature).name == name) return &feature;
  }
  return nullptr;
}

std::vector<std::string> causes_of(const model::Model& model,
                                   const model::SuggestedFeature& feature) {
  std::vector<std::string> names;
  for (const auto& cause : feature.causes) {
    for (const auto& rule : cause.rules) {
      for (const model::Literal& literal : rule.rule.body) {
        names.push_back(model.feature(std::get<model::FeatureTest>(literal).feature).name);
      }
    }
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

TEST(Causes, FindsWhatTheLoanTableWasDrawnBy) {
  for (const double noise : {0.0, 0.02, 0.05}) {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      const Case loans = on_loans(2000, seed, noise);
      const auto where = "noise " + std::to_string(noise) + ", seed " + std::to_string(seed);
      // All of them, in the right direction and mode, and nothing else.
      EXPECT_EQ(loans.found.causes.features.size(), planted_causes().size()) << where;
      for (const PlantedCause& planted : planted_causes()) {
        const auto* feature = about(loans.model, loans.found, planted.effect);
        ASSERT_NE(feature, nullptr) << planted.effect << ", " << where;
        EXPECT_EQ(feature->mode, planted.mode) << planted.effect << ", " << where;
        auto expected = planted.causes;
        std::sort(expected.begin(), expected.end());
        EXPECT_EQ(causes_of(loans.model, *feature), expected) << planted.effect << ", " << where;
      }
      EXPECT_EQ(about(loans.model, loans.found, "branch"), nullptr) << where;
    }
  }
}

TEST(Causes, RankAboveTheCorrelationThatIsNone) {
  const Case loans = on_loans(5000, 9, 0.05);
  double least = 1;
  for (const auto& feature : loans.found.causes.features) {
    for (const auto& cause : feature.causes) least = std::min(least, cause.counts.explained());
  }
  for (const auto& weak : loans.found.causes.weak) {
    EXPECT_FALSE(weak.mode.has_value());
    EXPECT_LT(weak.counts.explained(), least);
    EXPECT_NE(loans.model.feature(weak.feature).name, "branch");
  }
}

TEST(Causes, HaveNoEffectBeforeTheyAreApproved) {
  Case loans = on_loans(2000, 1, 0.02);
  const ModelText more = add_proposals(loans.model, loans.found);
  EXPECT_TRUE(more.changed);
  EXPECT_TRUE(more.model.causal_rules.empty());
  const auto items = model::review_items(more.model);
  EXPECT_EQ(items.size(), 5u);
  for (const auto& item : items) EXPECT_EQ(item.status, model::ReviewStatus::proposed);
  for (const auto& feature : loans.found.causes.features) {
    for (const auto& cause : feature.causes) {
      for (const auto& rule : cause.rules) EXPECT_FALSE(rule.id.empty()) << rule.text;
    }
  }
  // Proposed again, they are not added twice.
  CausesResult again = propose_causes(more.model, loans.table);
  EXPECT_FALSE(add_proposals(more.model, again).changed);
}

TEST(Causes, LeaveAloneWhatIsInForceAndWhatCannotChange) {
  const model::Model model = parse_model(R"(
#feature age : integer 18..80, may increase, observed.
#feature job : {student, employed, self_employed, unemployed, retired}.
#feature debt : integer 0..100000.
#feature credit_score : integer 300..850.
#undesired decision(X, reject).
#causal credit_score : if.
decision(X, reject) :- credit_score(X, C), C < 600.
credit_score(X, C) :- C >= 600, debt(X, 0).
)",
                                         "loan.cogs");
  const table::Table table = table::parse_table(loan_csv(2000, 1, 0), "loans.csv");
  CausesResult found = propose_causes(model, table);
  ASSERT_EQ(found.causes.features.size(), 1u);
  EXPECT_EQ(model.feature(found.causes.features[0].feature).name, "job");
  using Why = model::PassedOver::Why;
  const auto why = [&](const std::string& name) -> std::optional<Why> {
    for (const auto& passed : found.causes.passed_over) {
      if (model.feature(passed.feature).name == name) return passed.why;
    }
    return std::nullopt;
  };
  EXPECT_EQ(why("age"), Why::direction);
  EXPECT_EQ(why("credit_score"), Why::in_force);
  EXPECT_EQ(why("debt"), Why::no_cut);

  CausesOptions options;
  options.no_effects = {"job"};
  EXPECT_TRUE(propose_causes(model, table, options).causes.features.empty());
  options.no_effects = {"jbo"};
  EXPECT_THROW(propose_causes(model, table, options), base::InputError);
}

std::string adult_file() {
  const char* folder = std::getenv("COGS_DATA");
  if (folder == nullptr) return {};
  const std::string file = std::string(folder) + "/adult/adult.csv";
  return std::filesystem::exists(file) ? file : std::string();
}

void expect_the_papers_marriage(const model::Model& model, const CausesResult& found) {
  const auto* status = about(model, found, "marital_status");
  ASSERT_NE(status, nullptr);
  EXPECT_EQ(status->mode, CausalMode::iff);
  ASSERT_EQ(status->causes.size(), 1u);
  const model::SuggestedCause& married = status->causes[0];
  std::vector<std::string> texts;
  for (const auto& rule : married.rules) texts.push_back(rule.text);
  EXPECT_EQ(texts, (std::vector<std::string>{
                       "marital_status(X,'Married-civ-spouse') :- relationship(X,'Husband').",
                       "marital_status(X,'Married-civ-spouse') :- relationship(X,'Wife')."}));
  EXPECT_NEAR(married.counts.precision(), 0.999, 0.01);
  EXPECT_NEAR(married.counts.recall(), 0.982, 0.01);
  const auto* relationship = about(model, found, "relationship");
  if (relationship != nullptr) {
    EXPECT_EQ(relationship->mode, CausalMode::only_if);
  }
}

TEST(Causes, FindTheMarriageRulesOfThePaperOnAdult) {
  const std::string file = adult_file();
  if (file.empty()) GTEST_SKIP() << "COGS_DATA is not set";
  LearnOptions options;
  options.label = "label";
  options.undesired = "<=50K";
  options.rules.pruning = rules::Pruning::none;
  const table::Table table = table::read_table(file);
  const model::Model learned = learn(table, options).model;
  expect_the_papers_marriage(learned, propose_causes(learned, table));
}

TEST(Causes, FindThemForAModelWrittenByHand) {
  const std::string file = adult_file();
  if (file.empty()) GTEST_SKIP() << "COGS_DATA is not set";
  const model::Model model = parse_model(R"(
#feature marital_status :
    {'Never-married', 'Married-civ-spouse', 'Divorced', 'Separated', 'Widowed',
     'Married-spouse-absent', 'Married-AF-spouse'}.
#feature capital_gain  : integer 0..99999, observed.
#feature education_num : integer 1..16, may increase.
#feature relationship :
    {'Husband', 'Wife', 'Not-in-family', 'Own-child', 'Unmarried', 'Other-relative'}.
#feature sex : {'Male', 'Female'}, fixed.
#feature age : integer 17..90, observed, may increase.
#undesired label(X, '<=50K').
label(X,'<=50K') :- not marital_status(X,'Married-civ-spouse'), capital_gain(X,N1), N1=<6849.0.
label(X,'<=50K') :- marital_status(X,'Married-civ-spouse'), capital_gain(X,N1), N1=<5013.0,
                    education_num(X,N2), N2=<12.0.
)",
                                         "adult.cogs");
  const CausesResult found = propose_causes(model, file);
  expect_the_papers_marriage(model, found);
  const auto* relationship = about(model, found, "relationship");
  ASSERT_NE(relationship, nullptr);
  EXPECT_EQ(causes_of(model, *relationship), (std::vector<std::string>{"age", "sex"}));
}

TEST(Demo, TellsAStoryThatHolds) {
  const Demo demo = tell_demo();
  EXPECT_EQ(demo.approved.size(), 5u);
  EXPECT_TRUE(demo.left_open.empty());
  EXPECT_TRUE(demo.result.undesired);
  EXPECT_EQ(demo.result.status, path::Status::found);
  ASSERT_EQ(demo.result.paths.size(), 1u);
  EXPECT_TRUE(demo.result.paths[0].certain);
  EXPECT_TRUE(check_path(demo.model, demo.record, demo.options, demo.result.paths[0]).empty());
}

}  // namespace
}  // namespace cogs::engine
