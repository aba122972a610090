// SPDX-License-Identifier: Apache-2.0
//
// All stable models of a small program, by the definition: every clause instance whose positive
// part could ever hold, a truth value for each negated atom, the least model of the reduct.
// Judged itself against clingo (stable_models_test.cpp).
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "asp/small_program.h"

namespace cogs::asp {

// p(a,1) or -p(a,1), written as the text of its literal.
using Model = std::set<std::string>;
using Assignment = std::map<std::string, Value>;

// Nothing if there are more than `most`, or the program has too many instances to be small.
// Variables that no positive literal binds range over `universe`; without one the clauses must be
// safe.
std::optional<std::vector<Model>> stable_models(const Program& program, std::size_t most = 2000,
                                                const std::vector<Value>& universe = {});

// Is the literal true in the model? All its variables are assigned. A comparison of something
// that is not a number is false, and so is its negation.
bool holds(const Literal& literal, const Assignment& assignment, const Model& model);

// The atom as it stands in a model, without `not`.
std::string ground_text(const Literal& atom, const Assignment& assignment);

}  // namespace cogs::asp
