// SPDX-License-Identifier: Apache-2.0
#include "model/class_labels.h"

#include <gtest/gtest.h>

#include "model/read/read_model.h"

namespace cogs::model {
namespace {

const std::string rest = "#feature debt : integer 0..9.\n";

std::string complaint(const std::string& text) {
  try {
    read_model(text, "m.cogs");
  } catch (const base::InputError& error) {
    return error.diagnostics().front().message;
  }
  return {};
}

TEST(ClassLabels, NameTheValuesOfADecision) {
  const Model model = read_model(rest +
                                     "#classes label : {bad: \"Declined\", good: \"Approved\"}.\n"
                                     "#undesired label(X, bad).\nlabel(X, bad) :- debt(X, 0).\n",
                                 "m.cogs");
  EXPECT_EQ(decision_label(model, true), "Declined");
  EXPECT_EQ(decision_label(model, false), "Approved");
}

TEST(ClassLabels, TheOtherOfTwoClassesIsWhatIsDecidedWhereTheFirstDoesNotHold) {
  const std::string decision =
      "#classes label : {bad, good}.\n#undesired label(X, bad).\nlabel(X, bad) :- debt(X, 0).\n";
  const Model model = read_model(rest + decision, "m.cogs");
  EXPECT_EQ(other_class(model, model.undesired), "good");
  // With rules of its own it need not hold just because the first does not.
  const Model both = read_model(rest + decision + "label(X, good) :- debt(X, 9).\n", "m.cogs");
  EXPECT_EQ(other_class(both, both.undesired), "");
  const Model plain = read_model(
      rest + "#classes no : {yes, no}.\n#undesired no(X).\nno(X) :- debt(X, 0).\n", "m.cogs");
  EXPECT_EQ(other_class(plain, plain.undesired), "");
}

TEST(ClassLabels, NameWhetherADecisionWithoutAValueHolds) {
  const Model model = read_model(rest +
                                     "#classes no : {yes: \"Declined\", no: 'Approved'}.\n"
                                     "#undesired no(X).\nno(X) :- debt(X, 0).\n",
                                 "m.cogs");
  EXPECT_EQ(decision_label(model, true), "Declined");
  EXPECT_EQ(decision_label(model, false), "Approved");
}

TEST(ClassLabels, OfSeveralClassesSayNothingAboutAllTheOthers) {
  const Model model = read_model(
      rest +
          "#classes k : {a: \"Alpha\", b: \"Beta\", c}.\n#undesired k(X, a).\n#desired k(X, b).\n"
          "k(X, a) :- debt(X, 0).\nk(X, b) :- debt(X, 1).\n",
      "m.cogs");
  EXPECT_EQ(decision_label(model, true), "Alpha");
  EXPECT_EQ(decision_label(model, false), "");
  EXPECT_EQ(class_label(model, *model.desired), "Beta");
}

TEST(ClassLabels, AreNotNeeded) {
  const Model model = read_model(
      rest + "#classes k : {a, b}.\n#undesired k(X, a).\nk(X, a) :- debt(X, 0).\n", "m.cogs");
  EXPECT_EQ(decision_label(model, true), "");
  EXPECT_EQ(decision_label(model, false), "");
}

TEST(ClassLabels, ThatCouldNeverBeShownAreAnError) {
  const std::string rules = "#undesired no(X).\nno(X) :- debt(X, 0).\n";
  EXPECT_EQ(complaint(rest + "#classes other : {yes: \"A\", no: \"B\"}.\n" + rules),
            "#classes gives words for `other`, but the decision is `no`");
  EXPECT_EQ(complaint(rest + "#classes no : {bad: \"A\", good: \"B\"}.\n" + rules),
            "#classes does not have the class of no(x)");
  EXPECT_EQ(complaint(rest + "#classes no : {yes: f(a), no: \"B\"}.\n" + rules),
            "the words for a class are a text in double quotes");
}

}  // namespace
}  // namespace cogs::model
