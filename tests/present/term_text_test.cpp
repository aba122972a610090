// SPDX-License-Identifier: Apache-2.0
#include "present/words/term_text.h"

#include <gtest/gtest.h>

#include "answers.h"

namespace cogs::present {
namespace {

using base::Number;
using logic::Terms;

std::string printed(const std::string& text, const TermStyle& style = {}) {
  Terms terms;
  return term_text(terms, read_term(terms, text), style);
}

TEST(TermText, WritesTermsAsTheyAreWritten) {
  for (const char* text : {"a",
                           "f(a,b)",
                           "[a,b|T]",
                           "[]",
                           "{x}",
                           "{a,b}",
                           "\"str\"",
                           "'It\\'s'",
                           "'Abc'",
                           "a-b",
                           "1-2-3",
                           "1-(2-3)",
                           "1- -1",
                           "- 1",
                           "-1",
                           "-a",
                           "- -a",
                           "\\+a",
                           "not p(X)",
                           "(a:-b,c)",
                           "f((a,b))",
                           "f((a:-b))",
                           "X is Y mod 2",
                           "X#>3",
                           "2*(X+1)",
                           "2*X+1",
                           "2^3^4",
                           "(2^3)^4",
                           "f(-,+)",
                           "'_foo'(1)",
                           "a=b",
                           "[a=b,(c,d)]",
                           "été",
                           "'hello world'(x)",
                           "+",
                           "f(;)",
                           "- (1,2)",
                           "1 - (-)"}) {
    Terms terms;
    const auto id = read_term(terms, text);
    const std::string once = term_text(terms, id);
    Terms again;
    EXPECT_EQ(logic::canonical_text(again, read_term(again, once)),
              logic::canonical_text(terms, id))
        << text << " was printed as " << once;
  }
  EXPECT_EQ(printed("f(a, [b|T], X - 1, 'It''s')"), "f(a,[b|T],X-1,'It\\'s')");
  EXPECT_EQ(printed("-(1)"), "- 1");
  EXPECT_EQ(printed("1 - -1"), "1- -1");
  EXPECT_EQ(printed("f((a , b))"), "f((a,b))");
  EXPECT_EQ(printed("a :- b"), "a:-b");
  EXPECT_EQ(printed("X is 1 + 2"), "X is 1+2");
  EXPECT_EQ(printed("f(\\+ a, not b)"), "f(\\+a,not b)");
}

TEST(TermText, PutsBlanksWhereTheStyleWantsThem) {
  EXPECT_EQ(printed("p(A, [b, c], f(d, e))", {.spaced = true}), "p(A, [b, c], f(d, e))");
  EXPECT_EQ(printed("20000 < 30000", {.wide_relations = true}), "20000 < 30000");
  EXPECT_EQ(printed("X + 1 #> 3", {.wide_relations = true}), "X+1 #> 3");
}

TEST(TermText, AsksForTheTextOfVariables) {
  TermStyle style;
  style.variable = [](std::string_view name) { return std::string(name) + " | {..}"; };
  EXPECT_EQ(printed("p(X, f(Y))", style), "p(X | {..},f(Y | {..}))");
}

TEST(TermText, WritesNumbersExactly) {
  EXPECT_EQ(number_text(Number(12)), "12");
  EXPECT_EQ(number_text(*Number::parse("1/3")), "1/3");
  EXPECT_EQ(number_text(*Number::parse("0.5")), "1/2");
  EXPECT_EQ(number_text(*Number::parse("-12.6")), "-63/5");
  EXPECT_EQ(number_text(*Number::parse("0.5"), true), "0.5");
  EXPECT_EQ(number_text(Number(2), true), "2.0");
  EXPECT_EQ(number_text(*Number::parse("1e100"), true), "1.0e100");
  EXPECT_EQ(number_text(*Number::parse("-2.5e-7"), true), "-2.5e-7");
  EXPECT_EQ(number_text(Number(0), true), "0.0");
  EXPECT_EQ(printed("f(0.5, 1.0, 3)"), "f(0.5,1.0,3)");
}

TEST(TermText, RoundsFractionsOnDemand) {
  EXPECT_EQ(rounded_text(*Number::parse("1/3"), 3), "0.333");
  EXPECT_EQ(rounded_text(*Number::parse("-2/3"), 2), "-0.67");
  EXPECT_EQ(rounded_text(*Number::parse("-1/1000"), 2), "0.00");
  EXPECT_EQ(rounded_text(*Number::parse("19/2"), 1), "9.5");
}

TEST(TermText, PrintsTermsOfAnyDepth) {
  Terms terms;
  auto id = read_term(terms, "zero");
  const auto s = terms.symbol("s"), minus = terms.symbol("-");
  constexpr int depth = 300000;
  for (int i = 0; i < depth; ++i) {
    const logic::TermId below[] = {id};
    id = terms.add_compound(i % 2 == 0 ? s : minus, below, {});
  }
  const std::string text = term_text(terms, id);
  EXPECT_EQ(text.substr(0, 7), "-s(-s(-");
  EXPECT_EQ(text.size(), 4u + depth / 2 * 4u);
}

}  // namespace
}  // namespace cogs::present
