// SPDX-License-Identifier: Apache-2.0
#include "path/score_boxes.h"

#include <algorithm>

namespace cogs::path {

namespace {

std::uint32_t low_of(std::uint64_t region) { return static_cast<std::uint32_t>(region); }
std::uint32_t high_of(std::uint64_t region) { return static_cast<std::uint32_t>(region >> 32); }

}  // namespace

template <class Amount>
void ScoreBoxes<Amount>::improve(FeatureMask set, ScoreChanges& best) {
  best_ = &best;
  prepare(set);
  Box box;
  choose_sides(0, box);
  live_.clear();
}

// Curves of the features, less what trees that are kept as leaves have in them; those leaves.
template <class Amount>
void ScoreBoxes<Amount>::prepare(FeatureMask set) {
  count_ = 0;
  for_each_feature(set, [&](std::uint32_t f) {
    Dimension& made = dimensions_[count_++];
    made.feature = f;
    made.numeric = leaves_.plan().features[f].numeric;
    made.curve = leaves_.alone(f);
  });
  live_.clear();
  regions_.clear();
  const ScoreForest<Amount>& forest = leaves_.forest();
  // Which trees have several of the features a part in?
  asked_.assign(leaves_.trees(), 0);
  members_.clear();
  for (const auto& group : leaves_.groups()) {
    if (group.asks & ~set) continue;
    const auto* member = leaves_.grouped(group);
    for (std::uint32_t i = 0; i < group.count; ++i) {
      asked_[member[i].tree] |= forest.asks[member[i].leaf] & set;
    }
  }
  for (const auto& group : leaves_.groups()) {
    if (group.asks & ~set) continue;
    const auto* member = leaves_.grouped(group);
    for (std::uint32_t i = 0; i < group.count; ++i) {
      const FeatureMask asked = asked_[member[i].tree];
      if ((asked & (asked - 1)) != 0) add_leaf(member[i].tree, member[i].leaf, group.asks);
    }
  }
  // By tree, in the order of the trees.
  place_.assign(leaves_.trees() + 1, 0);
  for (const Live& live : members_) ++place_[live.tree + 1];
  for (std::size_t t = 1; t < place_.size(); ++t) place_[t] += place_[t - 1];
  live_.resize(members_.size());
  for (const Live& live : members_) live_[place_[live.tree]++] = live;
}

// A leaf of a tree over several of the features: its part in the curves is taken back.
template <class Amount>
void ScoreBoxes<Amount>::add_leaf(std::uint32_t tree, std::uint32_t leaf, FeatureMask asks) {
  const Amount gain = leaves_.forest().values[leaf] - leaves_.own(tree);
  const auto first = static_cast<std::uint32_t>(regions_.size());
  bool empty = false;  // where a tree asks twice for the same thing, some leaves are nobody's
  for (std::size_t d = 0; d < count_; ++d) {
    Dimension& dimension = dimensions_[d];
    const std::uint32_t f = dimension.feature;
    const Standing& at = leaves_.standing(f);
    const LeafRegion* region = leaves_.region(leaf, f);
    if (!region) {
      regions_.push_back(dimension.numeric ? ~std::uint64_t{0} << 32 : ~std::uint64_t{0});
      continue;
    }
    if (dimension.numeric) {
      regions_.push_back(region->low | static_cast<std::uint64_t>(region->high) << 32);
      empty = empty || region->low >= region->high;
    } else {
      regions_.push_back(region->mask);
      empty = empty || !(region->mask & (at.mask | bit_of(at.cell)));
    }
    if (asks != bit_of(f) || empty) continue;
    if (dimension.numeric) {
      for (std::uint32_t cell = region->low; cell < region->high; ++cell) {
        dimension.curve[cell] -= gain;
      }
    } else {
      for (std::uint64_t rest = region->mask & at.mask; rest != 0; rest &= rest - 1) {
        dimension.curve[static_cast<unsigned>(__builtin_ctzll(rest))] -= gain;
      }
    }
  }
  if (!empty) members_.push_back({gain, tree, first});
}

// A number goes up or down; boxes lie on one side.
template <class Amount>
void ScoreBoxes<Amount>::choose_sides(std::size_t d, Box& box) {
  if (stopped_) return;
  if (d == count_) {
    const std::size_t first = live_.size();
    live_.insert(live_.end(), live_.begin(), live_.begin() + static_cast<std::ptrdiff_t>(first));
    keep_what_meets(box, first);
    explore(box, first, 0);
    live_.resize(first);
    return;
  }
  const Standing& at = leaves_.standing(dimensions_[d].feature);
  if (!dimensions_[d].numeric) {
    box[d].mask = at.mask;
    choose_sides(d + 1, box);
    return;
  }
  if (at.first_above < at.end_above) {
    box[d] = {at.first_above, at.end_above, true, 0};
    choose_sides(d + 1, box);
  }
  if (at.first_below < at.end_below) {
    box[d] = {at.first_below, at.end_below, false, 0};
    choose_sides(d + 1, box);
  }
}

template <class Amount>
bool ScoreBoxes<Amount>::meets(const Live& live, std::size_t d, const Side& side) const {
  const std::uint64_t region = regions_[live.leaf + d];
  if (!dimensions_[d].numeric) return (region & side.mask) != 0;
  return low_of(region) < side.high && side.low < high_of(region);
}

template <class Amount>
bool ScoreBoxes<Amount>::holds_corner(const Live& live) const {
  for (std::size_t d = 0; d < count_; ++d) {
    const std::uint64_t region = regions_[live.leaf + d];
    const std::uint32_t cell = corner_[d];
    if (dimensions_[d].numeric ? cell < low_of(region) || cell >= high_of(region)
                               : !(region >> cell & 1)) {
      return false;
    }
  }
  return true;
}

template <class Amount>
void ScoreBoxes<Amount>::keep_what_meets(const Box& box, std::size_t first) {
  const auto begin = live_.begin() + static_cast<std::ptrdiff_t>(first);
  live_.erase(std::remove_if(begin, live_.end(),
                             [&](const Live& live) {
                               for (std::size_t d = 0; d < count_; ++d) {
                                 if (!meets(live, d, box[d])) return true;
                               }
                               return false;
                             }),
              live_.end());
}

// The cheapest, nearest and first declared cell.
template <class Amount>
std::uint32_t ScoreBoxes<Amount>::corner(std::size_t d, const Side& side) const {
  if (dimensions_[d].numeric) return side.rising ? side.low : side.high - 1;
  const std::uint32_t f = dimensions_[d].feature;
  std::uint32_t best = 0;
  bool any = false;
  for (std::uint64_t rest = side.mask; rest != 0; rest &= rest - 1) {
    const auto cell = static_cast<std::uint32_t>(__builtin_ctzll(rest));
    if (any) {
      const Cost price = rank_.price(f, cell), least = rank_.price(f, best);
      if (price > least) continue;
      if (price == least && rank_.change(f, cell) >= rank_.change(f, best)) continue;
    }
    best = cell;
    any = true;
  }
  return best;
}

template <class Amount>
Amount ScoreBoxes<Amount>::most(std::size_t d, const Side& side) const {
  const Amount* curve = dimensions_[d].curve.data();
  if (dimensions_[d].numeric) return *std::max_element(curve + side.low, curve + side.high);
  Amount most = curve[__builtin_ctzll(side.mask)];
  for (std::uint64_t rest = side.mask; rest != 0; rest &= rest - 1) {
    most = std::max(most, curve[__builtin_ctzll(rest)]);
  }
  return most;
}

// Cuts off what has less; the best is never cut off. True: something was.
template <class Amount>
bool ScoreBoxes<Amount>::shave(std::size_t d, Side& side, Amount least) const {
  const Amount* curve = dimensions_[d].curve.data();
  const Side before = side;
  if (dimensions_[d].numeric) {
    while (curve[side.low] < least) ++side.low;
    while (curve[side.high - 1] < least) --side.high;
    return side.low != before.low || side.high != before.high;
  }
  for (std::uint64_t rest = side.mask; rest != 0; rest &= rest - 1) {
    const auto cell = static_cast<unsigned>(__builtin_ctzll(rest));
    if (curve[cell] < least) side.mask &= ~(std::uint64_t{1} << cell);
  }
  return side.mask != before.mask;
}

// The live leaves from `first` on are this box's own.
template <class Amount>
void ScoreBoxes<Amount>::explore(Box box, std::size_t first, Amount known) {
  ++boxes_;
  budget_.spend();
  if (stopped_ || budget_.exhausted()) {
    stopped_ = true;
    return;
  }
  while (true) {
    Amount upper = known;
    std::array<Amount, most_features> highest;
    for (std::size_t d = 0; d < count_; ++d) upper += highest[d] = most(d, box[d]);
    // Trees of which one leaf is left are known.
    std::size_t kept = first;
    for (std::size_t i = first; i < live_.size();) {
      std::size_t end = i + 1;
      Amount best = live_[i].gain;
      for (; end < live_.size() && live_[end].tree == live_[i].tree; ++end) {
        best = std::max(best, live_[end].gain);
      }
      upper += best;
      if (end == i + 1) {
        known += best;
      } else if (kept == i) {
        kept = end;
      } else {
        kept =
            static_cast<std::size_t>(std::copy(live_.begin() + static_cast<std::ptrdiff_t>(i),
                                               live_.begin() + static_cast<std::ptrdiff_t>(end),
                                               live_.begin() + static_cast<std::ptrdiff_t>(kept)) -
                                     live_.begin());
      }
      i = end;
    }
    live_.resize(kept);
    if (upper < gap_) return;
    bool changed = false;
    for (std::size_t d = 0; d < count_; ++d) {
      changed = shave(d, box[d], gap_ - (upper - highest[d])) || changed;
    }
    if (!changed) break;
    keep_what_meets(box, first);
  }
  ScoreChanges here;
  here.cost = 0;
  corner_.resize(count_);
  Amount sum = known;
  for (std::size_t d = 0; d < count_; ++d) {
    const std::uint32_t f = dimensions_[d].feature;
    const std::uint32_t cell = corner_[d] = corner(d, box[d]);
    here.cost += rank_.price(f, cell);
    here.change += rank_.change(f, cell);
    sum += dimensions_[d].curve[cell];
  }
  if (!rank_.hopeful(here.cost, count_, here.change, *best_)) return;
  for (std::size_t d = 0; d < count_; ++d) {
    here.cells.emplace_back(dimensions_[d].feature, corner_[d]);
  }
  if (best_->found() && !rank_.better(here, *best_)) return;
  // Where is the most to be had beyond the corner?
  Amount widest = -1;
  std::size_t widest_leaf = 0;
  for (std::size_t i = first; i < live_.size();) {
    std::size_t best = i, end = i;
    Amount now = 0;
    for (; end < live_.size() && live_[end].tree == live_[i].tree; ++end) {
      if (live_[end].gain > live_[best].gain) best = end;
      if (holds_corner(live_[end])) now = live_[end].gain;
    }
    sum += now;
    if (live_[best].gain - now > widest) {
      widest = live_[best].gain - now;
      widest_leaf = best;
    }
    i = end;
  }
  std::size_t dimension = count_;
  if (sum >= gap_) {
    const FeatureMask guilty = guilty_(here);
    if (guilty == 0) {
      *best_ = std::move(here);
      return;
    }
    // Another cell of one of these.
    for (std::size_t d = 0; d < count_ && dimension == count_; ++d) {
      const bool single = dimensions_[d].numeric ? box[d].high - box[d].low == 1
                                                 : (box[d].mask & (box[d].mask - 1)) == 0;
      if ((guilty >> dimensions_[d].feature & 1) && !single) dimension = d;
    }
    if (dimension == count_) return;
    Side far = box[dimension];
    if (!dimensions_[dimension].numeric) {
      far.mask &= ~(std::uint64_t{1} << corner_[dimension]);
    } else if (far.rising) {
      ++far.low;
    } else {
      --far.high;
    }
    divide(box, first, known, dimension, far);
    return;
  }
  // A curve whose best is farther above the corner than any tree's?
  for (std::size_t d = 0; d < count_; ++d) {
    const Amount width = most(d, box[d]) - dimensions_[d].curve[corner_[d]];
    if (width <= widest) continue;
    widest = width;
    dimension = d;
  }
  if (widest <= 0) return;
  if (dimension < count_) {
    const Amount* curve = dimensions_[dimension].curve.data();
    Side far = box[dimension];
    const Amount middle = curve[corner_[dimension]] + (widest + 1) / 2;
    if (!dimensions_[dimension].numeric) {
      for (std::uint64_t rest = far.mask; rest != 0; rest &= rest - 1) {
        const auto cell = static_cast<unsigned>(__builtin_ctzll(rest));
        if (curve[cell] < middle) far.mask &= ~(std::uint64_t{1} << cell);
      }
    } else if (far.rising) {
      while (curve[far.low] < middle) ++far.low;
    } else {
      while (curve[far.high - 1] < middle) --far.high;
    }
    divide(box, first, known, dimension, far);
    return;
  }
  // Towards the best leaf, in a feature whose corner it does not hold.
  for (std::size_t d = 0; d < count_; ++d) {
    const std::uint64_t region = regions_[live_[widest_leaf].leaf + d];
    const std::uint32_t cell = corner_[d];
    Side far = box[d];
    if (!dimensions_[d].numeric) {
      if (region >> cell & 1) continue;
      far.mask &= region;
    } else if (cell < low_of(region)) {
      far.low = low_of(region);
    } else if (cell >= high_of(region)) {
      far.high = high_of(region);
    } else {
      continue;
    }
    divide(box, first, known, d, far);
    return;
  }
}

// The far side and what is left of the box; the far side first while nothing is known.
template <class Amount>
void ScoreBoxes<Amount>::divide(const Box& box, std::size_t first, Amount known, std::size_t d,
                                const Side& far) {
  Side near = box[d];
  if (!dimensions_[d].numeric) {
    near.mask &= ~far.mask;
  } else if (far.rising) {
    near.high = far.low;
  } else {
    near.low = far.high;
  }
  const bool far_first = !best_->found();
  const std::size_t end = live_.size();
  for (const bool take_far : {far_first, !far_first}) {
    Box part = box;
    part[d] = take_far ? far : near;
    for (std::size_t i = first; i < end; ++i) {
      if (meets(live_[i], d, part[d])) {
        const Live live = live_[i];
        live_.push_back(live);
      }
    }
    explore(part, end, known);
    live_.resize(end);
  }
}

template class ScoreBoxes<std::int64_t>;
template class ScoreBoxes<model::Points>;

}  // namespace cogs::path
