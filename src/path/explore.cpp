// SPDX-License-Identifier: Apache-2.0
#include "path/explore.h"

#include <algorithm>
#include <span>

namespace cogs::path {

using model::CellTest;
using model::CompiledBody;
using state::Point;

Explorer::Explorer(const Problem& problem, state::Evaluator& evaluator, base::Budget& budget)
    : problem_(problem),
      situation_(problem.situation),
      compiled_(problem.situation.compiled()),
      evaluator_(evaluator),
      budget_(budget),
      direct_(problem.feature_count()),
      allowed_(problem.feature_count()),
      blame_(problem.feature_count()),
      residual_(problem.feature_count(), 0),
      failing_test_(compiled_.rules.size(), 0) {
  const std::uint32_t count = problem.feature_count();
  for (std::uint32_t f = 0; f < count; ++f) {
    if (problem.settable(f)) allowed_.insert(f);
  }
  points_.resize(situation_.total_words());
  box_cells_ = lazy_cells_ = lazy_points_ = points_;
  moved_.resize(count);
  free_.resize(count);
  directly_.resize(count);
}

void Explorer::restrict_to(const FeatureSet& direct) { allowed_ = direct; }

void Explorer::fill_box() {
  std::fill(points_.begin(), points_.end(), 0);
  direct_.clear();
  for (std::uint32_t f = 0; f < problem_.feature_count(); ++f) {
    std::uint64_t* words = points_.data() + situation_.offset(f);
    state::put(words, situation_.start_point(f));
    const bool movable = may_follow(f) && problem_.movers[f].meets(allowed_);
    if (compiled_.features[f].mentioned && (settable(f) || movable)) {
      const state::Bits permitted = situation_.permitted(f);
      for (std::size_t w = 0; w < permitted.size(); ++w) words[w] |= permitted[w];
    }
    directly_[f] = settable(f) ? Directly::open : Directly::no;
    refresh(f);
  }
}

// A rule with a test that no point of the whole box passes never gets in the way. With few
// features free these are nearly all.
void Explorer::find_live_rules() {
  live_rules_.clear();
  for (std::uint32_t rule : compiled_.rules_of[problem_.goal.undesired]) {
    const std::vector<CellTest>& tests = compiled_.rules[rule].body.tests;
    const std::uint32_t ask_first = failing_test_[rule];
    if (ask_first < tests.size() && in_box(tests[ask_first]) == Truth::no) continue;
    const auto failing = std::find_if(tests.begin(), tests.end(), [&](const CellTest& test) {
      return in_box(test) == Truth::no;
    });
    if (failing == tests.end()) live_rules_.push_back(rule);
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
}

Cost Explorer::run(Cost bound, const Visit& visit) {
  bound_ = bound;
  next_ = no_cost_bound;
  stopped_ = false;
  visit_ = &visit;
  fill_box();
  find_live_rules();
  visit_node(0);
  return next_;
}

void Explorer::visit_node(Cost cost) {
  ++expanded_;
  if (stopped_ || budget_.exhausted()) {
    stopped_ = true;
    return;
  }
  if (settled()) return;
  collect_needs();
  if (dead_) return;
  const Cost least = cost + bound_of_needs();
  if (dead_) return;
  if (least > bound_) {
    next_ = std::min(next_, least);
    return;
  }
  if (need_count_ == 0) {
    take_candidate(cost);
  } else {
    const Split split = choose_split();
    branch(split, cost);
  }
}

bool Explorer::settled() const {
  return std::any_of(settled_.begin(), settled_.end(),
                     [&](const FeatureSet& set) { return set.within(direct_); });
}

// ---- bounds and branching --------------------------------------------------------------------

Cost Explorer::bound_of_needs() {
  struct Payers {
    FeatureSet features;
    std::uint32_t count;
  };
  std::vector<Payers> all;
  all.reserve(need_count_);
  for (std::size_t n = 0; n < need_count_; ++n) {
    const Need& need = needs_[n];
    if (!need.hard) continue;
    Payers payers{FeatureSet(problem_.feature_count()), 0};
    bool free_of_charge = false;
    need.options.for_each([&](std::uint32_t f) {
      if (directly_[f] != Directly::no) {
        payers.features.insert(f);
        free_of_charge = free_of_charge || directly_[f] == Directly::yes;
      }
      if (may_follow(f)) {
        free_of_charge = free_of_charge || problem_.movers[f].meets(direct_);
        payers.features |= problem_.movers[f];
      }
    });
    if (free_of_charge) continue;
    payers.count = payers.features.common(allowed_);
    if (payers.count == 0) {  // nobody can change it
      dead_ = true;
      blame_ |= need.mentions;
      return 0;
    }
    all.push_back(std::move(payers));
  }
  std::sort(all.begin(), all.end(),
            [](const Payers& a, const Payers& b) { return a.count < b.count; });
  Cost total = 0;
  residual_ = problem_.costs.of_feature;
  for (const Payers& payers : all) {
    Cost least = no_cost_bound;
    payers.features.for_each([&](std::uint32_t f) {
      if (settable(f)) least = std::min(least, residual_[f]);
    });
    if (least == 0) continue;
    total += least;
    payers.features.for_each([&](std::uint32_t f) { residual_[f] -= least; });
  }
  return total;
}

const Explorer::Split& Explorer::choose_split() const {
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
  double best_score = -1;
  for (const Split& split : tightest->splits) {
    double serves = 0;
    for (const Need& need : needs) serves += need.options.contains(split.feature) ? 1 : 0;
    const double score =
        serves / (1.0 + static_cast<double>(problem_.costs.of_feature[split.feature]));
    if (score > best_score) {
      best_score = score;
      best = &split;
    }
  }
  return *best;
}

void Explorer::branch(Split split, Cost cost) {
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
      narrow(f, set.data(), !enter, cost);
      break;
    }
    case Split::Kind::start: {
      std::vector<std::uint64_t> set(situation_.words(f), 0);
      state::put(set.data(), situation_.start_point(f));
      narrow(f, set.data(), false, cost);
      narrow(f, set.data(), true, cost);
      break;
    }
    case Split::Kind::directly: {
      if (may_follow(f)) {
        directly_[f] = Directly::no;
        visit_node(cost);
      }
      const Cost dearer = cost + problem_.costs.of_feature[f];
      if (dearer > bound_) {
        next_ = std::min(next_, dearer);
      } else {
        directly_[f] = Directly::yes;
        direct_.insert(f);
        visit_node(dearer);
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
    const bool pays = stayed && moved(f) && !situation_.bound(f);
    const Cost total = pays ? cost + problem_.costs.of_feature[f] : cost;
    if (total > bound_) {
      next_ = std::min(next_, total);
    } else {
      if (pays) {
        directly_[f] = Directly::yes;
        direct_.insert(f);
      }
      visit_node(total);
      if (pays) {
        directly_[f] = Directly::open;
        direct_.erase(f);
      }
    }
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
std::vector<Explorer::Split> Explorer::splits_beyond_candidate() const {
  std::vector<Split> splits;
  for (std::uint32_t f : leftovers_) open_cause_tests(f, Where::box, splits);
  for (std::uint32_t f = 0; f < problem_.feature_count(); ++f) {
    const bool tied = std::any_of(leftovers_.begin(), leftovers_.end(), [&](std::uint32_t l) {
      return problem_.tied[l] == problem_.tied[f];
    });
    const bool could_be_left_over = may_follow(f) && problem_.movers[f].common(direct_) >= 2;
    if (!tied && !could_be_left_over && !problem_.certain_only) continue;
    if (may_follow(f) && settable(f) && directly_[f] == Directly::open) {
      splits.push_back({Split::Kind::directly, f});
    }
    if (!moved(f) && free(f)) splits.push_back({Split::Kind::start, f});
  }
  return splits;
}

}  // namespace cogs::path
