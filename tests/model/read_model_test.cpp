// SPDX-License-Identifier: Apache-2.0
//
// Whole models: what a file becomes, and the statements other than features and rules.
#include "model/read/read_model.h"

#include <gtest/gtest.h>

#include "model/write/write_model.h"
#include "reading.h"

namespace cogs::model {
namespace {

const std::string loan = R"(% loan.cogs
#feature age          : integer 1..99,         may increase.
#feature debt         : integer 0..1000000,    unit "$".
#feature bank_balance : integer 0..1000000000, unit "$".
#feature credit_score : integer 300..850,      caused.
#undesired reject_loan(X).
#causal credit_score : if.

reject_loan(X) :- bank_balance(X, B), B #< 60000.
reject_loan(X) :- credit_score(X, C), C #< 600.

credit_score(X, C) :- C #>= 600, debt(X, 0).        % head is a feature: a causal rule
)";

TEST(ReadModel, ReadsTheLoanModel) {
  const Model model = read_model(loan, "loan.cogs");
  EXPECT_EQ(model.path, "loan.cogs");
  EXPECT_EQ(model.sha256.size(), 64U);
  EXPECT_TRUE(model.warnings.empty());
  ASSERT_EQ(model.features.size(), 4U);
  EXPECT_EQ(model.features[3].mode, CausalMode::if_);
  EXPECT_TRUE(model.features[3].caused);
  EXPECT_EQ(model.features[1].unit, "$");

  ASSERT_EQ(model.rules.size(), 2U);
  EXPECT_EQ(model.atoms[model.undesired.index()].text, "reject_loan(x)");
  EXPECT_EQ(model.rules[0].head, model.undesired);
  EXPECT_EQ(model.rules[0].place.line, 9U);
  const FeatureTest& test = std::get<FeatureTest>(model.rules[0].body.at(0));
  EXPECT_EQ(test.feature, model.find_feature("bank_balance"));
  ASSERT_EQ(test.conditions.size(), 1U);
  EXPECT_EQ(test.conditions[0].comparison, Comparison::less);
  EXPECT_EQ(test.conditions[0].constant.number, Number(60000));

  ASSERT_EQ(model.causal_rules.size(), 1U);
  const CausalRule& cause = model.causal_rules[0];
  EXPECT_EQ(cause.feature, model.find_feature("credit_score"));
  EXPECT_EQ(cause.place.line, 12U);
  ASSERT_EQ(cause.head.size(), 1U);
  EXPECT_EQ(cause.head[0].comparison, Comparison::greater_equal);
  EXPECT_EQ(cause.head[0].constant.text, "600");
  EXPECT_EQ(cause.body.size(), 1U);
}

TEST(ReadModel, FindsFeaturesAndAtomsByTheirText) {
  const Model model = with_rules(
      "no(X) :- ab1(X, 'True'), label(X, '<=50K'), p(X, -2), q.\n"
      "ab1(X, 'True') :- debt(X, 3). label(X, '<=50K') :- debt(X, 3). p(X, -2) :- debt(X, 3).\n"
      "q :- debt(X, 4).");
  EXPECT_EQ(model.find_feature("color")->index(), 1U);
  EXPECT_FALSE(model.find_feature("colour"));
  for (const char* text : {"ab1(X,'True')", "ab1(x, 'True')", "ab1(Person,'True')."}) {
    ASSERT_TRUE(model.find_atom(text)) << text;
    EXPECT_EQ(model.atoms[model.find_atom(text)->index()].text, "ab1(x,'True')");
  }
  for (const char* text : {"label(x,'<=50K')", "p(x,-2)", "no(x)", "q"}) {
    ASSERT_TRUE(model.find_atom(text)) << text;
    EXPECT_EQ(model.atoms[model.find_atom(text)->index()].text, text);
  }
  for (const char* text : {"ab1(X,true)", "ab1(X)", "ab1", "no(x,", "", "3", "X", "no(x) no(x)"}) {
    EXPECT_FALSE(model.find_atom(text)) << text;
  }
}

TEST(ReadModel, KeepsTheDocumentAsItIsWritten) {
  const Model model = read_model(loan, "loan.cogs");
  const auto& statements = model.document.statements;
  ASSERT_EQ(statements.size(), 9U);
  EXPECT_EQ(statements[0].before, "% loan.cogs\n");
  EXPECT_EQ(statements[0].kind, Statement::Kind::feature);
  EXPECT_EQ(statements[4].text, "#undesired reject_loan(X).");
  EXPECT_EQ(statements[4].kind, Statement::Kind::undesired);
  EXPECT_EQ(statements[5].kind, Statement::Kind::causal_mode);
  EXPECT_EQ(statements[6].kind, Statement::Kind::rule);
  EXPECT_EQ(statements[8].kind, Statement::Kind::causal_rule);
  EXPECT_EQ(statements[8].place.line, 12U);
  EXPECT_EQ(model.document.after, "        % head is a feature: a causal rule\n");
}

TEST(ReadModel, ReportsFilesWithoutAModel) {
  const std::string help = " | a model has #feature lines, one #undesired line, and rules";
  EXPECT_EQ(errors(""), (Lines{"0:0 the file is empty" + help}));
  EXPECT_EQ(errors("% only a comment\n"), (Lines{"0:0 the file has no statements" + help}));
  EXPECT_EQ(errors("no(X) :- yes(X). yes(X). #undesired no(X)."),
            (Lines{"0:0 the model declares no feature | declare one: #feature debt : integer "
                   "0..1000000."}));
  EXPECT_EQ(errors("#feature debt : integer 0..9. no(X) :- debt(X, 1)."),
            (Lines{"0:0 the model does not say which decision is undesired | add a line such as "
                   "#undesired reject_loan(X)."}));
}

TEST(ReadModel, ReportsBinaryNoise) {
  EXPECT_EQ(errors(std::string_view("\x7F"
                                    "ELF\x02\x01\0\0",
                                    8))
                .at(0),
            "1:7 this is not a text file: it has a NUL byte here");
  EXPECT_EQ(errors("\xFF\xFE\xFA").at(0).substr(0, 33), "1:1 this byte is not UTF-8 text (");
}

TEST(ReadModel, ReportsWrongDecisions) {
  EXPECT_EQ(rule_errors("#undesired no(X)."),
            (Lines{"2:1 #undesired is given twice | the first one is on line 1"}));
  EXPECT_EQ(rule_errors("#desired yess(X). yes(X) :- debt(X, 3)."),
            (Lines{"2:10 no rule concludes yess(X) | did you mean `yes`?"}));
  EXPECT_EQ(rule_errors("#desired accepted(X)."),
            (Lines{"2:10 no rule concludes accepted(X) | write its rules"}));
  EXPECT_EQ(rule_errors("#desired label(X, good). label(X, bad) :- debt(X, 3)."),
            (Lines{"2:10 no rule concludes label(X, good) | rules conclude label(x,bad)"}));
  EXPECT_EQ(rule_errors("#desired debt(X, 3)."),
            (Lines{"2:10 `debt` is a feature, and a decision must be concluded by rules"}));
  EXPECT_EQ(rule_errors("#desired no."),
            (Lines{"2:10 `no` has 0 arguments here, but 1 argument in the rule on line 1"}));
  EXPECT_EQ(rule_errors("#desired 3."), (Lines{"2:10 `3` cannot be the head of a rule"}));
}

TEST(ReadModel, ReadsTheDesiredDecision) {
  const Model model = with_rules("#desired label(X, good). label(X, good) :- debt(X, 3).");
  ASSERT_TRUE(model.desired);
  EXPECT_EQ(model.atoms[model.desired->index()].text, "label(x,good)");
}

TEST(ReadModel, ReportsWrongModes) {
  EXPECT_EQ(rule_errors("#causal dept : if."),
            (Lines{"2:9 unknown feature `dept` | did you mean `debt`?"}));
  EXPECT_EQ(rule_errors("#causal debt : onlyif."),
            (Lines{"2:16 `onlyif` is not a mode of causal rules | did you mean `only_if`?"}));
  EXPECT_EQ(rule_errors("#causal debt : if.\n#causal debt : iff."),
            (Lines{"3:9 the mode of `debt` is given twice | the first #causal line of it is line "
                   "2"}));
  EXPECT_EQ(rule_errors("#causal debt if."),
            (Lines{"2:14 expected `:` and a mode (iff, only_if or if), but found `if`"}));
  EXPECT_EQ(rule_errors("#causal 3 : if."),
            (Lines{"2:9 expected the name of a feature, but found `3`"}));
  EXPECT_EQ(rule_errors("#causal debt : 3."),
            (Lines{"2:16 expected a mode: iff, only_if or if, but found `3`"}));
}

TEST(ReadModel, ReportsUnknownDirectives) {
  EXPECT_EQ(rule_errors("#featur f : {a}."),
            (Lines{"2:1 unknown directive #featur | did you mean `#feature`?"}));
  EXPECT_EQ(rule_errors("#zzz."),
            (Lines{"2:1 unknown directive #zzz | models have #feature, "
                   "#undesired, #desired, #classes, #causal, #score, #pred and #rule"}));
  EXPECT_EQ(rule_errors("#include 'other.pl'."), (Lines{"2:1 #include is not part of models"}));
  EXPECT_EQ(rule_errors("# 3."),
            (Lines{"2:3 expected the name of a directive, such as #feature, but found `3`"}));
}

TEST(ReadModel, IgnoresQueriesAndShowLinesWithAWarning) {
  EXPECT_EQ(warnings(base_model + "?- no(X).\n#show no/1, not debt/2."),
            (Lines{"2:1 a query has no effect in a model", "3:1 #show has no effect in a model"}));
}

TEST(ReadModel, KeepsTemplatesForPeople) {
  const Model model = with_rules("#pred debt(X, N) :: '@(X) owes @(N)'.");
  EXPECT_EQ(model.document.statements.back().kind, Statement::Kind::pred);
  EXPECT_EQ(rule_errors("#pred debt(X, N)."),
            (Lines{"2:7 #pred needs a literal and its words | write #pred debt(X, N) :: '@(X) owes "
                   "@(N)'."}));
}

TEST(ReadModel, DoesNotReportWhatFollowsFromAnEarlierError) {
  EXPECT_EQ(errors("#feature debt : integer 0.\n#undesired no(X).\nno(X) :- debt(X, 3)."),
            (Lines{"1:26 expected `..` and the upper bound, but found the full stop"}));
  EXPECT_EQ(errors("#feature debt : integer 0..9.\n#undesired no(X.\nno(X) :- debt(X, 3)."),
            (Lines{"2:14 this bracket is not closed | the statement ends on line 2"}));
  EXPECT_EQ(errors("#feature f : {}.\n#undesired no(X).\nno(X) :- f(X, a).").size(), 1U);
  EXPECT_EQ(rule_errors("no(X) :- ab(X).\nab(X) :- debt(X 3)."),
            (Lines{"3:17 expected `,`, `)` or an operator, but found `3`"}));
}

TEST(ReadModel, KeepsWarningsBesideTheErrors) {
  try {
    read_model(base_model + "?- no(X).\nno(X) :- foo(X).", "test.cogs");
    FAIL();
  } catch (const base::InputError& error) {
    ASSERT_EQ(error.diagnostics().size(), 2U);
    EXPECT_EQ(error.diagnostics()[0].severity, base::Severity::error);
    EXPECT_EQ(error.diagnostics()[0].file, "test.cogs");
    EXPECT_EQ(error.diagnostics()[0].source_line, "no(X) :- foo(X).");
    EXPECT_EQ(error.diagnostics()[1].severity, base::Severity::warning);
  }
}

TEST(RuleNotes, CarryEvidenceAndReview) {
  const Model model = with_rules(
      "#rule c1, status approved, by \"Ann\", on \"2026-11-15\", reason \"as always\", covers 120, "
      "correct 118, source learner, weight -0.5, flag.\n"
      "color(X, red) :- debt(X, 0).");
  const Statement& statement = model.document.statements[4];
  EXPECT_EQ(statement.kind, Statement::Kind::rule_note);
  ASSERT_TRUE(statement.note);
  EXPECT_EQ(statement.note->id, "c1");
  EXPECT_EQ(statement.note->status, ReviewStatus::approved);
  const std::vector<std::pair<std::string, std::string>> entries = {
      {"status", "approved"},      {"by", "\"Ann\""},  {"on", "\"2026-11-15\""},
      {"reason", "\"as always\""}, {"covers", "120"},  {"correct", "118"},
      {"source", "learner"},       {"weight", "-0.5"}, {"flag", ""}};
  EXPECT_EQ(statement.note->entries, entries);
  EXPECT_EQ(model.causal_rules.size(), 1U);
}

TEST(RuleNotes, TakeProposedAndRejectedCausalRulesOutOfForce) {
  const Model model = with_rules(
      "#rule c1, status proposed. color(X, red) :- debt(X, 0).\n"
      "#rule c2, status rejected. color(X, green) :- debt(X, 1).\n"
      "#rule c3. color(X, 4) :- debt(X, 2).\n"
      "#rule d1, status proposed. no(X) :- debt(X, 9).");
  ASSERT_EQ(model.causal_rules.size(), 1U);
  EXPECT_EQ(model.causal_rules[0].place.line, 4U);
  EXPECT_EQ(model.rules.size(), 2U);  // decision rules are always in force
  EXPECT_EQ(model.document.statements[5].kind, Statement::Kind::causal_rule);
}

TEST(RuleNotes, AreReportedWhereTheyAreWrong) {
  const std::string rule = "\nno(X) :- debt(X, 9).";
  EXPECT_EQ(rule_errors("#rule c1, status maybe." + rule),
            (Lines{"2:18 `maybe` is not a status | a status is proposed, approved or rejected"}));
  EXPECT_EQ(rule_errors("#rule c1, status aproved." + rule),
            (Lines{"2:18 `aproved` is not a status | did you mean `approved`?"}));
  EXPECT_EQ(rule_errors("#rule c1, covers many." + rule),
            (Lines{"2:18 `covers` needs a count, such as 120"}));
  EXPECT_EQ(rule_errors("#rule c1, by 3." + rule),
            (Lines{"2:14 `by` needs a text in double quotes"}));
  EXPECT_EQ(rule_errors("#rule c1, covers 3, covers 4." + rule),
            (Lines{"2:21 `covers` is given twice"}));
  EXPECT_EQ(rule_errors("#rule c1." + rule + "\n#rule c1." + rule),
            (Lines{"4:7 the rule id `c1` is given twice | the first one is on line 2"}));
  EXPECT_EQ(rule_errors("#rule, status proposed." + rule),
            (Lines{"2:6 expected the id of the rule, but found `,`"}));
  EXPECT_EQ(rule_errors("#rule c1, \"x\"." + rule),
            (Lines{"2:11 expected a key, such as `status`, but found `\"x\"`"}));
  EXPECT_EQ(rule_errors("#rule c1, status." + rule),
            (Lines{"2:17 expected a value after `status`, but found the full stop"}));
  const std::string alone =
      "no rule follows this #rule line | put it directly before the rule "
      "that it describes";
  EXPECT_EQ(rule_errors("#rule c1.\n#causal debt : if." + rule), (Lines{"2:1 " + alone}));
  EXPECT_EQ(rule_errors("#rule c1.\n?- no(X)."), (Lines{"2:1 " + alone}));
  EXPECT_EQ(rule_errors("#rule c1."), (Lines{"2:1 " + alone}));
}

}  // namespace
}  // namespace cogs::model
