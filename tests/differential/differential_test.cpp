// SPDX-License-Identifier: Apache-2.0
//
// The two engines tied together: what cells say of a model (src/state, src/path) and what the
// solver of src/logic says of the program exported for it. The decision for a record, the
// consistency of a state, and the set of counterfactuals are the same.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "differential/by_cells.h"
#include "differential/by_logic.h"
#include "differential/compare.h"
#include "model/read/read_model.h"

namespace cogs::differential {
namespace {

std::string content(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

void print(const Tally& t) {
  std::cout << t.models << " models, " << t.queries << " queries on single states (" << t.undesired
            << " undesired, " << t.inconsistent << " inconsistent), " << t.points
            << " states looked for in " << t.answers << " answers (" << t.goals
            << " counterfactuals)" << std::endl;
}

// Every answer has to pass the checker, too.
Effort effort() {
  Effort result;
  result.check = true;
  return result;
}

TEST(CellsAgainstLogic, AgreeOnRandomModels) {
  Tally tally;
  oracle::run_on_random_models(300, [&](const oracle::Case& c, std::uint64_t seed) {
    const oracle::Question q = oracle::question(c);
    if (!q.model.scores.empty()) return oracle::Failure{};  // a logic program has no sums of points
    return compare(q.model, q.record, seed, effort(), tally);
  });
  print(tally);
  if (tally.models < 100) return;  // a single model, to look at it again
  EXPECT_GT(tally.inconsistent, tally.models / 20);
  EXPECT_GT(tally.goals, tally.models);
}

TEST(CellsAgainstLogic, AgreeOnTheExamples) {
  Tally tally;
  Effort thorough = effort();
  thorough.records = 10;
  thorough.points = 1500;
  for (const char* name :
       {"adult/adult", "cars/cars", "german/german", "loan1/loan", "loan2/loan"}) {
    const auto path = std::filesystem::path(COGS_EXAMPLES) / (std::string(name) + ".cogs");
    const model::Model model = model::read_model(content(path), path.filename());
    const oracle::Failure failure =
        compare(model, model::Record(model.features.size()), 1, thorough, tally);
    EXPECT_EQ(failure.kind, "") << name << "\n" << failure.details;
  }
  print(tally);
  EXPECT_EQ(tally.models, 5U);
}

// The comparison itself: answers and regions hold the values that they should.
class Reading : public testing::Test {
 protected:
  Reading()
      : model_(model::read_model("#feature n : integer 0..9.\n#feature c : {a, b, 3, '03'}.\n"
                                 "#undesired u(X).\nu(X) :- n(X, 1), c(X, a).\n",
                                 "small.cogs")) {}

  std::string covered(const std::string& query) {
    ByLogic logic("\n?- q(N,C).\nq(N,C) :- r(N,C).\nr(1,a).\n");
    std::string found;
    for (const logic::Answer& answer : logic.answers(query, logic::Engine::automatic)) {
      for (const auto& state : states()) {
        if (!covers(answer, {"N", "C"}, model_, state)) continue;
        found += (found.empty() ? "" : " ") + state[0]->text + state[1]->text;
      }
    }
    return found;
  }

  std::vector<model::Record> states() {
    std::mt19937_64 random(1);
    return states_to_try({{model::Value::of("0"), model::Value::of("1"), model::Value::of("5")},
                          {model::Value::of("a"), model::Value::of("3"), model::Value::of("03")}},
                         100, random);
  }

  model::Model model_;
};

TEST_F(Reading, OfAnswersFollowsBindingsAndConstraints) {
  EXPECT_EQ(covered("q(N,C)"), "1a");
  EXPECT_EQ(covered("N #> 0, N #=< 4, C = a"), "1a");
  EXPECT_EQ(covered("N = 5, C \\= a"), "53 503");
  EXPECT_EQ(covered("N #= 5, C = 3"), "53");
  EXPECT_EQ(covered("N = 5, C = '03'"), "503");
  EXPECT_EQ(covered("N #> 0, C #> N"), "13");
  EXPECT_EQ(covered("N = C, N #> 2"), "");
}

TEST_F(Reading, OfRegionsFollowsValuesAndIntervals) {
  path::Region region;
  region.features.emplace_back(
      std::vector<model::Interval>{{base::Number(0), base::Number(5), true, false}});
  region.features.emplace_back(std::vector<model::Value>{model::Value::of("03")});
  std::string found;
  for (const auto& state : states()) {
    if (covers(region, state)) found += state[0]->text + state[1]->text + " ";
  }
  EXPECT_EQ(found, "103 503 ");
}

TEST_F(Reading, JudgesRecordsByCells) {
  const auto judged = [&](const char* n, const char* c) {
    return judge_by_cells(model_, {model::Value::of(n), model::Value::of(c)});
  };
  EXPECT_TRUE(judged("1", "a").undesired);
  EXPECT_FALSE(judged("1", "b").undesired);
  EXPECT_TRUE(judged("1", "a").consistent);
}

}  // namespace
}  // namespace cogs::differential
