// SPDX-License-Identifier: Apache-2.0
//
// Loads a model, finds the cheapest recourse for one person and has it checked, with nothing but
// the installed headers and libraries. Exit 0 when every answer is the expected one.
#include <cogs/engine/engine.h>

#include <cstdlib>
#include <iostream>

#include "base/number.h"  // the headers' own spelling works as well

namespace {

void expect(bool holds, const char* what) {
  if (holds) return;
  std::cerr << "not so: " << what << "\n";
  std::exit(1);
}

}  // namespace

int main(int argc, char** argv) {
  using namespace cogs;
  expect(argc == 2, "one argument, the model file");
  const model::Model loan = engine::load_model(argv[1]);
  const model::Record john = model::read_record(
      loan, {{"age", "31"}, {"debt", "5000"}, {"bank_balance", "40000"}, {"credit_score", "599"}});

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
