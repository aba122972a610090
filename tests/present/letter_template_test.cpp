// SPDX-License-Identifier: Apache-2.0
#include "present/letters/letter_template.h"

#include <gtest/gtest.h>

namespace cogs::present {
namespace {

std::vector<std::string> complaints(const std::string& text) {
  std::vector<std::string> out;
  try {
    read_letter_template(text, "t.letter");
  } catch (const base::InputError& error) {
    for (const base::Diagnostic& d : error.diagnostics()) {
      out.push_back(std::to_string(d.place.line) + ": " + d.message);
    }
  }
  return out;
}

TEST(LetterTemplate, HasAHeadAndParts) {
  const LetterTemplate letter = read_letter_template(
      "% about it\nlanguage: es\nreasons: words\nmost-reasons: 3\nthresholds: yes\n\n"
      "# Title\n| a\n| b\n\nOne line\nand another.\n- x\n- y\n\n{{reasons}}\n{{if score}}\n"
      "{{score}}\n{{end}}\n---\n{{ways}}\n",
      "t.letter");
  EXPECT_EQ(letter.language, Language::spanish);
  EXPECT_FALSE(letter.reasons_by_codes);
  EXPECT_EQ(letter.most_reasons, 3U);
  EXPECT_TRUE(letter.thresholds);
  using Kind = LetterPart::Kind;
  std::vector<Kind> kinds;
  for (const LetterPart& part : letter.parts) kinds.push_back(part.kind);
  EXPECT_EQ(kinds, (std::vector<Kind>{Kind::heading, Kind::lines, Kind::paragraph, Kind::items,
                                      Kind::reasons, Kind::if_, Kind::paragraph, Kind::end,
                                      Kind::sheet, Kind::ways}));
  EXPECT_EQ(letter.parts[1].texts, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(letter.parts[2].texts[0], "One line and another.");
}

TEST(LetterTemplate, SaysWhatIsWrongWhere) {
  EXPECT_EQ(complaints("language: xx\ncolour: red\nmost-reasons: 9\n\n{{reasons}}\n"),
            (std::vector<std::string>{"1: 'xx' is no language",
                                      "2: the head of a template has no 'colour'",
                                      "3: '9' is no number of reasons"}));
  EXPECT_EQ(complaints("language: en\n\nWhy: {{reasons}}\n{{end}}\n{{if a}}\n{{a b}}\n{{c\n"),
            (std::vector<std::string>{"3: {{reasons}} stands on a line of its own",
                                      "4: {{end}} without {{if ...}}", "6: {{a b}} is no name",
                                      "7: {{ is not closed by }}", "5: {{if ...}} has no {{end}}",
                                      "0: the template has no {{reasons}}"}));
}

TEST(LetterTemplate, AsksForSettingsOnceAndNotForWhatIsLeftOut) {
  const LetterTemplate letter = read_letter_template(
      "language: en\n\n{{a}} {{a}} {{date}}\n{{if b}}\n{{c}}\n{{end}}\n{{if consumer_report}}\n"
      "{{d}}\n{{end}}\n{{reasons}}\n",
      "t.letter");
  const auto names = [&](const LetterSettings& given, const std::vector<std::string>& never) {
    std::vector<std::string> out;
    for (const auto& d : missing_settings(letter, given, {}, never)) out.push_back(d.message);
    return out;
  };
  const auto asks = [](const std::string& name) {
    return "the letter asks for '" + name + "', and nothing gives it";
  };
  EXPECT_EQ(names({}, {}), (std::vector<std::string>{asks("a"), asks("d")}));
  EXPECT_EQ(names({{"a", "x"}, {"b", "y"}}, {"consumer_report"}),
            (std::vector<std::string>{asks("c")}));
}

TEST(LetterTemplate, OnesThatComeWithTheLibraryCanBeRead) {
  for (const std::string& name : built_in_letter_names()) {
    for (const Language language : {Language::english, Language::spanish}) {
      const LetterTemplate letter = read_letter_template(built_in_letter(name, language), name);
      const bool american = name == "regulation-b" && language == Language::english;
      EXPECT_EQ(letter.language, american ? Language::american : language) << name;
      EXPECT_TRUE(letter.has(LetterPart::Kind::ways)) << name;
      EXPECT_LE(letter.most_reasons, 4U) << name;
    }
  }
  EXPECT_TRUE(built_in_letter("unknown", Language::english).empty());
}

TEST(LetterSettings, AreLinesOfNamesAndTexts) {
  const LetterSettings settings = read_letter_settings("% x\na = b = c\n\n d=e \n", "s.txt");
  EXPECT_EQ(settings, (LetterSettings{{"a", "b = c"}, {"d", "e"}}));
  EXPECT_THROW(read_letter_settings("a = b\na = c\n", "s.txt"), base::InputError);
  EXPECT_THROW(read_letter_settings("just words\n", "s.txt"), base::InputError);
}

}  // namespace
}  // namespace cogs::present
