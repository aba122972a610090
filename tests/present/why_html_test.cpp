// SPDX-License-Identifier: Apache-2.0
#include "present/html/why.h"

#include <gtest/gtest.h>

#include "decision_report.h"

namespace cogs::present {
namespace {

TEST(WhyHtml, ShowsDecisionReasonsProofAndStrips) {
  const Made made(loan_text, {number(5000), number(40000), text("clerk")});
  const std::string page = why_html(made.report());
  EXPECT_EQ(html_faults(page), std::vector<std::string>{});
  EXPECT_TRUE(has(page, "<h1>reject: <span class=\"verdict no\">yes</span></h1>"));
  EXPECT_TRUE(has(page, "1. bank balance</h3>"));
  EXPECT_TRUE(has(page, "<dt>responsibility</dt><dd>1</dd><dt>is</dt><dd>40000 $</dd>"));
  EXPECT_TRUE(has(page, "<dt>would change it</dt><dd>60000 $ or more</dd>"));
  EXPECT_TRUE(has(page, "<ul class=\"tree\" aria-label=\"Proof\">"));
  EXPECT_TRUE(has(page, "bank balance is 40000 $; this rule applies below 60000 $"));
  EXPECT_TRUE(has(page, "now 40000</text>"));
  EXPECT_TRUE(has(page, "not to scale"));
  EXPECT_EQ(page, why_html(made.report()));
}

TEST(WhyHtml, EscapesWhatModelAndRecordSay) {
  const Made made(loan_text, {number(5000), number(40000), text("a <b>boss</b>")});
  const std::string page = why_html(made.report());
  EXPECT_EQ(html_faults(page), std::vector<std::string>{});
  EXPECT_FALSE(has(page, "<b>"));
  EXPECT_FALSE(has(page, "<i>"));
  EXPECT_TRUE(has(page, "a &lt;b&gt;boss&lt;/b&gt;"));
  EXPECT_TRUE(has(page, "Record: &quot;john&quot;.json"));
  EXPECT_EQ(occurrences(page, "<script"), 2u);
}

TEST(WhyHtml, IsolatesRightToLeftValuesAndNamesMissingOnes) {
  const Made made(loan_text, {std::nullopt, number(70000), text("\u05d0\u05d1")});
  const std::string page = why_html(made.report());
  EXPECT_EQ(html_faults(page), std::vector<std::string>{});
  EXPECT_TRUE(has(page, "<bdi>\u05d0\u05d1</bdi>"));
  EXPECT_TRUE(has(page, "not known"));
  EXPECT_TRUE(has(page, "<span class=\"verdict yes\">no</span>"));
}

TEST(WhyHtml, ShowsEachAtomOnceAndEndsCircles) {
  const Made made(
      "#feature a : integer 0..9.\n#undesired p(X).\n"
      "p(X) :- q(X).\np(X) :- q(X), a(X, 1).\nq(X) :- r(X).\nr(X) :- q(X).\n",
      {number(3)});
  const std::string page = why_html(made.report());
  EXPECT_EQ(html_faults(page), std::vector<std::string>{});
  EXPECT_TRUE(has(page, "q does not hold: it would rest on itself"));
  EXPECT_TRUE(has(page, "q does not hold (as said above)"));
}

TEST(WhyHtml, HasRoomForTenThousandNodes) {
  std::string model = "#feature a : integer 0..9.\n#undesired p(X).\n";
  for (int i = 0; i < 5000; ++i) model += "p(X) :- a(X, N), N > " + std::to_string(i % 9) + ".\n";
  const Made made(model, {number(0)});
  const std::string page = why_html(made.report());
  EXPECT_EQ(html_faults(page), std::vector<std::string>{});
  EXPECT_EQ(occurrences(page, "<li><span class=\"row\">"), 10001u);  // all folded
}

TEST(WhyHtml, DrawsStripsWithoutEndsOrThresholds) {
  const Made made(
      "#feature a : real -inf..inf.\n#feature b : integer 0..inf.\n#undesired p(X).\n"
      "p(X) :- a(X, N), N > 0.5.\n",
      {model::Value::of(*base::Number::parse("1/3")), number(3)});
  const std::string page = why_html(made.report());
  EXPECT_EQ(html_faults(page), std::vector<std::string>{});
  EXPECT_TRUE(has(page, "now 1/3"));
}

TEST(WhyHtml, SaysWhatTheOtherDecisionWouldTake) {
  Made made(
      "#feature size : integer 0..9.\n#undesired kind(X, bad).\n"
      "kind(X, bad) :- size(X, N), N < 5.\nkind(X, good) :- size(X, N), N >= 5.\n",
      {number(3)});
  const model::AtomId good = *made.model().find_atom("kind(X,good)");
  base::Budget budget;
  const model::Record record{number(3)};
  made.rather_ = WhyReport::Rather{good, explain::prove(made.model(), record, good),
                                   explain::what_it_takes(made.model(), record, good, budget)};
  const std::string page = why_html(made.report());
  EXPECT_EQ(html_faults(page), std::vector<std::string>{});
  EXPECT_TRUE(has(page, "Why not kind good?"));
  EXPECT_TRUE(has(page, "<strong>size</strong> to be 5 or more instead of 3"));
}

}  // namespace
}  // namespace cogs::present
