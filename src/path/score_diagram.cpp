// SPDX-License-Identifier: Apache-2.0
#include "path/score_diagram.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

namespace cogs::path {

namespace {

using model::CompiledScore;
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

  Diagrams::Id build() {
    begin(0, score_.base);
    while (!open_.empty()) {
      if (diagrams_.exhausted()) return Diagrams::none;
      const std::size_t i = open_.back().position;
      const std::uint32_t f = score_.mentions[i];
      if (open_.back().next < cell_of_[f].size()) {
        assigned_[f] = cell_of_[f][open_.back().next++];
        model::Points sum = open_.back().sum;
        for (const ScoreTerm* term : ending_[i])
          sum += score_.value(*term, assigned_, compiled_.pool);
        begin(i + 1, sum);
        continue;
      }
      const std::size_t before = finished_.size() - cell_of_[f].size();
      const Diagrams::Id made =
          diagrams_.make(f, std::span<const Diagrams::Id>(finished_).subspan(before));
      finished_.resize(before);
      finished_.push_back(made);
      remember(open_.back().key, made);
      open_.pop_back();
    }
    return finished_.back();
  }

 private:
  std::size_t position(std::uint32_t f) const {
    const auto at = std::lower_bound(score_.mentions.begin(), score_.mentions.end(), f);
    return static_cast<std::size_t>(at - score_.mentions.begin());
  }
  model::Points least(const ScoreTerm& term) const {
    if (term.features > 1) return score_.least_below(term.root);
    const auto [first, end] = curve(term);
    return *std::min_element(first, end);
  }
  model::Points most(const ScoreTerm& term) const {
    if (term.features > 1) return score_.most_below(term.root);
    const auto [first, end] = curve(term);
    return *std::max_element(first, end);
  }
  std::pair<const model::Points*, const model::Points*> curve(const ScoreTerm& term) const {
    const std::uint32_t f = score_.term_features[term.first_feature];
    const model::Points* first = score_.values.data() + term.curve;
    return {first, first + compiled_.features[f].missing_bit() + 1};
  }

  // A sum of which the features before a position have their cells.
  struct Open {
    std::size_t position;
    model::Points sum;
    std::size_t key;   // in keys_
    std::size_t next;  // cell of the feature at the position
  };

  // Either the set of the states that complete this sum is known, and finished_ has it, or it is
  // opened.
  void begin(std::size_t i, model::Points sum) {
    if (sum + most_left_[i] < atom_.low || sum + least_left_[i] > atom_.high) {
      return finished_.push_back(Diagrams::none);
    }
    if (sum + least_left_[i] >= atom_.low && sum + most_left_[i] <= atom_.high) {
      return finished_.push_back(Diagrams::all);
    }
    if (diagrams_.must_end()) return finished_.push_back(Diagrams::none);
    const std::size_t key = write_key(i, sum);
    if (const auto known = find(key)) {
      keys_.resize(key);
      return finished_.push_back(*known);
    }
    open_.push_back({i, sum, key, 0});
  }

  // What a set depends on: the position, the sum, and the cells that later terms wait for. The word
  // before them is for the set itself.
  std::size_t write_key(std::size_t i, model::Points sum) {
    const std::size_t key = keys_.size();
    keys_.push_back(Diagrams::none);
    keys_.push_back(i);
    keys_.push_back(static_cast<std::uint64_t>(sum));
    keys_.push_back(static_cast<std::uint64_t>(sum >> 64));
    for (const std::uint32_t f : live_[i]) keys_.push_back(assigned_[f]);
    return key;
  }
  std::span<const std::uint64_t> words(std::size_t key) const {
    return std::span<const std::uint64_t>(keys_).subspan(key + 1, 3 + live_[keys_[key + 1]].size());
  }
  // Where the key stands, or the free place for it.
  std::size_t place(std::size_t key) const {
    const auto sought = words(key);
    std::uint64_t hash = 0;
    for (const std::uint64_t word : sought) {
      hash = (hash ^ word) * 0x9E3779B97F4A7C15U;
      hash ^= hash >> 29;
    }
    std::size_t at = hash & (places_.size() - 1);
    for (; places_[at] != free_place; at = (at + 1) & (places_.size() - 1)) {
      if (std::ranges::equal(words(places_[at]), sought)) break;
    }
    return at;
  }
  std::optional<Diagrams::Id> find(std::size_t key) const {
    const std::size_t at = places_[place(key)];
    if (at == free_place) return std::nullopt;
    return static_cast<Diagrams::Id>(keys_[at]);
  }
  void remember(std::size_t key, Diagrams::Id made) {
    keys_[key] = made;
    places_[place(key)] = key;
    if (2 * ++remembered_ < places_.size()) return;
    const std::vector<std::size_t> smaller =
        std::exchange(places_, std::vector<std::size_t>(2 * places_.size(), free_place));
    for (const std::size_t at : smaller) {
      if (at != free_place) places_[place(at)] = at;
    }
  }

  const model::CompiledModel& compiled_;
  const CompiledScore& score_;
  const model::ScoreAtom& atom_;
  const std::vector<std::vector<std::uint32_t>>& cell_of_;
  Diagrams& diagrams_;
  std::vector<std::uint32_t> assigned_;                // by feature: a cell
  std::vector<std::vector<const ScoreTerm*>> ending_;  // by position: terms it completes
  std::vector<std::vector<std::uint32_t>> live_;       // features that later terms wait for
  std::vector<model::Points> least_left_, most_left_;  // of the terms that are not complete
  std::vector<Open> open_;
  std::vector<Diagrams::Id> finished_;  // children of those
  // Sets that are known, in flat arrays: millions of them must go in no time when a limit ends
  // this.
  static constexpr std::size_t free_place = static_cast<std::size_t>(-1);
  std::vector<std::uint64_t> keys_;
  std::vector<std::size_t> places_ = std::vector<std::size_t>(64, free_place);  // of keys, by hash
  std::size_t remembered_ = 0;
};

}  // namespace

Diagrams::Id score_diagram(const model::CompiledModel& compiled, const model::ScoreAtom& atom,
                           const std::vector<std::vector<std::uint32_t>>& cell_of,
                           Diagrams& diagrams) {
  return ScoreDiagram(compiled, atom, cell_of, diagrams).build();
}

}  // namespace cogs::path
