// SPDX-License-Identifier: Apache-2.0
#include "model/data/rows_where.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <string>
#include <utility>

#include "base/workers.h"
#include "model/compile.h"
#include "model/dependency_graph.h"

namespace cogs::model {

namespace {

constexpr std::size_t block_words = 64;  // 4096 rows: what a block needs stays in the cache
using Bits = std::array<std::uint64_t, block_words>;

struct CodeTest {
  const table::Column* column = nullptr;
  std::vector<std::uint8_t> truth;  // by code; without a column, of a missing cell
};

struct BitRule {
  std::uint32_t head = 0;
  std::vector<std::uint32_t> tests;
  std::vector<AtomTest> atoms;
};

struct Stratum {
  std::vector<BitRule> rules;
  std::vector<std::uint32_t> atoms;
  bool recursive = false;
  std::optional<std::uint32_t> scored = {};  // the one atom is decided by a score
};

// A score over rows: sets of rows that have points more, and trees over tests.
struct RowScore {
  Points base = 0;
  std::vector<std::pair<BitRule, Points>> contributions;  // heads mean nothing
  std::vector<std::uint32_t> tests;                       // by place in Score::tests
  std::vector<Points> values;                             // beside Score::values
  const Score* score = nullptr;
};

class Evaluator {
 public:
  Evaluator(const Model& model, const BoundTable& table,
            const std::vector<std::vector<Literal>>& bodies)
      : model_(model), table_(table), atoms_(model.atoms.size() + bodies.size()) {
    if (!model.scores.empty()) {
      compiled_ = compile(model);
      for (std::size_t i = 0; i < model.scores.size(); ++i) add_score(i);
    }
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      goals_.push_back(compiled(static_cast<std::uint32_t>(model.atoms.size() + i), bodies[i]));
    }
    find_strata();
  }

  struct Scratch {
    std::vector<Bits> tests, atoms;
    std::vector<std::vector<Points>> sums;  // by score, of the rows of a block; empty: not yet
  };

  Scratch scratch() const {
    Scratch s;
    s.tests.resize(tests_.size());
    s.atoms.resize(atoms_);
    return s;
  }

  // Words begin .. begin + block_words - 1 of all sets.
  void evaluate(std::size_t block, Scratch& s, std::vector<RowSet>& sets) const {
    const std::size_t first = block * block_words * 64;
    const std::size_t rows = std::min(block_words * 64, table_.rows - first);
    const std::size_t words = (rows + 63) / 64;
    for (std::size_t t = 0; t < tests_.size(); ++t) fill(tests_[t], first, rows, s.tests[t]);
    Bits open{};
    for (std::size_t w = 0; w < words; ++w) open[w] = ~std::uint64_t{0};
    if (rows % 64 != 0) open[words - 1] = (std::uint64_t{1} << (rows % 64)) - 1;

    s.sums.assign(scores_.size(), {});
    for (const Stratum& stratum : strata_) {
      for (const std::uint32_t atom : stratum.atoms) s.atoms[atom].fill(0);
      if (stratum.scored) {
        judge(compiled_.score_atoms[*stratum.scored], rows, words, open, s);
        continue;
      }
      bool grown = true;
      while (grown) {
        grown = false;
        for (const BitRule& rule : stratum.rules) grown |= apply(rule, words, open, s);
        grown = grown && stratum.recursive;
      }
    }
    for (std::size_t i = 0; i < goals_.size(); ++i) {
      Bits& out = s.atoms[goals_[i].head];
      out.fill(0);
      apply(goals_[i], words, open, s);
      std::copy_n(out.begin(), words, sets[i].begin() + static_cast<std::ptrdiff_t>(first / 64));
    }
  }

 private:
  BitRule compiled(std::uint32_t head, const std::vector<Literal>& body) {
    BitRule rule{head, {}, {}};
    for (const Literal& literal : body) {
      if (const auto* test = std::get_if<FeatureTest>(&literal)) {
        rule.tests.push_back(test_id(*test));
      } else {
        rule.atoms.push_back(std::get<AtomTest>(literal));
      }
    }
    return rule;
  }

  void add_score(std::size_t i) {
    const Score& score = model_.scores[i];
    const CompiledScore& of_cells = compiled_.scores[i];
    const auto amount = [&](const Number& points) {
      return *base::to_wide((points / of_cells.unit).floor());
    };
    RowScore made;
    made.score = &score;
    made.base = amount(score.base);
    for (const Contribution& each : score.contributions) {
      made.contributions.emplace_back(compiled(0, each.body), amount(each.points));
    }
    for (const FeatureTest& test : score.tests) made.tests.push_back(test_id(test));
    for (const Number& value : score.values) made.values.push_back(amount(value));
    scores_.push_back(std::move(made));
  }

  void add_up(const RowScore& score, std::size_t rows, std::size_t words, const Bits& open,
              Scratch& s, std::vector<Points>& sums) const {
    sums.assign(rows, score.base);
    for (const auto& [rule, points] : score.contributions) {
      Bits body;
      hold(rule, words, open, s, body);
      for (std::size_t w = 0; w < words; ++w) {
        for (std::uint64_t rest = body[w]; rest != 0; rest &= rest - 1) {
          sums[w * 64 + static_cast<std::size_t>(std::countr_zero(rest))] += points;
        }
      }
    }
    for (const ScoreTree& tree : score.score->trees) {
      for (std::size_t row = 0; row < rows; ++row) {
        const ScoreTree::Node* at = tree.nodes.data();
        while (at->test != ScoreTree::leaf) {
          const bool yes = s.tests[score.tests[at->test]][row / 64] >> row % 64 & 1;
          at = tree.nodes.data() + (yes ? at->yes : at->no);
        }
        sums[row] += score.values[at->yes];
      }
    }
  }

  void judge(const ScoreAtom& atom, std::size_t rows, std::size_t words, const Bits& open,
             Scratch& s) const {
    std::vector<Points>& sums = s.sums[atom.score];
    if (sums.empty()) add_up(scores_[atom.score], rows, words, open, s, sums);
    Bits& out = s.atoms[atom.atom];
    for (std::size_t row = 0; row < rows; ++row) {
      const bool holds = sums[row] >= atom.low && sums[row] <= atom.high;
      out[row / 64] |= std::uint64_t{holds} << row % 64;
    }
  }

  std::uint32_t test_id(const FeatureTest& test) {
    std::string key = std::to_string(test.feature.index()) + (test.negated ? "!" : "");
    for (const Condition& condition : test.conditions) {
      key += std::string(1, '\0') + std::to_string(static_cast<int>(condition.comparison)) +
             (condition.negated ? "!" : "=") + condition.constant.text;
    }
    const auto [known, added] =
        test_ids_.emplace(std::move(key), static_cast<std::uint32_t>(tests_.size()));
    if (!added) return known->second;
    const BoundColumn& bound = table_.columns[test.feature.index()];
    CodeTest made{bound.column, std::vector<std::uint8_t>(bound.values.size())};
    const Feature& feature = model_.feature(test.feature);
    for (std::size_t code = 0; code < bound.values.size(); ++code) {
      const std::optional<Value>& value = bound.values[code];
      const bool truth = value && std::all_of(test.conditions.begin(), test.conditions.end(),
                                              [&](const Condition& condition) {
                                                return holds(condition, feature, *value);
                                              });
      made.truth[code] = truth != test.negated;
    }
    tests_.push_back(std::move(made));
    return known->second;
  }

  // The atoms that the goals need, lowest first.
  void find_strata() {
    std::vector<std::vector<const Rule*>> rules_of(model_.atoms.size());
    DependencyGraph graph(model_.atoms.size());
    for (const Rule& rule : model_.rules) {
      rules_of[rule.head.index()].push_back(&rule);
      for (const Literal& literal : rule.body) {
        if (const auto* test = std::get_if<AtomTest>(&literal)) {
          graph.add({rule.head.value, test->atom.value, test->negated, 0});
        }
      }
    }
    for (std::uint32_t a = 0; a < model_.atoms.size(); ++a) {
      if (!model_.atoms[a].score) continue;
      for (const auto& [rule, points] :
           scores_[model_.atoms[a].score->score.index()].contributions) {
        for (const AtomTest& test : rule.atoms) graph.add({a, test.atom.value, test.negated, 0});
      }
    }
    std::vector<bool> needed(model_.atoms.size(), false);
    std::vector<std::uint32_t> waiting;
    const auto need = [&](std::uint32_t atom) {
      if (needed[atom]) return;
      needed[atom] = true;
      waiting.push_back(atom);
    };
    for (const BitRule& goal : goals_) {
      for (const AtomTest& test : goal.atoms) need(test.atom.value);
    }
    while (!waiting.empty()) {
      const std::uint32_t atom = waiting.back();
      waiting.pop_back();
      for (const DependencyGraph::Edge& edge : graph.edges_of(atom)) need(edge.to);
    }
    const std::vector<std::uint32_t> component = graph.components();
    std::map<std::uint32_t, Stratum> strata;
    for (std::uint32_t atom = 0; atom < needed.size(); ++atom) {
      if (!needed[atom]) continue;
      Stratum& stratum = strata[component[atom]];
      stratum.atoms.push_back(atom);
      if (model_.atoms[atom].score) stratum.scored = compiled_.score_atom_of[atom];
      for (const Rule* rule : rules_of[atom]) {
        stratum.rules.push_back(compiled(atom, rule->body));
        for (const AtomTest& test : stratum.rules.back().atoms) {
          stratum.recursive |= component[test.atom.value] == component[atom];
        }
      }
    }
    for (auto& [number, stratum] : strata) strata_.push_back(std::move(stratum));
  }

  static void fill(const CodeTest& test, std::size_t first, std::size_t rows, Bits& bits) {
    if (!test.column) {
      bits.fill(test.truth[0] != 0 ? ~std::uint64_t{0} : 0);
      return;
    }
    const std::uint8_t* truth = test.truth.data();
    test.column->codes.visit([&](const auto codes) {
      const auto* from = codes.data() + first;
      const std::size_t whole = rows / 64;
      for (std::size_t w = 0; w < whole; ++w, from += 64) {
        std::uint64_t word = 0;
        for (unsigned i = 0; i < 64; ++i) word |= std::uint64_t{truth[from[i]]} << i;
        bits[w] = word;
      }
      if (rows % 64 == 0) return;
      std::uint64_t word = 0;
      for (unsigned i = 0; i < rows % 64; ++i) word |= std::uint64_t{truth[from[i]]} << i;
      bits[whole] = word;
    });
  }

  // The rows on which the body holds.
  static void hold(const BitRule& rule, std::size_t words, const Bits& open, const Scratch& s,
                   Bits& body) {
    std::copy_n(open.begin(), words, body.begin());
    for (const std::uint32_t test : rule.tests) {
      const Bits& bits = s.tests[test];
      for (std::size_t w = 0; w < words; ++w) body[w] &= bits[w];
    }
    for (const AtomTest& test : rule.atoms) {
      const Bits& bits = s.atoms[test.atom.index()];
      const std::uint64_t flip = test.negated ? ~std::uint64_t{0} : 0;
      for (std::size_t w = 0; w < words; ++w) body[w] &= bits[w] ^ flip;
    }
  }

  // Adds to the head what the body gives; true if that is something new.
  static bool apply(const BitRule& rule, std::size_t words, const Bits& open, Scratch& s) {
    Bits body;
    hold(rule, words, open, s, body);
    Bits& head = s.atoms[rule.head];
    std::uint64_t added = 0;
    for (std::size_t w = 0; w < words; ++w) {
      added |= body[w] & ~head[w];
      head[w] |= body[w];
    }
    return added != 0;
  }

  const Model& model_;
  const BoundTable& table_;
  std::size_t atoms_;  // of the model, and one more for each goal
  std::vector<CodeTest> tests_;
  std::map<std::string, std::uint32_t> test_ids_;
  std::vector<Stratum> strata_;
  std::vector<BitRule> goals_;
  CompiledModel compiled_;  // where there are scores: their units and atoms
  std::vector<RowScore> scores_;
};

}  // namespace

std::size_t count(const RowSet& rows) {
  std::size_t total = 0;
  for (const std::uint64_t word : rows) total += static_cast<std::size_t>(std::popcount(word));
  return total;
}

std::vector<RowSet> rows_where(const Model& model, const BoundTable& table,
                               const std::vector<std::vector<Literal>>& bodies, unsigned threads) {
  std::vector<RowSet> sets(bodies.size(), RowSet((table.rows + 63) / 64));
  const Evaluator evaluator(model, table, bodies);
  const std::size_t block_rows = block_words * 64;
  const std::size_t blocks = (table.rows + block_rows - 1) / block_rows;
  base::Workers workers(blocks < 8 ? 1 : threads);
  std::vector<Evaluator::Scratch> scratch(workers.count(), evaluator.scratch());
  workers.each(blocks, [&](std::size_t block, unsigned worker) {
    evaluator.evaluate(block, scratch[worker], sets);
  });
  return sets;
}

}  // namespace cogs::model
