// SPDX-License-Identifier: Apache-2.0
#include "oracle/restrictions.h"

#include <algorithm>

namespace cogs::oracle {

using model::Direction;
using path::Blocker;
using path::BlockerKind;

Restrictions Restrictions::of(const model::Model& model, const path::Options& options) {
  Restrictions r;
  for (const model::Feature& feature : model.features) {
    OfFeature of;
    of.fixed = feature.fixed;
    of.caused = feature.caused;
    of.direction = feature.direction;
    of.price = feature.price;
    of.set_missing = feature.may_be_set || options.set_missing;
    of.left_out = options.only.has_value();
    r.features.push_back(of);
  }
  for (model::FeatureId f : options.allow) {
    r.features[f.index()].fixed = false;
    r.features[f.index()].caused = false;
    r.features[f.index()].direction = Direction::any;
    r.features[f.index()].set_missing = true;
  }
  for (model::FeatureId f : options.fix) r.features[f.index()].fix_option = true;
  if (options.only) {
    for (model::FeatureId f : *options.only) r.features[f.index()].left_out = false;
  }
  for (const path::RangeOption& range : options.ranges) {
    r.features[range.feature.index()].range = range;
  }
  for (const path::CostOption& cost : options.costs) {
    r.features[cost.feature.index()].price = cost.price;
  }
  r.denial_binds.assign(model.denials.size(), 1);
  r.desired = options.desired ? options.desired : model.desired;
  r.certain = options.certain;
  r.max_length = options.max_length;
  return r;
}

bool Restrictions::settable(std::size_t f, bool missing) const {
  const OfFeature& of = features[f];
  if (missing && !of.set_missing) return false;
  return !of.fixed && !of.caused && !of.fix_option && !of.left_out;
}

bool Restrictions::movable(const Meaning& meaning, std::size_t f) const {
  const OfFeature& of = features[f];
  return meaning.has_causes(f) && !of.causes_lifted && !of.fixed && !of.fix_option;
}

bool Restrictions::value_allowed(const model::Model& model, std::size_t f,
                                 const Value& value) const {
  const OfFeature& of = features[f];
  if (!of.domain_lifted && !in_domain(model.features[f], value)) return false;
  if (!of.range) return true;
  if (of.range->low && *value.number < *of.range->low) return false;
  return !(of.range->high && *value.number > *of.range->high);
}

bool Restrictions::direction_allowed(const model::Model& model, std::size_t f,
                                     const std::optional<Value>& from, const Value& to) const {
  const Direction direction = features[f].direction;
  if (!from || direction == Direction::any) return true;
  const model::Feature& feature = model.features[f];
  if (feature.numeric()) {
    return direction == Direction::up ? *to.number > *from->number : *to.number < *from->number;
  }
  const auto old = place_in_order(feature, *from), now = place_in_order(feature, to);
  if (!old || !now) return true;  // there is no direction from nowhere
  return direction == Direction::up ? *now > *old : *now < *old;
}

std::vector<Unit> units(const model::Model& model, const Record& start,
                        const path::Options& options) {
  struct Placed {
    base::Place place;
    Unit unit;
  };
  std::vector<Placed> placed;
  for (std::size_t f = 0; f < model.features.size(); ++f) {
    const model::Feature& feature = model.features[f];
    const model::FeatureId id(f);
    const auto add = [&](BlockerKind kind, base::Place place,
                         std::function<void(Restrictions::OfFeature&)> lift) {
      placed.push_back({place, {Blocker{kind, id, std::nullopt, ""}, [f, lift](Restrictions& r) {
                                  lift(r.features[f]);
                                }}});
    };
    using Of = Restrictions::OfFeature;
    const bool allowed =
        std::find(options.allow.begin(), options.allow.end(), id) != options.allow.end();
    if (!start[f] && !allowed && !options.set_missing && !feature.may_be_set) {
      add(BlockerKind::missing, feature.place, [](Of& of) { of.set_missing = true; });
    }
    if (feature.numeric() && (feature.numbers().low || feature.numbers().high)) {
      add(BlockerKind::domain, feature.domain_place, [](Of& of) { of.domain_lifted = true; });
    }
    if (feature.fixed) {
      add(BlockerKind::fixed, feature.fixed_place, [](Of& of) { of.fixed = false; });
    }
    if (feature.caused) {
      add(BlockerKind::caused, feature.caused_place, [](Of& of) { of.caused = false; });
    }
    if (feature.direction != Direction::any) {
      add(BlockerKind::direction, feature.direction_place,
          [](Of& of) { of.direction = Direction::any; });
    }
    std::optional<base::Place> first;
    for (const model::CausalRule& rule : model.causal_rules) {
      if (rule.feature != id) continue;
      if (!first || rule.place < *first) first = rule.place;
    }
    if (first) {
      add(BlockerKind::causal_rules, *first, [](Of& of) {
        of.causes_lifted = true;
        of.caused = false;
      });
    }
  }
  for (std::size_t d = 0; d < model.denials.size(); ++d) {
    placed.push_back({model.denials[d].place,
                      {Blocker{BlockerKind::denial, std::nullopt, model::DenialId(d), ""},
                       [d](Restrictions& r) { r.denial_binds[d] = 0; }}});
  }
  std::stable_sort(placed.begin(), placed.end(),
                   [](const Placed& a, const Placed& b) { return a.place < b.place; });
  std::vector<Unit> result;
  for (Placed& p : placed) result.push_back(std::move(p.unit));

  const auto option = [&](const std::string& name, std::optional<model::FeatureId> feature,
                          std::function<void(Restrictions&)> lift) {
    result.push_back({Blocker{BlockerKind::option, feature, {}, name}, std::move(lift)});
  };
  for (model::FeatureId f : options.fix) {
    option("fix", f, [f](Restrictions& r) { r.features[f.index()].fix_option = false; });
  }
  if (options.only) {
    option("only", std::nullopt, [](Restrictions& r) {
      for (Restrictions::OfFeature& of : r.features) of.left_out = false;
    });
  }
  for (const path::RangeOption& range : options.ranges) {
    const std::size_t f = range.feature.index();
    option("range", range.feature, [f](Restrictions& r) { r.features[f].range.reset(); });
  }
  if (options.certain) option("certain", std::nullopt, [](Restrictions& r) { r.certain = false; });
  if (options.max_length) {
    option("max_length", std::nullopt, [](Restrictions& r) { r.max_length.reset(); });
  }
  if (options.desired) {
    option("desired", std::nullopt, [&model](Restrictions& r) { r.desired = model.desired; });
  }
  return result;
}

}  // namespace cogs::oracle
