// SPDX-License-Identifier: Apache-2.0
#include "logic/ground/linear.h"

#include <algorithm>
#include <map>

namespace cogs::logic {

std::uint32_t LinearConstraints::add(const std::vector<WeightedLit>& terms, std::int64_t bound) {
  // w*l with w < 0 is |w| * not l - |w|; l and its negation in one sum become one of them.
  go_back();
  std::map<std::uint32_t, std::int64_t> weights;  // by variable, of the positive literal
  std::int64_t shift = 0;
  for (const WeightedLit& term : terms) {
    std::int64_t weight = term.weight;
    if (term.literal.negated()) {  // w * (1 - l)
      shift -= weight;
      weight = -weight;
    }
    weights[term.literal.variable()] += weight;
  }
  Sum sum;
  for (const auto& [variable, weight] : weights) {
    if (weight > 0) sum.terms.push_back({weight, Lit(variable, false)});
    if (weight < 0) {
      sum.terms.push_back({-weight, Lit(variable, true)});
      shift -= weight;
    }
  }
  std::stable_sort(sum.terms.begin(), sum.terms.end(),
                   [](const WeightedLit& a, const WeightedLit& b) { return a.weight > b.weight; });
  sum.shift = shift;
  sum.bound = bound + shift;
  sum.slack = -sum.bound;
  for (const WeightedLit& term : sum.terms) sum.slack += term.weight;
  const auto index = static_cast<std::uint32_t>(sums_.size());
  if (uses_.size() < assignment_.variables() * 2) uses_.resize(assignment_.variables() * 2);
  for (const WeightedLit& term : sum.terms) {
    uses_[term.literal.code].push_back({index, term.weight});
    // What is on the trail and was looked at already will not be looked at again.
    if (std::find(seen_.begin(), seen_.end(), ~term.literal) != seen_.end()) {
      sum.slack -= term.weight;
    }
  }
  sums_.push_back(std::move(sum));
  mark(index);
  return index;
}

void LinearConstraints::raise_bound(std::uint32_t index, std::int64_t bound) {
  Sum& sum = sums_[index];
  const std::int64_t raised = bound + sum.shift - sum.bound;
  sum.bound += raised;
  sum.slack -= raised;
  mark(index);
}

void LinearConstraints::mark(std::uint32_t index) {
  if (sums_[index].dirty) return;
  sums_[index].dirty = true;
  dirty_.push_back(index);
}

void LinearConstraints::go_back() {
  const auto length = assignment_.take_undone(Assignment::Reader::sums);
  if (!length) return;
  for (; seen_.size() > *length; seen_.pop_back()) {
    const Lit falsified = ~seen_.back();
    if (falsified.code >= uses_.size()) continue;
    for (const Use& use : uses_[falsified.code]) sums_[use.sum].slack += use.weight;
  }
}

// The false literals that leave less than `needed`: as few as that takes, those that became false
// first (they are known longest).
std::vector<Lit> LinearConstraints::why(const Sum& sum, std::int64_t needed) const {
  std::vector<Lit> reasons;
  std::int64_t spare = needed - 1 - sum.slack;  // may be left out
  for (std::size_t i = sum.terms.size(); i-- > 0;) {
    const WeightedLit& term = sum.terms[i];
    if (!assignment_.is_false(term.literal)) continue;
    if (assignment_.level(term.literal.variable()) == 0) continue;
    if (term.weight <= spare) {
      spare -= term.weight;
      continue;
    }
    reasons.push_back(term.literal);
  }
  return reasons;
}

Assignment::ClauseIndex LinearConstraints::check(std::uint32_t index) {
  const Sum& sum = sums_[index];
  if (sum.slack < 0) {
    found_ = true;
    return assignment_.add_clause(why(sum, 0), false);
  }
  for (std::size_t i = 0; i < sum.terms.size() && sum.terms[i].weight > sum.slack; ++i) {
    const Lit literal = sum.terms[i].literal;
    if (!assignment_.is_open(literal)) continue;
    std::vector<Lit> clause = why(sum, sum.terms[i].weight);
    clause.push_back(literal);
    found_ = true;
    const bool unit = clause.size() == 1;
    const auto broken = assignment_.add_clause(std::move(clause), false);
    // A unit clause goes back to the beginning.
    if (broken != Assignment::no_clause || unit) return broken;
  }
  return Assignment::no_clause;
}

Assignment::ClauseIndex LinearConstraints::propagate() {
  found_ = false;
  if (sums_.empty()) return Assignment::no_clause;
  go_back();
  const auto& trail = assignment_.trail();
  while (seen_.size() < trail.size()) {
    const Lit literal = trail[seen_.size()];
    seen_.push_back(literal);
    const Lit falsified = ~literal;
    if (falsified.code >= uses_.size()) continue;
    for (const Use& use : uses_[falsified.code]) {
      Sum& sum = sums_[use.sum];
      sum.slack -= use.weight;
      if (sum.slack < sum.terms[0].weight) mark(use.sum);
    }
  }
  while (!dirty_.empty()) {
    const std::uint32_t index = dirty_.back();
    // Clauses that it adds may go back; it stays marked until it has nothing to say.
    const auto broken = check(index);
    if (broken != Assignment::no_clause || found_) {
      return broken;
    }
    sums_[index].dirty = false;
    dirty_.pop_back();
  }
  return Assignment::no_clause;
}

}  // namespace cogs::logic
