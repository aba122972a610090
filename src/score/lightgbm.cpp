// SPDX-License-Identifier: Apache-2.0
//
// LightGBM's text model, versions v2 to v4. Scores are chains of doubles from 0; shrinkage and the
// initial score are in the leaves already.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <utility>

#include "base/trimmed.h"
#include "json/document.h"
#include "json/parse.h"
#include "score/cursor.h"
#include "score/float_number.h"
#include "score/grow.h"
#include "score/readers.h"

namespace cogs::score {

namespace {

// Lines "key=value" up to an empty one, with their numbers.
struct Block {
  struct Line {
    std::uint32_t number = 0;
    std::string_view value;
  };
  std::uint32_t first = 0;
  std::map<std::string, Line, std::less<>> lines;
};

class LightgbmReader {
 public:
  LightgbmReader(std::string_view text, const std::string& file)
      : text_(text), file_(file), sets_(e_), numeric_(e_) {}

  Ensemble read() {
    e_.format = "lightgbm";
    e_.sum = Sum::float64;
    read_blocks();
    read_header();
    read_categories();
    for (const Block& block : trees_) find_categories(block);
    numeric_.settle();
    for (std::size_t i = 0; i < trees_.size(); ++i) {
      e_.trees.push_back(read_tree(trees_[i]));
      e_.trees.back().output = static_cast<std::uint32_t>(i % e_.outputs.size());
    }
    if (trees_.size() % e_.outputs.size() != 0) {
      fail(trees_.back().first, "the trees of the last iteration are not complete");
    }
    if (average_ && !trees_.empty()) {
      e_.divisor = static_cast<double>(trees_.size() / e_.outputs.size());
    }
    return std::move(e_);
  }

 private:
  [[noreturn]] void fail(std::uint32_t line, const std::string& message,
                         std::string help = {}) const {
    base::Diagnostic d = base::error_about(file_, message, std::move(help));
    if (line > 0) {
      d.place = {line, 1, 1};
      std::string source = json::source_line(text_, d.place);
      if (source.size() <= 200) d.source_line = std::move(source);
    }
    throw base::InputError(std::move(d));
  }

  void read_blocks() {
    std::string_view rest = text_;
    std::uint32_t number = 0;
    Block* block = &header_;
    header_.first = 1;
    bool ended = false;
    while (!rest.empty()) {
      const auto end = rest.find('\n');
      const std::string_view line = base::trimmed(rest.substr(0, end));
      rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
      ++number;
      if (number == 1 && line != "tree") {
        fail(1, "this is not LightGBM's text: its first line is 'tree'",
             "write it by booster.save_model('model.txt'), or model.booster_.save_model(...)");
      }
      if (line == "end of trees") ended = true;
      if (line.starts_with("pandas_categorical:")) pandas_ = {number, line.substr(19)};
      if (line.starts_with("[categorical_feature: ") && line.ends_with("]")) {
        listed_ = line.substr(22, line.size() - 23);
      }
      if (ended) continue;
      if (line.starts_with("Tree=")) {
        trees_.push_back({number, {}});
        block = &trees_.back();
      } else if (line == "average_output") {
        average_ = true;
      } else if (const auto equals = line.find('='); equals != std::string_view::npos) {
        block->lines[std::string(line.substr(0, equals))] = {number, line.substr(equals + 1)};
      }
    }
    if (!ended) {
      fail(number, "the file ends before 'end of trees'",
           "it is not complete: copy or write it again");
    }
  }

  const Block::Line& line_of(const Block& block, std::string_view key) const {
    const auto found = block.lines.find(key);
    if (found == block.lines.end()) {
      fail(block.first, "'" + std::string(key) + "=' is missing here");
    }
    return found->second;
  }

  static std::vector<std::string_view> words(std::string_view text) {
    std::vector<std::string_view> result;
    while (!(text = base::trimmed(text)).empty()) {
      const auto end = std::min(text.find(' '), text.size());
      result.push_back(text.substr(0, end));
      text.remove_prefix(end);
    }
    return result;
  }

  std::vector<double> floats(const Block& block, std::string_view key) const {
    const Block::Line& line = line_of(block, key);
    std::vector<double> values;
    for (const std::string_view word : words(line.value)) {
      const auto value = read_float64(word);
      if (!value || std::isnan(*value))
        fail(line.number, "'" + std::string(word) + "' is not a number");
      values.push_back(*value);
    }
    return values;
  }

  std::vector<std::int64_t> integers(const Block& block, std::string_view key) const {
    const Block::Line& line = line_of(block, key);
    std::vector<std::int64_t> values;
    for (const std::string_view word : words(line.value)) {
      std::int64_t value = 0;
      const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
      if (error != std::errc() || end != word.data() + word.size()) {
        fail(line.number, "'" + std::string(word) + "' is not a whole number");
      }
      values.push_back(value);
    }
    return values;
  }

  std::int64_t integer(const Block& block, std::string_view key) const {
    const auto values = integers(block, key);
    if (values.size() != 1) fail(line_of(block, key).number, "one number is expected");
    return values[0];
  }

  void read_header() {
    if (const auto found = header_.lines.find("version"); found != header_.lines.end()) {
      e_.version = found->second.value;
      if (e_.version != "v2" && e_.version != "v3" && e_.version != "v4") {
        fail(found->second.number, "version '" + e_.version + "' of the format is not known",
             "known are v2, v3 and v4");
      }
    }
    const auto names = words(line_of(header_, "feature_names").value);
    const auto infos = words(line_of(header_, "feature_infos").value);
    const std::int64_t last = integer(header_, "max_feature_idx");
    if (last < 0 || names.size() != static_cast<std::size_t>(last) + 1 ||
        infos.size() != names.size()) {
      fail(line_of(header_, "feature_names").number,
           "the names of features, their infos and max_feature_idx do not fit each other");
    }
    e_.columns.resize(names.size());
    for (std::size_t i = 0; i < names.size(); ++i) {
      Column& column = e_.columns[i];
      column.name = names[i];
      const std::string_view info = infos[i];
      if (info.starts_with('[')) {
        const auto colon = info.find(':');
        if (colon == std::string_view::npos || !info.ends_with(']')) {
          fail(line_of(header_, "feature_infos").number,
               "'" + std::string(info) + "' is not a range");
        }
        column.least = read_float64(info.substr(1, colon - 1));
        column.most = read_float64(info.substr(colon + 1, info.size() - colon - 2));
      } else if (info != "none") {
        column.kind = Column::Kind::category;
        column.numeric_categories = true;
      }
    }
    const std::int64_t outputs = integer(header_, "num_tree_per_iteration");
    if (outputs < 1 || outputs > 100'000) {
      fail(line_of(header_, "num_tree_per_iteration").number, "an odd number");
    }
    e_.outputs.resize(static_cast<std::size_t>(outputs));
    read_objective();
  }

  void read_objective() {
    const auto found = header_.lines.find("objective");
    if (found == header_.lines.end()) {
      e_.notes.push_back("the file names no objective: raw scores are taken as predictions");
      return;
    }
    const auto parts = words(found->second.value);
    const std::string_view name = parts.empty() ? std::string_view() : parts[0];
    const auto one_of = [&](std::initializer_list<std::string_view> names) {
      return std::find(names.begin(), names.end(), name) != names.end();
    };
    for (const std::string_view part : parts) {
      if (part == "sqrt") {
        fail(found->second.number, "reg_sqrt squares what the trees give, which is not taken",
             "train on the root of the target instead");
      }
      if (part.starts_with("sigmoid:")) {
        const auto factor = read_float64(part.substr(8));
        if (!factor || !std::isfinite(*factor) || *factor <= 0) {
          fail(found->second.number, "the factor of the sigmoid is not a number above 0");
        }
        e_.factor = *factor;
      }
    }
    if (one_of({"binary", "cross_entropy", "xentropy"})) {
      e_.link = Link::logistic;
      e_.classes = {"0", "1"};
    } else if (one_of({"multiclass", "multiclassova"})) {
      e_.link = name == "multiclass" ? Link::softmax : Link::logistic;
      for (std::size_t i = 0; i < e_.outputs.size(); ++i) {
        e_.outputs[i].name = std::to_string(i);
        e_.classes.push_back(e_.outputs[i].name);
      }
    } else if (one_of({"poisson", "gamma", "tweedie"})) {
      e_.link = Link::exponential;
    } else if (!one_of({"regression", "regression_l1", "huber", "fair", "quantile", "mape",
                        "lambdarank", "rank_xendcg", "custom"})) {
      fail(found->second.number, "the objective '" + std::string(name) + "' is not known",
           "what its raw scores mean cannot be told from the file");
    }
  }

  // The texts of pandas' categories, where the model was trained on a frame.
  void read_categories() {
    if (pandas_.value.empty() || pandas_.value == "null" || pandas_.value == "[]") return;
    const json::Document document{std::string(pandas_.value), file_ + " (pandas_categorical)"};
    const Cursor lists(document);
    std::vector<std::size_t> columns;
    for (std::size_t i = 0; i < e_.columns.size(); ++i) {
      if (e_.columns[i].kind == Column::Kind::category) columns.push_back(i);
    }
    if (columns.size() != lists.size()) columns = listed_columns();
    if (columns.size() != lists.size()) {
      fail(pandas_.number,
           "there are " + std::to_string(lists.size()) + " lists of categories and " +
               std::to_string(columns.size()) + " features that they could be of",
           "ordered categories are taken as numbers by LightGBM: make them numbers in the data");
    }
    for (std::size_t k = 0; k < columns.size(); ++k) {
      Column& column = e_.columns[columns[k]];
      column.kind = Column::Kind::category;
      column.numeric_categories = false;
      column.categories.clear();
      const bool packed = lists.at(k).size() > 0 && !is_mixed(document.root().items[k]);
      if (packed) {
        for (const std::string_view digits : document.root().items[k].numbers) {
          column.categories.emplace_back(digits);
        }
        continue;
      }
      for (const json::Item& item : document.root().items[k].items) {
        if (item.kind == json::Item::Kind::boolean) {
          column.categories.emplace_back(item.truth ? "True" : "False");
        } else {
          column.categories.push_back(
              item.kind == json::Item::Kind::number ? std::string(item.digits) : item.text);
        }
      }
    }
  }

  static bool is_mixed(const json::Item& item) { return item.numbers.empty(); }

  // What the parameters at the end of the file say.
  std::vector<std::size_t> listed_columns() const {
    std::vector<std::size_t> columns;
    std::string_view rest = listed_;
    while (!rest.empty()) {
      const auto comma = std::min(rest.find(','), rest.size());
      std::size_t index = 0;
      const auto [end, error] = std::from_chars(rest.data(), rest.data() + comma, index);
      if (error != std::errc() || index >= e_.columns.size()) return {};
      columns.push_back(index);
      rest.remove_prefix(std::min(comma + 1, rest.size()));
    }
    return columns;
  }

  struct Arrays {
    std::vector<std::int64_t> features, kinds, left, right, boundaries, bits;
    std::vector<double> thresholds;
  };

  Arrays arrays_of(const Block& block, std::size_t tests) const {
    Arrays a;
    a.features = integers(block, "split_feature");
    a.kinds = integers(block, "decision_type");
    a.left = integers(block, "left_child");
    a.right = integers(block, "right_child");
    a.thresholds = floats(block, "threshold");
    if (integer(block, "num_cat") > 0) {
      a.boundaries = integers(block, "cat_boundaries");
      a.bits = integers(block, "cat_threshold");
    }
    if (a.features.size() != tests || a.kinds.size() != tests || a.left.size() != tests ||
        a.right.size() != tests || a.thresholds.size() != tests) {
      fail(block.first, "the lists of this tree have other lengths than num_leaves says");
    }
    for (const std::int64_t feature : a.features) {
      if (feature < 0 || static_cast<std::size_t>(feature) >= e_.columns.size()) {
        fail(block.first,
             "a test on feature " + std::to_string(feature) + ", which does not exist");
      }
    }
    return a;
  }

  std::size_t leaves_of(const Block& block) const {
    const std::int64_t leaves = integer(block, "num_leaves");
    if (leaves < 1 || leaves > 100'000'000)
      fail(line_of(block, "num_leaves").number, "an odd number");
    return static_cast<std::size_t>(leaves);
  }

  // The categories of a test, as the numbers that the file has for them.
  std::vector<std::int64_t> categories_of(const Block& block, const Arrays& a,
                                          std::size_t i) const {
    const auto k = static_cast<std::size_t>(std::max(0.0, std::min(a.thresholds[i], 1e9)));
    if (k + 1 >= a.boundaries.size() || a.boundaries[k] < 0 ||
        a.boundaries[k] > a.boundaries[k + 1] ||
        static_cast<std::size_t>(a.boundaries[k + 1]) > a.bits.size()) {
      fail(block.first, "the sets of categories of this tree do not fit its tests");
    }
    std::vector<std::int64_t> numbers;
    for (auto word = a.boundaries[k]; word < a.boundaries[k + 1]; ++word) {
      const auto bits = static_cast<std::uint64_t>(a.bits[static_cast<std::size_t>(word)]);
      for (std::int64_t bit = 0; bit < 32; ++bit) {
        if ((bits >> bit) & 1U) numbers.push_back((word - a.boundaries[k]) * 32 + bit);
      }
    }
    return numbers;
  }

  void find_categories(const Block& block) {
    const std::size_t leaves = leaves_of(block);
    if (leaves == 1 || block.lines.find("num_cat") == block.lines.end() ||
        integer(block, "num_cat") == 0) {
      return;
    }
    const Arrays a = arrays_of(block, leaves - 1);
    for (std::size_t i = 0; i < a.features.size(); ++i) {
      if ((a.kinds[i] & 1) == 0) continue;
      const auto column = static_cast<std::size_t>(a.features[i]);
      if (!e_.columns[column].categories.empty()) continue;
      for (const std::int64_t number : categories_of(block, a, i)) numeric_.seen(column, number);
    }
  }

  Tree read_tree(const Block& block) {
    const auto linear = block.lines.find("is_linear");
    if (linear != block.lines.end() && linear->second.value != "0") {
      fail(linear->second.number,
           "its leaves are linear models (linear_tree=true), which are not taken",
           "train without linear_tree");
    }
    const std::size_t leaves = leaves_of(block);
    const auto values = floats(block, "leaf_value");
    if (values.size() != leaves) {
      fail(line_of(block, "leaf_value").number, "there are " + std::to_string(values.size()) +
                                                    " values for " + std::to_string(leaves) +
                                                    " leaves");
    }
    for (const double value : values) {
      if (!std::isfinite(value)) fail(line_of(block, "leaf_value").number, "an infinite value");
    }
    Tree tree;
    if (leaves == 1) {
      tree.nodes.resize(1);
      tree.nodes[0].value = values[0];
      tree.nodes[0].line = block.first;
      return tree;
    }
    const Arrays a = arrays_of(block, leaves - 1);
    const auto checked = [&](std::int64_t child) {
      const bool fits = child >= 0 ? static_cast<std::size_t>(child) < leaves - 1
                                   : static_cast<std::size_t>(~child) < leaves;
      if (!fits) fail(block.first, "a child of this tree does not exist");
      return child;
    };
    const auto expand = [&](std::int64_t source, Node& node) {
      using Children = std::pair<std::int64_t, std::int64_t>;
      if (source < 0) {
        node.value = values[static_cast<std::size_t>(~source)];
        return std::optional<Children>();
      }
      const auto i = static_cast<std::size_t>(source);
      fill_test(block, a, i, node);
      return std::optional(Children(checked(a.left[i]), checked(a.right[i])));
    };
    tree.nodes = grow<std::int64_t>(0, 2 * leaves - 1, expand);
    if (tree.nodes.empty()) fail(block.first, "the nodes of this tree form a circle");
    return tree;
  }

  void fill_test(const Block& block, const Arrays& a, std::size_t i, Node& node) {
    node.column = static_cast<std::uint32_t>(a.features[i]);
    const Column& column = e_.columns[node.column];
    const bool categorical = (a.kinds[i] & 1) != 0;
    if (categorical != (column.kind == Column::Kind::category)) {
      fail(block.first, "feature '" + column.name + "' is tested as a number and as a category");
    }
    if (categorical) {
      node.test = Test::in_set;
      std::vector<std::uint32_t> codes;
      for (const std::int64_t number : categories_of(block, a, i)) {
        if (column.numeric_categories) {
          codes.push_back(numeric_.code(node.column, number));
        } else if (static_cast<std::size_t>(number) < column.categories.size()) {
          codes.push_back(static_cast<std::uint32_t>(number));
        }
      }
      node.set = sets_.add(std::move(codes));
      return;  // missing and unknown ones go right
    }
    const bool default_left = (a.kinds[i] & 2) != 0;
    const std::int64_t missing = (a.kinds[i] >> 2) & 3;
    node.test = Test::less_equal;
    node.threshold = a.thresholds[i];
    // Tiny numbers are read as 0, so that no test tells them apart.
    if (node.threshold >= -near_zero && node.threshold < 0) {
      node.test = Test::less;
      node.threshold = -near_zero;
    } else if (node.threshold >= 0 && node.threshold < near_zero) {
      node.threshold = near_zero;
    }
    node.missing_yes = missing == 0 ? 0.0 <= a.thresholds[i] : default_left;
    node.zero_is_missing = missing == 1;
  }

  std::string_view text_;
  const std::string& file_;
  Ensemble e_;
  SetStore sets_;
  NumericCategories numeric_;
  Block header_;
  std::vector<Block> trees_;
  bool average_ = false;
  Block::Line pandas_;
  std::string_view listed_;
};

}  // namespace

Ensemble read_lightgbm(std::string_view bytes, const std::string& file) {
  return LightgbmReader(bytes, file).read();
}

}  // namespace cogs::score
