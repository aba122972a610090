// SPDX-License-Identifier: Apache-2.0
#include "present/words/phrases.h"

#include <gtest/gtest.h>

#include <set>

namespace cogs::present {
namespace {

// The places {0}, {1} of a text, and whether it has two forms.
std::set<std::string> places(const std::string& text) {
  std::set<std::string> out;
  for (std::size_t at = 0; at + 2 < text.size(); ++at) {
    if (text[at] == '{' && text[at + 2] == '}') out.insert(text.substr(at, 3));
  }
  return out;
}

const std::set<Phrase> verbs_follow = {Phrase::is,
                                       Phrase::is_known,
                                       Phrase::is_not_known,
                                       Phrase::would_have_to_be,
                                       Phrase::set_missing,
                                       Phrase::follows,
                                       Phrase::may_follow,
                                       Phrase::blocks_fixed,
                                       Phrase::blocks_caused,
                                       Phrase::blocks_missing,
                                       Phrase::blocks_causal_rules,
                                       Phrase::difference_higher,
                                       Phrase::difference_lower,
                                       Phrase::difference_later,
                                       Phrase::difference_earlier,
                                       Phrase::difference_other};

TEST(Phrases, AreCompleteInEveryLanguage) {
  for (const Language language : {Language::english, Language::american, Language::spanish}) {
    EXPECT_EQ(Phrases::of(language).faults(), std::vector<std::string>{})
        << language_name(language);
  }
}

TEST(Phrases, HaveTheSamePlacesInEveryLanguage) {
  const Phrases& en = Phrases::of(Language::english);
  const Phrases& es = Phrases::of(Language::spanish);
  for (std::size_t i = 0; i < phrase_names().size(); ++i) {
    const auto phrase = static_cast<Phrase>(i);
    EXPECT_FALSE(en.raw(phrase).empty()) << phrase_names()[i];
    EXPECT_FALSE(es.raw(phrase).empty()) << phrase_names()[i];
    // English verbs follow the name of a feature; Spanish sentences do without them.
    const bool of_names = verbs_follow.contains(phrase);
    EXPECT_TRUE(of_names || (en.raw(phrase).find('|') == std::string::npos) ==
                                (es.raw(phrase).find('|') == std::string::npos))
        << phrase_names()[i];
    if (of_names) {
      const std::string& text = en.raw(phrase);
      const std::size_t bar = text.find('|');
      ASSERT_NE(bar, std::string::npos) << phrase_names()[i];
      EXPECT_EQ(places(text.substr(0, bar)), places(text.substr(bar + 1))) << phrase_names()[i];
      EXPECT_EQ(places(text), places(es.raw(phrase))) << phrase_names()[i];
      continue;
    }
    // One form may say "one more" where another needs the number.
    if (en.raw(phrase).find('|') != std::string::npos) continue;
    EXPECT_EQ(places(en.raw(phrase)), places(es.raw(phrase))) << phrase_names()[i];
  }
}

TEST(Phrases, TellWhatAFileLacksOrHasTooMuch) {
  const Phrases made(Language::english, "and_: and\nand_: und\nnothing: x\n% a comment\n");
  EXPECT_EQ(made.faults()[0], "given twice: and_");
  EXPECT_EQ(made.faults()[1], "no such phrase: nothing: x");
  EXPECT_EQ(made.faults().size(), 2 + phrase_names().size() - 1);
}

TEST(Phrases, AreFilledCountedAndListed) {
  const Phrases& en = Phrases::of(Language::english);
  EXPECT_EQ(en(Phrase::is, {"debt", "{1}"}), "debt is {1}");
  EXPECT_EQ(en.counted(Phrase::steps, 1), "1 step");
  EXPECT_EQ(en.counted(Phrase::steps, 2), "2 steps");
  EXPECT_EQ(en.listed({"a", "b", "c"}), "a, b and c");
  EXPECT_EQ(Phrases::of(Language::spanish).listed({"a", "b"}, Phrase::or_), "a o b");
}

TEST(Phrases, SpanishAndAndOrGiveWayToTheNextSound) {
  const Phrases& es = Phrases::of(Language::spanish);
  EXPECT_EQ(es.listed({"deuda", "Ingresos"}), "deuda e Ingresos");
  EXPECT_EQ(es.listed({"deuda", "historial"}), "deuda e historial");
  EXPECT_EQ(es.listed({"agua", "hielo"}), "agua y hielo");
  EXPECT_EQ(es.listed({"Ingresos", "deuda"}), "Ingresos y deuda");
  EXPECT_EQ(es.listed({"uno", "otro"}, Phrase::or_), "uno u otro");
  EXPECT_EQ(Phrases::of(Language::english).listed({"debt", "Income"}), "debt and Income");
}

}  // namespace
}  // namespace cogs::present
