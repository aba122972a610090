// SPDX-License-Identifier: Apache-2.0
#include "path/score_leaves.h"

#include <algorithm>

namespace cogs::path {

template <class Amount>
ScoreLeaves<Amount>::ScoreLeaves(const ScorePlan& plan, const ScoreForest<Amount>& forest,
                                 const state::Situation& situation)
    : plan_(plan), forest_(forest), standing_(plan.features.size()) {
  for (std::uint32_t f = 0; f < standing_.size(); ++f) stand(f, situation);
  collect(1);
  at_start_ = forest.base;
  for (std::uint32_t t = 0; t < trees(); ++t) at_start_ += own(t);
  for (std::uint32_t f = 0; f < standing_.size(); ++f) {
    if (!forest.curves[f].empty()) at_start_ += forest.curves[f][standing_[f].cell];
  }
  draw_curves();
}

template <class Amount>
void ScoreLeaves<Amount>::stand(std::uint32_t f, const state::Situation& situation) {
  const ScorePlan::Feature& feature = plan_.features[f];
  Standing& at = standing_[f];
  at.cell = situation.start_point(feature.id);
  if (!situation.settable(feature.id)) return;
  // Distances from nowhere are others; seldom asked for.
  if (situation.starts_missing(feature.id)) {
    usable_ = false;
    return;
  }
  const state::Bits permitted = situation.permitted(feature.id);
  if (!feature.numeric) {
    at.mask = permitted[0] & ((std::uint64_t{1} << feature.cells) - 1) & ~bit_of(at.cell);
    at.settable = at.mask != 0;
  } else {
    // By domain, range and direction the permitted cells are one stretch below and one above.
    const auto may = [&](std::uint32_t cell) { return state::has(permitted.data(), cell); };
    std::uint32_t cell = 0;
    while (cell < at.cell && !may(cell)) ++cell;
    at.first_below = cell;
    while (cell < at.cell && may(cell)) ++cell;
    at.end_below = cell;
    for (; cell < at.cell; ++cell) usable_ = usable_ && !may(cell);
    ++cell;
    while (cell < feature.cells && !may(cell)) ++cell;
    at.first_above = cell;
    while (cell < feature.cells && may(cell)) ++cell;
    at.end_above = cell;
    for (; cell < feature.cells; ++cell) usable_ = usable_ && !may(cell);
    at.settable = at.first_below < at.end_below || at.first_above < at.end_above;
  }
  if (at.settable) settable_ |= bit_of(f);
}

template <class Amount>
Amount ScoreLeaves<Amount>::score_at(const std::vector<std::uint32_t>& cells) const {
  Amount sum = forest_.base;
  for (std::uint32_t f = 0; f < cells.size(); ++f) {
    if (!forest_.curves[f].empty()) sum += forest_.curves[f][cells[f]];
  }
  for (std::int32_t at : forest_.roots) {
    while (at >= 0) {
      const LeafNode& node = forest_.nodes[static_cast<std::size_t>(at)];
      at = goes_left(node, cells[node.feature]) ? node.left : node.right;
    }
    sum += forest_.values[static_cast<std::size_t>(~at)];
  }
  return sum;
}

template <class Amount>
void ScoreLeaves<Amount>::collect(std::uint32_t most) {
  collected_ = most;
  reached_.clear();
  first_reached_.clear();
  gains_.clear();
  first_gain_.clear();
  const LeafNode* nodes = forest_.nodes.data();
  for (const std::int32_t root : forest_.roots) {
    first_reached_.push_back(static_cast<std::uint32_t>(reached_.size()));
    open_.push_back({root, most, 0});
    while (!open_.empty()) {
      auto [at, more, asks] = open_.back();
      open_.pop_back();
      while (at >= 0) {
        const LeafNode& node = nodes[at];
        const bool left = goes_left(node, standing_[node.feature].cell);
        const std::int32_t other = left ? node.right : node.left;
        if (asks >> node.feature & 1) {
          open_.push_back({other, more, asks});
        } else if (more > 0 && may_cross(node, !left)) {
          open_.push_back({other, more - 1, asks | bit_of(node.feature)});
        }
        at = left ? node.left : node.right;
      }
      reached_.push_back({asks, static_cast<std::uint32_t>(~at)});
    }
  }
  first_reached_.push_back(static_cast<std::uint32_t>(reached_.size()));
  if (most > 1) {
    for (std::uint32_t t = 0; t < trees(); ++t) add_gains(t);
    group();
  }
  first_gain_.push_back(static_cast<std::uint32_t>(gains_.size()));
}

// By a table of what is asked for; within a group by tree.
template <class Amount>
void ScoreLeaves<Amount>::group() {
  constexpr std::uint32_t none = UINT32_MAX;
  std::size_t size = 64;
  while (size < 2 * reached_.size()) size *= 2;
  group_at_.assign(size, none);
  group_of_.clear();
  groups_.clear();
  for (const Reached& each : reached_) {
    std::size_t at = (each.asks * 0x9E3779B97F4A7C15U >> 32) & (size - 1);
    while (group_at_[at] != none && groups_[group_at_[at]].asks != each.asks) {
      at = (at + 1) & (size - 1);
    }
    if (group_at_[at] == none) {
      group_at_[at] = static_cast<std::uint32_t>(groups_.size());
      groups_.push_back({each.asks, 0, 0});
    }
    group_of_.push_back(group_at_[at]);
    ++groups_[group_at_[at]].count;
  }
  std::uint32_t first = 0;
  for (Group& each : groups_) {
    each.first = first;
    first += each.count;
    each.count = 0;
  }
  grouped_.resize(reached_.size());
  for (std::uint32_t t = 0; t < trees(); ++t) {
    for (std::uint32_t i = first_reached_[t]; i < first_reached_[t + 1]; ++i) {
      Group& of = groups_[group_of_[i]];
      grouped_[of.first + of.count++] = {t, reached_[i].leaf};
    }
  }
}

template <class Amount>
void ScoreLeaves<Amount>::draw_curves() {
  alone_.resize(standing_.size());
  for_each_feature(settable_,
                   [&](std::uint32_t f) { alone_[f].assign(plan_.features[f].cells + 1, 0); });
  for (std::uint32_t t = 0; t < trees(); ++t) add_alone(t);
  for_each_feature(settable_, [&](std::uint32_t f) {
    std::vector<Amount>& curve = alone_[f];
    if (plan_.features[f].numeric) {
      for (std::size_t cell = 1; cell < curve.size(); ++cell) curve[cell] += curve[cell - 1];
    }
    const std::vector<Amount>& own = forest_.curves[f];
    if (own.empty()) return;
    for (std::size_t cell = 0; cell < curve.size(); ++cell) {
      curve[cell] += own[cell] - own[standing_[f].cell];
    }
  });
}

// Leaves that ask for one feature add to its curve: of a number as differences of neighbours first.
template <class Amount>
void ScoreLeaves<Amount>::add_alone(std::uint32_t t) {
  const Amount now = own(t);
  for (const Reached* at = first_of(t); at != end_of(t); ++at) {
    if (at->asks == 0) continue;
    const auto f = static_cast<std::uint32_t>(__builtin_ctzll(at->asks));
    const Amount gain = forest_.values[at->leaf] - now;
    const LeafRegion& cells = *region(at->leaf, f);
    std::vector<Amount>& curve = alone_[f];
    if (plan_.features[f].numeric) {
      if (cells.low >= cells.high) continue;
      curve[cells.low] += gain;
      curve[cells.high] -= gain;
    } else {
      for (std::uint64_t rest = cells.mask & standing_[f].mask; rest != 0; rest &= rest - 1) {
        curve[static_cast<unsigned>(__builtin_ctzll(rest))] += gain;
      }
    }
  }
}

template <class Amount>
void ScoreLeaves<Amount>::add_gains(std::uint32_t t) {
  first_gain_.push_back(static_cast<std::uint32_t>(gains_.size()));
  const Amount now = own(t);
  for (const Reached* at = first_of(t); at != end_of(t); ++at) {
    const Amount gain = forest_.values[at->leaf] - now;
    if (gain <= 0) continue;
    gains_.push_back({at->asks, static_cast<double>(gain)});
  }
}

template <class Amount>
void ScoreLeaves<Amount>::curve_at(const std::vector<std::uint32_t>& cells, std::uint32_t f,
                                   std::vector<Amount>& curve) const {
  const std::uint32_t count = plan_.features[f].cells;
  const bool numeric = plan_.features[f].numeric;
  Amount known = forest_.base;
  curve.assign(count + 1, 0);
  for (std::uint32_t g = 0; g < cells.size(); ++g) {
    if (g != f && !forest_.curves[g].empty()) known += forest_.curves[g][cells[g]];
  }
  struct Part {
    std::int32_t node;
    std::uint32_t low, high;
    std::uint64_t mask;
  };
  std::vector<Part> parts;
  for (const std::int32_t root : forest_.roots) {
    parts.push_back({root, 0, count, ~std::uint64_t{0}});
    while (!parts.empty()) {
      Part part = parts.back();
      parts.pop_back();
      while (part.node >= 0) {
        const LeafNode& node = forest_.nodes[static_cast<std::size_t>(part.node)];
        if (node.feature != f) {
          part.node = goes_left(node, cells[node.feature]) ? node.left : node.right;
          continue;
        }
        Part other = part;
        other.node = node.right;
        part.node = node.left;
        if (node.set) {
          other.mask &= ~forest_.masks[node.cut];
          part.mask &= forest_.masks[node.cut];
        } else {
          other.low = std::max(other.low, node.cut);
          part.high = std::min(part.high, node.cut);
        }
        const bool right = other.mask != 0 && other.low < other.high;
        const bool left = part.mask != 0 && part.low < part.high;
        if (!left) {
          part = other;
        } else if (right) {
          parts.push_back(other);
        }
      }
      const Amount value = forest_.values[static_cast<std::size_t>(~part.node)];
      if (part.low == 0 && part.high == count && part.mask == ~std::uint64_t{0}) {
        known += value;
      } else if (numeric) {
        curve[part.low] += value;
        curve[part.high] -= value;
      } else {
        for (std::uint32_t cell = 0; cell < count; ++cell) {
          if (part.mask >> cell & 1) curve[cell] += value;
        }
      }
    }
  }
  const std::vector<Amount>& own = forest_.curves[f];
  Amount sum = 0;
  for (std::uint32_t cell = 0; cell < count; ++cell) {
    if (numeric) sum += curve[cell];
    curve[cell] = (numeric ? sum : curve[cell]) + known + (own.empty() ? Amount(0) : own[cell]);
  }
}

template class ScoreLeaves<std::int64_t>;
template class ScoreLeaves<model::Points>;

}  // namespace cogs::path
