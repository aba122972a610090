// SPDX-License-Identifier: Apache-2.0
#include "path/goal_diagram.h"

#include <algorithm>
#include <unordered_set>

#include "path/score_diagram.h"
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
      points_(list_points(problem.situation)),
      diagrams_(sizes(points_), budget),
      atoms_(compiled_.rules_of.size()) {
  if (from_start) start_.emplace(situation_);
}

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
  if (!atoms_[atom]) {
    for (const std::uint32_t component : components_below(atom)) settle(component);
  }
  return *atoms_[atom];
}

// What the atom depends on and is not known yet, lower ones first. Found with a list instead of a
// recursion, which would be as deep as the model's longest chain of rules.
std::vector<std::uint32_t> GoalDiagram::components_below(std::uint32_t atom) const {
  std::vector<std::uint32_t> found = {compiled_.component[atom]};
  std::unordered_set<std::uint32_t> seen(found.begin(), found.end());
  for (std::size_t next = 0; next < found.size(); ++next) {
    for (const std::uint32_t a : compiled_.component_atoms[found[next]]) {
      for (const std::uint32_t rule : compiled_.rules_of[a]) {
        for (const model::AtomTest& literal : compiled_.rules[rule].body.atoms) {
          const std::uint32_t below = compiled_.component[literal.atom.value];
          if (!atoms_[literal.atom.value] && seen.insert(below).second) found.push_back(below);
        }
      }
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

// All that the component depends on is known.
void GoalDiagram::settle(std::uint32_t component) {
  const auto& members = compiled_.component_atoms[component];
  const auto joined = [&](std::uint32_t a) {
    Id result = Diagrams::none;
    for (std::uint32_t rule : compiled_.rules_of[a]) {
      result = diagrams_.either(result, body(compiled_.rules[rule].body));
    }
    return result;
  };
  if (const model::ScoreAtom* scored = compiled_.score_atom(members.front())) {
    std::vector<std::vector<std::uint32_t>> cell_of(points_.size());
    for (std::uint32_t f = 0; f < points_.size(); ++f) {
      for (const Point point : points_[f]) cell_of[f].push_back(situation_.cell_of(f, point));
    }
    atoms_[scored->atom] = score_diagram(compiled_, *scored, cell_of, diagrams_);
    return;
  }
  if (!compiled_.recursive[component]) {
    for (std::uint32_t a : members) atoms_[a] = joined(a);
    return;
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

GoalDiagram::Id GoalDiagram::obeys(std::uint32_t f) {
  const model::CompiledCauses& causes = compiled_.causes[f];
  Id supported = Diagrams::none;
  std::vector<Id> bodies;
  for (const model::CompiledCause& cause : causes.rules) {
    bodies.push_back(body(cause.body));
    supported =
        diagrams_.either(supported, diagrams_.both(bodies.back(), head(f, cause.head_offset)));
  }
  Id result = Diagrams::all;
  if (causes.mode != model::CausalMode::if_) {
    Id fine = diagrams_.either(diagrams_.negate(head(f, causes.cover_offset)), supported);
    if (start_ && start_->unsupported(f)) fine = diagrams_.either(fine, at_start(f));
    result = diagrams_.both(result, fine);
  }
  if (causes.mode != model::CausalMode::only_if) {
    for (std::size_t r = 0; r < bodies.size(); ++r) {
      if (start_ && start_->in_vain(f, r)) bodies[r] = Diagrams::none;  // never owed
    }
    result = diagrams_.both(result, meets_most(f, bodies));
  }
  return result;
}

// Of the rules whose bodies hold, as many are met as can be met together (semantics.md 3).
GoalDiagram::Id GoalDiagram::meets_most(std::uint32_t f, const std::vector<Id>& bodies) {
  const auto& classes = compiled_.causes[f].classes;
  const auto holds = [](const model::HeadClass& c, std::size_t r) {
    return state::has(c.heads.data(), static_cast<Point>(r));
  };
  Id nothing_owed = Diagrams::all;
  for (const Id owed : bodies) nothing_owed = diagrams_.both(nothing_owed, diagrams_.negate(owed));
  Id result = nothing_owed;
  for (const model::HeadClass& own : classes) {
    Id best = Diagrams::none;  // some rule is met, and no other class meets more
    for (std::size_t r = 0; r < bodies.size(); ++r) {
      if (holds(own, r)) best = diagrams_.either(best, bodies[r]);
    }
    for (const model::HeadClass& other : classes) {
      Id mine = Diagrams::none, theirs = Diagrams::none;
      for (std::size_t r = 0; r < bodies.size(); ++r) {
        if (holds(own, r) && !holds(other, r)) mine = diagrams_.either(mine, bodies[r]);
        if (holds(other, r) && !holds(own, r)) theirs = diagrams_.either(theirs, bodies[r]);
      }
      best = diagrams_.both(best, diagrams_.either(mine, diagrams_.negate(theirs)));
    }
    result = diagrams_.either(result, diagrams_.both(head(f, own.offset), best));
  }
  return result;
}

GoalDiagram::Id GoalDiagram::goals() {
  Id result = diagrams_.negate(atom(problem_.goal.undesired));
  if (problem_.goal.desired) result = diagrams_.both(result, atom(*problem_.goal.desired));
  for (std::uint32_t f : compiled_.causal_order) {
    if (situation_.bound(f)) result = diagrams_.both(result, obeys(f));
  }
  for (std::size_t d = 0; d < compiled_.denials.size(); ++d) {
    if (situation_.denial_off(d) || (start_ && start_->void_denial(d))) continue;
    result = diagrams_.both(result, diagrams_.negate(body(compiled_.denials[d].body)));
  }
  return result;
}

GoalDiagram::Id GoalDiagram::breaks_at_start_value(std::uint32_t f) {
  return diagrams_.negate(diagrams_.assume(obeys(f), f, start_index(f)));
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
