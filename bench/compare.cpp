// SPDX-License-Identifier: Apache-2.0
#include "compare.h"

#include <algorithm>
#include <cstdio>
#include <stdexcept>

#include "present/export/clingo.h"

namespace cogs::bench {

double Comparison::add(const model::Model& model, const model::Record& record, const Answer& ours,
                       std::optional<std::uint32_t> steps) {
  const std::string program = present::export_clingo(model, record, {}, steps);
  const ClingoRun run = run_clingo(program, folder_, limit_);
  ++asked_;
  peak_mb_ = std::max(peak_mb_, run.peak_mb);
  const bool gave_up = ours.status == "gave_up";
  switch (run.outcome) {
    case ClingoRun::Outcome::failed:
      throw std::runtime_error("clingo failed:\n" + run.output.substr(0, 2000));
    case ClingoRun::Outcome::cut:
      ++cut_;
      if (gave_up) return limit_;
      ++only_cogs_;
      solve_ratios_.push_back(run.process_seconds / ours.seconds);
      total_ratios_.push_back(run.process_seconds / ours.seconds);
      return limit_;
    case ClingoRun::Outcome::optimum:
    case ClingoRun::Outcome::unsatisfiable: break;
  }
  const double total = run.ground_seconds + run.solve_seconds;
  solve_.push_back(run.solve_seconds);
  total_.push_back(total);
  solve_ratios_.push_back(run.solve_seconds / ours.seconds);
  total_ratios_.push_back(total / ours.seconds);
  if (gave_up) {
    ++only_clingo_;
    // What we proved must still be true.
    if (run.cost && *run.cost < ours.lower_bound) ++disagreements_;
    return total;
  }
  const bool found = run.outcome == ClingoRun::Outcome::optimum;
  if (found != (ours.status == "found") || (found && run.cost != ours.cost)) {
    ++disagreements_;
    std::fprintf(stderr, "bench: disagreement: cogs %s, clingo %g\n", to_line(ours).c_str(),
                 run.cost.value_or(-1));
  }
  return total;
}

}  // namespace cogs::bench
