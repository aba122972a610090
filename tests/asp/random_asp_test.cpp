// SPDX-License-Identifier: Apache-2.0
//
// Random programs through both engines of the solver, judged by their stable models.
//   COGS_ASP_PROGRAMS=100000 COGS_SEED=7 asp_random_tests   how many, and from which seed
//   COGS_ASP_ONE=<seed> asp_random_tests                    one again
//   COGS_ASP_FAILURES=20                                    go on after failures, up to so many
//   COGS_ASP_ENGINE=automatic|goal_directed|unsafe          only one of the tests
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>

#include "asp/judge.h"
#include "asp/random_program.h"

namespace cogs::asp {
namespace {

std::uint64_t number_from(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

// What is being judged, for the handler of a crash.
char current[16384];

void say_and_die(int signal_number) {
  constexpr char head[] = "\ncrashed on\n";
  [[maybe_unused]] auto n = write(2, head, sizeof head - 1);
  n = write(2, current, std::strlen(current));
  signal(signal_number, SIG_DFL);
  raise(signal_number);
}

struct Counts {
  std::uint64_t runs = 0, cut = 0, true_queries = 0, misses_a_model = 0, unsound = 0,
                incomplete = 0, answers = 0, ground = 0, refused = 0, unchecked = 0;
};

class RandomPrograms {
 public:
  // Unsafe programs have models over an infinite universe; a few strangers stand for all of it.
  static constexpr std::size_t strangers = 3;

  RandomPrograms(logic::Engine engine, bool unsafe) : unsafe_(unsafe) {
    options_.engine = engine;
    options_.proofs = false;
    if (engine == logic::Engine::goal_directed) options_.most_steps = unsafe ? 2000 : 20000;
  }

  void run() {
    std::uint64_t first = number_from("COGS_SEED", 1);
    // Goal by goal, some runs have no end: fewer programs, and less time for each.
    std::uint64_t count = number_from("COGS_ASP_PROGRAMS", must_end() ? 3000 : 200);
    if (const std::uint64_t one = number_from("COGS_ASP_ONE", 0)) first = one, count = 1;
    most_failures_ = number_from("COGS_ASP_FAILURES", 1);
    for (const int s : {SIGSEGV, SIGABRT, SIGFPE, SIGBUS}) signal(s, say_and_die);
    for (std::uint64_t seed = first; seed < first + count && failures_ < most_failures_; ++seed) {
      judge_seed(seed);
    }
    report(first, count);
  }

  std::map<std::string, Counts> counts;

 private:
  void judge_seed(std::uint64_t seed) {
    RandomProgram random = unsafe_ ? random_unsafe_program(seed) : random_program(seed);
    auto models = models_of(random.program);
    if (!models) return;
    options_.proofs = seed % 4 == 0;
    for (std::size_t i = 0; i < (models->empty() ? 1 : random.queries.size()); ++i) {
      random.program.query = random.queries[i];
      if (unsafe_) models = models_of(random.program);  // the query's constants count, too
      if (!models) return;
      const std::string source = text(random.program);
      std::snprintf(current, sizeof current, "%% seed %llu\n%s",
                    static_cast<unsigned long long>(seed), source.c_str());
      const Verdict verdict = judge_one(random.program, *models);
      Counts& c = counts[random.kind];
      ++c.runs;
      c.cut += verdict.cut;
      c.true_queries += verdict.answers > 0;
      c.answers += verdict.answers;
      c.unchecked += verdict.unchecked;
      c.misses_a_model += verdict.misses_a_model;
      c.ground += verdict.engine == "ground";
      c.incomplete += unsafe_ && !verdict.incomplete.empty();
      c.refused += unsafe_ && !verdict.refused.empty();
      if (is_bad(verdict)) fail(seed, random, verdict);
      if (failures_ >= most_failures_) return;
    }
  }

  // The automatic choice always comes to an end on safe programs; proving goal by goal need not.
  bool must_end() const { return options_.engine == logic::Engine::automatic && !unsafe_; }
  bool is_bad(const Verdict& verdict) const {
    // Where clauses are unsafe, an answer may leave out literals that hold for infinitely many
    // values and that its proof needs; the checker's refusals are counted there, but no faults.
    return !verdict.unsound.empty() ||
           (!unsafe_ && (!verdict.incomplete.empty() || !verdict.refused.empty())) ||
           (verdict.cut && must_end());
  }
  std::optional<std::vector<Model>> models_of(const Program& program) const {
    if (!unsafe_) return stable_models(program);
    return stable_models(program, 500, universe_of(program, strangers));
  }
  Verdict judge_one(const Program& program, const std::vector<Model>& models) {
    options_.limits.seconds = must_end() ? 120.0 : 0.3;
    if (!unsafe_) return judge(program, models, options_);
    return judge(program, models, options_, universe_of(program, strangers));
  }

  void fail(std::uint64_t seed, const RandomProgram& random, const Verdict& verdict) {
    ++failures_;
    const bool unsound = !verdict.unsound.empty();
    const bool refused = !unsound && verdict.incomplete.empty() && !verdict.refused.empty();
    Counts& c = counts[random.kind];
    ++(unsound ? c.unsound : refused ? c.refused : c.incomplete);
    const auto still_fails = [&](const Program& candidate) {
      const auto models = models_of(candidate);
      if (!models) return false;
      const Verdict v = judge_one(candidate, *models);
      if (unsound) return !v.unsound.empty();
      if (refused) return !v.refused.empty() && v.incomplete.empty();
      return is_bad(v) && v.unsound.empty() && (v.refused.empty() || !v.incomplete.empty());
    };
    const Program small = shrink(random.program, still_fails, !unsafe_);
    const auto models = models_of(small);
    const Verdict v = judge_one(small, *models);
    std::string stable;
    for (std::size_t i = 0; i < std::min<std::size_t>(models->size(), 12); ++i) {
      const Model& model = (*models)[i];
      stable += "%   {";
      for (const std::string& atom : model) stable += " " + atom;
      stable += " }\n";
    }
    ADD_FAILURE() << "seed " << seed << ", " << random.kind << ", " << v.engine << "\n% "
                  << (v.bad()         ? v.what()
                      : verdict.bad() ? "at first: " + verdict.what()
                                      : "no end")
                  << "\n"
                  << text(small) << "% stable models:\n"
                  << stable << "% answers:\n"
                  << v.shown;
  }

  void report(std::uint64_t first, std::uint64_t count) const {
    std::printf("seed %llu, %llu programs\n", static_cast<unsigned long long>(first),
                static_cast<unsigned long long>(count));
    for (const auto& [kind, c] : counts) {
      std::printf(
          "  %-14s runs %-7llu ground %-7llu with answers %-7llu answers %-8llu cut %-5llu unsound "
          "%-4llu incomplete %-4llu refused %-4llu unchecked %-4llu models not shown %llu\n",
          kind.c_str(), static_cast<unsigned long long>(c.runs),
          static_cast<unsigned long long>(c.ground),
          static_cast<unsigned long long>(c.true_queries),
          static_cast<unsigned long long>(c.answers), static_cast<unsigned long long>(c.cut),
          static_cast<unsigned long long>(c.unsound), static_cast<unsigned long long>(c.incomplete),
          static_cast<unsigned long long>(c.refused), static_cast<unsigned long long>(c.unchecked),
          static_cast<unsigned long long>(c.misses_a_model));
    }
  }

  bool unsafe_;
  logic::SolveOptions options_;
  std::uint64_t failures_ = 0, most_failures_ = 1;
};

bool wanted(const std::string& engine) {
  const char* only = std::getenv("COGS_ASP_ENGINE");
  return !only || engine == only;
}

TEST(RandomAsp, AutomaticEngine) {
  if (!wanted("automatic")) GTEST_SKIP();
  RandomPrograms programs(logic::Engine::automatic, false);
  programs.run();
}

TEST(RandomAsp, GoalDirectedEngine) {
  if (!wanted("goal_directed")) GTEST_SKIP();
  RandomPrograms programs(logic::Engine::goal_directed, false);
  programs.run();
}

// Only soundness is judged: what a finite universe says is missing need not be so.
TEST(RandomAsp, UnsafePrograms) {
  if (!wanted("unsafe")) GTEST_SKIP();
  RandomPrograms programs(logic::Engine::goal_directed, true);
  programs.run();
}

}  // namespace
}  // namespace cogs::asp
