// SPDX-License-Identifier: Apache-2.0
//
// Instances of rules -> ground clauses, disjunctions and costs; what comes behind the components.
#include <algorithm>

#include "logic/ground/rule_grounder.h"

namespace cogs::logic {

void RuleGrounder::emit(std::uint32_t index, const GroundForm& form, Join& join) {
  RuleInfo& info = ground_.infos[index];
  switch (info.kind) {
    case RuleInfo::Kind::weak: return emit_cost(info, join);
    case RuleInfo::Kind::disjunction: return emit_disjunction(index, info, join);
    default: break;
  }
  GroundClause clause;
  clause.form = index;
  clause.has_head = form.has_head;
  clause.choice = info.kind == RuleInfo::Kind::choice;
  if (form.has_head) {
    arguments_.clear();
    for (const Operand& operand : form.head) arguments_.push_back(operand.value(join.values()));
    clause.head = world_.atoms.atom(form.predicate, arguments_);
    const bool is_new = world_.atoms.make_row(clause.head, *form.clause,
                                              static_cast<std::uint32_t>(ground_.values.size()));
    if (exact_) {
      if (is_new) ground_.keep_values(join.values());
      return;
    }
  }
  const std::vector<GroundLiteral>& body = join.literals();
  if (!form.has_head && body.empty()) ground_.inconsistent = true;
  add_clause(clause, body, join);
}

void RuleGrounder::add_clause(GroundClause clause, const std::vector<GroundLiteral>& body,
                              const Join& join) {
  if (clause.disjunction == GroundClause::none && known_.has(clause, body)) return;
  ground_.add(clause, body, join.values());
}

void RuleGrounder::emit_disjunction(std::uint32_t index, RuleInfo& info, Join& join) {
  const std::vector<GroundLiteral> body = join.literals();
  const std::vector<GroundTerm> values(join.values().begin(), join.values().end());
  std::vector<AtomId> heads;
  for (std::size_t i = 0; i < info.heads.size(); ++i) {
    ElementForm& element = info.heads[i];
    const std::vector<bool> bound(values.size(), true);
    if (info.head_steps.size() <= i) info.head_steps.push_back(element_steps(element.form, bound));
    Join inner(element.form, info.head_steps[i], world_);
    inner.set_parts(*this);
    for (std::uint32_t slot = 0; slot < values.size(); ++slot) inner.set(slot, values[slot]);
    inner.start();
    while (inner.next()) {
      if (!inner.literals().empty()) refuse_open_condition(index);
      arguments_.clear();
      for (const Operand& operand : element.literal[0].arguments) {
        arguments_.push_back(operand.value(inner.values()));
      }
      const AtomId atom = world_.atoms.atom(element.literal[0].predicate, arguments_);
      if (std::find(heads.begin(), heads.end(), atom) == heads.end()) heads.push_back(atom);
    }
  }
  const ClauseId clause_id = *ground_.forms[index].clause;
  GroundClause clause;
  clause.form = index;
  if (heads.empty()) {  // nothing can be true: a denial
    if (body.empty()) ground_.inconsistent = true;
    return add_clause(clause, body, join);
  }
  clause.has_head = true;
  for (const AtomId head : heads) {
    world_.atoms.make_row(head, clause_id, static_cast<std::uint32_t>(ground_.values.size()));
  }
  if (heads.size() > 1) {
    if (!seen_disjunctions_.insert({index, heads, body}).second) return;
    GroundDisjunction made;
    made.heads = heads;
    made.body_begin = static_cast<std::uint32_t>(ground_.literals.size());
    ground_.literals.insert(ground_.literals.end(), body.begin(), body.end());
    made.body_end = static_cast<std::uint32_t>(ground_.literals.size());
    clause.disjunction = static_cast<std::uint32_t>(ground_.disjunctions.size());
    ground_.disjunctions.push_back(std::move(made));
  }
  for (const AtomId head : heads) {
    std::vector<GroundLiteral> shifted = body;
    for (const AtomId other : heads) {
      if (other != head) shifted.push_back(GroundLiteral(other, true));
    }
    clause.head = head;
    add_clause(clause, shifted, join);
  }
}

void RuleGrounder::refuse_open_condition(std::uint32_t index) const {
  const Clause& clause = program_.clauses[ground_.forms[index].clause->index()];
  throw_located(program_, clause.file, clause.span, "the condition of a head depends on a choice",
                "conditions in a disjunction need predicates that are the same in all answer sets");
}

void RuleGrounder::emit_cost(const RuleInfo& info, Join& join) {
  std::vector<GroundTerm> tuple;
  for (const Expression& expression : info.tuple) {
    const auto value = evaluated(expression, join.values(), world_.terms, program_.terms);
    if (!value) return;
    tuple.push_back(*value);
  }
  const auto number = [&](GroundTerm term) -> std::optional<std::int64_t> {
    if (!world_.terms.is_number(term)) return std::nullopt;
    return world_.terms.number(term).to_int64();
  };
  const auto weight = number(tuple[0]), priority = number(tuple[1]);
  if (!weight || !priority) return;
  auto found = std::find_if(ground_.costs.begin(), ground_.costs.end(),
                            [&](const GroundCost& cost) { return cost.priority == *priority; });
  if (found == ground_.costs.end()) {
    ground_.costs.push_back({*priority, {}});
    found = ground_.costs.end() - 1;
  }
  std::vector<std::uint32_t> key;
  for (const GroundTerm term : tuple) key.push_back(term.value);
  const auto [at, fresh] = cost_ids_.emplace(key, found->elements.size());
  if (fresh) found->elements.push_back({tuple, {}, *weight});
  add_condition(found->elements[at->second], join.literals());
}

void RuleGrounder::add_condition(GroundElement& element,
                                 const std::vector<GroundLiteral>& literals) {
  if (element.is_certain()) return;
  if (literals.empty()) element.conditions.clear();
  element.conditions.push_back(literals);
}

// Once the component is complete, negated atoms that are no rows are true, and clauses with
// positive ones that are no rows (from conditional literals) say nothing.
void RuleGrounder::drop_true_negations(std::size_t first_clause) {
  std::size_t kept_clauses = first_clause;
  for (std::size_t i = first_clause; i < ground_.clauses.size(); ++i) {
    GroundClause clause = ground_.clauses[i];
    const auto begin = ground_.literals.begin() + clause.body_begin;
    const auto end = ground_.literals.begin() + clause.body_end;
    const bool dead = std::any_of(begin, end, [&](GroundLiteral literal) {
      return !literal.negated() && !world_.atoms.is_row(literal.atom());
    });
    const auto kept = std::remove_if(begin, end, [&](GroundLiteral literal) {
      return literal.negated() && !world_.atoms.is_row(literal.atom());
    });
    clause.body_end = static_cast<std::uint32_t>(kept - ground_.literals.begin());
    if (!dead) ground_.clauses[kept_clauses++] = clause;
  }
  ground_.clauses.resize(kept_clauses);
  for (GroundDisjunction& disjunction : ground_.disjunctions) {
    const auto begin = ground_.literals.begin() + disjunction.body_begin;
    const auto end = ground_.literals.begin() + disjunction.body_end;
    const bool dead = std::any_of(begin, end, [&](GroundLiteral literal) {
      return !literal.negated() && !world_.atoms.is_row(literal.atom());
    });
    if (dead) {
      disjunction.heads.clear();
      disjunction.body_end = disjunction.body_begin;
    }
    if (dead) continue;
    const auto kept = std::remove_if(begin, end, [&](GroundLiteral literal) {
      return literal.negated() && !world_.atoms.is_row(literal.atom());
    });
    disjunction.body_end = static_cast<std::uint32_t>(kept - ground_.literals.begin());
  }
  known_.clear();
  seen_disjunctions_.clear();
}

bool RuleGrounder::run_headless(ClauseId id) {
  const Clause& clause = program_.clauses[id.index()];
  exact_ = false;
  if (clause.is_denial()) {
    if (!options_.denials) return true;
    new_form(id, RuleInfo::Kind::rule);
    reader_.goals(clause.body);
    reader_.finish();
    return run_once(take_form(clause));
  }
  const SpecialHead& head = program_.special_heads[clause.special];
  if (head.kind == SpecialHead::Kind::weak) {
    if (options_.optimize == Optimize::ignore) return true;
    new_form(id, RuleInfo::Kind::weak);
    for (const TermId term : head.elements[0].tuple) {
      ground_.infos.back().tuple.push_back(reader_.expression(term));
    }
    reader_.goals(clause.body);
    reader_.finish();
    return run_once(take_form(clause));
  }
  if (head.kind == SpecialHead::Kind::disjunction || head.bounds.empty()) return true;
  new_form(id, RuleInfo::Kind::bounds);
  reader_.goals(clause.body);
  Goal bounds;
  bounds.kind = GoalKind::aggregate;
  bounds.negated = true;
  bounds.part = head.bounds_part;
  bounds.span = clause.span;
  reader_.goals({bounds});
  reader_.finish();
  return run_once(take_form(clause));
}

bool RuleGrounder::run_contradictions() {
  for (std::uint32_t i = 0; i < program_.predicates.size(); ++i) {
    const Predicate& predicate = program_.predicates[i];
    if (!predicate.classical) continue;
    const auto plain = program_.find_predicate(predicate.name, predicate.arity, false);
    if (!plain) continue;
    ground_.forms.push_back(contradiction_form(*plain, PredicateId(i), predicate.arity));
    ground_.infos.emplace_back();
    if (!run_once(static_cast<std::uint32_t>(ground_.forms.size() - 1))) return false;
  }
  return true;
}

bool RuleGrounder::run_query() {
  if (!program_.query) return true;
  GroundForm& form = ground_.query_form;
  reader_.begin(form);
  reader_.goals(*program_.query);
  reader_.finish();
  Clause place;
  place.file = program_.query_file;
  if (!program_.query->empty()) place.span = program_.query->front().span;
  check_safe(form, {}, place);
  const auto steps = element_steps(form, std::vector<bool>(form.slot_names.size(), false));
  Join join(form, steps, world_);
  join.set_parts(*this);
  join.start();
  std::set<std::pair<std::vector<GroundTerm>, std::vector<GroundLiteral>>> known;
  while (join.next()) {
    QueryAnswer answer;
    answer.values.assign(join.values().begin(), join.values().end());
    answer.literals = join.literals();
    if (known.insert({answer.values, answer.literals}).second) {
      ground_.query_answers.push_back(std::move(answer));
    }
    if (!check_budget()) return false;
  }
  return true;
}

}  // namespace cogs::logic
