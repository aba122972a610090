// SPDX-License-Identifier: Apache-2.0
//
// Which predicate depends on which, and one component after the other.
#include <algorithm>

#include "logic/ground/rule_grounder.h"

namespace cogs::logic {

Grounding RuleGrounder::run() {
  const std::size_t predicates = program_.predicates.size();
  world_.knowledge.assign(predicates, Knowledge::exact);
  ground_.forms_of.resize(predicates);
  inside_.assign(predicates, false);
  ground_.own_relation = world_.atoms.add_relation();
  world_.knowledge.push_back(Knowledge::open);
  collect();
  const Components components = strong_components(graph_, false);
  for (std::uint32_t i = 0; i < components.members.size(); ++i) {
    if (!evaluate(components, i)) return state_;
  }
  for (std::uint32_t i = 0; i < program_.clauses.size(); ++i) {
    if (!program_.clauses[i].has_head && !run_headless(ClauseId(i))) return state_;
  }
  if (!run_contradictions() || !run_query()) return state_;
  std::sort(ground_.costs.begin(), ground_.costs.end(),
            [](const GroundCost& a, const GroundCost& b) { return a.priority > b.priority; });
  return state_;
}

void RuleGrounder::add_calls(const std::vector<Goal>& goals, bool as_negated,
                             std::vector<PredicateId>& positive,
                             std::vector<PredicateId>& negative) const {
  for (const Goal& goal : goals) {
    if (goal.kind == GoalKind::call) {
      const bool plain = !goal.negated && !goal.twice && !as_negated;
      (plain ? positive : negative).push_back(goal.predicate);
    } else if (goal.kind == GoalKind::aggregate || goal.kind == GoalKind::conditional) {
      // As if negated: what is counted must be known in full before it can be decided.
      for (const Element& element : program_.aggregates[goal.part].elements) {
        add_calls(element.literal, true, positive, negative);
        add_calls(element.condition, true, positive, negative);
      }
    }
  }
}

void RuleGrounder::collect() {
  clauses_of_.resize(program_.predicates.size());
  graph_ = SignedGraph(program_.predicates.size());
  chosen_.assign(program_.predicates.size(), false);
  for (std::uint32_t i = 0; i < program_.clauses.size(); ++i) {
    const Clause& clause = program_.clauses[i];
    if (clause.has_head) {
      clauses_of_[clause.predicate.index()].push_back(i);
      if (!clause.body.empty()) add_arcs({clause.predicate}, clause.body);
      continue;
    }
    if (clause.is_denial()) continue;
    const SpecialHead& head = program_.special_heads[clause.special];
    if (head.kind == SpecialHead::Kind::weak) continue;
    std::vector<PredicateId> heads;
    for (const Element& element : head.elements) {
      const PredicateId predicate = element.literal[0].predicate;
      chosen_[predicate.index()] = true;
      add_arcs({predicate}, clause.body);
      add_arcs({predicate}, element.condition);
      if (std::find(heads.begin(), heads.end(), predicate) == heads.end()) {
        heads.push_back(predicate);
        clauses_of_[predicate.index()].push_back(i);
      }
    }
    if (head.kind != SpecialHead::Kind::disjunction) continue;
    // All heads are given at the same time.
    for (std::size_t h = 1; h < heads.size(); ++h) {
      graph_.add(heads[0].value, heads[h].value, true);
      graph_.add(heads[h].value, heads[0].value, true);
    }
  }
  graph_.finish();
}

void RuleGrounder::add_arcs(const std::vector<PredicateId>& heads, const std::vector<Goal>& goals) {
  std::vector<PredicateId> positive, negative;
  add_calls(goals, false, positive, negative);
  for (const PredicateId head : heads) {
    for (const PredicateId called : positive) graph_.add(head.value, called.value, false);
    for (const PredicateId called : negative) graph_.add(head.value, called.value, true);
  }
}

bool RuleGrounder::is_open(const Components& components, std::uint32_t index) const {
  for (const std::uint32_t member : components.members[index]) {
    if (chosen_[member]) return true;
    for (const SignedGraph::Arc arc : graph_.arcs(member)) {
      if (components.of[arc.to] == index ? arc.negated
                                         : world_.knowledge[arc.to] != Knowledge::exact) {
        return true;
      }
    }
  }
  return false;
}

bool RuleGrounder::evaluate(const Components& components, std::uint32_t index) {
  const auto& members = components.members[index];
  exact_ = !is_open(components, index);
  for (const std::uint32_t member : members) {
    inside_[member] = true;
    if (!exact_) world_.knowledge[member] = Knowledge::growing;
  }
  const std::size_t first_clause = ground_.clauses.size();
  std::vector<std::uint32_t> clauses, forms;
  for (const std::uint32_t member : members) {
    clauses.insert(clauses.end(), clauses_of_[member].begin(), clauses_of_[member].end());
  }
  std::sort(clauses.begin(), clauses.end());
  clauses.erase(std::unique(clauses.begin(), clauses.end()), clauses.end());
  for (const std::uint32_t clause : clauses) {
    if (!read_clause(ClauseId(clause), forms)) return false;
  }
  if (!run_rounds(members, forms)) return false;
  for (const std::uint32_t member : members) {
    inside_[member] = false;
    if (!exact_) world_.knowledge[member] = Knowledge::open;
  }
  fill_pending();
  if (!exact_) drop_true_negations(first_clause);
  return true;
}

bool RuleGrounder::read_clause(ClauseId id, std::vector<std::uint32_t>& forms) {
  const Clause& clause = program_.clauses[id.index()];
  if (clause.has_head) {
    if (clause.body.empty() && add_fact(id, clause)) return check_budget();
    GroundForm& form = new_form(id, RuleInfo::Kind::rule);
    form.predicate = clause.predicate;
    reader_.head(clause.head);
    reader_.goals(clause.body);
    reader_.finish();
    forms.push_back(take_form(clause));
    return true;
  }
  const SpecialHead& head = program_.special_heads[clause.special];
  if (head.kind == SpecialHead::Kind::disjunction) {
    new_form(id, RuleInfo::Kind::disjunction);
    reader_.goals(clause.body);
    reader_.finish();
    for (const Element& element : head.elements) {
      ground_.infos.back().heads.push_back(reader_.element(element));
    }
    forms.push_back(take_form(clause));
    return true;
  }
  for (const Element& element : head.elements) {
    if (!inside_[element.literal[0].predicate.index()]) continue;
    GroundForm& form = new_form(id, RuleInfo::Kind::choice);
    form.predicate = element.literal[0].predicate;
    // The body's aggregates first: the element's own variables are none of theirs.
    reader_.goals(clause.body);
    reader_.finish();
    reader_.head(element.literal[0].term);
    reader_.goals(element.condition);
    reader_.finish();
    forms.push_back(take_form(clause));
  }
  return true;
}

GroundForm& RuleGrounder::new_form(ClauseId id, RuleInfo::Kind kind) {
  GroundForm& form = ground_.forms.emplace_back();
  ground_.infos.emplace_back().kind = kind;
  form.clause = id;
  reader_.begin(form);
  return form;
}

std::uint32_t RuleGrounder::take_form(const Clause& clause) {
  const auto index = static_cast<std::uint32_t>(ground_.forms.size() - 1);
  GroundForm& form = ground_.forms.back();
  if (form.has_head) ground_.forms_of[form.predicate.index()].push_back(index);
  check_safe(form, {}, clause);
  for (const ElementForm& element : ground_.infos.back().heads) {
    std::vector<bool> bound(form.slot_names.size(), true);
    check_safe(element.form, bound, clause);
  }
  check_safe_parts(form, clause);
  return index;
}

void RuleGrounder::check_safe_parts(const GroundForm& form, const Clause& clause) const {
  for (const GroundGoal& goal : form.body) {
    if (!goal.is_part()) continue;
    const PartForm& part = ground_.parts[goal.part];
    for (const ElementForm& element : part.elements) {
      std::vector<bool> bound(element.form.slot_names.size(), false);
      std::fill_n(bound.begin(), part.rule_slots, true);
      check_safe(element.form, bound, clause);
      check_safe_parts(element.form, clause);
    }
  }
}

void RuleGrounder::check_safe(const GroundForm& form, std::vector<bool> bound,
                              const Clause& clause) const {
  const std::string name = unsafe_variable(form, std::move(bound), program_.terms);
  if (name.empty()) return;
  throw_located(program_, clause.file, clause.span,
                name == "_" ? "a variable `_` of this statement gets no value"
                            : "the variable `" + name + "` gets no value in this statement",
                "every variable needs a literal without `not` that gives it values; rules "
                "without that can be asked goal by goal, by a query and without choices and "
                "aggregates");
}

// Whether the head is as it stands: nothing is computed in it.
bool RuleGrounder::add_fact(ClauseId id, const Clause& clause) {
  arguments_.clear();
  for (const TermId argument : program_.terms.arguments(clause.head)) {
    const Term& term = program_.terms[argument];
    if (term.kind == TermKind::variable || term.kind == TermKind::compound) return false;
    arguments_.push_back(world_.terms.add(argument));
  }
  const AtomId atom = world_.atoms.atom(clause.predicate, arguments_);
  if (world_.atoms.make_row(atom, id, 0) && !exact_) {
    const auto at = static_cast<std::uint32_t>(ground_.literals.size());
    GroundClause made;
    made.has_head = true;
    made.head = atom;
    made.body_begin = made.body_end = at;
    ground_.clauses.push_back(made);
  }
  return true;
}

bool RuleGrounder::run_rounds(const std::vector<std::uint32_t>& predicates,
                              const std::vector<std::uint32_t>& forms) {
  std::vector<Plan> recursive;
  for (const std::uint32_t i : forms) {
    bool recurs = false;
    const GroundForm& form = ground_.forms[i];
    for (std::uint32_t g = 0; g < form.body.size(); ++g) {
      if (!form.body[g].is_positive_call() || !inside_[form.body[g].predicate.index()]) continue;
      recurs = true;
      recursive.push_back(make_plan(i, g));
    }
    if (!recurs && !run_once(i)) return false;
  }
  if (recursive.empty()) return true;
  std::vector<std::uint32_t> old(inside_.size(), 0), now = old;
  for (;;) {
    bool grew = false;
    for (const std::uint32_t predicate : predicates) {
      now[predicate] = world_.atoms.row_count(PredicateId(predicate));
      grew |= now[predicate] > old[predicate];
    }
    if (!grew) return true;
    for (const Plan& plan : recursive) {
      if (!run_plan(plan, old, now)) return false;
    }
    old = now;
  }
}

RuleGrounder::Plan RuleGrounder::make_plan(std::uint32_t form, std::optional<std::uint32_t> delta) {
  auto steps = plan_steps(ground_.forms[form], {}, world_.atoms,
                          {.first = delta, .in_order = false, .names = &program_.terms});
  if (!steps) {
    const Clause& clause = program_.clauses[ground_.forms[form].clause->index()];
    throw_located(program_, clause.file, clause.span,
                  "there is no order in which all variables of this statement get values");
  }
  return {form, delta, std::move(*steps)};
}

bool RuleGrounder::run_plan(const Plan& plan, const std::vector<std::uint32_t>& old,
                            const std::vector<std::uint32_t>& now) {
  const GroundForm& form = ground_.forms[plan.form];
  std::vector<RowRange> ranges(form.body.size());
  if (plan.delta) {
    for (std::uint32_t g = 0; g < form.body.size(); ++g) {
      if (!form.body[g].is_positive_call()) continue;
      const std::size_t predicate = form.body[g].predicate.index();
      if (!inside_[predicate]) continue;
      if (g < *plan.delta) ranges[g] = {0, old[predicate]};
      if (g == *plan.delta) ranges[g] = {old[predicate], now[predicate]};
      if (g > *plan.delta) ranges[g] = {0, now[predicate]};
    }
  }
  form_ = plan.form;
  Join join(form, plan.steps, world_);
  join.set_parts(*this);
  join.start(ranges);
  while (join.next()) {
    emit(plan.form, form, join);
    if (!check_budget()) return false;
  }
  return true;
}

bool RuleGrounder::check_budget() {
  if ((++emitted_ & 0xFF) != 0) return true;
  const std::size_t bytes = ground_.bytes();
  if (bytes > booked_) budget_.use_memory(bytes - booked_);
  booked_ = std::max(booked_, bytes);
  if (!budget_.exhausted()) return true;
  state_ = Grounding::cut;
  return false;
}

void throw_located(const Program& program, FileId file, Span span, std::string message,
                   std::string help) {
  const Program::File& source = program.files[file.index()];
  base::Diagnostic d;
  d.file = source.path;
  d.place = source.source->place(span);
  d.source_line = source.source->line_of(span);
  d.message = std::move(message);
  d.help = std::move(help);
  throw base::InputError(std::move(d));
}

Grounding ground_rules(GroundProgram& ground, const SolveOptions& options, base::Budget& budget) {
  return RuleGrounder(ground, options, budget).run();
}

}  // namespace cogs::logic
