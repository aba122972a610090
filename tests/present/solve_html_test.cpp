// SPDX-License-Identifier: Apache-2.0
#include "present/html/solve.h"

#include <gtest/gtest.h>

#include "answers.h"
#include "logic/program/read_program.h"

namespace cogs::present {
namespace {

using logic::Cut;
using logic::Program;

Program program(const std::string& text) {
  logic::ReadOptions options;
  options.unknown = logic::Unknown::fail;
  return logic::read_program_text(text, "test.pl", options);
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(SolveHtml, IsOnePageThatNeedsNothingElse) {
  const Program read = program("p(a). #pred p(X) :: '@(X) is p'. ?- p(X).");
  AnswerMaker made;
  made.bind("X", "a").holds("p(a)").holds("not q");
  made.query({made.proved("p(a)", {made.proved("not q")})});
  SolveHtml html(read, {});
  html.add(made.answer, 0.1);
  const std::string page = html.finish({1, true, Cut::no, 0.1, {}});
  EXPECT_EQ(page.find("<!DOCTYPE html>"), 0u);
  for (const char* outside : {"http://", "https://", "src=", "href=", "url(", "@import"}) {
    EXPECT_EQ(page.find(outside), std::string::npos) << outside;
  }
  EXPECT_NE(page.find("?- p(X)."), std::string::npos);
  EXPECT_NE(page.find("<ul class=\"tree\" aria-label=\"Justification of answer 1\">"),
            std::string::npos);
  EXPECT_NE(page.find("a is p"), std::string::npos);
  EXPECT_NE(page.find("This is the only answer."), std::string::npos);
  for (const char* tag : {"ul", "li", "details", "section", "span", "table", "main"}) {
    const std::string name(tag);
    EXPECT_EQ(count(page, "<" + name + ">") + count(page, "<" + name + " "),
              count(page, "</" + name + ">"))
        << tag;
  }
}

TEST(SolveHtml, EscapesWhatTheProgramSays) {
  const Program read = program("p(a). #pred p(X) :: '<b>@(X)</b> & \"\\u202e\"'. ?- p(X).");
  AnswerMaker made;
  made.bind("X", "'<script>alert(1)</script>'").holds("p('<img src=x onerror=alert(1)>')");
  made.query({made.proved("p('\"><script>')")});
  SolveHtmlOptions options;
  options.inputs = {"<script>.pl"};
  SolveHtml html(read, options);
  html.add(made.answer, 0);
  const std::string page = html.finish({1, false, Cut::no, 0, {}});
  EXPECT_EQ(count(page, "<script>"), 2u);  // the page's own
  EXPECT_EQ(page.find("<img"), std::string::npos);
  EXPECT_EQ(page.find("<b>"), std::string::npos);
  EXPECT_EQ(page.find("\u202e"), std::string::npos);
  EXPECT_NE(page.find("&lt;script&gt;alert(1)&lt;/script&gt;"), std::string::npos);
}

TEST(SolveHtml, SaysHowTheSearchEnded) {
  const Program read = program("?- p.");
  EXPECT_NE(SolveHtml(read, {}).finish({0, true, Cut::no, 0, {}}).find("in no answer set"),
            std::string::npos);
  EXPECT_NE(SolveHtml(read, {})
                .finish({2, false, Cut::time, 0, {}})
                .find("stopped by the time limit after 2 answers"),
            std::string::npos);
}

TEST(SolveHtml, NestsDeepProofsOnlySoFar) {
  const Program read = program("?- p.");
  AnswerMaker made;
  std::uint32_t below = made.proved("p(0)");
  for (int i = 1; i < 5000; ++i) below = made.proved("p(1)", {below});
  made.query({below, made.proved("q")});
  SolveHtml html(read, {});
  html.add(made.answer, 0);
  const std::string page = html.finish({1, true, Cut::no, 0, {}});
  EXPECT_LT(count(page, "<ul"), 100u);
  EXPECT_EQ(count(page, "<ul"), count(page, "</ul>"));
  EXPECT_NE(page.find("level 5000"), std::string::npos);
}

}  // namespace
}  // namespace cogs::present
