// SPDX-License-Identifier: Apache-2.0
#include "oracle/enumerate.h"

#include <algorithm>
#include <set>

#include "oracle/prices.h"

namespace cogs::oracle {

namespace {

std::uint64_t key(StateNumber state, FeatureMask features) {
  return (std::uint64_t{state} << 32) | features;
}

}  // namespace

Enumeration::Enumeration(Space& space, const Restrictions& restrictions, Targets targets)
    : space_(space), restrictions_(restrictions) {
  const Meaning& meaning = space.meaning();
  const model::Model& model = meaning.model();
  targets_.resize(space.feature_count());
  fitting_.resize(space.feature_count());
  causes_of_.assign(space.feature_count(), 0);
  for (std::size_t c = 0; c < meaning.causes().size(); ++c) {
    causes_of_[meaning.causes()[c].feature] |= std::uint64_t{1} << c;
  }
  for (std::size_t f = 0; f < space.feature_count(); ++f) {
    const bool missing = space.has_start() && !space.points(f)[space.digit(space.start(), f)].value;
    if (restrictions.settable(f, missing)) settable_ |= FeatureMask{1} << f;
    if (restrictions.movable(meaning, f)) movable_ |= FeatureMask{1} << f;
    const std::vector<Point>& points = space.points(f);
    prices_.emplace_back(points.size() * points.size());
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
  }
  if (space.has_start()) find_excuses();
}

// What the start breaks does not bind this record.
void Enumeration::find_excuses() {
  const StateFacts& start = space_.facts(space_.start());
  std::uint64_t in_vain = 0;
  FeatureMask unsupported = 0;
  for (std::size_t f = 0; f < space_.feature_count(); ++f) {
    const std::size_t at = space_.digit(space_.start(), f);
    const Point& point = space_.points(f)[at];
    if (!point.value) continue;
    const model::CausalMode mode = space_.meaning().model().features[f].mode;
    const bool listed = point.in_domain || restrictions_.features[f].domain_lifted;
    std::uint64_t heads = 0;
    for (std::size_t c = 0; c < space_.meaning().causes().size(); ++c) {
      if ((causes_of_[f] >> c & 1) && listed && space_.in_head(c, at))
        heads |= std::uint64_t{1} << c;
    }
    const std::uint64_t owed = start.causes & causes_of_[f];
    if (mode != model::CausalMode::if_ && heads != 0 && (heads & owed) == 0) {
      unsupported |= FeatureMask{1} << f;
    }
    if (mode == model::CausalMode::only_if) continue;
    // Without the support that is judged apart, a value fits just where the `if` part holds.
    unsupported_ = FeatureMask{1} << f;
    if (!fitting(f, owed)[at]) in_vain |= owed & ~heads;
    unsupported_ = 0;
    fitting_[f].clear();
  }
  in_vain_ = in_vain;
  unsupported_ = unsupported;
  denials_ &= ~start.denials;
}

const std::vector<char>& Enumeration::fitting(std::size_t f, std::uint64_t causes) {
  const auto [entry, fresh] = fitting_[f].try_emplace(causes);
  if (!fresh) return entry->second;
  const std::vector<Point>& points = space_.points(f);
  const model::CausalMode mode = space_.meaning().model().features[f].mode;
  std::vector<std::uint64_t> heads(points.size(), 0);
  for (std::size_t p = 0; p < points.size(); ++p) {
    const bool listed = points[p].in_domain || restrictions_.features[f].domain_lifted;
    if (!points[p].value || !listed) continue;
    for (std::size_t c = 0; c < space_.meaning().causes().size(); ++c) {
      if ((causes_of_[f] >> c & 1) && space_.in_head(c, p)) heads[p] |= std::uint64_t{1} << c;
    }
  }
  const std::uint64_t owed = causes & ~in_vain_;
  for (std::size_t p = 0; p < points.size(); ++p) {
    bool fits = true;
    if (points[p].value && mode != model::CausalMode::only_if && owed != 0) {
      const std::uint64_t own = heads[p] & owed;
      fits = own != 0;
      for (std::uint64_t other : heads) {
        if ((other & own) == own && (other & owed) != own) fits = false;
      }
    }
    if (points[p].value && mode != model::CausalMode::if_) {
      const bool excused =
          (unsupported_ >> f & 1) && space_.has_start() && p == space_.digit(space_.start(), f);
      fits = fits && (excused || heads[p] == 0 || (heads[p] & causes) != 0);
    }
    entry->second.push_back(fits);
  }
  return entry->second;
}

bool Enumeration::obeys(std::size_t f, StateNumber state) {
  if (causes_of_[f] == 0 || restrictions_.features[f].causes_lifted) return true;
  return fitting(f, space_.facts(state).causes & causes_of_[f])[space_.digit(state, f)] != 0;
}

bool Enumeration::consistent(StateNumber state) {
  for (std::size_t f = 0; f < space_.feature_count(); ++f) {
    if (!obeys(f, state)) return false;
  }
  return (space_.facts(state).denials & denials_) == 0;
}

Number Enumeration::price(std::size_t f, std::size_t from, std::size_t to) {
  const std::vector<Point>& points = space_.points(f);
  std::optional<Number>& known = prices_[f][from * points.size() + to];
  if (!known) {
    known = price_of_change(space_.meaning().model().features[f], restrictions_.features[f].price,
                            points[from].value, *points[to].value);
  }
  return *known;
}

Number Enumeration::price(StateNumber from, FeatureMask direct, StateNumber to) {
  Number sum = 0;
  for (std::size_t f = 0; f < space_.feature_count(); ++f) {
    if (direct >> f & 1) sum += price(f, space_.digit(from, f), space_.digit(to, f));
  }
  return sum;
}

Number Enumeration::cost(const IndexPath& path) {
  Number sum = 0;
  StateNumber before = space_.start();
  for (const IndexStep& step : path) {
    sum += price(before, step.direct, step.state);
    before = step.state;
  }
  return sum;
}

Number Enumeration::floor_cost(FeatureMask used) {
  Number sum = 0;
  for (std::size_t f = 0; f < space_.feature_count(); ++f) {
    if (!(used >> f & 1)) continue;
    std::optional<Number> least;
    for (std::size_t from = 0; from < targets_[f].size(); ++from) {
      for (std::size_t to : targets_[f][from]) {
        const Number here = price(f, from, to);
        if (!least || here < *least) least = here;
      }
    }
    sum += least.value_or(1);
  }
  return sum;
}

bool Enumeration::without_distances() const {
  for (std::size_t f = 0; f < space_.feature_count(); ++f) {
    if ((settable_ >> f & 1) && !without_distance(restrictions_.features[f].price)) return false;
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

std::optional<Number> Enumeration::cheapest(StateNumber from, FeatureMask used) {
  if (shortest(from, used) >= unreachable) return std::nullopt;
  if (used == 0) return Number(0);
  const std::uint64_t at = key(from, used);
  if (const auto known = cheapest_.find(at); known != cheapest_.end()) return known->second;
  std::optional<Number> best;
  for (FeatureMask direct = used; direct != 0; direct = (direct - 1) & used) {
    for (const Next& next : successors(from, direct)) {
      const std::optional<Number> rest = cheapest(next.state, used & ~direct);
      if (!rest) continue;
      const Number whole = price(from, direct, next.state) + *rest;
      if (!best || whole < *best) best = whole;
    }
  }
  cheapest_[at] = best;
  return best;
}

bool Enumeration::exists(FeatureMask used) {
  const int least = shortest(space_.start(), used);
  if (least >= unreachable) return false;
  if (restrictions_.max_length && least > static_cast<int>(*restrictions_.max_length)) return false;
  if (!restrictions_.certain) return true;
  bool found = false;
  for_each_path({used, nullptr, nullptr}, [&](const IndexPath& path) {
    found = certain(path);
    return !found;
  });
  return found;
}

bool Enumeration::exists(const Choice& choice) {
  FeatureMask used = 0;
  for (const auto& action : choice) used |= FeatureMask{1} << action.first;
  bool found = false;
  for_each_path({used, nullptr, &choice}, [&](const IndexPath& path) {
    found = !restrictions_.certain || certain(path);
    return !found;
  });
  return found;
}

void Enumeration::for_each_path(const Wanted& wanted,
                                const std::function<bool(const IndexPath&)>& visit) {
  IndexPath path;
  descend(path, wanted.used, 0, wanted, visit);
}

bool Enumeration::leads_to(StateNumber state, FeatureMask direct, const Choice& choice) const {
  for (std::size_t f = 0; f < space_.feature_count(); ++f) {
    if (!(direct >> f & 1)) continue;
    if (space_.points(f)[space_.digit(state, f)].cell != choice.at(f)) return false;
  }
  return true;
}

bool Enumeration::descend(IndexPath& path, FeatureMask left, const Number& spent,
                          const Wanted& wanted,
                          const std::function<bool(const IndexPath&)>& visit) {
  const StateNumber here = path.empty() ? space_.start() : path.back().state;
  const int least = shortest(here, left);
  if (least >= unreachable) return true;
  if (restrictions_.max_length &&
      path.size() + static_cast<std::size_t>(least) > *restrictions_.max_length) {
    return true;
  }
  if (wanted.most && *wanted.most && spent + *cheapest(here, left) > **wanted.most) return true;
  if (left == 0) return visit(path);
  for (FeatureMask direct = left; direct != 0; direct = (direct - 1) & left) {
    for (const Next& next : successors(here, direct)) {
      if (wanted.choice && !leads_to(next.state, direct, *wanted.choice)) continue;
      const bool twice = next.state == space_.start() ||
                         std::any_of(path.begin(), path.end(),
                                     [&](const IndexStep& s) { return s.state == next.state; });
      if (twice) continue;
      const Number paid = wanted.most ? spent + price(here, direct, next.state) : Number(0);
      path.push_back({direct, next.effects, next.state});
      const bool go_on = descend(path, left & ~direct, paid, wanted, visit);
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
