// SPDX-License-Identifier: Apache-2.0
#include "path/steps.h"

#include <algorithm>

namespace cogs::path {

using state::Truth;

namespace {

bool sets(const std::vector<Action>& actions, std::uint32_t f) {
  return std::any_of(actions.begin(), actions.end(),
                     [&](const Action& action) { return action.feature == f; });
}

bool any_differs(const std::vector<std::uint32_t>& features, const Points& a, const Points& b) {
  return std::any_of(features.begin(), features.end(),
                     [&](std::uint32_t f) { return a[f] != b[f]; });
}

}  // namespace

Steps::Steps(const Problem& problem, const state::Evaluator& at_start)
    : problem_(problem),
      situation_(problem.situation),
      compiled_(problem.situation.compiled()),
      evaluator_(at_start),
      shown_(start()) {}

Points Steps::start() const {
  Points points(situation_.feature_count());
  for (std::uint32_t f = 0; f < points.size(); ++f) points[f] = situation_.start_point(f);
  return points;
}

void Steps::show(std::uint32_t f, Point point) {
  evaluator_.show(f, point);
  shown_[f] = point;
}

void Steps::show(const Points& state) {
  for (std::uint32_t f = 0; f < state.size(); ++f) {
    if (state[f] != shown_[f]) show(f, state[f]);
  }
}

bool Steps::is_goal(const Points& state) {
  show(state);
  if (evaluator_.atom(problem_.goal.undesired) != Truth::no) return false;
  return !problem_.goal.desired || evaluator_.atom(*problem_.goal.desired) == Truth::yes;
}

bool Steps::may_become(std::uint32_t f, Point from, Point to) const {
  if (from == to || !situation_.may_move(f, from, to)) return false;
  if (to == situation_.start_point(f)) return situation_.may_return(f);
  return state::has(situation_.permitted(f).data(), to);
}

std::vector<Point> Steps::targets(std::uint32_t f, Point from) const {
  std::vector<Point> out;
  const std::uint64_t* offered = offered_ ? offered_->data() + situation_.offset(f) : nullptr;
  for (Point to = 0; to <= situation_.above(f); ++to) {
    if (offered && !state::has(offered, to)) continue;
    if (may_become(f, from, to)) out.push_back(to);
  }
  return out;
}

void Steps::successors(const Points& from, const std::vector<Action>& actions,
                       const std::function<void(const Points&)>& visit) {
  Points to = from;
  for (const Action& action : actions) to[action.feature] = action.to;
  show(to);
  complete(0, from, to, actions, visit);
}

void Steps::complete(std::size_t at, const Points& from, Points& to,
                     const std::vector<Action>& actions,
                     const std::function<void(const Points&)>& visit) {
  for (; at < compiled_.causal_order.size(); ++at) {
    const std::uint32_t f = compiled_.causal_order[at];
    if (!situation_.bound(f) || sets(actions, f) || (only_ && !only_->contains(f))) continue;
    if (!any_differs(compiled_.causes[f].mentions, from, to)) continue;
    if (evaluator_.would_break(f, from[f]) == Truth::no) continue;
    if (!problem_.movable(f)) return;
    for (Point point : targets(f, from[f])) {
      if (evaluator_.would_break(f, point) != Truth::no) continue;
      to[f] = point;
      show(f, point);
      complete(at + 1, from, to, actions, visit);
    }
    to[f] = from[f];
    show(f, from[f]);
    return;
  }
  for (const Action& action : actions) {
    if (evaluator_.would_break(action.feature, action.to) != Truth::no) return;
  }
  for (std::size_t d = 0; d < compiled_.denials.size() && !only_; ++d) {
    if (any_differs(compiled_.denials[d].mentions, from, to) &&
        evaluator_.respects(d) != Truth::yes) {
      return;
    }
  }
  // The visitor may look at other states; what it leaves behind is put right again.
  const Points reached = to;
  visit(reached);
  show(to);
}

bool Steps::valid(const Points& from, const Points& to, const FeatureSet& direct) {
  show(to);
  for (std::uint32_t f = 0; f < to.size(); ++f) {
    const bool changed = from[f] != to[f];
    if (direct.contains(f)) {
      if (!changed || !problem_.settable(f) || !may_become(f, from[f], to[f])) return false;
    } else if (changed) {
      if (!problem_.movable(f) || !may_become(f, from[f], to[f])) return false;
      if (evaluator_.would_break(f, from[f]) != Truth::yes) return false;
    }
    if (situation_.bound(f) && (changed || any_differs(compiled_.causes[f].mentions, from, to)) &&
        evaluator_.would_break(f, to[f]) != Truth::no) {
      return false;
    }
  }
  for (std::size_t d = 0; d < compiled_.denials.size(); ++d) {
    if (any_differs(compiled_.denials[d].mentions, from, to) &&
        evaluator_.respects(d) != Truth::yes) {
      return false;
    }
  }
  return true;
}

std::vector<Point> Steps::supported(std::uint32_t f, const Points& state) {
  show(state);
  std::vector<Point> out;
  for (Point point = 0; point <= situation_.above(f); ++point) {
    if (situation_.in_domain(f, point) && evaluator_.would_break(f, point) == Truth::no) {
      out.push_back(point);
    }
  }
  return out;
}

std::vector<model::CausalRuleId> Steps::rules_at_work(std::uint32_t f, Point from,
                                                      const Points& state) {
  show(state);
  std::vector<model::CausalRuleId> trusted, supporting, broken;
  const bool whole_line = situation_.permission(f).whole_line;
  const Point new_cell = situation_.cell_of(f, state[f]), old_cell = situation_.cell_of(f, from);
  const auto& causes = compiled_.causes[f].rules;
  for (std::size_t r = 0; r < causes.size(); ++r) {
    const model::CompiledCause& cause = causes[r];
    const std::uint64_t* head = compiled_.pool.data() + cause.head(whole_line);
    if (evaluator_.body(cause.body) == Truth::yes && state::has(head, new_cell)) {
      supporting.push_back(cause.rule);
      if (!evaluator_.in_vain(f, r)) trusted.push_back(cause.rule);
    }
    if (state::has(head, old_cell)) broken.push_back(cause.rule);
  }
  if (!trusted.empty()) return trusted;
  return supporting.empty() ? broken : supporting;
}

}  // namespace cogs::path
