// SPDX-License-Identifier: Apache-2.0
#include "json/value.h"
#include "json/parse.h"
#include "json/write.h"

#include <gtest/gtest.h>

namespace cogs::json {
namespace {

std::string round(const std::string& text) { return to_text(parse(text, "a.json"), Layout::line); }

base::Diagnostic error_of(const std::string& text) {
  try {
    parse(text, "a.json");
  } catch (const base::InputError& error) {
    return error.diagnostics().front();
  }
  ADD_FAILURE() << "expected an InputError for " << text.substr(0, 80);
  return {};
}

TEST(Json, KeepsNumbersExactly) {
  EXPECT_EQ(round("[9007199254740993, 123456789012345678901234567890, 0.1, -2.50, 1e3]"),
            "[9007199254740993, 123456789012345678901234567890, 0.1, -2.50, 1e3]");
}

TEST(Json, KeepsNumbersThatNoDoubleHolds) {
  EXPECT_EQ(round("[1e400, -1.5E+999, 1e-400]"), "[1e400, -1.5E+999, 1e-400]");
  EXPECT_EQ(error_of("[1e99999]").message, "not valid JSON: a number is too large");
}

TEST(Json, KeepsTheOrderOfMembers) {
  EXPECT_EQ(round(R"({"b": 1, "a": {"d": null, "c": [true, false]}, "": "x"})"),
            R"({"b": 1, "a": {"d": null, "c": [true, false]}, "": "x"})");
}

TEST(Json, KnowsWhereValuesStand) {
  const Value json =
      parse("{\n  \"\xC3\xA4ge\": 31,\n  \"sex\" : \"Male\", \"x\": [1, 22 ,3]}", "a.json");
  const Value* age = json.find("\xC3\xA4ge");
  ASSERT_NE(age, nullptr);
  EXPECT_EQ(age->place, (base::Place{2, 10, 2}));
  EXPECT_EQ(age->name_place, (base::Place{2, 3, 5}));
  EXPECT_EQ(json.find("sex")->place, (base::Place{3, 11, 6}));
  EXPECT_EQ(json.find("x")->items()[1].place, (base::Place{3, 28, 2}));
  EXPECT_EQ(json.find("x")->items()[2].place, (base::Place{3, 32, 1}));
}

TEST(Json, LocatesSyntaxErrors) {
  const base::Diagnostic d = error_of("{\"a\": 1,\n \"b\": }");
  EXPECT_EQ(d.file, "a.json");
  EXPECT_EQ(d.place.line, 2u);
  EXPECT_EQ(d.place.column, 7u);
  EXPECT_EQ(d.source_line, " \"b\": }");
  EXPECT_EQ(d.message.rfind("not valid JSON: ", 0), 0u) << d.message;
}

TEST(Json, RefusesWhatIsNotOneValue) {
  EXPECT_NE(error_of("").message.find("empty"), std::string::npos);
  EXPECT_NE(error_of(" \n").message.find("empty"), std::string::npos);
  error_of("{} {}");
  error_of("[1");
  error_of("\"\xFF\"");
  error_of(std::string("\x7F\x45\x4C\x46\0\0", 6));
  error_of("nul");
  error_of("[01]");
}

TEST(Json, RefusesDeepNestingWithoutRecursion) {
  const std::string deep(10'000'000, '[');
  EXPECT_NE(error_of(deep).message.find("nested"), std::string::npos);
  EXPECT_NO_THROW(parse(std::string(100, '[') + std::string(100, ']'), "a.json"));
  const std::string proof = std::string(deepest, '[') + std::string(deepest, ']');
  EXPECT_THROW(parse(proof, "a.json"), base::InputError);
  EXPECT_NO_THROW(parse(proof, "a.json", deepest));
}

TEST(Json, WritesValidTextWhateverStringsHold) {
  using namespace std::string_literals;
  const std::string nasty = "a\"\\\n\t\x1b[31m\x7f\xC2\x9B\xFF\xC0\x80\0z"s;
  EXPECT_EQ(to_text(Value::string(nasty), Layout::line),
            R"("a\"\\\n\t\u001b[31m\u007f\u009b\ufffd\ufffd\ufffd\u0000z")");
  EXPECT_EQ(round(R"("ä 漢 😀")"), R"("ä 漢 😀")");
  const std::string tag = "\U000E0041";  // hidden, and beyond 16 bits
  EXPECT_EQ(to_text(Value::string(tag)), R"("\udb40\udc41")");
  EXPECT_EQ(parse(to_text(Value::string(tag)), "a.json").text(), tag);
}

TEST(Json, WritesFractionsWithoutDecimalFormAsStrings) {
  EXPECT_EQ(to_text(Value::number(base::Number(1) / base::Number(3))), "\"1/3\"");
  EXPECT_EQ(to_text(Value::number(base::Number(1) / base::Number(8))), "0.125");
}

TEST(Json, BreaksLinesOnlyWhereNeeded) {
  Value list = Value::array();
  for (int i = 0; i < 3; ++i) list.add(Value::string(std::string(40, 'x')));
  Value object = Value::object();
  object.add("short", Value::array({Value(), Value::boolean(true)}));
  object.add("long", list);
  const std::string x = "\"" + std::string(40, 'x') + "\"";
  EXPECT_EQ(to_text(object), "{\"short\": [null, true],\n \"long\": [\n  " + x + ",\n  " + x +
                                 ",\n  " + x + "\n ]}");
  EXPECT_EQ(to_text(parse(to_text(object), "a.json")), to_text(object));
}

}  // namespace
}  // namespace cogs::json
