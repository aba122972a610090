// SPDX-License-Identifier: Apache-2.0
#include "logic/ground/join.h"

#include <algorithm>
#include <functional>
#include <queue>

#include "logic/ground/rule.h"

namespace cogs::logic {

namespace {

// Chooses the goals one after the other, as soon as they can run: comparisons and negations at
// once, for they only shrink the result, and then the call that promises the fewest rows. Bodies
// can be long: what can run is found by counting the variables that a goal still waits for.
class Planner {
 public:
  Planner(const GroundForm& form, std::vector<bool> bound, const GroundAtoms& atoms,
          const PlanOptions& options)
      : form_(form),
        bound_(std::move(bound)),
        atoms_(atoms),
        in_order_(options.in_order),
        names_(options.names) {
    placed_.assign(form.body.size(), false);
    bound_.resize(form.slot_names.size(), false);
    users_.resize(bound_.size());
    open_slots_.resize(form.body.size());
    for (std::uint32_t i = 0; i < form.body.size(); ++i) {
      const GroundGoal& goal = form.body[i];
      for (const std::uint32_t slot : goal.slots) {
        if (bound_[slot]) continue;
        ++open_slots_[i];
        users_[slot].push_back(i);
      }
      if (open_slots_[i] == 0) ready_.push(i);
      if (goal.is_positive_call()) calls_.goals.push_back(i);
      if (goal.is_part()) parts_.goals.push_back(i);
      if (goal.range && goal.left.is_slot()) ranges_.goals.push_back(i);
      if (goal.evaluates) matches_.goals.push_back(i);
      if (goal.kind != GoalKind::call && !goal.is_part()) assignments_.goals.push_back(i);
    }
    // To weigh every call against all others takes the square of their number.
    constexpr std::size_t most_weighed = 2000;
    if (calls_.goals.size() > most_weighed) in_order_ = true;
  }

  bool place_all() {
    while (steps_.size() < form_.body.size()) {
      if (!place_filter() && !place_assignment(true) && !place_match() && !place_range(true) &&
          !place_call() && !place_assignment(false) && !place_range(false) && !place_part()) {
        return false;
      }
    }
    if (!form_.has_head) return true;
    return std::all_of(form_.head.begin(), form_.head.end(), [&](const Operand& operand) {
      return !operand.is_slot || bound_[operand.index];
    });
  }

  void place_scan(std::uint32_t goal) {
    JoinStep step;
    step.kind = JoinStep::Kind::scan;
    step.goal = goal;
    const auto& arguments = form_.body[goal].arguments;
    step.binds.assign(arguments.size(), false);
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const Operand& operand = arguments[i];
      if (!operand.is_slot || (bound_[operand.index] && !bound_here(step, arguments, i))) {
        if (i < 32) step.positions |= std::uint32_t{1} << i;
      } else if (!bound_[operand.index]) {
        step.binds[i] = true;
        bind(operand.index);
      }
    }
    place(std::move(step));
  }

  std::vector<JoinStep> take() { return std::move(steps_); }

 private:
  // Whether an argument before `at` in the same call gives the variable its value.
  static bool bound_here(const JoinStep& step, const std::vector<Operand>& arguments,
                         std::size_t at) {
    for (std::size_t i = 0; i < at; ++i) {
      if (step.binds[i] && arguments[i].index == arguments[at].index) return true;
    }
    return false;
  }

  // Goals of one kind in their order; those in front that are placed are passed over for good.
  struct Goals {
    std::vector<std::uint32_t> goals;
    std::size_t first = 0;
  };
  std::size_t first_open(Goals& of) const {
    while (of.first < of.goals.size() && placed_[of.goals[of.first]]) ++of.first;
    return of.first;
  }

  void bind(std::uint32_t slot) {
    if (bound_[slot]) return;
    bound_[slot] = true;
    for (const std::uint32_t goal : users_[slot]) {
      if (--open_slots_[goal] == 0) ready_.push(goal);
    }
  }

  void place(JoinStep step) {
    placed_[step.goal] = true;
    steps_.push_back(std::move(step));
  }

  bool place_filter() {
    for (; !ready_.empty(); ready_.pop()) {
      const std::uint32_t i = ready_.top();
      const GroundGoal& goal = form_.body[i];
      if (placed_[i] || goal.is_part()) continue;
      JoinStep step;
      step.goal = i;
      if (goal.kind == GoalKind::call) {
        step.kind = goal.negated ? JoinStep::Kind::negated : JoinStep::Kind::find;
      }
      place(std::move(step));
      return true;
    }
    return false;
  }

  // An assignment after a call that has the same variable only tests what the call gives: 3.0
  // passes X #= 3, but is not what it assigns.
  bool place_assignment(bool only_first_use) {
    const std::vector<std::uint32_t>& goals = assignments_.goals;
    std::vector<bool> in_call;
    std::size_t call = first_open(calls_);
    for (std::size_t k = first_open(assignments_); k < goals.size(); ++k) {
      const std::uint32_t i = goals[k];
      const GroundGoal& goal = form_.body[i];
      if (placed_[i] || open_slots_[i] != 1) continue;
      const std::uint32_t slot = *std::find_if(goal.slots.begin(), goal.slots.end(),
                                               [&](std::uint32_t s) { return !bound_[s]; });
      if (!can_assign(goal, slot)) continue;
      if (only_first_use) {
        in_call.resize(bound_.size(), false);
        for (; call < calls_.goals.size() && calls_.goals[call] < i; ++call) {
          if (placed_[calls_.goals[call]]) continue;
          for (const std::uint32_t s : form_.body[calls_.goals[call]].slots) in_call[s] = true;
        }
        if (in_call[slot]) continue;
      }
      JoinStep step;
      step.kind = JoinStep::Kind::assign;
      step.goal = i;
      step.slot = slot;
      bind(slot);
      place(std::move(step));
      return true;
    }
    return false;
  }

  bool place_match() {
    if (!names_) return false;
    for (std::size_t k = first_open(matches_); k < matches_.goals.size(); ++k) {
      const std::uint32_t i = matches_.goals[k];
      const GroundGoal& goal = form_.body[i];
      if (placed_[i]) continue;
      const auto side = matchable(goal, bound_, *names_);
      if (!side) continue;
      JoinStep step;
      step.kind = JoinStep::Kind::match;
      step.goal = i;
      step.right = *side == Side::right;
      step.bound = bound_;
      for (const std::uint32_t slot : goal.slots) bind(slot);
      place(std::move(step));
      return true;
    }
    return false;
  }

  // A range that a call will test is no way to find values, unless nothing else is.
  bool place_range(bool only_first_use) {
    for (std::size_t k = first_open(ranges_); k < ranges_.goals.size(); ++k) {
      const std::uint32_t i = ranges_.goals[k];
      const GroundGoal& goal = form_.body[i];
      if (placed_[i] || open_slots_[i] != 1) continue;
      const std::uint32_t slot = goal.left.items[0].operand.index;
      if (bound_[slot] || (only_first_use && in_open_call(slot))) continue;
      JoinStep step;
      step.kind = JoinStep::Kind::range;
      step.goal = i;
      step.slot = slot;
      bind(slot);
      place(std::move(step));
      return true;
    }
    return false;
  }

  bool in_open_call(std::uint32_t slot) const {
    return std::any_of(calls_.goals.begin(), calls_.goals.end(), [&](std::uint32_t i) {
      const auto& slots = form_.body[i].slots;
      return !placed_[i] && std::binary_search(slots.begin(), slots.end(), slot);
    });
  }

  // Aggregates cost most: they come last.
  bool place_part() {
    for (std::size_t k = first_open(parts_); k < parts_.goals.size(); ++k) {
      const std::uint32_t i = parts_.goals[k];
      const GroundGoal& goal = form_.body[i];
      if (placed_[i]) continue;
      const std::size_t open = open_slots_[i];
      const bool assigns = open == 1 && goal.result && !bound_[*goal.result];
      if (open > 0 && !assigns) continue;
      JoinStep step;
      step.kind = JoinStep::Kind::part;
      step.goal = i;
      step.assigns = assigns;
      if (assigns) {
        step.slot = *goal.result;
        bind(step.slot);
      }
      place(std::move(step));
      return true;
    }
    return false;
  }

  bool place_call() {
    std::optional<std::uint32_t> best;
    double least = 0;
    for (std::size_t k = first_open(calls_); k < calls_.goals.size(); ++k) {
      const std::uint32_t i = calls_.goals[k];
      const GroundGoal& goal = form_.body[i];
      if (placed_[i]) continue;
      double rows = atoms_.row_count(goal.predicate) + 1.0;
      for (const Operand& operand : goal.arguments) {
        if (!operand.is_slot || bound_[operand.index]) rows /= 8;
      }
      if (best && rows >= least) continue;
      best = i;
      least = rows;
      if (in_order_) break;
    }
    if (best) place_scan(*best);
    return best.has_value();
  }

  const GroundForm& form_;
  std::vector<bool> bound_, placed_;
  std::vector<std::uint32_t> open_slots_;          // of each goal: variables without a value
  std::vector<std::vector<std::uint32_t>> users_;  // of each variable that had none: goals
  std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> ready_;
  Goals calls_, parts_, ranges_, matches_, assignments_;
  const GroundAtoms& atoms_;
  bool in_order_ = false;
  const Terms* names_ = nullptr;
  std::vector<JoinStep> steps_;
};

}  // namespace

std::optional<std::vector<JoinStep>> plan_steps(const GroundForm& form, std::vector<bool> bound,
                                                const GroundAtoms& atoms,
                                                const PlanOptions& options) {
  Planner planner(form, std::move(bound), atoms, options);
  if (options.first) planner.place_scan(*options.first);
  if (!planner.place_all()) return std::nullopt;
  return planner.take();
}

std::string unsafe_variable(const GroundForm& form, std::vector<bool> bound, const Terms& names) {
  bound.resize(form.slot_names.size(), false);
  for (const GroundGoal& goal : form.body) {
    if (!goal.is_positive_call()) continue;
    for (const std::uint32_t slot : goal.slots) bound[slot] = true;
  }
  for (bool again = true; again;) {
    again = false;
    for (const GroundGoal& goal : form.body) {
      std::vector<std::uint32_t> open;
      for (const std::uint32_t slot : goal.slots) {
        if (!bound[slot]) open.push_back(slot);
      }
      if (open.empty()) continue;
      const bool one = open.size() == 1;
      const bool gets = (one && !goal.is_part() && can_assign(goal, open[0])) ||
                        (one && goal.range && goal.left.is_slot() &&
                         goal.left.items[0].operand.index == open[0]) ||
                        (one && goal.result && *goal.result == open[0]) ||
                        matchable(goal, bound, names);
      if (!gets) continue;
      for (const std::uint32_t slot : open) bound[slot] = true;
      again = true;
    }
  }
  std::string found;
  for (std::size_t i = 0; i < bound.size(); ++i) {
    if (bound[i]) continue;
    if (found.empty() || found == "_") found = form.slot_names[i];
  }
  return found;
}

Join::Join(const GroundForm& form, const std::vector<JoinStep>& steps, GroundWorld& world)
    : form_(form), steps_(steps), world_(world) {
  values_.resize(form.slot_names.size());
  matched_.resize(form.body.size());
  open_negation_.assign(form.body.size(), false);
  cursors_.resize(steps.size());
  part_literals_.resize(form.body.size());
  ranges_.resize(form.body.size());
}

bool Join::set_head(std::span<const GroundTerm> arguments) {
  std::vector<bool> seen(values_.size(), false);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const Operand& operand = form_.head[i];
    if (operand.is_slot && !seen[operand.index]) {
      seen[operand.index] = true;
      values_[operand.index] = arguments[i];
    } else if (operand.value(values_) != arguments[i]) {
      return false;
    }
  }
  return true;
}

void Join::start(std::span<const RowRange> ranges) {
  for (std::size_t i = 0; i < ranges_.size(); ++i) {
    ranges_[i] = i < ranges.size() ? ranges[i] : RowRange{};
  }
  started_ = false;
}

bool Join::next() {
  std::size_t depth = started_ ? steps_.size() : 0;
  bool forward = !started_;
  started_ = true;
  for (;;) {
    if (forward && depth == steps_.size()) return true;
    if (!forward) {
      if (depth == 0) return false;
      --depth;
    }
    forward = forward ? open(depth) : advance(depth);
    if (forward) ++depth;
  }
}

std::span<const GroundTerm> Join::argument_values(const GroundGoal& goal) {
  key_.clear();
  for (const Operand& operand : goal.arguments) key_.push_back(operand.value(values_));
  return key_;
}

bool Join::open(std::size_t depth) {
  const JoinStep& step = steps_[depth];
  const GroundGoal& goal = form_.body[step.goal];
  Cursor& cursor = cursors_[depth];
  switch (step.kind) {
    case JoinStep::Kind::test: return test(goal, values_, world_.terms, world_.names);
    case JoinStep::Kind::assign: {
      const auto value = assigned_value(goal, step.slot, values_, world_.terms, world_.names);
      if (!value) return false;
      values_[step.slot] = *value;
      return true;
    }
    case JoinStep::Kind::find: {
      const auto atom = world_.atoms.find(goal.predicate, argument_values(goal));
      if (!atom || !world_.atoms.is_row(*atom)) return false;
      const std::uint32_t row = world_.atoms.row_of(*atom);
      matched_[step.goal] = *atom;
      return row >= ranges_[step.goal].begin && row < ranges_[step.goal].end;
    }
    case JoinStep::Kind::negated: {
      const Knowledge knowledge = world_.knowledge[goal.predicate.index()];
      const auto arguments = argument_values(goal);
      open_negation_[step.goal] = true;
      if (knowledge == Knowledge::growing) {
        matched_[step.goal] = world_.atoms.atom(goal.predicate, arguments);
        return true;
      }
      const auto atom = world_.atoms.find(goal.predicate, arguments);
      if (!atom || !world_.atoms.is_row(*atom)) {
        open_negation_[step.goal] = false;
        return true;
      }
      matched_[step.goal] = *atom;
      return knowledge == Knowledge::open;
    }
    case JoinStep::Kind::match: {
      const auto value =
          evaluated(step.right ? goal.left : goal.right, values_, world_.terms, world_.names);
      return value && match_value(step.right ? goal.right : goal.left, *value, step.bound, values_,
                                  world_.terms, world_.names);
    }
    case JoinStep::Kind::range: {
      const auto range = range_of(goal, values_, world_.terms, world_.names);
      if (!range) return false;
      cursor.next = range->first;
      cursor.last = range->second;
      return advance(depth);
    }
    case JoinStep::Kind::part:
      cursor.choices.clear();
      parts_->find_choices(goal, values_, step.assigns, cursor.choices);
      cursor.row = 0;
      return take_choice(depth);
    case JoinStep::Kind::scan: break;
  }
  const RowRange range = ranges_[step.goal];
  cursor.end = std::min(range.end, world_.atoms.row_count(goal.predicate));
  cursor.row = range.begin;
  cursor.index = nullptr;
  // New rows only: to walk them all is faster than to find them at the end of a chain.
  if (step.positions != 0 && range.begin == 0 && cursor.end > 0) {
    cursor.index = &world_.atoms.index(goal.predicate, step.positions);
    key_.clear();
    for (std::size_t i = 0; i < goal.arguments.size() && i < 32; ++i) {
      if (step.positions >> i & 1) key_.push_back(goal.arguments[i].value(values_));
    }
    cursor.row = world_.atoms.first_row(goal.predicate, *cursor.index, key_);
  }
  return seek(depth);
}

bool Join::advance(std::size_t depth) {
  Cursor& cursor = cursors_[depth];
  const JoinStep& step = steps_[depth];
  if (step.kind == JoinStep::Kind::range) {
    if (cursor.next > cursor.last) return false;
    values_[step.slot] = world_.terms.add_number(cursor.next++, false);
    return true;
  }
  if (step.kind == JoinStep::Kind::part) return take_choice(depth);
  if (step.kind != JoinStep::Kind::scan) return false;
  cursor.row = cursor.index ? cursor.index->next(cursor.row) : cursor.row + 1;
  return seek(depth);
}

bool Join::take_choice(std::size_t depth) {
  Cursor& cursor = cursors_[depth];
  const JoinStep& step = steps_[depth];
  if (cursor.row >= cursor.choices.size()) return false;
  PartChoice& choice = cursor.choices[cursor.row++];
  if (choice.value) values_[step.slot] = *choice.value;
  part_literals_[step.goal] = std::move(choice.literals);
  return true;
}

bool Join::seek(std::size_t depth) {
  Cursor& cursor = cursors_[depth];
  const JoinStep& step = steps_[depth];
  const GroundGoal& goal = form_.body[step.goal];
  while (cursor.row < cursor.end) {
    const AtomId atom = world_.atoms.row(goal.predicate, cursor.row);
    if (match(step, goal, atom)) {
      matched_[step.goal] = atom;
      return true;
    }
    cursor.row = cursor.index ? cursor.index->next(cursor.row) : cursor.row + 1;
  }
  return false;
}

bool Join::match(const JoinStep& step, const GroundGoal& goal, AtomId atom) {
  const auto arguments = world_.atoms.arguments(atom);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const Operand& operand = goal.arguments[i];
    if (step.binds[i]) {
      values_[operand.index] = arguments[i];
    } else if (operand.value(values_) != arguments[i]) {
      return false;
    }
  }
  return true;
}

const std::vector<GroundLiteral>& Join::literals() {
  literals_.clear();
  for (std::uint32_t i = 0; i < form_.body.size(); ++i) {
    const GroundGoal& goal = form_.body[i];
    for (const GroundLiteral literal : part_literals_[i]) {
      if (std::find(literals_.begin(), literals_.end(), literal) == literals_.end()) {
        literals_.push_back(literal);
      }
    }
    if (goal.kind != GoalKind::call) continue;
    if (goal.negated ? !open_negation_[i]
                     : world_.knowledge[goal.predicate.index()] == Knowledge::exact) {
      continue;
    }
    const GroundLiteral literal(matched_[i], goal.negated);
    if (std::find(literals_.begin(), literals_.end(), literal) == literals_.end()) {
      literals_.push_back(literal);
    }
  }
  return literals_;
}

}  // namespace cogs::logic
