// SPDX-License-Identifier: Apache-2.0
#include "logic/ground/parts.h"

#include <algorithm>

namespace cogs::logic {

PartClauses::PartClauses(const GroundProgram& ground, Completion& completion,
                         Assignment& assignment, LinearConstraints& sums)
    : ground_(ground), completion_(completion), assignment_(assignment), sums_(sums) {
  for (const GroundSet& set : ground.sets) {
    auto& lits = elements_.emplace_back();
    for (const GroundElement& element : set.elements) lits.push_back(element_lit(element));
  }
  for (const GroundCost& cost : ground.costs) {
    auto& lits = costs_.emplace_back();
    for (const GroundElement& element : cost.elements) lits.push_back(element_lit(element));
  }
  for (const GroundDefinition& definition : ground.definitions) define(definition);
}

Lit PartClauses::element_lit(const GroundElement& element) {
  std::vector<Lit> any;
  for (const auto& condition : element.conditions) {
    std::vector<Lit> all;
    for (const GroundLiteral literal : condition) all.push_back(completion_.lit(literal));
    any.push_back(completion_.all_of(std::move(all), assignment_));
  }
  return completion_.any_of(std::move(any), assignment_);
}

void PartClauses::equate(Lit a, Lit b) {
  assignment_.add_clause({~a, b});
  assignment_.add_clause({a, ~b});
}

void PartClauses::define(const GroundDefinition& definition) {
  const Lit own = completion_.lit(definition.atom);
  const PartForm& part = ground_.parts[definition.part];
  if (part.kind == PartForm::Kind::twice) {
    const bool possible = ground_.world.atoms.is_row(definition.inner.atom());
    return equate(own, possible ? completion_.lit(definition.inner) : ~completion_.always());
  }
  std::vector<Lit> all;
  if (part.kind == PartForm::Kind::conditional) {
    for (const Lit breaking : elements_[definition.set]) all.push_back(~breaking);
  } else {
    for (const auto& [relation, bound] : definition.bounds) {
      all.push_back(bound_lit(definition, relation, bound));
    }
  }
  equate(own, completion_.all_of(std::move(all), assignment_));
}

Lit PartClauses::bound_lit(const GroundDefinition& definition, GoalKind relation,
                           GroundTerm bound) {
  const AggregateFunction function = ground_.parts[definition.part].function;
  if (function == AggregateFunction::min || function == AggregateFunction::max) {
    return extremum_lit(definition, function == AggregateFunction::min, relation, bound);
  }
  const GroundTerms& terms = ground_.world.terms;
  if (!terms.is_number(bound)) {
    // Only #inf is less than a number.
    const auto order =
        terms.is_limit(bound, "#inf") ? std::strong_ordering::greater : std::strong_ordering::less;
    return order_holds(relation, order) ? completion_.always() : ~completion_.always();
  }
  const base::Number& number = terms.number(bound);
  // Sums are whole; bounds beyond 64 bits are beyond every sum.
  const auto whole = number.to_int64();
  constexpr std::int64_t far = std::int64_t{1} << 60;
  const std::int64_t value = whole && *whole < far && *whole > -far ? *whole
                             : number.sign() < 0                    ? -far
                                                                    : far;
  return sum_lit(definition.set, relation, value);
}

Lit PartClauses::sum_lit(std::uint32_t set, GoalKind relation, std::int64_t bound) {
  switch (relation) {
    case GoalKind::greater_equal: return at_least(set, bound);
    case GoalKind::greater: return at_least(set, bound + 1);
    case GoalKind::less: return ~at_least(set, bound);
    case GoalKind::less_equal: return ~at_least(set, bound + 1);
    default: break;
  }
  const Lit equal =
      completion_.all_of({at_least(set, bound), ~at_least(set, bound + 1)}, assignment_);
  return relation == GoalKind::unify ? equal : ~equal;
}

Lit PartClauses::at_least(std::uint32_t set, std::int64_t bound) {
  const auto& elements = ground_.sets[set].elements;
  std::int64_t least = 0, most = 0;
  bool ones = true;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    (elements[i].weight < 0 ? least : most) += elements[i].weight;
    ones &= elements[i].weight == 1;
  }
  if (bound <= least) return completion_.always();
  if (bound > most) return ~completion_.always();
  const auto [found, fresh] = known_.try_emplace({set, bound}, Lit());
  if (!fresh) return found->second;
  const std::vector<Lit>& lits = elements_[set];
  if (ones && (bound == 1 || bound == most)) {
    const Lit simple =
        bound == 1 ? completion_.any_of(lits, assignment_) : completion_.all_of(lits, assignment_);
    known_[{set, bound}] = simple;
    return simple;
  }
  const Lit own(assignment_.add_variable(), false);
  known_[{set, bound}] = own;
  std::vector<WeightedLit> reached, missed;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    reached.push_back({elements[i].weight, lits[i]});
    missed.push_back({-elements[i].weight, lits[i]});
  }
  reached.push_back({bound - least, ~own});
  sums_.add(reached, bound);
  missed.push_back({most - bound + 1, own});
  sums_.add(missed, 1 - bound);
  return own;
}

Lit PartClauses::extremum_lit(const GroundDefinition& definition, bool least, GoalKind relation,
                              GroundTerm bound) {
  const GroundTerms& terms = ground_.world.terms;
  const auto& elements = ground_.sets[definition.set].elements;
  // Elements at least as far out as the bound, and further out than it.
  std::vector<Lit> reach, pass;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const auto order = terms.compare(elements[i].tuple[0], bound);
    const Lit lit = elements_[definition.set][i];
    if (least ? order <= 0 : order >= 0) reach.push_back(lit);
    if (least ? order < 0 : order > 0) pass.push_back(lit);
  }
  // Nothing at all stands at the other end.
  const bool at_end = terms.is_limit(bound, least ? "#sup" : "#inf");
  const Lit reached = at_end ? completion_.always() : completion_.any_of(reach, assignment_);
  const Lit passed = completion_.any_of(pass, assignment_);
  switch (relation) {
    case GoalKind::greater_equal: return least ? ~passed : reached;
    case GoalKind::greater: return least ? ~reached : passed;
    case GoalKind::less_equal: return least ? reached : ~passed;
    case GoalKind::less: return least ? passed : ~reached;
    default: break;
  }
  const Lit equal = completion_.all_of({reached, ~passed}, assignment_);
  return relation == GoalKind::unify ? equal : ~equal;
}

}  // namespace cogs::logic
