// SPDX-License-Identifier: Apache-2.0
#include "path/check_walk.h"

#include <algorithm>
#include <compare>
#include <utility>

namespace cogs::path::check {

using model::Direction;

namespace {

StateView view_of(const Record& record) {
  StateView view;
  view.reserve(record.size());
  for (const auto& value : record) view.push_back(value ? &*value : nullptr);
  return view;
}

std::string words(const Value* value) {
  if (!value) return "missing";
  return value->number && value->text.empty() ? value->number->text() : value->text;
}

std::string transition_number(std::size_t i) { return "transition " + std::to_string(i) + ": "; }

}  // namespace

Walk::Walk(const StateRules& rules, const Record& start, const Options& options) : rules_(rules) {
  const model::Model& model = rules.model();
  permissions_.resize(model.features.size());
  for (std::size_t f = 0; f < permissions_.size(); ++f) {
    const model::Feature& feature = model.features[f];
    Permission& permission = permissions_[f];
    permission.fixed = feature.fixed;
    permission.caused = feature.caused;
    permission.direction = feature.direction;
    permission.price = &feature.price;
    permission.named = !options.only;
    permission.from_missing = feature.may_be_set || options.set_missing;
  }
  for (FeatureId f : options.allow) {
    Permission& permission = permissions_[f.index()];
    permission.fixed = permission.caused = false;
    permission.direction = Direction::any;
    permission.from_missing = true;
  }
  for (FeatureId f : options.fix) permissions_[f.index()].fixed = true;
  if (options.only) {
    for (FeatureId f : *options.only) permissions_[f.index()].named = true;
  }
  for (const RangeOption& range : options.ranges) {
    permissions_[range.feature.index()].low = range.low;
    permissions_[range.feature.index()].high = range.high;
  }
  for (const CostOption& cost : options.costs)
    permissions_[cost.feature.index()].price = &cost.price;
  desired_ = options.desired ? options.desired : model.desired;

  add(start, {});
  excuses_ = rules_.excuses(states_[0], truths_[0]);
}

void Walk::add(const Record& state, std::vector<Role> roles) {
  states_.push_back(view_of(state));
  for (std::size_t f = 0; f < roles.size(); ++f) {
    if (roles[f] == Role::kept) continue;
    const bool known = std::find(moved_.begin(), moved_.end(), FeatureId(f)) != moved_.end();
    if (!known) moved_.emplace_back(f);
  }
  roles_.push_back(std::move(roles));
  truths_.emplace_back();
  rules_.evaluate(states_.back(), truths_.back());
}

bool Walk::goal(std::size_t i) const {
  const Truth& truth = truths_[i];
  return !truth[rules_.model().undesired.index()] && (!desired_ || truth[desired_->index()]);
}

std::string Walk::broken_lines(FeatureId feature) const {
  std::string lines;
  for (const model::CausalRule* rule : rules_.causal_rules(feature)) {
    lines += (lines.empty() ? "" : ", ") + std::to_string(rule->place.line);
  }
  return lines;
}

void Walk::check_consistent(std::size_t i, Faults& faults) const {
  const model::Model& model = rules_.model();
  for (std::size_t f = 0; f < model.features.size(); ++f) {
    const FeatureId feature(f);
    if (rules_.causal_rules(feature).empty() || fits(i, feature, states_[i][f])) continue;
    faults.push_back(transition_number(i) + model.features[f].name + " = " + words(states_[i][f]) +
                     " breaks the causal rules of " + model.features[f].name + " (lines " +
                     broken_lines(feature) + ")");
  }
  for (std::size_t d = 0; d < model.denials.size(); ++d) {
    if (denial_kept(i, d)) continue;
    faults.push_back(transition_number(i) + "the state breaks the denial of line " +
                     std::to_string(model.denials[d].place.line));
  }
}

Walk::Refusal Walk::refusal(FeatureId feature, const Value* from, const Value& to) const {
  if (!rules_.in_domain(feature, to)) return Refusal::domain;
  const Permission& permission = permissions_[feature.index()];
  if (permission.low && *to.number < *permission.low) return Refusal::range;
  if (permission.high && *to.number > *permission.high) return Refusal::range;
  return from && against(feature, *from, to) ? Refusal::direction : Refusal::none;
}

bool Walk::against(FeatureId feature, const Value& from, const Value& to) const {
  const Direction direction = permissions_[feature.index()].direction;
  if (direction == Direction::any) return false;
  const model::Feature& declared = rules_.model().feature(feature);
  auto order = std::strong_ordering::equal;
  if (declared.numeric()) {
    order = *to.number <=> *from.number;
  } else {
    const auto old_place = place_in(declared, from), new_place = place_in(declared, to);
    if (!old_place || !new_place) return false;  // there is no direction from nowhere
    order = *new_place <=> *old_place;
  }
  return direction == Direction::up ? order < 0 : order > 0;
}

void Walk::check_transition(std::size_t i, Faults& faults) const {
  const StateView &before = states_[i - 1], &after = states_[i];
  const auto fail = [&](const std::string& sentence) {
    faults.push_back(transition_number(i) + sentence);
  };
  bool any_set = false;
  for (std::size_t f = 0; f < after.size(); ++f) {
    const FeatureId feature(f);
    const std::string& name = rules_.model().features[f].name;
    const Permission& permission = permissions_[f];
    const Role role = roles_[i][f];
    const bool changed = !rules_.same(feature, before[f], after[f]);
    any_set = any_set || role == Role::set;
    if (role == Role::kept) {
      if (changed) fail(name + " changes but is neither an action nor an effect");
      continue;
    }
    if (!changed) {
      fail(name + " is listed as a change but keeps its value");
      continue;
    }
    if (!after[f]) {
      fail(name + " becomes missing");
      continue;
    }
    if (permission.fixed) fail(name + " changes although it is fixed");
    if (role == Role::set) {
      if (permission.caused) fail(name + " is set directly although it is caused");
      if (!permission.named) fail(name + " is set directly although --only does not name it");
      if (!before[f] && !permission.from_missing) {
        fail(name + " is set although it is missing and may stay so");
      }
    } else {
      if (rules_.causal_rules(feature).empty()) {
        fail(name + " changes as an effect but has no causal rules");
      } else if (!before[f]) {
        fail(name + " is missing and cannot be changed by an effect");
      } else if (fits(i, feature, before[f])) {
        fail(name + " changes as an effect that nothing forces: its old value " + words(before[f]) +
             " fits its causal rules");
      }
    }
    switch (refusal(feature, before[f], *after[f])) {
      case Refusal::none: break;
      case Refusal::domain: fail(words(after[f]) + " is not in the domain of " + name); break;
      case Refusal::range: fail(words(after[f]) + " is outside the --range of " + name); break;
      case Refusal::direction:
        fail(name + " moves from " + words(before[f]) + " to " + words(after[f]) +
             " but may only " + (permission.direction == Direction::up ? "increase" : "decrease"));
        break;
    }
  }
  if (!any_set) fail("no feature is set directly");
  check_consistent(i, faults);
}

void Walk::check_distinct(std::size_t i, Faults& faults) const {
  for (std::size_t j = 0; j < i; ++j) {
    bool same = true;
    for (std::size_t f = 0; same && f < states_[i].size(); ++f) {
      same = rules_.same(FeatureId(f), states_[i][f], states_[j][f]);
    }
    if (!same) continue;
    faults.push_back(transition_number(i) + "the state is the same as " +
                     (j == 0 ? "the start" : "after transition " + std::to_string(j)));
    return;
  }
}

}  // namespace cogs::path::check
