// SPDX-License-Identifier: Apache-2.0
#include "path/arrange.h"

#include <algorithm>
#include <set>
#include <utility>

namespace cogs::path {

using state::Truth;

namespace {

// How many states a stop of a journey leads to, where the work for one set is limited.
constexpr std::uint64_t steps_a_stop = 4;

void keep_better(std::optional<Arranged>& kept, Arranged found) {
  if (!kept || found.rank < kept->rank) kept = std::move(found);
}

}  // namespace

Arranger::Arranger(const Problem& problem, const state::Evaluator& at_start, base::Budget& budget,
                   std::uint64_t most_stops)
    : problem_(problem),
      situation_(problem.situation),
      budget_(budget),
      steps_(problem, at_start),
      walks_(problem, steps_),
      reach_(problem, steps_, budget),
      explorer_(problem, at_start, budget),
      most_stops_(most_stops),
      direct_(problem.feature_count()) {
  if (problem.detours_pay()) explorer_.look_for_detours();
}

Arranger::Outcome Arranger::best(const FeatureSet& direct, const Rank* to_beat) {
  find_boxes(direct);
  if (boxes_.empty()) return {};
  Cost least = 0;
  for (std::uint32_t f : features_) least += problem_.prices.least(f);
  only_a_tie_ = to_beat && problem_.prices.number(least) >= to_beat->cost.value();
  const Outcome outcome = best_among_boxes(to_beat);
  only_a_tie_ = false;
  return outcome;
}

std::optional<Arranged> Arranger::some(const FeatureSet& direct, const Box& box) {
  direct_ = direct;
  features_ = direct.list();
  std::optional<Arranged> found;
  if (calm()) {
    std::vector<Point> set_to;
    bool tied = false, straight = true;
    for (std::uint32_t f : features_) set_to.push_back(walks_.nearest(f, box).point);
    found = arrange_calmly(box, set_to, straight, tied);
  }
  if (!found) found = at_once(box);
  if (found) found->rank.uncertain = !walks_.certain(found->walk);
  if (found && problem_.certain_only && found->rank.uncertain) found.reset();
  return found;
}

Arranger::Outcome Arranger::best_among_boxes(const Rank* to_beat) {
  if (to_beat && !leftovers_only_ && cannot_beat(*to_beat)) return {true, std::nullopt};
  // A walk that is best whether certain or not, and certain, is best.
  std::optional<Arranged> known;
  bool sure = true;
  if (!limited()) {
    known = best_of_boxes(sure);
    if (!sure && !budget_.exhausted()) proved_ = false;
    if (sure && !known && !leftovers_only_) return {true, std::nullopt};
    if (sure && !known) return {};
  } else if (!problem_.certain_only) {
    known = best_in_few_steps(to_beat, sure);
    if (sure && !known) return {!leftovers_only_, std::nullopt};
  }
  if (known && !known->rank.uncertain) {
    const bool worse = to_beat && !(known->rank < *to_beat);
    if (worse) return {true, std::nullopt};
    return {true, std::move(known)};
  }
  // What the set costs is settled then, wherever the search for a certain path ends.
  const bool only_a_tie = std::exchange(only_a_tie_, only_a_tie_ || (known && sure));
  // A certain path of the same cost goes before it.
  const Rank* limit = to_beat;
  if (known && !problem_.certain_only && (!limit || known->rank < *limit)) limit = &known->rank;
  auto certain = best_certain(limit);
  only_a_tie_ = only_a_tie;
  if (certain) return {true, std::move(certain)};
  if (problem_.certain_only) return {};
  if (!known && !limited()) {
    bool cut = false;
    known = search_all_walks(false, to_beat, nullptr, &cut);
    if (!known && cut) known = all_at_once();
  }
  const bool possible = known || !leftovers_only_;
  if (known && to_beat && !(known->rank < *to_beat)) known.reset();
  return {possible, std::move(known)};
}

// The best walk where there are more changes than transitions. Made all at once they are a path as
// a rule; if nothing can be cheaper, the rest is a matter of ties.
std::optional<Arranged> Arranger::best_in_few_steps(const Rank* to_beat, bool& sure) {
  std::optional<Arranged> together = all_at_once();
  const bool settled = together && together->rank.cost.value() <= cheapest_of_boxes();
  const bool only_a_tie = std::exchange(only_a_tie_, only_a_tie_ || settled);
  bool cut = false;
  const bool beaten = to_beat && together && !(together->rank < *to_beat);
  const Rank* limit = together && !beaten ? &together->rank : to_beat;
  std::optional<Arranged> known = search_all_walks(false, limit, nullptr, &cut);
  only_a_tie_ = only_a_tie;
  sure = !cut || settled;
  if (!known && !beaten) known = std::move(together);
  return known;
}

// No path of the set costs less.
Number Arranger::cheapest_of_boxes() const {
  std::optional<Cost> cheapest;
  for (const Box& box : boxes_) {
    Cost cost = 0;
    for (std::uint32_t f : features_) {
      cost += problem_.prices.least_in(f, box.data() + situation_.offset(f));
    }
    cheapest = cheapest ? std::min(*cheapest, cost) : cost;
  }
  return problem_.prices.number(cheapest.value_or(0));
}

// Where a path that is not found would be taken for one that does not exist, or its cost for the
// least, the work goes on to the end.
std::uint64_t Arranger::most_stops() const {
  const bool cost_is_open =
      !problem_.prices.flat() && (boxes_.size() > one_step_boxes_.size() ||
                                  std::any_of(features_.begin(), features_.end(), [&](auto f) {
                                    return problem_.movable(f) && problem_.movers[f].meets(direct_);
                                  }));
  const bool to_the_end = leftovers_only_ || problem_.certain_only || cost_is_open;
  return to_the_end && !only_a_tie_ ? UINT64_MAX : most_stops_;
}

Journeys::Found Arranger::travel(const std::vector<std::uint32_t>& features, Journeys::Wish& wish) {
  // What is not found while something is avoided would be missing from the list of ways.
  wish.most_stops = wish.avoid ? UINT64_MAX : most_stops();
  wish.most_steps = steps_left_;
  if (wish.most_stops != UINT64_MAX) wish.most_steps = std::min(steps_left_, steps_left_for_set_);
  Journeys::Found found = Journeys(problem_, steps_, walks_, budget_).best(features, wish);
  use_up(found.steps);
  steps_left_for_set_ -= std::min(steps_left_for_set_, found.steps);
  return found;
}

void Arranger::use_up(std::uint64_t steps) {
  if (steps_left_ != UINT64_MAX) steps_left_ -= std::min(steps_left_, steps);
}

// Runs the explorer; what it does counts as well.
void Arranger::explore(const Explorer::Visit& visit) {
  const std::uint64_t before = explorer_.expanded();
  if (steps_left_ != UINT64_MAX) explorer_.at_most(steps_left_);
  explorer_.run(no_cost_bound, visit);
  use_up(explorer_.expanded() - before);
}

// Even with every change as cheap and as small as the boxes permit, and every effect certain?
bool Arranger::cannot_beat(const Rank& rank) const {
  if (!problem_.prices.flat() && situation_.traced()) return false;  // prices are a person's own
  const Number least = cheapest_of_boxes();
  if (least != rank.cost.value()) return least > rank.cost.value();
  if (rank.uncertain) return false;
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
  for (const Distance& shortest : least_change_) change += shortest;
  return change > rank.change;
}

Rank Arranger::hope_of(const Box& box) const {
  Rank hope;
  const bool traced = situation_.traced();  // what depends on the person is left out then
  std::uint32_t moved = 0;
  Cost cost = 0;
  for (std::uint32_t f = 0; f < problem_.feature_count(); ++f) {
    const std::uint64_t* points = box.data() + situation_.offset(f);
    const bool moves = !state::has(points, situation_.start_point(f));
    const bool direct = direct_.contains(f);
    moved += moves || direct;
    if (direct) cost += traced ? problem_.prices.least(f) : problem_.prices.least_in(f, points);
    if (!moves || traced) continue;
    std::optional<Distance> least;
    state::for_each_bit({points, situation_.words(f)}, [&](Point point) {
      const std::optional<Value>& from = situation_.start()[f];
      Distance change = situation_.distance(f, from, situation_.nearest(f, from, point));
      if (!least || change < *least) least = std::move(change);
    });
    if (least) hope.change += *least;
  }
  hope.touched = moved;
  hope.transitions = static_cast<std::uint32_t>(features_.size());
  hope.cost += problem_.prices.number(traced && !problem_.prices.flat() ? 0 : cost);
  return hope;
}

std::vector<std::pair<Rank, const Box*>> Arranger::by_hope() const {
  std::vector<std::pair<Rank, const Box*>> boxes;
  for (const Box& box : boxes_) {
    boxes.emplace_back(boxes_.size() > 1 ? hope_of(box) : Rank(), &box);
  }
  std::stable_sort(boxes.begin(), boxes.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  return boxes;
}

// The final states of paths that set exactly these features lie in these boxes.
void Arranger::find_boxes(const FeatureSet& direct) {
  direct_ = direct;
  features_ = direct.list();
  groups_ = tied_groups(problem_, direct);
  boxes_.clear();
  one_step_boxes_.clear();
  smaller_boxes_.clear();
  group_walks_.clear();
  steps_left_for_set_ = steps_a_stop * most_stops_;
  explorer_.restrict_to(direct);
  leftovers_only_ = true;
  smaller_sets_ = false;
  // The lazy view keeps effects at the start where it can; with several causes one may be left
  // over from an earlier step all the same.
  bool several_causes = false;
  for (std::uint32_t f : situation_.compiled().causal_order) {
    several_causes = several_causes || problem_.movers[f].common(direct) >= 2;
  }
  explore([&](const Explorer::Candidate& candidate) {
    if (!(candidate.direct == direct_)) {
      smaller_sets_ = true;
      if (!candidate.leftover) smaller_boxes_.push_back({candidate.direct, candidate.points});
      return Explorer::Verdict::go_on;
    }
    leftovers_only_ = leftovers_only_ && candidate.leftover;
    if (!candidate.leftover) one_step_boxes_.push_back(candidate.points);
    if (std::find(boxes_.begin(), boxes_.end(), candidate.points) == boxes_.end()) {
      boxes_.push_back(candidate.points);
    }
    // What is set and yet at the start would have to be moved back; the box holds its other values
    // too, where it is not.
    const bool moved_back = std::any_of(features_.begin(), features_.end(), [&](std::uint32_t f) {
      return state::has(candidate.points.data() + situation_.offset(f), situation_.start_point(f));
    });
    return several_causes || moved_back ? Explorer::Verdict::go_on : Explorer::Verdict::next_box;
  });
  least_change_.assign(features_.size(), Distance());
  for (std::size_t i = 0; i < features_.size(); ++i) {
    const std::uint32_t f = features_[i];
    if (problem_.movable(f)) continue;  // an effect may have brought it nearer
    std::optional<Distance> least;
    for (const Box& box : boxes_) {
      state::for_each_bit({box.data() + situation_.offset(f), situation_.words(f)}, [&](Point p) {
        if (situation_.same_cell(f, situation_.start_point(f), p)) return;
        const std::optional<Value>& from = situation_.start()[f];
        const Distance change = situation_.distance(f, from, situation_.nearest(f, from, p));
        if (!least || change < *least) least = change;
      });
    }
    if (least) least_change_[i] = *least;
  }
}

bool Arranger::calm() const {
  if (limited()) return false;
  for (std::uint32_t f : situation_.compiled().causal_order) {
    if (!problem_.movable(f)) continue;
    const std::uint32_t causes = problem_.movers[f].common(direct_);
    if (causes > 1 || (causes == 1 && direct_.contains(f))) return false;
  }
  return true;
}

// Where effects have to be left over from an earlier step there is seldom a walk at all, and one
// look for all boxes together shows it.
bool Arranger::some_group_is_stuck() {
  return std::any_of(groups_.begin(), groups_.end(), [&](const auto& group) {
    // Sets that differ elsewhere ask the same of a group.
    std::set<std::vector<std::uint64_t>> concerns;
    for (const Box& box : boxes_) concerns.insert(concern_of(group, box));
    std::vector<std::uint64_t> question(group.begin(), group.end());
    for (const auto& concern : concerns) {
      question.insert(question.end(), concern.begin(), concern.end());
    }
    if (const auto known = stuck_.find(question); known != stuck_.end()) return known->second;
    Reach::Question walks{
        concerned_by(group), FeatureSet(problem_.feature_count()), {}, steps_left_};
    for (std::uint32_t f : group) walks.direct.insert(f);
    for (const Box& box : boxes_) walks.boxes.push_back(&box);
    const Reach::Answer answer = reach_.any_end(walks);
    use_up(reach_.steps());
    const bool stuck = answer != Reach::Answer::will_do;
    if (answer == Reach::Answer::cut) {
      if (!budget_.exhausted()) proved_ = false;
    } else {
      budget_.use_memory(64 + question.size() * sizeof(question[0]));
      stuck_.emplace(std::move(question), stuck);
    }
    return stuck;
  });
}

std::optional<Arranged> Arranger::best_of_boxes(bool& sure) {
  std::optional<Arranged> best;
  if (leftovers_only_ && some_group_is_stuck()) return std::nullopt;
  const bool try_calmly = calm();
  for (const auto& [hope, at] : by_hope()) {
    if (budget_.exhausted()) {
      sure = false;
      break;
    }
    if (best && !(hope < best->rank)) continue;
    const Box& box = *at;
    if (try_calmly) {
      std::vector<Point> set_to;
      bool tied = false, straight = true;  // see arrange_calmly
      for (std::uint32_t f : features_) {
        const Walks::Nearest nearest = walks_.nearest(f, box);
        set_to.push_back(nearest.point);
        tied = tied || nearest.tied;
      }
      auto arranged = arrange_calmly(box, set_to, straight, tied);
      // Of equally near values another may be taken earlier where the order is not free.
      if (arranged && (straight || !tied)) {
        keep_better(best, std::move(*arranged));
        continue;
      }
    }
    bool all_tried = true;
    auto joined = join_groups(box, false, all_tried);
    // Never in a path of least cost; another order may do better elsewhere.
    if (joined && passes_a_goal(joined->walk)) {
      Journeys::Wish wish;
      wish.boxes = {&box};
      wish.whole = true;
      Journeys::Found found = travel(features_, wish);
      all_tried = all_tried && !found.cut;
      joined = std::move(found.walk);
    }
    // Its order may be another one than the best, but not its cost.
    if (!joined && !all_tried) joined = at_once(box);
    sure = sure && all_tried;
    if (joined) keep_better(best, std::move(*joined));
  }
  if (best) best->rank.uncertain = !walks_.certain(best->walk);
  return best;
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
        const Walks::Nearest nearest = walks_.nearest(f, box, true);
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
  out.rank = walks_.rank_apart(out.walk);
  return out;
}

// All changes in one transition, to the cheapest and nearest values.
std::optional<Arranged> Arranger::at_once(const Box& box) {
  std::vector<Action> actions;
  for (std::uint32_t f : features_) actions.push_back({f, walks_.nearest(f, box).point});
  std::optional<Arranged> best;
  steps_.successors(steps_.start(), actions, [&](const Points& end) {
    if (!steps_.is_goal(end)) return;
    Arranged found{{{steps_.start(), end}, {direct_}}, {}};
    found.rank = walks_.rank_apart(found.walk);
    keep_better(best, std::move(found));
  });
  return best;
}

std::optional<Arranged> Arranger::all_at_once() {
  std::optional<Arranged> best;
  for (const Box& box : boxes_) {
    if (auto together = at_once(box)) keep_better(best, std::move(*together));
  }
  if (best) best->rank.uncertain = !walks_.certain(best->walk);
  return best;
}

// ---- one walk a group ------------------------------------------------------------------------

// What of the box concerns the group.
// The features of the group, and what they may move.
std::vector<std::uint32_t> Arranger::concerned_by(const std::vector<std::uint32_t>& group) const {
  FeatureSet members(problem_.feature_count());
  for (std::uint32_t f : group) members.insert(f);
  std::vector<std::uint32_t> concerned;
  for (std::uint32_t f = 0; f < problem_.feature_count(); ++f) {
    if (members.contains(f) || (problem_.movable(f) && problem_.movers[f].meets(members))) {
      concerned.push_back(f);
    }
  }
  return concerned;
}

std::vector<std::uint64_t> Arranger::concern_of(const std::vector<std::uint32_t>& group,
                                                const Box& box) const {
  std::vector<std::uint64_t> concern;
  for (const std::uint32_t f : concerned_by(group)) {
    const auto words = box.begin() + situation_.offset(f);
    concern.insert(concern.end(), words, words + situation_.words(f));
  }
  return concern;
}

const std::optional<Arranged>& Arranger::group_walk(const Box& box, std::size_t g, bool certain,
                                                    bool& sure) {
  std::vector<std::uint64_t> concern = concern_of(groups_[g], box);
  concern.insert(concern.end(), {g, certain});
  const auto [known, fresh] = group_walks_.try_emplace(std::move(concern));
  if (fresh) {
    Journeys::Wish wish;
    wish.boxes = {&box};
    wish.certain = certain;
    if (certain) {
      for (const Box& other : boxes_) wish.other_ends.push_back(&other);
    }
    Journeys::Found found = travel(groups_[g], wish);
    known->second = {std::move(found.walk), found.cut};
  }
  sure = sure && !known->second.cut;
  return known->second.walk;
}

// The best of the box if each group takes its best walk. Certain: as far as the groups can tell by
// themselves.
std::optional<Arranged> Arranger::join_groups(const Box& box, bool certain, bool& sure) {
  std::vector<const Arranged*> parts;
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const std::optional<Arranged>& walk = group_walk(box, g, certain, sure);
    if (!walk) return std::nullopt;
    parts.push_back(&*walk);
  }
  Arranged joined{merge(steps_.start(), parts), {}};
  joined.rank = walks_.rank_apart(joined.walk);
  return joined;
}

bool Arranger::passes_a_goal(const Walk& walk) {
  for (std::size_t j = 1; j + 1 < walk.states.size(); ++j) {
    if (steps_.is_goal(walk.states[j])) return true;
  }
  return false;
}

// No certain path is better than the groups' best certain walks, box by box. Mostly one of these
// is certain as a whole, or there are none; otherwise all walks have to be looked at.
std::optional<Arranged> Arranger::best_certain(const Rank* to_beat) {
  if (limited()) return search_all_walks(true, to_beat);
  std::optional<Arranged> best;
  bool sure = true;
  for (const auto& [hope, box] : by_hope()) {
    if (to_beat && !(hope < *to_beat)) continue;
    if (best && !(hope < best->rank)) continue;
    if (auto joined = join_groups(*box, true, sure)) keep_better(best, std::move(*joined));
    if (budget_.exhausted()) return std::nullopt;
  }
  if (!best && sure) return std::nullopt;
  if (best && sure) {
    if (to_beat && !(best->rank < *to_beat)) return std::nullopt;
    if (!passes_a_goal(best->walk) && walks_.certain(best->walk)) return best;
  }
  return search_all_walks(true, to_beat);
}

// ---- all walks of the set --------------------------------------------------------------------

std::optional<Arranged> Arranger::search_all_walks(bool certain, const Rank* to_beat,
                                                   const std::vector<std::vector<Action>>* avoid,
                                                   bool* cut) {
  Journeys::Wish wish;
  for (const Box& box : boxes_) wish.boxes.push_back(&box);
  wish.whole = true;
  wish.certain = certain;
  wish.avoid = avoid;
  wish.to_beat = to_beat;
  Journeys::Found found = travel(features_, wish);
  if (found.cut && !budget_.exhausted()) proved_ = false;
  if (cut) *cut = found.cut;
  if (found.walk) found.walk->rank.uncertain = !certain && !walks_.certain(found.walk->walk);
  return std::move(found.walk);
}

std::vector<Arranged> Arranger::all(const FeatureSet& direct, const Number& cost) {
  find_boxes(direct);
  const std::vector<Box> boxes = std::move(boxes_);
  std::set<std::vector<Point>> seen;
  std::vector<Arranged> out;
  for (const Box& box : boxes) {
    // Every choice of points for the features of the set, like an odometer.
    std::vector<std::vector<Point>> choices;
    for (std::uint32_t f : features_) {
      choices.emplace_back();
      state::for_each_bit({box.data() + situation_.offset(f), situation_.words(f)},
                          [&](Point point) { choices.back().push_back(point); });
    }
    std::vector<std::size_t> at(features_.size(), 0);
    for (bool more = true; more && !budget_.exhausted();) {
      std::vector<Point> ends;
      for (std::size_t i = 0; i < at.size(); ++i) ends.push_back(choices[i][at[i]]);
      if (seen.insert(ends).second) {
        boxes_.clear();
        group_walks_.clear();
        for (const Box& other : boxes) {
          Box narrowed = other;
          bool possible = true;
          for (std::size_t i = 0; i < ends.size(); ++i) {
            std::uint64_t* words = narrowed.data() + situation_.offset(features_[i]);
            possible = possible && state::has(words, ends[i]);
            std::fill_n(words, situation_.words(features_[i]), 0);
            state::put(words, ends[i]);
          }
          if (possible) boxes_.push_back(std::move(narrowed));
        }
        auto found = best_among_boxes(nullptr).path;
        if (found && found->rank.cost.value() == cost) out.push_back(std::move(*found));
      }
      more = false;
      for (std::size_t i = 0; i < at.size() && !more; ++i) {
        more = ++at[i] < choices[i].size();
        if (!more) at[i] = 0;
      }
    }
  }
  return out;
}

// ---- ways of which nothing can be left out ---------------------------------------------------

// The best path, unless fewer of its changes do: then these are what no other path may make, and
// the next best is looked at. Changes that stay where they are set are taken out of the boxes;
// with others, which effects may move on, walks have to be looked at as a whole.
std::optional<Arranged> Arranger::irreducible(const FeatureSet& direct, const Rank* to_beat) {
  const std::vector<std::uint32_t> features = direct.list();
  const bool moved_on = std::any_of(features.begin(), features.end(), [&](std::uint32_t f) {
    return problem_.movable(f) && problem_.movers[f].meets(direct);
  });
  if (moved_on) explorer_.look_for_detours();
  find_boxes(direct);
  known_ = problem_.certain_only || !stays_where_set(direct) ? std::vector<Box>() : one_step_boxes_;
  if (!problem_.certain_only) {
    for (const Enough& smaller : smaller_boxes_) {
      if (stays_where_set(smaller.direct)) {
        take_out_of_boxes(smaller.direct.list(), smaller.points);
      }
    }
  }
  std::vector<std::vector<Action>> avoid;
  while (!boxes_.empty() && !budget_.exhausted() && !worn_out()) {
    std::optional<Arranged> best =
        avoid.empty() ? best_among_boxes(to_beat).path : best_avoiding(avoid, to_beat);
    if (!best || !smaller_sets_) return best;
    const std::vector<Action> enough = fewer_that_do(changes_made(best->walk));
    if (worn_out() || budget_.exhausted()) break;  // then none found says nothing
    if (enough.empty()) return best;
    FeatureSet smaller(problem_.feature_count());
    for (const Action& change : enough) smaller.insert(change.feature);
    if (stays_where_set(smaller)) {
      take_out_of_boxes(enough);
    } else {
      avoid.push_back(enough);
      if (enough.size() == 1 && leaves_no_choice(avoid, enough.front().feature)) break;
    }
  }
  return std::nullopt;
}

// Is every value that f could be set to enough by itself?
bool Arranger::leaves_no_choice(const std::vector<std::vector<Action>>& avoid,
                                std::uint32_t f) const {
  bool choice = false;
  const auto look = [&](Point point) {
    choice = choice ||
             std::find(avoid.begin(), avoid.end(), std::vector<Action>{{f, point}}) == avoid.end();
  };
  state::for_each_bit(situation_.permitted(f), look);
  if (situation_.may_return(f)) look(situation_.start_point(f));
  return !choice;
}

// Do no effects of the set at hand move what these changes set?
bool Arranger::stays_where_set(const FeatureSet& changes) const {
  bool stays = true;
  changes.for_each([&](std::uint32_t f) {
    stays = stays && !(problem_.movable(f) && problem_.movers[f].meets(direct_));
  });
  return stays;
}

// Where each direct change of the walk leads, by feature.
std::vector<Action> Arranger::changes_made(const Walk& walk) const {
  std::vector<Action> changes;
  for (std::size_t j = 0; j < walk.direct.size(); ++j) {
    walk.direct[j].for_each(
        [&](std::uint32_t f) { changes.push_back({f, walk.states[j + 1][f]}); });
  }
  std::sort(changes.begin(), changes.end(),
            [](const Action& a, const Action& b) { return a.feature < b.feature; });
  return changes;
}

std::optional<Arranged> Arranger::best_avoiding(const std::vector<std::vector<Action>>& avoid,
                                                const Rank* to_beat) {
  std::optional<Arranged> known;
  if (!problem_.certain_only) known = search_all_walks(false, to_beat, &avoid);
  if (known && to_beat && !(known->rank < *to_beat)) known.reset();
  if (known && !known->rank.uncertain) return known;
  const Rank* limit = known ? &known->rank : to_beat;
  auto certain = search_all_walks(true, limit, &avoid);
  return certain ? std::move(certain) : std::move(known);
}

void Arranger::take_out_of_boxes(const std::vector<Action>& changes) {
  Box points(situation_.total_words(), 0);
  std::vector<std::uint32_t> features;
  for (const Action& change : changes) {
    features.push_back(change.feature);
    state::put(points.data() + situation_.offset(change.feature), change.to);
  }
  take_out_of_boxes(features, points);
}

// A box without some combinations is the parts in which one feature after the other lies outside.
void Arranger::take_out_of_boxes(const std::vector<std::uint32_t>& features, const Box& points) {
  std::vector<Box> parts;
  for (Box& box : boxes_) {
    budget_.spend();
    for (std::uint32_t f : features) {
      Box outside = box;
      std::uint64_t in = 0, out = 0;
      for (std::uint32_t w = situation_.offset(f); w < situation_.offset(f) + situation_.words(f);
           ++w) {
        in |= box[w] &= points[w];
        out |= outside[w] &= ~points[w];
      }
      if (out != 0) parts.push_back(std::move(outside));
      if (in == 0) break;
    }
  }
  boxes_ = std::move(parts);
  group_walks_.clear();
}

// Some of these changes, to the same points, that lead to a goal without the others; none if there
// are no such. The explorer says which sets come into question, walks decide.
std::vector<Action> Arranger::fewer_that_do(const std::vector<Action>& changes) {
  for (const Action& change : changes) {
    if (problem_.movable(change.feature)) continue;
    std::vector<std::uint64_t> only(situation_.words(change.feature), 0);
    state::put(only.data(), change.to);
    explorer_.confine(change.feature, std::move(only));
  }
  std::vector<FeatureSet> sets;
  explorer_.restrict_to(direct_);
  explore([&](const Explorer::Candidate& candidate) {
    if (!(candidate.direct == direct_) &&
        std::find(sets.begin(), sets.end(), candidate.direct) == sets.end()) {
      sets.push_back(candidate.direct);
    }
    return Explorer::Verdict::go_on;
  });
  explorer_.confine_nothing();
  std::stable_sort(sets.begin(), sets.end(),
                   [](const FeatureSet& a, const FeatureSet& b) { return a.size() < b.size(); });
  for (const FeatureSet& set : sets) {
    std::vector<Action> fewer;
    for (const Action& change : changes) {
      if (set.contains(change.feature)) fewer.push_back(change);
    }
    if (leads_to_a_goal(fewer)) return fewer;
  }
  return {};
}

bool Arranger::leads_to_a_goal(const std::vector<Action>& changes) {
  Box anywhere(situation_.total_words(), 0);
  for (std::uint32_t f = 0; f < problem_.feature_count(); ++f) {
    const state::Bits permitted = situation_.permitted(f);
    std::copy(permitted.begin(), permitted.end(), anywhere.begin() + situation_.offset(f));
    state::put(anywhere.data() + situation_.offset(f), situation_.start_point(f));
  }
  std::vector<std::uint32_t> features;
  Journeys::Wish wish;
  for (const Action& change : changes) {
    features.push_back(change.feature);
    wish.targets.push_back(change.to);
  }
  wish.boxes = {&anywhere};
  wish.whole = true;
  wish.certain = problem_.certain_only;
  Journeys::Found found = travel(features, wish);
  if (found.cut && !budget_.exhausted()) proved_ = false;
  return found.walk.has_value();
}

}  // namespace cogs::path
