// SPDX-License-Identifier: Apache-2.0
#include "path/score_diagram.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace cogs::path {

namespace {

using model::CompiledScore;
using model::Points;
using model::ScoreTerm;

class ScoreDiagram {
 public:
  ScoreDiagram(const model::CompiledModel& compiled, const model::ScoreAtom& atom,
               const std::vector<std::vector<std::uint32_t>>& cell_of, Diagrams& diagrams)
      : compiled_(compiled),
        score_(compiled.scores[atom.score]),
        atom_(atom),
        cell_of_(cell_of),
        diagrams_(diagrams),
        assigned_(compiled.features.size(), 0),
        ending_(score_.mentions.size()),
        live_(score_.mentions.size() + 1),
        least_left_(score_.mentions.size() + 1, 0),
        most_left_(score_.mentions.size() + 1, 0) {
    for (const ScoreTerm& term : score_.terms) {
      const auto features = score_.features_of(term);
      const std::size_t first = position(features.front()), last = position(features.back());
      ending_[last].push_back(&term);
      for (std::size_t i = 0; i <= last; ++i) {
        least_left_[i] += least(term);
        most_left_[i] += most(term);
      }
      // From its first feature on until it is known.
      for (const std::uint32_t f : features) {
        for (std::size_t i = position(f) + 1; i <= last && i > first; ++i) {
          auto& live = live_[i];
          if (std::find(live.begin(), live.end(), f) == live.end()) live.push_back(f);
        }
      }
    }
    for (auto& live : live_) std::sort(live.begin(), live.end());
  }

  Diagrams::Id build() { return build(0, score_.base); }

 private:
  std::size_t position(std::uint32_t f) const {
    const auto at = std::lower_bound(score_.mentions.begin(), score_.mentions.end(), f);
    return static_cast<std::size_t>(at - score_.mentions.begin());
  }
  Points least(const ScoreTerm& term) const {
    if (term.features > 1) return score_.least_below(term.root);
    const auto [first, end] = curve(term);
    return *std::min_element(first, end);
  }
  Points most(const ScoreTerm& term) const {
    if (term.features > 1) return score_.most_below(term.root);
    const auto [first, end] = curve(term);
    return *std::max_element(first, end);
  }
  std::pair<const Points*, const Points*> curve(const ScoreTerm& term) const {
    const std::uint32_t f = score_.term_features[term.first_feature];
    const Points* first = score_.values.data() + term.curve;
    return {first, first + compiled_.features[f].missing_bit() + 1};
  }

  Points value(const ScoreTerm& term) const {
    if (term.features == 1) {
      return score_.values[term.curve + assigned_[score_.term_features[term.first_feature]]];
    }
    std::int32_t at = term.root;
    while (at >= 0) {
      const model::ScoreNode& node = score_.nodes[static_cast<std::size_t>(at)];
      const std::uint32_t cell = assigned_[node.feature];
      at = compiled_.pool[node.offset + cell / 64] >> cell % 64 & 1 ? node.yes : node.no;
    }
    return score_.values[static_cast<std::size_t>(~at)];
  }

  Diagrams::Id build(std::size_t i, Points sum) {
    if (sum + most_left_[i] < atom_.low || sum + least_left_[i] > atom_.high) return Diagrams::none;
    if (sum + least_left_[i] >= atom_.low && sum + most_left_[i] <= atom_.high)
      return Diagrams::all;
    if (diagrams_.must_end()) return Diagrams::none;
    std::vector<std::uint32_t> waiting;
    for (const std::uint32_t f : live_[i]) waiting.push_back(assigned_[f]);
    std::tuple key(i, sum, std::move(waiting));
    if (const auto known = built_.find(key); known != built_.end()) return known->second;
    const std::uint32_t f = score_.mentions[i];
    std::vector<Diagrams::Id> children;
    for (const std::uint32_t cell : cell_of_[f]) {
      assigned_[f] = cell;
      Points next = sum;
      for (const ScoreTerm* term : ending_[i]) next += value(*term);
      children.push_back(build(i + 1, next));
    }
    const Diagrams::Id made = diagrams_.make(f, children);
    built_.emplace(std::move(key), made);
    return made;
  }

  const model::CompiledModel& compiled_;
  const CompiledScore& score_;
  const model::ScoreAtom& atom_;
  const std::vector<std::vector<std::uint32_t>>& cell_of_;
  Diagrams& diagrams_;
  std::vector<std::uint32_t> assigned_;                // by feature: a cell
  std::vector<std::vector<const ScoreTerm*>> ending_;  // by position: terms it completes
  std::vector<std::vector<std::uint32_t>> live_;       // features that later terms wait for
  std::vector<Points> least_left_, most_left_;         // of the terms that are not complete
  std::map<std::tuple<std::size_t, Points, std::vector<std::uint32_t>>, Diagrams::Id> built_;
};

}  // namespace

Diagrams::Id score_diagram(const model::CompiledModel& compiled, const model::ScoreAtom& atom,
                           const std::vector<std::vector<std::uint32_t>>& cell_of,
                           Diagrams& diagrams) {
  return ScoreDiagram(compiled, atom, cell_of, diagrams).build();
}

}  // namespace cogs::path
