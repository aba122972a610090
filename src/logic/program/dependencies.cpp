// SPDX-License-Identifier: Apache-2.0
//
// Components by Tarjan's algorithm, without recursion. Odd loops: a component has one exactly
// when its arcs cannot be coloured so that positive arcs join equal and negative arcs different
// colours (over undirected arcs this would be Harary's balance; on a strongly connected graph
// the directed question has the same answer, because every arc lies on a cycle).
#include "logic/program/dependencies.h"

#include <algorithm>

namespace cogs::logic {

namespace {

struct Arc {
  std::uint32_t to;
  bool negative;
};

// Goals inside findall, forall and call count as both positive and negative: what they depend on
// must be known before.
void add_inner_goals(const Program& program, TermId term, std::vector<Arc>& arcs) {
  std::vector<TermId> waiting{term};
  while (!waiting.empty()) {
    const TermId id = waiting.back();
    waiting.pop_back();
    const Term& t = program.terms[id];
    if (t.kind != TermKind::atom && t.kind != TermKind::compound) continue;
    for (const bool classical : {false, true}) {
      if (const auto found = program.find_predicate(Symbol(t.value), t.arity, classical)) {
        arcs.push_back({found->value, false});
        arcs.push_back({found->value, true});
      }
    }
    for (const TermId argument : program.terms.arguments(id)) waiting.push_back(argument);
  }
}

void add_arcs(const Program& program, const Goal& goal, std::vector<Arc>& arcs) {
  switch (goal.kind) {
    case GoalKind::call: arcs.push_back({goal.predicate.value, goal.negated}); break;
    case GoalKind::find_all:
    case GoalKind::for_all:
    case GoalKind::call_term: add_inner_goals(program, goal.term, arcs); break;
    default: break;
  }
}

struct Graph {
  std::vector<std::vector<Arc>> arcs;
};

// Components are numbered so that one depends only on itself and on smaller numbers.
std::vector<std::uint32_t> components_of(const Graph& graph) {
  const auto size = static_cast<std::uint32_t>(graph.arcs.size());
  std::vector<std::uint32_t> component(size, 0), order(size, 0), low(size, 0), stack;
  std::vector<bool> on_stack(size, false);
  struct Open {
    std::uint32_t node;
    std::size_t next;
  };
  std::vector<Open> open;
  std::uint32_t time = 0, count = 0;
  for (std::uint32_t root = 0; root < size; ++root) {
    if (order[root] != 0) continue;
    open.push_back({root, 0});
    while (!open.empty()) {
      const std::uint32_t node = open.back().node;
      if (open.back().next == 0) {
        order[node] = low[node] = ++time;
        stack.push_back(node);
        on_stack[node] = true;
      }
      if (open.back().next < graph.arcs[node].size()) {
        const std::uint32_t to = graph.arcs[node][open.back().next++].to;
        if (order[to] == 0) {
          open.push_back({to, 0});
        } else if (on_stack[to]) {
          low[node] = std::min(low[node], order[to]);
        }
        continue;
      }
      open.pop_back();
      if (!open.empty()) {
        low[open.back().node] = std::min(low[open.back().node], low[node]);
      }
      if (low[node] != order[node]) continue;
      for (std::uint32_t member = size; member != node;) {
        member = stack.back();
        stack.pop_back();
        on_stack[member] = false;
        component[member] = count;
      }
      ++count;
    }
  }
  return component;
}

// Has a component a closed walk with an odd number of negative arcs?
std::vector<bool> odd_components(const Graph& graph, const std::vector<std::uint32_t>& component) {
  std::vector<bool> odd(graph.arcs.size(), false);
  std::vector<int> colour(graph.arcs.size(), -1);
  for (std::uint32_t root = 0; root < graph.arcs.size(); ++root) {
    if (colour[root] >= 0) continue;
    colour[root] = 0;
    std::vector<std::uint32_t> waiting{root};
    while (!waiting.empty()) {
      const std::uint32_t node = waiting.back();
      waiting.pop_back();
      for (const Arc& arc : graph.arcs[node]) {
        if (component[arc.to] != component[node]) continue;
        const int wanted = colour[node] ^ (arc.negative ? 1 : 0);
        if (colour[arc.to] < 0) {
          colour[arc.to] = wanted;
          waiting.push_back(arc.to);
        } else if (colour[arc.to] != wanted) {
          odd[component[node]] = true;
        }
      }
    }
  }
  return odd;
}

// Could the atoms be made equal, as far as their arguments show at a glance?
bool may_match(const Terms& terms, TermId a, TermId b) {
  for (std::uint32_t i = 0; i < terms[a].arity; ++i) {
    const TermId x = terms.argument(a, i), y = terms.argument(b, i);
    const Term &left = terms[x], &right = terms[y];
    if (left.kind == TermKind::variable || right.kind == TermKind::variable) continue;
    if (left.kind != right.kind || left.arity != right.arity) return false;
    if (left.kind == TermKind::number ? terms.number(x) != terms.number(y)
                                      : left.value != right.value) {
      return false;
    }
  }
  return true;
}

// Loops are looked for between predicates first. Where there is an odd one, they are looked for
// again between clauses, with arcs only to clauses whose heads the goal can match:
// p(1) :- not p(2) is no loop.
std::vector<ClauseId> find_odd_loops(const Program& program, const Graph& predicates,
                                     const std::vector<std::uint32_t>& component) {
  const std::vector<bool> odd = odd_components(predicates, component);
  std::vector<std::uint32_t> suspects;  // clauses inside a component with an odd loop
  std::vector<std::vector<std::uint32_t>> by_predicate(program.predicates.size());
  for (std::size_t i = 0; i < program.clauses.size(); ++i) {
    const Clause& clause = program.clauses[i];
    if (!clause.has_head || clause.body.empty() || !odd[component[clause.predicate.index()]]) {
      continue;
    }
    by_predicate[clause.predicate.index()].push_back(static_cast<std::uint32_t>(suspects.size()));
    suspects.push_back(static_cast<std::uint32_t>(i));
  }
  Graph graph;
  graph.arcs.resize(suspects.size());
  for (std::size_t i = 0; i < suspects.size(); ++i) {
    for (const Goal& goal : program.clauses[suspects[i]].body) {
      std::vector<Arc> arcs;
      add_arcs(program, goal, arcs);
      for (const Arc& arc : arcs) {
        for (const std::uint32_t to : by_predicate[arc.to]) {
          const Clause& other = program.clauses[suspects[to]];
          if (goal.kind != GoalKind::call || may_match(program.terms, goal.term, other.head)) {
            graph.arcs[i].push_back({to, arc.negative});
          }
        }
      }
    }
  }
  const std::vector<std::uint32_t> of_clause = components_of(graph);
  const std::vector<bool> odd_clauses = odd_components(graph, of_clause);
  std::vector<ClauseId> result;
  for (std::size_t i = 0; i < suspects.size(); ++i) {
    if (!odd_clauses[of_clause[i]]) continue;
    const bool on_loop =
        std::any_of(graph.arcs[i].begin(), graph.arcs[i].end(),
                    [&](const Arc& arc) { return of_clause[arc.to] == of_clause[i]; });
    if (on_loop) result.push_back(ClauseId(suspects[i]));
  }
  return result;
}

}  // namespace

Dependencies find_dependencies(const Program& program) {
  Graph graph;
  graph.arcs.resize(program.predicates.size());
  for (const Clause& clause : program.clauses) {
    if (!clause.has_head) continue;
    for (const Goal& goal : clause.body) {
      add_arcs(program, goal, graph.arcs[clause.predicate.index()]);
    }
  }
  const std::vector<std::uint32_t> component = components_of(graph);

  Dependencies result;
  result.predicates.resize(program.predicates.size());
  std::vector<std::uint32_t> by_component(program.predicates.size());
  for (std::uint32_t p = 0; p < by_component.size(); ++p) by_component[p] = p;
  std::stable_sort(by_component.begin(), by_component.end(),
                   [&](auto a, auto b) { return component[a] < component[b]; });
  std::vector<bool> unstratified(program.predicates.size(), false);  // by component
  for (const std::uint32_t p : by_component) {
    PredicateFacts& facts = result.predicates[p];
    facts.component = component[p];
    if (program.predicates[p].abducible) unstratified[component[p]] = true;
    for (const Arc& arc : graph.arcs[p]) {
      const bool inside = component[arc.to] == component[p];
      if (inside) facts.recursive = true;
      if (inside ? arc.negative : unstratified[component[arc.to]]) {
        unstratified[component[p]] = true;
      }
    }
  }
  for (std::uint32_t p = 0; p < by_component.size(); ++p) {
    result.predicates[p].stratified = !unstratified[component[p]];
  }

  result.odd_loops = find_odd_loops(program, graph, component);
  for (std::size_t i = 0; i < program.predicates.size(); ++i) {
    const Predicate& p = program.predicates[i];
    if (!p.classical) continue;
    if (const auto positive = program.find_predicate(p.name, p.arity, false)) {
      result.classical_pairs.emplace_back(*positive, PredicateId(i));
    }
  }
  return result;
}

}  // namespace cogs::logic
