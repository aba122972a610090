// SPDX-License-Identifier: Apache-2.0
#include "logic/solve.h"

#include "logic/check_answer.h"
#include "logic/ground_search.h"
#include "logic/machine.h"

namespace cogs::logic {

Solver::Solver(const Program& program, const SolveOptions& options) {
  if (options.engine != Engine::goal_directed) stream_ = ground_stream(program, options);
  if (!stream_) stream_ = std::make_unique<Machine>(program, options);
  if (options.check) {
    checker_ = std::make_unique<AnswerChecker>(program, CheckOptions{.denials = options.denials});
  }
}

Solver::~Solver() = default;

std::optional<Answer> Solver::next() {
  for (;;) {
    std::optional<Answer> answer = stream_->next();
    if (!answer || !checker_) return answer;
    const CheckResult result = checker_->check(*answer);
    if (!result.wrong) {
      ++(result.unchecked ? verdicts_.unchecked : verdicts_.checked);
      return answer;
    }
    if (verdicts_.refused++ == 0) verdicts_.refusal = *result.wrong;
  }
}

Cut Solver::cut() const { return stream_->cut(); }

SolveStatistics Solver::statistics() const {
  SolveStatistics result = stream_->statistics();
  result.checked = verdicts_.checked;
  result.unchecked = verdicts_.unchecked;
  result.refused = verdicts_.refused;
  result.refusal = verdicts_.refusal;
  return result;
}

}  // namespace cogs::logic
