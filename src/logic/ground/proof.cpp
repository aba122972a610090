// SPDX-License-Identifier: Apache-2.0
#include "logic/ground/proof.h"

#include <algorithm>

#include "logic/program/builtins.h"

namespace cogs::logic {

namespace {

// The goal that holds exactly when the given one, well-typed, does not.
std::optional<GoalKind> opposite(GoalKind kind) {
  constexpr std::pair<GoalKind, GoalKind> pairs[] = {
      {GoalKind::unify, GoalKind::differ},
      {GoalKind::identical, GoalKind::not_identical},
      {GoalKind::order_less, GoalKind::order_not_less},
      {GoalKind::order_greater, GoalKind::order_not_greater},
      {GoalKind::less, GoalKind::greater_equal},
      {GoalKind::greater, GoalKind::less_equal},
      {GoalKind::value_equal, GoalKind::value_differ},
      {GoalKind::number_equal, GoalKind::number_differ},
      {GoalKind::number_less, GoalKind::number_greater_equal},
      {GoalKind::number_greater, GoalKind::number_less_equal},
  };
  for (const auto& [a, b] : pairs) {
    if (kind == a) return b;
    if (kind == b) return a;
  }
  return std::nullopt;
}

using Kind = ReasonItem::Kind;

}  // namespace

Answer ProofBuilder::build(const QueryInstances& query, bool proof) {
  answer_ = Answer();
  groups_.clear();
  states_.clear();
  literals_.clear();
  fresh_names_ = 0;
  name_free(query);
  walk(query.values());
  list_bindings(query.values());
  list_literals();
  if (proof && full_) {
    // Anew: what stands before a reason is no part of the model.
    answer_.proof.clear();
    groups_.clear();
    states_.clear();
    shows_before_ = true;
    walk(query.values());
    shows_before_ = false;
  }
  if (!proof) answer_.proof.clear();
  return std::move(answer_);
}

void ProofBuilder::walk(std::span<const GroundTerm> query_values) {
  answer_.proof.emplace_back().kind = NodeKind::query;
  std::vector<Frame> frames(1);
  frames[0].items = reasons_.body_items(ground_.query.form, query_values);
  if (!completion_.checks().empty()) frames[0].items.push_back(checks_group());
  while (!frames.empty()) {
    Frame& frame = frames.back();
    if (frame.next < frame.items.size()) {
      enter(frame, frame.items[frame.next++], frames);
      continue;
    }
    if (frame.node != 0) states_[frame.item] = State::done;
    frames.pop_back();
  }
}

void ProofBuilder::enter(Frame& above, ReasonItem item, std::vector<Frame>& frames) {
  const auto index = static_cast<std::uint32_t>(answer_.proof.size());
  answer_.proof[above.node].children.push_back(index);
  ProofNode node;
  if (item.kind == Kind::builtin) {
    node.kind = NodeKind::builtin;
    node.term = builtin_term(reasons_.builtin(item.index));
    answer_.proof.push_back(std::move(node));
    return;
  }
  if (item.kind == Kind::group) {
    node.kind = groups_[item.index].kind;
    node.clause = groups_[item.index].clause;
  } else {
    node.literal = literal_of(item);
    const auto [state, fresh] = states_.emplace(item, State::open);
    if (!fresh) {
      node.support = state->second == State::open ? Support::assumed : Support::repeated;
      answer_.proof.push_back(std::move(node));
      return;
    }
  }
  std::vector<ReasonItem> items = reasons_for(item, node);
  answer_.proof.push_back(std::move(node));
  frames.push_back({index, item, std::move(items), 0});
}

std::vector<ReasonItem> ProofBuilder::reasons_for(ReasonItem item, ProofNode& node) {
  if (item.kind == Kind::group) return std::move(groups_[item.index].items);
  if (item.kind == Kind::pattern) return reasons_for_pattern(item.index);
  GroundLiteral literal;
  literal.code = item.index;
  if (literal.negated()) return reasons_for_false(literal.atom());
  return reasons_for_true(literal.atom(), node);
}

std::vector<ReasonItem> ProofBuilder::reasons_for_true(AtomId atom, ProofNode& node) {
  if (ground_.is_exact(ground_.world.atoms.predicate(atom))) {
    node.clause = ground_.world.atoms.source(atom);
    if (ground_.program.clauses[node.clause->index()].body.empty()) return {};
    const GroundForm& form = ground_.forms[reasons_.form_of(*node.clause)];
    return reasons_.body_items(form, ground_.values_of(atom, form));
  }
  const std::uint32_t variable = completion_.lit(atom).variable();
  const GroundClause& clause = ground_.clauses[justifier_.support(variable)];
  if (clause.form == GroundClause::fact) {
    node.clause = ground_.world.atoms.source(atom);
    return {};
  }
  node.clause = ground_.forms[clause.form].clause;
  return reasons_.body_items(ground_.forms[clause.form], ground_.values_of(clause));
}

ReasonItem ProofBuilder::add_group(Group group) {
  groups_.push_back(std::move(group));
  return {Kind::group, static_cast<std::uint32_t>(groups_.size() - 1)};
}

ReasonItem ProofBuilder::item_of(Lit literal) const {
  return {Kind::literal,
          GroundLiteral(completion_.atom(literal.variable()), literal.negated()).code};
}

std::vector<ReasonItem> ProofBuilder::reasons_for_false(AtomId atom) {
  std::vector<ReasonItem> result;
  std::span<const std::uint32_t> instances;
  if (ground_.world.atoms.is_row(atom)) {
    instances = completion_.clauses(completion_.lit(atom).variable());
  }
  std::size_t next = 0;
  for (const GroundReasons::Failure& failure : reasons_.failures(atom)) {
    Group group{NodeKind::clause_fails, ground_.forms[failure.form].clause, shown_items(failure)};
    ReasonItems known(group.items.begin(), group.items.end());
    for (; next < instances.size() && ground_.clauses[instances[next]].form == failure.form;
         ++next) {
      const ReasonItem item = item_of(justifier_.blocker(instances[next]));
      add_before(ground_.clauses[instances[next]], item, known, group.items);
      if (known.insert(item).second) group.items.push_back(item);
    }
    result.push_back(add_group(std::move(group)));
  }
  return result;
}

std::vector<ReasonItem> ProofBuilder::reasons_for_pattern(std::uint32_t pattern) {
  std::vector<ReasonItem> result;
  for (const GroundReasons::Failure& failure : reasons_.pattern_failures(pattern)) {
    result.push_back(add_group(
        {NodeKind::clause_fails, ground_.forms[failure.form].clause, shown_items(failure)}));
  }
  return result;
}

// In this answer: the same in all answer sets, or used by its proof.
bool ProofBuilder::holds(ReasonItem item) const {
  if (item.kind == Kind::builtin) return true;
  if (item.kind != Kind::literal) return false;
  GroundLiteral literal;
  literal.code = item.index;
  const bool row = ground_.world.atoms.is_row(literal.atom());
  if (!row || ground_.is_exact(ground_.world.atoms.predicate(literal.atom()))) {
    return row != literal.negated();
  }
  return justifier_.is_used(completion_.lit(literal));
}

std::vector<ReasonItem> ProofBuilder::shown_items(const GroundReasons::Failure& failure) const {
  std::vector<ReasonItem> items;
  for (std::size_t i = 0; i < failure.items.size(); ++i) {
    if (failure.before[i] && (!shows_before_ || !holds(failure.items[i]))) continue;
    items.push_back(failure.items[i]);
  }
  return items;
}

void ProofBuilder::add_before(const GroundClause& clause, ReasonItem blocker, ReasonItems& known,
                              std::vector<ReasonItem>& items) {
  if (!shows_before_ || clause.form == GroundClause::fact) return;
  for (const ReasonItem item :
       reasons_.body_items(ground_.forms[clause.form], ground_.values_of(clause))) {
    if (item.kind == Kind::literal && (item.index ^ 1u) == blocker.index) return;
    if (holds(item) && known.insert(item).second) items.push_back(item);
  }
}

ReasonItem ProofBuilder::checks_group() {
  Group checks{NodeKind::checks, std::nullopt, {}};
  std::unordered_map<std::uint32_t, std::pair<std::uint32_t, ReasonItems>> by_form;
  for (const std::uint32_t check : completion_.checks()) {
    const std::uint32_t form = ground_.clauses[check].form;
    const auto [found, fresh] = by_form.try_emplace(form);
    auto& [group, known] = found->second;
    if (fresh) {
      const ReasonItem item = add_group({NodeKind::check, ground_.forms[form].clause, {}});
      group = item.index;
      checks.items.push_back(item);
    }
    const ReasonItem item = item_of(justifier_.blocker(check));
    add_before(ground_.clauses[check], item, known, groups_[group].items);
    if (known.insert(item).second) groups_[group].items.push_back(item);
  }
  return add_group(std::move(checks));
}

PredicateId ProofBuilder::predicate_of(ReasonItem item) const {
  if (item.kind == Kind::pattern) return reasons_.pattern(item.index).predicate;
  return ground_.world.atoms.predicate(AtomId(item.index / 2));
}

Literal ProofBuilder::literal_of(ReasonItem item) {
  if (const auto found = literals_.find(item); found != literals_.end()) return found->second;
  const Predicate& predicate = ground_.program.predicates[predicate_of(item).index()];
  Literal literal{true, predicate.classical, {}};
  std::vector<TermId> arguments;
  Terms& terms = answer_.terms;
  if (item.kind == Kind::literal) {
    literal.negated = item.index % 2 == 1;
    for (const GroundTerm argument : ground_.world.atoms.arguments(AtomId(item.index / 2))) {
      arguments.push_back(ground_.world.terms.copy(argument, terms));
    }
  } else {
    std::vector<TermId> variables;
    for (const Operand& operand : reasons_.pattern(item.index).arguments) {
      if (!operand.is_slot) {
        arguments.push_back(ground_.world.terms.copy(GroundTerm(operand.index), terms));
        continue;
      }
      if (operand.index == variables.size()) {
        const auto slot = reasons_.pattern(item.index).query_slots[operand.index];
        if (!slot) answer_.universal.push_back(fresh_name());
        variables.push_back(variable(slot ? free_names_.at(*slot) : answer_.universal.back()));
      }
      arguments.push_back(variables[operand.index]);
    }
  }
  const Symbol name = terms.symbol(ground_.program.terms.text(predicate.name));
  literal.atom = arguments.empty() ? terms.add_named(TermKind::atom, name, {})
                                   : terms.add_compound(name, arguments, {});
  literals_.emplace(item, literal);
  return literal;
}

std::string ProofBuilder::fresh_name() {
  for (;;) {
    const std::uint32_t number = fresh_names_++;
    std::string name(1, static_cast<char>('A' + number % 26));
    if (number >= 26) name += std::to_string(number / 26);
    const auto& taken = ground_.query.form.slot_names;
    if (std::find(taken.begin(), taken.end(), name) == taken.end()) return name;
  }
}

TermId ProofBuilder::builtin_term(const BuiltinInstance& instance) {
  const GroundForm& form = *instance.form;
  const GroundGoal& goal = form.body[instance.goal];
  const Goal& source = form.clause
                           ? ground_.program.clauses[form.clause->index()].body[instance.goal]
                           : (*ground_.program.query)[instance.goal];
  const Terms& from = ground_.program.terms;
  Terms& into = answer_.terms;
  // As written or the opposite; where there is none, not(...) around it.
  const bool as_written = instance.holds != goal.negated;
  const auto other = as_written ? std::nullopt : opposite(goal.kind);
  struct Open {
    TermId term;
    std::uint32_t next;
  };
  std::vector<Open> open{{source.term, 0}};
  std::vector<TermId> done;
  while (!open.empty()) {
    const TermId id = open.back().term;
    const Term& term = from[id];
    if (open.back().next < term.arity) {
      open.push_back({from.argument(id, open.back().next++), 0});
      continue;
    }
    open.pop_back();
    if (term.kind == TermKind::variable) {
      std::size_t at = 0;
      while (form.slot_names[goal.slots[at]] != from.name(id)) ++at;
      done.push_back(instance.values[at] == any_other
                         ? variable(free_names_.at(goal.slots[at]))
                         : ground_.world.terms.copy(instance.values[at], into));
    } else if (term.kind == TermKind::number) {
      done.push_back(into.add_number(from.number(id), {}, term.decimal));
    } else if (term.kind == TermKind::compound) {
      const std::string_view name =
          open.empty() && other ? builtin_name(*other) : std::string_view(from.name(id));
      const TermId made = into.add_compound(
          into.symbol(name), {done.data() + done.size() - term.arity, term.arity}, {}, term.quoted);
      done.resize(done.size() - term.arity);
      done.push_back(made);
    } else {
      done.push_back(into.add_named(term.kind, into.symbol(from.name(id)), {}, term.quoted));
    }
  }
  if (as_written || other) return done.back();
  return into.add_compound(into.symbol("not"), done, {});
}

void ProofBuilder::list_bindings(std::span<const GroundTerm> query_values) {
  key_.clear();
  std::vector<std::uint32_t> named;
  const auto& names = ground_.query.form.slot_names;
  for (std::uint32_t i = 0; i < names.size(); ++i) {
    if (names[i] != "_") named.push_back(i);
  }
  std::sort(named.begin(), named.end(),
            [&](std::uint32_t a, std::uint32_t b) { return names[a] < names[b]; });
  for (const std::uint32_t slot : named) {
    const GroundTerm value = query_values[slot];
    answer_.bindings.push_back({names[slot], value == any_other
                                                 ? variable(names[slot])
                                                 : ground_.world.terms.copy(value, answer_.terms)});
    key_.push_back(value.value);
  }
}

TermId ProofBuilder::variable(const std::string& name) {
  return answer_.terms.add_named(TermKind::variable, answer_.terms.symbol(name), {});
}

// Free variables that stand for all other values: X \= a for each value that they are not.
void ProofBuilder::name_free(const QueryInstances& query) {
  free_names_.clear();
  for (std::size_t i = 0; i < ground_.query.free.size(); ++i) {
    const std::uint32_t slot = ground_.query.free[i];
    if (query.values()[slot] != any_other) continue;
    const std::string& given = ground_.query.form.slot_names[slot];
    const std::string name = given == "_" ? fresh_name() : given;
    free_names_.emplace(slot, name);
    for (const GroundTerm value : query.candidates(i)) {
      const TermId sides[] = {variable(name), ground_.world.terms.copy(value, answer_.terms)};
      answer_.constraints.push_back(
          answer_.terms.add_compound(answer_.terms.symbol("\\="), sides, {}));
    }
  }
}

// By atom in standard order, then p, not p, -p, not -p.
bool ProofBuilder::comes_before(ReasonItem a, ReasonItem b) const {
  const Program& program = ground_.program;
  const Predicate& p = program.predicates[predicate_of(a).index()];
  const Predicate& q = program.predicates[predicate_of(b).index()];
  if (p.arity != q.arity) return p.arity < q.arity;
  if (p.name != q.name) return program.terms.text(p.name) < program.terms.text(q.name);
  const auto argument = [&](ReasonItem item, std::size_t i) -> Operand {
    if (item.kind == Kind::pattern) return reasons_.pattern(item.index).arguments[i];
    return {false, ground_.world.atoms.arguments(AtomId(item.index / 2))[i].value};
  };
  for (std::uint32_t i = 0; i < p.arity; ++i) {
    const Operand x = argument(a, i), y = argument(b, i);
    if (x.is_slot != y.is_slot) return x.is_slot;  // variables come first
    if (x.index == y.index) continue;
    if (x.is_slot) return x.index < y.index;
    const auto order = ground_.world.terms.compare(GroundTerm(x.index), GroundTerm(y.index));
    if (order != 0) return order < 0;
  }
  const auto sign = [](ReasonItem item, const Predicate& predicate) {
    const bool negated = item.kind == Kind::pattern || item.index % 2 == 1;
    return (predicate.classical ? 2 : 0) + (negated ? 1 : 0);
  };
  return sign(a, p) < sign(b, q);
}

// `not p` beside -p, and `not -p` beside p, say nothing new.
bool ProofBuilder::is_said_by_opposite(ReasonItem item) const {
  if (item.kind != Kind::literal || item.index % 2 == 0) return false;
  const AtomId atom(item.index / 2);
  const Predicate& predicate =
      ground_.program.predicates[ground_.world.atoms.predicate(atom).index()];
  const auto other =
      ground_.program.find_predicate(predicate.name, predicate.arity, !predicate.classical);
  if (!other) return false;
  const auto there = ground_.world.atoms.find(*other, ground_.world.atoms.arguments(atom));
  return there && literals_.count({Kind::literal, GroundLiteral(*there, false).code}) > 0;
}

void ProofBuilder::list_literals() {
  std::vector<ReasonItem> items;
  for (const auto& [item, literal] : literals_) {
    if (!is_said_by_opposite(item)) items.push_back(item);
  }
  std::sort(items.begin(), items.end(),
            [this](ReasonItem a, ReasonItem b) { return comes_before(a, b); });
  for (const ReasonItem item : items) {
    answer_.literals.push_back(literals_.at(item));
    key_.push_back(item.kind == Kind::pattern ? 1 : 0);
    key_.push_back(item.index);
  }
  std::sort(answer_.universal.begin(), answer_.universal.end());
}

}  // namespace cogs::logic
