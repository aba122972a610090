// SPDX-License-Identifier: Apache-2.0
//
// The text of the export. The programs below were run with the reference implementation of
// s(CASP) when they were written: it answers the queries as the comments say.
#include "present/export/scasp.h"

#include <gtest/gtest.h>

#include "../support/build_model.h"
#include "present/export/scasp_text.h"

namespace cogs::present {
namespace {

using namespace cogs::build;  // NOLINT: the builders read as a language of their own

testing::AssertionResult has_line(const std::string& program, const std::string& line) {
  if (("\n" + program).find("\n" + line + "\n") != std::string::npos) {
    return testing::AssertionSuccess();
  }
  return testing::AssertionFailure() << "no line " << line << " in\n" << program;
}

struct Loan : ModelBuilder {
  Loan() {
    debt = integer("debt", 0, 1000000);
    balance = integer("bank_balance", 0, 1000000000);
    score = integer("credit_score", 300, 850);
    (*this)[score].mode = model::CausalMode::if_;
    reject = atom("reject_loan");
    rule(reject, {has(balance, {less("60000")})});
    rule(reject, {has(score, {less("600")})});
    causal(score, {at_least("600")}, {has(debt, {equal("0")})});
    model.undesired = reject;
    model.path = "loan.cogs";
  }
  model::FeatureId debt, balance, score;
  model::AtomId reject;
};

// Two answers: no money and no score; the justification names both values.
TEST(ExportScasp, writes_the_rules_over_the_facts_of_a_record) {
  Loan loan;
  EXPECT_EQ(export_scasp(loan.model, record({"5000", "40000", "599"})),
            R"(% A decision of loan.cogs for s(CASP), which justifies it:  scasp --tree FILE
% Do the causal rules hold for the record?  ?- not inconsistent(x).

?- reject_loan(x).

% The record.
debt(x, 5000).
bank_balance(x, 40000).
credit_score(x, 599).

% The rules of the decision.
reject_loan(X) :- bank_balance(X, N1), N1 #< 60000.  % line 4
reject_loan(X) :- credit_score(X, N1), N1 #< 600.  % line 5

% credit_score: a cause has its effect (if).
cause_credit_score(X, V) :- V #>= 600, debt(X, 0).
caused_credit_score(X) :- debt(X, 0).
inconsistent(X) :- credit_score(X, V), caused_credit_score(X), not cause_credit_score(X, V).
)");
}

// As terms 1.2 and 6/5 are two, and `V #= 1.2` gives the second.
TEST(ExportScasp, writes_decimals_of_a_record_as_exact_numbers) {
  EXPECT_EQ(scasp_number(base::Number(5)), "5");
  EXPECT_EQ(scasp_number(*base::Number::parse("1.2")), "12/10");
  EXPECT_EQ(scasp_number(*base::Number::parse("-0.33")), "-33/100");
  EXPECT_EQ(scasp_number(*base::Number::parse("1/3")), "1/3");
}

TEST(ExportScasp, asks_for_the_negation_where_the_decision_does_not_hold) {
  Loan loan;
  EXPECT_TRUE(
      has_line(export_scasp(loan.model, record({"0", "60000", "600"})), "?- not reject_loan(x)."));
}

// Two answers: a balance and a score, with a debt above zero and with none.
TEST(ExportScasp, writes_states_as_variables_without_a_record) {
  Loan loan;
  EXPECT_EQ(
      export_scasp(loan.model, std::nullopt),
      R"(% The goal states of loan.cogs for s(CASP): each answer binds or constrains the values
% of consistent states without the undesired decision.  scasp -s0 FILE

?- counterfactual(Debt, Bank_balance, Credit_score).

% The domains.
domain_debt(Debt) :- Debt #>= 0, Debt #=< 1000000.
domain_bank_balance(Bank_balance) :- Bank_balance #>= 0, Bank_balance #=< 1000000000.
domain_credit_score(Credit_score) :- Credit_score #>= 300, Credit_score #=< 850.

% The rules of the decision.
reject_loan(Bank_balance, Credit_score) :- Bank_balance #< 60000.  % line 4
reject_loan(Bank_balance, Credit_score) :- Credit_score #< 600.  % line 5

% credit_score: a cause has its effect (if).
cause_credit_score(Credit_score, Debt) :- Credit_score #>= 600, Debt #= 0.
caused_credit_score(Debt) :- Debt #= 0.
inconsistent(Debt, Bank_balance, Credit_score) :-
    caused_credit_score(Debt),
    not cause_credit_score(Credit_score, Debt).

% The states in question.
counterfactual(Debt, Bank_balance, Credit_score) :-
    domain_debt(Debt),
    domain_bank_balance(Bank_balance),
    domain_credit_score(Credit_score),
    not reject_loan(Bank_balance, Credit_score),
    not inconsistent(Debt, Bank_balance, Credit_score).
)");
}

TEST(ExportScasp, follows_the_mode_of_causal_rules) {
  Loan loan;
  loan[loan.score].mode = model::CausalMode::only_if;
  std::string text = export_scasp(loan.model, std::nullopt);
  EXPECT_TRUE(has_line(text, "covered_credit_score(Credit_score) :- Credit_score #>= 600."));
  EXPECT_EQ(text.find("caused_credit_score"), std::string::npos);
  loan[loan.score].mode = model::CausalMode::iff;
  text = export_scasp(loan.model, std::nullopt);
  EXPECT_NE(text.find("caused_credit_score"), std::string::npos);
  EXPECT_NE(text.find("covered_credit_score"), std::string::npos);
}

TEST(ExportScasp, writes_exceptions_denials_and_a_desired_decision) {
  ModelBuilder b;
  const auto colour = b.set("colour", {"red", "green", "blue"});
  const auto bad = b.atom("bad"), good = b.atom("good"), odd = b.atom("ab1");
  b.rule(bad, {has_not(colour, {equal("red")}), fails(odd)});
  b.rule(good, {has(colour, {equal("blue")})});
  b.denial({has(colour, {equal("green")}), holds(odd)});
  b.model.undesired = bad;
  b.model.desired = good;
  const std::string flat = export_scasp(b.model, std::nullopt);
  EXPECT_TRUE(has_line(flat, "domain_colour(green)."));
  EXPECT_TRUE(has_line(flat, "bad(Colour) :- Colour \\= red, not ab1.  % line 2"));
  EXPECT_TRUE(has_line(flat, "ab1 :- 0 = 1."));  // named, but without a rule
  EXPECT_TRUE(has_line(flat, "inconsistent(Colour) :- Colour = green, ab1.  % line 4"));
  EXPECT_TRUE(has_line(flat, "    good(Colour),"));
  const std::string with_record = export_scasp(b.model, record({"green"}));
  EXPECT_TRUE(has_line(with_record, "bad(X) :- not colour(X, red), not ab1(X).  % line 2"));
}

TEST(ExportScasp, leaves_missing_values_without_a_fact) {
  Loan loan;
  EXPECT_TRUE(has_line(export_scasp(loan.model, record({"?", "40000", "599"})),
                       "debt(x, _) :- 0 = 1.  % missing"));
}

// `N #< 5` and `N #> 4` leave 4.5 between them, which no integer is.
TEST(ExportScasp, leaves_no_room_between_integers) {
  ModelBuilder b;
  const auto n = b.integer("n", 0, 9);
  const auto bad = b.atom("bad");
  b.rule(bad, {has(n, {at_most("4")})});
  b.rule(bad, {has(n, {at_least("5"), is(Comparison::not_equal, "7")})});
  b.model.undesired = bad;
  const std::string text = export_scasp(b.model, std::nullopt);
  EXPECT_TRUE(has_line(text, "bad(N) :- N #=< 4.  % line 2"));
  EXPECT_TRUE(has_line(text, "bad(N) :- test_1(N).  % line 3"));
  EXPECT_TRUE(has_line(text, "test_1(N) :- N #> 4, N #=< 6."));
  EXPECT_TRUE(has_line(text, "test_1(N) :- N #> 7."));
}

TEST(ExportScasp, names_tests_that_one_literal_cannot_say) {
  ModelBuilder b;
  const auto size = b.set("size", {"1", "2", "3", "many"});
  const auto bad = b.atom("bad");
  b.rule(bad, {has_not(size, {at_most("2")})});
  b.model.undesired = bad;
  const std::string with_record = export_scasp(b.model, record({"many"}));
  EXPECT_TRUE(has_line(with_record, "bad(X) :- not test_1(X).  % line 2"));
  EXPECT_TRUE(has_line(with_record, "test_1(X) :- size(X, N), N = 1."));
  EXPECT_TRUE(has_line(with_record, "test_1(X) :- size(X, N), N = 2."));
  const std::string flat = export_scasp(b.model, std::nullopt);
  EXPECT_TRUE(has_line(flat, "bad(Size) :- not test_1(Size).  % line 2"));
  EXPECT_TRUE(has_line(flat, "test_1(Size) :- Size = 1."));
}

TEST(ExportScasp, keeps_its_own_predicates_apart_from_the_models) {
  ModelBuilder b;
  const auto f = b.set("inconsistent", {"yes", "no"});
  const auto bad = b.atom("counterfactual");
  b.rule(bad, {has(f, {equal("yes")})});
  b.model.undesired = bad;
  const std::string text = export_scasp(b.model, std::nullopt);
  EXPECT_TRUE(has_line(text, "?- counterfactual_(Inconsistent)."));
  EXPECT_TRUE(has_line(text, "inconsistent_(Inconsistent) :- 0 = 1."));
}

TEST(ScaspText, quotes_atoms_where_it_must) {
  EXPECT_EQ(scasp_atom("bank_balance"), "bank_balance");
  EXPECT_EQ(scasp_atom("Never-married"), "'Never-married'");
  EXPECT_EQ(scasp_atom("it's \\ odd"), "'it\\'s \\\\ odd'");
  EXPECT_EQ(scasp_atom(""), "''");
}

TEST(ScaspText, writes_values_that_differ_differently) {
  EXPECT_EQ(scasp_value(model::Value::of("4")), "4");
  EXPECT_EQ(scasp_value(model::Value::of("-4")), "-4");
  EXPECT_EQ(scasp_value(model::Value::of("04")), "'04'");
  EXPECT_EQ(scasp_value(model::Value::of("4.0")), "'4.0'");
  EXPECT_EQ(scasp_value(model::Value::of("more")), "more");
}

TEST(ScaspText, makes_variables_of_names) {
  EXPECT_EQ(scasp_variable("bank_balance"), "Bank_balance");
  EXPECT_EQ(scasp_variable("capital-gain"), "Capital_gain");
  EXPECT_EQ(scasp_variable("2nd"), "V_2nd");
}

}  // namespace
}  // namespace cogs::present
