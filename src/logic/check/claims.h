// SPDX-License-Identifier: Apache-2.0
//
// What an answer claims once its `each` variables have values: which ground literals it has, for
// the checker of answers. `all` variables stay open: a ground literal is there if it is an
// instance of a listed one within the constraints.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "logic/check/values.h"
#include "logic/program/answer.h"

namespace cogs::logic::check {

struct Claim {
  std::optional<PredicateId> predicate;  // none: the program does not know it
  bool negated = false;
  ValueId atom = 0;
};

class Claims {
 public:
  Claims(const Program& program, const Answer& answer, Values& values);

  // Looks for a few values of the `each` variables within the constraints; false if it found none.
  bool find_choices();
  std::size_t choices() const { return choices_.size(); }
  void choose(std::size_t index);

  // Answers do not list the abducible(p(..)) that stands for the pattern of an #abducible: it is
  // there if p(..) is.
  bool has(PredicateId predicate, bool negated, ValueId atom);
  // -p(a) of p(a), and the other way round.
  bool has_opposite(PredicateId predicate, ValueId atom);
  // The ground positive literals of the predicate, and samples of those with `all` variables.
  const std::vector<ValueId>& positive_atoms(PredicateId predicate) const {
    return positive_atoms_[predicate.index()];
  }
  // Every literal, those with `all` variables as samples.
  const std::vector<Claim>& samples() const { return samples_; }
  // The value of a query variable; nothing if it has none (an `all` variable, or `_`).
  std::optional<ValueId> binding(const std::string& variable);

  const std::vector<ValueId>& universe() const { return universe_; }
  // A constraint that cannot be judged was met.
  bool beyond() const { return beyond_; }

 private:
  struct Known {
    std::unordered_set<ValueId> ground;
    std::vector<TermId> open;
  };
  enum class Truth { yes, no, open };

  void collect_universe();
  void collect_constants(const Terms& terms, TermId term);
  bool is_universal(TermId variable) const;
  Truth constraint(TermId term, const Environment& environment);
  bool constraints_allow(const Environment& environment);
  // The same where equations with `all` variables that the literal does not name tie those that it
  // names: such variables get the values that the equations force.
  bool tied_constraints_allow(Environment& environment);
  bool complete(std::size_t from, std::size_t rotation, Environment& environment,
                std::size_t& steps);
  std::optional<ValueId> forced_value(TermId variable, Environment& environment);
  void add(const Literal& literal);
  void sample(const Literal& literal, std::optional<PredicateId> predicate,
              const std::vector<TermId>& open);
  bool is_marker(PredicateId predicate) const;
  Known& known(PredicateId predicate, bool negated) {
    return known_[2 * predicate.index() + (negated ? 1 : 0)];
  }

  const Program& program_;
  const Answer& answer_;
  Values& values_;
  std::vector<ValueId> universe_;
  std::unordered_set<ValueId> in_universe_;
  std::unordered_map<std::string, PredicateId> predicates_;  // "p/1", "-p/1"
  std::vector<std::optional<PredicateId>> opposites_;
  std::vector<TermId> each_;
  std::vector<TermId> tied_;  // `all` variables of constraints
  std::vector<Environment> choices_;
  Environment choice_;
  std::vector<Known> known_;
  std::vector<std::vector<ValueId>> positive_atoms_;
  std::vector<Claim> samples_;
  bool beyond_ = false;
};

}  // namespace cogs::logic::check
