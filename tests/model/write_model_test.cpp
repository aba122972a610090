// SPDX-License-Identifier: Apache-2.0
#include "model/write/write_model.h"

#include <gtest/gtest.h>

#include "reading.h"

namespace cogs::model {
namespace {

const std::string full_model =
    "\xEF\xBB\xBF% a comment\r\n"
    "#feature age : integer 1..99, may increase.\r\n"
    "#feature 'Marital Status' : {'Never-married', single, 4, '5', -2, 1e3, 'it\\'s'}, cost 2.\r\n"
    "#feature rate : real -inf..0.5, step 0.01, unit \"a \\\"b\\\"\", label \"Rate\", observed.\r\n"
    "#feature sex : {m, f}, fixed.\r\n"
    "#undesired label(X, '<=50K').   /* in between */\r\n"
    "#desired label(X, '>50K').\r\n"
    "#causal rate : only_if.\r\n"
    "#pred age(X, N) :: '@(X) is @(N) years old'.\r\n"
    "label(X, '<=50K') :- age(X, N), N =< 1/3, not(N < 5), not 'Marital Status'(X, 4),\r\n"
    "   'Marital Status'(X, '5'), not ab1(X, 'True', 2.0), rate(X, _), not rate(X, _).\r\n"
    "label(X, '>50K') :- 'Marital Status'(X, V), V \\= 'it''s', V > 3.\r\n"
    "ab1(X, 'True', 2.0) :- sex(X, m).\r\n"
    "#rule c1, status approved, by \"Ann\", covers 3.\r\n"
    "rate(X, R) :- sex(X, f), R > -1, R \\= 0.\r\n"
    "'Marital Status'(X, single).\r\n"
    ":- age(X, 5), label(X, '>50K').\r\n"
    "  % the end";

// Everything that a model says, without places and layout.
std::string meaning(const Model& model) { return format_model(model); }

TEST(WriteModel, GivesBackTheBytesOfAnUnchangedModel) {
  for (const std::string& text : {full_model, base_model, "% c\n\n" + base_model + "\n\n% end",
                                  base_model + "no(X) :- debt(X, 3)\nno(X) :- debt(X, 4). "}) {
    EXPECT_EQ(write_model(read_model(text, "test.cogs")), text);
  }
}

TEST(WriteModel, WritesChangesOfTheDocument) {
  Model model = read_model(base_model, "test.cogs");
  model.document.statements.push_back(
      {Statement::Kind::rule, "\n", "no(X) :- color(X, red).", {}, {}});
  EXPECT_EQ(write_model(model).find("no(X) :- color(X, red)."), base_model.size());
}

TEST(FormatModel, ReadsBackAsAnEqualModel) {
  const Model model = read_model(full_model, "test.cogs");
  const std::string canonical = format_model(model);
  const Model again = read_model(canonical, "test.cogs");
  EXPECT_EQ(meaning(again), meaning(model));
  ASSERT_EQ(again.features.size(), model.features.size());
  for (std::size_t i = 0; i < model.features.size(); ++i) {
    const Feature &a = model.features[i], &b = again.features[i];
    EXPECT_EQ(a.name, b.name);
    EXPECT_EQ(a.fixed, b.fixed);
    EXPECT_EQ(a.observed, b.observed);
    EXPECT_EQ(a.direction, b.direction);
    EXPECT_EQ(a.price, b.price);
    EXPECT_EQ(a.step, b.step);
    EXPECT_EQ(a.unit, b.unit);
    EXPECT_EQ(a.label, b.label);
    EXPECT_EQ(a.mode, b.mode);
    if (a.numeric()) {
      EXPECT_EQ(a.numbers().low, b.numbers().low);
      EXPECT_EQ(a.numbers().high, b.numbers().high);
      continue;
    }
    ASSERT_EQ(a.set().values.size(), b.set().values.size());
    for (std::size_t j = 0; j < a.set().values.size(); ++j) {
      EXPECT_EQ(a.set().values[j].value, b.set().values[j].value);
      EXPECT_EQ(a.set().values[j].unquoted_number, b.set().values[j].unquoted_number);
    }
  }
  EXPECT_EQ(again.rules.size(), model.rules.size());
  EXPECT_EQ(again.denials.size(), model.denials.size());
}

TEST(FormatModel, WritesOneCanonicalForm) {
  EXPECT_EQ(
      format_model(read_model(full_model, "test.cogs")),
      "#feature age : integer 1..99, may increase.\n"
      "#feature 'Marital Status' : {'Never-married', single, 4, '5', -2, 1e3, 'it\\'s'}, cost "
      "2.\n"
      "#feature rate : real -inf..0.5, observed, unit \"a \\\"b\\\"\", step 0.01, label "
      "\"Rate\".\n"
      "#feature sex : {m, f}, fixed.\n"
      "#undesired label(X,'<=50K').\n"
      "#desired label(X,'>50K').\n"
      "#causal rate : only_if.\n"
      "label(X,'<=50K') :- age(X,N1), N1 =< 1/3, not(N1 < 5), not 'Marital Status'(X,4), "
      "'Marital Status'(X,5), not ab1(X,'True',2.0), rate(X,_), not rate(X,_).\n"
      "label(X,'>50K') :- 'Marital Status'(X,N1), N1 \\= 'it\\'s', N1 > 3.\n"
      "ab1(X,'True',2.0) :- sex(X,m).\n"
      "rate(X,V) :- V > -1, V \\= 0, sex(X,f).\n"
      "'Marital Status'(X,single).\n"
      ":- age(X,5), label(X,'>50K').\n");
}

TEST(FormatRuleNote, WritesTheStatusInItsPlace) {
  RuleNote note{
      "c1", ReviewStatus::approved, {{"covers", "12"}, {"status", "proposed"}, {"flag", ""}}};
  EXPECT_EQ(format_rule_note(note), "#rule c1, covers 12, status approved, flag.");
  note.entries = {{"by", "\"Ann\""}};
  EXPECT_EQ(format_rule_note(note), "#rule c1, status approved, by \"Ann\".");
  note.status = ReviewStatus::none;
  note.id = "Rule 7";
  EXPECT_EQ(format_rule_note(note), "#rule 'Rule 7', by \"Ann\".");
}

TEST(FormatCausalMode, WritesEveryMode) {
  Feature feature;
  feature.name = "debt";
  EXPECT_EQ(format_causal_mode(feature), "#causal debt : iff.");
  feature.mode = CausalMode::if_;
  EXPECT_EQ(format_causal_mode(feature), "#causal debt : if.");
  feature.mode = CausalMode::only_if;
  EXPECT_EQ(format_causal_mode(feature), "#causal debt : only_if.");
}

TEST(ConstantText, QuotesWhatIsNotAPlainNameOrNumber) {
  const auto text = [](const char* value) { return constant_text(Value::of(value)); };
  EXPECT_EQ(text("good"), "good");
  EXPECT_EQ(text("4"), "4");
  EXPECT_EQ(text("-2.50"), "-2.50");
  EXPECT_EQ(text("True"), "'True'");
  EXPECT_EQ(text("car or other"), "'car or other'");
  EXPECT_EQ(text("1/3"), "'1/3'");
  EXPECT_EQ(text("is"), "'is'");
  EXPECT_EQ(text("it's"), "'it\\'s'");
}

}  // namespace
}  // namespace cogs::model
