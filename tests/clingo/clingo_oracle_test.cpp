// SPDX-License-Identifier: Apache-2.0
//
// The search against clingo on the exported program: status and cost on random models of middle
// size, and the number of goal cells on smaller ones. clingo knows nothing of our cells or
// bounds; export and search share the model alone.
//
//   COGS_CLINGO_MODELS=1000 COGS_SEED=7   how many models, and from which seed
//   COGS_CLINGO_ONE=<seed>                one model again
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string>

#include "base/budget.h"
#include "base/diagnostic.h"
#include "clingo/random_model.h"
#include "clingo/run_clingo.h"
#include "path/counterfactuals.h"
#include "path/search.h"
#include "path/verify.h"
#include "present/export/clingo.h"

namespace cogs::clingo {
namespace {

constexpr int seconds_each = 30;

std::uint64_t setting(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

struct Seeds {
  std::uint64_t first = setting("COGS_SEED", 1), count = setting("COGS_CLINGO_MODELS", 40);
  Seeds() {
    if (const std::uint64_t one = setting("COGS_CLINGO_ONE", 0)) first = one, count = 1;
  }
};

std::string words(const path::Result& result) {
  switch (result.status) {
    case path::Status::found: return "found at cost " + result.paths.at(0).cost.text();
    case path::Status::already: return "already";
    case path::Status::none: return "none";
    case path::Status::gave_up: return "gave up";
  }
  return {};
}

std::string words(const ClingoAnswer& answer) {
  if (answer.kind == ClingoAnswer::Kind::unsatisfiable) return "none";
  if (answer.kind == ClingoAnswer::Kind::unknown) return "cut off";
  return answer.cost == 0 ? "already" : "found at cost " + answer.cost.text();
}

std::string description(std::uint64_t seed, const RandomQuestion& question) {
  return "seed " + std::to_string(seed) + "\n" + question.text + "cogs recourse random.cogs" +
         question.command;
}

void compare_costs(const Sizes& sizes) {
  if (!installed()) GTEST_SKIP() << "clingo is not installed (Debian package gringo)";
  const Seeds seeds;
  std::cout << "seeds " << seeds.first << " to " << seeds.first + seeds.count - 1 << std::endl;
  std::size_t too_fine = 0, by_distance = 0;
  std::size_t found = 0, none = 0, cut_off = 0, with_effects = 0, long_paths = 0, broken_starts = 0;
  for (std::uint64_t seed = seeds.first; seed < seeds.first + seeds.count; ++seed) {
    const RandomQuestion question = random_question(seed, sizes);
    SCOPED_TRACE(description(seed, question));
    std::string program;
    try {
      program = present::export_clingo(question.model, question.record, question.options);
    } catch (const base::InputError&) {
      ++too_fine;  // prices that have no common unit within 32 bits
      continue;
    }
    const ClingoAnswer expected = find_optimum(program, seconds_each);
    if (expected.kind == ClingoAnswer::Kind::unknown) {
      ++cut_off;
      continue;
    }
    base::Budget budget;
    const path::Result result =
        path::search(question.model, question.record, question.options, budget);
    EXPECT_EQ(words(result), words(expected));
    for (const path::Path& path : result.paths) {
      EXPECT_EQ(path::verify(question.model, question.record, question.options, path),
                std::vector<std::string>{});
    }
    found += result.status == path::Status::found;
    by_distance += program.find("\nprice(") != std::string::npos;
    none += result.status == path::Status::none;
    broken_starts += !result.start_breaks.empty();
    if (result.paths.empty()) continue;
    const auto& transitions = result.paths[0].transitions;
    long_paths += transitions.size() > 1;
    with_effects += std::any_of(transitions.begin(), transitions.end(),
                                [](const path::Transition& t) { return !t.effects.empty(); });
  }
  std::cout << found << " found (" << long_paths << " of several transitions, " << with_effects
            << " with effects), " << none << " none, " << broken_starts
            << " starts that break the rules, " << by_distance << " with prices by distance, "
            << cut_off << " cut off, " << too_fine << " refused" << std::endl;
  EXPECT_LE(too_fine * 5, seeds.count) << "too many prices do not fit into 32 bits";
  EXPECT_LE(cut_off * 20, seeds.count) << "too many questions were too hard for clingo";
  if (seeds.count >= 40) {
    EXPECT_GE(found * 4, seeds.count) << "too few questions have an answer";
    EXPECT_GE(none * 20, seeds.count) << "too few questions have none";
    EXPECT_GE(long_paths * 20, seeds.count) << "too few paths have several transitions";
    EXPECT_GE(with_effects * 40, seeds.count) << "too few paths have effects";
    EXPECT_GE(broken_starts * 40, seeds.count) << "too few starts break the rules";
  }
}

TEST(SearchAndClingo, agree_on_status_and_cost) { compare_costs({}); }

TEST(SearchAndClingo, agree_on_short_paths_among_many_features) { compare_costs(middle); }

TEST(SearchAndClingo, count_the_same_goal_cells) {
  if (!installed()) GTEST_SKIP() << "clingo is not installed (Debian package gringo)";
  const Seeds seeds;
  const Sizes small{2, 5, 4, 9, 5, false};
  for (std::uint64_t seed = seeds.first; seed < seeds.first + seeds.count; ++seed) {
    const RandomQuestion question = random_question(seed, small);
    SCOPED_TRACE(description(seed, question));
    path::Options options;
    options.desired = question.options.desired;
    const ClingoAnswer expected =
        count_models(present::export_clingo(question.model, std::nullopt, options), seconds_each);
    ASSERT_FALSE(expected.models.empty()) << expected.output;
    base::Budget budget;
    EXPECT_EQ(path::find_counterfactuals(question.model, std::nullopt, options, budget).cells,
              expected.models);
  }
}

}  // namespace
}  // namespace cogs::clingo
