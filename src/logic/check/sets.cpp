// SPDX-License-Identifier: Apache-2.0
//
// Rules, foundedness, costs and the query.
#include <algorithm>
#include <map>

#include "logic/check/set_judge.h"

namespace cogs::logic {

CheckResult SetJudge::run(bool denials) {
  CheckResult result;
  result.wrong = judge(denials);
  if (beyond_) {
    result.wrong.reset();
    result.unchecked = true;
  }
  return result;
}

std::optional<std::string> SetJudge::judge(bool denials) {
  if (auto wrong = list_atoms()) return wrong;
  for (const Clause& clause : program_.clauses) {
    if (auto wrong = judge_clause(clause, denials)) return wrong;
    if (beyond_) return std::nullopt;
  }
  if (auto wrong = judge_opposites()) return wrong;
  if (auto wrong = judge_founded()) return wrong;
  if (auto wrong = judge_costs()) return wrong;
  return judge_query();
}

bool SetJudge::use() {
  if (steps_ == 0) beyond_ = true;
  if (beyond_) return false;
  --steps_;
  return true;
}

std::optional<std::string> SetJudge::list_atoms() {
  for (const Literal& literal : answer_.literals) {
    const Environment none;
    const auto value = values_.build(answer_.terms, literal.atom, none);
    const auto symbol = terms_.find_symbol(answer_.terms.name(literal.atom));
    const auto predicate =
        symbol
            ? program_.find_predicate(*symbol, answer_.terms[literal.atom].arity, literal.classical)
            : std::nullopt;
    if (!value || !predicate || literal.negated) return std::string("a literal is no atom");
    if (!set_.insert({*predicate, *value}).second) return values_.text(*value) + " is there twice";
    by_predicate_[predicate->index()].push_back(*value);
  }
  return std::nullopt;
}

std::string SetJudge::place(const Clause& clause) const {
  return "the statement at line " + std::to_string(program_.line_of(clause));
}

std::string SetJudge::text(const Atom& atom) const {
  return (program_.predicates[atom.first.index()].classical ? "-" : "") + values_.text(atom.second);
}

void SetJudge::collect_positive(const std::vector<Goal>& goals, const Environment& environment,
                                std::vector<Atom>& into) {
  for (const Goal& goal : goals) {
    if (goal.kind == GoalKind::call && !goal.negated && !goal.twice) {
      for (const ValueId atom : atom_values(goal.term, environment)) {
        if (set_.count({goal.predicate, atom})) into.emplace_back(goal.predicate, atom);
      }
    } else if (goal.kind == GoalKind::conditional) {
      const Element& element = program_.aggregates[goal.part].elements[0];
      each(element.condition, environment,
           [&](const Environment& found) { collect_positive(element.literal, found, into); });
    }
  }
}

std::optional<std::string> SetJudge::judge_clause(const Clause& clause, bool denials) {
  std::vector<TermId> more;
  const SpecialHead* special =
      clause.special == Clause::no_special ? nullptr : &program_.special_heads[clause.special];
  if (special) {
    for (const AggregateBound& bound : special->bounds) more.push_back(bound.term);
    if (special->kind == SpecialHead::Kind::weak) {
      more.insert(more.end(), special->elements[0].tuple.begin(), special->elements[0].tuple.end());
    }
  }
  find_shared(clause, more);
  std::optional<std::string> wrong;
  each(clause.body, Environment(), [&](const Environment& found) {
    if (wrong) return;
    if (!special) {
      judge_plain(clause, found, denials, wrong);
    } else if (special->kind == SpecialHead::Kind::weak) {
      note_cost(*special, found);
    } else {
      judge_special(clause, *special, found, wrong);
    }
  });
  return wrong;
}

void SetJudge::judge_plain(const Clause& clause, const Environment& found, bool denials,
                           std::optional<std::string>& wrong) {
  if (!clause.has_head) {
    if (denials) wrong = place(clause) + " is broken";
    return;
  }
  Reduced rule;
  collect_positive(clause.body, found, rule.body);
  for (const ValueId atom : atom_values(clause.head, found)) {
    const Atom head{clause.predicate, atom};
    if (!set_.count(head)) {
      wrong = text(head) + " is missing, by " + place(clause);
      return;
    }
    rule.heads.assign(1, head);
    rules_.push_back(rule);
  }
}

void SetJudge::judge_special(const Clause& clause, const SpecialHead& special,
                             const Environment& found, std::optional<std::string>& wrong) {
  std::vector<Atom> body;
  collect_positive(clause.body, found, body);
  std::set<Atom> heads;
  const bool choice = special.kind == SpecialHead::Kind::choice;
  for (const Element& element : special.elements) {
    each(element.condition, found, [&](const Environment& inner) {
      for (const ValueId atom : atom_values(element.literal[0].term, inner)) {
        const Atom head{element.literal[0].predicate, atom};
        if (!set_.count(head)) continue;
        heads.insert(head);
        if (!choice) continue;
        Reduced rule{{head}, body};
        collect_positive(element.condition, inner, rule.body);
        rules_.push_back(std::move(rule));
      }
    });
  }
  if (!choice) {
    if (heads.empty()) wrong = "no head of " + place(clause) + " holds";
    rules_.push_back({{heads.begin(), heads.end()}, body});
    return;
  }
  const ValueId count = values_.number(base::Number(static_cast<std::int64_t>(heads.size())));
  for (const AggregateBound& bound : special.bounds) {
    const auto limit = value(bound.term, found);
    if (limit && !holds(bound.relation, order(count, *limit))) {
      wrong = "the bounds of " + place(clause) + " are not kept";
    }
  }
}

std::optional<std::string> SetJudge::judge_opposites() {
  for (const Atom& atom : set_) {
    const Predicate& predicate = program_.predicates[atom.first.index()];
    if (!predicate.classical) continue;
    const auto plain = program_.find_predicate(predicate.name, predicate.arity, false);
    if (plain && set_.count({*plain, atom.second})) {
      return text(atom) + " is there with its classical negation";
    }
  }
  return std::nullopt;
}

// With single heads the atoms that follow step by step must be all of them. With several, a
// smaller set is looked for: what follows stays; then one of the open heads is tried after the
// other.
std::optional<std::string> SetJudge::judge_founded() {
  std::set<Atom> kept;
  std::vector<const Reduced*> open;
  for (const Reduced& rule : rules_) open.push_back(&rule);
  if (!has_smaller(kept, open)) return std::nullopt;
  if (beyond_) return std::nullopt;
  for (const Atom& atom : set_) {
    if (!smaller_.count(atom)) return text(atom) + " is not founded";
  }
  return std::nullopt;
}

bool SetJudge::has_smaller(std::set<Atom> kept, std::vector<const Reduced*> open) {
  const Reduced* undecided = nullptr;
  for (bool again = true; again;) {
    again = false;
    undecided = nullptr;
    std::vector<const Reduced*> left;
    for (const Reduced* rule : open) {
      if (!use()) return true;
      const bool satisfied = std::any_of(rule->heads.begin(), rule->heads.end(),
                                         [&](const Atom& head) { return kept.count(head) > 0; });
      if (satisfied) continue;
      const bool fires = std::all_of(rule->body.begin(), rule->body.end(),
                                     [&](const Atom& atom) { return kept.count(atom) > 0; });
      if (fires && rule->heads.size() == 1) {
        kept.insert(rule->heads[0]);
        again = true;
        continue;
      }
      if (fires) undecided = rule;
      left.push_back(rule);
    }
    open = std::move(left);
  }
  if (kept.size() == set_.size()) return false;
  if (!undecided) {
    smaller_ = std::move(kept);
    return true;
  }
  for (const Atom& head : undecided->heads) {
    std::set<Atom> next = kept;
    next.insert(head);
    if (has_smaller(std::move(next), open)) return true;
  }
  return false;
}

void SetJudge::note_cost(const SpecialHead& special, const Environment& found) {
  const auto rows = all_tuples(special.elements[0].tuple, found);
  costs_.insert(rows.begin(), rows.end());
}

std::optional<std::string> SetJudge::judge_costs() {
  if (answer_.costs.empty()) return std::nullopt;  // they may have been ignored
  std::map<base::Number, base::Number> sums;
  for (const auto& tuple : costs_) {
    if (values_.kind(tuple[0]) != TermKind::number || values_.kind(tuple[1]) != TermKind::number) {
      continue;
    }
    sums[values_.number_of(tuple[1])] += values_.number_of(tuple[0]);
  }
  for (const Cost& cost : answer_.costs) {
    const base::Number sum = sums[base::Number(cost.priority)];
    if (sum != base::Number(cost.value)) {
      return "the cost at priority " + std::to_string(cost.priority) + " is " + sum.text();
    }
    sums.erase(base::Number(cost.priority));
  }
  for (const auto& [priority, sum] : sums) {
    if (sum.sign() != 0) return "the cost at priority " + priority.text() + " is missing";
  }
  return std::nullopt;
}

std::optional<std::string> SetJudge::judge_query() {
  if (!program_.query) return std::nullopt;
  Clause as_clause;
  as_clause.body = *program_.query;
  find_shared(as_clause, {});
  bool found_one = false;
  each(*program_.query, Environment(), [&](const Environment& found) {
    bool same = true;
    for (const Goal& goal : *program_.query) {
      std::vector<TermId> variables;
      if (goal.kind != GoalKind::aggregate && goal.kind != GoalKind::conditional) {
        check::collect_variables(terms_, goal.term, variables);
      }
      for (const TermId variable : variables) {
        for (const Binding& binding : answer_.bindings) {
          if (binding.variable != terms_.name(variable)) continue;
          const auto bound = values_.build(answer_.terms, binding.value, Environment());
          const ValueId* here = found.find(check::variable_key(terms_, variable));
          same &= bound && here && *bound == *here;
        }
      }
    }
    found_one |= same;
  });
  if (found_one) return std::nullopt;
  return std::string("the query does not hold under the bindings");
}

CheckResult check_set(const Program& program, const Answer& answer, const CheckOptions& options) {
  return SetJudge(program, answer, options).run(options.denials);
}

}  // namespace cogs::logic
