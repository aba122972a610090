// SPDX-License-Identifier: Apache-2.0
#include "logic/ground/reasons.h"

#include <algorithm>

namespace cogs::logic {

// Walks the instances of a clause's body under a given head, and notes for each the first goal
// that is false whatever the search decides. Goals that have all their values are looked at
// before more values are tried: that is both faster and the shorter proof.
class FailureFinder {
 public:
  FailureFinder(GroundReasons& reasons, const GroundForm& form)
      : reasons_(reasons), ground_(reasons.ground_), form_(form) {
    values_.resize(form.slot_names.size());
    bound_.assign(form.slot_names.size(), false);
    done_.assign(form.body.size(), false);
  }

  bool match_head(const std::vector<Operand>& head) {
    // Variables of the pattern: which slot, or which value, stands for them.
    std::map<std::uint32_t, Operand> variables;
    for (std::size_t i = 0; i < head.size(); ++i) {
      const Operand& own = form_.head[i];
      Operand given = head[i];
      if (given.is_slot) {
        const auto [found, fresh] = variables.emplace(given.index, own);
        // Any value may stand there; to bind less finds failures for more instances.
        if (fresh) continue;
        given = found->second;
        if (given.is_slot && !bound_[given.index]) continue;
        given = {false, given.value(values_).value};
      }
      if (own.is_slot && !bound_[own.index]) {
        bind(own.index, GroundTerm(given.index));
      } else if (own.value(values_) != GroundTerm(given.index)) {
        return false;
      }
    }
    return true;
  }

  GroundReasons::Failure run(std::uint32_t form) {
    std::vector<Frame> frames;
    bool forward = true;
    for (;;) {
      if (forward) {
        const auto goal = settle() ? next_scan() : std::nullopt;
        if (goal) {
          frames.push_back(first_frame(*goal));
          mark_done(*goal);
        }
      }
      if (frames.empty() || reasons_.budget_.exhausted()) break;
      Frame& frame = frames.back();
      undo(frame.bound, frame.done + 1);
      const GroundGoal& goal = form_.body[frame.goal];
      forward = false;
      while (!forward && frame.row < ground_.world.atoms.row_count(goal.predicate)) {
        forward = match(goal, ground_.world.atoms.row(goal.predicate, frame.row));
        frame.row = frame.index ? frame.index->next(frame.row) : frame.row + 1;
        if (!forward) undo(frame.bound, frame.done + 1);
      }
      if (forward) {
        frame.matched = true;
        continue;
      }
      if (!frame.matched) note_pattern(frame.goal);
      undo(frame.bound, frame.done);
      frames.pop_back();
    }
    return {form, std::move(items_), std::move(before_)};
  }

 private:
  struct Frame {
    std::uint32_t goal = 0;
    const RowIndex* index = nullptr;
    std::uint32_t row = 0;
    bool matched = false;             // any row so far
    std::size_t bound = 0, done = 0;  // lengths of the trails to go back to
  };

  Frame first_frame(std::uint32_t index) {
    Frame frame{index, nullptr, 0, false, bound_trail_.size(), done_trail_.size()};
    const GroundGoal& goal = form_.body[index];
    std::uint32_t positions = 0;
    arguments_.clear();
    for (std::size_t i = 0; i < goal.arguments.size() && i < 32; ++i) {
      const Operand& operand = goal.arguments[i];
      if (operand.is_slot && !bound_[operand.index]) continue;
      positions |= std::uint32_t{1} << i;
      arguments_.push_back(operand.value(values_));
    }
    if (positions == 0) return frame;
    frame.index = &ground_.world.atoms.index(goal.predicate, positions);
    frame.row = ground_.world.atoms.first_row(goal.predicate, *frame.index, arguments_);
    return frame;
  }

  void bind(std::uint32_t slot, GroundTerm value) {
    values_[slot] = value;
    bound_[slot] = true;
    bound_trail_.push_back(slot);
  }
  void mark_done(std::uint32_t goal) {
    done_[goal] = true;
    done_trail_.push_back(goal);
  }
  void undo(std::size_t bound, std::size_t done) {
    for (; bound_trail_.size() > bound; bound_trail_.pop_back())
      bound_[bound_trail_.back()] = false;
    for (; done_trail_.size() > done; done_trail_.pop_back()) done_[done_trail_.back()] = false;
  }
  void add(ReasonItem item, bool before) {
    if (!known_.insert(item).second) return;
    items_.push_back(item);
    before_.push_back(before);
  }
  void note(ReasonItem item, std::uint32_t failing) {
    for (std::uint32_t i = 0; reasons_.full_ && i < failing; ++i) {
      const GroundGoal& goal = form_.body[i];
      if (!done_[i] || goal.kind == GoalKind::yes) continue;
      add(goal.kind == GoalKind::call ? reasons_.literal_item(goal, values_, true)
                                      : reasons_.builtin_item(form_, i, values_, true),
          true);
    }
    add(item, false);
  }

  std::vector<Operand> present(const GroundGoal& goal) const {
    std::vector<Operand> arguments = goal.arguments;
    for (Operand& operand : arguments) {
      if (operand.is_slot && bound_[operand.index]) operand = {false, values_[operand.index].value};
    }
    return arguments;
  }
  void note_pattern(std::uint32_t failing) {
    const GroundGoal& goal = form_.body[failing];
    note(reasons_.pattern_item(goal.predicate, present(goal), false), failing);
  }

  // Looks at the goals that have all their values; false if one of them fails.
  bool settle() {
    for (bool again = true; again;) {
      again = false;
      for (std::uint32_t i = 0; i < form_.body.size(); ++i) {
        const GroundGoal& goal = form_.body[i];
        if (done_[i]) continue;
        const auto open = std::count_if(goal.slots.begin(), goal.slots.end(),
                                        [&](std::uint32_t slot) { return !bound_[slot]; });
        if (open == 1 && goal.kind != GoalKind::call && assign(goal)) {
          mark_done(i);
          again = true;
        }
        if (open > 0) continue;
        mark_done(i);
        if (fails(i)) return false;
      }
    }
    return true;
  }

  bool assign(const GroundGoal& goal) {
    const std::uint32_t slot = *std::find_if(goal.slots.begin(), goal.slots.end(),
                                             [&](std::uint32_t s) { return !bound_[s]; });
    if (!can_assign(goal, slot)) return false;
    const auto value =
        assigned_value(goal, slot, values_, ground_.world.terms, ground_.world.names);
    if (value) bind(slot, *value);
    return value.has_value();
  }

  bool fails(std::uint32_t index) {
    const GroundGoal& goal = form_.body[index];
    if (goal.kind != GoalKind::call) {
      if (test(goal, values_, ground_.world.terms, ground_.world.names)) return false;
      note(reasons_.builtin_item(form_, index, values_, false), index);
      return true;
    }
    arguments_.clear();
    for (const Operand& operand : goal.arguments) arguments_.push_back(operand.value(values_));
    const auto atom = ground_.world.atoms.find(goal.predicate, arguments_);
    const bool row = atom && ground_.world.atoms.is_row(*atom);
    if (goal.negated ? !row || !ground_.is_exact(goal.predicate) : row) return false;
    note(reasons_.literal_item(goal, values_, false), index);
    return true;
  }

  std::optional<std::uint32_t> next_scan() {
    std::optional<std::uint32_t> first;
    for (std::uint32_t i = 0; i < form_.body.size(); ++i) {
      const GroundGoal& goal = form_.body[i];
      if (done_[i] || !goal.is_positive_call()) continue;
      if (!first) first = i;
      if (ground_.world.atoms.row_count(goal.predicate) == 0) return i;
    }
    return first;
  }

  bool match(const GroundGoal& goal, AtomId atom) {
    const auto arguments = ground_.world.atoms.arguments(atom);
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const Operand& operand = goal.arguments[i];
      if (operand.is_slot && !bound_[operand.index]) {
        bind(operand.index, arguments[i]);
      } else if (operand.value(values_) != arguments[i]) {
        return false;
      }
    }
    return true;
  }

  GroundReasons& reasons_;
  GroundProgram& ground_;
  const GroundForm& form_;
  std::vector<GroundTerm> values_, arguments_;
  std::vector<bool> bound_, done_;
  std::vector<std::uint32_t> bound_trail_, done_trail_;
  std::vector<ReasonItem> items_;
  std::vector<bool> before_;
  ReasonItems known_;
};

std::uint32_t GroundReasons::form_of(ClauseId clause) {
  if (form_of_.empty()) {
    for (std::uint32_t i = 0; i < ground_.forms.size(); ++i) {
      if (ground_.forms[i].clause) form_of_.emplace(ground_.forms[i].clause->value, i);
    }
  }
  return form_of_.at(clause.value);
}

ReasonItem GroundReasons::literal_item(const GroundGoal& goal, std::span<const GroundTerm> values,
                                       bool holds) {
  std::vector<GroundTerm> arguments;
  for (const Operand& operand : goal.arguments) arguments.push_back(operand.value(values));
  if (std::find(arguments.begin(), arguments.end(), any_other) != arguments.end()) {
    std::vector<Operand> pattern = goal.arguments;
    for (Operand& operand : pattern) {
      const GroundTerm value = operand.value(values);
      if (value != any_other) operand = {false, value.value};
    }
    return pattern_item(goal.predicate, pattern, true);
  }
  const AtomId atom = ground_.world.atoms.atom(goal.predicate, arguments);
  return {ReasonItem::Kind::literal, GroundLiteral(atom, goal.negated == holds).code};
}

ReasonItem GroundReasons::builtin_item(const GroundForm& form, std::uint32_t goal,
                                       std::span<const GroundTerm> values, bool holds) {
  BuiltinInstance instance{&form, goal, holds, {}};
  const auto form_key = reinterpret_cast<std::uintptr_t>(&form);
  std::vector<std::uint32_t> key{static_cast<std::uint32_t>(form_key),
                                 static_cast<std::uint32_t>(std::uint64_t{form_key} >> 32), goal,
                                 holds ? 1u : 0u};
  for (const std::uint32_t slot : form.body[goal].slots) {
    instance.values.push_back(values[slot]);
    key.push_back(values[slot].value);
  }
  const auto [found, fresh] =
      builtin_ids_.emplace(std::move(key), static_cast<std::uint32_t>(builtins_.size()));
  if (fresh) builtins_.push_back(std::move(instance));
  return {ReasonItem::Kind::builtin, found->second};
}

ReasonItem GroundReasons::pattern_item(PredicateId predicate, const std::vector<Operand>& arguments,
                                       bool of_query) {
  AtomPattern pattern{predicate, arguments, {}};
  std::vector<std::uint32_t> key{predicate.value, of_query ? 1u : 0u}, slots;
  for (Operand& operand : pattern.arguments) {
    key.push_back(operand.is_slot ? 1 : 0);
    // Universal variables are the same whatever clause they come from.
    if (of_query || !operand.is_slot) key.push_back(operand.index);
    if (!operand.is_slot) continue;
    auto at = std::find(slots.begin(), slots.end(), operand.index);
    if (at == slots.end()) {
      at = slots.insert(at, operand.index);
      pattern.query_slots.push_back(of_query ? std::optional(operand.index) : std::nullopt);
    }
    operand.index = static_cast<std::uint32_t>(at - slots.begin());
    key.push_back(operand.index);
  }
  const auto [found, fresh] =
      pattern_ids_.emplace(std::move(key), static_cast<std::uint32_t>(patterns_.size()));
  if (fresh) patterns_.push_back(std::move(pattern));
  return {ReasonItem::Kind::pattern, found->second};
}

std::vector<ReasonItem> GroundReasons::body_items(const GroundForm& form,
                                                  std::span<const GroundTerm> values) {
  std::vector<ReasonItem> items;
  for (std::uint32_t i = 0; i < form.body.size(); ++i) {
    const GroundGoal& goal = form.body[i];
    if (goal.kind == GoalKind::call) {
      items.push_back(literal_item(goal, values, true));
    } else if (goal.kind != GoalKind::yes && goal.kind != GoalKind::no) {
      items.push_back(builtin_item(form, i, values, true));
    }
  }
  return items;
}

std::vector<std::uint32_t> GroundReasons::forms_for(PredicateId predicate,
                                                    const std::vector<Operand>& arguments) {
  const auto& all = ground_.forms_of[predicate.index()];
  if (arguments.empty() || arguments[0].is_slot) return all;
  const auto [found, fresh] = heads_.try_emplace(predicate.value);
  HeadIndex& index = found->second;
  if (fresh) {
    for (const std::uint32_t form : all) {
      const Operand& first = ground_.forms[form].head[0];
      (first.is_slot ? index.variables : index.constants[first.index]).push_back(form);
    }
  }
  std::vector<std::uint32_t> forms = index.variables;
  if (const auto same = index.constants.find(arguments[0].index); same != index.constants.end()) {
    forms.insert(forms.end(), same->second.begin(), same->second.end());
    std::sort(forms.begin(), forms.end());
  }
  return forms;
}

GroundReasons::Failures GroundReasons::find_failures(PredicateId predicate,
                                                     const std::vector<Operand>& arguments) {
  Failures failures;
  for (const std::uint32_t form : forms_for(predicate, arguments)) {
    FailureFinder finder(*this, ground_.forms[form]);
    if (finder.match_head(arguments)) failures.push_back(finder.run(form));
  }
  return failures;
}

const GroundReasons::Failures& GroundReasons::failures(AtomId atom) {
  if (const auto found = failures_.find(atom.value); found != failures_.end()) return found->second;
  std::vector<Operand> arguments;
  for (const GroundTerm argument : ground_.world.atoms.arguments(atom)) {
    arguments.push_back({false, argument.value});
  }
  Failures made = find_failures(ground_.world.atoms.predicate(atom), arguments);
  return failures_.emplace(atom.value, std::move(made)).first->second;
}

const GroundReasons::Failures& GroundReasons::pattern_failures(std::uint32_t index) {
  if (const auto found = pattern_failures_.find(index); found != pattern_failures_.end()) {
    return found->second;
  }
  const AtomPattern pattern = patterns_[index];
  Failures made = find_failures(pattern.predicate, pattern.arguments);
  return pattern_failures_.emplace(index, std::move(made)).first->second;
}

}  // namespace cogs::logic
