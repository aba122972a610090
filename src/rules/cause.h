// SPDX-License-Identifier: Apache-2.0
//
// Candidates for causal rules, and what the rows of a table say about them.
//
// An Effect is a set of values of one column: a value, or the numbers on one side of a cut. A
// Cause has an effect and rules for it, bodies of literals any of which brings the effect about.
// Counting tells how the two hang together, in three words of semantics.md: where bodies are
// nearly always followed by the effect they are sufficient (`if`), where the effect nearly never
// comes without one of them they are necessary (`only_if`), and both together are `iff`.
//
// Rows in which the effect's cell is missing are left out: a missing value breaks no rule of its
// own. A missing cell in a body has the meaning of rule_set.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/number.h"
#include "rules/rule_set.h"
#include "table/table.h"

namespace cogs::rules {

// Between `at` and what is larger (=< at | > at), or between `at` and what is smaller.
struct Cut {
  base::Number at;
  bool above = true;

  friend bool operator==(const Cut&, const Cut&) = default;
};

struct Effect {
  table::ColumnId column;
  std::optional<std::string> value;  // this value
  std::optional<Cut> from, to;       // or the numbers beyond `from` and before `to`

  friend bool operator==(const Effect&, const Effect&) = default;
};

enum class Binding { none, only_if, if_, iff };

struct CauseCounts {
  std::size_t rows = 0;    // in which the effect's column has a value
  std::size_t effect = 0;  // of these: with the effect
  std::size_t body = 0;    // with a body that holds
  std::size_t both = 0;

  double base() const;       // share of rows with the effect
  double precision() const;  // of the rows with a body: share with the effect
  double recall() const;     // of the rows with the effect: share with a body
  double lift() const;       // precision / base
  // How many of the exceptions that chance would bring are not there, between 0 and 1 (below 0:
  // there are more): rows with a body but no effect; rows with the effect but no body.
  double sufficiency() const;
  double necessity() const;
  // What knowing one of effect and body tells about the other, in nats, over all rows; and as a
  // share of all that can be known about the effect.
  double information() const;
  double explained() const;
};

struct CauseRule {
  std::vector<Literal> body;            // Literal::attribute is the index of the column
  std::size_t covers = 0, correct = 0;  // rows with this body; those with the effect too
};

struct Cause {
  Effect effect;
  std::vector<CauseRule> rules;  // never empty
  CauseCounts counts;            // of all rules together
  Binding binding = Binding::none;

  std::size_t longest_body() const;
  std::size_t literals() const;
};

// By code of the column: whether the literal holds, whether the value belongs to the effect. The
// effect of a missing cell is 2: not known.
std::vector<std::uint8_t> truth_by_code(const Literal& literal, const table::Column& column);
std::vector<std::uint8_t> truth_by_code(const Effect& effect, const table::Column& column);

// Counts over all rows of the table; also those of each rule.
void count(Cause& cause, const table::Table& table);

// The first rows (from 1) that a rule in force would call impossible: with a body and without the
// effect (not for only_if), with the effect and without a body (not for if).
struct CounterExamples {
  std::vector<std::size_t> without_effect, without_cause;
};
CounterExamples counter_examples(const Cause& cause, const table::Table& table, std::size_t most);

}  // namespace cogs::rules
