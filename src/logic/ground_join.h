// SPDX-License-Identifier: Apache-2.0
//
// Finds the instances of a clause's body over the rows of the relations: a nested loop with hash
// indexes, one instance at a time.
//
//   auto steps = plan_steps(form, bound, atoms, {});   // nullopt: a variable gets no value
//   Join join(form, *steps, world);
//   join.start(ranges);
//   while (join.next()) use(join.values(), join.literals());
//
// A negated call of a predicate in `open` is no obstacle: its truth is not known yet, and it
// becomes one of the literals of the instance, as positive calls of open predicates do.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "logic/ground_atoms.h"
#include "logic/ground_form.h"

namespace cogs::logic {

struct JoinStep {
  enum class Kind : std::uint8_t { scan, find, negated, test, assign };
  Kind kind = Kind::test;
  std::uint32_t goal = 0;
  std::uint32_t slot = 0;       // of an assignment
  std::uint32_t positions = 0;  // of a scan: arguments that are known, a bit each
  std::vector<bool> binds;      // of a scan: arguments that give their variable its value
};

struct PlanOptions {
  std::optional<std::uint32_t> first;  // the goal to begin with, a positive call
  bool in_order = false;               // keep the calls in the order of the text
};

// Orders the goals so that each has the values it needs. `bound`: the slots that have values at
// the start. nullopt: some variable would get none (the clause is not safe).
std::optional<std::vector<JoinStep>> plan_steps(const GroundForm& form, std::vector<bool> bound,
                                                const GroundAtoms& atoms,
                                                const PlanOptions& options);

// What predicates are to the engine.
enum class Knowledge : std::uint8_t {
  exact,   // its rows are true, everything else is false
  open,    // its rows may be true; the relation is complete
  growing  // an open predicate whose relation is being made
};

struct GroundWorld {
  const Terms& names;
  GroundTerms terms;
  GroundAtoms atoms;
  std::vector<Knowledge> knowledge;  // of each predicate
};

struct RowRange {
  std::uint32_t begin = 0, end = no_row;
};

class Join {
 public:
  // All arguments must outlive the join.
  Join(const GroundForm& form, const std::vector<JoinStep>& steps, GroundWorld& world);

  // Before start(): slots that have values from outside.
  void set(std::uint32_t slot, GroundTerm value) { values_[slot] = value; }
  // Gives head variables their values; false if the head does not match.
  bool set_head(std::span<const GroundTerm> arguments);
  // Ill-typed goals just fail: for queries, where nothing is concluded from that.
  void fail_ill_typed() { lenient_ = true; }
  // `ranges`: the rows that each goal may use; empty: all.
  void start(std::span<const RowRange> ranges = {});
  bool next();

  std::span<const GroundTerm> values() const { return values_; }
  // Of the present instance: the row that a positive call used.
  AtomId row_atom(std::uint32_t goal) const { return matched_[goal]; }
  // The literals that are not decided, each once, in the order of the text.
  const std::vector<GroundLiteral>& literals();
  // Whether a comparison was ill-typed, and everything else holds.
  bool ill_typed() const { return ill_typed_count_ > 0; }
  // A value could not be computed: the set of instances is not known.
  bool stuck() const { return stuck_; }

 private:
  struct Cursor {
    const RowIndex* index = nullptr;
    std::uint32_t row = 0, end = 0;
    bool ill_typed = false;
  };
  bool open(std::size_t depth);
  bool advance(std::size_t depth);
  bool seek(std::size_t depth);  // from the cursor's row on
  bool match(const JoinStep& step, const GroundGoal& goal, AtomId atom);
  std::span<const GroundTerm> argument_values(const GroundGoal& goal);

  const GroundForm& form_;
  const std::vector<JoinStep>& steps_;
  GroundWorld& world_;
  std::vector<RowRange> ranges_;
  std::vector<GroundTerm> values_, key_;
  std::vector<AtomId> matched_;
  std::vector<bool> open_negation_;  // of each goal, in the present instance
  std::vector<GroundLiteral> literals_;
  std::vector<Cursor> cursors_;
  std::uint32_t ill_typed_count_ = 0;
  bool started_ = false, stuck_ = false, lenient_ = false;
};

}  // namespace cogs::logic
