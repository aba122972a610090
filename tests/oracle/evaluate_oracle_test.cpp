// SPDX-License-Identifier: Apache-2.0
//
// batch::Judge against the enumerated goal states that paths reach, on random small models: what it
// calls reachable is, and nothing else; nothing reachable is cheaper than the best path; and the
// end of the best path is reachable at its cost.
#include <gtest/gtest.h>

#include <iostream>

#include "batch/evaluate/state.h"
#include "oracle/exhaustive.h"
#include "oracle/runner.h"
#include "path/search.h"

namespace cogs::oracle {
namespace {

struct Tally {
  std::size_t reachable = 0, detours = 0, ends = 0;
};

std::string text_of(const model::Record& record) {
  std::string text;
  for (const auto& value : record) text += (value ? value->text : "?") + " ";
  return text;
}

batch::Figures judge(const batch::Judge& judge, const Question& q, const model::Record& state) {
  batch::Figures figures;
  judge.judge(q.record, state, figures);
  return figures;
}

Failure judge_states(const Case& c, Tally& tally) {
  Question q = question(c);
  // These are about paths, not about the states that they reach.
  q.options.certain = q.options.all = false;
  q.options.max_length.reset();
  q.options.top = 1;
  base::Budget budget;
  const path::Result best = path::Search(q.model, q.options).find(q.record, budget);
  if (best.status == path::Status::already) return {};
  const batch::Judge states(q.model, q.options);
  if (best.status == path::Status::found) {
    const model::Record& end = best.paths.front().transitions.back().state;
    const batch::Figures figures = judge(states, q, end);
    ++tally.ends;
    if (!figures.reachable()) return {"the best path's end is not reachable", text_of(end)};
    if (figures.cost != best.paths.front().cost) {
      return {"the best path's cost", figures.cost.text() + " for " + text_of(end)};
    }
  }
  const OracleGoals expected = goals(q.model, q.record, q.options);
  for (std::size_t i = 0; i < expected.tried.size(); ++i) {
    const batch::Figures figures = judge(states, q, expected.tried[i]);
    const std::string state = text_of(expected.tried[i]);
    if (figures.reachable() && !expected.is_goal[i]) return {"no path leads there", state};
    if (!figures.reachable() && expected.is_goal[i]) return {"a path leads there", state};
    if (figures.reachable() && figures.cost < best.paths.front().cost) {
      return {"cheaper than the best path", state};
    }
    tally.reachable += expected.is_goal[i];
    tally.detours += figures.reached;
  }
  return {};
}

TEST(JudgeAgainstOracle, KnowsWhatPathsReach) {
  Tally tally;
  run_on_random_models(400, [&](const Case& c, std::uint64_t) { return judge_states(c, tally); });
  std::cout << tally.ends << " ends of best paths, " << tally.reachable << " reachable states, "
            << tally.detours << " of them asked the search about\n";
  EXPECT_GT(tally.ends, 0U);
  EXPECT_GT(tally.reachable, 0U);
  EXPECT_GT(tally.detours, 0U);
}

}  // namespace
}  // namespace cogs::oracle
