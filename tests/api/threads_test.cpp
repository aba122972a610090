// SPDX-License-Identifier: Apache-2.0
//
// One Decision, asked by eight threads at once; `make test-threads` runs this under
// ThreadSanitizer. What comes out must be what one thread gets.
#include <gtest/gtest.h>

#include <atomic>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "loan.h"

namespace cogs::test {

namespace {

constexpr int threads = 8, questions = 24;  // more sets of options than are kept at a time

Options options_of(int question) {
  Options options;
  if (question % 2 == 1) options.top = 2;
  options.ranges = {{"bank_balance", "0", std::to_string(60000 + question)}};
  return options;
}

Person person_of(const Decision& loan, int question) {
  return loan.person({{"age", std::to_string(20 + question)},
                      {"debt", std::to_string(100 * question)},
                      {"bank_balance", "40000"},
                      {"credit_score", "599"}});
}

std::string answers_to(const Decision& loan, int question) {
  const Person person = person_of(loan, question);
  const Person jane = loan.person_from_json(jane_json);
  const Recourse way = loan.recourse(person, options_of(question));
  return way.json({.timing = false}) + loan.recourse(person).text() + way.html() +
         loan.why(person).json() + loan.compare(person, jane).json() +
         loan.counterfactuals(person).json() + loan.check(way.record()).json();
}

template <class Work>
void on_all_threads(Work&& work) {
  std::vector<std::thread> running;
  for (int t = 0; t < threads; ++t) running.emplace_back([&work, t] { work(t); });
  for (std::thread& thread : running) thread.join();
}

TEST(Threads, GetFromOneDecisionWhatOneThreadGets) {
  std::vector<std::string> expected;
  {
    const Decision alone = Decision::parse(loan_text, "loan.cogs");
    for (int q = 0; q < questions; ++q) expected.push_back(answers_to(alone, q));
  }
  const Decision loan = Decision::parse(loan_text, "loan.cogs");  // nothing is prepared yet
  std::atomic<int> wrong{0};
  on_all_threads([&](int t) {
    const Decision copy = loan;
    for (int i = 0; i < questions; ++i) {
      const int q = (i + 5 * t) % questions;
      if (answers_to(t % 2 == 0 ? loan : copy, q) != expected[static_cast<std::size_t>(q)]) ++wrong;
    }
  });
  EXPECT_EQ(wrong, 0);
}

TEST(Threads, ReadOneAnswerTogether) {
  const Recourse way = [] {
    const Decision loan = Decision::parse(loan_text, "loan.cogs");
    return loan.recourse(loan.person_from_json(john_json));
  }();
  const std::string page = way.html(), text = way.text();
  std::atomic<int> wrong{0};
  on_all_threads([&](int) {
    if (way.html() != page || way.text() != text) ++wrong;
  });
  EXPECT_EQ(wrong, 0);
}

TEST(Threads, AskAboutTablesTogether) {
  const Decision loan = Decision::parse(loan_text, "loan.cogs");
  const Table people = Table::text(people_csv, "people.csv");
  const auto asked = [&] {
    std::string rows;
    Control two;
    two.threads = 2;
    loan.batch(
        people,
        [&](std::string_view piece) {
          rows += piece;
          return true;
        },
        {}, {}, two);
    return rows + loan.audit(people, {}, {}, two).json({.timing = false}) +
           loan.predict(people, {}, two).json({.timing = false});
  };
  const std::string expected = asked();
  std::atomic<int> wrong{0};
  on_all_threads([&](int) {
    if (asked() != expected) ++wrong;
  });
  EXPECT_EQ(wrong, 0);
}

TEST(Threads, AreCancelledByOneRequest) {
  const Decision cover = Decision::parse(cover_text(80, 400));
  const Person nobody = nobody_yet(cover);
  std::stop_source stop;
  std::atomic<int> searching{0}, cancelled{0};
  std::thread canceller([&] {
    while (searching < threads) std::this_thread::yield();
    stop.request_stop();
  });
  on_all_threads([&](int) {
    Control control;
    control.stop = stop.get_token();
    bool counted = false;
    control.progress = [&](const Progress&) {
      if (!std::exchange(counted, true)) ++searching;
    };
    if (cover.recourse(nobody, {}, control).stopped == Stop::cancelled) ++cancelled;
  });
  canceller.join();
  EXPECT_EQ(cancelled, threads);
}

TEST(Threads, AskOneProgramTogether) {
  const Program birds = Program::parse(
      "bird(tweety). bird(sam). penguin(sam). flies(X) :- bird(X), not ab(X). ab(X) :- "
      "penguin(X).\n"
      "?- flies(X).\n");
  std::atomic<int> wrong{0};
  on_all_threads([&](int) {
    for (int i = 0; i < 10; ++i) {
      const Solutions own = birds.solve("", {.most_answers = 0});
      const Solutions other = birds.solve("not flies(sam)");
      if (own.answers.size() != 1 || own.answers[0].bindings.at(0).value != "tweety") ++wrong;
      if (other.answers.size() != 1) ++wrong;
    }
  });
  EXPECT_EQ(wrong, 0);
}

}  // namespace

}  // namespace cogs::test
