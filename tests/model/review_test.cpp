// SPDX-License-Identifier: Apache-2.0
#include "model/edit/review.h"

#include <gtest/gtest.h>

#include "model/read/read_model.h"
#include "model/write/write_model.h"
#include "reading.h"

namespace cogs::model {
namespace {

const char* const text = R"(#feature debt : integer 0..10.
#feature score : integer 0..9.   % points
#feature job : {none, clerk}.
#undesired no(X).   % the decision
no(X) :- score(X,S), S < 5.

#rule c1, status proposed, mode only_if, covers 12, correct 11.
score(X,S) :- S >= 5,   % enough
              debt(X,0).
#rule c2, status proposed, mode if.
debt(X,0) :- score(X,9).
job(X,clerk) :- debt(X,3).
)";

Model loan() { return read_model(text, "loan.cogs"); }

Lines errors_of(const Model& model, const std::vector<Verdict>& verdicts) {
  Lines lines;
  try {
    apply_verdicts(model, verdicts);
  } catch (const base::InputError& error) {
    for (const base::Diagnostic& d : error.diagnostics()) {
      lines.push_back(d.file + ":" + shown(d));
    }
  }
  return lines;
}

TEST(Review, ListsRulesWithNotes) {
  const std::vector<ReviewItem> items = review_items(loan());
  ASSERT_EQ(items.size(), 2U);
  EXPECT_EQ(items[0].id, "c1");
  EXPECT_EQ(items[0].status, ReviewStatus::proposed);
  EXPECT_EQ(items[0].mode, CausalMode::only_if);
  EXPECT_EQ(items[0].rule, "score(X,S) :- S >= 5, debt(X,0).");
  EXPECT_EQ(items[0].evidence, (std::vector<std::pair<std::string, std::string>>{
                                   {"covers", "12"}, {"correct", "11"}}));
  EXPECT_EQ(items[0].place.line, 8U);
}

TEST(Review, ApprovingPutsARuleInForceInItsMode) {
  const Model model = apply_verdicts(loan(), {{.id = "c1",
                                               .status = ReviewStatus::approved,
                                               .by = "Ann",
                                               .on = "2026-11-16",
                                               .reason = "says \"so\""}});
  ASSERT_EQ(model.causal_rules.size(), 2U);
  EXPECT_EQ(model.feature(*model.find_feature("score")).mode, CausalMode::only_if);
  EXPECT_EQ(write_model(model), R"(#feature debt : integer 0..10.
#feature score : integer 0..9.   % points
#feature job : {none, clerk}.
#undesired no(X).   % the decision
#causal score : only_if.
no(X) :- score(X,S), S < 5.

#rule c1, status approved, mode only_if, covers 12, correct 11, by "Ann", on "2026-11-16", reason "says \"so\"".
score(X,S) :- S >= 5,   % enough
              debt(X,0).
#rule c2, status proposed, mode if.
debt(X,0) :- score(X,9).
job(X,clerk) :- debt(X,3).
)");
  const ReviewItem item = review_items(model)[0];
  EXPECT_EQ(item.by + "|" + item.on + "|" + item.reason, "Ann|2026-11-16|says \"so\"");
  // Another mode for a rule in force replaces the line.
  const Model other = apply_verdicts(model, {{.id = "c1", .mode = CausalMode::iff}});
  EXPECT_NE(write_model(other).find("#causal score : iff."), std::string::npos);
  EXPECT_EQ(other.feature(*other.find_feature("score")).mode, CausalMode::iff);
  // Rejecting takes it out again.
  EXPECT_EQ(
      apply_verdicts(model, {{.id = "c1", .status = ReviewStatus::rejected}}).causal_rules.size(),
      1U);
}

TEST(Review, RefusesACausalCycle) {
  const std::vector<Verdict> both = {{.id = "c1", .status = ReviewStatus::approved},
                                     {.id = "c2", .status = ReviewStatus::approved}};
  EXPECT_EQ(
      errors_of(loan(), both),
      (Lines{"loan.cogs:11:1 approving c2 would close a causal cycle: debt -> score -> debt | "
             "features must not cause each other in a circle: reject or edit one of these "
             "rules"}));
}

TEST(Review, RefusesIdsThatAreNotThere) {
  EXPECT_EQ(errors_of(loan(), {{.id = "d1", .status = ReviewStatus::approved}}).size(), 1U);
  EXPECT_EQ(errors_of(loan(), {{.id = "xyz"}}),
            (Lines{"loan.cogs:0:0 there is no rule `xyz` to review | the rules are c1, c2"}));
}

TEST(Review, TakesAnEditedRuleAndKeepsTheOld) {
  const Model model = apply_verdicts(
      loan(), {{.id = "c1", .status = ReviewStatus::approved, .rule = "score(X,7) :- debt(X,0)"}});
  const ReviewItem item = review_items(model)[0];
  EXPECT_EQ(item.rule, "score(X,7) :- debt(X,0).");
  EXPECT_EQ(item.evidence.back().first, "was");
  EXPECT_EQ(item.evidence.back().second, "score(X,S) :- S >= 5, debt(X,0).");
  EXPECT_EQ(
      errors_of(loan(), {{.id = "c1", .rule = "score(X,7) :- dept(X,0)."}}),
      (Lines{
          "the new text of c1:1:15 unknown feature or predicate `dept` | did you mean `debt`?"}));
  EXPECT_EQ(errors_of(loan(), {{.id = "c1", .rule = "job(X,none) :- debt(X,0)."}}).size(), 1U);
  EXPECT_EQ(errors_of(loan(), {{.id = "c1", .rule = "score(X,7) :- "}}).size(), 1U);
  EXPECT_EQ(errors_of(loan(), {{.id = "c1", .rule = "score(X,7). debt(X,1)."}}).size(), 1U);
}

TEST(Review, AddsProposalsOnceAndRefreshesTheirEvidence) {
  const Model model = add_proposals(
      loan(), {{"score(Y, T) :- T >= 5, debt(Y, 0).", CausalMode::iff, {{"covers", "20"}}},
               {"job(X,clerk) :- debt(X,3).", CausalMode::iff, {}},
               {"job(X,none) :- debt(X,7).", CausalMode::if_, {{"precision", "0.97"}}}});
  const std::vector<ReviewItem> items = review_items(model);
  ASSERT_EQ(items.size(), 3U);
  EXPECT_EQ(items[0].mode, CausalMode::iff);
  EXPECT_EQ(items[0].evidence[0].second, "20");
  EXPECT_EQ(items[2].id, "c3");
  EXPECT_EQ(items[2].rule, "job(X,none) :- debt(X,7).");
  EXPECT_EQ(model.causal_rules.size(), 1U);
  EXPECT_EQ(write_model(add_proposals(model, {})), write_model(model));
  // What somebody has decided about is left alone.
  const Model rejected = apply_verdicts(model, {{.id = "c3", .status = ReviewStatus::rejected}});
  EXPECT_EQ(write_model(add_proposals(
                rejected, {{"job(X,none) :- debt(X,7).", CausalMode::iff, {{"covers", "1"}}}})),
            write_model(rejected));
}

TEST(Review, ShowsARuleAlone) {
  const Model alone = with_this_rule_alone(loan(), "c2");
  ASSERT_EQ(alone.causal_rules.size(), 1U);
  EXPECT_EQ(alone.causal_rules[0].place.line, 11U);
  EXPECT_EQ(alone.feature(alone.causal_rules[0].feature).name, "debt");
}

}  // namespace
}  // namespace cogs::model
