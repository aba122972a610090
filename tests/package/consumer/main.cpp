// SPDX-License-Identifier: Apache-2.0
//
// Loads a model, finds the cheapest recourse for one person and has it checked, with nothing but
// the installed headers and libraries. Exit 0 when every answer is the expected one.
#include <cogs/engine/engine.h>

#include <cstdlib>
#include <iostream>

#include "base/number.h"  // the headers' own spelling works as well

namespace {

constexpr const char* loan_model = R"(
#feature debt         : integer 0..1000000, unit "$".
#feature bank_balance : integer 0..1000000000, unit "$".
#feature credit_score : integer 300..850, caused.
#undesired reject_loan(X).
#causal credit_score : if.
reject_loan(X) :- bank_balance(X, B), B #< 60000.
reject_loan(X) :- credit_score(X, C), C #< 600.
credit_score(X, C) :- C #>= 600, debt(X, 0).
)";

void expect(bool holds, const char* what) {
  if (holds) return;
  std::cerr << "not so: " << what << "\n";
  std::exit(1);
}

}  // namespace

int main() {
  using namespace cogs;
  const model::Model loan = engine::parse_model(loan_model, "loan.cogs");
  const model::Record john = model::read_record(
      loan, {{"debt", "5000"}, {"bank_balance", "40000"}, {"credit_score", "599"}});

  const path::Result answer = engine::find_recourse(loan, john);
  expect(answer.status == path::Status::found, "a path is found");
  expect(answer.paths.size() == 1, "it is one path");
  const path::Path& path = answer.paths.front();
  expect(path.cost == base::Number(2), "it costs 2");
  expect(path.transitions.size() == 2, "it has two transitions");
  expect(path.checked, "the checker has passed it");
  expect(engine::check_path(loan, john, {}, path).empty(), "the checker finds no fault");

  path::Path wrong = path;
  wrong.cost = 1;
  expect(!engine::check_path(loan, john, {}, wrong).empty(), "the checker finds a wrong cost");

  try {
    model::read_record(loan, {{"debts", "5000"}});
    expect(false, "an unknown feature is an error");
  } catch (const base::InputError& error) {
    expect(!error.diagnostics().empty(), "the error says what is wrong");
  }
  std::cout << "cost " << path.cost.text() << "\n";
}
