// SPDX-License-Identifier: Apache-2.0
#include "logic/ground/assignment.h"

#include <algorithm>

namespace cogs::logic {

namespace {
constexpr std::uint32_t nowhere = 0xFFFFFFFF;
}

std::uint64_t luby(std::uint64_t i) {
  for (std::uint64_t size = 1;; size = size * 2 + 1) {
    if (i == size - 1) return (size + 1) / 2;
    if (i < size) return luby(i - (size - 1) / 2);
  }
}

std::uint32_t Assignment::add_variable(bool choosable) {
  const auto variable = static_cast<std::uint32_t>(levels_.size());
  watches_.resize(watches_.size() + 2);
  truth_.resize(truth_.size() + 2, 0);
  levels_.push_back(0);
  reasons_.push_back(no_clause);
  activity_.push_back(0);
  last_truth_.push_back(false);
  seen_.push_back(false);
  choosable_.push_back(choosable);
  in_heap_.push_back(nowhere);
  return variable;
}

void Assignment::heap_up(std::size_t at) {
  const std::uint32_t variable = heap_[at];
  while (at > 0 && activity_[heap_[(at - 1) / 2]] < activity_[variable]) {
    heap_[at] = heap_[(at - 1) / 2];
    in_heap_[heap_[at]] = static_cast<std::uint32_t>(at);
    at = (at - 1) / 2;
  }
  heap_[at] = variable;
  in_heap_[variable] = static_cast<std::uint32_t>(at);
}

void Assignment::heap_down(std::size_t at) {
  const std::uint32_t variable = heap_[at];
  for (std::size_t child = at * 2 + 1; child < heap_.size(); child = at * 2 + 1) {
    if (child + 1 < heap_.size() && activity_[heap_[child + 1]] > activity_[heap_[child]]) ++child;
    if (activity_[heap_[child]] <= activity_[variable]) break;
    heap_[at] = heap_[child];
    in_heap_[heap_[at]] = static_cast<std::uint32_t>(at);
    at = child;
  }
  heap_[at] = variable;
  in_heap_[variable] = static_cast<std::uint32_t>(at);
}

void Assignment::heap_add(std::uint32_t variable) {
  if (!choosable_[variable] || in_heap_[variable] != nowhere) return;
  heap_.push_back(variable);
  heap_up(heap_.size() - 1);
}

void Assignment::consider_all() {
  considers_all_ = true;
  for (std::uint32_t v = 0; v < levels_.size(); ++v) heap_add(v);
}

std::optional<std::uint32_t> Assignment::most_active() {
  while (!heap_.empty()) {
    const std::uint32_t variable = heap_[0];
    if (is_open(Lit(variable, false))) return variable;
    in_heap_[variable] = nowhere;
    const std::uint32_t last = heap_.back();
    heap_.pop_back();
    if (heap_.empty()) break;
    heap_[0] = last;
    heap_down(0);
  }
  return std::nullopt;
}

std::span<const Lit> Assignment::reason(std::uint32_t variable) const {
  if (reasons_[variable] == no_clause) return {};
  const Clause& clause = clauses_[reasons_[variable]];
  return {pool_.data() + clause.begin, clause.size};
}

void Assignment::assign(Lit literal, ClauseIndex reason) {
  truth_[literal.code] = 1;
  truth_[(~literal).code] = -1;
  levels_[literal.variable()] = level();
  reasons_[literal.variable()] = reason;
  last_truth_[literal.variable()] = !literal.negated();
  trail_.push_back(literal);
}

void Assignment::decide(Lit literal) {
  level_starts_.push_back(static_cast<std::uint32_t>(trail_.size()));
  assign(literal, no_clause);
}

void Assignment::undo_to(std::uint32_t level) {
  if (this->level() <= level) return;
  while (trail_.size() > level_starts_[level]) {
    const Lit literal = trail_.back();
    trail_.pop_back();
    truth_[literal.code] = truth_[(~literal).code] = 0;
    if (considers_all_ || activity_[literal.variable()] > 0) heap_add(literal.variable());
  }
  for (auto& undone : undone_) undone = std::min(undone.value_or(trail_.size()), trail_.size());
  level_starts_.resize(level);
  next_ = trail_.size();
}

Assignment::ClauseIndex Assignment::store(const std::vector<Lit>& literals, bool learned) {
  clauses_.push_back({static_cast<std::uint32_t>(pool_.size()),
                      static_cast<std::uint32_t>(literals.size()), clause_step_, learned});
  pool_.insert(pool_.end(), literals.begin(), literals.end());
  learned_ += learned ? 1 : 0;
  const auto index = static_cast<ClauseIndex>(clauses_.size() - 1);
  if (literals.size() >= 2) watch(index);
  return index;
}

void Assignment::watch(ClauseIndex clause) {
  const auto both = literals(clause);
  watches_[both[0].code].push_back({clause, both[1]});
  watches_[both[1].code].push_back({clause, both[0]});
}

Assignment::ClauseIndex Assignment::add_clause(std::vector<Lit> literals, bool keep) {
  std::sort(literals.begin(), literals.end());
  literals.erase(std::unique(literals.begin(), literals.end()), literals.end());
  for (std::size_t i = 0; i + 1 < literals.size(); ++i) {
    if (literals[i + 1] == ~literals[i]) return no_clause;
  }
  std::erase_if(literals,
                [&](Lit literal) { return is_false(literal) && levels_[literal.variable()] == 0; });
  // The literals to watch: those that are not false, and then those that became false last.
  const auto rank = [&](Lit literal) {
    return is_false(literal) ? levels_[literal.variable()] : 0xFFFFFFFF;
  };
  std::stable_sort(literals.begin(), literals.end(),
                   [&](Lit a, Lit b) { return rank(a) > rank(b); });
  if (literals.empty()) {
    inconsistent_ = true;
    return store(literals, false);
  }
  const ClauseIndex clause = store(literals, !keep);
  if (is_false(literals[0])) return clause;
  if (is_open(literals[0]) && (literals.size() == 1 || is_false(literals[1]))) {
    // A unit clause holds for good only from level zero on.
    if (literals.size() == 1) undo_to(0);
    if (is_open(literals[0])) assign(literals[0], clause);
  }
  return no_clause;
}

Assignment::ClauseIndex Assignment::propagate() {
  while (next_ < trail_.size()) {
    const Lit falsified = ~trail_[next_++];
    ++propagations_;
    auto& list = watches_[falsified.code];
    std::size_t kept = 0;
    for (std::size_t i = 0; i < list.size(); ++i) {
      const Watch entry = list[i];
      if (is_true(entry.other)) {
        list[kept++] = entry;
        continue;
      }
      const auto clause = literals(entry.clause);
      if (clause[0] == falsified) std::swap(clause[0], clause[1]);
      const Lit first = clause[0];
      std::size_t found = 2;
      if (!is_true(first)) {
        while (found < clause.size() && is_false(clause[found])) ++found;
        if (found < clause.size()) {
          std::swap(clause[1], clause[found]);
          watches_[clause[1].code].push_back({entry.clause, first});
          continue;
        }
      }
      list[kept++] = {entry.clause, first};
      if (is_true(first)) continue;
      if (is_false(first)) {
        for (++i; i < list.size(); ++i) list[kept++] = list[i];
        list.resize(kept);
        return entry.clause;
      }
      assign(first, entry.clause);
    }
    list.resize(kept);
  }
  return no_clause;
}

void Assignment::raise(std::uint32_t variable) {
  activity_[variable] += step_;
  if (activity_[variable] > 1e100) {
    for (double& activity : activity_) activity *= 1e-100;
    step_ *= 1e-100;
  }
  if (in_heap_[variable] != nowhere) {
    heap_up(in_heap_[variable]);
  } else {
    heap_add(variable);
  }
}

// All other literals of its reason are in the clause already (or hold at level zero).
bool Assignment::is_redundant(Lit literal) const {
  const auto because = reason(literal.variable());
  if (because.empty()) return false;
  return std::all_of(because.begin(), because.end(), [&](Lit other) {
    const std::uint32_t variable = other.variable();
    return variable == literal.variable() || seen_[variable] || levels_[variable] == 0;
  });
}

void Assignment::analyze(ClauseIndex broken, std::vector<Lit>& learned) {
  learned.assign(1, Lit());
  std::vector<std::uint32_t> marked;
  std::size_t open = 0, at = trail_.size();
  ClauseIndex clause = broken;
  Lit resolved;
  bool first = true;
  for (;;) {
    if (clauses_[clause].learned) clauses_[clause].activity += clause_step_;
    for (const Lit literal : literals(clause)) {
      const std::uint32_t variable = literal.variable();
      if ((!first && literal == resolved) || seen_[variable] || levels_[variable] == 0) continue;
      seen_[variable] = true;
      marked.push_back(variable);
      raise(variable);
      if (levels_[variable] == level()) {
        ++open;
      } else {
        learned.push_back(literal);
      }
    }
    first = false;
    while (!seen_[trail_[--at].variable()]) {
    }
    resolved = trail_[at];
    if (--open == 0) break;
    clause = reasons_[resolved.variable()];
  }
  learned[0] = ~resolved;
  std::erase_if(learned,
                [&](Lit literal) { return literal != learned[0] && is_redundant(literal); });
  for (const std::uint32_t variable : marked) seen_[variable] = false;
}

bool Assignment::resolve(ClauseIndex broken) {
  ++conflicts_;
  std::uint32_t highest = 0;
  for (const Lit literal : literals(broken)) {
    highest = std::max(highest, levels_[literal.variable()]);
  }
  if (inconsistent_ || highest == 0) {
    inconsistent_ = true;
    return false;
  }
  undo_to(highest);
  std::vector<Lit> learned;
  analyze(broken, learned);
  std::uint32_t back = 0;
  for (std::size_t i = 1; i < learned.size(); ++i) {
    back = std::max(back, levels_[learned[i].variable()]);
  }
  undo_to(back);
  step_ *= 1.0 / 0.95;
  clause_step_ *= 1.0f / 0.999f;
  if (clause_step_ > 1e20f) {
    for (Clause& clause : clauses_) clause.activity *= 1e-20f;
    clause_step_ *= 1e-20f;
  }
  // The learned literal is the only one that is not false, so it becomes true here.
  return add_clause(std::move(learned), false) == no_clause;
}

void Assignment::forget() {
  if (learned_ < most_learned_) return;
  std::vector<bool> is_reason(clauses_.size(), false);
  for (const Lit literal : trail_) {
    if (reasons_[literal.variable()] != no_clause) is_reason[reasons_[literal.variable()]] = true;
  }
  std::vector<float> activities;
  for (const Clause& clause : clauses_) {
    if (clause.learned && clause.size > 2) activities.push_back(clause.activity);
  }
  if (activities.empty()) return;
  const auto middle = activities.begin() + static_cast<std::ptrdiff_t>(activities.size() / 2);
  std::nth_element(activities.begin(), middle, activities.end());
  const float limit = *middle;
  std::vector<ClauseIndex> moved(clauses_.size(), no_clause);
  std::vector<Lit> pool;
  std::size_t kept = 0;
  learned_ = 0;
  for (ClauseIndex i = 0; i < clauses_.size(); ++i) {
    Clause clause = clauses_[i];
    const auto members = literals(i);
    const bool satisfied = std::any_of(members.begin(), members.end(), [&](Lit literal) {
      return is_true(literal) && levels_[literal.variable()] == 0;
    });
    const bool weak = clause.learned && clause.size > 2 && clause.activity < limit;
    if ((weak || satisfied) && !is_reason[i]) continue;
    moved[i] = static_cast<ClauseIndex>(kept);
    clause.begin = static_cast<std::uint32_t>(pool.size());
    pool.insert(pool.end(), members.begin(), members.end());
    clauses_[kept++] = clause;
    learned_ += clause.learned ? 1 : 0;
  }
  clauses_.resize(kept);
  pool_ = std::move(pool);
  for (auto& list : watches_) list.clear();
  for (ClauseIndex i = 0; i < kept; ++i) {
    if (clauses_[i].size >= 2) watch(i);
  }
  for (const Lit literal : trail_) {
    ClauseIndex& reason = reasons_[literal.variable()];
    if (reason != no_clause) reason = moved[reason];
  }
  most_learned_ += most_learned_ / 10;
}

std::size_t Assignment::bytes() const {
  return pool_.size() * sizeof(Lit) + clauses_.size() * (sizeof(Clause) + 2 * sizeof(Watch)) +
         levels_.size() * 96;
}

}  // namespace cogs::logic
