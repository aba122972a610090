// SPDX-License-Identifier: Apache-2.0
//
// A forest as one person sees it (score_plan.h): the leaves that some changes lead to, and what
// they are worth more, or less, than where the person is now.
//
// A leaf asks for the features whose tests on the way to it fail at the start. With the features of
// a set D free and all others at the start, exactly the leaves that ask for nothing outside of D
// can be reached. So a set that changes K features needs the leaves that ask for K or fewer, which
// are few.
#pragma once

#include <cstdint>
#include <vector>

#include "path/score_plan.h"
#include "state/situation.h"

namespace cogs::path {

using FeatureMask = std::uint64_t;  // local features of a plan
inline FeatureMask bit_of(std::uint32_t feature) { return FeatureMask{1} << feature; }
inline std::uint32_t size_of(FeatureMask set) {  // sets are small
  std::uint32_t count = 0;
  for (; set != 0; set &= set - 1) ++count;
  return count;
}
template <class Function>
void for_each_feature(FeatureMask set, Function&& function) {
  for (; set != 0; set &= set - 1) function(static_cast<std::uint32_t>(__builtin_ctzll(set)));
}

// Where one feature of a person stands, and where it may be set to.
struct Standing {
  std::uint32_t cell = 0;  // of the start; as many as there are cells: missing
  bool settable = false;
  // Of a number: cells that may be set, first_below <= cell < end_below, first_above <= ...
  std::uint32_t first_below = 0, end_below = 0, first_above = 0, end_above = 0;
  std::uint64_t mask = 0;  // of a set

  std::uint32_t lowest() const { return first_below < end_below ? first_below : first_above; }
  std::uint32_t highest() const { return first_above < end_above ? end_above - 1 : end_below - 1; }
};

template <class Amount>
class ScoreLeaves {
 public:
  // A leaf that can be reached.
  struct Reached {
    FeatureMask asks;
    std::uint32_t leaf;
  };
  // One that is worth more than the person's own, of all of a tree that ask for the same the best.
  struct Gain {
    FeatureMask asks;
    double gain;
  };

  // All leaves that ask for the same.
  struct Group {
    FeatureMask asks;
    std::uint32_t first, count;  // in grouped()
  };
  struct Member {
    std::uint32_t tree, leaf;
  };

  // With the leaves that ask for one feature, not grouped yet.
  ScoreLeaves(const ScorePlan& plan, const ScoreForest<Amount>& forest,
              const state::Situation& situation);

  // False: something that a plan does not serve.
  bool usable() const { return usable_; }
  const Standing& standing(std::uint32_t feature) const { return standing_[feature]; }
  FeatureMask settable() const { return settable_; }
  Amount at_start() const { return at_start_; }

  // Looks for all leaves that ask for `most` settable features or fewer.
  void collect(std::uint32_t most);
  std::uint32_t collected() const { return collected_; }

  std::uint32_t trees() const { return static_cast<std::uint32_t>(forest_.roots.size()); }
  // Of tree t: the person's own leaf first.
  const Reached* first_of(std::uint32_t t) const { return reached_.data() + first_reached_[t]; }
  const Reached* end_of(std::uint32_t t) const { return reached_.data() + first_reached_[t + 1]; }
  Amount own(std::uint32_t t) const { return forest_.values[first_of(t)->leaf]; }
  const Gain* first_gain(std::uint32_t t) const { return gains_.data() + first_gain_[t]; }
  const Gain* end_gain(std::uint32_t t) const { return gains_.data() + first_gain_[t + 1]; }

  const std::vector<Group>& groups() const { return groups_; }
  const Member* grouped(const Group& group) const { return grouped_.data() + group.first; }

  // What the score grows by if this feature alone goes to each of its cells; of what is settable.
  const std::vector<Amount>& alone(std::uint32_t feature) const { return alone_[feature]; }

  // The part of a leaf's way that is about a feature; null: all cells will do.
  const LeafRegion* region(std::uint32_t leaf, std::uint32_t feature) const {
    if (!(forest_.asks[leaf] >> feature & 1)) return nullptr;
    const LeafRegion* at = forest_.regions.data() + forest_.first_region[leaf];
    while (at->feature != feature) ++at;
    return at;
  }
  const ScorePlan& plan() const { return plan_; }
  const ScoreForest<Amount>& forest() const { return forest_; }

  // The score where these features have other cells: by feature, all of them.
  Amount score_at(const std::vector<std::uint32_t>& cells) const;
  // What the score is, for each cell of one feature, where the others have these cells.
  void curve_at(const std::vector<std::uint32_t>& cells, std::uint32_t feature,
                std::vector<Amount>& curve) const;

 private:
  void stand(std::uint32_t feature, const state::Situation& situation);
  bool goes_left(const LeafNode& node, std::uint32_t cell) const {
    if (node.set) return forest_.masks[node.cut] >> cell & 1;
    if (cell == plan_.features[node.feature].cells) return node.missing_left;
    return cell < node.cut;
  }
  bool may_cross(const LeafNode& node, bool to_left) const {
    const Standing& at = standing_[node.feature];
    if (!at.settable) return false;
    if (node.set) {
      return (at.mask & (to_left ? forest_.masks[node.cut] : ~forest_.masks[node.cut])) != 0;
    }
    return to_left ? at.lowest() < node.cut : at.highest() >= node.cut;
  }
  void draw_curves();
  void group();
  void add_alone(std::uint32_t t);
  void add_gains(std::uint32_t t);

  const ScorePlan& plan_;
  const ScoreForest<Amount>& forest_;
  std::vector<Standing> standing_;
  FeatureMask settable_ = 0;
  bool usable_ = true;
  Amount at_start_ = 0;
  std::uint32_t collected_ = 0;
  std::vector<Reached> reached_;
  std::vector<std::uint32_t> first_reached_, first_gain_;
  std::vector<Gain> gains_;
  std::vector<Group> groups_;
  std::vector<Member> grouped_;
  std::vector<std::uint32_t> group_at_, group_of_;
  std::vector<std::vector<Amount>> alone_;
  struct Open {
    std::int32_t node;
    std::uint32_t left;  // so many more features may be asked for
    FeatureMask asks;
  };
  std::vector<Open> open_;
};

extern template class ScoreLeaves<std::int64_t>;
extern template class ScoreLeaves<model::Points>;

}  // namespace cogs::path
