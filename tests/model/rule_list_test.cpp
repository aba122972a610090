// SPDX-License-Identifier: Apache-2.0
//
// Rules as other programs print them, pasted into a model.
#include <gtest/gtest.h>

#include "model/write/write_model.h"
#include "reading.h"

namespace cogs::model {
namespace {

const std::string features =
    "#feature plas : integer 0..200. #feature 'Body Mass' : real 0..70. "
    "#feature marital_status : {'Married-civ-spouse', 'Never married', '(other)'}.\n";

Lines written(const Model& model) {
  Lines lines;
  for (const Rule& rule : model.rules) lines.push_back(format_rule(model, rule));
  return lines;
}

TEST(RuleList, OfJRipIsReadInItsOrder) {
  const Model model = read_model(features + R"(#undesired class(X, tested_positive).
#rules.
JRIP rules:
===========

(plas >= 132) and (Body Mass >= 30) => class=tested_positive (182.0/48.0)
(marital-status = Married-civ-spouse) and (plas <= 12.5) => class=tested_positive (19.0/4.0)
(marital-status = (other)) => class=unclear (3.0)
 => class=tested_negative (511.0/109.0)

Number of Rules : 4
#end.
)",
                                 "m.cogs");
  EXPECT_EQ(
      written(model),
      (Lines{"class(X,tested_positive) :- plas(X,N1), N1 >= 132, 'Body Mass'(X,N2), N2 >= 30.",
             "class(X,tested_positive) :- marital_status(X,'Married-civ-spouse'), plas(X,N1), "
             "N1 =< 12.5.",
             "class(X,unclear) :- marital_status(X,'(other)'), not class(X,tested_positive).",
             "class(X,tested_negative) :- not class(X,tested_positive), not class(X,unclear)."}));
  EXPECT_EQ(model.rules[2].place.line, 9U);
  EXPECT_TRUE(model.warnings.empty());
}

TEST(RuleList, WhereAClassComesTwiceStaysStratified) {
  const Model model = read_model(features + R"(#undesired c(X, bad).
#rules.
(plas >= 100) => c=bad
(plas >= 50) => c=good
(plas >= 20) => c=bad
 => c=good
#end.
)",
                                 "m.cogs");
  EXPECT_EQ(written(model)[3], "c_rules2(X) :- plas(X,N1), N1 >= 50, not c_rules1(X).");
}

TEST(RuleList, InBracketsIsForTheClassThatIsNamed) {
  const Model model = read_model(features + R"(#undesired label(X, poison).
#rules label(X, poison).
[[plas=736.0-1048.0 ^ Body Mass=>2.98] V
[Marital-Status=Never married] V
[plas=<5 ^ Body Mass=-2--1.5]]
#end.
)",
                                 "m.cogs");
  EXPECT_EQ(
      written(model),
      (Lines{"label(X,poison) :- plas(X,N1), N1 > 736, N1 =< 1048, 'Body Mass'(X,N2), N2 > 2.98.",
             "label(X,poison) :- marital_status(X,'Never married').",
             "label(X,poison) :- plas(X,N1), N1 =< 5, 'Body Mass'(X,N2), N2 > -2, N2 =< -1.5."}));
}

TEST(RuleList, SurvivesSaving) {
  const std::string text = features +
                           "#undesired c(X,a).\n#rules.\n(plas >= 1) => c=a (1/0)\n"
                           "% don't mind\n => c=b\n#end.  % done\n";
  EXPECT_EQ(write_model(read_model(text, "m.cogs")), text);
}

TEST(RuleList, ErrorsAreLocated) {
  const auto of = [](const std::string& list) {
    return errors(features + "#undesired c(X,a). c(X,a) :- plas(X,3).\n" + list);
  };
  EXPECT_EQ(of("#rules.\n(plasm >= 3) => c=b\n#end.\n"),
            (Lines{"4:2 unknown feature `plasm` | did you mean `plas`?"}));
  EXPECT_EQ(of("#rules.\n(plas >= much) => c=b\n#end.\n"),
            (Lines{"4:10 the values of `plas` are numbers, and this is not one"}));
  EXPECT_EQ(of("#rules.\n(marital_status = Maried-civ-spouse) => c=b\n#end.\n"),
            (Lines{"4:19 `marital_status` has no value Maried-civ-spouse | did you mean "
                   "`Married-civ-spouse`?"}));
  EXPECT_EQ(of("#rules.\nif plas then c\n#end.\n").size(), 1U);
  EXPECT_EQ(of("#rules.\n(plas >= 3) => c=b\n").size(), 1U);
  EXPECT_EQ(of("#rules.\n#end.\n").size(), 1U);
  EXPECT_EQ(of("#rules.\n[plas=3]\n#end.\n").size(), 1U);
  EXPECT_EQ(of("#rules c(X,a).\n(plas >= 3) => c=b\n#end.\n").size(), 1U);
  EXPECT_EQ(of("#rules.\n(plas >= 3) => plas=b\n#end.\n").size(), 1U);
  EXPECT_EQ(of("#rules c(X,b).\n[plas=]\n#end.\n").size(), 1U);
  EXPECT_EQ(of("#rules c(X,b).\n[]\n#end.\n").size(), 1U);
  EXPECT_EQ(of("#rules c(X,b).\n[\n#end.\n").size(), 1U);
  EXPECT_EQ(of("#rules.\n() => c=b\n#end.\n").size(), 1U);
  EXPECT_EQ(of("#rules.\n(plas = ) => c=b\n#end.\n").size(), 1U);
  EXPECT_EQ(of("#rules.\n => \n#end.\n").size(), 1U);
  EXPECT_EQ(of("#rules.\n => c=b\n(plas >= 3) => c=d\n#end.\n").size(), 1U);
}

TEST(FoldRules, MayNameTheMissingValue) {
  const Model model = read_model(R"(#feature al : {'0', '1'}. #feature sc : real 0..76.
#undesired label(X,'ckd').
label(X,'ckd') :- sc(X,N1), N1>1.2.
label(X,'ckd') :- not al(X,'0'), not al(X,'?'), not ab1(X,'True').
ab1(X,'True') :- sc(X,N1), not(N1>0.5), N1=<0.7.
)",
                                 "m.cogs");
  EXPECT_EQ(written(model)[1], "label(X,ckd) :- not al(X,0), al(X,_), not ab1(X,'True').");
}

}  // namespace
}  // namespace cogs::model
