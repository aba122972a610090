// SPDX-License-Identifier: Apache-2.0
//
// Grounds the rules of clingo's language, component by component. Internal to rules.cpp,
// rule_instances.cpp and rule_parts.cpp.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "logic/ground/graph.h"
#include "logic/ground/known_instances.h"
#include "logic/ground/rules.h"

namespace cogs::logic {

class RuleGrounder : private PartSource {
 public:
  RuleGrounder(GroundProgram& ground, const SolveOptions& options, base::Budget& budget)
      : ground_(ground),
        program_(ground.program),
        world_(ground.world),
        options_(options),
        budget_(budget),
        reader_(ground.program, ground.world.terms, ground.parts) {}

  Grounding run();

 private:
  struct Plan {
    std::uint32_t form = 0;
    std::optional<std::uint32_t> delta;
    std::vector<JoinStep> steps;
  };

  // Which predicate depends on which: rules.cpp
  void add_calls(const std::vector<Goal>& goals, bool as_negated,
                 std::vector<PredicateId>& positive, std::vector<PredicateId>& negative) const;
  void collect();
  void add_arcs(const std::vector<PredicateId>& heads, const std::vector<Goal>& goals);
  bool is_open(const Components& components, std::uint32_t index) const;

  // Components: rules.cpp
  bool evaluate(const Components& components, std::uint32_t index);
  bool read_clause(ClauseId id, std::vector<std::uint32_t>& forms);
  GroundForm& new_form(ClauseId id, RuleInfo::Kind kind);
  std::uint32_t take_form(const Clause& clause);
  void check_safe(const GroundForm& form, std::vector<bool> bound, const Clause& clause) const;
  void check_safe_parts(const GroundForm& form, const Clause& clause) const;
  bool add_fact(ClauseId id, const Clause& clause);
  bool run_rounds(const std::vector<std::uint32_t>& predicates,
                  const std::vector<std::uint32_t>& forms);
  Plan make_plan(std::uint32_t form, std::optional<std::uint32_t> delta);
  bool run_once(std::uint32_t form) { return run_plan(make_plan(form, std::nullopt), {}, {}); }

  bool run_plan(const Plan& plan, const std::vector<std::uint32_t>& old,
                const std::vector<std::uint32_t>& now);

  // Instances: rule_instances.cpp
  void emit(std::uint32_t index, const GroundForm& form, Join& join);
  void add_clause(GroundClause clause, const std::vector<GroundLiteral>& body, const Join& join);
  void emit_disjunction(std::uint32_t index, RuleInfo& info, Join& join);
  [[noreturn]] void refuse_open_condition(std::uint32_t index) const;
  std::vector<JoinStep> element_steps(const GroundForm& form, const std::vector<bool>& bound);
  void emit_cost(const RuleInfo& info, Join& join);
  static void add_condition(GroundElement& element, const std::vector<GroundLiteral>& literals);
  void drop_true_negations(std::size_t first_clause);

  // Denials, bounds, costs, the query: rule_instances.cpp
  bool run_headless(ClauseId id);
  bool run_contradictions();
  bool run_query();

  // Aggregates, conditional literals, double negations: rule_parts.cpp
  void find_choices(const GroundGoal& goal, std::span<const GroundTerm> values, bool assigns,
                    std::vector<PartChoice>& into) override;
  void choose_twice(const GroundGoal& goal, const PartForm& part,
                    std::span<const GroundTerm> values, std::vector<PartChoice>& into);
  bool uses_growing(const PartForm& part) const;
  void choose_conditional(const GroundGoal& goal, const PartForm& part,
                          std::span<const GroundTerm> values, std::vector<PartChoice>& into);
  void choose_aggregate(const GroundGoal& goal, const PartForm& part,
                        std::span<const GroundTerm> values, bool assigns,
                        std::vector<PartChoice>& into);
  std::optional<PartChoice> decide(const GroundGoal& goal, const PartForm& part, std::uint32_t set,
                                   std::span<const GroundTerm> values, bool pending);
  SetValue certain_value(AggregateFunction function, std::uint32_t set) const;
  std::vector<GroundTerm> possible_values(AggregateFunction function, std::uint32_t set);
  GroundTerm named(std::string_view name);
  const std::vector<JoinStep>& steps_of(std::uint32_t part, std::size_t element);
  void prepare(Join& join, const PartForm& part, std::span<const GroundTerm> values);
  std::uint32_t find_set(std::uint32_t part, std::span<const GroundTerm> values, bool pending);
  void fill_pending();
  void fill(std::uint32_t index, std::span<const GroundTerm> values);
  bool add_breaking(const ElementForm& element, const Join& join,
                    std::vector<GroundLiteral>& literals);
  bool set_weight(AggregateFunction function, GroundElement& element) const;
  AtomId define(std::uint32_t part, GroundDefinition made);
  bool check_budget();

  struct SeenDisjunction {
    std::uint32_t form;
    std::vector<AtomId> heads;
    std::vector<GroundLiteral> body;
    friend auto operator<=>(const SeenDisjunction&, const SeenDisjunction&) = default;
  };

  GroundProgram& ground_;
  const Program& program_;
  GroundWorld& world_;
  const SolveOptions& options_;
  base::Budget& budget_;
  RuleReader reader_;
  Grounding state_ = Grounding::done;
  SignedGraph graph_{0};
  std::vector<std::vector<std::uint32_t>> clauses_of_;  // by predicate
  std::vector<bool> chosen_, inside_;
  bool exact_ = false;
  std::uint32_t form_ = 0;  // the one whose instances are being made
  std::vector<GroundTerm> arguments_;
  KnownInstances known_{ground_};
  std::set<SeenDisjunction> seen_disjunctions_;
  std::map<std::vector<std::uint32_t>, std::size_t> cost_ids_;
  std::map<std::vector<std::uint32_t>, std::uint32_t> set_ids_, definition_ids_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<JoinStep>> element_steps_;
  struct Pending {
    std::uint32_t set;
    std::vector<GroundTerm> values;
  };
  std::vector<Pending> pending_;
  std::size_t booked_ = 0;
  std::uint64_t emitted_ = 0;
};

}  // namespace cogs::logic
