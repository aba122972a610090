// SPDX-License-Identifier: Apache-2.0
#include "path/score_plan.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "model/nearest_number.h"

namespace cogs::path {

using model::CompiledBody;
using model::CompiledScore;
using model::ScoreAtom;

namespace {

using Wide = model::Points;

constexpr std::size_t most_leaves = 4000000;
constexpr std::uint32_t most_deep = 500;     // trees are walked by recursion here
constexpr Wide beyond_all = Wide{1} << 122;  // more than any sum

// Amounts from low to high; half lines end beyond all sums.
struct Stretch {
  Wide low = -beyond_all, high = beyond_all;
};

// Where a body that asks for this one score and nothing else holds; nullopt if it asks for more, or
// if that is no single stretch.
std::optional<Stretch> stretch_of(const model::CompiledModel& compiled, const CompiledBody& body,
                                  std::optional<std::uint32_t>& score) {
  if (!body.tests.empty() || body.atoms.empty()) return std::nullopt;
  Stretch held;
  for (const model::AtomTest& literal : body.atoms) {
    const ScoreAtom* atom = compiled.score_atom(literal.atom.value);
    if (!atom || (score && *score != atom->score)) return std::nullopt;
    score = atom->score;
    if (!literal.negated) {
      held.low = std::max(held.low, atom->low);
      held.high = std::min(held.high, atom->high);
    } else if (atom->high >= beyond_all) {
      held.high = std::min(held.high, atom->low - 1);
    } else {
      return std::nullopt;
    }
  }
  return held;
}

class Planner {
 public:
  Planner(const model::CompiledModel& compiled, const Goal& goal)
      : compiled_(compiled), goal_(goal), plan_(std::make_unique<ScorePlan>()) {}

  std::unique_ptr<const ScorePlan> run() {
    if (compiled_.scores.empty() || goal_.desired || !compiled_.causal_order.empty()) return {};
    if (compiled_.recursive[compiled_.component[goal_.undesired]]) return {};
    if (!take_rules() || !take_denials() || !take_features()) return {};
    const CompiledScore& score = compiled_.scores[*score_];
    // Do all sums fit a machine word, differences of two of them included?
    Wide size = std::max(score.base, -score.base);
    for (const Wide value : score.values) largest_ = std::max({largest_, value, -value});
    size += largest_ * static_cast<Wide>(score.terms.size() + 1);
    if (size < Wide{1} << 60) {
      plan_->forest.emplace<ScoreForest<std::int64_t>>();
    } else {
      plan_->forest.emplace<ScoreForest<Wide>>();
    }
    const bool laid_out = std::visit([&](auto& forest) { return lay_out(forest); }, plan_->forest);
    if (!laid_out) return {};
    return std::move(plan_);
  }

 private:
  // The decision: rules that ask for the score alone, all on the same side, and rules without it.
  bool take_rules() {
    std::optional<Stretch> undesired;
    for (const std::uint32_t rule : compiled_.rules_of[goal_.undesired]) {
      const CompiledBody& body = compiled_.rules[rule].body;
      if (body.atoms.empty()) {
        add_nogood(body, ScorePlan::no_denial);
        continue;
      }
      const std::optional<Stretch> held = stretch_of(compiled_, body, score_);
      if (!held || held->low > held->high) return false;
      const bool low = held->low <= -beyond_all, high = held->high >= beyond_all;
      if (low == high) return false;
      if (undesired && low != (undesired->low <= -beyond_all)) return false;
      if (!undesired) undesired = *held;
      undesired->low = std::min(undesired->low, held->low);
      undesired->high = std::max(undesired->high, held->high);
    }
    if (!undesired) return false;
    turned_ = undesired->high >= beyond_all;
    plan_->need = turned_ ? -undesired->low + 1 : undesired->high + 1;
    return true;
  }

  bool take_denials() {
    for (std::uint32_t d = 0; d < compiled_.denials.size(); ++d) {
      const CompiledBody& body = compiled_.denials[d].body;
      if (body.impossible) continue;
      if (body.atoms.empty()) {
        add_nogood(body, d);
        continue;
      }
      const std::optional<Stretch> held = stretch_of(compiled_, body, score_);
      if (!held) return false;
      if (held->low > held->high) continue;
      plan_->bands.push_back(
          {turned_ ? -held->high : held->low, turned_ ? -held->low : held->high, d});
    }
    return true;
  }

  void add_nogood(const CompiledBody& body, std::uint32_t denial) {
    if (!body.impossible) plan_->nogoods.push_back({body.tests, {}, denial});
  }

  bool take_features() {
    const CompiledScore& score = compiled_.scores[*score_];
    std::set<std::uint32_t> ids(score.mentions.begin(), score.mentions.end());
    for (const ScorePlan::Nogood& nogood : plan_->nogoods) {
      for (const model::CellTest& test : nogood.tests) ids.insert(test.feature);
    }
    if (ids.size() > ScorePlan::most_features) return false;
    local_.assign(compiled_.features.size(), 0);
    for (const std::uint32_t id : ids) {
      local_[id] = static_cast<std::uint32_t>(plan_->features.size());
      const model::FeatureCells& cells = compiled_.features[id];
      const model::Feature& feature = compiled_.model->features[id];
      ScorePlan::Feature made{
          id, feature.numeric(), static_cast<std::uint32_t>(cells.cells.size()), {}, {}};
      if (!made.numeric && made.cells >= ScorePlan::most_cells_of_set) return false;
      if (made.numeric) {
        for (const model::Cell& cell : cells.cells) {
          const auto report = [&](const std::optional<Number>& end, int step) {
            return end ? model::nearest_number(feature, cells.decimals, cell.interval, *end + step)
                             .approximate()
                       : 0;
          };
          made.from_below.push_back(report(cell.interval.low, -1));
          made.from_above.push_back(report(cell.interval.high, 1));
        }
      }
      plan_->features.push_back(std::move(made));
    }
    for (ScorePlan::Nogood& nogood : plan_->nogoods) {
      for (const model::CellTest& test : nogood.tests) nogood.local.push_back(local_[test.feature]);
    }
    return true;
  }

  // ---- trees ---------------------------------------------------------------------------------

  template <class Amount>
  bool lay_out(ScoreForest<Amount>& forest) {
    const CompiledScore& score = compiled_.scores[*score_];
    const auto turn = [&](Wide value) { return static_cast<Amount>(turned_ ? -value : value); };
    forest.base = turn(score.base);
    forest.curves.resize(plan_->features.size());
    for (const ScorePlan::Feature& feature : plan_->features) {
      whole_.push_back({0, 0, feature.cells, ~std::uint64_t{0}});
      whole_.back().feature = static_cast<std::uint32_t>(whole_.size() - 1);
    }
    for (const model::ScoreTerm& term : score.terms) {
      if (term.features == 1) {
        const std::uint32_t f = local_[score.term_features[term.first_feature]];
        std::vector<Amount>& curve = forest.curves[f];
        curve.resize(plan_->features[f].cells + 1, 0);
        for (std::size_t cell = 0; cell < curve.size(); ++cell) {
          curve[cell] += turn(score.values[term.curve + cell]);
        }
        continue;
      }
      now_ = whole_;
      asked_ = 0;
      forest.roots.push_back(add_tree(forest, score, term.root, turn));
      if (too_large_) return false;
    }
    forest.first_region.push_back(static_cast<std::uint32_t>(forest.regions.size()));
    return true;
  }

  template <class Amount, class Turn>
  std::int32_t add_leaf(ScoreForest<Amount>& forest, Amount value) {
    forest.first_region.push_back(static_cast<std::uint32_t>(forest.regions.size()));
    forest.values.push_back(value);
    forest.asks.push_back(asked_);
    for (std::uint64_t rest = asked_; rest != 0; rest &= rest - 1) {
      forest.regions.push_back(now_[static_cast<unsigned>(__builtin_ctzll(rest))]);
    }
    return ~static_cast<std::int32_t>(forest.values.size() - 1);
  }

  template <class Amount, class Turn>
  std::int32_t add_tree(ScoreForest<Amount>& forest, const CompiledScore& score, std::int32_t at,
                        const Turn& turn) {
    if (at < 0) {
      return add_leaf<Amount, Turn>(forest, turn(score.values[static_cast<std::size_t>(~at)]));
    }
    if (forest.values.size() > most_leaves || depth_ > most_deep) {
      too_large_ = true;
      return 0;
    }
    const model::ScoreNode& node = score.nodes[static_cast<std::size_t>(at)];
    const std::uint32_t f = local_[node.feature];
    const std::uint64_t* bits = compiled_.pool.data() + node.offset;
    const ScorePlan::Feature& feature = plan_->features[f];
    const bool missing = state::has(bits, feature.cells);
    if (!feature.numeric) {
      const std::uint64_t all = (std::uint64_t{2} << feature.cells) - 1;
      LeafNode made{0,
                    0,
                    static_cast<std::uint32_t>(forest.masks.size()),
                    static_cast<std::uint16_t>(f),
                    true,
                    missing};
      forest.masks.push_back(bits[0] & all);
      return add_node(
          forest, made, [&](LeafRegion& r) { r.mask &= bits[0]; },
          [&](LeafRegion& r) { r.mask &= ~bits[0]; },
          [&](bool left) { return add_tree(forest, score, left ? node.yes : node.no, turn); });
    }
    // A number: one cut after the other, from below.
    std::vector<std::uint32_t> cuts;
    for (std::uint32_t cell = 1; cell < feature.cells; ++cell) {
      if (state::has(bits, cell) != state::has(bits, cell - 1)) cuts.push_back(cell);
    }
    if (cuts.size() > most_deep) {
      too_large_ = true;
      return 0;
    }
    return add_cuts(forest, f, bits, cuts, 0, missing, [&](bool yes) {
      return add_tree(forest, score, yes ? node.yes : node.no, turn);
    });
  }

  // Cells below cuts[i] go the way of cell cuts[i] - 1; ways alternate, so what is missing finds
  // its own among the first two.
  template <class Amount, class Child>
  std::int32_t add_cuts(ScoreForest<Amount>& forest, std::uint32_t f, const std::uint64_t* bits,
                        const std::vector<std::uint32_t>& cuts, std::size_t i, bool missing,
                        const Child& child) {
    const std::uint32_t last = plan_->features[f].cells - 1;
    if (i == cuts.size()) {
      const bool yes = state::has(bits, last);
      if (!cuts.empty() || yes == missing) return child(yes);
      // Only what is missing goes the other way: a cut above all cells, left of it the cells.
      LeafNode made{0, 0, last + 1, static_cast<std::uint16_t>(f), false, false};
      return add_node(
          forest, made, [&](LeafRegion& r) { r.high = std::min(r.high, last + 1); },
          [&](LeafRegion& r) { r.low = last + 1; },
          [&](bool left) { return child(left ? yes : missing); });
    }
    const std::uint32_t cut = cuts[i];
    const bool yes = state::has(bits, cut - 1);
    LeafNode made{0, 0, cut, static_cast<std::uint16_t>(f), false, yes == missing};
    return add_node(
        forest, made, [&](LeafRegion& r) { r.high = std::min(r.high, cut); },
        [&](LeafRegion& r) { r.low = std::max(r.low, cut); },
        [&](bool left) {
          return left ? child(yes) : add_cuts(forest, f, bits, cuts, i + 1, missing, child);
        });
  }

  template <class Amount, class Narrow, class Narrow2, class Child>
  std::int32_t add_node(ScoreForest<Amount>& forest, const LeafNode& made, const Narrow& left,
                        const Narrow2& right, const Child& child) {
    const std::size_t at = forest.nodes.size();
    forest.nodes.push_back(made);
    const LeafRegion before = now_[made.feature];
    const std::uint64_t asked = asked_;
    asked_ |= std::uint64_t{1} << made.feature;
    ++depth_;
    left(now_[made.feature]);
    const std::int32_t left_child = child(true);
    now_[made.feature] = before;
    right(now_[made.feature]);
    const std::int32_t right_child = child(false);
    now_[made.feature] = before;
    asked_ = asked;
    --depth_;
    forest.nodes[at].left = left_child;
    forest.nodes[at].right = right_child;
    return static_cast<std::int32_t>(at);
  }

  const model::CompiledModel& compiled_;
  const Goal goal_;
  std::unique_ptr<ScorePlan> plan_;
  std::optional<std::uint32_t> score_;
  std::vector<std::uint32_t> local_;  // by feature of the model
  std::vector<LeafRegion> whole_, now_;
  std::uint64_t asked_ = 0;
  Wide largest_ = 0;
  std::uint32_t depth_ = 0;
  bool turned_ = false;  // less is wanted
  bool too_large_ = false;
};

}  // namespace

std::unique_ptr<const ScorePlan> ScorePlan::make(const model::CompiledModel& compiled,
                                                 const Goal& goal) {
  return Planner(compiled, goal).run();
}

}  // namespace cogs::path
