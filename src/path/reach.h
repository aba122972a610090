// SPDX-License-Identifier: Apache-2.0
//
// Where can a few direct changes lead at all? Features to set -> the ends of all walks that set
// exactly these, each once.
//
// Ways are of no interest here, nor how good they are. So a state is known by the points of what is
// concerned and by what is left to set, and each is gone on from once. Where it is asked only
// whether some end lies in given boxes, one of all points that lead alike will do (`one_of_each`):
// rules tell few of the values apart that a change may go to.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/budget.h"
#include "path/steps.h"

namespace cogs::path {

class Reach {
 public:
  Reach(const Problem& problem, Steps& steps, base::Budget& budget)
      : problem_(problem), steps_(steps), budget_(budget) {}

  struct Question {
    std::vector<std::uint32_t> concerned;  // features that tell states apart
    FeatureSet direct;                     // of these
    // What is set and moved by nothing else ends in one of these; empty: anywhere.
    std::vector<const Box*> boxes;
    std::uint64_t most_steps = UINT64_MAX;  // transitions
  };
  // Some of the boxes have what stays where it is set. True: that will do.
  using Visit = std::function<bool(const Points& end, const std::vector<const Box*>& boxes)>;

  enum class Answer { all_visited, will_do, cut };
  Answer ends(const Question& question, const Visit& visit);
  // Does any walk end in one of the boxes, as far as what is concerned goes?
  Answer any_end(const Question& question);
  // Of the last question.
  std::uint64_t steps() const { return steps_made_; }

 private:
  void go_on(const Points& from, const FeatureSet& left, const std::vector<const Box*>& boxes);
  void choose(const Points& from, const FeatureSet& left, const std::vector<std::uint32_t>& open,
              std::size_t at, std::vector<Action>& actions, const std::vector<const Box*>& boxes);
  Box one_of_each(const Question& question);
  void find_tests();
  std::vector<bool> how_it_leads(std::uint32_t f, Point point,
                                 const std::vector<const Box*>& boxes) const;

  const Problem& problem_;
  Steps& steps_;
  base::Budget& budget_;
  const Question* question_ = nullptr;
  const Visit* visit_ = nullptr;
  Answer answer_ = Answer::all_visited;
  std::unordered_set<std::string> seen_;
  std::size_t bytes_ = 0;
  std::uint64_t steps_made_ = 0;
  // The cell sets, by feature, that causal rules and denials ask for, through auxiliaries.
  std::vector<std::vector<std::uint32_t>> tests_;
  bool scores_count_ = false;  // they ask for scores, too, which no cell sets stand for
};

}  // namespace cogs::path
