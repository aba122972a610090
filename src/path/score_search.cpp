// SPDX-License-Identifier: Apache-2.0
#include "path/score_search.h"

#include <algorithm>
#include <cmath>

#include "path/score_boxes.h"
#include "path/score_path.h"

namespace cogs::path {

namespace {

constexpr double rounding = 1e-9;  // more than what the roundings of some thousand sums make
// How many boxes may go into deciding between sets of the least cost.
constexpr std::uint64_t boxes_for_ties = 100000;

template <class Amount>
class ScoreSearch {
 public:
  ScoreSearch(const ScorePlan& plan, ScoreLeaves<Amount>& leaves, const ScoreStates<Amount>& states,
              const Problem& problem, base::Budget& budget, const std::function<void(Cost)>& tell)
      : plan_(plan),
        problem_(problem),
        leaves_(leaves),
        states_(states),
        budget_(budget),
        tell_(tell),
        rank_(plan, problem),
        gap_(states.need() - leaves.at_start()),
        near_gap_(static_cast<double>(gap_) * (1 - rounding)),
        boxes_(leaves, rank_, budget, gap_,
               [&](const ScoreChanges& changes) { return states.guilty(changes); }) {}

  std::optional<ScoreAnswer> run() {
    try_single_changes();
    const bool over = try_sets();
    if (too_many_) return std::nullopt;
    ScoreAnswer answer;
    answer.expanded = nodes_ + boxes_.boxes();
    answer.proved = proved_;
    answer.cost_proved = over || (best_.found() && proved_ >= best_.cost);
    answer.ties_proved = over;
    if (best_.found()) {
      answer.path = states_.path(best_);
      if (!answer.path) return std::nullopt;  // the order matters here
    }
    return answer;
  }

 private:
  struct Item {
    std::uint32_t feature;
    Cost price;
    double weight;
  };

  // ---- one change ----------------------------------------------------------------------------

  void try_single_changes() {
    for_each_feature(leaves_.settable(), [&](std::uint32_t f) {
      const Standing& at = leaves_.standing(f);
      const std::vector<Amount>& curve = leaves_.alone(f);
      if (!plan_.features[f].numeric) {
        for (std::uint64_t rest = at.mask; rest != 0; rest &= rest - 1) {
          take(f, static_cast<std::uint32_t>(__builtin_ctzll(rest)), curve);
        }
        return;
      }
      // The nearest on each side.
      for (std::uint32_t cell = at.first_above; cell < at.end_above; ++cell) {
        if (take(f, cell, curve)) break;
      }
      for (std::uint32_t cell = at.end_below; cell-- > at.first_below;) {
        if (take(f, cell, curve)) break;
      }
    });
  }

  bool take(std::uint32_t f, std::uint32_t cell, const std::vector<Amount>& curve) {
    if (curve[cell] < gap_) return false;
    ScoreChanges changes;
    changes.cost = rank_.price(f, cell);
    changes.change = rank_.change(f, cell);
    if (!rank_.hopeful(changes.cost, 1, changes.change, best_)) return true;
    changes.cells = {{f, cell}};
    if (states_.guilty(changes) != 0) return false;
    if (rank_.better(changes, best_)) best_ = std::move(changes);
    return true;
  }

  // ---- several -------------------------------------------------------------------------------

  // Sets of at least two changes, in rounds of growing cost. True: nothing is left to try.
  bool try_sets() {
    for_each_feature(leaves_.settable(),
                     [&](std::uint32_t f) { prices_.push_back(rank_.least_price(f)); });
    std::sort(prices_.begin(), prices_.end());
    if (!prices_.empty()) prove(prices_.front());
    if (prices_.size() < 2) return true;
    Cost bound = prices_[0] + prices_[1];
    while (true) {
      if (best_.found()) bound = std::min(bound, best_.cost);
      std::uint32_t most = 0;
      Cost sum = 0;
      while (most < prices_.size() && sum + prices_[most] <= bound) sum += prices_[most++];
      if (most < 2) return true;
      if (most > leaves_.collected()) leaves_.collect(most);
      bound_ = bound;
      next_ = no_cost_bound;
      const std::uint64_t before = nodes_;
      visit(0, 0, relevant());
      if (stopped_) return false;
      if (best_.found() && best_.cost <= bound) return true;
      // Leaves that ask for more features than this bound pays for have not been seen.
      if (most < prices_.size()) next_ = std::min(next_, sum + prices_[most]);
      if (next_ >= no_cost_bound) return true;
      checked_up_to_ = bound;
      prove(next_);
      bound = next_;
      // Where costs are many and close together, single steps would repeat the same work often.
      if (nodes_ - before < 1000) bound = std::max(bound, checked_up_to_ + checked_up_to_ / 8);
    }
  }

  void prove(Cost cost) {
    proved_ = std::max(proved_, cost);
    if (tell_) tell_(proved_);
  }

  // Features that some leaf within reach asks for, or that rules without the score ask for.
  FeatureMask relevant() const {
    FeatureMask asked = states_.in_nogoods();
    for (std::uint32_t t = 0; t < leaves_.trees(); ++t) {
      for (auto at = leaves_.first_of(t); at != leaves_.end_of(t); ++at) asked |= at->asks;
    }
    for (std::uint32_t f = 0; f < plan_.features.size(); ++f) {
      if (!leaves_.forest().curves[f].empty()) asked |= bit_of(f);
    }
    return asked & leaves_.settable();
  }

  Cost limit() const { return best_.found() ? std::min(bound_, best_.cost) : bound_; }

  // All sets that hold D and some of `rest`.
  void visit(FeatureMask set, Cost cost, FeatureMask rest) {
    ++nodes_;
    budget_.spend();
    const bool tied = best_.found() && proved_ >= best_.cost;
    if (stopped_ || budget_.exhausted() || (tied && boxes_.boxes() > boxes_for_ties)) {
      stopped_ = true;
      return;
    }
    std::vector<Item> items;
    std::vector<Cost> cheapest;
    for_each_feature(rest, [&](std::uint32_t f) {
      const Cost price = rank_.least_price(f);
      cheapest.push_back(price);
      items.push_back({f, price, 0});
    });
    std::sort(cheapest.begin(), cheapest.end());
    std::uint32_t room = 0;  // so many more features can be paid for
    Cost sum = cost;
    while (room < cheapest.size() && sum + cheapest[room] <= limit()) sum += cheapest[room++];
    if (room < cheapest.size()) next_ = std::min(next_, sum + cheapest[room]);
    const double upper = weigh(set, rest, room, items);
    if (size_of(set) > 1 && cost > checked_up_to_ && upper >= near_gap_) check(set);
    if (room == 0 || stopped_) return;
    if (room == 1) {
      // The sum of a set's best leaves says more than weights do.
      std::sort(items.begin(), items.end(), [](const Item& a, const Item& b) {
        return std::pair(-a.weight, a.feature) < std::pair(-b.weight, b.feature);
      });
      for (const Item& item : items) {
        const Cost total = cost + item.price;
        if (total > limit()) {
          next_ = std::min(next_, total);
        } else if (upper + item.weight >= near_gap_ && set != 0 && total > checked_up_to_) {
          check(set | bit_of(item.feature));
          if (stopped_) return;
        }
      }
      return;
    }
    std::sort(items.begin(), items.end(), [](const Item& a, const Item& b) {
      const double left = a.weight * static_cast<double>(b.price);
      const double right = b.weight * static_cast<double>(a.price);
      return left != right ? left > right : a.feature < b.feature;
    });
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (!can_buy(items, i, cost, near_gap_ - upper)) return;
      rest &= ~bit_of(items[i].feature);
      const Cost total = cost + items[i].price;
      if (total > limit()) {
        next_ = std::min(next_, total);
        continue;
      }
      visit(set | bit_of(items[i].feature), total, rest);
      if (stopped_) return;
    }
  }

  // Do the items from `first` on close the gap within the bound, in parts if need be?
  bool can_buy(const std::vector<Item>& items, std::size_t first, Cost cost, double gap) {
    double paid = static_cast<double>(cost);
    for (std::size_t i = first; gap > 0; ++i) {
      if (i == items.size() || items[i].weight <= 0) return false;
      const double weight = items[i].weight * (1 + rounding);
      paid += static_cast<double>(items[i].price) * std::min(1.0, gap / weight);
      gap -= weight;
    }
    const auto least = static_cast<Cost>(std::ceil(paid - 1e-6 * (1 + paid)));
    if (least <= limit()) return true;
    next_ = std::min(next_, least);
    return false;
  }

  // The sum of the best leaves that the set reaches; and what each further feature adds to it at
  // most, beside room - 1 others of `rest`.
  double weigh(FeatureMask set, FeatureMask rest, std::uint32_t room, std::vector<Item>& items) {
    double upper = 0;
    std::fill(weight_.begin(), weight_.end(), 0);
    const FeatureMask all = set | rest;
    for (std::uint32_t t = 0; t < leaves_.trees(); ++t) {
      const auto first = leaves_.first_gain(t), end = leaves_.end_gain(t);
      double base = 0;
      for (auto at = first; at != end; ++at) {
        if (!(at->asks & ~set)) base = std::max(base, at->gain);
      }
      upper += base;
      if (room == 0) continue;
      FeatureMask some = 0;
      for (auto at = first; at != end; ++at) {
        if (at->gain <= base || (at->asks & ~all)) continue;
        const FeatureMask more = at->asks & ~set;
        const std::uint32_t count = size_of(more);
        if (count > room) continue;
        const double share = (at->gain - base) / count;
        some |= more;
        for_each_feature(more,
                         [&](std::uint32_t f) { in_tree_[f] = std::max(in_tree_[f], share); });
      }
      for_each_feature(some, [&](std::uint32_t f) {
        weight_[f] += in_tree_[f];
        in_tree_[f] = 0;
      });
    }
    add_curves(set, upper);
    for (Item& item : items) item.weight = weight_[item.feature] + best_of_curve(item.feature);
    return upper * (1 + rounding);
  }

  // What features add by themselves, of the score's own curves.
  void add_curves(FeatureMask set, double& upper) {
    for_each_feature(set, [&](std::uint32_t f) { upper += best_of_curve(f); });
  }

  double best_of_curve(std::uint32_t f) {
    const std::vector<Amount>& curve = leaves_.forest().curves[f];
    if (curve.empty()) return 0;
    if (!curve_known_[f]) {
      curve_known_[f] = true;
      const Standing& at = leaves_.standing(f);
      const Amount now = curve[at.cell];
      Amount most = 0;
      const auto see = [&](std::uint32_t cell) { most = std::max(most, curve[cell] - now); };
      if (plan_.features[f].numeric) {
        for (std::uint32_t cell = at.first_below; cell < at.end_below; ++cell) see(cell);
        for (std::uint32_t cell = at.first_above; cell < at.end_above; ++cell) see(cell);
      } else {
        for (std::uint64_t rest = at.mask; rest != 0; rest &= rest - 1) {
          see(static_cast<std::uint32_t>(__builtin_ctzll(rest)));
        }
      }
      curve_best_[f] = static_cast<double>(most);
    }
    return curve_best_[f];
  }

  void check(FeatureMask set) {
    if (size_of(set) > ScoreBoxes<Amount>::most_features) {
      too_many_ = stopped_ = true;
      return;
    }
    boxes_.improve(set, best_);
    stopped_ = stopped_ || boxes_.stopped();
  }

  const ScorePlan& plan_;
  const Problem& problem_;
  ScoreLeaves<Amount>& leaves_;
  const ScoreStates<Amount>& states_;
  base::Budget& budget_;
  const std::function<void(Cost)>& tell_;
  ScoreRank rank_;
  const Amount gap_;
  const double near_gap_;
  ScoreBoxes<Amount> boxes_;
  ScoreChanges best_;
  std::vector<Cost> prices_;  // of what may be set, ascending
  Cost bound_ = 0, next_ = no_cost_bound, proved_ = 0, checked_up_to_ = 0;
  std::uint64_t nodes_ = 0;
  bool stopped_ = false, too_many_ = false;
  std::array<double, ScorePlan::most_features> weight_{}, in_tree_{}, curve_best_{};
  std::array<bool, ScorePlan::most_features> curve_known_{};
};

template <class Amount>
std::optional<ScoreAnswer> search_forest(const ScorePlan& plan, const ScoreForest<Amount>& forest,
                                         const Problem& problem, const state::Evaluator& at_start,
                                         base::Budget& budget,
                                         const std::function<void(Cost)>& tell) {
  ScoreLeaves<Amount> leaves(plan, forest, problem.situation);
  if (!leaves.usable()) return std::nullopt;
  const ScoreStates<Amount> states(leaves, problem, at_start);
  if (!states.usable() || states.need() <= leaves.at_start()) return std::nullopt;
  return ScoreSearch<Amount>(plan, leaves, states, problem, budget, tell).run();
}

}  // namespace

std::optional<ScoreAnswer> search_score(const ScorePlan& plan, const Problem& problem,
                                        const state::Evaluator& at_start, base::Budget& budget,
                                        const std::function<void(Cost)>& tell) {
  if (!problem.prices.exact()) return std::nullopt;
  return std::visit(
      [&](const auto& forest) {
        return search_forest(plan, forest, problem, at_start, budget, tell);
      },
      plan.forest);
}

}  // namespace cogs::path
