// SPDX-License-Identifier: Apache-2.0
#include "path/check_vary.h"

#include <utility>

namespace cogs::path::check {

Variation::Variation(Walk& walk, std::size_t i, FeatureId feature)
    : walk_(walk),
      first_(i),
      end_(i + 1),
      feature_(feature),
      dependents_(walk.rules_.dependents(feature)) {
  const std::size_t f = feature.index();
  while (end_ <= walk.last() && walk.roles_[end_][f] == Role::kept) ++end_;

  memos_.assign(end_ - first_, walk.rules_.memo(feature));
  const auto& rules = walk.rules_.model().rules;
  std::vector<char> row(walk.rules_.model().atoms.size(), 0);
  for (std::size_t j = first_; j < end_; ++j) {
    for (AtomId atom : dependents_.atoms) row[atom.index()] = 0;
    for (std::uint32_t r : dependents_.other_rules) {
      char& head = row[rules[r].head.index()];
      head = head || walk.rules_.body_holds(rules[r].body, walk.states_[j], walk.truths_[j]);
    }
    for (AtomId atom : dependents_.atoms) {
      original_.push_back(walk.truths_[j][atom.index()]);
      blind_.push_back(row[atom.index()]);
    }
    // Within the stretch states stay apart, because they differ in other features.
    for (std::size_t k = 0; k <= walk.last(); ++k) {
      const bool outside = k < first_ || k >= end_;
      if (outside && agree_but_here(j, k)) taken_.push_back(walk.states_[k][f]);
    }
  }
}

bool Variation::agree_but_here(std::size_t j, std::size_t k) const {
  for (FeatureId f : walk_.moved_) {
    if (f == feature_) continue;
    const Value *here = walk_.states_[j][f.index()], *there = walk_.states_[k][f.index()];
    if (!walk_.rules_.same(f, here, there)) return false;
  }
  return true;
}

bool Variation::still_path(const Value& value) {
  if (!ends_fit(value)) return false;
  const std::size_t f = feature_.index(), atoms = dependents_.atoms.size();
  bool ok = true;
  for (std::size_t j = first_; ok && j < end_; ++j) {
    Truth& truth = walk_.truths_[j];
    const std::size_t row = (j - first_) * atoms;
    for (std::size_t a = 0; a < atoms; ++a) truth[dependents_.atoms[a].index()] = blind_[row + a];
    const Value* saved = std::exchange(walk_.states_[j][f], &value);
    walk_.rules_.apply(dependents_.rules, walk_.states_[j], truth, memos_[j - first_]);
    ok = state_fits(j, value);
    walk_.states_[j][f] = saved;
    for (std::size_t a = 0; a < atoms; ++a) {
      truth[dependents_.atoms[a].index()] = original_[row + a];
    }
  }
  return ok;
}

// The change to the value, the next change away from it, and no state twice.
bool Variation::ends_fit(const Value& value) const {
  const std::size_t f = feature_.index();
  const Value* before = walk_.states_[first_ - 1][f];
  if (walk_.rules_.same(feature_, before, &value)) return false;
  if (walk_.refusal(feature_, before, value) != Walk::Refusal::none) return false;
  for (const Value* taken : taken_) {
    if (walk_.rules_.same(feature_, taken, &value)) return false;
  }
  if (end_ > walk_.last()) return true;
  const Value* next = walk_.states_[end_][f];
  if (walk_.rules_.same(feature_, &value, next)) return false;
  if (walk_.refusal(feature_, &value, *next) != Walk::Refusal::none) return false;
  return walk_.roles_[end_][f] != Role::effect || !walk_.fits(end_, feature_, &value);
}

// State j with the value in place: consistent, a goal only at the end, and the effects of
// transition j still forced.
bool Variation::state_fits(std::size_t j, const Value& value) const {
  if (walk_.goal(j) != (j == walk_.last())) return false;
  if (!walk_.fits(j, feature_, &value)) return false;
  for (FeatureId other : dependents_.causal_features) {
    const std::size_t o = other.index();
    if (!walk_.fits(j, other, walk_.states_[j][o])) return false;
    if (walk_.roles_[j][o] == Role::effect && walk_.fits(j, other, walk_.states_[j - 1][o])) {
      return false;
    }
  }
  for (std::size_t denial : dependents_.denials) {
    if (!walk_.denial_kept(j, denial)) return false;
  }
  return true;
}

}  // namespace cogs::path::check
