// SPDX-License-Identifier: Apache-2.0
#include "path/problem.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "base/diagnostic.h"

namespace cogs::path {

namespace {

bool lists(const std::vector<std::uint32_t>& list, std::size_t f) {
  return std::find(list.begin(), list.end(), f) != list.end();
}

bool lists(const std::vector<FeatureId>& list, std::size_t f) {
  return std::find(list.begin(), list.end(), FeatureId(f)) != list.end();
}

// The numbers that are in both, where there is a first.
model::Interval meet(const std::optional<model::Interval>& a, model::Interval b) {
  if (!a) return b;
  if (a->low && (!b.low || *b.low < *a->low)) b.low = a->low;
  if (a->high && (!b.high || *b.high > *a->high)) b.high = a->high;
  return b;
}

}  // namespace

const model::Price& price_in_force(const model::Model& model, const Options& options,
                                   std::size_t f) {
  for (const CostOption& option : options.costs) {
    if (option.feature.index() == f) return option.price;
  }
  return model.features[f].price;
}

void refuse_unpriced(const model::CompiledModel& compiled, const Record& start,
                     const Options& options) {
  const model::Model& model = *compiled.model;
  std::optional<state::Permissions> run;
  for (std::size_t f = 0; f < model.features.size(); ++f) {
    const model::Feature& feature = model.features[f];
    if (start[f] || !compiled.features[f].mentioned) continue;
    if (model::prices_missing(feature, price_in_force(model, options, f))) continue;
    if (!lists(options.allow, f) && !options.set_missing && !feature.may_be_set) continue;
    if (!run) run = permissions(model, options);
    if (!run->features[f].settable) continue;
    base::Diagnostic diagnostic;
    diagnostic.file = model.path;
    diagnostic.place = feature.place;
    diagnostic.message =
        "setting " + feature.name + " from missing has no price: its domain has no end";
    diagnostic.help =
        "give the domain two ends, or a cost that does not depend on the distance; or do not let "
        "it be set";
    throw base::InputError(diagnostic);
  }
}

state::Permissions permissions(const model::Model& model, const Options& options,
                               const Lifted& lifted) {
  state::Permissions out;
  out.denial_off.assign(model.denials.size(), false);
  for (std::uint32_t d : lifted.denials) out.denial_off[d] = true;
  for (std::size_t f = 0; f < model.features.size(); ++f) {
    const model::Feature& feature = model.features[f];
    const bool allowed = lists(options.allow, f);
    bool fix_option = false;
    for (std::uint32_t i = 0; i < options.fix.size(); ++i) {
      if (options.fix[i].index() == f && !lists(lifted.fix_options, i)) fix_option = true;
    }
    const bool free_of_causes = lists(lifted.causal_rules, f);
    const bool fixed = (feature.fixed && !allowed && !lists(lifted.fixed, f)) || fix_option;
    const bool caused = feature.caused && !allowed && !lists(lifted.caused, f) && !free_of_causes;
    const bool left_out = options.only && !lifted.only && !lists(*options.only, f);
    state::Permission p;
    p.settable = !fixed && !caused && !left_out;
    // What has no price is not set, also where a blocker is lifted.
    p.from_missing =
        (allowed || options.set_missing || feature.may_be_set || lists(lifted.missing, f)) &&
        model::prices_missing(feature, price_in_force(model, options, f));
    p.movable = !fixed && !free_of_causes;
    p.obeys_causes = !free_of_causes;
    p.whole_line = feature.numeric() && lists(lifted.domain, f);
    // A domain that is lifted goes as far as the score has points.
    if (p.whole_line && feature.out_of_score.low) {
      p.range = model::Interval{feature.out_of_score.low, feature.out_of_score.high, false, false};
    }
    p.direction = allowed || lists(lifted.direction, f) ? model::Direction::any : feature.direction;
    for (std::uint32_t i = 0; i < options.ranges.size(); ++i) {
      const RangeOption& range = options.ranges[i];
      if (range.feature.index() == f && !lists(lifted.range_options, i)) {
        p.range = meet(p.range, {range.low, range.high, false, false});
      }
    }
    out.features.push_back(std::move(p));
  }
  return out;
}

model::CutRequest cut_request(const Options& options) {
  model::CutRequest request;
  for (const RangeOption& range : options.ranges) {
    request.ranges.emplace_back(range.feature,
                                model::Interval{range.low, range.high, false, false});
  }
  for (const CostOption& cost : options.costs)
    request.prices.emplace_back(cost.feature, cost.price);
  return request;
}

Problem::Problem(const state::Situation& situation_in, Goal goal_in, Prices prices_in)
    : situation(situation_in), goal(goal_in), prices(std::move(prices_in)) {
  movers.assign(feature_count(), FeatureSet(feature_count()));
  for (std::uint32_t f : situation.compiled().causal_order) {
    if (!movable(f)) continue;
    for (std::uint32_t parent : situation.compiled().causes[f].mentions) {
      if (settable(parent)) movers[f].insert(parent);
      movers[f] |= movers[parent];
    }
    detours_pay_ = detours_pay_ || (settable(f) && !prices.flat(f) && !movers[f].empty());
  }
  tied.resize(feature_count());
  std::iota(tied.begin(), tied.end(), 0);
  const auto find = [&](std::uint32_t f) {
    while (tied[f] != f) f = tied[f] = tied[tied[f]];
    return f;
  };
  const auto tie = [&](const std::vector<std::uint32_t>& features, std::uint32_t with) {
    for (std::uint32_t f : features) tied[find(f)] = find(with);
  };
  for (std::uint32_t f : situation.compiled().causal_order) {
    if (situation.bound(f)) tie(situation.compiled().causes[f].mentions, f);
  }
  for (const model::CompiledDenial& denial : situation.compiled().denials) {
    if (!denial.mentions.empty()) tie(denial.mentions, denial.mentions.front());
  }
  for (std::uint32_t f = 0; f < feature_count(); ++f) tied[f] = find(f);
}

}  // namespace cogs::path
