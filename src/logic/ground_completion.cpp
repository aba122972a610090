// SPDX-License-Identifier: Apache-2.0
#include "logic/ground_completion.h"

#include <algorithm>
#include <unordered_map>

#include "logic/ground_graph.h"

namespace cogs::logic {

Completion::Completion(const GroundProgram& ground, bool odd_loops, Assignment& assignment)
    : ground_(ground) {
  number_atoms(assignment);
  list_clauses();
  find_loops(odd_loops);
  add_clauses(assignment);
}

void Completion::number_atoms(Assignment& assignment) {
  variables_.assign(ground_.world.atoms.size(), none);
  for (std::uint32_t i = 0; i < variables_.size(); ++i) {
    const AtomId atom(i);
    if (ground_.is_exact(ground_.world.atoms.predicate(atom)) ||
        !ground_.world.atoms.is_row(atom)) {
      continue;
    }
    variables_[i] = assignment.add_variable(true);
    atoms_.push_back(atom);
  }
}

void Completion::list_clauses() {
  first_clause_.assign(atoms_.size() + 1, 0);
  for (const GroundClause& clause : ground_.clauses) {
    if (clause.has_head) ++first_clause_[variables_[clause.head.index()] + 1];
  }
  for (std::size_t i = 0; i < atoms_.size(); ++i) first_clause_[i + 1] += first_clause_[i];
  clauses_.resize(first_clause_.back());
  std::vector<std::uint32_t> next(first_clause_.begin(), first_clause_.end() - 1);
  for (std::uint32_t i = 0; i < ground_.clauses.size(); ++i) {
    const GroundClause& clause = ground_.clauses[i];
    if (clause.has_head) clauses_[next[variables_[clause.head.index()]]++] = i;
  }
  for (std::uint32_t i = 0; i < atoms_.size(); ++i) {
    std::stable_sort(clauses_.begin() + first_clause_[i], clauses_.begin() + first_clause_[i + 1],
                     [&](std::uint32_t a, std::uint32_t b) {
                       // Facts have the largest form; they come first.
                       return ground_.clauses[a].form + 1 < ground_.clauses[b].form + 1;
                     });
  }
}

void Completion::find_loops(bool odd_loops) {
  SignedGraph graph(atoms_.size());
  for (const GroundClause& clause : ground_.clauses) {
    if (!clause.has_head) continue;
    for (const GroundLiteral literal : ground_.body(clause)) {
      graph.add(variables_[clause.head.index()], variables_[literal.atom().index()],
                literal.negated());
    }
  }
  graph.finish();
  loops_.assign(atoms_.size(), none);
  const Components positive = strong_components(graph, true);
  for (const auto& members : positive.members) {
    const auto arcs = graph.arcs(members[0]);
    const bool loop = members.size() > 1 ||
                      std::any_of(arcs.begin(), arcs.end(), [&](const SignedGraph::Arc& arc) {
                        return arc.to == members[0] && !arc.negated;
                      });
    if (!loop) continue;
    for (const std::uint32_t member : members) loops_[member] = loop_count_;
    ++loop_count_;
  }
  for (std::uint32_t i = 0; i < ground_.clauses.size(); ++i) {
    if (!ground_.clauses[i].has_head) checks_.push_back(i);
  }
  if (!odd_loops) return;
  const Components all = strong_components(graph, false);
  const std::vector<bool> odd = odd_components(graph, all);
  for (std::uint32_t i = 0; i < ground_.clauses.size(); ++i) {
    const GroundClause& clause = ground_.clauses[i];
    if (!clause.has_head) continue;
    const std::uint32_t component = all.of[variables_[clause.head.index()]];
    const auto body = ground_.body(clause);
    if (odd[component] && std::any_of(body.begin(), body.end(), [&](GroundLiteral literal) {
          return all.of[variables_[literal.atom().index()]] == component;
        })) {
      checks_.push_back(i);
    }
  }
}

void Completion::add_clauses(Assignment& assignment) {
  const Lit always(assignment.add_variable(), false);
  assignment.add_clause({always});
  std::unordered_multimap<std::size_t, std::uint32_t> known;  // bodies, by hash
  std::vector<Lit> body, other;
  bodies_.assign(ground_.clauses.size(), always);
  for (std::uint32_t i = 0; i < ground_.clauses.size(); ++i) {
    const GroundClause& clause = ground_.clauses[i];
    body.clear();
    for (const GroundLiteral literal : ground_.body(clause)) body.push_back(lit(literal));
    if (!clause.has_head) {
      for (Lit& literal : body) literal = ~literal;
      assignment.add_clause(body);
      continue;
    }
    std::sort(body.begin(), body.end());
    if (body.size() == 1) {
      bodies_[i] = body[0];
    } else if (body.size() > 1) {
      std::size_t hash = body.size();
      for (const Lit literal : body) hash = hash * 0x9E3779B97F4A7C15u + literal.code;
      const auto [begin, end] = known.equal_range(hash);
      bool found = false;
      for (auto k = begin; k != end && !found; ++k) {
        other.clear();
        for (const GroundLiteral literal : ground_.body(ground_.clauses[k->second])) {
          other.push_back(lit(literal));
        }
        std::sort(other.begin(), other.end());
        found = other == body;
        if (found) bodies_[i] = bodies_[k->second];
      }
      if (!found) {
        known.emplace(hash, i);
        bodies_[i] = Lit(assignment.add_variable(), false);
        std::vector<Lit> all{bodies_[i]};
        for (const Lit literal : body) {
          assignment.add_clause({~bodies_[i], literal});
          all.push_back(~literal);
        }
        assignment.add_clause(std::move(all));
      }
    }
    assignment.add_clause({~bodies_[i], lit(clause.head)});
  }
  std::vector<Lit> supported;
  for (std::uint32_t v = 0; v < atoms_.size(); ++v) {
    supported.assign(1, Lit(v, true));
    for (const std::uint32_t clause : clauses(v)) supported.push_back(bodies_[clause]);
    assignment.add_clause(supported);
  }
}

}  // namespace cogs::logic
