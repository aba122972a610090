// SPDX-License-Identifier: Apache-2.0
//
// The search by leaves (score_search.h) beside the general one, which answers where two ways are
// asked for: the first of these is the best path too.
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "model/read/read_model.h"
#include "model/record.h"
#include "path/score_plan.h"
#include "path/search.h"
#include "path/verify.h"

namespace cogs::path {
namespace {

class Dice {
 public:
  explicit Dice(std::uint32_t seed) : engine_(seed) {}
  int roll(int low, int high) { return std::uniform_int_distribution(low, high)(engine_); }
  bool one_in(int n) { return roll(1, n) == 1; }

 private:
  std::mt19937 engine_;
};

const char* const numbers[] = {"a", "b", "c"};

// A condition on one of the features; `v` keeps its variables apart.
std::string condition(Dice& dice, int v) {
  const std::string name = "V" + std::to_string(v);
  if (dice.one_in(4)) {
    return std::string(dice.one_in(2) ? "not " : "") + "d(X, v" + std::to_string(dice.roll(0, 3)) +
           ")";
  }
  const char* const feature = numbers[dice.roll(0, 2)];
  const char* const comparison = dice.one_in(2) ? " >= " : " < ";
  return std::string(feature) + "(X, " + name + "), " + name + comparison +
         std::to_string(dice.roll(1, 9));
}

std::string body(Dice& dice, int most) {
  std::string text = condition(dice, 0);
  for (int i = 1; i < most && dice.one_in(2); ++i) text += ", " + condition(dice, i);
  return text;
}

std::string random_model(Dice& dice) {
  const char* const costs[] = {
      "", "", ", cost 2", ", cost 3", ", cost 1 per 2", ", cost 1 + 1 per 3"};
  const char* const ways[] = {"", "", "", ", may increase", ", may decrease", ", fixed"};
  std::string text = "#score risk : base 0.\n#undesired no(X).\n";
  for (const char* const name : numbers) {
    text += std::string("#feature ") + name + " : integer 0..9" + ways[dice.roll(0, 5)] +
            costs[dice.roll(0, 5)] + ".\n";
  }
  text += std::string("#feature d : {v0, v1, v2, v3}") +
          (dice.one_in(3) ? ", cost to {v1: 3}" : "") + ".\n";
  for (int i = dice.roll(4, 12); i-- > 0;) {
    text += "risk(X, " + std::to_string(dice.roll(-9, 9)) + ") :- " + body(dice, 3) + ".\n";
  }
  const bool less = dice.one_in(4);
  text += std::string("no(X) :- risk(X, S), S ") + (less ? "> " : "< ") +
          std::to_string(dice.roll(less ? -5 : 0, less ? 2 : 9)) + ".\n";
  if (dice.one_in(3)) text += "no(X) :- " + body(dice, 2) + ".\n";
  if (dice.one_in(3)) text += ":- " + body(dice, 3) + ".\n";
  if (dice.one_in(4)) {
    const int low = dice.roll(-5, 5);
    text += ":- risk(X, S), S >= " + std::to_string(low) + ", risk(X, T), T =< " +
            std::to_string(low + 2) + ".\n";
  }
  return text;
}

std::string text_of(const ValueSet& set) {
  std::string text;
  if (const auto* intervals = std::get_if<std::vector<model::Interval>>(&set)) {
    for (const model::Interval& each : *intervals) {
      text +=
          (each.low ? each.low->text() : "-") + ".." + (each.high ? each.high->text() : "-") + " ";
    }
  } else {
    for (const Value& each : std::get<std::vector<Value>>(set)) text += each.text + " ";
  }
  return text;
}

std::string first_path(const Result& result) {
  if (result.paths.empty()) return "none";
  const Path& path = result.paths.front();
  std::string text = "cost " + path.cost.text();
  for (const Transition& step : path.transitions) {
    text += ";";
    for (const Change& change : step.actions) {
      text += " " + std::to_string(change.feature.value) + "=" + change.to.text + " of " +
              text_of(change.range);
    }
  }
  return text;
}

TEST(ScoreSearch, AgreesWithTheExplorationOfBoxes) {
  int served = 0, changed = 0;
  for (std::uint32_t seed = 1; seed <= 400; ++seed) {
    Dice dice(seed);
    const std::string text = random_model(dice);
    const model::Model model = model::read_model(text, "random.cogs");
    const model::CompiledModel compiled = model::compile(model);
    served += ScorePlan::make(compiled, {model.undesired.value, std::nullopt}) != nullptr;
    Options two;
    two.top = 2;
    const Search by_leaves(model, {}), general(model, two);
    for (int i = 0; i < 3; ++i) {
      std::vector<model::Field> fields;
      for (const char* const name : numbers)
        fields.push_back({name, std::to_string(dice.roll(0, 9))});
      fields.push_back({"d", "v" + std::to_string(dice.roll(0, 3))});
      const model::Record person = model::read_record(model, fields);
      base::Budget budget, other;
      const Result result = by_leaves.find(person, budget);
      ASSERT_EQ(first_path(result), first_path(general.find(person, other)))
          << "seed " << seed << "\n"
          << text;
      if (result.paths.empty()) continue;
      ++changed;
      EXPECT_TRUE(result.paths.front().optimal && result.ties_proved);
      EXPECT_EQ(result.lower_bound, result.paths.front().cost);
      EXPECT_TRUE(verify(model, person, {}, result.paths.front()).empty()) << text;
    }
  }
  EXPECT_GT(served, 300);
  EXPECT_GT(changed, 300);
}

TEST(ScoreSearch, LeavesModelsWithCausesToTheExploration) {
  const model::Model model = model::read_model(
      "#feature a : integer 0..9.\n#feature b : integer 0..9.\n#score s : base 0.\n"
      "#undesired no(X).\ns(X, 5) :- b(X, B), B >= 5.\nno(X) :- s(X, S), S < 5.\n"
      "b(X, B) :- B >= 5, a(X, A), A >= 3.\n",
      "causes.cogs");
  const model::CompiledModel compiled = model::compile(model);
  EXPECT_EQ(ScorePlan::make(compiled, {model.undesired.value, std::nullopt}), nullptr);
}

// Sums of doubles need more than 64 bits.
TEST(ScoreSearch, AddsUpAmountsBeyondAMachineWord) {
  const std::string model_text =
      "#feature a : integer 0..9.\n#feature b : integer 0..9.\n#score s : base 0.\n#undesired "
      "no(X).\n"
      "s(X, 1.00000000000000000001) :- a(X, A), A >= 5, b(X, B), B >= 2.\n"
      "s(X, 100000) :- a(X, A), A >= 7, b(X, B), B < 2.\n"
      "no(X) :- s(X, S), S < 1.\n";
  const model::Model model = model::read_model(model_text, "wide.cogs");
  base::Budget budget;
  const Result result =
      search(model, model::read_record(model, {{"a", "0"}, {"b", "3"}}), {}, budget);
  EXPECT_EQ(first_path(result), "cost 1; 0=5 of 5..9 ");
}

TEST(ScoreSearch, GivesUpWhereItsEffortEnds) {
  std::string text = "#score s : base 0.\n#undesired no(X).\nno(X) :- s(X, S), S < 10.\n";
  for (int i = 0; i < 10; ++i) {
    const std::string name = "f" + std::to_string(i), next = "f" + std::to_string((i + 1) % 10);
    text += "#feature " + name + " : integer 0..9.\n";
    text += "s(X, 1) :- " + name + "(X, A), A >= 5, " + next + "(X, B), B >= 5.\n";
  }
  const model::Model model = model::read_model(text, "chain.cogs");
  std::vector<model::Field> fields;
  for (int i = 0; i < 10; ++i) fields.push_back({"f" + std::to_string(i), "0"});
  base::Limits limits;
  limits.effort = 3;
  base::Budget budget(limits), enough;
  const model::Record person = model::read_record(model, fields);
  EXPECT_EQ(search(model, person, {}, budget).status, Status::gave_up);
  EXPECT_EQ(search(model, person, {}, enough).lower_bound, Number(10));
}

}  // namespace
}  // namespace cogs::path
