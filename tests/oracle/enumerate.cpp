// SPDX-License-Identifier: Apache-2.0
#include "oracle/enumerate.h"

#include <algorithm>
#include <set>

namespace cogs::oracle {

namespace {

FeatureMask mask_of(const std::set<std::size_t>& features) {
  FeatureMask mask = 0;
  for (std::size_t f : features) mask |= FeatureMask{1} << f;
  return mask;
}

std::uint64_t key(StateNumber state, FeatureMask features) {
  return (std::uint64_t{state} << 32) | features;
}

}  // namespace

Enumeration::Enumeration(Space& space, const Restrictions& restrictions, Targets targets)
    : space_(space), restrictions_(restrictions) {
  const Meaning& meaning = space.meaning();
  const model::Model& model = meaning.model();
  targets_.resize(space.feature_count());
  for (std::size_t f = 0; f < space.feature_count(); ++f) {
    if (restrictions.settable(f)) settable_ |= FeatureMask{1} << f;
    if (restrictions.movable(meaning, f)) movable_ |= FeatureMask{1} << f;
    cause_mentions_.push_back(mask_of(meaning.mentioned_by_causes(f)) | FeatureMask{1} << f);

    const std::vector<Point>& points = space.points(f);
    targets_[f].resize(points.size());
    for (std::size_t from = 0; from < points.size(); ++from) {
      for (std::size_t to = 0; to < points.size(); ++to) {
        if (to == from || !points[to].value) continue;
        if (!restrictions.value_allowed(model, f, *points[to].value) ||
            !restrictions.direction_allowed(model, f, points[from].value, *points[to].value)) {
          continue;
        }
        if (targets == Targets::nearest) {
          const bool same_cell = points[from].value && points[from].cell == points[to].cell;
          if (same_cell ||
              space.find(f, space.cells(f).nearest(points[from].value, points[to].cell)) != to) {
            continue;
          }
        }
        targets_[f][from].push_back(to);
      }
    }
  }
  for (std::size_t d = 0; d < meaning.denials().size(); ++d) {
    if (restrictions.denial_binds[d]) denials_ |= std::uint64_t{1} << d;
    denial_mentions_.push_back(mask_of(meaning.mentioned_by_denial(d)));
  }
}

Number Enumeration::cost(FeatureMask used) const {
  Number sum = 0;
  for (std::size_t f = 0; f < space_.feature_count(); ++f) {
    if (used >> f & 1) sum += restrictions_.features[f].cost;
  }
  return sum;
}

bool Enumeration::obeys(std::size_t f, StateNumber state) {
  const Restrictions::OfFeature& of = restrictions_.features[f];
  if (of.causes_lifted) return true;
  const auto own = [&](StateNumber s) {
    const StateFacts& facts = space_.facts(s);
    return ((of.domain_lifted ? facts.obeys_lifted : facts.obeys) >> f & 1) != 0;
  };
  if (own(state)) return true;
  if (own(space_.start())) return false;
  for (std::size_t g = 0; g < space_.feature_count(); ++g) {
    if ((cause_mentions_[f] >> g & 1) &&
        space_.digit(state, g) != space_.digit(space_.start(), g)) {
      return false;
    }
  }
  return true;
}

bool Enumeration::consistent(StateNumber state) {
  for (std::size_t f = 0; f < space_.feature_count(); ++f) {
    if (!obeys(f, state)) return false;
  }
  const std::uint64_t broken = space_.facts(state).denials & denials_;
  const std::uint64_t at_start = space_.facts(space_.start()).denials;
  for (std::size_t d = 0; d < denial_mentions_.size(); ++d) {
    if (!(broken >> d & 1)) continue;
    if (!(at_start >> d & 1)) return false;
    for (std::size_t g = 0; g < space_.feature_count(); ++g) {
      if ((denial_mentions_[d] >> g & 1) &&
          space_.digit(state, g) != space_.digit(space_.start(), g)) {
        return false;
      }
    }
  }
  return true;
}

bool Enumeration::goal(StateNumber state) {
  const std::uint64_t atoms = space_.facts(state).atoms;
  if (atoms >> space_.meaning().model().undesired.index() & 1) return false;
  if (restrictions_.desired && !(atoms >> restrictions_.desired->index() & 1)) return false;
  return consistent(state);
}

const std::vector<Enumeration::Next>& Enumeration::successors(StateNumber from,
                                                              FeatureMask direct) {
  const auto [entry, fresh] = successors_.try_emplace(key(from, direct));
  if (fresh) {
    std::vector<Next> found;
    complete(from, from, direct, 0, 0, found);
    entry->second = std::move(found);
  }
  return entry->second;
}

void Enumeration::complete(StateNumber from, StateNumber state, FeatureMask direct,
                           FeatureMask effects, std::size_t at, std::vector<Next>& found) {
  const std::vector<std::size_t>& order = space_.meaning().causal_order();
  if (at == order.size()) {
    if (consistent(state)) found.push_back({state, effects});
    return;
  }
  // All features that the causal rules of f mention have their new values already.
  const std::size_t f = order[at];
  const FeatureMask bit = FeatureMask{1} << f;
  if (!(direct & bit) && obeys(f, state)) {
    complete(from, state, direct, effects, at + 1, found);
    return;
  }
  if (!(direct & bit)) {
    if (!(movable_ & bit) || !space_.points(f)[space_.digit(from, f)].value) return;
    effects |= bit;
  }
  for (std::size_t to : targets_[f][space_.digit(from, f)]) {
    const StateNumber next = space_.with(state, f, to);
    if (obeys(f, next)) complete(from, next, direct, effects, at + 1, found);
  }
}

int Enumeration::shortest(StateNumber from, FeatureMask used) {
  if (goal(from)) return used == 0 ? 0 : unreachable;
  if (used == 0) return unreachable;
  const std::uint64_t at = key(from, used);
  if (const auto known = shortest_.find(at); known != shortest_.end()) return known->second;
  int best = unreachable;
  for (FeatureMask direct = used; direct != 0; direct = (direct - 1) & used) {
    for (const Next& next : successors(from, direct)) {
      best = std::min(best, 1 + shortest(next.state, used & ~direct));
    }
  }
  best = std::min(best, unreachable);
  shortest_[at] = best;
  return best;
}

bool Enumeration::exists(FeatureMask used) {
  const int least = shortest(space_.start(), used);
  if (least >= unreachable) return false;
  if (restrictions_.max_length && least > static_cast<int>(*restrictions_.max_length)) return false;
  if (!restrictions_.certain) return true;
  bool found = false;
  for_each_path(used, [&](const IndexPath& path) {
    found = certain(path);
    return !found;
  });
  return found;
}

void Enumeration::for_each_path(FeatureMask used,
                                const std::function<bool(const IndexPath&)>& visit) {
  IndexPath path;
  descend(path, used, visit);
}

bool Enumeration::descend(IndexPath& path, FeatureMask left,
                          const std::function<bool(const IndexPath&)>& visit) {
  const StateNumber here = path.empty() ? space_.start() : path.back().state;
  const int least = shortest(here, left);
  if (least >= unreachable) return true;
  if (restrictions_.max_length &&
      path.size() + static_cast<std::size_t>(least) > *restrictions_.max_length) {
    return true;
  }
  if (left == 0) return visit(path);
  for (FeatureMask direct = left; direct != 0; direct = (direct - 1) & left) {
    for (const Next& next : successors(here, direct)) {
      const bool twice = next.state == space_.start() ||
                         std::any_of(path.begin(), path.end(),
                                     [&](const IndexStep& s) { return s.state == next.state; });
      if (twice) continue;
      path.push_back({direct, next.effects, next.state});
      const bool go_on = descend(path, left & ~direct, visit);
      path.pop_back();
      if (!go_on) return false;
    }
  }
  return true;
}

bool Enumeration::permitted(std::size_t f, std::size_t from, std::size_t to) const {
  const std::vector<Point>& points = space_.points(f);
  const model::Model& model = space_.meaning().model();
  return from != to && points[to].value &&
         restrictions_.value_allowed(model, f, *points[to].value) &&
         restrictions_.direction_allowed(model, f, points[from].value, *points[to].value);
}

// Tests a varied path from scratch: only its sets of direct and moved features are taken as
// given.
bool Enumeration::still_path(const IndexPath& path) {
  StateNumber before = space_.start();
  for (std::size_t j = 0; j < path.size(); ++j) {
    const IndexStep& step = path[j];
    if (goal(before) || !consistent(step.state)) return false;
    for (std::size_t f = 0; f < space_.feature_count(); ++f) {
      const std::size_t from = space_.digit(before, f), to = space_.digit(step.state, f);
      const bool effect = (step.effects >> f & 1) != 0;
      if (!effect && !(step.direct >> f & 1)) {
        if (from != to) return false;
        continue;
      }
      if (!permitted(f, from, to)) return false;
      if (effect && obeys(f, space_.with(step.state, f, from))) return false;
    }
    if (step.state == space_.start()) return false;
    for (std::size_t i = 0; i < j; ++i) {
      if (path[i].state == step.state) return false;
    }
    before = step.state;
  }
  return goal(before);
}

bool Enumeration::certain(const IndexPath& path) {
  for (std::size_t j = 0; j < path.size(); ++j) {
    for (std::size_t f = 0; f < space_.feature_count(); ++f) {
      if (!(path[j].effects >> f & 1)) continue;
      for (std::size_t to = 0; to < space_.points(f).size(); ++to) {
        const Point& point = space_.points(f)[to];
        if (!point.value || (!point.in_domain && !restrictions_.features[f].domain_lifted)) {
          continue;
        }
        if (!obeys(f, space_.with(path[j].state, f, to))) continue;
        IndexPath varied = path;
        for (std::size_t k = j; k < path.size(); ++k) {
          if (k > j && ((path[k].direct | path[k].effects) >> f & 1)) break;
          varied[k].state = space_.with(path[k].state, f, to);
        }
        if (!still_path(varied)) return false;
      }
    }
  }
  return true;
}

bool Enumeration::any_path() {
  if (goal(space_.start())) return true;
  if (!restrictions_.certain) return !walk_to_goals(true).empty();
  for (FeatureMask used = settable_; used != 0; used = (used - 1) & settable_) {
    if (exists(used)) return true;
  }
  return false;
}

std::vector<StateNumber> Enumeration::walk_to_goals(bool first_only) {
  if (goal(space_.start())) return {space_.start()};
  // Any walk can be cut to one without repeated states that sets no more features, so states
  // and used sets are enough; with --max-length also the length, breadth first.
  std::set<std::uint64_t> seen;
  std::set<StateNumber> goals;
  std::vector<std::pair<StateNumber, FeatureMask>> now{{space_.start(), 0}};
  for (std::uint32_t length = 0; !now.empty(); ++length) {
    if (restrictions_.max_length && length >= *restrictions_.max_length) break;
    std::vector<std::pair<StateNumber, FeatureMask>> later;
    for (const auto& [state, used] : now) {
      const FeatureMask left = settable_ & ~used;
      for (FeatureMask direct = left; direct != 0; direct = (direct - 1) & left) {
        for (const Next& next : successors(state, direct)) {
          if (!seen.insert(key(next.state, used | direct)).second) continue;
          if (goal(next.state)) {
            goals.insert(next.state);
            if (first_only) return {next.state};
          } else {
            later.push_back({next.state, used | direct});
          }
        }
      }
    }
    now = std::move(later);
  }
  return {goals.begin(), goals.end()};
}

}  // namespace cogs::oracle
