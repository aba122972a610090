// SPDX-License-Identifier: Apache-2.0
//
// Answer sets of programs of clingo's language: grounds them (rules.h) and searches.
//
// Answers are whole answer sets: all of them, one after the other, or with weak constraints the
// one of least cost, or all of that cost. With a query, those in which it holds, once for each of
// its instances.
#pragma once

#include <memory>

#include "logic/program/program.h"
#include "logic/solve.h"

namespace cogs::logic {

// The program must outlive the stream. Throws base::InputError for what cannot be grounded.
std::unique_ptr<AnswerStream> answer_sets(const Program& program, const SolveOptions& options);

}  // namespace cogs::logic
