// SPDX-License-Identifier: Apache-2.0
//
// Why a literal holds, as far as that is the same in every answer: found when a proof asks for it
// and then kept, so that no join is done twice.
//
// A reason is a list of items: literals, built-in goals with the values that they had, and
// patterns such as not q(3,A), false for every A because no row matches.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/budget.h"
#include "logic/ground/program.h"

namespace cogs::logic {

struct ReasonItem {
  enum class Kind : std::uint8_t { literal, pattern, builtin, group };
  Kind kind = Kind::literal;
  std::uint32_t index = 0;  // code of a GroundLiteral, or the place in the table of its kind

  friend bool operator==(const ReasonItem&, const ReasonItem&) = default;
};

struct ReasonItemHash {
  std::size_t operator()(const ReasonItem& item) const noexcept {
    return ((std::size_t{item.index} << 2) | static_cast<std::size_t>(item.kind)) *
           0x9E3779B97F4A7C15u;
  }
};
using ReasonItems = std::unordered_set<ReasonItem, ReasonItemHash>;

// A predicate with arguments that may be variables (slots, numbered as they occur).
struct AtomPattern {
  PredicateId predicate;
  std::vector<Operand> arguments;
  // Of each variable, the slot of the query's free variable that it is; none: it is universal.
  std::vector<std::optional<std::uint32_t>> query_slots;
};

// A goal of a clause with values; `holds`: as it is written, and otherwise its negation does.
struct BuiltinInstance {
  const GroundForm* form = nullptr;
  std::uint32_t goal = 0;
  bool holds = true;
  std::vector<GroundTerm> values;  // of the goal's slots, in their order
};

class GroundReasons {
 public:
  // `full`: failures come with the goals before them.
  GroundReasons(GroundProgram& ground, base::Budget& budget, bool full)
      : ground_(ground), budget_(budget), full_(full) {}

  // The goals of a body with these values, in the order of the text.
  std::vector<ReasonItem> body_items(const GroundForm& form, std::span<const GroundTerm> values);
  // For each clause that could give the atom: what keeps its instances from holding in every
  // answer set, each reason once. Instances that only the search decides give nothing.
  struct Failure {
    std::uint32_t form = 0;
    std::vector<ReasonItem> items;
    // Of each item: whether it is no reason, but stands before one in the text. The search decides
    // whether it holds.
    std::vector<bool> before;
  };
  using Failures = std::vector<Failure>;  // in the order of the text
  const Failures& failures(AtomId atom);
  const Failures& pattern_failures(std::uint32_t pattern);

  std::uint32_t form_of(ClauseId clause);
  const AtomPattern& pattern(std::uint32_t index) const { return patterns_[index]; }
  const BuiltinInstance& builtin(std::uint32_t index) const { return builtins_[index]; }

 private:
  friend class FailureFinder;
  ReasonItem literal_item(const GroundGoal& goal, std::span<const GroundTerm> values, bool holds);
  ReasonItem builtin_item(const GroundForm& form, std::uint32_t goal,
                          std::span<const GroundTerm> values, bool holds);
  // `of_query`: the variables are free variables of the query.
  ReasonItem pattern_item(PredicateId predicate, const std::vector<Operand>& arguments,
                          bool of_query);
  Failures find_failures(PredicateId predicate, const std::vector<Operand>& arguments);
  std::vector<std::uint32_t> forms_for(PredicateId predicate,
                                       const std::vector<Operand>& arguments);

  GroundProgram& ground_;
  base::Budget& budget_;
  bool full_;
  // The clauses of a predicate by the first argument of their heads.
  struct HeadIndex {
    std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> constants;
    std::vector<std::uint32_t> variables;
  };
  std::unordered_map<std::uint32_t, HeadIndex> heads_;            // by predicate
  std::unordered_map<std::uint32_t, Failures> failures_;          // by atom
  std::unordered_map<std::uint32_t, Failures> pattern_failures_;  // by pattern
  std::unordered_map<std::uint32_t, std::uint32_t> form_of_;      // by clause
  std::deque<AtomPattern> patterns_;
  std::map<std::vector<std::uint32_t>, std::uint32_t> pattern_ids_;
  std::deque<BuiltinInstance> builtins_;
  std::map<std::vector<std::uint32_t>, std::uint32_t> builtin_ids_;
};

}  // namespace cogs::logic
