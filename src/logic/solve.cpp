// SPDX-License-Identifier: Apache-2.0
#include "logic/solve.h"

#include "logic/machine.h"

namespace cogs::logic {

Solver::Solver(const Program& program, const SolveOptions& options) {
  stream_ = std::make_unique<Machine>(program, options);
}

Solver::~Solver() = default;

std::optional<Answer> Solver::next() { return stream_->next(); }
Cut Solver::cut() const { return stream_->cut(); }
const SolveStatistics& Solver::statistics() const { return stream_->statistics(); }

}  // namespace cogs::logic
