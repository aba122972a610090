// SPDX-License-Identifier: Apache-2.0
#include "model/read/word_templates.h"

#include <gtest/gtest.h>

#include "model/read/read_model.h"

namespace cogs::model {
namespace {

std::vector<WordTemplate> templates(const std::string& lines) {
  return word_templates(
      read_model("#feature debt : integer 0..9.\n#feature job : {boss, clerk}.\n"
                 "#undesired no(X).\nno(X) :- debt(X, 0).\nno(X) :- job(X, boss).\n" +
                     lines,
                 "m.cogs"));
}

TEST(WordTemplates, AreDataInFileOrder) {
  const auto found = templates(
      "#pred debt(X, N) :: '@(X) owes @(N)'.\n"
      "% between\n#pred not job('X', boss) :: \"no boss\"\n#pred debt(_, 3) :: 'three'.\n");
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].predicate, "debt");
  EXPECT_EQ(found[0].arguments[1].variable, "N");
  EXPECT_FALSE(found[0].negated);
  EXPECT_TRUE(found[1].negated);
  EXPECT_EQ(found[1].arguments[0].variable, "X");
  EXPECT_EQ(found[1].arguments[1].constant->text, "boss");
  EXPECT_EQ(found[1].text, "no boss");
  EXPECT_EQ(found[2].arguments[0].variable, "_");
  EXPECT_EQ(found[2].arguments[1].constant->text, "3");
}

TEST(WordTemplates, HavePlacesInBothNotations) {
  const std::string text = "@(X:debtor) owes {{N}} at @home, (@(x), {{}} and @(N";
  const auto places = places_in(text);
  ASSERT_EQ(places.size(), 2U);
  EXPECT_EQ(places[0].variable, "X");
  EXPECT_EQ(places[0].type, "debtor");
  EXPECT_EQ(text.substr(places[0].end, 5), " owes");
  EXPECT_EQ(places[1].variable, "N");
  EXPECT_EQ(text.substr(places[1].begin, places[1].end - places[1].begin), "{{N}}");
}

TEST(WordTemplates, AreReadInLinearTime) {
  EXPECT_EQ(places_in(std::string(1'000'000, '{')).size(), 0U);
  std::string open;
  for (int i = 0; i < 200'000; ++i) open += "@({{X:";
  EXPECT_EQ(places_in(open).size(), 0U);
}

}  // namespace
}  // namespace cogs::model
