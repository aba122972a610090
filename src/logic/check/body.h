// SPDX-License-Identifier: Apache-2.0
//
// Finds the instances of a clause body for the checker of answers: which values of its variables
// make every built-in goal hold, and every other goal acceptable to somebody who knows.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "base/budget.h"
#include "logic/check/values.h"
#include "logic/program/program.h"

namespace cogs::logic::check {

// How much more may be tried; `exceeded` also for goals that cannot be judged at all.
struct Bounds {
  std::uint64_t steps = 0;
  bool exceeded = false;
  base::Budget* budget = nullptr;    // of the whole run, if it has one
  std::uint64_t names_compared = 0;  // comparisons that are false because of what is no number

  bool use() {
    if (steps == 0 || (budget && (steps & 0xFF) == 0 && budget->exhausted_now())) exceeded = true;
    if (exceeded) return false;
    --steps;
    return true;
  }
};

// What is known of the program's literals.
class Knowledge {
 public:
  virtual ~Knowledge() = default;
  virtual bool accepts(PredicateId predicate, bool negated, ValueId atom) = 0;
  // All atoms that a positive call can be; null: any, try the universe.
  virtual const std::vector<ValueId>* candidates(PredicateId predicate) = 0;
};

class BodySearch {
 public:
  // Says true to stop.
  using Use = std::function<bool(const Environment&)>;

  BodySearch(const Program& program, Values& values, const std::vector<ValueId>& universe,
             Knowledge& knowledge, Bounds& bounds)
      : program_(program),
        values_(values),
        universe_(universe),
        knowledge_(knowledge),
        bounds_(bounds) {}

  // All instances of the goals that extend the environment; true if `use` stopped it.
  bool each(const std::vector<Goal>& goals, Environment& environment, const Use& use);
  // Did a variable that nothing binds get values of the universe? There are others.
  bool has_guessed() const { return guessed_; }
  void forget_guesses() { guessed_ = false; }

 private:
  enum class Outcome { holds, fails, open, beyond };

  bool search(const std::vector<Goal>& goals, std::vector<char> done, Environment& environment,
              const Use& use);
  bool settle(const std::vector<Goal>& goals, std::vector<char>& done, Environment& environment,
              bool& failed);
  Outcome builtin(const Goal& goal, Environment& environment);
  Outcome compare_numbers(const Goal& goal, Environment& environment);
  bool solve_for_one(const Goal& goal, Environment& environment);
  Outcome compare_terms(const Goal& goal, Environment& environment);

  const Program& program_;
  Values& values_;
  const std::vector<ValueId>& universe_;
  Knowledge& knowledge_;
  Bounds& bounds_;
  bool guessed_ = false;
};

}  // namespace cogs::logic::check
