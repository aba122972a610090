// SPDX-License-Identifier: Apache-2.0
#include "engine/record.h"

#include <gtest/gtest.h>

#include "engine/engine.h"

namespace cogs::engine {
namespace {

const std::string features =
    "#feature debt : integer 0..9.\n#feature score : integer 0..9, caused.\n";
const std::string rest =
    "#undesired no(X).\n#causal score : if.\n"
    "no(X) :- score(X, S),\n   S < 5.\n"
    "score(X, S) :- S >= 5, debt(X, 0).\n";

model::Model model_of(const std::string& text) { return parse_model(text, "m.cogs"); }

TEST(CompareModels, CommentsMoveLinesAndChangeNothing) {
  const auto change =
      compare_models(model_of(features + rest), model_of("% new\n\n" + features + rest));
  EXPECT_TRUE(change.removed.empty());
  EXPECT_TRUE(change.added.empty());
  EXPECT_EQ(change.lines.at(5), 7u);
  EXPECT_EQ(change.lines.at(6), 8u) << "the second line of a statement";
  EXPECT_EQ(change.lines.at(7), 9u);
}

TEST(CompareModels, NamesStatementsThatAreGoneOrNew) {
  std::string other = features + rest;
  other.replace(other.find("S < 5"), 5, "S < 6");
  const auto change =
      compare_models(model_of(features + rest), model_of(other + "no(X) :- debt(X, 9).\n"));
  ASSERT_EQ(change.removed.size(), 1u);
  EXPECT_EQ(change.removed[0].line, 5u);
  ASSERT_EQ(change.added.size(), 2u);
  EXPECT_EQ(change.added[0].line, 5u);
  EXPECT_EQ(change.added[1].text, "no(X) :- debt(X, 9).");
  EXPECT_EQ(change.lines.count(5), 0u);
}

TEST(CompareModels, PathsDoNotDependOnWhereRulesStand) {
  const model::Model before = model_of(features + rest), now = model_of("%\n" + features + rest);
  const model::Record start = model::read_record(before, {{"debt", "3"}, {"score", "2"}});
  const path::Result result = find_recourse(before, start);
  ASSERT_EQ(result.paths.size(), 1u);
  EXPECT_EQ(check_path(now, start, {}, result.paths[0]), std::vector<std::string>{});
}

TEST(Explain, AnswersJustWhatIsAsked) {
  const model::Model model = model_of(features + rest);
  Question question{model::read_record(model, {{"debt", "3"}, {"score", "2"}})};
  const Explained why = explain(model, question);
  EXPECT_FALSE(why.result);
  EXPECT_FALSE(why.rather_than);
  EXPECT_EQ(check_proof(model, question.record, why.why.proof), std::vector<std::string>{});
  question.options = path::Options{};
  question.rather_than = model.undesired;
  const Explained all = explain(model, question);
  EXPECT_EQ(all.result->status, path::Status::found);
  EXPECT_TRUE(all.rather_than);
  EXPECT_FALSE(check_proof(model, question.record, {}).empty()) << "a proof without nodes";
}

}  // namespace
}  // namespace cogs::engine
