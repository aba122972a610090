// SPDX-License-Identifier: Apache-2.0
//
// The part of the exploration that deals with scores.
//
// A score that is short in the lazy view is a need with an amount. In each term, a leaf asks of
// some unmoved features to change, and brings what it is worth more than the best leaf of the view.
// That gain is split evenly among the features it asks for; the gain of a feature is the most that
// any leaf gives it, added up over the terms. Whatever set of features changes, the score grows by
// no more than the sum of their gains: in each term one leaf is reached in the end, and each of its
// shares is at most the gain there. So the cheapest way to buy the amount, in parts if need be, is
// a bound from below.
#include <algorithm>
#include <cmath>

#include "path/explore.h"

namespace cogs::path {

using model::CompiledScore;
using model::ScoreAtom;
using model::ScoreNode;
using model::ScoreTerm;
using state::Point;

namespace {

double real(model::Points amount) { return static_cast<double>(amount); }

constexpr double doubt = 1e-9;  // more than what the roundings of some thousand sums make

}  // namespace

// The least that the change of a feature costs on the way to a leaf; effects come for free.
Cost Explorer::least_for_score(std::uint32_t f) const {
  return may_follow(f) ? 0 : problem_.prices.least(f);
}

void Explorer::note_gain(std::uint32_t f, double gain) {
  Gain& known = gains_[f];
  known.in_term = std::max(known.in_term, gain);
}

void Explorer::gains_of_tree(const CompiledScore& score, std::int32_t at, bool up, Points now,
                             Cost price) {
  while (true) {
    const Points best = up ? score.most_below(at) - now : now - score.least_below(at);
    if (best <= 0) return;
    if (at < 0) {
      if (on_way_.empty()) return;
      const double share = real(best) / static_cast<double>(on_way_.size());
      for (const std::uint32_t f : on_way_) note_gain(f, share);
      return;
    }
    const ScoreNode& node = score.nodes[static_cast<std::size_t>(at)];
    const std::uint32_t f = node.feature;
    const state::ScoreView box(situation_, box_cells_.data());
    const int admitted = box.side(node);
    if (admitted >= 0) {
      at = admitted == 1 ? node.yes : node.no;
      continue;
    }
    // The box admits both sides. A feature that has moved, or is taken to move on this way, too.
    if (moved(f) || gains_[f].on_way) {
      gains_of_tree(score, node.yes, up, now, price);
      at = node.no;
      continue;
    }
    const state::ScoreView lazy(situation_, lazy_cells_.data());
    const bool stays_yes = lazy.side(node) == 1;
    const Cost dearer = price + least_for_score(f);
    const bool affordable = bound_ >= no_cost_bound || dearer <= bound_ - node_cost_;
    const std::int32_t other = stays_yes ? node.no : node.yes;
    const Points gain = up ? score.most_below(other) - now : now - score.least_below(other);
    if (!affordable) {
      if (gain > 0) too_dear_leaf_ = std::min(too_dear_leaf_, dearer);
    } else if (gain > 0 && (may_follow(f) || !barred_.contains(f))) {
      gains_[f].on_way = true;
      on_way_.push_back(f);
      gains_of_tree(score, other, up, now, dearer);
      on_way_.pop_back();
      gains_[f].on_way = false;
    }
    at = stays_yes ? node.yes : node.no;
  }
}

void Explorer::gains_of_term(const CompiledScore& score, const ScoreTerm& term, bool up,
                             Points now) {
  if (term.features > 1) {
    gains_of_tree(score, term.root, up, now, 0);
  } else {
    const std::uint32_t f = score.term_features[term.first_feature];
    if (moved(f) || !free(f)) return;
    const state::ScoreRange range =
        state::ScoreView(situation_, box_cells_.data()).term(score, term);
    const Points gain = up ? range.high - now : now - range.low;
    if (gain <= 0) return;
    const Cost price = least_for_score(f);
    if (bound_ < no_cost_bound && price > bound_ - node_cost_) {
      too_dear_leaf_ = std::min(too_dear_leaf_, price);
      return;
    }
    note_gain(f, real(gain));
  }
  for (const std::uint32_t f : score.features_of(term)) {
    Gain& gain = gains_[f];
    if (gain.in_term == 0) continue;
    if (gain.in_all == 0) gaining_.push_back(f);
    gain.in_all += gain.in_term;
    gain.in_term = 0;
  }
}

// The atom has the other value in the lazy view, surely.
void Explorer::make_score(const ScoreAtom& atom, bool wanted, Need& need) {
  const CompiledScore& score = compiled_.scores[atom.score];
  const state::ScoreRange& sum = evaluator_.score(atom.score);
  const bool both_ways = !wanted && atom.high < atom.low + (Points{1} << 123);  // off an exact sum
  const bool up = wanted ? sum.high < atom.low : false;
  gains_.resize(problem_.feature_count());
  gaining_.clear();
  too_dear_leaf_ = no_cost_bound;
  if (bound_ < no_cost_bound && compiled_.causal_order.empty()) {
    if (cheapest_ == 0) {
      cheapest_ = no_cost_bound;
      allowed_.for_each(
          [&](std::uint32_t f) { cheapest_ = std::min(cheapest_, problem_.prices.least(f)); });
    }
    if (node_cost_ + cheapest_ > bound_) {  // nothing more can be bought
      if (cheapest_ < no_cost_bound) next_ = std::min(next_, node_cost_ + cheapest_);
      return;
    }
  }
  const auto collect = [&](bool upwards) {
    for (std::uint32_t t = 0; t < score.terms.size(); ++t) {
      const state::ScoreRange& now = evaluator_.score_term(atom.score, t);
      gains_of_term(score, score.terms[t], upwards, upwards ? now.high : now.low);
    }
  };
  collect(up);
  if (both_ways) collect(!up);
  if (too_dear_leaf_ < no_cost_bound) next_ = std::min(next_, node_cost_ + too_dear_leaf_);
  const Points amount = up       ? atom.low - sum.high
                        : wanted ? sum.low - atom.high
                                 : sum.low - atom.low + 1;
  Shortage shortage;
  shortage.amount = real(amount);
  for (const std::uint32_t f : gaining_) {
    const double gain = gains_[f].in_all;
    gains_[f].in_all = 0;
    need.options.insert(f);
    Split split{Split::Kind::start, f};
    split.gain = static_cast<float>(std::min(1.0, gain / std::max(1.0, shortage.amount)));
    need.splits.push_back(split);
    shortage.gains.emplace_back(f, gain);
  }
  if (!both_ways && need.splits.size() == shortage.gains.size()) {
    need.shortage = std::move(shortage);
  }
}

// ---- what is open ----------------------------------------------------------------------------

// A split of the feature or tree that this term leaves open. `wanted`: what the term has to be
// worth at least (up) or at most, if all others do their best.
bool Explorer::open_term(const CompiledScore& score, std::uint32_t t, Points wanted, bool up,
                         std::vector<Split>& splits) {
  const ScoreTerm& term = score.terms[t];
  const state::ScoreView lazy(situation_, lazy_cells_.data());
  if (term.features == 1) {
    const std::uint32_t f = score.term_features[term.first_feature];
    const state::ScoreRange range = lazy.term(score, term);
    const auto first = score.curve_cuts.begin() + term.first_cut, end = first + term.cuts;
    // Cuts that divide the view.
    const auto low = std::upper_bound(first, end, range.low,
                                      [](Points a, const auto& cut) { return a < cut.value; });
    const auto high = std::upper_bound(low, end, range.high,
                                       [](Points a, const auto& cut) { return a < cut.value; });
    if (low == high) return false;
    // At best one side is enough and the other is not.
    auto at = std::lower_bound(low, high, up ? wanted : wanted + 1,
                               [](const auto& cut, Points a) { return cut.value < a; });
    if (at == high) at = low + (high - low) / 2;
    splits.push_back({up ? Split::Kind::enter : Split::Kind::leave, f, at->offset, true});
    return true;
  }
  std::int32_t at = term.root;
  while (at >= 0) {
    const ScoreNode& node = score.nodes[static_cast<std::size_t>(at)];
    const int side = lazy.side(node);
    if (side < 0) {
      const bool yes = up ? score.most_below(node.yes) >= score.most_below(node.no)
                          : score.least_below(node.yes) <= score.least_below(node.no);
      splits.push_back(
          {yes ? Split::Kind::enter : Split::Kind::leave, node.feature, node.offset, true});
      return true;
    }
    at = side == 1 ? node.yes : node.no;
  }
  return false;
}

// The lazy view leaves the atom open: the term that has the widest range is divided.
void Explorer::open_score(const ScoreAtom& atom, std::vector<Split>& splits) {
  if (evaluator_.atom(atom.atom) != Truth::maybe) return;
  const CompiledScore& score = compiled_.scores[atom.score];
  const state::ScoreRange& sum = evaluator_.score(atom.score);
  std::uint32_t widest = 0;
  Points width = -1;
  for (std::uint32_t t = 0; t < score.terms.size(); ++t) {
    const state::ScoreRange& range = evaluator_.score_term(atom.score, t);
    if (range.high - range.low <= width) continue;
    width = range.high - range.low;
    widest = t;
  }
  if (width <= 0) return;
  const Points others = sum.high - evaluator_.score_term(atom.score, widest).high;
  open_term(score, widest, atom.low - others, true, splits);
}

// Adds what the tree gives in each of these cells of f to curve_. Nothing else is open.
void Explorer::spread(const CompiledScore& score, std::int32_t at, std::uint32_t f,
                      std::vector<std::uint64_t> cells) {
  const state::ScoreView lazy(situation_, lazy_cells_.data());
  while (at >= 0) {
    const ScoreNode& node = score.nodes[static_cast<std::size_t>(at)];
    if (node.feature != f) {
      at = lazy.side(node) == 1 ? node.yes : node.no;
      continue;
    }
    const std::uint64_t* set = compiled_.pool.data() + node.offset;
    std::vector<std::uint64_t> yes = cells;
    std::uint64_t any_yes = 0, any_no = 0;
    for (std::size_t w = 0; w < cells.size(); ++w) {
      yes[w] &= set[w];
      cells[w] &= ~set[w];
      any_yes |= yes[w];
      any_no |= cells[w];
    }
    if (any_no == 0) {
      cells = std::move(yes);
      at = node.yes;
      continue;
    }
    if (any_yes != 0) spread(score, node.yes, f, std::move(yes));
    at = node.no;
  }
  const Points value = score.values[static_cast<std::size_t>(~at)];
  state::for_each_bit(cells, [&](Point cell) { curve_[cell] += value; });
}

// Where one feature is open alone, the score of each of its cells says which of them do.
Explorer::Cells Explorer::score_cells(const ScoreAtom& atom, bool wanted, Need& need) {
  const CompiledScore& score = compiled_.scores[atom.score];
  std::optional<std::uint32_t> open;
  for (const std::uint32_t f : score.mentions) {
    if (!moved(f)) continue;
    const std::uint64_t* cells = &lazy_cells_[situation_.offset(f)];
    std::uint32_t count = 0;
    for (std::uint32_t w = 0; w < situation_.words(f); ++w) {
      count += static_cast<std::uint32_t>(__builtin_popcountll(cells[w]));
    }
    if (count < 2) continue;
    if (open) return Cells::unknown;
    open = f;
  }
  if (!open) return Cells::unknown;
  const std::uint32_t f = *open, words = situation_.words(f);
  const std::uint64_t* cells = &lazy_cells_[situation_.offset(f)];
  curve_.assign(situation_.missing(f) + 1, 0);
  Points known = score.base;
  for (std::uint32_t t = 0; t < score.terms.size(); ++t) {
    const ScoreTerm& term = score.terms[t];
    const state::ScoreRange& range = evaluator_.score_term(atom.score, t);
    if (range.low == range.high) {
      known += range.low;
    } else if (term.features == 1) {
      state::for_each_bit({cells, words},
                          [&](Point cell) { curve_[cell] += score.values[term.curve + cell]; });
    } else {
      spread(score, term.root, f, {cells, cells + words});
    }
  }
  need.within.assign(words, 0);
  bool any = false, all = true;
  state::for_each_bit({cells, words}, [&](Point cell) {
    const Points sum = known + curve_[cell];
    if ((sum >= atom.low && sum <= atom.high) != wanted) {
      all = false;
      return;
    }
    state::put(need.within.data(), cell);
    any = true;
  });
  // The ranges of the terms do not tell, but their sums do.
  if (all) return Cells::all;
  if (any) {
    need.splits.push_back({Split::Kind::within, f, static_cast<std::uint32_t>(need_count_)});
    return Cells::some;
  }
  need.hard = true;  // something else has to change
  for (const std::uint32_t other : score.mentions) {
    if (moved(other) || !free(other)) continue;
    need.options.insert(other);
    need.splits.push_back({Split::Kind::start, other});
  }
  return Cells::some;
}

// All that could still decide it.
void Explorer::open_score_in_box(const ScoreAtom& atom, std::vector<Split>& splits) {
  const CompiledScore& score = compiled_.scores[atom.score];
  for (const std::uint32_t f : score.mentions) {
    if (!moved(f) && free(f)) splits.push_back({Split::Kind::start, f});
  }
  for (std::uint32_t t = 0; t < score.terms.size(); ++t) {
    const state::ScoreRange& range = evaluator_.score_term(atom.score, t);
    if (range.low < range.high) open_term(score, t, range.high, true, splits);
  }
}

// ---- what it costs ---------------------------------------------------------------------------

// Each bill is paid from its own part of a feature's price; this one from what the others leave.
Cost Explorer::bound_of(const Need& need) {
  std::vector<std::pair<Cost, double>> offers;  // price left, gain
  double missing = need.shortage->amount * (1 - doubt);
  std::vector<std::pair<std::uint32_t, double>> by_payer;
  const auto give = [&](std::uint32_t f, double gain) {
    for (auto& [payer, sum] : by_payer) {
      if (payer == f) {
        sum += gain;
        return;
      }
    }
    by_payer.emplace_back(f, gain);
  };
  for (const auto& [f, gain] : need.shortage->gains) {
    const bool direct = directly_[f] != Directly::no && settable(f) && !barred_.contains(f);
    if (direct) give(f, gain);
    if (!may_follow(f)) continue;
    if (problem_.movers[f].meets(direct_)) {
      missing -= gain * (1 + doubt);
    } else {
      problem_.movers[f].for_each([&, share = gain](std::uint32_t m) {
        if (settable(m) && !barred_.contains(m)) give(m, share);
      });
    }
  }
  for (const auto& [f, gain] : by_payer) {
    const Cost price = directly_[f] == Directly::yes
                           ? 0
                           : std::max<Cost>(0, problem_.prices.least(f) - charged_[f]);
    if (price == 0) {
      missing -= gain * (1 + doubt);
    } else {
      offers.emplace_back(price, gain * (1 + doubt));
    }
  }
  if (missing <= 0) return 0;
  std::sort(offers.begin(), offers.end(), [](const auto& a, const auto& b) {
    const double left = static_cast<double>(a.first) * b.second;
    const double right = static_cast<double>(b.first) * a.second;
    return left != right ? left < right : a < b;
  });
  double cost = 0;
  for (const auto& [price, gain] : offers) {
    if (gain >= missing) {
      cost += static_cast<double>(price) * missing / gain;
      return static_cast<Cost>(std::ceil(cost - 1e-6 * (1 + cost)));
    }
    cost += static_cast<double>(price);
    missing -= gain;
  }
  dead_ = true;  // what was too dear to look at has been noted
  blame_ |= need.mentions;
  return 0;
}

// A change after which the rest of the bound does not buy what is still missing is out of the
// question in this box. (Without effects, which could come with it.)
void Explorer::bar_what_does_not_suffice(const Need& need) {
  const double missing = need.shortage->amount * (1 - doubt);
  struct Offer {
    Cost price;
    double gain;
    std::uint32_t feature;
  };
  std::vector<Offer> offers;
  for (const auto& [f, gain] : need.shortage->gains) {
    if (settable(f) && !barred_.contains(f) && directly_[f] != Directly::no) {
      offers.push_back({problem_.prices.least(f), gain * (1 + doubt), f});
    }
  }
  std::sort(offers.begin(), offers.end(), [](const Offer& a, const Offer& b) {
    const double left = static_cast<double>(a.price) * b.gain;
    const double right = static_cast<double>(b.price) * a.gain;
    return left != right ? left < right : a.feature < b.feature;
  });
  const Cost room = bound_ - node_cost_;
  bool barred = false;
  for (const Offer& chosen : offers) {
    double rest = missing - chosen.gain, cost = static_cast<double>(chosen.price);
    for (const Offer& other : offers) {
      if (rest <= 0) break;
      if (other.feature == chosen.feature) continue;
      cost += static_cast<double>(other.price) * std::min(1.0, rest / other.gain);
      rest -= other.gain;
    }
    const double least =
        rest > 0 ? static_cast<double>(no_cost_bound) : std::ceil(cost - 1e-6 * (1 + cost));
    if (least <= static_cast<double>(room)) continue;
    barred_.insert(chosen.feature);
    barred = true;
    if (rest <= 0) next_ = std::min(next_, node_cost_ + static_cast<Cost>(least));
  }
  if (!barred) return;
  for (std::uint32_t n = 0; n < need_count_; ++n) {
    std::vector<Split>& splits = needs_[n].splits;
    std::erase_if(splits, [&](const Split& split) {
      return split.kind != Split::Kind::directly && barred_.contains(split.feature) &&
             !moved(split.feature);
    });
    if (splits.empty()) dead_ = true;
  }
}

Cost Explorer::bound_of_shortages() {
  Cost most = 0;
  for (std::uint32_t n = 0; n < need_count_ && !dead_; ++n) {
    if (!needs_[n].hard || !needs_[n].shortage) continue;
    const Cost others = charge_bills(n);
    if (!dead_) most = std::max(most, others + bound_of(needs_[n]));
    if (dead_ || bound_ >= no_cost_bound || !compiled_.causal_order.empty()) continue;
    if (most <= bound_ - node_cost_) bar_what_does_not_suffice(needs_[n]);
  }
  return most;
}

}  // namespace cogs::path
