// SPDX-License-Identifier: Apache-2.0
//
// Between which two sums does a score lie on a view? A view gives each feature a set of cells
// (evaluate.h); with one cell a feature the two are the same.
#pragma once

#include <algorithm>
#include <cstdint>

#include "state/situation.h"

namespace cogs::state {

using model::Points;

struct ScoreRange {
  Points low = 0, high = 0;
  friend bool operator==(const ScoreRange&, const ScoreRange&) = default;
};

// Features as bits, several of them on one bit where there are many.
inline std::uint64_t feature_bit(std::uint32_t f) { return std::uint64_t{1} << f % 64; }

class ScoreView {
 public:
  // `cells`: a cell set a feature, by Situation::offset; it is read at each call.
  // `only`: the one cell of a feature, below 0 where it has several; null: not known.
  ScoreView(const Situation& situation, const std::uint64_t* cells,
            const std::int32_t* only = nullptr)
      : situation_(&situation), compiled_(&situation.compiled()), cells_(cells), only_(only) {}

  ScoreRange term(const model::CompiledScore& score, const model::ScoreTerm& term) const {
    std::uint64_t asked = 0;
    return this->term(score, term, asked);
  }
  // `asked`: the features that it looked at; whatever others are, it comes out the same.
  ScoreRange term(const model::CompiledScore& score, const model::ScoreTerm& term,
                  std::uint64_t& asked) const {
    if (term.features > 1) return tree(score, term.root, asked);
    asked |= feature_bit(score.term_features[term.first_feature]);
    return curve(score, term);
  }

  // Does the feature's view lie in the node's set: 1 all of it, 0 nothing of it, -1 a part?
  int side(const model::ScoreNode& node) const {
    if (only_ && only_[node.feature] >= 0) {
      const auto cell = static_cast<std::uint32_t>(only_[node.feature]);
      return static_cast<int>(compiled_->pool[node.offset + cell / 64] >> cell % 64 & 1);
    }
    const std::uint64_t* cells = cells_ + situation_->offset(node.feature);
    const std::uint64_t* set = compiled_->pool.data() + node.offset;
    std::uint64_t in = 0, out = 0;
    for (std::uint32_t w = 0; w < situation_->words(node.feature); ++w) {
      in |= cells[w] & set[w];
      out |= cells[w] & ~set[w];
    }
    return in == 0 ? 0 : out == 0 ? 1 : -1;
  }

 private:
  ScoreRange curve(const model::CompiledScore& score, const model::ScoreTerm& term) const {
    const std::uint32_t f = score.term_features[term.first_feature];
    const Points* values = score.values.data() + term.curve;
    const std::uint64_t* cells = cells_ + situation_->offset(f);
    ScoreRange range;
    bool first = true;
    for (std::uint32_t w = 0; w < situation_->words(f); ++w) {
      for (std::uint64_t rest = cells[w]; rest != 0; rest &= rest - 1) {
        const Points value = values[w * 64 + static_cast<unsigned>(__builtin_ctzll(rest))];
        range.low = first ? value : std::min(range.low, value);
        range.high = first ? value : std::max(range.high, value);
        first = false;
      }
    }
    return range;
  }

  ScoreRange tree(const model::CompiledScore& score, std::int32_t at, std::uint64_t& asked) const {
    while (at >= 0) {
      const model::ScoreNode& node = score.nodes[static_cast<std::size_t>(at)];
      asked |= feature_bit(node.feature);
      const int goes = side(node);
      if (goes < 0) {
        const ScoreRange yes = tree(score, node.yes, asked), no = tree(score, node.no, asked);
        return {std::min(yes.low, no.low), std::max(yes.high, no.high)};
      }
      at = goes == 1 ? node.yes : node.no;
    }
    const Points value = score.values[static_cast<std::size_t>(~at)];
    return {value, value};
  }

  const Situation* situation_;
  const CompiledModel* compiled_;
  const std::uint64_t* cells_;
  const std::int32_t* only_;
};

}  // namespace cogs::state
