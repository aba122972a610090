// SPDX-License-Identifier: Apache-2.0
//
// Does a decision hold throughout a box, in which some features have the person's value and others
// any of their domain? The three-valued evaluator tells at once where the rules leave no doubt;
// else a feature is split in two, the one whose open cells are most, until nothing is left in doubt
// or a state with the other decision turns up.
#include "explain/sufficient.h"

#include <algorithm>
#include <numeric>

#include "explain/tested_reasons.h"
#include "state/evaluate.h"

namespace cogs::explain {

namespace {

constexpr std::size_t most_boxes = 20000;  // of one check

state::Permissions everything(const Model& model) {
  state::Permissions all;
  all.features.resize(model.features.size());
  all.denial_off.resize(model.denials.size(), true);
  return all;
}

class Boxes {
 public:
  Boxes(const model::CompiledModel& compiled, const Record& record, AtomId atom)
      : situation_(compiled, record, everything(*compiled.model)),
        evaluator_(situation_),
        atom_(atom.value),
        truth_(evaluator_.atom(atom_)) {}

  enum class Held { yes, no, unknown };

  void free(std::uint32_t f) { evaluator_.show(f, domain(f).data(), state::Truth::maybe); }
  void keep(std::uint32_t f) { evaluator_.show(f, situation_.start_point(f)); }

  // Is the atom's truth the same throughout, with these features free?
  Held holds(const std::vector<std::uint32_t>& open) {
    boxes_ = 0;
    return look(open);
  }

 private:
  std::vector<std::uint64_t> domain(std::uint32_t f) const {
    const model::FeatureCells& all = situation_.compiled().features[f];
    std::vector<std::uint64_t> bits(all.words, 0);
    for (std::uint32_t cell = 0; cell < all.cells.size(); ++cell) {
      if (all.cells[cell].inside) state::put(bits.data(), cell);
    }
    state::put(bits.data(), situation_.cell_of(f, situation_.start_point(f)));
    return bits;
  }

  Held look(const std::vector<std::uint32_t>& open) {
    const state::Truth now = evaluator_.atom(atom_);
    if (now == truth_) return Held::yes;
    if (now != state::Truth::maybe) return Held::no;
    if (++boxes_ > most_boxes) return Held::unknown;
    std::uint32_t widest = 0, cells = 1;
    for (const std::uint32_t f : open) {
      std::uint32_t count = 0;
      for (std::uint32_t w = 0; w < situation_.words(f); ++w) {
        count += static_cast<std::uint32_t>(__builtin_popcountll(evaluator_.cells(f)[w]));
      }
      if (count > cells) {
        cells = count;
        widest = f;
      }
    }
    if (cells == 1) return Held::unknown;  // a state, of which nothing is in doubt
    const std::vector<std::uint64_t> before(evaluator_.cells(widest),
                                            evaluator_.cells(widest) + situation_.words(widest));
    std::vector<std::uint64_t> half(before.size(), 0), rest = before;
    std::uint32_t taken = 0;
    state::for_each_bit({before.data(), before.size()}, [&](state::Point bit) {
      if (taken++ >= cells / 2) return;
      state::put(half.data(), bit);
      state::drop(rest.data(), bit);
    });
    Held found = Held::yes;
    for (const auto* side : {&half, &rest}) {
      evaluator_.show(widest, side->data(), state::Truth::maybe);
      const Held there = look(open);
      if (there == Held::no) {
        found = Held::no;
        break;
      }
      if (there == Held::unknown) found = Held::unknown;
    }
    evaluator_.show(widest, before.data(), state::Truth::maybe);
    return found;
  }

  state::Situation situation_;
  state::Evaluator evaluator_;
  std::uint32_t atom_;
  state::Truth truth_;
  std::size_t boxes_ = 0;
};

// How much of the scores hangs on the feature: the widest that a term of it can move.
std::vector<Number> weights(const model::CompiledModel& compiled) {
  std::vector<Number> weight(compiled.features.size(), 0);
  for (const model::CompiledScore& score : compiled.scores) {
    for (const model::ScoreTerm& term : score.terms) {
      const auto features = score.features_of(term);
      Number width = 0;
      if (features.size() == 1) {
        const auto first = score.values.begin() + term.curve;
        const auto [low, high] = std::minmax_element(
            first, first + compiled.features[features.front()].missing_bit() + 1);
        width = score.points(*high - *low);
      } else {
        width = score.points(score.most_below(term.root) - score.least_below(term.root));
      }
      for (const std::uint32_t f : features) weight[f] += width;
    }
  }
  return weight;
}

}  // namespace

Sufficient sufficient_features(const Model& model, const Record& record, AtomId atom) {
  model::CutRequest request;
  request.start = &record;
  const model::CompiledModel compiled = model::compile(model, request);
  const std::vector<bool> below = features_below(model, atom);
  Boxes boxes(compiled, record, atom);
  const std::vector<Number> weight = weights(compiled);
  std::vector<std::uint32_t> order;
  for (std::uint32_t f = 0; f < model.features.size(); ++f) {
    if (below[f]) order.push_back(f);
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return weight[a] < weight[b]; });
  Sufficient made;
  std::vector<std::uint32_t> open;
  for (const std::uint32_t f : order) {
    boxes.free(f);
    open.push_back(f);
    const Boxes::Held held = boxes.holds(open);
    if (held == Boxes::Held::yes) continue;
    if (held == Boxes::Held::unknown) made.minimal = false;
    open.pop_back();
    boxes.keep(f);
    made.features.push_back(FeatureId(f));
  }
  std::sort(made.features.begin(), made.features.end());
  return made;
}

}  // namespace cogs::explain
