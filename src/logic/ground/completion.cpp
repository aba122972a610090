// SPDX-License-Identifier: Apache-2.0
#include "logic/ground/completion.h"

#include <algorithm>
#include <unordered_map>

#include "logic/ground/graph.h"

namespace cogs::logic {

Completion::Completion(const GroundProgram& ground, bool odd_loops, Assignment& assignment)
    : ground_(ground) {
  number_atoms(assignment);
  list_clauses();
  find_loops(odd_loops);
  add_clauses(assignment);
  add_disjunctions(assignment);
}

Lit Completion::all_of(std::vector<Lit> literals, Assignment& assignment) {
  std::sort(literals.begin(), literals.end());
  literals.erase(std::unique(literals.begin(), literals.end()), literals.end());
  std::erase(literals, always_);
  for (std::size_t i = 0; i < literals.size(); ++i) {
    if (literals[i] == ~always_ || (i > 0 && literals[i] == ~literals[i - 1])) return ~always_;
  }
  if (literals.empty()) return always_;
  if (literals.size() == 1) return literals[0];
  const auto [found, fresh] = conjunctions_.try_emplace(literals, Lit());
  if (!fresh) return found->second;
  const Lit all(assignment.add_variable(), false);
  found->second = all;
  std::vector<Lit> back{all};
  for (const Lit literal : literals) {
    assignment.add_clause({~all, literal});
    back.push_back(~literal);
  }
  assignment.add_clause(std::move(back));
  return all;
}

Lit Completion::any_of(std::vector<Lit> literals, Assignment& assignment) {
  for (Lit& literal : literals) literal = ~literal;
  return ~all_of(std::move(literals), assignment);
}

void Completion::add_disjunctions(Assignment& assignment) {
  std::vector<std::vector<std::uint32_t>> clauses_of(ground_.disjunctions.size());
  for (std::uint32_t i = 0; i < ground_.clauses.size(); ++i) {
    const std::uint32_t disjunction = ground_.clauses[i].disjunction;
    if (disjunction != GroundClause::none) clauses_of[disjunction].push_back(i);
  }
  for (std::uint32_t d = 0; d < ground_.disjunctions.size(); ++d) {
    const GroundDisjunction& disjunction = ground_.disjunctions[d];
    std::vector<Lit> body;
    for (std::uint32_t i = disjunction.body_begin; i < disjunction.body_end; ++i) {
      body.push_back(lit(ground_.literals[i]));
    }
    disjunction_bodies_.push_back(all_of(body, assignment));
    for (const std::uint32_t clause : clauses_of[d]) {
      const std::uint32_t own = loops_[lit(ground_.clauses[clause].head).variable()];
      if (own == none) continue;
      std::vector<Lit> support = body;
      bool shared = false;
      for (const AtomId head : disjunction.heads) {
        if (head == ground_.clauses[clause].head) continue;
        const bool inside = loops_[lit(head).variable()] == own;
        shared |= inside;
        if (!inside) support.push_back(~lit(head));
      }
      if (!shared) continue;
      supports_.emplace(clause, all_of(std::move(support), assignment));
      if (std::find(shared_loops_.begin(), shared_loops_.end(), own) == shared_loops_.end()) {
        shared_loops_.push_back(own);
      }
    }
  }
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

// Whether an aggregate that does not hold may do so with one more element.
bool Completion::can_help(const GroundDefinition& definition, const GroundElement& element) const {
  const AggregateFunction function = ground_.parts[definition.part].function;
  const bool least = function == AggregateFunction::min;
  const bool grows = least ? false : function == AggregateFunction::max ? true : element.weight > 0;
  return std::any_of(definition.bounds.begin(), definition.bounds.end(), [&](const auto& bound) {
    switch (bound.first) {
      case GoalKind::greater:
      case GoalKind::greater_equal: return grows;
      case GoalKind::less:
      case GoalKind::less_equal: return !grows;
      default: return true;
    }
  });
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
  // An aggregate rests on what it counts, where more of that can make it true.
  for (const GroundDefinition& definition : ground_.definitions) {
    const PartForm::Kind kind = ground_.parts[definition.part].kind;
    if (kind == PartForm::Kind::twice) continue;
    const bool denies = ground_.parts[definition.part].denies();
    for (const GroundElement& element : ground_.sets[definition.set].elements) {
      if (kind == PartForm::Kind::aggregate && !can_help(definition, element)) continue;
      for (const auto& condition : element.conditions) {
        for (const GroundLiteral literal : condition) {
          if (literal.negated() && (denies || kind == PartForm::Kind::aggregate)) continue;
          graph.add(variables_[definition.atom.index()], variables_[literal.atom().index()],
                    denies);
        }
      }
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
  always_ = always;
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
    if (!clause.choice) assignment.add_clause({~bodies_[i], lit(clause.head)});
  }
  std::vector<Lit> supported;
  for (std::uint32_t v = 0; v < atoms_.size(); ++v) {
    if (ground_.definition(atoms_[v])) continue;
    supported.assign(1, Lit(v, true));
    for (const std::uint32_t clause : clauses(v)) supported.push_back(bodies_[clause]);
    assignment.add_clause(supported);
  }
}

}  // namespace cogs::logic
