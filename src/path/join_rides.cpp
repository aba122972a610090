// SPDX-License-Identifier: Apache-2.0
//
// The part of the arrangement that puts together one ride a group (rides.h).
#include <algorithm>
#include <tuple>
#include <utility>

#include "path/arrange.h"

namespace cogs::path {

// ---- one ride a group ------------------------------------------------------------------------

// Finds the best certain path, or, if there is none, the best one, unless it is given.
void Arranger::join_rides(const Rank* to_beat, std::optional<Arranged>& certain,
                          std::optional<Arranged>& uncertain) {
  std::vector<const Ride*> chosen;
  const auto search = [&](bool certain_only, const Rank* rank) -> std::optional<Arranged> {
    known_.clear();
    if (rank) keep({{}, *rank}, {});  // no walk: it stands for a path that is known already
    if (list_rides(certain_only, rank)) choose_rides(0, chosen, certain_only);
    if (known_.empty() || known_.begin()->second.walk.states.empty()) return std::nullopt;
    return std::move(known_.begin()->second);
  };
  const Rank* certain_rank = to_beat && !to_beat->uncertain ? to_beat : nullptr;
  if (certain && (!certain_rank || certain->rank < *certain_rank)) certain_rank = &certain->rank;
  if (auto found = search(true, certain_rank)) certain = std::move(found);
  if (!certain && !uncertain && !certain_rank) {
    uncertain = search(false, to_beat && to_beat->uncertain ? to_beat : nullptr);
  }
}

bool Arranger::list_rides(bool certain, const Rank* to_beat) {
  rides_.clear();
  Rides rides(problem_, steps_, walks_, budget_);
  for (const auto& group : tied_groups(problem_, direct_)) {
    Rides::Limits limits;
    limits.certain = certain;
    if (to_beat) {  // the other groups touch and step at least, and at most, once a feature
      const auto others = static_cast<std::uint32_t>(features_.size() - group.size());
      limits.touched = to_beat->touched < others ? 0 : to_beat->touched - others;
      limits.transitions = to_beat->transitions < others ? 0 : to_beat->transitions - others;
    }
    rides_.push_back(rides.list(group, boxes_, limits));
    if (rides_.back().empty()) return false;
    std::sort(rides_.back().begin(), rides_.back().end(), [](const Ride& a, const Ride& b) {
      return std::tie(a.rank.touched, b.rank.transitions, a.rank.change, a.rank.changes) <
             std::tie(b.rank.touched, a.rank.transitions, b.rank.change, b.rank.changes);
    });
  }
  least_rank_.assign(rides_.size() + 1, {});
  for (std::size_t g = rides_.size(); g-- > 0;) {
    std::uint32_t most = 0;
    Distance least = rides_[g].front().rank.change;
    for (const Ride& ride : rides_[g]) {
      most = std::max(most, ride.rank.transitions);
      least = std::min(least, ride.rank.change);
    }
    least_rank_[g].touched = least_rank_[g + 1].touched + rides_[g].front().rank.touched;
    least_rank_[g].transitions = least_rank_[g + 1].transitions + most;
    least_rank_[g].change = least_rank_[g + 1].change + least;
  }
  return true;
}

void Arranger::choose_rides(std::size_t group, std::vector<const Ride*>& chosen, bool certain) {
  if (budget_.exhausted() || rides_hopeless(chosen, certain)) return;
  if (group < rides_.size()) {
    for (const Ride& ride : rides_[group]) {
      if (certain && ride.rank.uncertain) continue;
      chosen.push_back(&ride);
      choose_rides(group + 1, chosen, certain);
      chosen.pop_back();
    }
    return;
  }
  Arranged found{merge(chosen), {}};
  found.rank = walks_.rank_apart(found.walk);
  if (!known_.empty()) {
    Rank hoped = found.rank;
    hoped.uncertain = known_.begin()->second.rank.uncertain;
    if (hoped >= known_.begin()->second.rank) return;
  }
  found.rank.uncertain = !walks_.certain(found.walk);
  if (!steps_.is_goal(found.walk.states.back()) || (certain && found.rank.uncertain)) return;
  keep(std::move(found), {});
}

// Can these rides not be completed to a path that is better than what is known?
bool Arranger::rides_hopeless(const std::vector<const Ride*>& chosen, bool certain) const {
  if (!known_.empty()) {
    const Rank& known = known_.begin()->second.rank;
    Rank best = least_rank_[chosen.size()];
    for (const Ride* ride : chosen) {
      best.touched += ride->rank.touched;
      best.transitions += ride->rank.transitions;
      best.change += ride->rank.change;
    }
    if (best.touched != known.touched) {
      if (best.touched > known.touched) return true;
    } else if (best.transitions != known.transitions) {
      if (best.transitions < known.transitions) return true;
    } else if (best.change > known.change) {
      return true;
    }
  }
  if (chosen.empty()) return false;
  if (!fits_a_box(chosen, nullptr, 0)) return true;
  if (!certain) return false;
  for (const Ride* ride : chosen) {
    for (const Ride::Promise& promise : ride->promises) {
      for (Point point : promise.points) {
        if (!fits_a_box(chosen, &promise, point)) return true;
      }
    }
  }
  return false;
}

// Is there a box for the ends of the chosen rides (with one feature changed to another point)?
bool Arranger::fits_a_box(const std::vector<const Ride*>& chosen, const Ride::Promise* promise,
                          Point point) const {
  return std::any_of(boxes_.begin(), boxes_.end(), [&](const Box& box) {
    if (promise && !state::has(box.data() + situation_.offset(promise->feature), point)) {
      return false;
    }
    for (const Ride* ride : chosen) {
      const Points& end = ride->walk.states.back();
      const auto fits = [&](std::uint32_t f) {
        return (promise && promise->feature == f) ||
               state::has(box.data() + situation_.offset(f), end[f]);
      };
      for (const auto& changes : ride->rank.changes) {
        for (const RankedChange& change : changes) {
          if (!fits(change.feature)) return false;
        }
      }
    }
    return true;
  });
}

// The next step is always the smallest that some ride has to offer.
Walk Arranger::merge(const std::vector<const Ride*>& chosen) const {
  Walk walk;
  walk.states.push_back(steps_.start());
  std::vector<std::size_t> taken(chosen.size(), 0);
  while (true) {
    std::optional<std::size_t> first;
    for (std::size_t r = 0; r < chosen.size(); ++r) {
      if (taken[r] == chosen[r]->walk.direct.size()) continue;
      if (!first ||
          chosen[r]->rank.changes[taken[r]] < chosen[*first]->rank.changes[taken[*first]]) {
        first = r;
      }
    }
    if (!first) return walk;
    const Ride& ride = *chosen[*first];
    const std::size_t step = taken[*first]++;
    Points next = walk.states.back();
    for (const RankedChange& change : ride.rank.changes[step]) {
      next[change.feature] = ride.walk.states[step + 1][change.feature];
    }
    walk.states.push_back(std::move(next));
    walk.direct.push_back(ride.walk.direct[step]);
  }
}

}  // namespace cogs::path
