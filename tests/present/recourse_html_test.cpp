// SPDX-License-Identifier: Apache-2.0
#include "present/html/recourse.h"

#include <gtest/gtest.h>

#include "decision_report.h"

namespace cogs::present {
namespace {

path::Result loan_result() {
  path::Result result;
  result.status = path::Status::found;
  result.undesired = true;
  result.deciding_rules = {model::RuleId(0U)};
  path::Path path;
  path.cost = 1;
  path.optimal = true;
  path::Transition step;
  step.actions = {{model::FeatureId{1}, number(40000), number(60000),
                   std::vector<model::Interval>{
                       {base::Number(60000), base::Number(1000000000), false, false}}}};
  path::Effect effect;
  effect.feature = model::FeatureId{2};
  effect.from = text("clerk");
  effect.to = text("a <b>boss</b>");
  effect.range = std::vector<model::Value>{effect.to};
  effect.supported = effect.range;
  step.effects = {effect};
  step.state = {number(5000), number(60000), effect.to};
  path.transitions = {step};
  result.paths = {path};
  return result;
}

TEST(RecourseHtml, ShowsDirectChangesAndEffectsApart) {
  const Made made(loan_text, {number(5000), number(40000), text("clerk")});
  const std::string page = recourse_html(made.report(), {}, loan_result());
  EXPECT_EQ(html_faults(page), std::vector<std::string>{});
  EXPECT_TRUE(
      has(page, "<div class=\"change direct\"><span class=\"kind\">Change directly</span>"));
  EXPECT_TRUE(
      has(page, "<div class=\"change effect\"><span class=\"kind\">Follows by itself</span>"));
  EXPECT_TRUE(has(page, "to <strong>60000 $ or more</strong>"));
  EXPECT_TRUE(has(page, "Decision then: <span class=\"verdict yes\">not reject</span>"));
  EXPECT_TRUE(has(page, "to 60000</text>"));
  EXPECT_FALSE(has(page, "Side by side"));
  EXPECT_FALSE(has(page, "<b>"));
}

TEST(RecourseHtml, PutsAlternativesSideBySide) {
  const Made made(loan_text, {number(5000), number(40000), text("clerk")});
  path::Result result = loan_result();
  result.paths.push_back(result.paths[0]);
  result.paths[1].cost = 2;
  result.paths[1].certain = false;
  result.paths[1].transitions[0].effects[0].certain = false;
  path::Options options;
  options.top = 2;
  const std::string page = recourse_html(made.report(), options, result);
  EXPECT_EQ(html_faults(page), std::vector<std::string>{});
  EXPECT_TRUE(has(page, "2 ways to change that, the cheapest first"));
  EXPECT_TRUE(has(page, "<th scope=\"col\">way 2</th>"));
  EXPECT_TRUE(has(page, "ways 1,2: 60000</text>"));
  EXPECT_TRUE(has(page, "May follow by itself (not certain)"));
}

TEST(RecourseHtml, SaysWhatStandsInTheWay) {
  const Made made(loan_text, {number(5000), number(40000), text("clerk")});
  path::Result result = loan_result();
  result.status = path::Status::none;
  result.paths.clear();
  result.blockers = {{path::BlockerKind::fixed, model::FeatureId{1}, {}, ""}};
  std::string page = recourse_html(made.report(), {}, result);
  EXPECT_EQ(html_faults(page), std::vector<std::string>{});
  EXPECT_TRUE(has(page, "One thing stands in the way"));
  EXPECT_TRUE(has(page, "bank balance is fixed (line 2)"));
  for (const auto status : {path::Status::already, path::Status::gave_up}) {
    result.status = status;
    result.exhausted = base::Exhausted::time;
    page = recourse_html(made.report(), {}, result);
    EXPECT_EQ(html_faults(page), std::vector<std::string>{});
  }
  EXPECT_TRUE(has(page, "The time limit was reached"));
}

}  // namespace
}  // namespace cogs::present
