// SPDX-License-Identifier: Apache-2.0
#include "logic/ground/growth.h"

#include <algorithm>

namespace cogs::logic {

bool can_grow(const GroundForm& form, const std::vector<PredicateId>& component) {
  // Slots that recursive calls give a value, directly or not, and slots that other calls limit.
  std::vector<bool> fed(form.slot_names.size(), false), limited = fed, computed = fed;
  for (const GroundGoal& goal : form.body) {
    if (!goal.is_positive_call()) continue;
    const bool recursive =
        std::find(component.begin(), component.end(), goal.predicate) != component.end();
    for (const std::uint32_t slot : goal.slots) (recursive ? fed : limited)[slot] = true;
  }
  for (bool again = true; again;) {
    again = false;
    for (const GroundGoal& goal : form.body) {
      if (goal.kind == GoalKind::call) continue;
      for (const std::uint32_t slot : goal.slots) {
        const bool from_fed = std::any_of(goal.slots.begin(), goal.slots.end(),
                                          [&](std::uint32_t other) { return fed[other]; });
        if (fed[slot] || limited[slot] || !from_fed || !can_assign(goal, slot)) continue;
        fed[slot] = computed[slot] = again = true;
      }
    }
  }
  return std::any_of(form.head.begin(), form.head.end(), [&](const Operand& operand) {
    return operand.is_slot && computed[operand.index];
  });
}

}  // namespace cogs::logic
