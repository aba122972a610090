// SPDX-License-Identifier: Apache-2.0
#include "path/goal_diagram.h"

#include <algorithm>

#include "path/steps.h"

namespace cogs::path {

using state::Point;

namespace {

std::vector<std::vector<Point>> list_points(const state::Situation& situation) {
  std::vector<std::vector<Point>> all(situation.feature_count());
  for (std::uint32_t f = 0; f < all.size(); ++f) {
    for (Point point = 0; point <= situation.above(f); ++point) {
      const bool is_start = point == situation.start_point(f) && !situation.starts_missing(f);
      if (situation.in_domain(f, point) || is_start) all[f].push_back(point);
    }
    std::sort(all[f].begin(), all[f].end(),
              [&](Point a, Point b) { return situation.rank(f, a) < situation.rank(f, b); });
  }
  return all;
}

std::vector<std::uint32_t> sizes(const std::vector<std::vector<Point>>& points) {
  std::vector<std::uint32_t> out;
  for (const auto& list : points) out.push_back(static_cast<std::uint32_t>(list.size()));
  return out;
}

}  // namespace

GoalDiagram::GoalDiagram(const Problem& problem, bool from_start, base::Budget& budget)
    : problem_(problem),
      situation_(problem.situation),
      compiled_(problem.situation.compiled()),
      from_start_(from_start),
      points_(list_points(problem.situation)),
      diagrams_(sizes(points_), budget),
      atoms_(compiled_.rules_of.size()) {}

GoalDiagram::Id GoalDiagram::head(std::uint32_t f, std::uint32_t offset) {
  const std::uint64_t* set = compiled_.pool.data() + offset;
  std::vector<bool> in;
  for (Point point : points_[f]) in.push_back(state::has(set, situation_.cell_of(f, point)));
  return diagrams_.test(f, in);
}

GoalDiagram::Id GoalDiagram::test(const model::CellTest& test) {
  return head(test.feature, test.offset);
}

GoalDiagram::Id GoalDiagram::body(const model::CompiledBody& body) {
  if (body.impossible) return Diagrams::none;
  Id result = Diagrams::all;
  // Deep levels first keeps what is joined small.
  for (auto t = body.tests.rbegin(); t != body.tests.rend(); ++t) {
    result = diagrams_.both(test(*t), result);
  }
  for (const model::AtomTest& literal : body.atoms) {
    const Id holds = atom(literal.atom.value);
    result = diagrams_.both(result, literal.negated ? diagrams_.negate(holds) : holds);
  }
  return result;
}

GoalDiagram::Id GoalDiagram::atom(std::uint32_t atom) {
  if (atoms_[atom]) return *atoms_[atom];
  const std::uint32_t component = compiled_.component[atom];
  const auto& members = compiled_.component_atoms[component];
  const auto joined = [&](std::uint32_t a) {
    Id result = Diagrams::none;
    for (std::uint32_t rule : compiled_.rules_of[a]) {
      result = diagrams_.either(result, body(compiled_.rules[rule].body));
    }
    return result;
  };
  if (!compiled_.recursive[component]) {
    const Id result = joined(atom);
    atoms_[atom] = result;
    return result;
  }
  // A positive loop: grow from nothing until nothing is added.
  for (std::uint32_t a : members) atoms_[a] = Diagrams::none;
  for (bool grown = true; grown && !diagrams_.exhausted();) {
    grown = false;
    for (std::uint32_t a : members) {
      const Id next = joined(a);
      grown = grown || next != *atoms_[a];
      atoms_[a] = next;
    }
  }
  return *atoms_[atom];
}

std::uint32_t GoalDiagram::start_index(std::uint32_t f) const {
  const auto at = std::find(points_[f].begin(), points_[f].end(), situation_.start_point(f));
  return static_cast<std::uint32_t>(at - points_[f].begin());
}

GoalDiagram::Id GoalDiagram::at_start(std::uint32_t f) {
  std::vector<bool> in;
  for (Point point : points_[f]) in.push_back(point == situation_.start_point(f));
  return diagrams_.test(f, in);
}

GoalDiagram::Id GoalDiagram::all_at_start(const std::vector<std::uint32_t>& features) {
  Id result = Diagrams::all;
  for (auto f = features.rbegin(); f != features.rend(); ++f) {
    result = diagrams_.both(at_start(*f), result);
  }
  return result;
}

GoalDiagram::Id GoalDiagram::obeys(std::uint32_t f) {
  const model::CompiledCauses& causes = compiled_.causes[f];
  Id supported = Diagrams::none, no_cause = Diagrams::all;
  for (const model::CompiledCause& cause : causes.rules) {
    const Id holds = body(cause.body);
    supported = diagrams_.either(supported, diagrams_.both(holds, head(f, cause.head_offset)));
    no_cause = diagrams_.both(no_cause, diagrams_.negate(holds));
  }
  Id result = Diagrams::all;
  if (causes.mode != model::CausalMode::if_) {
    const Id outside = diagrams_.negate(head(f, causes.cover_offset));
    result = diagrams_.both(result, diagrams_.either(outside, supported));
  }
  if (causes.mode != model::CausalMode::only_if) {
    result = diagrams_.both(result, diagrams_.either(no_cause, supported));
  }
  return result;
}

GoalDiagram::Id GoalDiagram::goals() {
  Id result = diagrams_.negate(atom(problem_.goal.undesired));
  if (problem_.goal.desired) result = diagrams_.both(result, atom(*problem_.goal.desired));
  std::optional<state::Evaluator> start;
  if (from_start_) start.emplace(situation_);
  for (std::uint32_t f : compiled_.causal_order) {
    if (!situation_.bound(f)) continue;
    Id fine = obeys(f);
    if (start && start->start_breaks(f)) {
      const Id same = diagrams_.both(at_start(f), all_at_start(compiled_.causes[f].mentions));
      fine = diagrams_.either(fine, same);
    }
    result = diagrams_.both(result, fine);
  }
  for (std::size_t d = 0; d < compiled_.denials.size(); ++d) {
    if (situation_.denial_off(d)) continue;
    Id fine = diagrams_.negate(body(compiled_.denials[d].body));
    if (start && start->start_breaks_denial(d)) {
      fine = diagrams_.either(fine, all_at_start(compiled_.denials[d].mentions));
    }
    result = diagrams_.both(result, fine);
  }
  return result;
}

GoalDiagram::Id GoalDiagram::breaks_at_start_value(std::uint32_t f) {
  const Id breaks = diagrams_.negate(diagrams_.assume(obeys(f), f, start_index(f)));
  if (!state::Evaluator(situation_).start_breaks(f)) return breaks;
  return diagrams_.both(breaks, diagrams_.negate(all_at_start(compiled_.causes[f].mentions)));
}

GoalDiagram::Id GoalDiagram::reached_at_once() {
  Id result = Diagrams::all;
  for (std::uint32_t f = 0; f < points_.size(); ++f) {
    const state::Bits permitted = situation_.permitted(f);
    std::vector<bool> in;
    for (Point point : points_[f]) {
      in.push_back(point == situation_.start_point(f) || state::has(permitted.data(), point));
    }
    Id reachable = diagrams_.test(f, in);
    if (!problem_.settable(f) && problem_.movable(f)) {
      reachable =
          diagrams_.both(reachable, diagrams_.either(at_start(f), breaks_at_start_value(f)));
    }
    result = diagrams_.both(result, reachable);
  }
  return result;
}

GoalDiagram::Id GoalDiagram::maybe_left_over() {
  Id result = Diagrams::none;
  for (std::uint32_t f : compiled_.causal_order) {
    if (problem_.settable(f) || !problem_.movable(f) || problem_.movers[f].size() < 2) continue;
    const Id forced = breaks_at_start_value(f);
    // Some mixture of old and new values of what the rules mention forces it.
    Id once_forced = forced;
    for (std::uint32_t m : compiled_.causes[f].mentions) {
      if (situation_.starts_missing(m)) {
        once_forced = Diagrams::all;  // diagrams do not know missing values
      } else if (problem_.movable(m)) {
        once_forced = diagrams_.some(once_forced, m);
      } else {
        const Id before = diagrams_.assume(once_forced, m, start_index(m));
        once_forced = diagrams_.either(once_forced, before);
      }
    }
    const Id left_over = diagrams_.both(diagrams_.negate(at_start(f)),
                                        diagrams_.both(once_forced, diagrams_.negate(forced)));
    result = diagrams_.either(result, left_over);
  }
  return result;
}

}  // namespace cogs::path
