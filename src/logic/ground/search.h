// SPDX-License-Identifier: Apache-2.0
//
// The ground engine: grounds the clauses that matter and searches the ground program.
//
// Every run ends. The answers are sound (each agrees with an answer set in which the query
// holds) and covering (each such answer set agrees with one of them), and no two are equal.
// Branches are made only on literals that something needs: the query, a denial, a clause on an
// odd loop, or the justification of a literal that is used; what nobody needs stays open and can
// always be completed.
#pragma once

#include <memory>

#include "logic/program/program.h"
#include "logic/solve.h"

namespace cogs::logic {

// Null if some clause that matters cannot be grounded: a variable that no positive goal gives a
// value, compound terms with variables, numbers computed without end, comparisons of what is no
// number, abducibles, findall, forall, call. The program must outlive the stream.
std::unique_ptr<AnswerStream> ground_stream(const Program& program, const SolveOptions& options);

}  // namespace cogs::logic
