// SPDX-License-Identifier: Apache-2.0
#include "logic/ground/demand.h"

#include <algorithm>

namespace cogs::logic {

std::vector<bool> find_demanded(const Program& program, const Relevance& relevance) {
  std::vector<bool> demanded(program.predicates.size(), false), exact = demanded;
  for (const Relevance::Component& component : relevance.components) {
    for (const PredicateId predicate : component.predicates) exact[predicate.index()] = true;
    bool known = !component.negation_inside;
    for (const ClauseId id : component.clauses) {
      const Clause& clause = program.clauses[id.index()];
      if (!clause.body.empty()) demanded[clause.predicate.index()] = true;
      for (const Goal& goal : clause.body) {
        known &= goal.kind != GoalKind::call || exact[goal.predicate.index()];
      }
    }
    for (const PredicateId predicate : component.predicates) {
      exact[predicate.index()] = known;
      if (!known) demanded[predicate.index()] = false;
    }
  }
  const auto drop = [&](const std::vector<Goal>& goals, bool negated_only) {
    bool dropped = false;
    for (const Goal& goal : goals) {
      if (goal.kind != GoalKind::call || (negated_only && !goal.negated)) continue;
      dropped |= demanded[goal.predicate.index()];
      demanded[goal.predicate.index()] = false;
    }
    return dropped;
  };
  for (const ClauseId id : relevance.denials) drop(program.clauses[id.index()].body, false);
  for (const auto& [plain, classical] : relevance.contradictions) {
    demanded[plain.index()] = demanded[classical.index()] = false;
  }
  drop(*program.query, true);
  for (bool again = true; again;) {
    again = false;
    for (const Relevance::Component& component : relevance.components) {
      for (const ClauseId id : component.clauses) {
        const Clause& clause = program.clauses[id.index()];
        again |= drop(clause.body, demanded[clause.predicate.index()]);
      }
    }
  }
  return demanded;
}

namespace {

class DemandMaker {
 public:
  DemandMaker(const std::vector<bool>& demanded, const std::vector<const GroundForm*>& forms,
              const GroundForm& query, GroundAtoms& atoms)
      : demanded_(demanded), forms_(forms), query_(query), atoms_(atoms) {
    passed_.assign(demanded.size(), unasked);
    demand_of_.resize(demanded.size());
  }

  std::optional<DemandForms> make() {
    find_passed();
    DemandForms result;
    bool any = false;
    for (std::uint32_t p = 0; p < passed_.size(); ++p) {
      if (!demanded_[p] || passed_[p] == unasked) continue;
      any |= passed_[p] != 0;
    }
    if (!any) return std::nullopt;
    for (std::uint32_t p = 0; p < passed_.size(); ++p) {
      if (!demanded_[p]) continue;
      demand_of_[p] = atoms_.add_relation();
      result.demands.push_back(demand_of_[p]);
    }
    for (const GroundForm* form : forms_) {
      GroundForm guarded = *form;
      guarded.body.insert(guarded.body.begin(), demand_goal(*form));
      add_passing(guarded, 1, bound_by_head(*form), result.passing);
      result.guarded.push_back(std::move(guarded));
    }
    add_passing(query_, 0, {}, result.asked);
    return result;
  }

 private:
  static constexpr std::uint32_t unasked = 0xFFFFFFFF;

  std::vector<bool> bound_by_head(const GroundForm& form) const {
    std::vector<bool> bound(form.slot_names.size(), false);
    for (std::size_t i = 0; i < form.head.size(); ++i) {
      if (is_passed(form.predicate, i) && form.head[i].is_slot) bound[form.head[i].index] = true;
    }
    return bound;
  }
  bool is_passed(PredicateId predicate, std::size_t position) const {
    return position < 32 && (passed_[predicate.index()] >> position & 1);
  }

  // The order in which goals pass values on: that of the text, comparisons as soon as they can.
  std::vector<JoinStep> steps(const GroundForm& form, const std::vector<bool>& bound) const {
    return plan_steps(form, bound, atoms_, {.first = {}, .in_order = true}).value();
  }

  // After a step; numbers that were computed are not passed on, for that might have no end.
  static void pass(const GroundForm& form, const JoinStep& step, std::vector<bool>& passed) {
    const GroundGoal& goal = form.body[step.goal];
    if (step.kind == JoinStep::Kind::scan) {
      for (const std::uint32_t slot : goal.slots) passed[slot] = true;
    } else if (step.kind == JoinStep::Kind::assign && goal.kind == GoalKind::unify) {
      passed[step.slot] = std::all_of(goal.slots.begin(), goal.slots.end(),
                                      [&](std::uint32_t s) { return s == step.slot || passed[s]; });
    }
  }

  // The positions that every call of a predicate can pass.
  void find_passed() {
    std::vector<std::vector<const GroundForm*>> of(passed_.size());
    for (const GroundForm* form : forms_) of[form->predicate.index()].push_back(form);
    // Only the clauses of a predicate that is called with less than before are looked at again.
    std::vector<PredicateId> waiting;
    narrow(query_, {}, waiting);
    while (!waiting.empty()) {
      const PredicateId next = waiting.back();
      waiting.pop_back();
      for (const GroundForm* form : of[next.index()]) {
        narrow(*form, bound_by_head(*form), waiting);
      }
    }
  }

  void narrow(const GroundForm& form, const std::vector<bool>& bound,
              std::vector<PredicateId>& changed) {
    std::vector<bool> passed = bound;
    passed.resize(form.slot_names.size(), false);
    for (const JoinStep& step : steps(form, bound)) {
      const GroundGoal& goal = form.body[step.goal];
      if (goal.kind == GoalKind::call && demanded_[goal.predicate.index()]) {
        std::uint32_t positions = 0;
        for (std::size_t i = 0; i < goal.arguments.size() && i < 31; ++i) {
          const Operand& operand = goal.arguments[i];
          if (!operand.is_slot || passed[operand.index]) positions |= std::uint32_t{1} << i;
        }
        std::uint32_t& all = passed_[goal.predicate.index()];
        if ((all & positions) != all) changed.push_back(goal.predicate);
        all &= positions;
      }
      pass(form, step, passed);
    }
  }

  GroundGoal demand_goal(const GroundForm& form) const {
    GroundGoal goal;
    goal.predicate = demand_of_[form.predicate.index()];
    for (std::size_t i = 0; i < form.head.size(); ++i) {
      if (!is_passed(form.predicate, i)) continue;
      goal.arguments.push_back(form.head[i]);
      if (form.head[i].is_slot) goal.slots.push_back(form.head[i].index);
    }
    std::sort(goal.slots.begin(), goal.slots.end());
    goal.slots.erase(std::unique(goal.slots.begin(), goal.slots.end()), goal.slots.end());
    return goal;
  }

  // demand of q :- the goals before a call of q. The first `skip` goals are the form's own demand.
  void add_passing(const GroundForm& form, std::uint32_t skip, const std::vector<bool>& bound,
                   std::vector<GroundForm>& into) const {
    GroundForm body = form;
    body.body.assign(form.body.begin() + skip, form.body.end());
    std::vector<GroundGoal> before(form.body.begin(), form.body.begin() + skip);
    for (const JoinStep& step : steps(body, bound)) {
      const GroundGoal& goal = body.body[step.goal];
      if (goal.kind == GoalKind::call && demanded_[goal.predicate.index()]) {
        GroundForm& made = into.emplace_back();
        made.has_head = true;
        made.predicate = demand_of_[goal.predicate.index()];
        made.slot_names = form.slot_names;
        made.body = before;
        for (std::size_t i = 0; i < goal.arguments.size(); ++i) {
          if (is_passed(goal.predicate, i)) made.head.push_back(goal.arguments[i]);
        }
      }
      before.push_back(goal);
    }
  }

  const std::vector<bool>& demanded_;
  const std::vector<const GroundForm*>& forms_;
  const GroundForm& query_;
  GroundAtoms& atoms_;
  std::vector<std::uint32_t> passed_;  // by predicate: positions, a bit each
  std::vector<PredicateId> demand_of_;
};

}  // namespace

std::optional<DemandForms> make_demand_forms(const std::vector<bool>& demanded,
                                             const std::vector<const GroundForm*>& forms,
                                             const GroundForm& query, GroundAtoms& atoms) {
  return DemandMaker(demanded, forms, query, atoms).make();
}

}  // namespace cogs::logic
