// SPDX-License-Identifier: Apache-2.0
//
// The best state that changes exactly the features of one set: branch and bound over boxes of their
// cells.
//
// What each feature adds by itself is a curve. Trees that several of the features have a part in
// are left as lists of leaves; a box keeps those that it meets, so that lists shrink with the
// boxes. The most that a box can reach is the sum of the curves' and the trees' best; cells that
// fall short even if all else is at its best are cut off. The corner next to the start is the best
// state of a box, so a box is done with when its corner is a goal.
#pragma once

#include <array>
#include <functional>
#include <vector>

#include "base/budget.h"
#include "path/score_rank.h"

namespace cogs::path {

template <class Amount>
class ScoreBoxes {
 public:
  static constexpr std::uint32_t most_features = 16;
  // The features of a rule or denial without the score that these changes run into; none: none.
  using Guilty = std::function<FeatureMask(const ScoreChanges&)>;

  ScoreBoxes(const ScoreLeaves<Amount>& leaves, const ScoreRank& rank, base::Budget& budget,
             Amount gap, Guilty guilty)
      : leaves_(leaves), rank_(rank), budget_(budget), gap_(gap), guilty_(std::move(guilty)) {}

  // Changes of exactly these features that close the gap, if they are better than `best`.
  void improve(FeatureMask set, ScoreChanges& best);

  std::uint64_t boxes() const { return boxes_; }
  bool stopped() const { return stopped_; }

 private:
  struct Side {
    std::uint32_t low = 0,
                  high = 0;  // of a number: low <= cell < high, all on one side of the start
    bool rising = false;
    std::uint64_t mask = 0;  // of a set
  };
  using Box = std::array<Side, most_features>;
  struct Dimension {
    std::uint32_t feature;
    bool numeric;
    std::vector<Amount> curve;
  };
  struct Live {
    Amount gain;
    std::uint32_t tree, leaf;  // leaf: in regions_, times the number of dimensions
  };

  void prepare(FeatureMask set);
  void add_leaf(std::uint32_t tree, std::uint32_t leaf, FeatureMask asks);
  void choose_sides(std::size_t dimension, Box& box);
  void explore(Box box, std::size_t first, Amount known);
  bool meets(const Live& live, std::size_t dimension, const Side& side) const;
  bool holds_corner(const Live& live) const;
  std::uint32_t corner(std::size_t dimension, const Side& side) const;
  // The most that the dimension's curve has on this side.
  Amount most(std::size_t dimension, const Side& side) const;
  bool shave(std::size_t dimension, Side& side, Amount least) const;
  void keep_what_meets(const Box& box, std::size_t first);
  void divide(const Box& box, std::size_t first, Amount known, std::size_t dimension,
              const Side& far);

  const ScoreLeaves<Amount>& leaves_;
  const ScoreRank& rank_;
  base::Budget& budget_;
  const Amount gap_;
  Guilty guilty_;
  ScoreChanges* best_ = nullptr;
  std::size_t count_ = 0;  // of dimensions
  std::array<Dimension, most_features> dimensions_;
  std::vector<std::uint64_t> regions_;  // by leaf and dimension: low | high << 32, or a mask
  std::vector<Live> live_;              // a stack of lists, by tree
  std::vector<Live> members_;           // of the first list, in no order
  std::vector<FeatureMask> asked_;      // by tree: the features of the set that it asks for
  std::vector<std::uint32_t> place_;    // by tree
  std::vector<std::uint32_t> corner_;
  std::uint64_t boxes_ = 0;
  bool stopped_ = false;
};

extern template class ScoreBoxes<std::int64_t>;
extern template class ScoreBoxes<model::Points>;

}  // namespace cogs::path
