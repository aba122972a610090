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

#include "logic/ground/atoms.h"
#include "logic/ground/form.h"

namespace cogs::logic {

struct JoinStep {
  // The last three in clingo's language only (rule.h).
  enum class Kind : std::uint8_t { scan, find, negated, test, assign, match, range, part };
  Kind kind = Kind::test;
  std::uint32_t goal = 0;
  std::uint32_t slot = 0;       // of an assignment, a range
  std::uint32_t positions = 0;  // of a scan: arguments that are known, a bit each
  std::vector<bool> binds;      // of a scan: arguments that give their variable its value
  bool right = false;           // of a match: the right side is the pattern
  std::vector<bool> bound;      // of a match: slots that have values
  bool assigns = false;         // of a part: it gives `slot` its value
};

// What an aggregate or conditional literal of an instance comes to: literals that must hold, each
// with the value that the aggregate has then.
struct PartChoice {
  std::optional<GroundTerm> value;
  std::vector<GroundLiteral> literals;
};

class PartSource {
 public:
  virtual ~PartSource() = default;
  // `assigns`: the goal's result has no value yet. No choice: it is false.
  virtual void find_choices(const GroundGoal& goal, std::span<const GroundTerm> values,
                            bool assigns, std::vector<PartChoice>& into) = 0;
};

struct PlanOptions {
  std::optional<std::uint32_t> first;  // the goal to begin with, a positive call
  bool in_order = false;               // keep the calls in the order of the text
  const Terms* names = nullptr;        // of clingo's language: those of its functions
};

// Orders the goals so that each has the values it needs. `bound`: the slots that have values at
// the start. nullopt: some variable would get none (the clause is not safe).
std::optional<std::vector<JoinStep>> plan_steps(const GroundForm& form, std::vector<bool> bound,
                                                const GroundAtoms& atoms,
                                                const PlanOptions& options);
// The name of a variable that gets no value in any order; empty if there is none.
std::string unsafe_variable(const GroundForm& form, std::vector<bool> bound, const Terms& names);

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
  void set_parts(PartSource& parts) { parts_ = &parts; }
  // `ranges`: the rows that each goal may use; empty: all.
  void start(std::span<const RowRange> ranges = {});
  bool next();

  std::span<const GroundTerm> values() const { return values_; }
  // Of the present instance: the row that a positive call used.
  AtomId row_atom(std::uint32_t goal) const { return matched_[goal]; }
  // The literals that are not decided, each once, in the order of the text.
  const std::vector<GroundLiteral>& literals();

 private:
  struct Cursor {
    const RowIndex* index = nullptr;
    std::uint32_t row = 0, end = 0;
    std::int64_t next = 0, last = 0;  // of a range
    std::vector<PartChoice> choices;  // of a part
  };
  bool open(std::size_t depth);
  bool advance(std::size_t depth);
  bool seek(std::size_t depth);  // from the cursor's row on
  bool take_choice(std::size_t depth);
  bool match(const JoinStep& step, const GroundGoal& goal, AtomId atom);
  std::span<const GroundTerm> argument_values(const GroundGoal& goal);

  const GroundForm& form_;
  const std::vector<JoinStep>& steps_;
  GroundWorld& world_;
  std::vector<RowRange> ranges_;
  std::vector<GroundTerm> values_, key_;
  std::vector<AtomId> matched_;
  std::vector<bool> open_negation_;                        // of each goal, in the present instance
  std::vector<std::vector<GroundLiteral>> part_literals_;  // of each goal
  PartSource* parts_ = nullptr;
  std::vector<GroundLiteral> literals_;
  std::vector<Cursor> cursors_;
  bool started_ = false;
};

}  // namespace cogs::logic
