// SPDX-License-Identifier: Apache-2.0
#include "path/arrange.h"

#include <algorithm>
#include <utility>

namespace cogs::path {

using state::Truth;

Arranger::Arranger(const Problem& problem, state::Evaluator& evaluator, base::Budget& budget)
    : problem_(problem),
      situation_(problem.situation),
      evaluator_(evaluator),
      budget_(budget),
      steps_(problem, evaluator),
      walks_(problem, steps_),
      direct_(problem.feature_count()) {}

Arranger::Outcome Arranger::best(const FeatureSet& direct, const Rank* to_beat) {
  grouped_ = false;
  find_boxes(direct);
  if (boxes_.empty()) return {};
  if (to_beat && !to_beat->uncertain && !leftovers_only_ && cannot_beat(*to_beat)) {
    return {true, std::nullopt};
  }
  bool arranged_all = calm();
  std::optional<Arranged> certain, uncertain;
  const auto keep_better = [](std::optional<Arranged>& kept, Arranged found) {
    if (!kept || found.rank < kept->rank) kept = std::move(found);
  };
  if (arranged_all) {
    for (const Box& box : boxes_) {
      std::vector<Point> set_to;
      bool tied = false, straight = true;  // see arrange_calmly
      for (std::uint32_t f : features_) {
        const Walks::Nearest nearest = walks_.nearest(f, box);
        set_to.push_back(nearest.point);
        tied = tied || nearest.tied;
      }
      auto arranged = arrange_calmly(box, set_to, straight, tied);
      // Of equally near values another may be taken earlier where the order is not free.
      arranged_all = arranged_all && arranged && (straight || !tied);
      if (arranged)
        keep_better(arranged->rank.uncertain ? uncertain : certain, std::move(*arranged));
    }
  }
  // A certain path goes before any other. The nearest points of a box are best in all but that:
  // only where they are not certain can other points of it be better than what is known.
  bool doubt = !arranged_all;
  if (uncertain) {
    Rank hoped = uncertain->rank;
    hoped.uncertain = false;
    doubt = doubt || !certain || hoped < certain->rank;
  }
  const auto outcome = [](std::optional<Arranged> path) {
    return Outcome{path.has_value(), std::move(path)};
  };
  if (!doubt) return outcome(std::move(certain));
  const bool limited = problem_.max_length && *problem_.max_length < features_.size();
  if (!limited && !problem_.certain_only) {
    if (!arranged_all) uncertain.reset();
    join_rides(to_beat, certain, uncertain);
    Outcome joined = outcome(certain ? std::move(certain) : std::move(uncertain));
    joined.possible = joined.possible || !leftovers_only_;
    return joined;
  }
  if (certain) keep(std::move(*certain), {});
  search_walks(true);
  if (known_.empty() && !problem_.certain_only) search_walks(false);
  if (known_.empty()) return {};
  return outcome(std::move(known_.begin()->second));
}

// Even with every change as small as the boxes permit, and every effect certain?
bool Arranger::cannot_beat(const Rank& rank) const {
  std::uint32_t touched = problem_.feature_count();
  for (const Box& box : boxes_) {
    std::uint32_t moved = 0;
    for (std::uint32_t f = 0; f < problem_.feature_count(); ++f) {
      moved += !state::has(box.data() + situation_.offset(f), situation_.start_point(f));
    }
    touched = std::min(touched, moved);
  }
  touched = std::max(touched, static_cast<std::uint32_t>(features_.size()));
  if (touched != rank.touched) return touched > rank.touched;
  if (features_.size() != rank.transitions) return features_.size() < rank.transitions;
  Distance change;
  for (const Distance& least : least_change_) change += least;
  return change > rank.change;
}

std::vector<Arranged> Arranger::all(const FeatureSet& direct) {
  grouped_ = true;
  find_boxes(direct);
  bool proved = calm();
  for (const Box& box : boxes_) {
    if (!proved) break;
    // Every choice of points for the features of the set, like an odometer.
    std::vector<std::vector<Point>> choices;
    for (std::uint32_t f : features_) {
      choices.emplace_back();
      state::for_each_bit({box.data() + situation_.offset(f), situation_.words(f)},
                          [&](Point point) { choices.back().push_back(point); });
    }
    std::vector<std::size_t> at(features_.size(), 0);
    for (bool more = true; more && proved && !budget_.exhausted();) {
      std::vector<Point> set_to;
      for (std::size_t i = 0; i < at.size(); ++i) set_to.push_back(choices[i][at[i]]);
      bool straight = true, tied = false;
      auto arranged = arrange_calmly(box, set_to, straight, tied);
      proved = arranged && !arranged->rank.uncertain;
      if (proved) keep(std::move(*arranged), set_to);
      more = false;
      for (std::size_t i = 0; i < at.size() && !more; ++i) {
        more = ++at[i] < choices[i].size();
        if (!more) at[i] = 0;
      }
    }
  }
  if (!proved) {
    known_.clear();
    search_walks(problem_.certain_only);
  }
  std::vector<Arranged> out;
  for (auto& [group, arranged] : known_) out.push_back(std::move(arranged));
  return out;
}

// The final states of paths that set exactly these features lie in these boxes.
void Arranger::find_boxes(const FeatureSet& direct) {
  direct_ = direct;
  features_ = direct.list();
  boxes_.clear();
  known_.clear();
  Explorer explorer(problem_, evaluator_, budget_);
  explorer.restrict_to(direct);
  leftovers_only_ = true;
  // The lazy view keeps effects at the start where it can; with several causes one may be left
  // over from an earlier step all the same.
  bool several_causes = false;
  for (std::uint32_t f : situation_.compiled().causal_order) {
    several_causes = several_causes || problem_.movers[f].common(direct) >= 2;
  }
  explorer.run(no_cost_bound, [&](const Explorer::Candidate& candidate) {
    if (!(candidate.direct == direct_)) return Explorer::Verdict::go_on;
    leftovers_only_ = leftovers_only_ && candidate.leftover;
    if (std::find(boxes_.begin(), boxes_.end(), candidate.points) == boxes_.end()) {
      boxes_.push_back(candidate.points);
    }
    return several_causes ? Explorer::Verdict::go_on : Explorer::Verdict::next_box;
  });
  least_change_.assign(features_.size(), Distance());
  for (std::size_t i = 0; i < features_.size(); ++i) {
    const std::uint32_t f = features_[i];
    if (problem_.movable(f)) continue;  // an effect may have brought it nearer
    std::optional<Distance> least;
    for (const Box& box : boxes_) {
      state::for_each_bit({box.data() + situation_.offset(f), situation_.words(f)}, [&](Point p) {
        const std::optional<Value>& from = situation_.start()[f];
        const Distance change = situation_.distance(f, from, situation_.nearest(f, from, p));
        if (!least || change < *least) least = change;
      });
    }
    if (least) least_change_[i] = *least;
  }
}

bool Arranger::calm() const {
  if (problem_.max_length && *problem_.max_length < features_.size()) return false;
  for (std::uint32_t f : situation_.compiled().causal_order) {
    if (!problem_.movable(f)) continue;
    const std::uint32_t causes = problem_.movers[f].common(direct_);
    if (causes > 1 || (causes == 1 && direct_.contains(f))) return false;
  }
  return true;
}

std::optional<Arranged> Arranger::arrange_calmly(const Box& box, const std::vector<Point>& set_to,
                                                 bool& straight, bool& tied) {
  const std::uint32_t count = problem_.feature_count();
  // What each direct change brings with it.
  std::vector<std::vector<Action>> steps;
  for (std::size_t i = 0; i < features_.size(); ++i) steps.push_back({{features_[i], set_to[i]}});
  for (std::uint32_t f : situation_.compiled().causal_order) {
    const bool stays = state::has(box.data() + situation_.offset(f), situation_.start_point(f));
    if (stays || direct_.contains(f)) continue;
    for (std::size_t i = 0; i < features_.size(); ++i) {
      if (problem_.movers[f].contains(features_[i])) {
        const Walks::Nearest nearest = walks_.nearest(f, box);
        steps[i].push_back({f, nearest.point});
        tied = tied || nearest.tied;
      }
    }
  }
  Arranged out;
  out.walk.states.push_back(steps_.start());
  std::vector<bool> taken(steps.size(), false);
  for (std::size_t made = 0; made < steps.size(); ++made) {
    const Points& from = out.walk.states.back();
    std::optional<std::size_t> first;
    std::vector<RankedChange> first_changes;
    Points first_state;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (taken[i]) continue;
      Points next = from;
      Record values = situation_.start();
      for (const Action& action : steps[i]) {
        next[action.feature] = action.to;
        values[action.feature] =
            situation_.nearest(action.feature, values[action.feature], action.to);
      }
      FeatureSet set(count);
      set.insert(features_[i]);
      std::vector<RankedChange> changes = walks_.changes(from, next, set, values);
      if (first && first_changes <= changes) continue;
      if (!steps_.valid(from, next, set)) {
        straight = false;
        continue;
      }
      first = i;
      first_changes = std::move(changes);
      first_state = std::move(next);
    }
    if (!first) return std::nullopt;
    taken[*first] = true;
    FeatureSet set(count);
    set.insert(features_[*first]);
    out.walk.states.push_back(std::move(first_state));
    out.walk.direct.push_back(std::move(set));
    if (steps_.is_goal(out.walk.states.back()) != (made + 1 == steps.size())) return std::nullopt;
  }
  out.rank = walks_.rank(out.walk);
  return out;
}

// ---- all walks of the set --------------------------------------------------------------------

void Arranger::search_walks(bool certain_only) {
  certain_only_ = certain_only;
  Node root{{}, {}, {}, FeatureSet(problem_.feature_count()), direct_, {}, {}};
  root.walk.states.push_back(steps_.start());
  root.records.push_back(situation_.start());
  for (std::uint32_t b = 0; b < boxes_.size(); ++b) root.boxes.push_back(b);
  extend(root);
}

void Arranger::extend(const Node& node) {
  if (budget_.exhausted() || worse_than_known(node)) return;
  const std::size_t made = node.walk.direct.size();
  if (made > 0 && steps_.is_goal(node.walk.states.back())) {
    if (!node.left.empty()) return;
    Arranged found{node.walk, walks_.rank(node.walk)};
    if (certain_only_ && found.rank.uncertain) return;
    Group group;
    for (std::uint32_t f : features_) {
      if (grouped_) group.push_back(node.walk.states.back()[f]);
    }
    keep(std::move(found), group);
    return;
  }
  if (node.left.empty() || (problem_.max_length && made >= *problem_.max_length)) return;
  const std::vector<std::uint32_t> left = node.left.list();
  const bool last = problem_.max_length && made + 1 == *problem_.max_length;
  for (std::size_t size = last ? left.size() : 1; size <= left.size(); ++size) {
    // Every choice of `size` features, in lexicographic order.
    std::vector<std::size_t> pick(size);
    for (std::size_t i = 0; i < size; ++i) pick[i] = i;
    for (bool more = true; more;) {
      std::vector<std::uint32_t> chosen;
      for (std::size_t i : pick) chosen.push_back(left[i]);
      std::vector<Action> actions;
      try_actions(node, actions, chosen);
      more = false;
      for (std::size_t i = size; i-- > 0 && !more;) {
        if (pick[i] + (size - i) < left.size()) {
          ++pick[i];
          for (std::size_t k = i + 1; k < size; ++k) pick[k] = pick[k - 1] + 1;
          more = true;
        }
      }
    }
  }
}

void Arranger::try_actions(const Node& node, std::vector<Action>& actions,
                           const std::vector<std::uint32_t>& chosen) {
  if (budget_.exhausted()) return;
  const Points& from = node.walk.states.back();
  if (actions.size() == chosen.size()) {
    steps_.successors(from, actions, [&](const Points& next) { step(node, actions, next); });
    return;
  }
  const std::uint32_t f = chosen[actions.size()];
  for (Point to : steps_.targets(f, from[f])) {
    if (!problem_.movable(f) && !any_box(node, f, to)) continue;  // it would stay there
    actions.push_back({f, to});
    try_actions(node, actions, chosen);
    actions.pop_back();
  }
}

bool Arranger::any_box(const Node& node, std::uint32_t f, Point point) const {
  return std::any_of(node.boxes.begin(), node.boxes.end(), [&](std::uint32_t b) {
    return state::has(boxes_[b].data() + situation_.offset(f), point);
  });
}

void Arranger::step(const Node& node, const std::vector<Action>& actions, const Points& next) {
  const auto& states = node.walk.states;
  if (std::find(states.begin(), states.end(), next) != states.end()) return;
  Node child = node;
  FeatureSet set(problem_.feature_count());
  for (const Action& action : actions) {
    set.insert(action.feature);
    child.left.erase(action.feature);
    if (problem_.movable(action.feature)) continue;
    std::erase_if(child.boxes, [&](std::uint32_t b) {
      return !state::has(boxes_[b].data() + situation_.offset(action.feature), action.to);
    });
  }
  if (child.boxes.empty()) return;
  const Points& from = states.back();
  Record values = node.records.back();
  for (std::uint32_t f = 0; f < next.size(); ++f) {
    if (from[f] == next[f]) continue;
    const std::optional<Value> before = values[f];
    values[f] = situation_.nearest(f, before, next[f]);
    child.change += situation_.distance(f, before, *values[f]);
    child.touched.insert(f);
  }
  child.changes.push_back(walks_.changes(from, next, set, values));
  child.records.push_back(std::move(values));
  child.walk.states.push_back(next);
  child.walk.direct.push_back(std::move(set));
  if (certain_only_ && !effects_may_be_certain(child)) return;
  extend(child);
}

// Whatever the causal rules permit for an effect of the last step must lie in a box, unless
// something that is still to be set can move the feature again.
bool Arranger::effects_may_be_certain(const Node& node) {
  for (const RankedChange& change : node.changes.back()) {
    const std::uint32_t f = change.feature;
    if (!change.effect || node.left.contains(f) || problem_.movers[f].meets(node.left)) continue;
    for (Point point : steps_.supported(f, node.walk.states.back())) {
      if (!any_box(node, f, point)) return false;
    }
  }
  return true;
}

bool Arranger::worse_than_known(const Node& node) const {
  if (grouped_ || known_.empty()) return false;
  const Rank& known = known_.begin()->second.rank;
  FeatureSet touched = node.touched;
  touched |= node.left;
  if (const std::uint32_t least = touched.size(); least != known.touched) {
    return least > known.touched;
  }
  std::uint32_t most = static_cast<std::uint32_t>(node.walk.direct.size()) + node.left.size();
  if (problem_.max_length) most = std::min(most, *problem_.max_length);
  if (most != known.transitions) return most < known.transitions;
  Distance change = node.change;
  for (std::size_t i = 0; i < features_.size(); ++i) {
    if (node.left.contains(features_[i])) change += least_change_[i];
  }
  if (change != known.change) return change > known.change;
  const std::size_t common = std::min(node.changes.size(), known.changes.size());
  return std::lexicographical_compare(
      known.changes.begin(), known.changes.begin() + static_cast<std::ptrdiff_t>(common),
      node.changes.begin(), node.changes.begin() + static_cast<std::ptrdiff_t>(common));
}

void Arranger::keep(Arranged found, const Group& group) {
  const auto at = known_.find(group);
  if (at == known_.end()) {
    known_.emplace(group, std::move(found));
  } else if (found.rank < at->second.rank) {
    at->second = std::move(found);
  }
}

}  // namespace cogs::path
