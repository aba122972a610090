// SPDX-License-Identifier: Apache-2.0
//
// One program and query, run by the solver and judged by the stable models:
//   (a) there is an answer exactly when the query holds in some stable model;
//   (b) sound: for every choice of an answer's variables some stable model in which the query
//       holds has all its positive literals and none of its negated ones;
//   (c) covering: every stable model in which the query holds agrees with some answer; for a query
//       with variables: an instance over the program's constants is in the bindings of some answer
//       exactly when a stable model makes it true;
//   (d) no two answers are equal.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "asp/stable_models.h"
#include "logic/solve.h"

namespace cogs::asp {

struct Verdict {
  std::string unsound;     // (b), (d), an exception, an answer that is not well formed
  std::string incomplete;  // (a), (c), or no end; only where the search was not cut short
  // A query with variables: a stable model that no answer agrees with. Not promised.
  bool misses_a_model = false;
  // What the solver's own checker (logic/check/answer.h) says of an answer that is sound.
  std::string refused;
  bool cut = false;
  std::size_t answers = 0, unchecked = 0;
  std::string engine;
  std::string shown;  // the answers, for failures

  bool bad() const { return !what().empty(); }
  std::string what() const {
    return !unsound.empty() ? unsound : !incomplete.empty() ? incomplete : refused;
  }
};

// `models` are those of the program; its query is set. With a `universe` the models are those over
// this universe, and so are the instances that are looked at.
Verdict judge(const Program& program, const std::vector<Model>& models,
              const logic::SolveOptions& options, const std::vector<Value>& universe = {});
// The same for answers that somebody else gave.
Verdict judge(const Program& program, const std::vector<Model>& models,
              const std::vector<logic::Answer>& answers);

// A program as small as greedy deletion makes it that `fails` still says true of.
Program shrink(Program program, const std::function<bool(const Program&)>& fails,
               bool keep_safe = true);

// The constants of the program and names that it does not have.
std::vector<Value> universe_of(const Program& program, std::size_t strangers);

}  // namespace cogs::asp
