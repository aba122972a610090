// SPDX-License-Identifier: Apache-2.0
#include "logic/ground/justify.h"

namespace cogs::logic {

Justifier::Justifier(const GroundProgram& ground, const Completion& completion,
                     UnfoundedSets& unfounded, const Assignment& assignment)
    : ground_(ground), completion_(completion), unfounded_(unfounded), assignment_(assignment) {
  marks_.assign(completion.atoms() * 2, 0);
  supports_.assign(completion.atoms(), Completion::none);
  loop_rounds_.assign(completion.loops(), 0);
  blockers_.resize(ground.clauses.size());
}

void Justifier::use(Lit literal) {
  if (is_used(literal)) return;
  marks_[literal.code] = round_;
  used_.push_back(literal);
}

std::optional<Lit> Justifier::find_choice(std::span<const Lit> goals) {
  ++round_;
  used_.clear();
  next_ = 0;
  for (const Lit goal : goals) use(goal);
  if (const auto choice = justify_used()) return choice;
  if (const auto choice = find_unmet_check()) return choice;
  for (const std::uint32_t check : completion_.checks()) {
    find_blocker(check, true);
    use(blockers_[check]);
    if (const auto choice = justify_used()) return choice;
  }
  return std::nullopt;
}

std::optional<Lit> Justifier::justify_used() {
  for (; next_ < used_.size(); ++next_) {
    const Lit literal = used_[next_];
    const auto choice =
        literal.negated() ? justify_false(literal.variable()) : justify_true(literal.variable());
    if (choice) return choice;
  }
  return std::nullopt;
}

Lit Justifier::open_literal(std::uint32_t clause) const {
  Lit found;
  for (const GroundLiteral literal : ground_.body(ground_.clauses[clause])) {
    found = completion_.lit(literal);
    if (assignment_.is_open(found)) break;
  }
  return found;
}

// Uses a body that is true; or names a literal that could make it so.
std::optional<Lit> Justifier::use_body(std::uint32_t clause) {
  if (!assignment_.is_true(completion_.body(clause))) return open_literal(clause);
  for (const GroundLiteral literal : ground_.body(ground_.clauses[clause])) {
    use(completion_.lit(literal));
  }
  return std::nullopt;
}

std::optional<Lit> Justifier::justify_true(std::uint32_t variable) {
  const std::uint32_t loop = completion_.loop(variable);
  if (loop != Completion::none) {
    if (loop_rounds_[loop] != round_) {
      loop_rounds_[loop] = round_;
      unfounded_.rank(loop, supports_);
    }
    const std::uint32_t clause = supports_[variable];
    // Without a rank, something that its source rests on is still open.
    return use_body(clause != Completion::none ? clause : unfounded_.source(variable));
  }
  std::optional<std::uint32_t> possible;
  for (const std::uint32_t clause : completion_.clauses(variable)) {
    const Lit body = completion_.body(clause);
    if (assignment_.is_true(body)) {
      supports_[variable] = clause;
      return use_body(clause);
    }
    if (!possible && assignment_.is_open(body)) possible = clause;
  }
  return open_literal(*possible);
}

std::optional<Lit> Justifier::justify_false(std::uint32_t variable) {
  for (const std::uint32_t clause : completion_.clauses(variable)) {
    if (!find_blocker(clause, false)) return ~open_literal(clause);
    use(blockers_[clause]);
  }
  return std::nullopt;
}

// Prefers what is used anyway, and then what was decided first.
bool Justifier::find_blocker(std::uint32_t index, bool head_counts) {
  const GroundClause& clause = ground_.clauses[index];
  bool found = false;
  std::uint32_t lowest = 0;
  const auto consider = [&](Lit literal) {
    if (!assignment_.is_true(literal)) return;
    const std::uint32_t level = is_used(literal) ? 0 : assignment_.level(literal.variable()) + 1;
    if (found && level >= lowest) return;
    found = true;
    lowest = level;
    blockers_[index] = literal;
  };
  for (const GroundLiteral literal : ground_.body(clause)) consider(~completion_.lit(literal));
  if (head_counts && clause.has_head) consider(completion_.lit(clause.head));
  return found;
}

std::optional<Lit> Justifier::find_unmet_check() {
  const auto& checks = completion_.checks();
  for (std::size_t i = 0; i < checks.size(); ++i) {
    if (next_check_ >= checks.size()) next_check_ = 0;
    const std::uint32_t check = checks[next_check_];
    if (!find_blocker(check, true)) return ~open_literal(check);
    ++next_check_;
  }
  return std::nullopt;
}

}  // namespace cogs::logic
