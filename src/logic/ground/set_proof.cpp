// SPDX-License-Identifier: Apache-2.0
#include "logic/ground/set_proof.h"

#include <algorithm>

#include "logic/ground/rules.h"
#include "logic/program/builtins.h"

namespace cogs::logic {

namespace {

using Kind = RuleInfo::Kind;

GoalKind opposite(GoalKind kind) {
  switch (kind) {
    case GoalKind::unify: return GoalKind::differ;
    case GoalKind::differ: return GoalKind::unify;
    case GoalKind::less: return GoalKind::greater_equal;
    case GoalKind::less_equal: return GoalKind::greater;
    case GoalKind::greater: return GoalKind::less_equal;
    default: return GoalKind::less;
  }
}

std::string_view function_name(AggregateFunction function) {
  switch (function) {
    case AggregateFunction::count: return "#count";
    case AggregateFunction::sum: return "#sum";
    case AggregateFunction::sum_plus: return "#sum+";
    case AggregateFunction::min: return "#min";
    case AggregateFunction::max: return "#max";
  }
  return "#count";
}

}  // namespace

SetProof::SetProof(GroundProgram& ground, const Completion& completion, const PartClauses& parts,
                   UnfoundedSets& unfounded, const Assignment& assignment, base::Budget& budget,
                   bool full)
    : ground_(ground),
      completion_(completion),
      parts_(parts),
      unfounded_(unfounded),
      assignment_(assignment),
      budget_(budget),
      full_(full) {
  for (std::uint32_t i = 0; i < ground.sets.size(); ++i) {
    std::vector<std::uint32_t> key{ground.sets[i].part};
    for (const GroundTerm value : ground.sets[i].values) key.push_back(value.value);
    sets_.emplace(std::move(key), i);
  }
  for (std::uint32_t i = 0; i < ground.clauses.size(); ++i) {
    const GroundClause& clause = ground.clauses[i];
    if (clause.form == GroundClause::fact || clause.has_head) continue;
    if (ground.infos[clause.form].kind != Kind::bounds) continue;
    bounds_[ground.forms[clause.form].clause->value].push_back(i);
  }
}

bool SetProof::is_true(AtomId atom) const {
  if (!ground_.world.atoms.is_row(atom)) return false;
  if (ground_.is_exact(ground_.world.atoms.predicate(atom))) return true;
  return assignment_.is_true(completion_.lit(atom));
}

SetProof::Item SetProof::literal_item(GroundLiteral literal) const {
  Item item;
  item.literal = literal;
  if (const auto definition = ground_.definition(literal.atom())) {
    item.kind = Item::Kind::definition;
    item.index = *definition;
  }
  return item;
}

SetProof::Item SetProof::group_item(Group group) {
  groups_.push_back(std::move(group));
  Item item;
  item.kind = Item::Kind::group;
  item.index = static_cast<std::uint32_t>(groups_.size() - 1);
  return item;
}

// Terms

TermId SetProof::name(std::string_view text) {
  return answer_->terms.add_named(TermKind::atom, answer_->terms.symbol(text), {});
}

TermId SetProof::number(const base::Number& number) {
  return answer_->terms.add_number(number, {});
}

TermId SetProof::atom_term(AtomId atom) {
  const Predicate& predicate =
      ground_.program.predicates[ground_.world.atoms.predicate(atom).index()];
  const std::string& text = ground_.program.terms.text(predicate.name);
  std::vector<TermId> arguments;
  for (const GroundTerm argument : ground_.world.atoms.arguments(atom)) {
    arguments.push_back(copy(argument));
  }
  if (arguments.empty()) return name(text);
  return answer_->terms.add_compound(answer_->terms.symbol(text), arguments, {});
}

TermId SetProof::expression_term(const Expression& expression, std::span<const GroundTerm> values) {
  std::vector<TermId> stack;
  for (const Expression::Item& item : expression.items) {
    if (item.arity == 0 && !item.builds) {
      stack.push_back(copy(item.operand.value(values)));
      continue;
    }
    const Symbol functor = answer_->terms.symbol(ground_.program.terms.text(item.function));
    const TermId made = answer_->terms.add_compound(
        functor, {stack.data() + stack.size() - item.arity, item.arity}, {});
    stack.resize(stack.size() - item.arity);
    stack.push_back(made);
  }
  return stack.back();
}

TermId SetProof::tuple_term(const std::vector<GroundTerm>& tuple) {
  std::vector<TermId> members;
  for (const GroundTerm term : tuple) members.push_back(copy(term));
  if (members.size() == 1) return members[0];
  if (members.empty()) return name("()");
  return answer_->terms.add_compound(answer_->terms.symbol(""), members, {});
}

SetProof::Item SetProof::builtin_of(TermId term) {
  return group_item({NodeKind::builtin, std::nullopt, term, {}});
}

SetProof::Item SetProof::comparison(TermId left, GoalKind relation, bool holds, TermId right) {
  const TermId sides[] = {left, right};
  const GoalKind shown = holds ? relation : opposite(relation);
  return builtin_of(answer_->terms.add_compound(
      answer_->terms.symbol(shown == GoalKind::differ ? "!=" : builtin_name(shown)), sides, {}));
}

// Reasons

std::vector<SetProof::Item> SetProof::body_items(const GroundForm& form,
                                                 std::span<const GroundTerm> values) {
  std::vector<Item> items;
  for (std::uint32_t i = 0; i < form.body.size(); ++i) {
    const GroundGoal& goal = form.body[i];
    if (goal.generated || goal.kind == GoalKind::yes) continue;
    if (goal.kind == GoalKind::call) {
      std::vector<GroundTerm> arguments;
      for (const Operand& operand : goal.arguments) arguments.push_back(operand.value(values));
      const AtomId atom = ground_.world.atoms.atom(goal.predicate, arguments);
      items.push_back(literal_item(GroundLiteral(atom, goal.negated)));
      continue;
    }
    Item item;
    item.kind = goal.is_part() ? Item::Kind::part : Item::Kind::builtin;
    item.form = &form;
    item.goal = i;
    item.values = values;
    items.push_back(item);
  }
  return items;
}

std::vector<SetProof::Item> SetProof::reasons_for_true(AtomId atom, ProofNode& node) {
  const GroundAtoms& atoms = ground_.world.atoms;
  if (ground_.is_exact(atoms.predicate(atom))) {
    node.clause = atoms.source(atom);
    for (const std::uint32_t form : ground_.forms_of[atoms.predicate(atom).index()]) {
      if (ground_.forms[form].clause == node.clause) {
        return body_items(ground_.forms[form], ground_.values_of(atom, ground_.forms[form]));
      }
    }
    return {};
  }
  const std::uint32_t variable = completion_.lit(atom).variable();
  std::uint32_t found = Completion::none;
  if (const std::uint32_t loop = completion_.loop(variable); loop != Completion::none) {
    if (!ranked_[loop]) unfounded_.rank(loop, supports_);
    ranked_[loop] = true;
    found = supports_[variable];
  }
  for (const std::uint32_t clause : completion_.clauses(variable)) {
    if (found == Completion::none && assignment_.is_true(completion_.body(clause))) found = clause;
  }
  if (found == Completion::none) return {};
  const GroundClause& clause = ground_.clauses[found];
  if (clause.form == GroundClause::fact) {
    node.clause = atoms.source(atom);
    return {};
  }
  node.clause = ground_.forms[clause.form].clause;
  std::vector<Item> items = body_items(ground_.forms[clause.form], ground_.values_of(clause));
  if (clause.choice) {
    node.support = Support::chosen;
    add_bounds_of(clause, items);
  }
  if (clause.disjunction != GroundClause::none) {
    for (const AtomId head : ground_.disjunctions[clause.disjunction].heads) {
      if (head != atom && !is_true(head)) items.push_back(literal_item(GroundLiteral(head, true)));
    }
  }
  return items;
}

// The bounds of the choice that a clause comes from, for the same values of its variables.
void SetProof::add_bounds_of(const GroundClause& clause, std::vector<Item>& items) {
  const GroundForm& form = ground_.forms[clause.form];
  const auto found = bounds_.find(form.clause->value);
  if (found == bounds_.end()) return;
  const auto values = ground_.values_of(clause);
  for (const std::uint32_t index : found->second) {
    const GroundClause& denial = ground_.clauses[index];
    const GroundForm& other = ground_.forms[denial.form];
    const auto others = ground_.values_of(denial);
    bool same = true;
    for (std::size_t i = 0; i < other.slot_names.size() && same; ++i) {
      if (other.slot_names[i] == "_") continue;
      const auto at =
          std::find(form.slot_names.begin(), form.slot_names.end(), other.slot_names[i]);
      if (at == form.slot_names.end()) continue;
      same = values[static_cast<std::size_t>(at - form.slot_names.begin())] == others[i];
    }
    if (!same) continue;
    for (const GroundLiteral literal : ground_.body(denial)) {
      if (ground_.definition(literal.atom())) {
        items.push_back(literal_item(GroundLiteral(literal.atom(), !is_true(literal.atom()))));
      }
    }
    return;
  }
}

// The literal that keeps the body of a clause from holding, as it is: the other way round.
std::optional<SetProof::Item> SetProof::blocker(const GroundClause& clause) {
  std::optional<GroundLiteral> found;
  for (const GroundLiteral literal : ground_.body(clause)) {
    if (is_true(literal)) continue;
    const GroundLiteral reason(literal.atom(), !literal.negated());
    if (!found || states_.count(reason.code)) found = reason;
  }
  if (!found) return std::nullopt;
  return literal_item(*found);
}

// The goals of the clause that stand before the blocker and hold.
void SetProof::add_before(const GroundClause& clause, const Item& blocker,
                          std::vector<Item>& items) {
  if (!full_ || clause.form == GroundClause::fact) return;
  const GroundForm& form = ground_.forms[clause.form];
  for (const Item& item : body_items(form, ground_.values_of(clause))) {
    if (item.kind == Item::Kind::part) {
      const bool blocks = blocker.kind == Item::Kind::definition &&
                          ground_.definitions[blocker.index].part == form.body[item.goal].part;
      if (blocks) return;
      continue;
    }
    if (item.kind == Item::Kind::literal) {
      if (item.literal.atom() == blocker.literal.atom()) return;
      if (!is_true(item.literal)) continue;
    }
    const bool known = std::any_of(items.begin(), items.end(), [&](const Item& other) {
      return item.kind == Item::Kind::literal && other.kind == item.kind &&
             other.literal == item.literal;
    });
    if (!known) items.push_back(item);
  }
}

std::vector<SetProof::Item> SetProof::reasons_for_false(AtomId atom) {
  std::vector<Item> result;
  if (!ground_.world.atoms.is_row(atom) || ground_.is_exact(ground_.world.atoms.predicate(atom))) {
    return result;
  }
  for (const std::uint32_t index : completion_.clauses(completion_.lit(atom).variable())) {
    const GroundClause& clause = ground_.clauses[index];
    Group group;
    if (clause.form != GroundClause::fact) group.clause = ground_.forms[clause.form].clause;
    if (auto item = blocker(clause)) {
      add_before(clause, *item, group.items);
      group.items.push_back(*item);
    } else if (clause.choice) {
      add_bounds_of(clause, group.items);
    }
    result.push_back(group_item(std::move(group)));
  }
  return result;
}

// Aggregates

std::uint32_t SetProof::find_set(std::uint32_t part, std::span<const GroundTerm> values) {
  std::vector<std::uint32_t> key{part};
  for (const std::uint32_t slot : ground_.parts[part].in_elements) {
    key.push_back(values[slot].value);
  }
  const auto found = sets_.find(key);
  return found == sets_.end() ? GroundClause::none : found->second;
}

std::vector<SetProof::Item> SetProof::aggregate_items(
    std::uint32_t part, std::uint32_t set,
    const std::vector<std::pair<GoalKind, GroundTerm>>& bounds, ProofNode& node) {
  const AggregateFunction function = ground_.parts[part].function;
  SetValue value;
  std::vector<Item> items, elements;
  if (set != GroundClause::none) {
    for (std::size_t i = 0; i < ground_.sets[set].elements.size(); ++i) {
      const GroundElement& element = ground_.sets[set].elements[i];
      if (!assignment_.is_true(parts_.element(set, i))) continue;
      value.sum += base::Number(element.weight);
      const bool less = value.best && !element.tuple.empty() &&
                        ground_.world.terms.compare(element.tuple[0], *value.best) < 0;
      if (!element.tuple.empty() && (!value.best || less == (function == AggregateFunction::min))) {
        value.best = element.tuple[0];
      }
      Item item;
      item.kind = Item::Kind::element;
      item.element = &element;
      elements.push_back(item);
    }
  }
  const bool extremum = function == AggregateFunction::min || function == AggregateFunction::max;
  const TermId shown = !extremum    ? number(value.sum)
                       : value.best ? copy(*value.best)
                                    : name(function == AggregateFunction::min ? "#sup" : "#inf");
  const TermId sides[] = {name(function_name(function)), shown};
  node.kind = NodeKind::aggregate;
  node.term = answer_->terms.add_compound(answer_->terms.symbol("="), sides, {});
  for (const auto& bound : bounds) {
    const bool holds = bounds_hold(function, value, {bound}, ground_.world.terms);
    items.push_back(comparison(shown, bound.first, holds, copy(bound.second)));
  }
  items.insert(items.end(), elements.begin(), elements.end());
  return items;
}

std::vector<SetProof::Item> SetProof::part_items(const Item& item, ProofNode& node) {
  const GroundGoal& goal = item.form->body[item.goal];
  const PartForm& part = ground_.parts[goal.part];
  if (part.kind == PartForm::Kind::aggregate) {
    std::vector<std::pair<GoalKind, GroundTerm>> bounds;
    for (const PartForm::BoundForm& bound : part.bounds) {
      const auto value =
          evaluated(bound.expression, item.values, ground_.world.terms, ground_.program.terms);
      if (value) bounds.emplace_back(bound.relation, *value);
    }
    return aggregate_items(goal.part, find_set(goal.part, item.values), bounds, node);
  }
  std::vector<Item> items;
  node.kind = NodeKind::aggregate;
  if (part.kind == PartForm::Kind::twice) {
    std::vector<GroundTerm> arguments;
    for (const Operand& operand : part.inner.arguments) {
      arguments.push_back(operand.value(item.values));
    }
    const AtomId atom = ground_.world.atoms.atom(part.inner.predicate, arguments);
    TermId term = atom_term(atom);
    for (int i = 0; i < 2; ++i) {
      term = answer_->terms.add_compound(answer_->terms.symbol("not"), {&term, 1}, {});
    }
    node.term = term;
    items.push_back(literal_item(GroundLiteral(atom, false)));
    return items;
  }
  // A conditional literal: each instance of its condition with the literal that holds for it.
  const ElementForm& element = part.elements[0];
  std::vector<GroundTerm> outer;
  for (const std::uint32_t slot : part.in_elements) outer.push_back(item.values[slot]);
  node.term = conditional_term(part, outer, false);
  std::vector<bool> bound(element.form.slot_names.size(), false);
  for (const std::uint32_t slot : part.in_elements) bound[slot] = true;
  const auto steps = plan_steps(element.form, bound, ground_.world.atoms,
                                {.first = {}, .in_order = false, .names = &ground_.program.terms});
  const bool simple = steps && std::none_of(element.form.body.begin(), element.form.body.end(),
                                            [](const GroundGoal& g) { return g.is_part(); });
  if (!simple || (element.literal[0].kind != GoalKind::call && !part.denies())) return items;
  Join join(element.form, *steps, ground_.world);
  for (const std::uint32_t slot : part.in_elements) join.set(slot, item.values[slot]);
  join.start();
  while (join.next()) {
    const auto& open = join.literals();
    const auto failing = std::find_if(open.begin(), open.end(),
                                      [&](GroundLiteral literal) { return !is_true(literal); });
    if (failing != open.end()) {
      items.push_back(literal_item(GroundLiteral(failing->atom(), !failing->negated())));
      continue;
    }
    std::vector<GroundTerm> arguments;
    for (const Operand& operand : element.literal[0].arguments) {
      arguments.push_back(operand.value(join.values()));
    }
    const AtomId atom = ground_.world.atoms.atom(element.literal[0].predicate, arguments);
    items.push_back(literal_item(GroundLiteral(atom, element.literal[0].negated)));
  }
  return items;
}

// "for all", or what was written as `not p(_, X)`. `values` are those of part.in_elements.
TermId SetProof::conditional_term(const PartForm& part, const std::vector<GroundTerm>& values,
                                  bool broken) {
  if (!part.none) return name(broken ? "not for all" : "for all");
  const GroundGoal& goal = part.elements[0].form.body[0];
  std::vector<TermId> arguments;
  for (const Operand& operand : goal.arguments) {
    const auto at = std::find(part.in_elements.begin(), part.in_elements.end(), operand.index);
    arguments.push_back(
        !operand.is_slot ? copy(GroundTerm(operand.index))
        : at != part.in_elements.end()
            ? copy(values[static_cast<std::size_t>(at - part.in_elements.begin())])
            : answer_->terms.add_named(TermKind::variable, answer_->terms.symbol("_"), {}));
  }
  const Predicate& predicate = ground_.program.predicates[goal.predicate.index()];
  Terms& terms = answer_->terms;
  const std::string& text = ground_.program.terms.text(predicate.name);
  TermId term = terms.add_compound(terms.symbol(text), arguments, {});
  if (predicate.classical) term = terms.add_compound(terms.symbol("-"), {&term, 1}, {});
  return broken ? term : terms.add_compound(terms.symbol("not"), {&term, 1}, {});
}

SetProof::Item SetProof::checks() {
  Group all{NodeKind::checks, std::nullopt, {}, {}};
  std::map<std::uint32_t, std::uint32_t> by_form;
  for (const GroundClause& clause : ground_.clauses) {
    if (clause.has_head) continue;
    const auto [found, fresh] = by_form.emplace(clause.form, 0);
    if (fresh) {
      const Item item = group_item({NodeKind::check, ground_.forms[clause.form].clause, {}, {}});
      found->second = item.index;
      all.items.push_back(item);
    }
    if (const auto item = blocker(clause)) {
      auto& items = groups_[found->second].items;
      add_before(clause, *item, items);
      const bool known = std::any_of(items.begin(), items.end(), [&](const Item& other) {
        return other.kind == item->kind && other.literal == item->literal;
      });
      if (!known) items.push_back(*item);
    }
  }
  return group_item(std::move(all));
}

// The walk

void SetProof::enter(std::uint32_t above, const Item& item, std::vector<Frame>& frames) {
  const auto index = static_cast<std::uint32_t>(answer_->proof.size());
  answer_->proof[above].children.push_back(index);
  ProofNode node;
  Frame frame;
  frame.node = index;
  switch (item.kind) {
    case Item::Kind::literal: {
      const Predicate& predicate =
          ground_.program.predicates[ground_.world.atoms.predicate(item.literal.atom()).index()];
      node.literal = {item.literal.negated(), predicate.classical, atom_term(item.literal.atom())};
      const auto [state, fresh] = states_.emplace(item.literal.code, State::open);
      if (!fresh) {
        node.support = state->second == State::open ? Support::assumed : Support::repeated;
        break;
      }
      frame.items = item.literal.negated() ? reasons_for_false(item.literal.atom())
                                           : reasons_for_true(item.literal.atom(), node);
      frame.literal = item.literal.code;
      break;
    }
    case Item::Kind::builtin: {
      const GroundGoal& goal = item.form->body[item.goal];
      node.kind = NodeKind::builtin;
      TermId right;
      if (goal.range) {
        const TermId ends[] = {expression_term(goal.right, item.values),
                               expression_term(goal.high, item.values)};
        right = answer_->terms.add_compound(answer_->terms.symbol(".."), ends, {});
      } else {
        right = expression_term(goal.right, item.values);
      }
      const Item shown =
          comparison(expression_term(goal.left, item.values), goal.kind, !goal.negated, right);
      node.term = groups_[shown.index].term;
      break;
    }
    case Item::Kind::part: frame.items = part_items(item, node); break;
    case Item::Kind::definition: {
      const GroundDefinition& definition = ground_.definitions[item.index];
      if (ground_.parts[definition.part].kind == PartForm::Kind::aggregate) {
        frame.items = aggregate_items(definition.part, definition.set, definition.bounds, node);
        if (!definitions_.emplace(item.index, true).second) frame.items.clear();
        break;
      }
      node.kind = NodeKind::aggregate;
      const bool twice = ground_.parts[definition.part].kind == PartForm::Kind::twice;
      node.term =
          twice ? name("not not")
                : conditional_term(ground_.parts[definition.part],
                                   ground_.sets[definition.set].values, item.literal.negated());
      if (twice) {
        frame.items.push_back(
            literal_item(GroundLiteral(definition.inner.atom(), item.literal.negated())));
        break;
      }
      for (std::size_t i = 0; i < ground_.sets[definition.set].elements.size(); ++i) {
        const GroundElement& element = ground_.sets[definition.set].elements[i];
        for (const auto& condition : element.conditions) {
          for (const GroundLiteral literal : condition) {
            if (is_true(literal) == item.literal.negated()) {
              frame.items.push_back(literal_item(
                  GroundLiteral(literal.atom(), literal.negated() != !is_true(literal))));
              break;
            }
          }
        }
      }
      break;
    }
    case Item::Kind::element: {
      node.kind = NodeKind::element;
      node.term = tuple_term(item.element->tuple);
      for (const auto& condition : item.element->conditions) {
        if (!std::all_of(condition.begin(), condition.end(),
                         [&](GroundLiteral literal) { return is_true(literal); })) {
          continue;
        }
        for (const GroundLiteral literal : condition) frame.items.push_back(literal_item(literal));
        break;
      }
      break;
    }
    case Item::Kind::group:
      node.kind = groups_[item.index].kind;
      node.clause = groups_[item.index].clause;
      node.term = groups_[item.index].term;
      frame.items = std::move(groups_[item.index].items);
      break;
  }
  answer_->proof.push_back(std::move(node));
  frames.push_back(std::move(frame));
}

void SetProof::build(Answer& answer, const std::vector<AtomId>& atoms, const QueryAnswer* query,
                     const std::vector<Cost>& costs) {
  answer_ = &answer;
  groups_.clear();
  states_.clear();
  definitions_.clear();
  supports_.assign(completion_.atoms(), Completion::none);
  ranked_.assign(completion_.loops(), false);
  answer.proof.emplace_back().kind = NodeKind::query;
  std::vector<Frame> frames(1);
  std::vector<Item>& items = frames[0].items;
  if (query) {
    items = body_items(ground_.query_form, query->values);
  } else {
    const Program& program = ground_.program;
    for (const AtomId atom : atoms) {
      const PredicateId predicate = ground_.world.atoms.predicate(atom);
      const bool shown =
          program.shown.empty()
              ? !program.shows_nothing
              : std::any_of(program.shown.begin(), program.shown.end(), [&](const Shown& one) {
                  return one.predicate == predicate && !one.negated;
                });
      if (shown) items.push_back(literal_item(GroundLiteral(atom, false)));
    }
  }
  items.push_back(checks());
  for (std::size_t level = 0; level < costs.size(); ++level) {
    const TermId both[] = {number(base::Number(costs[level].value)),
                           number(base::Number(costs[level].priority))};
    Group group{NodeKind::cost,
                std::nullopt,
                answer.terms.add_compound(answer.terms.symbol("cost"), both, {}),
                {}};
    for (std::size_t i = 0; i < ground_.costs[level].elements.size(); ++i) {
      if (!assignment_.is_true(parts_.cost_element(level, i))) continue;
      Item item;
      item.kind = Item::Kind::element;
      item.element = &ground_.costs[level].elements[i];
      group.items.push_back(item);
    }
    items.push_back(group_item(std::move(group)));
  }
  while (!frames.empty() && !budget_.exhausted()) {
    Frame& frame = frames.back();
    if (frame.next < frame.items.size()) {
      const Item item = frame.items[frame.next++];
      enter(frame.node, item, frames);
      continue;
    }
    if (frame.literal) states_[*frame.literal] = State::done;
    frames.pop_back();
  }
}

}  // namespace cogs::logic
