// SPDX-License-Identifier: Apache-2.0
//
// The independent checker: is this path a solution by semantics.md? Nothing of
// `search` is used here: the model's rules are evaluated on concrete values, one state after the
// other, and what the paper proves of its paths is tested on this one.
//
//   check_state.h  what holds in one state
//   check_walk.h   which moves from state to state are transitions
//   check_vary.h   what other values of one change would do
//   check_price.h  what a direct change costs
//   verify.cpp     the path as a whole, and what it claims: cost, ranges, certainty
#pragma once

#include <string>
#include <vector>

#include "path/check_state.h"
#include "path/path.h"

namespace cogs::path {

// Built once for a model, checks any number of paths; safe to use from several threads.
class Verifier {
 public:
  // `model` must outlive this object.
  explicit Verifier(const model::Model& model) : rules_(model) {}

  // What is wrong with the path, one sentence each; empty: the path is right. Checks the
  // transitions, states, cost, order of effects, `certain` flags and the rules named for effects,
  // and that `range` and `supported` are true and maximal: each is tested on every value at which
  // the truth of a condition can change, and between any two of these. Whether the path is the
  // cheapest is not checked, nor `optimal` and `checked`.
  std::vector<std::string> verify(const Record& start, const Options& options,
                                  const Path& path) const;
  // What Result::start_breaks should say of this start; of one line, in any order.
  std::vector<Broken> start_breaks(const Record& start) const;
  const check::StateRules& rules() const { return rules_; }

 private:
  check::StateRules rules_;
};

// The same for a single path.
std::vector<std::string> verify(const model::Model& model, const Record& start,
                                const Options& options, const Path& path);

}  // namespace cogs::path
