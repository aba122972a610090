// SPDX-License-Identifier: Apache-2.0
//
// A contribution is a small tree: its tests one after the other, points at the end, 0 elsewhere.
// Auxiliary atoms are put in where they stand, as the trees that their rules are. Trees over one
// feature are added up to a curve, a value for each of its cells: bins exclude each other, and a
// curve knows that. All values are multiples of one unit.
#include "model/compile_scores.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "base/diagnostic.h"
#include "model/logit.h"

namespace cogs::model {

namespace {

constexpr std::size_t most_nodes_of_rules = 200000;
constexpr int most_bits = 120;  // of a sum

class ScoreCompiler {
 public:
  ScoreCompiler(const Model& model, const Score& score, const TestSet& test_set, CompiledModel& out)
      : model_(model), score_(score), test_set_(test_set), out_(out) {}

  CompiledScore run() {
    choose_unit();
    made_.base = amount(score_.base);
    rules_of_.resize(model_.atoms.size());
    for (const Rule& rule : model_.rules) rules_of_[rule.head.index()].push_back(&rule);
    const std::int32_t nothing = value(0);
    for (const Contribution& each : score_.contributions) {
      if (each.points.sign() == 0) continue;
      add_term(body(each.body, 0, value(amount(each.points)), nothing));
    }
    std::vector<std::pair<std::uint32_t, std::vector<std::uint64_t>>> tests;
    for (const FeatureTest& test : score_.tests) {
      tests.emplace_back(test.feature.value, test_set_(test));
    }
    std::vector<std::int32_t> places;
    for (const Number& each : score_.values) places.push_back(value(amount(each)));
    for (const ScoreTree& tree : score_.trees) {
      std::vector<std::int32_t> made(tree.nodes.size());
      for (std::size_t n = tree.nodes.size(); n-- > 0;) {
        const ScoreTree::Node& node_of_tree = tree.nodes[n];
        made[n] = node_of_tree.test == ScoreTree::leaf
                      ? places[node_of_tree.yes]
                      : node(tests[node_of_tree.test].first, tests[node_of_tree.test].second,
                             made[node_of_tree.yes], made[node_of_tree.no]);
      }
      add_term(made.front());
    }
    bound_nodes();
    add_curves();
    std::set<std::uint32_t> mentions(made_.term_features.begin(), made_.term_features.end());
    made_.mentions.assign(mentions.begin(), mentions.end());
    return std::move(made_);
  }

 private:
  void choose_unit() {
    Number denominator = base::denominator_of(score_.base), size = score_.base.absolute();
    const auto take = [&](const Number& each) {
      denominator = base::least_common_multiple(denominator, base::denominator_of(each));
      size += each.absolute();
    };
    for (const Contribution& each : score_.contributions) take(each.points);
    for (const Number& each : score_.values) take(each);
    if (size * denominator < base::power_of_two(most_bits)) {
      made_.unit = Number(1) / denominator;
      return;
    }
    if (score_.trees.empty()) {
      throw base::InputError(
          {base::Severity::error,
           model_.path,
           score_.place,
           "the points of `" + score_.name + "` have no common unit that sums could be counted in",
           "write them with fewer digits",
           {}});
    }
    // Leaves next to 0 in double precision: what is lost is far below the band.
    int exponent = -most_bits;
    while (size * base::power_of_two(-exponent) >= base::power_of_two(most_bits)) ++exponent;
    made_.unit = base::power_of_two(exponent);
  }

  Points amount(const Number& points) const {
    return *base::to_wide((points / made_.unit).floor());
  }

  std::int32_t value(Points amount) {
    const auto [known, added] = values_.emplace(amount, made_.values.size());
    if (added) made_.values.push_back(amount);
    return ~static_cast<std::int32_t>(known->second);
  }

  std::int32_t node(std::uint32_t feature, std::vector<std::uint64_t> bits, std::int32_t yes,
                    std::int32_t no) {
    if (yes == no) return yes;
    // Two tests of one feature in a row, with one end in common, are one.
    while (no >= 0) {
      const ScoreNode& next = made_.nodes[static_cast<std::size_t>(no)];
      if (next.feature != feature || (next.yes != yes && next.no != yes)) break;
      const std::uint64_t* more = out_.pool.data() + next.offset;
      const bool same = next.yes == yes;
      for (std::size_t w = 0; w < bits.size(); ++w) {
        bits[w] = same ? bits[w] | more[w] : more[w] & ~bits[w];
      }
      const std::int32_t end = same ? next.no : yes;
      if (!same) yes = next.yes;
      no = end;
      if (yes == no) return yes;
    }
    const std::uint32_t used = out_.features[feature].missing_bit() + 1;
    std::uint32_t count = 0;
    for (std::uint32_t bit = 0; bit < used; ++bit) count += bits[bit / 64] >> bit % 64 & 1;
    if (count == 0) return no;
    if (count == used) return yes;
    auto [set, fresh] = sets_.emplace(std::pair(feature, bits), 0);
    if (fresh) {
      set->second = static_cast<std::uint32_t>(out_.pool.size());
      out_.pool.insert(out_.pool.end(), bits.begin(), bits.end());
    }
    const auto [known, added] = nodes_.emplace(std::tuple(set->second, yes, no),
                                               static_cast<std::int32_t>(made_.nodes.size()));
    if (added) made_.nodes.push_back({feature, set->second, yes, no});
    return known->second;
  }

  // The tree that goes to `yes` where literals i, i + 1, ... of the body hold.
  std::int32_t body(const std::vector<Literal>& literals, std::size_t i, std::int32_t yes,
                    std::int32_t no) {
    if (made_.nodes.size() > most_nodes_of_rules) {
      throw base::InputError({base::Severity::error,
                              model_.path,
                              score_.place,
                              "the rules that `" + score_.name + "` rests on are too many",
                              "write its points with tests on features",
                              {}});
    }
    if (i == literals.size()) return yes;
    const std::int32_t rest = body(literals, i + 1, yes, no);
    if (const auto* test = std::get_if<FeatureTest>(&literals[i])) {
      return node(test->feature.value, test_set_(*test), rest, no);
    }
    const AtomTest& atom = std::get<AtomTest>(literals[i]);
    std::int32_t made = atom.negated ? rest : no;
    const auto& rules = rules_of_[atom.atom.index()];
    for (auto rule = rules.rbegin(); rule != rules.rend(); ++rule) {
      made = body((*rule)->body, 0, atom.negated ? no : rest, made);
    }
    return made;
  }

  void add_term(std::int32_t root) {
    if (root < 0) {
      made_.base += made_.values[static_cast<std::size_t>(~root)];
      return;
    }
    std::set<std::uint32_t> features;
    std::vector<std::int32_t> open{root};
    std::set<std::int32_t> seen{root};
    while (!open.empty()) {
      const ScoreNode& at = made_.nodes[static_cast<std::size_t>(open.back())];
      open.pop_back();
      features.insert(at.feature);
      for (const std::int32_t child : {at.yes, at.no}) {
        if (child >= 0 && seen.insert(child).second) open.push_back(child);
      }
    }
    if (features.size() == 1) {
      add_to_curve(*features.begin(), root);
      return;
    }
    ScoreTerm term;
    term.first_feature = static_cast<std::uint32_t>(made_.term_features.size());
    term.features = static_cast<std::uint32_t>(features.size());
    term.root = root;
    made_.term_features.insert(made_.term_features.end(), features.begin(), features.end());
    made_.terms.push_back(term);
  }

  void add_to_curve(std::uint32_t feature, std::int32_t root) {
    std::vector<Points>& curve = curves_[feature];
    curve.resize(out_.features[feature].missing_bit() + 1, 0);
    for (std::uint32_t cell = 0; cell < curve.size(); ++cell) {
      std::int32_t at = root;
      while (at >= 0) {
        const ScoreNode& here = made_.nodes[static_cast<std::size_t>(at)];
        at = out_.pool[here.offset + cell / 64] >> cell % 64 & 1 ? here.yes : here.no;
      }
      curve[cell] += made_.values[static_cast<std::size_t>(~at)];
    }
  }

  void add_curves() {
    for (const auto& [feature, curve] : curves_) {
      ScoreTerm term;
      term.first_feature = static_cast<std::uint32_t>(made_.term_features.size());
      term.features = 1;
      term.curve = static_cast<std::uint32_t>(made_.values.size());
      made_.term_features.push_back(feature);
      made_.values.insert(made_.values.end(), curve.begin(), curve.end());
      add_cuts_of(feature, curve, term);
      made_.terms.push_back(term);
    }
  }

  void add_cuts_of(std::uint32_t feature, const std::vector<Points>& curve, ScoreTerm& term) {
    std::set<Points> levels(curve.begin(), curve.end());
    levels.erase(levels.begin());
    term.first_cut = static_cast<std::uint32_t>(made_.curve_cuts.size());
    term.cuts = static_cast<std::uint32_t>(levels.size());
    for (const Points level : levels) {
      std::vector<std::uint64_t> bits(out_.features[feature].words, 0);
      for (std::size_t cell = 0; cell < curve.size(); ++cell) {
        if (curve[cell] >= level) bits[cell / 64] |= std::uint64_t{1} << cell % 64;
      }
      made_.curve_cuts.push_back({level, static_cast<std::uint32_t>(out_.pool.size())});
      out_.pool.insert(out_.pool.end(), bits.begin(), bits.end());
    }
  }

  void bound_nodes() {
    for (const ScoreNode& each : made_.nodes) {
      made_.least.push_back(std::min(made_.least_below(each.yes), made_.least_below(each.no)));
      made_.most.push_back(std::max(made_.most_below(each.yes), made_.most_below(each.no)));
    }
  }

  const Model& model_;
  const Score& score_;
  const TestSet& test_set_;
  CompiledModel& out_;
  CompiledScore made_;
  std::vector<std::vector<const Rule*>> rules_of_;
  std::map<Points, std::size_t> values_;
  std::map<std::pair<std::uint32_t, std::vector<std::uint64_t>>, std::uint32_t> sets_;
  std::map<std::tuple<std::uint32_t, std::int32_t, std::int32_t>, std::int32_t> nodes_;
  std::map<std::uint32_t, std::vector<Points>> curves_;
};

constexpr Points beyond_all = Points{1} << 124;  // more than any sum

// The least amount whose points are `bound` or more, or more than it.
Points at_least(const Number& bound, bool more) {
  const Number whole = more ? bound.floor() + 1 : bound.ceil();
  if (whole >= base::power_of_two(122)) return beyond_all;
  if (whole <= -base::power_of_two(122)) return -beyond_all;
  return *base::to_wide(whole);
}

}  // namespace

void compile_scores(const Model& model, const TestSet& test_set, CompiledModel& out) {
  out.score_atom_of.assign(model.atoms.size(), CompiledModel::no_score);
  out.term_uses.resize(model.features.size());
  for (const Score& score : model.scores) {
    out.scores.push_back(ScoreCompiler(model, score, test_set, out).run());
  }
  for (std::uint32_t s = 0; s < out.scores.size(); ++s) {
    const CompiledScore& score = out.scores[s];
    for (std::uint32_t t = 0; t < score.terms.size(); ++t) {
      for (const std::uint32_t f : score.features_of(score.terms[t])) {
        out.term_uses[f].push_back({s, t});
      }
    }
  }
  for (std::uint32_t a = 0; a < model.atoms.size(); ++a) {
    if (!model.atoms[a].score) continue;
    const ScoreTest& test = *model.atoms[a].score;
    CompiledScore& score = out.scores[test.score.index()];
    ScoreAtom atom{a, test.score.value, 0, beyond_all};
    const Number bound = test.constant / score.unit;
    const Score& source = model.score(test.score);
    if (test.probability && source.link == Score::Link::logistic) {
      // Only for 1/2 is the logarithm of the odds a rational number, 0.
      const Number half = Number(1) / Number(2);
      if (test.constant == half) {
        const Number zero = test.shift / score.unit;
        atom.low = at_least(zero, test.comparison == Comparison::greater);
        if (test.comparison == Comparison::equal)
          atom.high = zero.is_integer() ? atom.low : -beyond_all;
      } else if (test.comparison == Comparison::equal) {
        atom.low = beyond_all;
        atom.high = -beyond_all;
      } else {
        atom.low = at_least(
            first_multiple_above_logit(test.constant, source.factor, test.shift, score.unit),
            false);
      }
    } else if (test.comparison == Comparison::equal) {
      atom.low = at_least(bound, false);
      atom.high = bound.is_integer() ? atom.low : -beyond_all;
    } else {
      atom.low = at_least(bound, test.comparison == Comparison::greater);
    }
    out.score_atom_of[a] = static_cast<std::uint32_t>(out.score_atoms.size());
    score.atoms.push_back(out.score_atom_of[a]);
    out.score_atoms.push_back(atom);
  }
}

}  // namespace cogs::model
