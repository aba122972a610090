// SPDX-License-Identifier: Apache-2.0
//
// Model -> cells and ground rules (semantics.md 2).
//
// Conditions compare with few values, so most values of a domain are alike to all rules. A cell
// holds values that are: numbers between two neighbouring thresholds, or one named value of a
// set, or the unnamed ones. A rule body then asks of each feature whether its cell lies in a set
// of cells: one bit a cell. How large a domain is does not matter.
//
// The cut is minimal: `N =< 12` cuts integers between 12 and 13 only. Numeric cells cover the
// whole line, beyond the domain too, because a record may start outside an observed domain and
// because a domain can be what blocks a path; `inside` tells which lie in the domain.
//
// A cell set of feature f takes words(f) words; bit i is cell i, bit cells.size() is "missing",
// and two more bits are left free for the parts of the start's own cell (state/situation.h).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/fraction.h"
#include "model/model.h"

namespace cogs::model {

struct Cell {
  Interval interval;                  // of a numeric feature, integers closed
  std::vector<std::uint32_t> values;  // of a set feature: indices into its domain, ascending;
                                      // one past the end: a start value that it does not list
  bool inside = true;
};

struct FeatureCells {
  std::vector<Cell> cells;  // numeric: ascending; sets: by first value
  std::uint32_t words = 1;
  std::vector<std::uint32_t> cell_of_value;  // sets: cell by index of the value
  Number named_low = 0, named_high = 0;      // extremes of the numbers in the model
  bool names_numbers = false;
  int decimals = 0;        // the most that the model uses for this feature
  bool mentioned = false;  // by a rule, a causal rule or a denial

  std::uint32_t missing_bit() const { return static_cast<std::uint32_t>(cells.size()); }
  // Numeric features.
  std::uint32_t cell_of(const Number& value) const;
};

// Holds when the feature's cell is in the set at `offset` of the pool.
struct CellTest {
  std::uint32_t feature;
  std::uint32_t offset;
};

// A conjunction. Tests on one feature are merged; a feature occurs once.
struct CompiledBody {
  std::vector<CellTest> tests;
  std::vector<AtomTest> atoms;
  bool impossible = false;  // a test that no cell passes
  std::uint32_t id = 0;     // among all bodies of the model
};

// Who asks what, so that a change of one feature or atom is followed to what it decides.
struct Uses {
  static constexpr std::uint32_t no_atom = UINT32_MAX;

  // A cell set that bodies test, once for all of them.
  struct Tested {
    std::uint32_t offset;           // in the pool
    std::uint32_t first_use, uses;  // in `bodies`
  };
  struct Literal {
    std::uint32_t body;
    bool negated;
  };
  std::vector<Tested> tested;               // by feature
  std::vector<std::uint32_t> first_tested;  // of a feature in `tested`; one more at the end
  std::vector<std::uint32_t> bodies;
  std::vector<std::vector<Literal>> literals;  // by atom: bodies that ask for it
  std::vector<std::uint32_t> head;             // by body: the atom that it derives, or no_atom
  std::vector<const CompiledBody*> body;       // by id
};

struct CompiledRule {
  std::uint32_t head = 0;  // atom
  CompiledBody body;
  RuleId rule;
};

struct CompiledCause {
  CompiledBody body;
  std::uint32_t head_offset = 0;       // the head set, a cell set of the feature
  std::uint32_t open_head_offset = 0;  // the same if the domain had no ends
  CausalRuleId rule;

  std::uint32_t head(bool whole_line) const { return whole_line ? open_head_offset : head_offset; }
};

// Cells that the same head sets hold.
struct HeadClass {
  std::uint32_t offset = 0;          // the cells, a cell set of the feature
  std::vector<std::uint64_t> heads;  // a bit for each rule whose head set holds them
};

// All causal rules in force of one feature.
struct CompiledCauses {
  std::vector<CompiledCause> rules;
  std::vector<HeadClass> classes, open_classes;  // of all cells; if the domain had no ends
  std::uint32_t cover_offset = 0;                // union of the head sets
  std::uint32_t open_cover_offset = 0;
  CausalMode mode = CausalMode::iff;
  std::vector<std::uint32_t> mentions;  // features in the bodies, through auxiliaries, ascending

  std::uint32_t cover(bool whole_line) const {
    return whole_line ? open_cover_offset : cover_offset;
  }
  const std::vector<HeadClass>& head_classes(bool whole_line) const {
    return whole_line ? open_classes : classes;
  }
};

// Beside Model::denials.
struct CompiledDenial {
  CompiledBody body;
  std::vector<std::uint32_t> mentions;
};

// Points in whole multiples of a score's unit, so that sums are exact.
using Points = base::WideInteger;

// A part of a score that adds by itself: what one feature adds (a value for each of its cells, and
// for missing), or what a tree over several features does.
struct ScoreTerm {
  std::uint32_t first_feature = 0, features = 0;  // in CompiledScore::term_features, ascending
  std::uint32_t curve = 0;                        // one feature: its first value
  std::uint32_t first_cut = 0, cuts = 0;          // ... and its cuts
  std::int32_t root = 0;                          // several: a node, or ~ a value
};

// Where the feature's cell lies in the set it goes on at `yes`; below 0: ~ a value.
struct ScoreNode {
  std::uint32_t feature = 0, offset = 0;
  std::int32_t yes = 0, no = 0;
};

// The cells of a curve that are worth this much or more.
struct CurveCut {
  Points value = 0;
  std::uint32_t offset = 0;  // in the pool
};

struct CompiledScore {
  Number unit = 1;
  Points base = 0;
  std::vector<ScoreTerm> terms;
  std::vector<std::uint32_t> term_features;
  std::vector<ScoreNode> nodes;     // children in front of their parents
  std::vector<Points> least, most;  // by node: of the leaves below it
  std::vector<Points> values;
  std::vector<CurveCut> curve_cuts;     // of each curve, by ascending value, the least left out
  std::vector<std::uint32_t> mentions;  // features, ascending
  std::vector<std::uint32_t> atoms;     // in CompiledModel::score_atoms

  std::span<const std::uint32_t> features_of(const ScoreTerm& term) const {
    return {term_features.data() + term.first_feature, term.features};
  }
  // Of a node, or of a leaf.
  Points least_below(std::int32_t at) const {
    return at < 0 ? values[static_cast<std::size_t>(~at)] : least[static_cast<std::size_t>(at)];
  }
  Points most_below(std::int32_t at) const {
    return at < 0 ? values[static_cast<std::size_t>(~at)] : most[static_cast<std::size_t>(at)];
  }
  // Of a term, where features have these cells; `pool` is the model's.
  Points value(const ScoreTerm& term, std::span<const std::uint32_t> cells,
               std::span<const std::uint64_t> pool) const {
    if (term.features == 1) return values[term.curve + cells[term_features[term.first_feature]]];
    std::int32_t at = term.root;
    while (at >= 0) {
      const ScoreNode& node = nodes[static_cast<std::size_t>(at)];
      const std::uint32_t cell = cells[node.feature];
      at = pool[node.offset + cell / 64] >> cell % 64 & 1 ? node.yes : node.no;
    }
    return values[static_cast<std::size_t>(~at)];
  }
  Number points(Points amount) const { return base::from_wide(amount) * unit; }
};

// Holds where the score lies between the two, both included.
struct ScoreAtom {
  std::uint32_t atom = 0, score = 0;
  Points low = 0, high = 0;
};

// A term of a score that a feature has a part in.
struct TermUse {
  std::uint32_t score = 0, term = 0;
};

// What a run adds to the model's own cuts.
struct CutRequest {
  std::vector<std::pair<FeatureId, Interval>> ranges;  // cut at both ends
  std::vector<std::pair<FeatureId, Price>> prices;     // in place of the features' own
  const Record* start = nullptr;                       // values that set domains do not list
};

struct CompiledModel {
  const Model* model = nullptr;
  std::vector<FeatureCells> features;
  std::vector<std::uint64_t> pool;
  std::vector<CompiledRule> rules;                   // those that can ever hold
  std::vector<std::vector<std::uint32_t>> rules_of;  // by atom
  std::vector<std::uint32_t> component;              // of an atom; lower ones are evaluated first
  std::vector<std::vector<std::uint32_t>> component_atoms;
  std::vector<bool> recursive;                            // by component: a positive loop
  std::vector<std::vector<std::uint32_t>> atom_mentions;  // features below an atom, ascending
  std::vector<CompiledCauses> causes;                     // by feature; empty rules: none
  std::vector<std::uint32_t> causal_order;                // features with causes, parents first
  std::vector<CompiledDenial> denials;
  std::vector<CompiledScore> scores;
  std::vector<ScoreAtom> score_atoms;
  std::vector<std::uint32_t> score_atom_of;     // by atom: in score_atoms, or no_score
  std::vector<std::vector<TermUse>> term_uses;  // by feature; empty without scores
  Uses uses;

  static constexpr std::uint32_t no_score = UINT32_MAX;
  // The test of an atom that a score decides; null for others.
  const ScoreAtom* score_atom(std::uint32_t atom) const {
    return scores.empty() || score_atom_of[atom] == no_score ? nullptr
                                                             : &score_atoms[score_atom_of[atom]];
  }

  CompiledModel() = default;
  CompiledModel(CompiledModel&&) = default;  // `uses` points into what moves along
  CompiledModel& operator=(CompiledModel&&) = default;
  CompiledModel(const CompiledModel&) = delete;

  std::span<const std::uint64_t> set(std::uint32_t feature, std::uint32_t offset) const {
    return {pool.data() + offset, features[feature].words};
  }
};

CompiledModel compile(const Model& model, const CutRequest& request = {});

// Do the set domains list all values of the record, so that it needs no cells of its own
// (CutRequest::start)?
bool lists_all_values(const Model& model, const Record& record);

// Does a value satisfy a condition? The definition that cells are built from.
bool holds(const Condition& condition, const Feature& feature, const Value& value);

}  // namespace cogs::model
