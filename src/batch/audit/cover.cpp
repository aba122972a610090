// SPDX-License-Identifier: Apache-2.0
#include "batch/audit/cover.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "batch/audit/intervals.h"
#include "path/feature_set.h"

namespace cogs::batch {

namespace {

using path::FeatureSet;

class Covering {
 public:
  Covering(const std::vector<Coverable>& people, base::Budget& budget) : budget_(budget) {
    std::set<std::uint32_t> features;
    for (const Coverable& some : people) {
      for (const Features& way : some.ways) features.insert(way.begin(), way.end());
    }
    features_.assign(features.begin(), features.end());
    std::map<std::vector<Features>, std::uint64_t> merged;
    for (const Coverable& some : people) {
      if (budget_.exhausted()) return;
      all_ += some.people;
      std::vector<Features> ways = some.ways;
      std::sort(ways.begin(), ways.end());
      if (!ways.empty()) merged[ways] += some.people;
    }
    for (const auto& [ways, count] : merged) {
      Class& one = classes_.emplace_back();
      one.people = count;
      for (const Features& way : ways) one.ways.push_back(inner(way));
      ways_ += ways.size();
      if (budget_.exhausted()) return;
    }
    // Large classes first: bounds are decided early.
    std::stable_sort(classes_.begin(), classes_.end(),
                     [](const Class& a, const Class& b) { return a.people > b.people; });
  }

  // nullopt: there is none, or the budget has ended.
  std::optional<Cover> find(unsigned percent, std::uint64_t most_steps) {
    steps_ = most_steps;
    if (budget_.exhausted_now()) return std::nullopt;
    const std::uint64_t target = quantile_rank(all_, percent);
    FeatureSet everything(count());
    for (std::uint32_t f = 0; f < count(); ++f) everything.insert(f);
    if (all_ == 0 || covered(everything) < target) return std::nullopt;
    for (std::uint32_t size = 0; size <= count(); ++size) {
      best_.reset();
      best_people_ = target - 1;
      if (!choose(FeatureSet(count()), everything, 0, size)) return greedy(percent, target);
      if (best_) return as_cover(percent, *best_, true);
    }
    return std::nullopt;
  }

 private:
  struct Class {
    std::uint64_t people = 0;
    std::vector<FeatureSet> ways;
  };

  // A look at all ways may take long.
  bool out_of_time() const { return ways_ < 1000 ? budget_.exhausted() : budget_.exhausted_now(); }

  std::uint32_t count() const { return static_cast<std::uint32_t>(features_.size()); }

  FeatureSet inner(const Features& way) const {
    FeatureSet set(count());
    for (const std::uint32_t feature : way) {
      const auto at = std::lower_bound(features_.begin(), features_.end(), feature);
      set.insert(static_cast<std::uint32_t>(at - features_.begin()));
    }
    return set;
  }

  static bool covers(const FeatureSet& set, const Class& one) {
    return std::any_of(one.ways.begin(), one.ways.end(),
                       [&](const FeatureSet& way) { return way.within(set); });
  }
  std::uint64_t covered(const FeatureSet& set) const {
    std::uint64_t people = 0;
    for (const Class& one : classes_) people += covers(set, one) ? one.people : 0;
    return people;
  }

  // All sets of `size` features: `chosen` and as many as are missing from `next` on. `possible` is
  // whatever can still be in the set. False: too many steps.
  bool choose(const FeatureSet& chosen, const FeatureSet& possible, std::uint32_t next,
              std::uint32_t size) {
    if (steps_ < ways_ || out_of_time()) return false;
    steps_ -= ways_;
    const std::uint32_t missing = size - chosen.size();
    if (missing > count() - next || most(chosen, possible, missing) <= best_people_) return true;
    if (missing == 0) {
      best_ = chosen;
      best_people_ = covered(chosen);
      return true;
    }
    FeatureSet with = chosen, without = possible;
    with.insert(next);
    without.erase(next);
    return choose(with, possible, next + 1, size) && choose(chosen, without, next + 1, size);
  }

  // At most so many people are covered by `chosen` and `missing` others of `possible`.
  std::uint64_t most(const FeatureSet& chosen, const FeatureSet& possible,
                     std::uint32_t missing) const {
    const auto reachable = [&](const FeatureSet& way) {
      return way.within(possible) && way.size() - way.common(chosen) <= missing;
    };
    std::uint64_t people = 0;
    for (const Class& one : classes_) {
      if (std::any_of(one.ways.begin(), one.ways.end(), reachable)) people += one.people;
    }
    return people;
  }

  // The way that helps most people for each feature that it adds, until there are enough; then
  // whatever has become superfluous goes.
  std::optional<Cover> greedy(unsigned percent, std::uint64_t target) const {
    FeatureSet set(count());
    const std::vector<const FeatureSet*> ways = different_ways();
    for (std::uint64_t now = 0; now < target; now = covered(set)) {
      std::optional<FeatureSet> best;
      std::uint64_t best_gain = 0, best_size = 1;
      for (const FeatureSet* way : ways) {
        const std::uint64_t size = way->size() - way->common(set);
        if (size == 0) continue;
        if (out_of_time()) return std::nullopt;
        FeatureSet wider = set;
        wider |= *way;
        const std::uint64_t gain = covered(wider) - now;
        if (gain * best_size > best_gain * size) {
          best = wider;
          best_gain = gain;
          best_size = size;
        }
      }
      set = *best;  // some way adds somebody: all of them together reach the target
    }
    for (std::uint32_t f = 0; f < count(); ++f) {
      if (out_of_time()) return std::nullopt;
      FeatureSet smaller = set;
      smaller.erase(f);
      if (covered(smaller) >= target) set = smaller;
    }
    return as_cover(percent, set, false);
  }

  // In the order of the classes.
  std::vector<const FeatureSet*> different_ways() const {
    std::vector<const FeatureSet*> ways;
    std::set<Features> seen;
    for (const Class& one : classes_) {
      for (const FeatureSet& way : one.ways) {
        Features features;
        way.for_each([&](std::uint32_t f) { features.push_back(f); });
        if (seen.insert(std::move(features)).second) ways.push_back(&way);
      }
    }
    return ways;
  }

  Cover as_cover(unsigned percent, const FeatureSet& set, bool smallest) const {
    Cover cover{percent, {}, covered(set), smallest};
    set.for_each([&](std::uint32_t f) { cover.features.push_back(features_[f]); });
    return cover;
  }

  base::Budget& budget_;
  std::uint64_t steps_ = 0;
  std::uint64_t all_ = 0, ways_ = 0;
  std::vector<std::uint32_t> features_;  // those of some way, ascending
  std::vector<Class> classes_;
  std::optional<FeatureSet> best_;
  std::uint64_t best_people_ = 0;
};

}  // namespace

std::vector<Cover> cover_people(const std::vector<Coverable>& people,
                                const std::vector<unsigned>& percents, base::Budget& budget,
                                std::uint64_t most_steps) {
  std::vector<Cover> covers;
  if (budget.exhausted_now()) return covers;
  Covering covering(people, budget);
  for (const unsigned percent : percents) {
    if (auto cover = covering.find(percent, most_steps)) covers.push_back(*cover);
  }
  return covers;
}

}  // namespace cogs::batch
