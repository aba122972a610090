// SPDX-License-Identifier: Apache-2.0
#include "logic/ground/unfounded.h"

#include <algorithm>

namespace cogs::logic {

UnfoundedSets::UnfoundedSets(const GroundProgram& ground, const Completion& completion,
                             Assignment& assignment)
    : completion_(completion), assignment_(assignment) {
  if (completion.loops() == 0) return;
  collect(ground);
  find_first_sources();
}

void UnfoundedSets::collect(const GroundProgram& ground) {
  loops_.resize(completion_.loops());
  supports_of_.resize(completion_.atoms());
  used_in_.resize(completion_.atoms());
  supports_with_.resize(assignment_.variables() * 2);
  sources_.assign(completion_.atoms(), Completion::none);
  lost_.assign(completion_.atoms(), false);
  for (std::uint32_t v = 0; v < completion_.atoms(); ++v) {
    if (completion_.loop(v) == Completion::none) continue;
    for (const std::uint32_t clause : completion_.clauses(v)) {
      const auto index = static_cast<std::uint32_t>(supports_.size());
      Support support{clause, v, completion_.support(clause),
                      static_cast<std::uint32_t>(members_.size()), 0};
      for (const GroundLiteral literal : ground.body(ground.clauses[clause])) {
        const std::uint32_t member = completion_.lit(literal).variable();
        if (literal.negated() || completion_.loop(member) != completion_.loop(v)) continue;
        members_.push_back(member);
        used_in_[member].push_back(index);
      }
      support.end = static_cast<std::uint32_t>(members_.size());
      supports_of_[v].push_back(index);
      supports_with_[support.body.code].push_back(index);
      supports_.push_back(support);
    }
    loops_[completion_.loop(v)].push_back(v);
  }
  missing_.resize(supports_.size());
}

// Everything counts as lost at first; what level zero has decided is looked at as well.
void UnfoundedSets::find_first_sources() {
  for (std::uint32_t v = 0; v < completion_.atoms(); ++v) {
    if (completion_.loop(v) == Completion::none) continue;
    lost_[v] = true;
    lost_list_.push_back(v);
  }
}

void UnfoundedSets::lose(std::uint32_t variable) {
  if (lost_[variable] || assignment_.is_false(Lit(variable, false))) return;
  lost_[variable] = true;
  lost_list_.push_back(variable);
}

bool UnfoundedSets::try_support(std::uint32_t index) {
  const Support& support = supports_[index];
  if (!lost_[support.head] || assignment_.is_false(support.body)) return false;
  for (std::uint32_t i = support.begin; i < support.end; ++i) {
    if (lost_[members_[i]] || assignment_.is_false(Lit(members_[i], false))) return false;
  }
  sources_[support.head] = index;
  lost_[support.head] = false;
  return true;
}

void UnfoundedSets::look_for_sources() {
  std::vector<std::uint32_t> regained;
  for (const std::uint32_t variable : lost_list_) {
    for (const std::uint32_t support : supports_of_[variable]) {
      if (!try_support(support)) continue;
      regained.push_back(variable);
      break;
    }
  }
  while (!regained.empty()) {
    const std::uint32_t variable = regained.back();
    regained.pop_back();
    for (const std::uint32_t support : used_in_[variable]) {
      if (try_support(support)) regained.push_back(supports_[support].head);
    }
  }
}

Assignment::ClauseIndex UnfoundedSets::make_false(std::uint32_t variable) {
  // False, because everything that could support the set from outside is.
  std::vector<Lit> clause{Lit(variable, true)};
  for (const std::uint32_t member : lost_list_) {
    if (completion_.loop(member) != completion_.loop(variable)) continue;
    for (const std::uint32_t index : supports_of_[member]) {
      const Support& support = supports_[index];
      const bool inside =
          std::any_of(members_.begin() + support.begin, members_.begin() + support.end,
                      [&](std::uint32_t other) { return lost_[other]; });
      if (!inside) clause.push_back(support.body);
    }
  }
  return assignment_.add_clause(std::move(clause), false);
}

Assignment::ClauseIndex UnfoundedSets::propagate() {
  found_ = false;
  if (supports_.empty()) return Assignment::no_clause;
  go_back();
  const auto& trail = assignment_.trail();
  for (; seen_ < trail.size(); ++seen_) {
    const Lit falsified = ~trail[seen_];
    if (falsified.code >= supports_with_.size()) continue;
    for (const std::uint32_t support : supports_with_[falsified.code]) {
      if (sources_[supports_[support].head] == support) lose(supports_[support].head);
    }
  }
  if (lost_list_.empty()) return Assignment::no_clause;
  for (std::size_t i = 0; i < lost_list_.size(); ++i) {
    for (const std::uint32_t support : used_in_[lost_list_[i]]) {
      if (sources_[supports_[support].head] == support) lose(supports_[support].head);
    }
  }
  look_for_sources();
  std::erase_if(lost_list_, [&](std::uint32_t variable) {
    // What is false anyway keeps its old pointer.
    if (lost_[variable] && assignment_.is_false(Lit(variable, false))) lost_[variable] = false;
    return !lost_[variable];
  });
  if (lost_list_.empty()) return Assignment::no_clause;
  found_ = true;
  const auto broken = std::find_if(lost_list_.begin(), lost_list_.end(), [&](std::uint32_t v) {
    return assignment_.is_true(Lit(v, false));
  });
  return make_false(broken != lost_list_.end() ? *broken : lost_list_.front());
}

void UnfoundedSets::go_back() {
  const auto length = assignment_.take_undone(Assignment::Reader::unfounded_sets);
  if (!length) return;
  seen_ = std::min(seen_, *length);
  for (const std::uint32_t variable : lost_list_) lost_[variable] = false;
  lost_list_.clear();
}

void UnfoundedSets::rank(std::uint32_t loop, std::vector<std::uint32_t>& clauses) {
  std::vector<std::uint32_t> ranked;
  const auto settle = [&](std::uint32_t index) {
    const Support& support = supports_[index];
    if (clauses[support.head] != Completion::none) return;
    clauses[support.head] = support.clause;
    ranked.push_back(support.head);
  };
  for (const std::uint32_t variable : loops_[loop]) clauses[variable] = Completion::none;
  for (const std::uint32_t variable : loops_[loop]) {
    for (const std::uint32_t index : supports_of_[variable]) {
      missing_[index] = supports_[index].end - supports_[index].begin;
      if (missing_[index] == 0 && assignment_.is_true(supports_[index].body)) settle(index);
    }
  }
  for (std::size_t i = 0; i < ranked.size(); ++i) {
    for (const std::uint32_t index : used_in_[ranked[i]]) {
      if (--missing_[index] == 0 && assignment_.is_true(supports_[index].body)) settle(index);
    }
  }
}

}  // namespace cogs::logic
