// SPDX-License-Identifier: Apache-2.0
#include "oracle/rank.h"

#include <algorithm>

namespace cogs::oracle {

bool operator<(const Rank& a, const Rank& b) {
  if (a.cost != b.cost) return a.cost < b.cost;
  if (a.uncertain != b.uncertain) return b.uncertain;
  if (a.touched != b.touched) return a.touched < b.touched;
  if (a.transitions != b.transitions) return a.transitions > b.transitions;
  if (a.change != b.change) return a.change < b.change;
  return a.list < b.list;
}

Ranking::Ranking(Space& space, Enumeration& enumeration, const Record& start)
    : space_(space), enumeration_(enumeration) {
  const Meaning& meaning = space.meaning();
  for (std::size_t f = 0; f < space.feature_count(); ++f) {
    const model::Feature& feature = meaning.model().features[f];
    Number width = 1;
    if (feature.numeric()) {
      const model::NumericDomain& domain = feature.numbers();
      if (domain.low && domain.high) {
        width = *domain.high - *domain.low;
      } else {
        std::vector<Number> named;
        for (const model::Condition& c : conditions_on(meaning, f)) {
          named.push_back(*c.constant.number);
        }
        if (domain.low) named.push_back(*domain.low);
        if (domain.high) named.push_back(*domain.high);
        if (start[f]) named.push_back(*start[f]->number);
        if (!named.empty()) {
          width = *std::max_element(named.begin(), named.end()) -
                  *std::min_element(named.begin(), named.end());
        }
      }
      if (width == Number(0)) width = 1;
    } else if (feature.set().ordered) {
      width = Number(static_cast<std::int64_t>(feature.set().values.size()) - 1);
    }
    width_.push_back(width);
  }
}

Number Ranking::change(std::size_t f, const std::optional<Value>& old, const Value& now) const {
  const model::Feature& feature = space_.meaning().model().features[f];
  if (!old) return 1;
  if (feature.numeric()) return (*now.number - *old->number).absolute() / width_[f];
  const auto from = place_in_order(feature, *old), to = place_in_order(feature, now);
  if (!from || !to) return 1;
  return Number(static_cast<std::int64_t>(std::max(*from, *to) - std::min(*from, *to))) / width_[f];
}

Rank Ranking::rank(const IndexPath& path) {
  Rank rank;
  FeatureMask touched = 0;
  StateNumber before = space_.start();
  for (const IndexStep& step : path) {
    touched |= step.direct | step.effects;
    rank.list.emplace_back();
    for (std::size_t f = 0; f < space_.feature_count(); ++f) {
      const bool direct = (step.direct >> f & 1) != 0;
      if (!direct && !(step.effects >> f & 1)) continue;
      const std::size_t to = space_.digit(step.state, f);
      const std::optional<Value>& old = space_.points(f)[space_.digit(before, f)].value;
      const Value& now = *space_.points(f)[to].value;
      rank.change += change(f, old, now);
      rank.list.back().emplace_back(f, direct ? 0 : 1, to);
    }
    before = step.state;
  }
  rank.cost = enumeration_.cost(path);
  rank.uncertain = !enumeration_.certain(path);
  for (std::size_t f = 0; f < space_.feature_count(); ++f) rank.touched += touched >> f & 1;
  rank.transitions = path.size();
  return rank;
}

}  // namespace cogs::oracle
