// SPDX-License-Identifier: Apache-2.0
//
// What an aggregate, a conditional literal or a double negation can be in an instance.
#include <algorithm>
#include <compare>

#include "logic/ground/rule_grounder.h"

namespace cogs::logic {

namespace {

// Sums that an aggregate whose value a variable takes can have.
constexpr std::size_t most_values = 100'000;

bool is_extremum(AggregateFunction function) {
  return function == AggregateFunction::min || function == AggregateFunction::max;
}

}  // namespace

std::vector<JoinStep> RuleGrounder::element_steps(const GroundForm& form,
                                                  const std::vector<bool>& bound) {
  return plan_steps(form, bound, world_.atoms,
                    {.first = {}, .in_order = false, .names = &program_.terms})
      .value();
}

void RuleGrounder::find_choices(const GroundGoal& goal, std::span<const GroundTerm> values,
                                bool assigns, std::vector<PartChoice>& into) {
  const PartForm& part = ground_.parts[goal.part];
  switch (part.kind) {
    case PartForm::Kind::twice: return choose_twice(goal, part, values, into);
    case PartForm::Kind::conditional: return choose_conditional(goal, part, values, into);
    case PartForm::Kind::aggregate: return choose_aggregate(goal, part, values, assigns, into);
  }
}

void RuleGrounder::choose_twice(const GroundGoal& goal, const PartForm& part,
                                std::span<const GroundTerm> values, std::vector<PartChoice>& into) {
  arguments_.clear();
  for (const Operand& operand : part.inner.arguments) arguments_.push_back(operand.value(values));
  const AtomId atom = world_.atoms.atom(part.inner.predicate, arguments_);
  const Knowledge knowledge = world_.knowledge[part.inner.predicate.index()];
  if (knowledge != Knowledge::growing) {
    if (!world_.atoms.is_row(atom)) return;
    if (knowledge == Knowledge::exact) {
      into.emplace_back();
      return;
    }
  }
  GroundDefinition made;
  made.inner = GroundLiteral(atom, false);
  into.emplace_back().literals.push_back({define(goal.part, std::move(made)), false});
}

bool RuleGrounder::uses_growing(const PartForm& part) const {
  for (const ElementForm& element : part.elements) {
    for (const std::vector<GroundGoal>* goals : {&element.form.body, &element.literal}) {
      for (const GroundGoal& goal : *goals) {
        if (goal.kind == GoalKind::call &&
            world_.knowledge[goal.predicate.index()] == Knowledge::growing) {
          return true;
        }
        if (goal.is_part() && uses_growing(ground_.parts[goal.part])) return true;
      }
    }
  }
  return false;
}

void RuleGrounder::choose_conditional(const GroundGoal& goal, const PartForm& part,
                                      std::span<const GroundTerm> values,
                                      std::vector<PartChoice>& into) {
  const ElementForm& element = part.elements[0];
  const bool plain =
      !element.literal[0].twice &&
      std::all_of(element.form.body.begin(), element.form.body.end(),
                  [&](const GroundGoal& condition) {
                    if (condition.is_part()) return false;
                    return condition.kind != GoalKind::call ||
                           world_.knowledge[condition.predicate.index()] == Knowledge::exact;
                  });
  if (!plain) {
    const bool pending = uses_growing(part);
    const std::uint32_t set = find_set(goal.part, values, pending);
    const auto& breaking = ground_.sets[set].elements;
    if (!pending && breaking.empty()) {
      into.emplace_back();
      return;
    }
    if (std::any_of(breaking.begin(), breaking.end(),
                    [](const GroundElement& one) { return one.is_certain(); })) {
      return;
    }
    GroundDefinition made;
    made.set = set;
    into.emplace_back().literals.push_back({define(goal.part, std::move(made)), false});
    return;
  }
  PartChoice choice;
  Join join(element.form, steps_of(goal.part, 0), world_);
  prepare(join, part, values);
  while (join.next()) {
    const GroundGoal& literal = element.literal[0];
    if (literal.kind != GoalKind::call) {
      if (!test_evaluated(literal, join.values(), world_.terms, program_.terms)) return;
      continue;
    }
    arguments_.clear();
    for (const Operand& operand : literal.arguments) {
      arguments_.push_back(operand.value(join.values()));
    }
    const AtomId atom = world_.atoms.atom(literal.predicate, arguments_);
    const Knowledge knowledge = world_.knowledge[literal.predicate.index()];
    const bool row = world_.atoms.is_row(atom);
    if (knowledge == Knowledge::growing || (knowledge == Knowledge::open && row)) {
      choice.literals.emplace_back(atom, literal.negated);
    } else if (row == literal.negated) {
      return;
    }
  }
  into.push_back(std::move(choice));
}

void RuleGrounder::choose_aggregate(const GroundGoal& goal, const PartForm& part,
                                    std::span<const GroundTerm> values, bool assigns,
                                    std::vector<PartChoice>& into) {
  const bool pending = uses_growing(part);
  if (pending && assigns) {
    const Clause& clause = program_.clauses[ground_.forms[form_].clause->index()];
    throw_located(program_, clause.file, clause.span,
                  "the value of an aggregate cannot be taken here, for its elements depend on "
                  "this statement",
                  "compare the aggregate with a value that another literal gives");
  }
  const std::uint32_t set = find_set(goal.part, values, pending);
  if (!assigns) {
    if (auto choice = decide(goal, part, set, values, pending)) into.push_back(std::move(*choice));
    return;
  }
  std::vector<GroundTerm> with(values.begin(), values.end());
  for (const GroundTerm value : possible_values(part.function, set)) {
    with[*goal.result] = value;
    auto choice = decide(goal, part, set, with, false);
    if (!choice) continue;
    choice->value = value;
    into.push_back(std::move(*choice));
  }
}

// Nullopt: false whatever is chosen.
std::optional<PartChoice> RuleGrounder::decide(const GroundGoal& goal, const PartForm& part,
                                               std::uint32_t set,
                                               std::span<const GroundTerm> values, bool pending) {
  GroundDefinition made;
  made.set = set;
  for (const PartForm::BoundForm& bound : part.bounds) {
    const auto value = evaluated(bound.expression, values, world_.terms, program_.terms);
    if (!value) return std::nullopt;
    made.bounds.emplace_back(bound.relation, *value);
  }
  const bool decided =
      !pending && std::all_of(ground_.sets[set].elements.begin(), ground_.sets[set].elements.end(),
                              [](const GroundElement& e) { return e.is_certain(); });
  if (decided) {
    const bool holds =
        bounds_hold(part.function, certain_value(part.function, set), made.bounds, world_.terms);
    if (holds == goal.negated) return std::nullopt;
    return PartChoice{};
  }
  PartChoice choice;
  choice.literals.emplace_back(define(goal.part, std::move(made)), goal.negated);
  return choice;
}

SetValue RuleGrounder::certain_value(AggregateFunction function, std::uint32_t set) const {
  SetValue value;
  for (const GroundElement& element : ground_.sets[set].elements) {
    if (!element.is_certain()) continue;
    value.sum += base::Number(element.weight);
    if (!is_extremum(function)) continue;
    const GroundTerm term = element.tuple[0];
    const bool less = value.best && world_.terms.compare(term, *value.best) < 0;
    if (!value.best || less == (function == AggregateFunction::min)) value.best = term;
  }
  return value;
}

std::vector<GroundTerm> RuleGrounder::possible_values(AggregateFunction function,
                                                      std::uint32_t set) {
  std::vector<GroundTerm> result;
  const GroundSet& found = ground_.sets[set];
  if (is_extremum(function)) {
    bool certain = false;
    for (const GroundElement& element : found.elements) {
      result.push_back(element.tuple[0]);
      certain |= element.is_certain();
    }
    if (!certain) {
      result.push_back(named(function == AggregateFunction::min ? "#sup" : "#inf"));
    }
    std::sort(result.begin(), result.end(),
              [&](GroundTerm a, GroundTerm b) { return world_.terms.compare(a, b) < 0; });
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
  }
  std::set<std::int64_t> sums{0};
  for (const GroundElement& element : found.elements) {
    std::set<std::int64_t> more;
    for (const std::int64_t sum : sums) {
      more.insert(sum + element.weight);
      if (!element.is_certain()) more.insert(sum);
    }
    sums = std::move(more);
    if (sums.size() > most_values) {
      const Clause& clause = program_.clauses[ground_.forms[form_].clause->index()];
      throw_located(program_, clause.file, clause.span,
                    "the aggregate whose value is taken here can have too many values",
                    "compare it with a value that another literal gives");
    }
  }
  for (const std::int64_t sum : sums) result.push_back(world_.terms.add_number(sum, false));
  return result;
}

GroundTerm RuleGrounder::named(std::string_view name) {
  // #inf and #sup are made when a program needs them; the program's terms know their names.
  return world_.terms.add_name(name);
}

const std::vector<JoinStep>& RuleGrounder::steps_of(std::uint32_t part, std::size_t element) {
  const auto key = std::pair(part, static_cast<std::uint32_t>(element));
  const auto found = element_steps_.find(key);
  if (found != element_steps_.end()) return found->second;
  const PartForm& form = ground_.parts[part];
  std::vector<bool> bound(form.elements[element].form.slot_names.size(), false);
  for (const std::uint32_t slot : form.in_elements) bound[slot] = true;
  return element_steps_.emplace(key, element_steps(form.elements[element].form, bound))
      .first->second;
}

void RuleGrounder::prepare(Join& join, const PartForm& part, std::span<const GroundTerm> values) {
  for (const std::uint32_t slot : part.in_elements) join.set(slot, values[slot]);
  join.set_parts(*this);
  join.start();
}

// The set of an aggregate for these values; filled at once unless `pending`.
std::uint32_t RuleGrounder::find_set(std::uint32_t part, std::span<const GroundTerm> values,
                                     bool pending) {
  const PartForm& form = ground_.parts[part];
  std::vector<std::uint32_t> key{part};
  GroundSet made;
  made.part = part;
  for (const std::uint32_t slot : form.in_elements) {
    made.values.push_back(values[slot]);
    key.push_back(values[slot].value);
  }
  const auto index = static_cast<std::uint32_t>(ground_.sets.size());
  const auto [found, fresh] = set_ids_.emplace(std::move(key), index);
  if (!fresh) return found->second;
  ground_.sets.push_back(std::move(made));
  if (pending) {
    pending_.push_back({index, std::vector<GroundTerm>(values.begin(), values.end())});
  } else {
    fill(index, values);
  }
  return index;
}

void RuleGrounder::fill_pending() {
  for (std::size_t i = 0; i < pending_.size(); ++i) {
    const auto [set, values] = pending_[i];
    fill(set, values);
  }
  pending_.clear();
}

void RuleGrounder::fill(std::uint32_t index, std::span<const GroundTerm> values) {
  const std::uint32_t part_index = ground_.sets[index].part;
  const PartForm& part = ground_.parts[part_index];
  std::map<std::vector<std::uint32_t>, std::size_t> ids;
  for (std::size_t e = 0; e < part.elements.size(); ++e) {
    const ElementForm& element = part.elements[e];
    Join join(element.form, steps_of(part_index, e), world_);
    prepare(join, part, values);
    while (join.next()) {
      std::vector<GroundLiteral> literals = join.literals();
      if (part.kind == PartForm::Kind::conditional) {
        if (!add_breaking(element, join, literals)) continue;
        ground_.sets[index].elements.push_back({{}, {std::move(literals)}, 1});
        continue;
      }
      GroundElement made;
      std::vector<std::uint32_t> key;
      bool defined = true;
      for (const Expression& expression : element.tuple) {
        const auto value = evaluated(expression, join.values(), world_.terms, program_.terms);
        defined &= value.has_value();
        if (!value) break;
        made.tuple.push_back(*value);
        key.push_back(value->value);
      }
      if (!defined || !set_weight(part.function, made)) continue;
      auto& elements = ground_.sets[index].elements;
      const auto [found, fresh] = ids.emplace(std::move(key), elements.size());
      if (fresh) elements.push_back(std::move(made));
      add_condition(elements[found->second], literals);
    }
  }
}

// What breaks `p : q` is q and not p.
bool RuleGrounder::add_breaking(const ElementForm& element, const Join& join,
                                std::vector<GroundLiteral>& literals) {
  const GroundGoal& literal = element.literal[0];
  if (literal.kind != GoalKind::call) {
    return !test_evaluated(literal, join.values(), world_.terms, program_.terms);
  }
  arguments_.clear();
  for (const Operand& operand : literal.arguments)
    arguments_.push_back(operand.value(join.values()));
  const AtomId atom = world_.atoms.atom(literal.predicate, arguments_);
  const bool row = world_.atoms.is_row(atom);
  if (world_.knowledge[literal.predicate.index()] != Knowledge::exact && row) {
    literals.emplace_back(atom, !literal.negated);
    return true;
  }
  return row == literal.negated;
}

bool RuleGrounder::set_weight(AggregateFunction function, GroundElement& element) const {
  if (function == AggregateFunction::count) {
    element.weight = 1;
    return true;
  }
  if (element.tuple.empty()) return false;
  if (is_extremum(function)) return true;
  if (!world_.terms.is_number(element.tuple[0])) return false;
  const auto weight = world_.terms.number(element.tuple[0]).to_int64();
  if (!weight || (function == AggregateFunction::sum_plus && *weight < 0)) return false;
  element.weight = *weight;
  return *weight != 0;
}

AtomId RuleGrounder::define(std::uint32_t part, GroundDefinition made) {
  made.part = part;
  made.form = form_;
  std::vector<std::uint32_t> key{part, made.set, made.inner.code};
  for (const auto& [relation, term] : made.bounds) {
    key.push_back(static_cast<std::uint32_t>(relation));
    key.push_back(term.value);
  }
  const auto index = static_cast<std::uint32_t>(ground_.definitions.size());
  const auto [found, fresh] = definition_ids_.emplace(std::move(key), index);
  if (!fresh) return ground_.definitions[found->second].atom;
  const GroundTerm number = world_.terms.add_number(std::int64_t{index}, false);
  made.atom = world_.atoms.atom(ground_.own_relation, {&number, 1});
  world_.atoms.make_row(made.atom, ClauseId(), 0);
  ground_.definitions.push_back(std::move(made));
  return ground_.definitions.back().atom;
}

bool bounds_hold(AggregateFunction function, const SetValue& value,
                 const std::vector<std::pair<GoalKind, GroundTerm>>& bounds,
                 const GroundTerms& terms) {
  return std::all_of(bounds.begin(), bounds.end(), [&](const auto& bound) {
    std::strong_ordering order = std::strong_ordering::equal;
    if (is_extremum(function)) {
      // Of nothing, the least is #sup and the greatest #inf.
      if (!value.best) {
        const TermKind kind = terms.kind(bound.second);
        const bool least = function == AggregateFunction::min;
        const bool same =
            kind == TermKind::atom && terms.is_limit(bound.second, least ? "#sup" : "#inf");
        order = same    ? std::strong_ordering::equal
                : least ? std::strong_ordering::greater
                        : std::strong_ordering::less;
      } else {
        order = terms.compare(*value.best, bound.second);
      }
    } else if (terms.is_number(bound.second)) {
      order = value.sum <=> terms.number(bound.second);
    } else {
      order = terms.is_limit(bound.second, "#inf") ? std::strong_ordering::greater
                                                   : std::strong_ordering::less;
    }
    return order_holds(bound.first, order);
  });
}

}  // namespace cogs::logic
