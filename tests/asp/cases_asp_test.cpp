// SPDX-License-Identifier: Apache-2.0
//
// The programs in cases/, each for something that once went wrong or easily could: both engines,
// judged by the stable models.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "asp/judge.h"

namespace cogs::asp {
namespace {

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void judge_all(logic::SolveOptions options) {
  std::size_t judged = 0;
  for (const auto& entry : std::filesystem::directory_iterator(COGS_ASP_CASES)) {
    if (entry.path().extension() != ".lp") continue;
    const Program program = read_small_program(text_of(entry.path()));
    const auto models = stable_models(program);
    ASSERT_TRUE(models) << entry.path();
    const Verdict verdict = judge(program, *models, options);
    EXPECT_FALSE(verdict.bad()) << entry.path().filename() << ": " << verdict.what()
                                << "\nanswers:\n"
                                << verdict.shown;
    if (options.engine == logic::Engine::automatic) {
      EXPECT_FALSE(verdict.cut) << entry.path().filename() << " does not end";
    }
    ++judged;
  }
  EXPECT_GT(judged, 5u);
}

TEST(AspCases, AutomaticEngine) {
  logic::SolveOptions options;
  options.limits.seconds = 120;
  judge_all(options);
}

TEST(AspCases, GoalDirectedEngine) {
  logic::SolveOptions options;
  options.engine = logic::Engine::goal_directed;
  options.limits.seconds = 5;
  judge_all(options);
}

}  // namespace
}  // namespace cogs::asp
