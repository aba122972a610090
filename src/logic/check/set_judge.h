// SPDX-License-Identifier: Apache-2.0
//
// Judges one answer set by the program as written. Internal to sets.cpp, set_goals.cpp and
// set_values.cpp.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "logic/check/body.h"
#include "logic/check/sets.h"
#include "logic/check/values.h"

namespace cogs::logic {

class SetJudge {
 public:
  SetJudge(const Program& program, const Answer& answer, const CheckOptions& options)
      : program_(program), terms_(program.terms), answer_(answer), steps_(options.most_steps) {
    by_predicate_.resize(program.predicates.size());
  }

  CheckResult run(bool denials);

 private:
  using Environment = check::Environment;
  using ValueId = check::ValueId;
  using Atom = std::pair<PredicateId, ValueId>;
  using Use = std::function<void(const Environment&)>;

  std::optional<std::string> judge(bool denials);
  bool use();
  std::optional<std::string> list_atoms();
  std::string place(const Clause& clause) const;
  std::string text(const Atom& atom) const;

  // Terms and their values: set_values.cpp
  std::optional<ValueId> value(TermId id, const Environment& environment);
  std::optional<ValueId> with_sign_turned(ValueId id);
  static bool is_computed(const std::string& name, std::size_t arity);
  std::optional<std::int64_t> computed(const std::string& name, const std::vector<std::int64_t>& x);
  bool is_bound(TermId id, const Environment& environment) const;
  bool has_range(TermId id) const;
  std::vector<ValueId> all_values(TermId id, const Environment& environment);
  std::vector<std::vector<ValueId>> all_tuples(std::span<const TermId> terms,
                                               const Environment& environment);
  bool match(TermId id, ValueId wanted, Environment& environment);
  bool is_solvable(TermId id, const Environment& environment) const;
  bool solve(TermId id, ValueId wanted, Environment& environment);

  // Goals: set_goals.cpp
  static bool holds(GoalKind kind, int order);
  int order(ValueId a, ValueId b) const;
  bool compare(const Goal& goal, const Environment& environment);
  bool has_atom(const Goal& goal, const Environment& environment, bool wanted);
  std::vector<ValueId> atom_values(TermId atom, const Environment& environment);
  bool goal_holds(const Goal& goal, const Environment& environment);
  bool conditional_holds(const Goal& goal, const Environment& environment);
  std::optional<ValueId> aggregate_value(const Aggregate& aggregate,
                                         const Environment& environment);
  bool aggregate_holds(const Goal& goal, const Environment& environment);

  // Instances of bodies: set_goals.cpp
  void each(const std::vector<Goal>& goals, const Environment& environment, const Use& use_it);
  void search(const std::vector<Goal>& goals, std::vector<char> done, Environment environment,
              const Use& use_it);
  bool branch(const std::vector<Goal>& goals, std::size_t i, int round, std::vector<char> done,
              const Environment& environment, const Use& use_it);
  bool match_atom(TermId pattern, ValueId atom, Environment& environment);
  bool is_ready(const Goal& goal, const Environment& environment) const;
  bool uses(const Aggregate& aggregate, std::uint64_t key) const;
  void find_shared(const Clause& clause, const std::vector<TermId>& more);

  // Rules: sets.cpp
  // A rule of the reduct: one of the heads, all in the answer, if all of the body.
  struct Reduced {
    std::vector<Atom> heads, body;
  };

  void collect_positive(const std::vector<Goal>& goals, const Environment& environment,
                        std::vector<Atom>& into);
  std::optional<std::string> judge_clause(const Clause& clause, bool denials);
  void judge_plain(const Clause& clause, const Environment& found, bool denials,
                   std::optional<std::string>& wrong);
  void judge_special(const Clause& clause, const SpecialHead& special, const Environment& found,
                     std::optional<std::string>& wrong);
  std::optional<std::string> judge_opposites();
  std::optional<std::string> judge_founded();
  bool has_smaller(std::set<Atom> kept, std::vector<const Reduced*> open);

  // Costs and the query: sets.cpp
  void note_cost(const SpecialHead& special, const Environment& found);
  std::optional<std::string> judge_costs();
  std::optional<std::string> judge_query();

  const Program& program_;
  const Terms& terms_;
  const Answer& answer_;
  check::Values values_;
  std::uint64_t steps_;
  bool beyond_ = false;
  std::set<Atom> set_, smaller_;
  std::vector<std::vector<ValueId>> by_predicate_;
  std::vector<std::uint64_t> shared_;
  std::vector<Reduced> rules_;
  std::set<std::vector<ValueId>> costs_;
};

}  // namespace cogs::logic
