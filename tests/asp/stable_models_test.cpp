// SPDX-License-Identifier: Apache-2.0
//
// The oracle judged: by programs whose stable models are known, and by clingo on random ones.
#include "asp/stable_models.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>

#include "asp/clingo_models.h"
#include "asp/random_program.h"
#include "asp/run_clingo.h"

namespace cogs::asp {
namespace {

std::vector<Model> models_of(const std::string& source) {
  return stable_models(read_small_program(source)).value();
}

TEST(StableModels, EvenLoopHasTwo) {
  EXPECT_EQ(models_of("p :- not q. q :- not p."), (std::vector<Model>{{"p"}, {"q"}}));
}

TEST(StableModels, OddLoopHasNone) { EXPECT_TRUE(models_of("p :- not p.").empty()); }

TEST(StableModels, PositiveLoopIsUnfounded) {
  EXPECT_EQ(models_of("p :- q. q :- p. r :- not p."), (std::vector<Model>{{"r"}}));
}

TEST(StableModels, ClassicalNegationExcludes) {
  EXPECT_EQ(models_of("p :- not q. q :- not p. -p."), (std::vector<Model>{{"-p", "q"}}));
}

TEST(StableModels, Arithmetic) {
  EXPECT_EQ(models_of("n(1). n(2). n(3). p(X) :- n(X), n(Y), X is Y+1, not X > 2."),
            (std::vector<Model>{{"n(1)", "n(2)", "n(3)", "p(2)"}}));
}

TEST(StableModels, WrittenProgramsReadBack) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    RandomProgram random = random_program(seed);
    random.program.query = random.queries[0];
    const std::string source = text(random.program);
    EXPECT_EQ(text(read_small_program(source)), source);
  }
}

// COGS_ASP_CLINGO=5000: how many programs; COGS_SEED: from which seed.
TEST(StableModels, AgreesWithClingo) {
  if (!clingo_installed()) GTEST_SKIP() << "clingo is not installed";
  const char* seed_text = std::getenv("COGS_SEED");
  const char* count_text = std::getenv("COGS_ASP_CLINGO");
  const std::uint64_t first = seed_text ? std::strtoull(seed_text, nullptr, 10) : 1;
  const std::uint64_t count = count_text ? std::strtoull(count_text, nullptr, 10) : 150;
  std::uint64_t judged = 0, with_models = 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const RandomProgram random = random_program(seed);
    for (const Clause& clause : random.program.clauses) ASSERT_TRUE(is_safe(clause)) << seed;
    const auto models = stable_models(random.program);
    if (!models) continue;
    ++judged;
    with_models += !models->empty();
    ASSERT_EQ(*models, clingo_models(random.program)) << "seed " << seed << "\n"
                                                      << text(random.program);
  }
  std::printf("seed %llu: %llu programs judged by clingo, %llu with a stable model\n",
              static_cast<unsigned long long>(first), static_cast<unsigned long long>(judged),
              static_cast<unsigned long long>(with_models));
  EXPECT_GT(with_models * 3, judged);
}

}  // namespace
}  // namespace cogs::asp
