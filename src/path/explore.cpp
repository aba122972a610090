// SPDX-License-Identifier: Apache-2.0
#include "path/explore.h"

#include <algorithm>

namespace cogs::path {

using model::CellTest;
using model::CompiledBody;
using state::Point;

Explorer::Explorer(const Problem& problem, const state::Evaluator& at_start, base::Budget& budget)
    : problem_(problem),
      situation_(problem.situation),
      compiled_(problem.situation.compiled()),
      evaluator_(at_start),
      left_over_(problem, at_start, budget),
      budget_(budget),
      direct_(problem.feature_count()),
      allowed_(problem.feature_count()),
      blame_(problem.feature_count()),
      too_dear_(problem.feature_count()),
      barred_(problem.feature_count()) {
  const std::uint32_t count = problem.feature_count();
  for (std::uint32_t f = 0; f < count; ++f) {
    if (problem.settable(f)) allowed_.insert(f);
  }
  points_.resize(situation_.total_words());
  box_cells_ = lazy_cells_ = lazy_points_ = points_;
  moved_.resize(count);
  free_.resize(count);
  may_follow_.resize(count, 0);
  known_followers_.resize(count);
  directly_.resize(count);
  paid_.resize(count, 0);
  charged_.resize(count, 0);
  payer_at_.resize(count, 0);
}

void Explorer::restrict_to(const FeatureSet& direct) {
  allowed_ = direct;
  cheapest_ = 0;
}

void Explorer::confine(std::uint32_t f, std::vector<std::uint64_t> points) {
  confined_.resize(problem_.feature_count());
  confined_[f] = std::move(points);
}

void Explorer::fill_box() {
  std::fill(points_.begin(), points_.end(), 0);
  direct_.clear();
  find_followers();
  for (std::uint32_t f = 0; f < problem_.feature_count(); ++f) {
    std::uint64_t* words = points_.data() + situation_.offset(f);
    state::put(words, situation_.start_point(f));
    if (compiled_.features[f].mentioned && (settable(f) || may_follow(f))) {
      const state::Bits permitted = situation_.permitted(f);
      const bool confined = !confined_.empty() && !confined_[f].empty();
      for (std::size_t w = 0; w < permitted.size(); ++w) {
        words[w] |= confined ? permitted[w] & confined_[f][w] : permitted[w];
      }
    }
    directly_[f] = settable(f) ? Directly::open : Directly::no;
    refresh(f);
  }
}

// What can be forced to move, causes before effects: only what does not fit its start somewhere,
// with all that may be set or moved anywhere.
void Explorer::find_followers() {
  std::fill(may_follow_.begin(), may_follow_.end(), 0);
  FeatureSet shown(problem_.feature_count());
  for (const std::uint32_t f : compiled_.causal_order) {
    if (!problem_.movable(f) || situation_.starts_missing(f)) continue;
    if (!problem_.movers[f].meets(allowed_)) continue;
    for (const std::uint32_t m : compiled_.causes[f].mentions) {
      if (shown.contains(m) || !(settable(m) || may_follow(m))) continue;
      shown.insert(m);
      std::vector<std::uint64_t> cells(situation_.words(m), 0);
      state::for_each_bit(situation_.permitted(m), [&](Point point) {
        state::put(cells.data(), situation_.cell_of(m, point));
      });
      show_on_the_way(m, cells.data());
    }
    may_follow_[f] = evaluator_.would_break(f, situation_.start_point(f)) != Truth::no;
  }
}

// A rule with a test that no point of the whole box passes never gets in the way. With few
// features free these are nearly all.
void Explorer::find_live_rules() {
  live_rules_.clear();
  for (std::uint32_t rule : compiled_.rules_of[problem_.goal.undesired]) {
    const std::vector<CellTest>& tests = compiled_.rules[rule].body.tests;
    if (std::none_of(tests.begin(), tests.end(),
                     [&](const CellTest& test) { return in_box(test) == Truth::no; })) {
      live_rules_.push_back(rule);
    }
  }
}

void Explorer::refresh(std::uint32_t f) {
  const std::uint32_t at = situation_.offset(f), words = situation_.words(f);
  const Point start = situation_.start_point(f);
  std::uint32_t count = 0;
  for (std::uint32_t w = at; w < at + words; ++w) {
    box_cells_[w] = points_[w];
    lazy_points_[w] = lazy_cells_[w] = 0;
    count += static_cast<std::uint32_t>(__builtin_popcountll(points_[w]));
  }
  for (const Point part : {situation_.below(f), situation_.above(f)}) {
    if (state::has(&box_cells_[at], part)) {
      state::drop(&box_cells_[at], part);
      state::put(&box_cells_[at], start);
    }
  }
  free_[f] = count > 1;
  if (state::has(&points_[at], start)) {
    moved_[f] = Truth::no;
    state::put(&lazy_points_[at], start);
    state::put(&lazy_cells_[at], start);
  } else {
    moved_[f] = Truth::yes;
    std::copy_n(&points_[at], words, &lazy_points_[at]);
    std::copy_n(&box_cells_[at], words, &lazy_cells_[at]);
  }
  evaluator_.show(f, &lazy_cells_[at], moved_[f]);
}

Cost Explorer::run(Cost bound, const Visit& visit) {
  bound_ = bound;
  next_ = no_cost_bound;
  stopped_ = false;
  visit_ = &visit;
  barred_.clear();
  fill_box();
  find_live_rules();
  visit_node(0);
  return next_;
}

void Explorer::visit_node(Cost cost) {
  ++expanded_;
  budget_.spend();
  if (stopped_ || expanded_ > most_expanded_ || budget_.exhausted()) {
    stopped_ = true;
    return;
  }
  if (settled() || holds_enough()) return;
  node_cost_ = cost;
  collect_needs();
  if (dead_) return;
  const FeatureSet barred = barred_;
  const Cost least = cost + bound_of_needs(cost);
  if (!dead_ && !cut_off(least) && !loses_tie(least)) {
    if (need_count_ == 0) {
      take_candidate(cost);
    } else {
      bool forced = false;
      const Split split = choose_split(forced);
      branch(split, cost, forced);
    }
  }
  barred_ = barred;
}

bool Explorer::cut_off(Cost least) {
  if (least <= bound_) return false;
  next_ = std::min(next_, least);
  return true;
}

// With prices by amount, or where several ways are wanted, a set says nothing of its supersets.
bool Explorer::settled() const {
  return std::any_of(settled_.begin(), settled_.end(),
                     [&](const FeatureSet& set) { return set.within(direct_); });
}

// Does every way in this box make changes that are enough by themselves?
bool Explorer::holds_enough() const {
  return std::any_of(enough_.begin(), enough_.end(), [&](const Enough& enough) {
    if (!enough.direct.within(direct_)) return false;
    return std::all_of(enough.features.begin(), enough.features.end(), [&](std::uint32_t f) {
      const std::uint32_t at = situation_.offset(f);
      for (std::uint32_t w = at; w < at + situation_.words(f); ++w) {
        if ((points_[w] & ~enough.points[w]) != 0) return false;
      }
      // Nor may an effect of what else is set move it on.
      bool stays = true;
      if (problem_.movable(f)) {
        problem_.movers[f].for_each([&](std::uint32_t m) {
          stays = stays && directly_[m] != Directly::yes && !(settable(m) && (moved(m) || free(m)));
        });
      }
      return stays;
    });
  });
}

void Explorer::branch(Split split, Cost cost, bool forced) {
  const std::uint32_t f = split.feature;
  switch (split.kind) {
    case Split::Kind::leave:
    case Split::Kind::enter: {
      const std::uint32_t words = situation_.words(f);
      std::vector<std::uint64_t> set(compiled_.pool.begin() + split.offset,
                                     compiled_.pool.begin() + split.offset + words);
      if (state::has(set.data(), situation_.start_point(f))) {
        state::put(set.data(), situation_.below(f));
        state::put(set.data(), situation_.above(f));
      }
      const bool enter = split.kind == Split::Kind::enter;
      narrow(f, set.data(), enter, cost);
      if (!forced) narrow(f, set.data(), !enter, cost);
      break;
    }
    case Split::Kind::within: {
      // On the other side something else has to change as well.
      std::vector<std::uint64_t> set = needs_[split.offset].within;
      if (state::has(set.data(), situation_.start_point(f))) {
        state::put(set.data(), situation_.below(f));
        state::put(set.data(), situation_.above(f));
      }
      narrow(f, set.data(), true, cost);
      narrow(f, set.data(), false, cost);
      break;
    }
    case Split::Kind::start: {
      std::vector<std::uint64_t> set(situation_.words(f), 0);
      state::put(set.data(), situation_.start_point(f));
      narrow(f, set.data(), false, cost);
      if (!forced) narrow(f, set.data(), true, cost);
      break;
    }
    case Split::Kind::directly: {
      if (may_follow(f) || !moved(f)) {
        directly_[f] = Directly::no;
        visit_node(cost);
      }
      const Cost price = price_in_box(f);
      if (!barred_.contains(f) && !cut_off(cost + price)) {
        directly_[f] = Directly::yes;
        direct_.insert(f);
        paid_[f] = price;
        visit_node(cost + price);
        paid_[f] = 0;
        direct_.erase(f);
      }
      directly_[f] = Directly::open;
      break;
    }
  }
}

void Explorer::narrow(std::uint32_t f, const std::uint64_t* set, bool inside, Cost cost) {
  if (stopped_) return;
  const std::uint32_t at = situation_.offset(f), words = situation_.words(f);
  std::vector<std::uint64_t> saved(points_.begin() + at, points_.begin() + at + words);
  std::uint64_t left = 0;
  for (std::uint32_t w = 0; w < words; ++w) {
    points_[at + w] &= inside ? set[w] : ~set[w];
    left |= points_[at + w];
  }
  if (left != 0) {
    const bool stayed = !moved(f);
    refresh(f);
    // Features with causal rules are paid for when it is clear that they were set directly.
    const bool begins_to_pay = stayed && moved(f) && !situation_.bound(f);
    const Cost before = paid_[f];
    if (begins_to_pay || before > 0) paid_[f] = price_in_box(f);
    const Cost total = cost - before + paid_[f];
    if (!(begins_to_pay && barred_.contains(f)) && !cut_off(total)) {
      if (begins_to_pay) {
        directly_[f] = Directly::yes;
        direct_.insert(f);
      }
      visit_node(total);
      if (begins_to_pay) {
        directly_[f] = Directly::open;
        direct_.erase(f);
      }
    }
    paid_[f] = before;
  }
  std::copy(saved.begin(), saved.end(), points_.begin() + at);
  refresh(f);
}

void Explorer::take_candidate(Cost cost) {
  const std::vector<std::uint32_t> leftovers = leftovers_;
  const Verdict verdict = (*visit_)({direct_, !leftovers.empty(), cost, lazy_points_});
  if (verdict == Verdict::stop) {
    stopped_ = true;
    return;
  }
  if (verdict == Verdict::settled) {
    settled_.push_back(direct_);
    budget_.use_memory(sizeof(FeatureSet) + problem_.feature_count() / 8);
    return;
  }
  if (verdict == Verdict::next_box) return;
  leftovers_ = leftovers;
  const std::vector<Split> splits = splits_beyond_candidate();
  if (!splits.empty()) branch(splits.front(), cost);
}

// What has a candidate's box not been tried for? Where only the walk failed, what can help the
// walk: features tied to the leftover effects by causal rules or denials. Effects that stayed but
// could be left over as well. Where the path was not certain, anything that rules mention.
std::vector<Explorer::Split> Explorer::splits_beyond_candidate() {
  std::vector<Split> splits;
  for (std::uint32_t f : leftovers_) open_cause_tests(f, Where::box, splits);
  for (std::uint32_t f = 0; f < problem_.feature_count(); ++f) {
    const bool tied = std::any_of(leftovers_.begin(), leftovers_.end(), [&](std::uint32_t l) {
      return problem_.tied[l] == problem_.tied[f];
    });
    const bool could_be_left_over = may_follow(f) && problem_.movers[f].common(direct_) >= 2;
    const bool detour =
        detours_ && std::any_of(compiled_.causal_order.begin(), compiled_.causal_order.end(),
                                [&](std::uint32_t g) {
                                  return direct_.contains(g) && problem_.movers[g].contains(f);
                                });
    if (!tied && !could_be_left_over && !detour && !problem_.certain_only) continue;
    if (may_be_moved_on(f) && settable(f) && directly_[f] == Directly::open) {
      splits.push_back({Split::Kind::directly, f});
    }
    if (!moved(f) && free(f)) splits.push_back({Split::Kind::start, f});
  }
  return splits;
}

}  // namespace cogs::path
