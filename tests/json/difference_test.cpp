// SPDX-License-Identifier: Apache-2.0
#include "json/difference.h"
#include "json/parse.h"
#include "json/write.h"

#include <gtest/gtest.h>

namespace cogs::json {
namespace {

std::string canonical(const std::string& text, std::string_view without = {}) {
  return canonical_text(parse(text, "a.json"), without);
}

std::vector<Difference> between(const std::string& first, const std::string& second) {
  return differences(parse(first, "a.json"), parse(second, "b.json"));
}

TEST(CanonicalJson, IsTheSameWhateverTheLayoutAndTheOrderOfMembers) {
  EXPECT_EQ(canonical("{\"b\": [1, null],\n \"a\": {\"d\": true, \"c\": 0.10}}"),
            R"({"a":{"c":0.10,"d":true},"b":[1,null]})");
  EXPECT_EQ(canonical(R"({"a": 1, "b": {"a": 2}})", "a"), R"({"b":{"a":2}})");
}

TEST(CanonicalJson, EscapesOnlyWhatJsonAsksFor) {
  EXPECT_EQ(canonical("\"\\u0001\\b\\f\\n\\r\\t\\\"\\\\ \\u202e \\u00e4 \\ud83d\\ude00\""),
            "\"\\u0001\\b\\f\\n\\r\\t\\\"\\\\ \u202e \u00e4 \U0001F600\"");
}

TEST(JsonDifferences, AreNamedByTheirPlace) {
  const auto found = between("{\"a\": [1,\n {\"x/y\": 2}]}", R"({"a": [1, {"x/y": 3}]})");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].where, "/a/1/x~1y");
  EXPECT_EQ(found[0].place.line, 2u);
  EXPECT_EQ(found[0].first, "2");
  EXPECT_EQ(found[0].second, "3");
}

TEST(JsonDifferences, SeeMembersThatAreMissingAddedOrThereTwice) {
  EXPECT_EQ(between(R"({"a": 1})", R"({"b": 1})").size(), 2u);
  EXPECT_EQ(between(R"([1, 2])", R"([1])").size(), 1u);
  EXPECT_EQ(between(R"({"a": 1, "a": 1})", R"({"a": 1})").size(), 1u);
  EXPECT_EQ(between("1", "\"1\"").size(), 1u);
  EXPECT_TRUE(between(R"({"a": 1, "b": []})", R"({"b": [], "a": 1})").empty());
}

}  // namespace
}  // namespace cogs::json
