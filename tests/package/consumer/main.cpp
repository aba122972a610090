// SPDX-License-Identifier: Apache-2.0
//
// Loads a model, asks from eight threads, cancels, and reads every kind of result after the
// Decision is gone, with nothing but the installed headers and libraries. Exit 0 when every answer
// is the expected one.
#include <cogs/cogs.h>

#include <atomic>
#include <cstdlib>
#include <iostream>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

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

constexpr const char* people =
    "debt,bank_balance,credit_score,reject_loan\n"
    "5000,40000,599,yes\n"
    "0,70000,700,no\n";

void expect(bool holds, const char* what) {
  if (holds) return;
  std::cerr << "not so: " << what << "\n";
  std::exit(1);
}

struct Everything {
  cogs::Recourse recourse;
  cogs::Why why;
  cogs::Comparison comparison;
  cogs::Regions regions;
  cogs::Check check;
  cogs::Predictions predictions;
  cogs::Audit audit;
  cogs::BatchDone batch;
  std::string rows;
};

Everything ask_all() {
  const cogs::Decision loan = cogs::Decision::parse(loan_model, "loan.cogs");
  const cogs::Person john =
      loan.person({{"debt", "5000"}, {"bank_balance", "40000"}, {"credit_score", "599"}});
  const cogs::Person jane = loan.person_from_json(
      R"({"debt": 0, "bank_balance": 70000, "credit_score": 700})", "jane.json");
  const cogs::Table table = cogs::Table::text(people, "people.csv");
  Everything all;
  all.recourse = loan.recourse(john);
  all.why = loan.why(john);
  all.comparison = loan.compare(john, jane);
  all.regions = loan.counterfactuals(john);
  all.check = loan.check(all.recourse.json());
  all.predictions = loan.predict(table);
  all.audit = loan.audit(table);
  all.batch = loan.batch(table, [&](std::string_view piece) {
    all.rows += piece;
    return true;
  });
  return all;
}

void ask_from_eight_threads() {
  const cogs::Decision loan = cogs::Decision::parse(loan_model, "loan.cogs");
  std::atomic<int> right{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&loan, &right, t] {
      for (int i = 0; i < 50; ++i) {
        const std::string balance = std::to_string(1000 * (t + i));
        const cogs::Person person =
            loan.person({{"debt", "5000"}, {"bank_balance", balance}, {"credit_score", "599"}});
        const cogs::Recourse way = loan.recourse(person);
        if (way.status == cogs::Status::found && way.paths.at(0).checked) ++right;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  expect(right == 8 * 50, "every thread has its answers");
}

void cancel() {
  const cogs::Decision loan = cogs::Decision::parse(loan_model, "loan.cogs");
  std::stop_source stop;
  stop.request_stop();
  cogs::Control control;
  control.stop = stop.get_token();
  try {
    loan.predict(cogs::Table::text(people), {}, control);
    expect(false, "a call that was cancelled ends");
  } catch (const cogs::Stopped& stopped) {
    expect(stopped.reason() == cogs::Stop::cancelled, "and says so");
  }
}

}  // namespace

int main() {
  const Everything all = ask_all();
  const cogs::Path& path = all.recourse.paths.at(0);
  expect(path.cost.numerator == "2" && path.cost.denominator == "1", "the path costs 2");
  expect(path.steps.size() == 2 && path.checked, "it has two steps and was checked");
  expect(path.steps[0].actions.at(0).feature == "debt", "debt is set first");
  expect(path.steps[0].effects.at(0).rules.at(0).kind == cogs::RuleRef::Kind::causal,
         "the score follows by a causal rule");
  expect(all.recourse.html().find("<html") != std::string::npos, "there is a page");
  expect(all.why.undesired && !all.why.reasons.empty() && !all.why.proof.empty(), "why");
  expect(all.comparison.undesired_here && !all.comparison.undesired_there, "the two differ");
  expect(!all.regions.regions.empty(), "there are goal states");
  expect(all.check.right, "the answer is right");
  expect(all.predictions.of_row == std::vector<std::int32_t>({0, 1}), "two decisions");
  expect(all.audit.rows == 2 && all.audit.all.found == 1, "an audit of two rows");
  expect(all.batch.found == 1 && all.rows.find("cogs_status") != std::string::npos, "a batch");
  for (const cogs::Answer* answer :
       {static_cast<const cogs::Answer*>(&all.recourse), static_cast<const cogs::Answer*>(&all.why),
        static_cast<const cogs::Answer*>(&all.comparison),
        static_cast<const cogs::Answer*>(&all.regions),
        static_cast<const cogs::Answer*>(&all.check),
        static_cast<const cogs::Answer*>(&all.predictions),
        static_cast<const cogs::Answer*>(&all.audit),
        static_cast<const cogs::Answer*>(&all.batch)}) {
    expect(answer->json().front() == '{', "every answer has its JSON");
    expect(!answer->text().empty(), "and its text");
  }

  ask_from_eight_threads();
  cancel();

  const cogs::Program birds = cogs::Program::parse("bird(tweety). flies(X) :- bird(X), not ab(X).");
  expect(birds.solve("flies(X)").answers.at(0).bindings.at(0).value == "tweety", "tweety flies");

  try {
    cogs::Decision::parse(loan_model).person({{"debts", "5000"}});
    expect(false, "an unknown feature is an error");
  } catch (const cogs::InputError& error) {
    expect(error.diagnostics().at(0).help == "did you mean 'debt'?", "the error helps");
  }
  std::cout << "cost " << path.cost.text << "\n";
}
