// SPDX-License-Identifier: Apache-2.0
//
// The JSON of explainable boosting machines (interpret, version 1.0 of the format). A term is a
// tree over its features: first by the bin of one, then by that of the next. Scores are chains of
// doubles from the intercept, in the order of terms.
#include <algorithm>
#include <cmath>
#include <limits>

#include "json/document.h"
#include "score/cursor.h"
#include "score/float_number.h"
#include "score/grow.h"
#include "score/readers.h"

namespace cogs::score {

namespace {

// How one feature is cut for one term: bins 0 (missing), 1 and so on, and a last one for what is
// unknown.
struct Binning {
  std::size_t column = 0;
  std::vector<double> cuts;                       // a number's bin: 1 + how many are <= it
  std::vector<std::vector<std::uint32_t>> codes;  // of each bin from 1 on
  bool numeric = true;
  std::size_t bins() const { return (numeric ? cuts.size() + 1 : codes.size()) + 2; }
};

class EbmReader {
 public:
  explicit EbmReader(const json::Document& document) : root_(document), sets_(e_) {}

  Ensemble read() {
    e_.format = "ebm";
    e_.sum = Sum::float64;
    e_.version = root_.at("version").text();
    if (e_.version != "1.0") {
      root_.at("version").fail("version '" + e_.version + "' of the format is not known",
                               "known is 1.0");
    }
    const auto found = root_.find("ebm");
    if (!found)
      root_.fail("'ebm' is missing: this is not the JSON of an explainable boosting machine");
    const Cursor ebm = *found;
    read_outputs(ebm);
    read_features(ebm.at("features"));
    const Cursor terms = ebm.at("terms");
    const std::size_t count = terms.size();
    for (std::size_t i = 0; i < count; ++i) read_term(terms.at(i));
    return std::move(e_);
  }

 private:
  void read_outputs(const Cursor& ebm) {
    const Cursor outputs = ebm.at("outputs");
    if (outputs.size() != 1) outputs.fail("models with several outputs are not taken");
    const Cursor output = outputs.at(0);
    const auto intercepts = ebm.at("intercept").floats64();
    const std::string& link = output.at("link").text();
    if (link == "logit" || link == "vlogit") {
      e_.link = Link::logistic;
    } else if (link == "mlogit") {
      e_.link = Link::softmax;
    } else if (link == "log") {
      e_.link = Link::exponential;
    } else if (link != "identity") {
      output.at("link").fail("the link '" + link + "' is not known",
                             "known: identity, log, logit, mlogit");
    }
    if (const auto classes = output.find("classes")) {
      if (classes->size() > 0 && classes->is(json::Item::Kind::array))
        e_.classes = names_of(*classes);
    }
    if (intercepts.empty()) ebm.at("intercept").fail("there is no number");
    for (std::size_t i = 0; i < intercepts.size(); ++i) {
      if (!std::isfinite(intercepts[i])) ebm.at("intercept").fail("it is not a finite number");
      e_.outputs.push_back({});
      e_.outputs.back().base = intercepts[i];
      if (intercepts.size() > 1 && i < e_.classes.size()) e_.outputs.back().name = e_.classes[i];
    }
  }

  static std::vector<std::string> names_of(const Cursor& list) {
    std::vector<std::string> names;
    for (const std::string_view digits : list.tokens()) names.emplace_back(digits);
    return names;
  }

  void read_features(const Cursor& features) {
    const std::size_t count = features.size();
    for (std::size_t i = 0; i < count; ++i) {
      const Cursor feature = features.at(i);
      Column column;
      column.name = feature.at("name").text();
      const std::string& type = feature.at("type").text();
      std::vector<Binning> levels;
      if (type == "continuous") {
        const Cursor cuts = feature.at("cuts");
        const std::size_t depth = cuts.size();
        for (std::size_t l = 0; l < depth; ++l) {
          Binning level;
          level.column = i;
          level.cuts = cuts.at(l).floats64();
          for (std::size_t c = 0; c < level.cuts.size(); ++c) {
            if (!std::isfinite(level.cuts[c]) || (c > 0 && level.cuts[c] <= level.cuts[c - 1])) {
              cuts.fail("cuts are not numbers that grow");
            }
          }
          levels.push_back(std::move(level));
        }
      } else if (type == "nominal" || type == "ordinal") {
        read_categories(feature.at("categories"), i, column, levels);
      } else {
        feature.at("type").fail("'" + type + "' is not known",
                                "known: continuous, nominal, ordinal");
      }
      if (levels.empty()) feature.fail("it has no bins");
      e_.columns.push_back(std::move(column));
      levels_.push_back(std::move(levels));
    }
  }

  // A level is a list of categories; one that is a list itself is several categories in one bin.
  static void read_categories(const Cursor& given, std::size_t index, Column& column,
                              std::vector<Binning>& levels) {
    column.kind = Column::Kind::category;
    const std::size_t depth = given.size();
    for (std::size_t l = 0; l < depth; ++l) {
      Binning level;
      level.column = index;
      level.numeric = false;
      const Cursor list = given.at(l);
      const std::size_t count = list.size();
      std::vector<std::vector<std::string>> bins;
      const auto flat = [&] {
        for (std::size_t k = 0; k < count; ++k) {
          if (list.at(k).is(json::Item::Kind::array)) return false;
        }
        return true;
      };
      if (flat()) {
        for (const std::string& name : list.texts()) bins.push_back({name});
      } else {
        for (std::size_t k = 0; k < count; ++k) {
          const Cursor bin = list.at(k);
          bins.push_back(bin.is(json::Item::Kind::array) ? bin.texts()
                                                         : std::vector<std::string>{bin.text()});
        }
      }
      for (const auto& names : bins) {
        std::vector<std::uint32_t> codes;
        for (const std::string& name : names) {
          const auto known = std::find(column.categories.begin(), column.categories.end(), name);
          codes.push_back(static_cast<std::uint32_t>(known - column.categories.begin()));
          if (known == column.categories.end()) column.categories.push_back(name);
        }
        level.codes.push_back(std::move(codes));
      }
      levels.push_back(std::move(level));
    }
  }

  void read_term(const Cursor& term) {
    std::vector<Binning> bins;
    const auto names = term.at("term_features").texts();
    if (names.empty() || names.size() > 8) term.fail("an odd number of features in a term");
    std::string name;
    std::size_t cells = e_.outputs.size();
    for (const std::string& feature : names) {
      std::size_t i = 0;
      while (i < e_.columns.size() && e_.columns[i].name != feature) ++i;
      if (i == e_.columns.size()) term.fail("there is no feature '" + feature + "'");
      bins.push_back(levels_[i][std::min(names.size(), levels_[i].size()) - 1]);
      name += (name.empty() ? "" : " & ") + feature;
      cells *= bins.back().bins();
      if (cells > 50'000'000) term.fail("it has too many bins");
    }
    std::vector<double> scores;
    flatten(term.at("scores"), scores, 0);
    if (scores.size() != cells) {
      term.at("scores").fail("there are " + std::to_string(scores.size()) + " scores for " +
                             std::to_string(cells) + " bins");
    }
    for (std::size_t o = 0; o < e_.outputs.size(); ++o) {
      Tree tree;
      tree.output = static_cast<std::uint32_t>(o);
      tree.name = name;
      tree.nodes.resize(1);
      build(tree, 0, bins, 0, 0, scores, o);
      e_.trees.push_back(std::move(tree));
    }
  }

  static void flatten(const Cursor& list, std::vector<double>& out, int depth) {
    const std::size_t count = list.size();
    if (depth > 9) list.fail("it is nested too deeply");
    if (list.is_list_of_lists()) {
      for (std::size_t i = 0; i < count; ++i) flatten(list.at(i), out, depth + 1);
      return;
    }
    for (const double value : list.floats64()) {
      if (!std::isfinite(value)) list.fail("a score is not a finite number");
      out.push_back(value);
    }
  }

  // Fills node `at` with tests on bins[which], where `offset` says the bins chosen so far.
  void build(Tree& tree, std::uint32_t at, const std::vector<Binning>& bins, std::size_t which,
             std::size_t offset, const std::vector<double>& scores, std::size_t output) {
    if (which == bins.size()) {
      tree.nodes[at].value = scores[offset * e_.outputs.size() + output];
      return;
    }
    const Binning& binning = bins[which];
    const auto below = [&](std::uint32_t node, std::size_t bin) {
      build(tree, node, bins, which + 1, offset * binning.bins() + bin, scores, output);
    };
    // Missing first, by a test that nothing else passes; then the bins one by one, halving for
    // numbers.
    const auto [yes, no] = fork(tree, at);
    tree.nodes[at].column = static_cast<std::uint32_t>(binning.column);
    tree.nodes[at].missing_yes = true;
    if (binning.numeric) {
      tree.nodes[at].test = Test::less;
      tree.nodes[at].threshold = -std::numeric_limits<double>::infinity();
    } else {
      tree.nodes[at].test = Test::in_set;
      tree.nodes[at].set = sets_.add({});
    }
    below(yes, 0);
    if (binning.numeric) {
      numbers(tree, no, binning, 0, binning.cuts.size(), below);
      return;
    }
    std::uint32_t rest = no;
    for (std::size_t bin = 0; bin < binning.codes.size(); ++bin) {
      const auto [inside, outside] = fork(tree, rest);
      tree.nodes[rest].test = Test::in_set;
      tree.nodes[rest].column = static_cast<std::uint32_t>(binning.column);
      tree.nodes[rest].set = sets_.add(binning.codes[bin]);
      below(inside, bin + 1);
      rest = outside;
    }
    below(rest, binning.bins() - 1);
  }

  template <class Below>
  void numbers(Tree& tree, std::uint32_t at, const Binning& binning, std::size_t first,
               std::size_t last, const Below& below) {
    if (first == last) {
      below(at, first + 1);
      return;
    }
    const std::size_t middle = (first + last) / 2;
    const auto [yes, no] = fork(tree, at);
    tree.nodes[at].test = Test::less;
    tree.nodes[at].column = static_cast<std::uint32_t>(binning.column);
    tree.nodes[at].threshold = binning.cuts[middle];
    numbers(tree, yes, binning, first, middle, below);
    numbers(tree, no, binning, middle + 1, last, below);
  }

  static std::pair<std::uint32_t, std::uint32_t> fork(Tree& tree, std::uint32_t at) {
    const auto yes = static_cast<std::uint32_t>(tree.nodes.size());
    tree.nodes.resize(tree.nodes.size() + 2);
    tree.nodes[at].yes = yes;
    tree.nodes[at].no = yes + 1;
    return {yes, yes + 1};
  }

  Cursor root_;
  Ensemble e_;
  SetStore sets_;
  std::vector<std::vector<Binning>> levels_;
};

}  // namespace

Ensemble read_ebm(std::string_view bytes, const std::string& file) {
  const json::Document document(std::string(bytes), file);
  return EbmReader(document).read();
}

}  // namespace cogs::score
