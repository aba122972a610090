// SPDX-License-Identifier: Apache-2.0
#include "batch/evaluate/state.h"

#include <algorithm>

#include "batch/evaluate/reach.h"
#include "path/check_price.h"

namespace cogs::batch {

using model::FeatureId;
using path::check::Permission;
using path::check::Role;
using path::check::Walk;

bool Figures::actionable() const {
  return std::all_of(faults.begin(), faults.end(),
                     [](const Fault& fault) { return is_causal(fault.kind); });
}

bool Figures::consistent() const {
  return std::none_of(faults.begin(), faults.end(),
                      [](const Fault& fault) { return is_causal(fault.kind); });
}

namespace {}  // namespace

bool Judge::may_be_set(FeatureId feature) const {
  const auto& allow = options_.allow;
  return options_.set_missing || rules_.model().feature(feature).may_be_set ||
         std::find(allow.begin(), allow.end(), feature) != allow.end();
}

void Judge::judge_change(const Walk& walk, FeatureId feature, Figures& figures) const {
  const auto add = [&](FaultKind kind) { figures.faults.push_back({kind, feature, {}}); };
  const model::Value* from = walk.state(0)[feature.index()];
  const model::Value* to = walk.state(1)[feature.index()];
  const Permission& permission = walk.permission(feature);
  const model::Feature& declared = rules_.model().feature(feature);
  if (permission.fixed) add(FaultKind::fixed);
  if (!to) {
    add(FaultKind::becomes_missing);
  } else if (!rules_.in_domain(feature, *to)) {
    add(FaultKind::domain);
  }
  if (to && ((permission.low && *to->number < *permission.low) ||
             (permission.high && *to->number > *permission.high))) {
    add(FaultKind::range);
  }
  if (from && to && walk.against(feature, *from, *to)) add(FaultKind::direction);
  if (!from && !may_be_set(feature)) add(FaultKind::stays_missing);
  const bool forced = from && !rules_.causal_rules(feature).empty() && !walk.fits(1, feature, from);
  if (forced) return;
  if (permission.caused) add(FaultKind::caused);
  if (!permission.named) add(FaultKind::not_named);
  ++figures.direct;
  if (to) {
    figures.cost += path::check::price(declared, *permission.price, from, *to);
  }
}

void Judge::allow_detour(const Walk& walk, const model::Record& start, const model::Record& state,
                         Figures& figures) const {
  const auto may_be_effect = [&](FeatureId feature) {
    return start[feature.index()] && !rules_.causal_rules(feature).empty();
  };
  const auto ruled = static_cast<std::size_t>(
      std::count_if(figures.changed.begin(), figures.changed.end(), may_be_effect));
  const bool one_step_is_best =
      figures.direct > 0 && figures.changed.size() - figures.direct == ruled;
  const bool hopeless =
      std::any_of(figures.faults.begin(), figures.faults.end(), [&](const Fault& fault) {
        const bool set_wrongly =
            fault.kind == FaultKind::caused || fault.kind == FaultKind::not_named;
        return !set_wrongly || !may_be_effect(*fault.feature);
      });
  if (!figures.valid || walk.goal(0) || one_step_is_best || hopeless) return;
  const auto cost = cost_of_reaching(rules_.model(), options_, start, state, limits_);
  if (!cost) return;
  figures.faults.clear();
  figures.cost = *cost;
  figures.reached = true;
}

void Judge::judge(const model::Record& start, const model::Record& state, Figures& figures) const {
  const model::Model& model = rules_.model();
  Walk walk(rules_, start, options_);
  walk.add(state, std::vector<Role>(state.size(), Role::kept));
  figures.valid = walk.goal(1);
  for (std::size_t f = 0; f < state.size(); ++f) {
    const FeatureId feature(f);
    if (!rules_.same(feature, walk.state(0)[f], walk.state(1)[f])) {
      figures.changed.push_back(feature);
      judge_change(walk, feature, figures);
    }
  }
  for (std::size_t f = 0; f < state.size(); ++f) {
    const FeatureId feature(f);
    if (rules_.causal_rules(feature).empty() || walk.fits(1, feature, walk.state(1)[f])) continue;
    Fault fault{FaultKind::causal_rules, feature, {}};
    for (const model::CausalRule* rule : rules_.causal_rules(feature)) {
      fault.lines.push_back(rule->place.line);
    }
    figures.faults.push_back(std::move(fault));
  }
  for (std::size_t d = 0; d < model.denials.size(); ++d) {
    if (walk.denial_kept(1, d)) continue;
    figures.faults.push_back({FaultKind::denial, std::nullopt, {model.denials[d].place.line}});
  }
  allow_detour(walk, start, state, figures);
}

}  // namespace cogs::batch
