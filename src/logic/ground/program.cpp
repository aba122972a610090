// SPDX-License-Identifier: Apache-2.0
//
// Bottom-up evaluation, component by component. Within a component, each round joins every
// recursive clause with the rows that the round before has added (semi-naive), so that every
// instance is found exactly once.
#include "logic/ground/program.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "logic/ground/demand.h"
#include "logic/ground/growth.h"
#include "logic/ground/known_instances.h"
#include "logic/ground/relevance.h"

namespace cogs::logic {

namespace {

// A recursive clause that computes numbers may go on for ever. Those that compare something may
// stop at a bound, but if they make more numbers than this they are left to the goal-directed
// engine.
constexpr std::size_t most_new_numbers = 100000;

class Grounder {
 public:
  Grounder(GroundProgram& ground, const SolveOptions& options, base::Budget& budget)
      : ground_(ground), options_(options), budget_(budget) {}

  Grounding run() {
    const Program& program = ground_.program;
    const auto relevance = find_relevance(program, options_);
    if (!relevance) return Grounding::impossible;
    ground_.world.knowledge.assign(program.predicates.size(), Knowledge::exact);
    ground_.forms_of.resize(program.predicates.size());
    inside_.assign(program.predicates.size(), false);
    auto form = ground_query_form(program, ground_.world.terms);
    auto query = form ? split_query(std::move(*form)) : std::nullopt;
    if (!query) return Grounding::impossible;
    ground_.query = std::move(*query);
    if (!read_denials(*relevance)) return Grounding::impossible;
    const std::size_t denials = ground_.forms.size();
    const std::vector<bool> demanded = find_demanded(program, *relevance);
    for (const Relevance::Component& component : relevance->components) {
      if (demanded[component.predicates[0].index()]) continue;
      if (!evaluate(component)) return state_;
    }
    if (!evaluate_demanded(*relevance, demanded)) return state_;
    for (std::uint32_t i = 0; i < denials; ++i) {
      if (!run_once(i)) return state_;
    }
    book_memory();
    return state_;
  }

 private:
  struct Plan {
    std::uint32_t form = 0;
    std::optional<std::uint32_t> delta;  // the goal that takes the new rows
    std::vector<JoinStep> steps;
    bool may_grow = false;  // computes numbers from its own results
  };

  bool stop(Grounding state) {
    state_ = state;
    return false;
  }

  // Denials are read first: one that cannot be grounded makes all other work useless.
  bool read_denials(const Relevance& relevance) {
    for (const ClauseId id : relevance.denials) {
      auto form = ground_form(ground_.program, id, ground_.world.terms);
      if (!form || !plan_steps(*form, {}, ground_.world.atoms, {})) return false;
      ground_.forms.push_back(std::move(*form));
    }
    for (const auto& [plain, classical] : relevance.contradictions) {
      ground_.forms.push_back(
          contradiction_form(plain, classical, ground_.program.predicates[plain.index()].arity));
    }
    return true;
  }

  bool evaluate(const Relevance::Component& component) {
    for (const PredicateId predicate : component.predicates) {
      if (ground_.program.predicates[predicate.index()].abducible) {
        return stop(Grounding::impossible);
      }
      inside_[predicate.index()] = true;
    }
    const std::size_t first_form = ground_.forms.size();
    const std::size_t first_clause = ground_.clauses.size();
    bool exact = !component.negation_inside;
    for (const ClauseId id : component.clauses) {
      const Clause& clause = ground_.program.clauses[id.index()];
      for (const Goal& goal : clause.body) {
        if (goal.kind == GoalKind::call && !ground_.is_exact(goal.predicate)) exact = false;
      }
    }
    if (!exact) set_knowledge(component, Knowledge::growing);
    exact_ = exact;
    for (const ClauseId id : component.clauses) {
      if (!read_clause(id)) return false;
    }
    mark_growing(first_form, component.predicates);
    std::vector<std::uint32_t> forms;
    for (std::size_t i = first_form; i < ground_.forms.size(); ++i) {
      forms.push_back(static_cast<std::uint32_t>(i));
    }
    if (!run_rounds(component.predicates, forms)) return false;
    if (!exact) {
      set_knowledge(component, Knowledge::open);
      drop_true_negations(first_clause);
    }
    for (const PredicateId predicate : component.predicates) inside_[predicate.index()] = false;
    return true;
  }

  void set_knowledge(const Relevance::Component& component, Knowledge knowledge) {
    for (const PredicateId predicate : component.predicates) {
      ground_.world.knowledge[predicate.index()] = knowledge;
    }
  }

  bool read_clause(ClauseId id) {
    const Clause& clause = ground_.program.clauses[id.index()];
    if (clause.body.empty()) return add_fact(id, clause);
    auto form = ground_form(ground_.program, id, ground_.world.terms);
    if (!form) return stop(Grounding::impossible);
    ground_.forms_of[clause.predicate.index()].push_back(
        static_cast<std::uint32_t>(ground_.forms.size()));
    ground_.forms.push_back(std::move(*form));
    return true;
  }

  bool add_fact(ClauseId id, const Clause& clause) {
    arguments_.clear();
    for (const TermId argument : ground_.program.terms.arguments(clause.head)) {
      if (ground_.program.terms.has_variable(argument)) return stop(Grounding::impossible);
      arguments_.push_back(ground_.world.terms.add(argument));
    }
    const AtomId atom = ground_.world.atoms.atom(clause.predicate, arguments_);
    if (ground_.world.atoms.make_row(atom, id, 0) && !exact_) {
      const auto at = static_cast<std::uint32_t>(ground_.literals.size());
      ground_.clauses.push_back({GroundClause::fact, true, atom, at, at, 0});
    }
    return check_budget();
  }

  // The predicates that only the query asks for come last: nothing else depends on them.
  bool evaluate_demanded(const Relevance& relevance, const std::vector<bool>& demanded) {
    std::vector<std::uint32_t> originals;
    exact_ = true;
    std::vector<PredicateId> predicates;
    for (const Relevance::Component& component : relevance.components) {
      if (!demanded[component.predicates[0].index()]) continue;
      for (const PredicateId predicate : component.predicates) {
        if (ground_.program.predicates[predicate.index()].abducible) {
          return stop(Grounding::impossible);
        }
        predicates.push_back(predicate);
        inside_[predicate.index()] = true;
      }
      const auto first = static_cast<std::uint32_t>(ground_.forms.size());
      for (const ClauseId id : component.clauses) {
        if (!read_clause(id)) return false;
      }
      mark_growing(first, component.predicates);
      for (std::uint32_t i = first; i < ground_.forms.size(); ++i) {
        Plan plan;
        if (!make_plan(i, std::nullopt, plan)) return stop(Grounding::impossible);
        originals.push_back(i);
      }
    }
    if (originals.empty()) return true;
    std::vector<const GroundForm*> forms;
    for (const std::uint32_t form : originals) forms.push_back(&ground_.forms[form]);
    auto demand = make_demand_forms(demanded, forms, ground_.query.bound, ground_.world.atoms);
    if (!demand) return run_rounds(predicates, originals);
    for (std::uint32_t i = 0; i < originals.size(); ++i) {
      // The guarded clauses will stand after the others.
      const std::size_t others = demand->asked.size() + demand->passing.size();
      if (growing_.count(originals[i])) {
        growing_.insert(static_cast<std::uint32_t>(ground_.forms.size() + others + i));
      }
    }
    return run_demand(std::move(*demand), std::move(predicates));
  }

  void mark_growing(std::size_t first_form, const std::vector<PredicateId>& component) {
    for (auto i = static_cast<std::uint32_t>(first_form); i < ground_.forms.size(); ++i) {
      if (can_grow(ground_.forms[i], component)) growing_.insert(i);
    }
  }

  bool run_demand(DemandForms demand, std::vector<PredicateId> predicates) {
    inside_.resize(inside_.size() + demand.demands.size(), true);
    ground_.world.knowledge.resize(inside_.size(), Knowledge::exact);
    predicates.insert(predicates.end(), demand.demands.begin(), demand.demands.end());
    std::vector<std::uint32_t> forms;
    const auto take = [&](std::vector<GroundForm>& from) {
      for (GroundForm& form : from) {
        forms.push_back(static_cast<std::uint32_t>(ground_.forms.size()));
        ground_.forms.push_back(std::move(form));
      }
    };
    take(demand.asked);
    take(demand.passing);
    take(demand.guarded);
    return run_rounds(predicates, forms);
  }

  bool run_rounds(const std::vector<PredicateId>& predicates,
                  const std::vector<std::uint32_t>& forms) {
    std::vector<Plan> recursive;
    for (const std::uint32_t i : forms) {
      bool recurs = false;
      for (std::uint32_t g = 0; g < ground_.forms[i].body.size(); ++g) {
        const GroundGoal& goal = ground_.forms[i].body[g];
        if (!goal.is_positive_call() || !inside_[goal.predicate.index()]) continue;
        recurs = true;
        if (!make_plan(i, g, recursive.emplace_back())) return stop(Grounding::impossible);
      }
      if (!recurs && !run_once(i)) return false;
    }
    if (recursive.empty()) return true;
    numbers_before_ = ground_.world.terms.size();
    // The plans that start from new rows of a predicate; a long chain of predicates must not cost
    // all of them in each round.
    std::vector<std::vector<std::uint32_t>> starting(inside_.size());
    for (std::uint32_t i = 0; i < recursive.size(); ++i) {
      const GroundForm& form = ground_.forms[recursive[i].form];
      starting[form.body[*recursive[i].delta].predicate.index()].push_back(i);
    }
    std::vector<std::uint32_t> old(inside_.size(), 0), now = old;
    std::vector<PredicateId> grown = predicates;
    while (!grown.empty()) {
      std::vector<std::uint32_t> plans;
      for (const PredicateId predicate : grown) {
        const std::uint32_t rows = ground_.world.atoms.row_count(predicate);
        if (rows == old[predicate.index()]) continue;
        now[predicate.index()] = rows;
        const auto& more = starting[predicate.index()];
        plans.insert(plans.end(), more.begin(), more.end());
      }
      std::sort(plans.begin(), plans.end());
      std::vector<PredicateId> heads;
      for (const std::uint32_t plan : plans) {
        if (!run_plan(recursive[plan], old, now)) return false;
        heads.push_back(ground_.forms[recursive[plan].form].predicate);
      }
      for (const PredicateId predicate : grown) old[predicate.index()] = now[predicate.index()];
      std::sort(heads.begin(), heads.end());
      heads.erase(std::unique(heads.begin(), heads.end()), heads.end());
      grown = std::move(heads);
    }
    return true;
  }

  bool make_plan(std::uint32_t form, std::optional<std::uint32_t> delta, Plan& plan) {
    auto steps = plan_steps(ground_.forms[form], {}, ground_.world.atoms,
                            {.first = delta, .in_order = false});
    if (!steps) return false;
    plan = {form, delta, std::move(*steps), false};
    bool compares = false;
    for (const JoinStep& step : plan.steps) {
      compares |= step.kind == JoinStep::Kind::test;
      plan.may_grow |= growing_.count(form) > 0 && step.kind == JoinStep::Kind::assign &&
                       ground_.forms[form].body[step.goal].kind != GoalKind::unify;
    }
    return !plan.may_grow || compares;
  }

  bool run_once(std::uint32_t form) {
    Plan plan;
    if (!make_plan(form, std::nullopt, plan)) return stop(Grounding::impossible);
    return run_plan(plan, {}, {});
  }

  bool run_plan(const Plan& plan, const std::vector<std::uint32_t>& old,
                const std::vector<std::uint32_t>& now) {
    const GroundForm& form = ground_.forms[plan.form];
    std::vector<RowRange> ranges(form.body.size());
    if (plan.delta) {
      for (std::uint32_t g = 0; g < form.body.size(); ++g) {
        const std::size_t predicate = form.body[g].predicate.index();
        if (!form.body[g].is_positive_call() || !inside_[predicate]) continue;
        if (g < *plan.delta) ranges[g] = {0, old[predicate]};
        if (g == *plan.delta) ranges[g] = {old[predicate], now[predicate]};
        if (g > *plan.delta) ranges[g] = {0, now[predicate]};
      }
    }
    Join join(form, plan.steps, ground_.world);
    join.start(ranges);
    while (join.next()) {
      if (plan.may_grow && !numbers_stay_small(plan, join)) return stop(Grounding::impossible);
      emit(plan.form, form, join);
      if (!check_budget()) return false;
    }
    return true;
  }

  bool numbers_stay_small(const Plan& plan, const Join& join) const {
    const GroundTerms& terms = ground_.world.terms;
    if (terms.size() - numbers_before_ > most_new_numbers) return false;
    return std::all_of(plan.steps.begin(), plan.steps.end(), [&](const JoinStep& step) {
      const GroundTerm value = join.values()[step.slot];
      return step.kind != JoinStep::Kind::assign || !terms.is_number(value) ||
             terms.number(value).to_int64().has_value();
    });
  }

  void emit(std::uint32_t form_index, const GroundForm& form, Join& join) {
    GroundClause clause;
    clause.form = form_index;
    clause.has_head = form.has_head;
    if (form.has_head) {
      arguments_.clear();
      for (const Operand& operand : form.head) arguments_.push_back(operand.value(join.values()));
      clause.head = ground_.world.atoms.atom(form.predicate, arguments_);
      const auto values = static_cast<std::uint32_t>(ground_.values.size());
      const bool is_new =
          ground_.world.atoms.make_row(clause.head, form.clause.value_or(ClauseId()), values);
      if (exact_) {
        // Its first derivation rests on earlier rows: kept, it is the atom's proof.
        if (is_new && form.clause) ground_.keep_values(join.values());
        return;
      }
    }
    const std::vector<GroundLiteral>& body = join.literals();
    if (!form.has_head && body.empty()) ground_.inconsistent = true;
    if (known_.has(clause, body)) return;
    ground_.add(clause, body, join.values());
  }

  // Once the component is complete, negated atoms that are no rows are known to be true.
  void drop_true_negations(std::size_t first_clause) {
    for (std::size_t i = first_clause; i < ground_.clauses.size(); ++i) {
      GroundClause& clause = ground_.clauses[i];
      const auto begin = ground_.literals.begin() + clause.body_begin;
      const auto end = ground_.literals.begin() + clause.body_end;
      const auto kept = std::remove_if(begin, end, [&](GroundLiteral literal) {
        return literal.negated() && !ground_.world.atoms.is_row(literal.atom());
      });
      clause.body_end = static_cast<std::uint32_t>(kept - ground_.literals.begin());
    }
    known_.clear();
  }

  bool check_budget() {
    if ((++emitted_ & 0xFF) != 0) return true;
    book_memory();
    return budget_.exhausted() ? stop(Grounding::cut) : true;
  }

  void book_memory() {
    const std::size_t bytes = ground_.bytes();
    if (bytes > booked_) budget_.use_memory(bytes - booked_);
    booked_ = std::max(booked_, bytes);
  }

  GroundProgram& ground_;
  const SolveOptions& options_;
  base::Budget& budget_;
  Grounding state_ = Grounding::done;
  bool exact_ = false;        // the component at hand
  std::vector<bool> inside_;  // predicates of the component at hand
  std::vector<GroundTerm> arguments_;
  KnownInstances known_{ground_};
  std::size_t numbers_before_ = 0, booked_ = 0;
  std::unordered_set<std::uint32_t> growing_;  // forms
  // Ill-typed goals just fail: where nobody asks whether an atom is false.
  std::uint64_t emitted_ = 0;
};

}  // namespace

Grounding ground_program(GroundProgram& ground, const SolveOptions& options, base::Budget& budget) {
  return Grounder(ground, options, budget).run();
}

}  // namespace cogs::logic
