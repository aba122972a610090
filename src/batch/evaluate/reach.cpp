// SPDX-License-Identifier: Apache-2.0
#include "batch/evaluate/reach.h"

#include <stdexcept>

#include "path/search.h"
#include "path/verify.h"

namespace cogs::batch {

namespace {

using model::AtomTest;
using model::FeatureTest;

model::Model with_one_goal(model::Model model, const path::Options& options,
                           const model::Record& target) {
  const model::AtomId away(model.atoms.size());
  model.atoms.push_back({"away", {std::nullopt}, "away(x)"});
  for (std::size_t f = 0; f < target.size(); ++f) {
    FeatureTest test{model::FeatureId(f), {}, false};  // has a value
    if (target[f]) {
      test.conditions.push_back({model::Comparison::equal, *target[f], false});
      test.negated = true;
    }
    model.rules.push_back({away, {test}, {}});
  }
  model::Denial denial;
  denial.body = {AtomTest{model.undesired, true}, AtomTest{away, false}};
  const auto desired = options.desired ? options.desired : model.desired;
  if (desired) denial.body.emplace_back(AtomTest{*desired, false});
  model.denials.push_back(std::move(denial));
  model.undesired = away;
  model.desired.reset();
  return model;
}

}  // namespace

std::optional<base::Number> cost_of_reaching(const model::Model& model,
                                             const path::Options& options,
                                             const model::Record& start,
                                             const model::Record& target,
                                             const base::Limits& limits) {
  const model::Model question = with_one_goal(model, options, target);
  path::Options run = options;
  run.desired.reset();
  run.certain = run.all = false;
  run.top = 1;
  run.max_length.reset();
  base::Budget budget(limits);
  const path::Result found = path::search(question, start, run, budget);
  if (found.status == path::Status::gave_up) throw base::Stopped(found.exhausted);
  if (found.paths.empty()) return std::nullopt;
  if (!path::verify(question, start, run, found.paths.front()).empty()) {
    throw std::logic_error("the checker refuses the path to a counterfactual");
  }
  return found.paths.front().cost;
}

}  // namespace cogs::batch
