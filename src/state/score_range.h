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

class ScoreView {
 public:
  // `cells`: a cell set a feature, by Situation::offset; it is read at each call.
  ScoreView(const Situation& situation, const std::uint64_t* cells)
      : situation_(&situation), compiled_(&situation.compiled()), cells_(cells) {}

  ScoreRange term(const model::CompiledScore& score, const model::ScoreTerm& term) const {
    if (term.features == 1) return curve(score, term);
    return tree(score, term.root);
  }

  // Does the feature's view lie in the node's set: 1 all of it, 0 nothing of it, -1 a part?
  int side(const model::ScoreNode& node) const {
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

  ScoreRange tree(const model::CompiledScore& score, std::int32_t at) const {
    while (at >= 0) {
      const model::ScoreNode& node = score.nodes[static_cast<std::size_t>(at)];
      const int goes = side(node);
      if (goes < 0) {
        const ScoreRange yes = tree(score, node.yes), no = tree(score, node.no);
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
};

}  // namespace cogs::state
