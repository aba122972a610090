// SPDX-License-Identifier: Apache-2.0
//
// The goal set is built as a decision diagram; its paths are the regions, and counts are sums
// over its nodes. From a start, one transition reaches nearly everything that any path does
// (a transition may set any number of features); states that only a longer path can reach,
// through an effect that an earlier transition left over, are looked for by walking.
#include "path/counterfactuals.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <unordered_map>

#include "path/goal_diagram.h"
#include "path/steps.h"
#include "path/value_set.h"

namespace cogs::path {

using state::Point;
using Id = Diagrams::Id;

namespace {

// An exact count, or "more than any number".
struct Count {
  Number number = 0;
  bool infinite = false;

  Count times(const Count& other) const {
    const bool nothing =
        (!infinite && number.sign() == 0) || (!other.infinite && other.number.sign() == 0);
    if (nothing) return {};
    if (infinite || other.infinite) return {0, true};
    return {number * other.number, false};
  }
  void add(const Count& other) {
    infinite = infinite || other.infinite;
    number += other.number;
  }
  std::string text() const { return infinite ? "inf" : number.text(); }
};

class Lister {
 public:
  // `plain`: the model cut at its own thresholds alone, whose cells are counted.
  Lister(const Problem& problem, const model::CompiledModel& plain, GoalDiagram& goal,
         base::Budget& budget)
      : situation_(problem.situation), plain_(plain), goal_(goal), budget_(budget) {}

  // Weights by level and value; a value that stands for no state of its own weighs nothing.
  using Weights = std::vector<std::vector<Count>>;

  Count count(Id id, const Weights& weights) {
    std::unordered_map<Id, Count> done;
    const std::function<Count(Id, std::uint32_t)> below = [&](Id at, std::uint32_t level) -> Count {
      // Levels that the diagram leaves out take any value.
      const std::uint32_t asked = goal_.diagrams().level(at);
      Count skipped{1, false};
      for (; level < asked; ++level) skipped = skipped.times(total(weights[level]));
      if (at == Diagrams::none) return {};
      if (at == Diagrams::all) return skipped;
      if (goal_.diagrams().must_end()) return {};
      auto found = done.find(at);
      if (found == done.end()) {
        Count sum;
        const std::span<const Id> children = goal_.diagrams().children(at);
        for (std::size_t i = 0; i < children.size(); ++i) {
          sum.add(weights[asked][i].times(below(children[i], asked + 1)));
        }
        found = done.emplace(at, sum).first;
      }
      return skipped.times(found->second);
    };
    return below(id, 0);
  }

  // Every categorical value apart, every numeric cell once, the parts of the start's cell as one.
  Weights cell_weights() const {
    Weights weights;
    for (std::uint32_t f = 0; f < situation_.feature_count(); ++f) {
      weights.emplace_back();
      std::set<Point> seen;
      for (Point point : goal_.points(f)) {
        if (!numeric(f)) {
          weights.back().push_back(
              {Number(static_cast<std::int64_t>(situation_.values(f, point).size()))});
        } else {
          const bool first = seen.insert(counted_cell(f, point)).second;
          weights.back().push_back({first ? 1 : 0});
        }
      }
    }
    return weights;
  }

  Weights state_weights() const {
    Weights weights = cell_weights();
    for (std::uint32_t f = 0; f < situation_.feature_count(); ++f) {
      if (!numeric(f)) continue;
      const bool integer = situation_.compiled().model->features[f].numbers().integer;
      for (std::size_t i = 0; i < goal_.points(f).size(); ++i) {
        const model::Interval part = situation_.interval(f, goal_.points(f)[i]);
        Count& weight = weights[f][i];
        if (!part.low || !part.high || (!integer && *part.low != *part.high)) {
          weight = {0, true};
        } else {
          weight = {integer ? *part.high - *part.low + 1 : Number(1)};
        }
      }
    }
    return weights;
  }

  // Numeric points of one cell, as one class.
  std::vector<std::vector<std::uint32_t>> cell_classes() const {
    std::vector<std::vector<std::uint32_t>> classes;
    for (std::uint32_t f = 0; f < situation_.feature_count(); ++f) {
      classes.emplace_back();
      std::map<Point, std::uint32_t> first;
      for (std::uint32_t i = 0; i < goal_.points(f).size(); ++i) {
        const Point point = goal_.points(f)[i];
        const Point key = numeric(f) ? counted_cell(f, point) : point;
        classes.back().push_back(first.emplace(key, i).first->second);
      }
    }
    return classes;
  }

  std::vector<Region> regions(Id id) {
    std::vector<Region> out;
    if (id == Diagrams::none) return out;
    // By level: the values that lead on, one group after the other.
    std::vector<std::vector<std::uint32_t>> chosen(situation_.feature_count());
    for (std::uint32_t f = 0; f < chosen.size(); ++f) chosen[f] = whole_level(f);
    part_ = base::Budget(part_of(budget_));
    list(id, chosen, out);
    return out;
  }
  // Why the list of regions ended early.
  base::Exhausted ended() const { return part_.reason(); }

 private:
  bool numeric(std::uint32_t f) const { return situation_.compiled().model->features[f].numeric(); }

  std::uint32_t counted_cell(std::uint32_t f, Point point) const {
    return plain_.features[f].cell_of(*situation_.nearest(f, std::nullopt, point).number);
  }

  static Count total(const std::vector<Count>& weights) {
    Count sum;
    for (const Count& weight : weights) sum.add(weight);
    return sum;
  }

  std::vector<std::uint32_t> whole_level(std::uint32_t f) const {
    std::vector<std::uint32_t> all(goal_.points(f).size());
    for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = i;
    return all;
  }

  // A list takes several times as long to write and to give back as to make, and its text as much
  // memory: what it may use is a small part of what is left.
  static base::Limits part_of(const base::Budget& budget) {
    base::Limits limits = budget.left();
    limits.effort.reset();
    const base::Limits::Clock::time_point now = base::Limits::Clock::now();
    if (limits.deadline && *limits.deadline > now) {
      limits.deadline = now + (*limits.deadline - now) / 12;
    }
    if (limits.memory_bytes) limits.memory_bytes = *limits.memory_bytes / 10 * 3;
    return limits;
  }

  void list(Id at, std::vector<std::vector<std::uint32_t>>& chosen, std::vector<Region>& out) {
    if (budget_.exhausted() || part_.exhausted()) return;
    if (at == Diagrams::all) {
      out.push_back(region(chosen));
      budget_.use_memory(chosen.size() * 96);
      part_.use_memory(chosen.size() * 96);
      return;
    }
    const std::uint32_t f = goal_.diagrams().level(at);
    const std::span<const Id> children = goal_.diagrams().children(at);
    std::vector<bool> done(children.size(), false);
    for (std::uint32_t i = 0; i < children.size(); ++i) {
      if (done[i] || children[i] == Diagrams::none) continue;
      std::vector<std::uint32_t> group;
      for (std::uint32_t k = i; k < children.size(); ++k) {
        if (children[k] != children[i]) {
          if (numeric(f)) break;  // numbers of a region are told in one piece where they can be
          continue;
        }
        done[k] = true;
        group.push_back(k);
      }
      chosen[f] = std::move(group);
      list(children[i], chosen, out);
    }
    chosen[f] = whole_level(f);
  }

  Region region(const std::vector<std::vector<std::uint32_t>>& chosen) const {
    Region region;
    for (std::uint32_t f = 0; f < chosen.size(); ++f) {
      std::vector<Point> points;
      for (std::uint32_t i : chosen[f]) points.push_back(goal_.points(f)[i]);
      region.features.push_back(value_set(situation_, f, std::move(points)));
    }
    return region;
  }

  const state::Situation& situation_;
  const model::CompiledModel& plain_;
  GoalDiagram& goal_;
  base::Budget& budget_;
  base::Budget part_;  // what the list may take of it
};

// Goal states of `wanted` that walks reach, as a diagram. Walks are followed state by state, so
// many transitions at most: where they are more, `cut` says that some states may be missing.
constexpr std::uint64_t most_transitions = 100000;

Id walk_to(const Problem& problem, GoalDiagram& goal, Id wanted, base::Budget& budget, bool& cut) {
  state::Evaluator evaluator(problem.situation);
  Steps steps(problem, evaluator);
  Diagrams& diagrams = goal.diagrams();
  Id reached = Diagrams::none;
  // Features that no rule mentions are not followed: the last step can set them to anything.
  const auto as_diagram = [&](const Points& state) {
    Id id = Diagrams::all;
    for (std::uint32_t f = static_cast<std::uint32_t>(state.size()); f-- > 0;) {
      const bool mentioned = problem.situation.compiled().features[f].mentioned;
      const state::Bits permitted = problem.situation.permitted(f);
      std::vector<bool> in;
      for (Point point : goal.points(f)) {
        in.push_back(point == state[f] || (!mentioned && state::has(permitted.data(), point)));
      }
      id = diagrams.both(diagrams.test(f, in), id);
    }
    return id;
  };
  std::vector<std::uint32_t> settable;
  for (std::uint32_t f = 0; f < problem.feature_count(); ++f) {
    if (problem.settable(f) && problem.situation.compiled().features[f].mentioned)
      settable.push_back(f);
  }
  std::set<std::pair<Points, std::vector<std::uint32_t>>> seen;
  struct Place {
    Points state;
    std::vector<std::uint32_t> left;
    std::uint32_t steps;
  };
  std::deque<Place> todo{{steps.start(), settable, 0}};  // shortest walks first
  std::uint64_t transitions = 0;
  while (!todo.empty() && !cut && !budget.exhausted()) {
    const auto [from, left, made] = std::move(todo.front());
    todo.pop_front();
    if (problem.max_length && made >= *problem.max_length) continue;
    // Every choice of features that are left, and of targets, as one growing list of actions.
    const std::function<void(std::size_t, std::vector<Action>&)> choose =
        [&](std::size_t at, std::vector<Action>& actions) {
          if (cut || budget.exhausted()) return;
          if (at < left.size()) {
            choose(at + 1, actions);
            for (Point to : steps.targets(left[at], from[left[at]])) {
              actions.push_back({left[at], to});
              choose(at + 1, actions);
              actions.pop_back();
            }
            return;
          }
          if (actions.empty()) return;
          cut = ++transitions > most_transitions;
          std::vector<std::uint32_t> rest;
          for (std::uint32_t f : left) {
            if (std::none_of(actions.begin(), actions.end(),
                             [&](const Action& a) { return a.feature == f; })) {
              rest.push_back(f);
            }
          }
          steps.successors(from, actions, [&](const Points& next) {
            if (!seen.emplace(next, rest).second) return;
            budget.use_memory(next.size() * 8 + 96);
            if (steps.is_goal(next)) {
              reached = diagrams.either(reached, diagrams.both(as_diagram(next), wanted));
            } else {
              todo.push_back({next, rest, made + 1});
            }
          });
        };
    std::vector<Action> actions;
    choose(0, actions);
  }
  return reached;
}

}  // namespace

Counterfactuals find_counterfactuals(const model::Model& model, const std::optional<Record>& start,
                                     const Options& options, base::Budget& budget) {
  model::CutRequest request = cut_request(options);
  if (start) request.start = &*start;
  const model::CompiledModel compiled = model::compile(model, request);
  const Record nobody(model.features.size());
  if (start) refuse_unpriced(compiled, *start, options);
  const state::Situation situation(compiled, start ? *start : nobody, permissions(model, options));
  const std::optional<AtomId> desired = options.desired ? options.desired : model.desired;
  Goal goal{model.undesired.value, std::nullopt};
  if (desired) goal.desired = desired->value;
  Problem problem(situation, goal, Prices(situation));
  problem.max_length = options.max_length;

  bool cut = false;
  GoalDiagram diagram(problem, start.has_value(), budget);
  Id states = diagram.goals();
  if (start) {
    const Id goals = states;
    state::Evaluator evaluator(situation);
    Steps steps(problem, evaluator);
    if (steps.is_goal(steps.start())) {
      // Already there: the start is the only goal state at the end of a path.
      states = Diagrams::all;
      for (std::uint32_t f = 0; f < situation.feature_count(); ++f) {
        std::vector<bool> in;
        for (Point point : diagram.points(f)) in.push_back(point == situation.start_point(f));
        states = diagram.diagrams().both(states, diagram.diagrams().test(f, in));
      }
    } else {
      const Id at_once = diagram.reached_at_once();
      states = diagram.diagrams().both(goals, at_once);
      const Id doubtful =
          diagram.diagrams().both(diagram.diagrams().both(goals, diagram.maybe_left_over()),
                                  diagram.diagrams().negate(at_once));
      if (doubtful != Diagrams::none) {
        states =
            diagram.diagrams().either(states, walk_to(problem, diagram, doubtful, budget, cut));
      }
    }
  }
  Counterfactuals out;
  if (diagram.diagrams().exhausted()) {  // half a diagram says nothing
    out.cells = out.states = "0";
    out.exhausted = budget.reason();
    return out;
  }
  const model::CompiledModel plain = model::compile(model);
  Lister lister(problem, plain, diagram, budget);
  const Id cells = start ? diagram.diagrams().blur(states, lister.cell_classes()) : states;
  out.cells = lister.count(cells, lister.cell_weights()).text();
  out.states = lister.count(states, lister.state_weights()).text();
  if (diagram.diagrams().exhausted()) out.cells = out.states = "0";  // nor does half a count
  out.regions = lister.regions(states);
  out.exhausted = budget.reason();
  if (out.exhausted == base::Exhausted::no) out.exhausted = lister.ended();
  if (out.exhausted == base::Exhausted::no && cut) out.exhausted = base::Exhausted::effort;
  return out;
}

}  // namespace cogs::path
