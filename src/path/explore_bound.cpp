// SPDX-License-Identifier: Apache-2.0
//
// The part of the exploration that bounds what a box costs, and chooses how to divide it.
#include <algorithm>
#include <limits>
#include <span>

#include "path/explore.h"

namespace cogs::path {

using state::Point;

// ---- what the needs cost at least ------------------------------------------------------------

// What this way out costs at least, beyond what is paid already.
Cost Explorer::price_of_split(const Split& split) const {
  const std::uint32_t f = split.feature;
  if (problem_.prices.flat(f)) return paid_[f] > 0 ? 0 : problem_.prices.least(f);
  if (situation_.movable(f)) return std::max<Cost>(0, problem_.prices.least(f) - paid_[f]);
  Cost least = no_cost_bound;
  const std::uint64_t* box = &points_[situation_.offset(f)];
  const bool by_set =
      !split.either && (split.kind == Split::Kind::leave || split.kind == Split::Kind::enter);
  state::for_each_bit({box, situation_.words(f)}, [&](Point point) {
    if (point == situation_.start_point(f)) return;
    if (by_set && state::has(compiled_.pool.data() + split.offset, situation_.cell_of(f, point)) !=
                      (split.kind == Split::Kind::enter)) {
      return;
    }
    least = std::min(least, problem_.prices.to(f, point));
  });
  return least >= no_cost_bound ? no_cost_bound : std::max<Cost>(0, least - paid_[f]);
}

// An effect takes f away from the start only where the start is seen not to fit on the way: with
// what is set directly as it was or as the box has it, and what follows from that anywhere.
bool Explorer::follows_for_free(std::uint32_t f) {
  if (!may_follow(f) || !problem_.movers[f].meets(direct_)) return false;
  Known& known = known_followers_[f];
  if (known.node == expanded_) return known.follows;
  // Asked before anything is shown: each question ends by showing the lazy view again.
  for (const std::uint32_t m : compiled_.causes[f].mentions) follows_for_free(m);
  std::vector<std::uint32_t> shown;
  for (const std::uint32_t m : compiled_.causes[f].mentions) {
    const bool changes = direct_.contains(m) || follows_for_free(m);
    if (!changes && !moved(m)) continue;
    shown.push_back(m);
    if (changes) {
      show_on_the_way(m, &box_cells_[situation_.offset(m)]);
    } else {  // something else has to move it
      evaluator_.show(m, situation_.start_point(m));
    }
  }
  known = {expanded_, evaluator_.would_break(f, situation_.start_point(f)) != Truth::no};
  for (const std::uint32_t m : shown) {
    evaluator_.show(m, &lazy_cells_[situation_.offset(m)], moved_[m]);
  }
  return known.follows;
}

// The cells, and all others that effects or the start may give it. (What is set directly can be
// moved on by effects, also where these could not have moved it from the start.)
void Explorer::show_on_the_way(std::uint32_t f, const std::uint64_t* cells) {
  std::vector<std::uint64_t> all(cells, cells + situation_.words(f));
  if (problem_.movable(f)) {
    state::for_each_bit(situation_.permitted(f),
                        [&](Point point) { state::put(all.data(), situation_.cell_of(f, point)); });
  }
  state::put(all.data(), situation_.start_point(f));
  evaluator_.show(f, all.data(), Truth::maybe);
}

void Explorer::add_payer(std::size_t first, std::uint32_t f, Cost price) {
  std::uint32_t& at = payer_at_[f];
  if (at >= first && at < payers_.size() && payers_[at].feature == f) {
    payers_[at].price = std::min(payers_[at].price, price);
    return;
  }
  at = static_cast<std::uint32_t>(payers_.size());
  payers_.push_back({f, price});
}

// Who can pay for the need, and how much it would be for each? False if it may come for free.
bool Explorer::find_payers(const Need& need) {
  const std::size_t first = payers_.size();
  bool free_of_charge = false;
  const auto take = [&](std::uint32_t f, Cost price) {
    if (directly_[f] != Directly::no && settable(f) && !barred_.contains(f)) {
      if (price == 0) free_of_charge = true;
      add_payer(first, f, price);
    }
    if (!may_follow(f)) return;
    if (follows_for_free(f)) free_of_charge = true;
    problem_.movers[f].for_each([&](std::uint32_t m) {
      if (settable(m) && !barred_.contains(m) && !free_of_charge)
        add_payer(first, m, problem_.prices.least(m));
    });
  };
  need.options.for_each([&](std::uint32_t f) {
    if (free_of_charge) return;
    if (problem_.prices.flat(f)) {
      take(f, directly_[f] == Directly::yes ? 0 : problem_.prices.least(f));
      return;
    }
    Cost price = no_cost_bound;
    bool any = false;
    for (const Split& split : need.splits) {
      if (split.feature != f) continue;
      any = true;
      price = std::min(price, price_of_split(split));
    }
    take(f, any ? price : price_of_split({Split::Kind::start, f}));
  });
  return !free_of_charge;
}

Cost Explorer::bound_of_needs(Cost cost) {
  payers_.clear();
  bills_.clear();
  for (std::uint32_t n = 0; n < need_count_; ++n) {
    if (!needs_[n].hard) continue;
    const auto first = static_cast<std::uint32_t>(payers_.size());
    if (!find_payers(needs_[n])) {
      payers_.resize(first);
      bills_.push_back({n, first, 0});
      continue;
    }
    const auto count = static_cast<std::uint32_t>(payers_.size()) - first;
    if (count == 0) {  // nobody can change it, or nobody whom the bound can pay
      dead_ = true;
      blame_ |= needs_[n].mentions;
      return 0;
    }
    bills_.push_back({n, first, count});
  }
  Cost total = charge_bills();
  if (!dead_ && bound_ < no_cost_bound && total <= bound_ - cost) {
    total = bound_without_dear_changes(cost, total);
  }
  if (dead_ || compiled_.scores.empty()) return total;
  return std::max(total, bound_of_shortages());
}

// Dual ascent. Needs with few payers first: they leave the others the most.
Cost Explorer::charge_bills(std::uint32_t left_out) {
  std::sort(bills_.begin(), bills_.end(), [](const Bill& a, const Bill& b) {
    return std::pair(a.payers, a.need) < std::pair(b.payers, b.need);
  });
  Cost total = 0;
  std::fill(charged_.begin(), charged_.end(), 0);
  for (const Bill& bill : bills_) {
    if (bill.payers == 0 || bill.need == left_out) continue;  // it may come for free
    const std::span payers(payers_.data() + bill.first, bill.payers);
    Cost least = no_cost_bound;
    for (const Payer& payer : payers) {
      least = std::min(least, payer.price - charged_[payer.feature]);
    }
    if (least <= 0) continue;
    total += least;
    if (total >= no_cost_bound) {
      dead_ = true;
      blame_ |= needs_[bill.need].mentions;
      return 0;
    }
    for (const Payer& payer : payers) charged_[payer.feature] += least;
  }
  return total;
}

// A change that would cost more than what is left of the bound, beyond what its price pays for of
// the needs, is out of the question here. Without such changes the needs have fewer payers, which
// makes the bound larger, and so on.
Cost Explorer::bound_without_dear_changes(Cost cost, Cost total) {
  too_dear_.clear();
  Cost excluded = no_cost_bound;  // what is left out costs at least this much in all
  while (true) {
    const Cost room = bound_ - cost - total;
    const std::uint32_t before = too_dear_.size();
    for (const Bill& bill : bills_) {
      for (std::uint32_t i = bill.first; i < bill.first + bill.payers; ++i) {
        const std::uint32_t f = payers_[i].feature;
        if (paid_[f] > 0 || directly_[f] == Directly::yes || too_dear_.contains(f)) continue;
        const Cost extra = problem_.prices.least(f) - charged_[f];
        if (extra <= room) continue;
        too_dear_.insert(f);
        excluded = std::min(excluded, cost + total + extra);
      }
    }
    if (too_dear_.size() == before) break;
    for (Bill& bill : bills_) {
      if (bill.payers == 0) continue;
      const auto first = payers_.begin() + bill.first;
      const auto end = std::partition(first, first + bill.payers, [&](const Payer& payer) {
        return !too_dear_.contains(payer.feature);
      });
      bill.payers = static_cast<std::uint32_t>(end - first);
      if (bill.payers == 0) return excluded - cost;
    }
    const Cost more = charge_bills();
    if (dead_) {  // without them, that is: with them there may be a way, for this much
      dead_ = false;
      return excluded - cost;
    }
    if (more > bound_ - cost) return std::min(more, excluded - cost);
    total = more;
  }
  if (!too_dear_.empty()) {
    next_ = std::min(next_, excluded);
    barred_ |= too_dear_;
  }
  if (!barred_.empty()) {
    for (std::uint32_t n = 0; n < need_count_; ++n) {
      std::vector<Split>& splits = needs_[n].splits;
      std::erase_if(splits, [&](const Split& split) {
        return split.kind != Split::Kind::directly && barred_.contains(split.feature) &&
               !moved(split.feature) && !may_follow(split.feature);
      });
      if (splits.empty()) {
        dead_ = true;
        return total;
      }
    }
  }
  return total;
}

// ---- ties ------------------------------------------------------------------------------------

void Explorer::beat(const Tie& tie) {
  tie_ = tie;
  if (!change_of_.empty() || tie.change == std::numeric_limits<double>::infinity()) return;
  change_of_.resize(problem_.feature_count());
}

double Explorer::least_change(std::uint32_t f, const std::uint64_t* points) {
  constexpr double unknown = -1;
  if (change_of_[f].empty()) change_of_[f].assign(situation_.above(f) + 1, unknown);
  const std::optional<Value>& from = situation_.start()[f];
  double least = std::numeric_limits<double>::infinity();
  state::for_each_bit({points, situation_.words(f)}, [&](Point point) {
    if (point == situation_.start_point(f)) return;
    double& change = change_of_[f][point];
    if (change == unknown) {
      change = situation_.distance(f, from, situation_.nearest(f, from, point)).approximate();
    }
    least = std::min(least, change);
  });
  return least;
}

// Can a path of this box that costs what the best one does not be better than that one?
bool Explorer::loses_tie(Cost least) {
  if (!tie_ || least < tie_->cost) return false;
  std::uint32_t touched = 0;
  for (const Truth moved : moved_) touched += moved == Truth::yes;
  // Needs that have no way out in common take a change each.
  FeatureSet used(problem_.feature_count());
  const bool by_change = tie_->all_direct && tie_->change < std::numeric_limits<double>::infinity();
  double change = 0;
  for (const Bill& bill : bills_) {
    const FeatureSet& options = needs_[bill.need].options;
    if (used.meets(options)) continue;
    bool moved_already = false;
    double nearest = std::numeric_limits<double>::infinity();
    options.for_each([&](std::uint32_t f) {
      moved_already = moved_already || moved(f);
      if (!moved_already && by_change && !situation_.movable(f)) {
        nearest = std::min(nearest, least_change(f, &points_[situation_.offset(f)]));
      } else {
        nearest = 0;
      }
    });
    if (moved_already) continue;
    used |= options;
    ++touched;
    change += nearest;
  }
  if (touched != tie_->touched) return touched > tie_->touched;
  if (!by_change) return false;
  for (std::uint32_t f = 0; f < moved_.size(); ++f) {
    if (moved(f) && !situation_.movable(f)) {
      change += least_change(f, &points_[situation_.offset(f)]);
    }
  }
  constexpr double doubt = 1e-9;  // far more than what a few hundred roundings make
  return change > tie_->change * (1 + doubt) + doubt;
}

// ---- branching -------------------------------------------------------------------------------

Explorer::Split Explorer::choose_split(bool& forced) {
  // Fail first: the need with the fewest ways out. Among these, the change that serves the most
  // needs for its price.
  const std::span needs(needs_.data(), need_count_);
  const Need* tightest = nullptr;
  for (const Need& need : needs) {
    if (!tightest || std::pair(!need.hard, need.splits.size()) <
                         std::pair(!tightest->hard, tightest->splits.size())) {
      tightest = &need;
    }
  }
  const Split* best = &tightest->splits.front();
  // (Scores may offer a part of what a feature can bring; blame wants to see the other side.)
  forced = tightest->hard && tightest->splits.size() == 1 && !best->either &&
           compiled_.scores.empty() && !blaming_;
  double best_score = -1;
  for (const Split& split : tightest->splits) {
    double serves = 0;
    for (const Need& need : needs) serves += need.options.contains(split.feature) ? 1 : 0;
    double score = serves + 4 * static_cast<double>(split.gain);
    if (!ignore_prices_) score /= 1.0 + static_cast<double>(problem_.prices.least(split.feature));
    if (stray_ != 0) score *= chance();
    if (score > best_score) {
      best_score = score;
      best = &split;
    }
  }
  return *best;
}

// Between a half and three halves, the same sequence for the same seed.
double Explorer::chance() {
  stray_ = stray_ * 6364136223846793005U + 1442695040888963407U;
  return 0.5 + static_cast<double>(stray_ >> 40) / static_cast<double>(1U << 24);
}

}  // namespace cogs::path
