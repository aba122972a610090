// SPDX-License-Identifier: Apache-2.0
#include "logic/ground/minimal.h"

#include <algorithm>
#include <map>
#include <set>

namespace cogs::logic {

MinimalCheck::MinimalCheck(const GroundProgram& ground, const Completion& completion,
                           Assignment& assignment)
    : assignment_(assignment) {
  for (const std::uint32_t index : completion.shared_loops()) {
    Loop& loop = loops_.emplace_back();
    std::set<std::uint32_t> disjunctions;
    const auto on_loop = [&](std::uint32_t variable) { return completion.loop(variable) == index; };
    for (std::uint32_t v = 0; v < completion.atoms(); ++v) {
      if (!on_loop(v)) continue;
      loop.members.push_back(v);
      for (const std::uint32_t id : completion.clauses(v)) {
        const GroundClause& clause = ground.clauses[id];
        Rule rule;
        std::uint32_t begin = clause.body_begin, end = clause.body_end;
        if (clause.disjunction != GroundClause::none) {
          if (!disjunctions.insert(clause.disjunction).second) continue;
          const GroundDisjunction& source = ground.disjunctions[clause.disjunction];
          begin = source.body_begin;
          end = source.body_end;
          rule.body = completion.disjunction_body(clause.disjunction);
          for (const AtomId head : source.heads) {
            const std::uint32_t variable = completion.lit(head).variable();
            (on_loop(variable) ? rule.heads : rule.others).push_back(variable);
          }
        } else {
          rule.body = completion.body(id);
          rule.heads.push_back(v);
        }
        for (std::uint32_t i = begin; i < end; ++i) {
          const GroundLiteral literal = ground.literals[i];
          const std::uint32_t variable = completion.lit(literal).variable();
          if (!literal.negated() && on_loop(variable)) rule.positive.push_back(variable);
        }
        loop.rules.push_back(std::move(rule));
      }
    }
  }
}

// Some true atoms of the loop without which all its rules would hold as well.
std::vector<std::uint32_t> MinimalCheck::removable(const Loop& loop) const {
  Assignment search;
  std::map<std::uint32_t, Lit> removed;  // by variable: it is removed
  std::vector<Lit> some;
  for (const std::uint32_t member : loop.members) {
    if (!assignment_.is_true(Lit(member, false))) continue;
    const Lit lit(search.add_variable(true), false);
    removed.emplace(member, lit);
    some.push_back(lit);
  }
  if (some.empty()) return {};
  search.add_clause(some);
  for (const Rule& rule : loop.rules) {
    if (!assignment_.is_true(rule.body)) continue;
    const bool satisfied =
        std::any_of(rule.others.begin(), rule.others.end(),
                    [&](std::uint32_t other) { return assignment_.is_true(Lit(other, false)); });
    if (satisfied) continue;
    // A true head stays, or something in the body goes.
    std::vector<Lit> clause;
    for (const std::uint32_t head : rule.heads) {
      if (const auto found = removed.find(head); found != removed.end()) {
        clause.push_back(~found->second);
      }
    }
    if (clause.empty()) continue;
    for (const std::uint32_t atom : rule.positive) {
      if (const auto found = removed.find(atom); found != removed.end()) {
        clause.push_back(found->second);
      }
    }
    search.add_clause(std::move(clause));
  }
  search.consider_all();
  while (!search.is_inconsistent()) {
    const auto broken = search.propagate();
    if (broken != Assignment::no_clause) {
      search.resolve(broken);
      continue;
    }
    const auto variable = search.most_active();
    if (!variable) {
      std::vector<std::uint32_t> result;
      for (const auto& [member, lit] : removed) {
        if (search.is_true(lit)) result.push_back(member);
      }
      return result;
    }
    search.decide(Lit(*variable, true));
  }
  return {};
}

// One of the atoms is false, or something from outside supports them.
std::vector<Lit> MinimalCheck::why(const Loop& loop,
                                   const std::vector<std::uint32_t>& removed) const {
  const std::set<std::uint32_t> inside(removed.begin(), removed.end());
  std::vector<Lit> clause{Lit(removed[0], true)};
  for (const Rule& rule : loop.rules) {
    const auto in = [&](std::uint32_t variable) { return inside.count(variable) > 0; };
    if (std::none_of(rule.heads.begin(), rule.heads.end(), in)) continue;
    if (std::any_of(rule.positive.begin(), rule.positive.end(), in)) continue;
    if (!assignment_.is_true(rule.body)) {
      clause.push_back(rule.body);
      continue;
    }
    for (const std::vector<std::uint32_t>* heads : {&rule.heads, &rule.others}) {
      const auto found = std::find_if(heads->begin(), heads->end(), [&](std::uint32_t head) {
        return !in(head) && assignment_.is_true(Lit(head, false));
      });
      if (found == heads->end()) continue;
      clause.push_back(Lit(*found, true));
      break;
    }
  }
  return clause;
}

Assignment::ClauseIndex MinimalCheck::run() {
  found_ = false;
  for (const Loop& loop : loops_) {
    const std::vector<std::uint32_t> removed = removable(loop);
    if (removed.empty()) continue;
    found_ = true;
    return assignment_.add_clause(why(loop, removed));
  }
  return Assignment::no_clause;
}

}  // namespace cogs::logic
