// SPDX-License-Identifier: Apache-2.0
//
// The same questions to clingo: times of both, and whether the costs agree.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ask.h"
#include "model/model.h"
#include "run_clingo.h"

namespace cogs::bench {

// Running totals over a sample of questions.
class Comparison {
 public:
  Comparison(std::string folder, double limit) : folder_(std::move(folder)), limit_(limit) {}

  // Without `steps` the horizon is complete: one step for each settable feature. Gives the time
  // that a user waits for clingo: to ground and solve; where it was cut, the limit.
  double add(const model::Model& model, const model::Record& record, const Answer& ours,
             std::optional<std::uint32_t> steps);

  std::size_t asked() const { return asked_; }
  std::size_t finished() const { return solve_.size(); }
  std::size_t cut() const { return cut_; }
  std::size_t disagreements() const { return disagreements_; }
  // Of the questions that clingo finished.
  const std::vector<double>& solve_seconds() const { return solve_; }
  const std::vector<double>& total_seconds() const { return total_; }  // ground and solve
  // clingo's time divided by ours, question by question; where clingo was cut, at least that;
  // where both were, none.
  const std::vector<double>& solve_ratios() const { return solve_ratios_; }
  const std::vector<double>& total_ratios() const { return total_ratios_; }
  double peak_mb() const { return peak_mb_; }
  // Questions on which we gave up and clingo did not, and the other way round.
  std::size_t only_clingo() const { return only_clingo_; }
  std::size_t only_cogs() const { return only_cogs_; }

 private:
  std::string folder_;
  double limit_;
  std::size_t asked_ = 0, cut_ = 0, disagreements_ = 0, only_clingo_ = 0, only_cogs_ = 0;
  double peak_mb_ = 0;
  std::vector<double> solve_, total_, solve_ratios_, total_ratios_;
};

}  // namespace cogs::bench
