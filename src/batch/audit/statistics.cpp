// SPDX-License-Identifier: Apache-2.0
#include "batch/audit/statistics.h"

#include <algorithm>
#include <tuple>

#include "batch/audit/intervals.h"

namespace cogs::batch {

namespace {

using path::Status;

// The value of this rank, from 1, among all costs.
base::Number cost_of_rank(const std::vector<CostCount>& costs, std::uint64_t rank) {
  std::uint64_t below = 0;
  for (const CostCount& count : costs) {
    below += count.people;
    if (below >= rank) return count.cost;
  }
  return costs.back().cost;
}

std::vector<CostQuantile> quantiles_of(const std::vector<CostCount>& costs, std::uint64_t people) {
  std::vector<CostQuantile> out;
  if (people == 0) return out;
  for (const unsigned percent : {25U, 50U, 75U, 90U}) {
    CostQuantile quantile{percent, cost_of_rank(costs, quantile_rank(people, percent)), {}, {}};
    const RankSpan ranks = quantile_rank_interval(people, percent);
    if (ranks.low) quantile.low = cost_of_rank(costs, *ranks.low);
    if (ranks.high) quantile.high = cost_of_rank(costs, *ranks.high);
    out.push_back(std::move(quantile));
  }
  return out;
}

auto rank_of(const path::Blocker& blocker) {
  return std::make_tuple(static_cast<int>(blocker.kind),
                         blocker.feature ? blocker.feature->value + std::uint64_t{1} : 0,
                         blocker.option, blocker.denial);
}

class Counting {
 public:
  void add(const Outcome& outcome, std::uint64_t rows) {
    out_.rows += rows;
    add_breaks(outcome, rows);
    if (outcome.status == Status::already) {
      out_.already += rows;
      return;
    }
    out_.concerned += rows;
    out_.undesired += outcome.undesired ? rows : 0;
    switch (outcome.status) {
      case Status::already: break;
      case Status::found: add_found(outcome, rows); break;
      case Status::none: add_none(outcome, rows); break;
      case Status::gave_up: out_.gave_up += rows; break;
    }
  }

  Statistics finish(base::Budget& budget) {
    for (const auto& [cost, people] : costs_) out_.costs.push_back({cost, people});
    out_.quantiles = quantiles_of(out_.costs, out_.found);
    out_.changes.assign(changes_.begin(), changes_.end());
    for (const auto& [feature, use] : features_) out_.features.push_back(use);
    std::stable_sort(
        out_.features.begin(), out_.features.end(), [](const FeatureUse& a, const FeatureUse& b) {
          return std::tie(b.direct, b.alone, b.effect) < std::tie(a.direct, a.alone, a.effect);
        });
    for (const auto& [features, use] : sets_) out_.sets.push_back(use);
    std::stable_sort(out_.sets.begin(), out_.sets.end(), [](const SetUse& a, const SetUse& b) {
      return std::tie(b.best, b.open) < std::tie(a.best, a.open);
    });
    out_.covers = cover_people(coverable_, {50, 80, 95}, budget);
    for (const auto& [key, use] : blockers_) out_.blockers.push_back(use);
    const auto more_people = [](const auto& a, const auto& b) { return a.people > b.people; };
    std::stable_sort(out_.blockers.begin(), out_.blockers.end(), more_people);
    for (const auto& [broken, rows] : broken_) out_.broken_rules.push_back({broken, rows});
    std::stable_sort(out_.broken_rules.begin(), out_.broken_rules.end(),
                     [](const BrokenRule& a, const BrokenRule& b) { return a.rows > b.rows; });
    return std::move(out_);
  }

 private:
  void add_breaks(const Outcome& outcome, std::uint64_t rows) {
    if (!outcome.breaks.empty()) out_.broken += rows;
    for (const path::Broken& broken : outcome.breaks) broken_[broken] += rows;
  }

  FeatureUse& use_of(std::uint32_t feature) {
    FeatureUse& use = features_[feature];
    use.feature = feature;
    return use;
  }
  SetUse& use_of(const Features& set) {
    SetUse& use = sets_[set];
    use.features = set;
    return use;
  }

  void add_found(const Outcome& outcome, std::uint64_t people) {
    out_.found += people;
    out_.certain += outcome.certain ? people : 0;
    out_.more_ways += outcome.more_ways ? people : 0;
    costs_[outcome.cost] += people;
    changes_[outcome.direct.size()] += people;
    for (const std::uint32_t f : outcome.direct) use_of(f).direct += people;
    for (const std::uint32_t f : outcome.effects) use_of(f).effect += people;
    use_of(outcome.direct).best += people;
    for (const Features& way : outcome.ways) {
      use_of(way).open += people;
      if (way.size() == 1) use_of(way.front()).alone += people;
    }
    coverable_.push_back({people, outcome.ways});
  }

  void add_none(const Outcome& outcome, std::uint64_t people) {
    out_.none += people;
    if (outcome.blockers.empty()) out_.unexplained += people;
    for (const path::Blocker& blocker : outcome.blockers) {
      BlockerUse& use = blockers_[rank_of(blocker)];
      use.blocker = blocker;
      use.people += people;
    }
  }

  Statistics out_;
  std::map<base::Number, std::uint64_t> costs_;
  std::map<std::size_t, std::uint64_t> changes_;
  std::map<std::uint32_t, FeatureUse> features_;
  std::map<Features, SetUse> sets_;
  std::map<decltype(rank_of({})), BlockerUse> blockers_;
  std::map<path::Broken, std::uint64_t> broken_;
  std::vector<Coverable> coverable_;
};

}  // namespace

Statistics count_outcomes(const std::vector<Outcome>& outcomes,
                          const std::vector<std::uint64_t>& rows, base::Budget& budget) {
  Counting counting;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    if (rows[i] > 0) counting.add(outcomes[i], rows[i]);
  }
  return counting.finish(budget);
}

}  // namespace cogs::batch
