// SPDX-License-Identifier: Apache-2.0
#include "logic/ground/relevance.h"

#include <algorithm>
#include <cstdint>

#include "logic/ground/graph.h"
#include "logic/program/builtins.h"

namespace cogs::logic {

namespace {

struct Call {
  PredicateId predicate;
  bool negated = false;
};

// The calls in goals, those inside findall and its like with both signs.
bool collect_calls(const Program& program, const std::vector<Goal>& goals,
                   std::vector<Call>& calls) {
  struct Waiting {
    Goal goal;
    bool inside;
  };
  std::vector<Waiting> waiting;
  for (const Goal& goal : goals) waiting.push_back({goal, false});
  while (!waiting.empty()) {
    const auto [goal, inside] = waiting.back();
    waiting.pop_back();
    if (goal.kind == GoalKind::call) {
      calls.push_back({goal.predicate, goal.negated});
      if (inside) calls.push_back({goal.predicate, !goal.negated});
    } else if (goal.kind == GoalKind::find_all || goal.kind == GoalKind::for_all ||
               goal.kind == GoalKind::call_term) {
      const std::size_t at = goal.kind == GoalKind::call_term ? 0 : 1;
      const auto below = goals_of(program, program.terms.argument(goal.term, at));
      if (!below) return false;
      for (const Goal& next : *below) waiting.push_back({next, true});
    }
  }
  return true;
}

class RelevanceFinder {
 public:
  RelevanceFinder(const Program& program, const SolveOptions& options)
      : program_(program), options_(options), graph_(program.predicates.size()) {}

  bool find(Relevance& result) {
    if (!collect()) return false;
    components_ = strong_components(graph_, false);
    needed_.assign(program_.predicates.size(), false);
    for (const Goal& goal : *program_.query) {
      std::vector<Call> calls;
      if (!collect_calls(program_, {goal}, calls)) return false;
      need(calls);
    }
    if (options_.denials) need_checks(result);
    close();
    list_components(result);
    return true;
  }

 private:
  bool collect() {
    calls_.resize(program_.clauses.size());
    clauses_of_.resize(program_.predicates.size());
    for (std::uint32_t i = 0; i < program_.clauses.size(); ++i) {
      const Clause& clause = program_.clauses[i];
      if (!collect_calls(program_, clause.body, calls_[i])) return false;
      if (!clause.has_head) continue;
      clauses_of_[clause.predicate.index()].push_back(i);
      for (const Call& call : calls_[i]) {
        graph_.add(clause.predicate.value, call.predicate.value, call.negated);
      }
    }
    graph_.finish();
    return true;
  }

  void need(PredicateId predicate) {
    if (needed_[predicate.index()]) return;
    needed_[predicate.index()] = true;
    waiting_.push_back(predicate);
  }
  void need(const std::vector<Call>& calls) {
    for (const Call& call : calls) need(call.predicate);
  }

  void need_checks(Relevance& result) {
    for (std::uint32_t i = 0; i < program_.clauses.size(); ++i) {
      if (program_.clauses[i].has_head) continue;
      result.denials.push_back(ClauseId(i));
      need(calls_[i]);
    }
    for (std::uint32_t i = 0; i < program_.predicates.size(); ++i) {
      const Predicate& predicate = program_.predicates[i];
      if (!predicate.classical) continue;
      const auto plain = program_.find_predicate(predicate.name, predicate.arity, false);
      if (!plain) continue;
      result.contradictions.emplace_back(*plain, PredicateId(i));
      need(*plain);
      need(PredicateId(i));
    }
    if (!options_.odd_loops) return;
    const std::vector<bool> odd = odd_components(graph_, components_);
    for (std::uint32_t i = 0; i < odd.size(); ++i) {
      if (!odd[i]) continue;
      for (const std::uint32_t member : components_.members[i]) need(PredicateId(member));
    }
  }

  void close() {
    while (!waiting_.empty()) {
      const PredicateId predicate = waiting_.back();
      waiting_.pop_back();
      for (const std::uint32_t clause : clauses_of_[predicate.index()]) need(calls_[clause]);
    }
  }

  void list_components(Relevance& result) {
    for (std::uint32_t i = 0; i < components_.members.size(); ++i) {
      if (!needed_[components_.members[i][0]]) continue;
      Relevance::Component& component = result.components.emplace_back();
      for (const std::uint32_t member : components_.members[i]) {
        component.predicates.push_back(PredicateId(member));
        for (const std::uint32_t clause : clauses_of_[member]) {
          component.clauses.push_back(ClauseId(clause));
        }
        for (const SignedGraph::Arc arc : graph_.arcs(member)) {
          if (arc.negated && components_.of[arc.to] == i) component.negation_inside = true;
        }
      }
      std::sort(component.clauses.begin(), component.clauses.end());
    }
  }

  const Program& program_;
  const SolveOptions& options_;
  SignedGraph graph_;  // of predicates
  Components components_;
  std::vector<std::vector<Call>> calls_;  // of each clause
  std::vector<std::vector<std::uint32_t>> clauses_of_;
  std::vector<bool> needed_;
  std::vector<PredicateId> waiting_;
};

}  // namespace

std::optional<Relevance> find_relevance(const Program& program, const SolveOptions& options) {
  Relevance result;
  if (!RelevanceFinder(program, options).find(result)) return std::nullopt;
  return result;
}

}  // namespace cogs::logic
