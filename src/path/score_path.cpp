// SPDX-License-Identifier: Apache-2.0
#include "path/score_path.h"

#include <algorithm>

namespace cogs::path {

template <class Amount>
ScoreStates<Amount>::ScoreStates(const ScoreLeaves<Amount>& leaves, const Problem& problem,
                                 const state::Evaluator& at_start)
    : plan_(leaves.plan()),
      leaves_(leaves),
      problem_(problem),
      compiled_(problem.situation.compiled()) {
  for (std::uint32_t f = 0; f < plan_.features.size(); ++f) {
    start_.push_back(leaves.standing(f).cell);
  }
  const auto in_force = [&](std::uint32_t denial) {
    return !problem.situation.denial_off(denial) && !at_start.void_denial(denial);
  };
  model::Points need = plan_.need;
  for (const ScorePlan::Band& band : plan_.bands) {
    if (in_force(band.denial)) bands_.push_back(band);
  }
  std::sort(bands_.begin(), bands_.end(),
            [](const auto& a, const auto& b) { return a.low < b.low; });
  for (const ScorePlan::Band& band : bands_) {
    if (band.low <= need && band.high >= need) need = band.high + 1;
  }
  for (const ScorePlan::Band& band : bands_) usable_ = usable_ && band.high < need;
  // An amount that no sum comes to may be too large for the type.
  usable_ = usable_ && need < model::Points{1} << 61 && need > -(model::Points{1} << 61);
  if constexpr (sizeof(Amount) == sizeof(model::Points)) {
    usable_ = true;
    for (const ScorePlan::Band& band : bands_) usable_ = usable_ && band.high < need;
  }
  need_ = static_cast<Amount>(need);
  for (const ScorePlan::Nogood& nogood : plan_.nogoods) {
    if (nogood.denial != ScorePlan::no_denial && !in_force(nogood.denial)) continue;
    nogoods_.push_back(&nogood);
    for (const std::uint32_t f : nogood.local) in_nogoods_ |= bit_of(f);
    if (holds(nogood, start_)) usable_ = false;  // it has to be got away from as well
  }
}

template <class Amount>
bool ScoreStates<Amount>::holds(const ScorePlan::Nogood& nogood, const Cells& cells) const {
  for (std::size_t i = 0; i < nogood.tests.size(); ++i) {
    if (!state::has(compiled_.pool.data() + nogood.tests[i].offset, cells[nogood.local[i]])) {
      return false;
    }
  }
  return true;
}

template <class Amount>
FeatureMask ScoreStates<Amount>::guilty(const ScoreChanges& changes) const {
  if (nogoods_.empty()) return 0;
  Cells cells = start_;
  for (const auto& [f, cell] : changes.cells) cells[f] = cell;
  for (const ScorePlan::Nogood* nogood : nogoods_) {
    if (!holds(*nogood, cells)) continue;
    FeatureMask features = 0;
    for (const std::uint32_t f : nogood->local) features |= bit_of(f);
    return features;
  }
  return 0;
}

template <class Amount>
bool ScoreStates<Amount>::consistent(const Cells& cells, Amount score) const {
  for (const ScorePlan::Band& band : bands_) {
    if (band.low <= score && score <= band.high) return false;
  }
  return std::none_of(nogoods_.begin(), nogoods_.end(), [&](const ScorePlan::Nogood* nogood) {
    return nogood->denial != ScorePlan::no_denial && holds(*nogood, cells);
  });
}

template <class Amount>
bool ScoreStates<Amount>::goal(const Cells& cells, Amount score) const {
  return score >= plan_.need &&
         std::none_of(nogoods_.begin(), nogoods_.end(), [&](const ScorePlan::Nogood* nogood) {
           return nogood->denial == ScorePlan::no_denial && holds(*nogood, cells);
         });
}

template <class Amount>
std::optional<Path> ScoreStates<Amount>::path(const ScoreChanges& changes) const {
  const state::Situation& situation = problem_.situation;
  std::vector<Cells> states{start_};
  for (std::size_t i = 0; i < changes.cells.size(); ++i) {
    states.push_back(states.back());
    states.back()[changes.cells[i].first] = changes.cells[i].second;
    const auto& [f, cell] = changes.cells[i];
    const Amount score =
        i == 0 ? leaves_.at_start() + leaves_.alone(f)[cell] : leaves_.score_at(states.back());
    const bool last = i + 1 == changes.cells.size();
    if (!consistent(states.back(), score) || goal(states.back(), score) != last) return {};
  }
  Path path;
  path.cost = 0;
  Record now = situation.start();
  for (std::size_t i = 0; i < changes.cells.size(); ++i) {
    const auto& [f, cell] = changes.cells[i];
    const std::uint32_t id = plan_.features[f].id;
    Transition step;
    Change change{model::FeatureId(id), now[id], situation.nearest(id, now[id], cell), {}};
    change.range =
        range(f, cell, {states.begin() + static_cast<std::ptrdiff_t>(i) + 1, states.end()});
    change.cost = problem_.prices.of(id, change.from, change.to);
    path.cost += *change.cost;
    now[id] = change.to;
    step.actions.push_back(std::move(change));
    step.state = now;
    path.transitions.push_back(std::move(step));
  }
  return path;
}

// Is nothing else changed in this state?
template <class Amount>
bool ScoreStates<Amount>::alone(const Cells& state, std::uint32_t f) const {
  for (std::uint32_t g = 0; g < state.size(); ++g) {
    if (g != f && state[g] != start_[g]) return false;
  }
  return true;
}

// With these values the states from here on are what they are now: the last one a goal, those
// before it not, all of them consistent.
template <class Amount>
ValueSet ScoreStates<Amount>::range(std::uint32_t f, std::uint32_t cell,
                                    const std::vector<Cells>& states) const {
  const ScorePlan::Feature& feature = plan_.features[f];
  const Standing& at = leaves_.standing(f);
  std::vector<char> good(feature.cells, 0);
  if (feature.numeric) {
    std::fill(good.begin() + at.first_below, good.begin() + at.end_below, 1);
    if (at.first_above < at.end_above) {
      std::fill(good.begin() + at.first_above, good.begin() + at.end_above, 1);
    }
  } else {
    for (std::uint32_t c = 0; c < feature.cells; ++c) good[c] = at.mask >> c & 1;
  }
  std::vector<Amount> curve;
  for (const Cells& state : states) {
    const bool last = &state == &states.back();
    if (alone(state, f)) {
      curve = leaves_.alone(f);
      for (Amount& each : curve) each += leaves_.at_start();
    } else {
      leaves_.curve_at(state, f, curve);
    }
    Cells varied = state;
    for (std::uint32_t c = 0; c < feature.cells; ++c) {
      if (!good[c]) continue;
      varied[f] = c;
      good[c] = consistent(varied, curve[c]) && goal(varied, curve[c]) == last;
    }
  }
  const auto& cells = compiled_.features[feature.id].cells;
  if (feature.numeric) {
    std::uint32_t low = cell, high = cell;
    while (low > 0 && good[low - 1]) --low;
    while (high + 1 < feature.cells && good[high + 1]) ++high;
    model::Interval interval = cells[low].interval;
    interval.high = cells[high].interval.high;
    interval.high_open = cells[high].interval.high_open;
    return std::vector<model::Interval>{interval};
  }
  std::vector<std::uint32_t> places;
  for (std::uint32_t c = 0; c < feature.cells; ++c) {
    if (good[c]) places.insert(places.end(), cells[c].values.begin(), cells[c].values.end());
  }
  std::sort(places.begin(), places.end());
  const auto& listed = compiled_.model->features[feature.id].set().values;
  std::vector<Value> values;
  for (const std::uint32_t place : places) values.push_back(listed[place].value);
  return values;
}

template class ScoreStates<std::int64_t>;
template class ScoreStates<model::Points>;

}  // namespace cogs::path
