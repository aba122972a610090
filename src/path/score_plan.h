// SPDX-License-Identifier: Apache-2.0
//
// A decision by one score, made ready for the search by leaves (score_search.h); once a model.
//
// It serves models whose decision asks for one score on one side of a number, beside rules and
// denials that ask for features alone, and that have no causal rules: then a path is a set of
// direct changes, and a leaf of a tree asks for a few of them. All other models are left to the
// exploration of boxes (explore.h).
//
// Trees are laid out one after the other, with two kinds of nodes: numbers go left below a cut,
// sets by a bit a cell. Amounts are turned round where less is wanted, so that more is better.
#pragma once

#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

#include "path/problem.h"

namespace cogs::path {

// What the way to a leaf leaves of a feature: cells low <= cell < high, or, of a set, a mask.
struct LeafRegion {
  std::uint32_t feature;  // local, as all features below
  std::uint32_t low, high;
  std::uint64_t mask;
};

struct LeafNode {
  std::int32_t left, right;  // below 0: ~ a leaf
  std::uint32_t cut;         // of a number: left below it; of a set: where in `masks`
  std::uint16_t feature;
  bool set, missing_left;
};

template <class Amount>
struct ScoreForest {
  std::vector<std::int32_t> roots;  // of trees over several features
  std::vector<LeafNode> nodes;
  std::vector<std::uint64_t> masks;
  std::vector<Amount> values;               // by leaf
  std::vector<std::uint64_t> asks;          // by leaf: the features on the way to it
  std::vector<std::uint32_t> first_region;  // by leaf, one more at the end
  std::vector<LeafRegion> regions;
  std::vector<std::vector<Amount>> curves;  // by feature and cell: what it adds by itself, or empty
  Amount base = 0;
};

class ScorePlan {
 public:
  static constexpr std::uint32_t most_features = 64, most_cells_of_set = 64;

  // Null where the model is of another kind.
  static std::unique_ptr<const ScorePlan> make(const model::CompiledModel& compiled,
                                               const Goal& goal);

  struct Feature {
    std::uint32_t id;  // in the model
    bool numeric;
    std::uint32_t cells;  // missing not counted
    // Of a number: what is reported of a cell that is reached from below, from above; about.
    std::vector<double> from_below, from_above;
  };
  // Amounts that no state may have, both included, by a denial.
  struct Band {
    model::Points low, high;
    std::uint32_t denial;
  };
  // Tests on features that must not all hold.
  struct Nogood {
    std::vector<model::CellTest> tests;
    std::vector<std::uint32_t> local;  // the features of the tests
    std::uint32_t denial;              // no_denial: a rule of the decision
  };
  static constexpr std::uint32_t no_denial = UINT32_MAX;

  std::vector<Feature> features;  // that the score and the nogoods mention, in the model's order
  std::variant<ScoreForest<std::int64_t>, ScoreForest<model::Points>> forest;
  model::Points need = 0;  // the least amount that is no longer undesired
  std::vector<Band> bands;
  std::vector<Nogood> nogoods;

  // So many that hardly two people are in the same cells.
  bool many_leaves() const {
    return std::visit([](const auto& made) { return made.values.size() > 1000; }, forest);
  }
};

}  // namespace cogs::path
