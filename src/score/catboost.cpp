// SPDX-License-Identifier: Apache-2.0
//
// CatBoost's JSON (save_model(..., format="json", pool=pool)). Features and borders are float32,
// sums doubles in the order of trees, then scaled and shifted. Statistics of one category ("CTR")
// are functions of that category, so a test on one is a test whether the category is in a set;
// those of combinations are refused.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <map>

#include "json/document.h"
#include "score/cursor.h"
#include "score/float_number.h"
#include "score/grow.h"
#include "score/readers.h"

namespace cogs::score {

namespace {

class CatboostReader {
 public:
  explicit CatboostReader(const json::Document& document) : root_(document), sets_(e_) {}

  Ensemble read() {
    e_.format = "catboost";
    e_.sum = Sum::float64;
    if (!root_.find("features_info") || (!root_.find("oblivious_trees") && !root_.find("trees"))) {
      root_.fail("'features_info' or the trees are missing: this is not CatBoost's JSON",
                 "write it by save_model('model.json', format='json', pool=pool)");
    }
    read_scale();
    read_info();
    read_features();
    if (const auto trees = root_.find("oblivious_trees")) {
      const std::size_t count = trees->size();
      for (std::size_t i = 0; i < count; ++i) read_symmetric(trees->at(i));
    }
    if (const auto trees = root_.find("trees")) {
      const std::size_t count = trees->size();
      for (std::size_t i = 0; i < count; ++i) read_other(trees->at(i));
    }
    return std::move(e_);
  }

 private:
  struct Ctr {
    std::size_t column = 0;
    float border = 0.0F;
    std::vector<std::uint32_t> codes;  // the known categories above the border
    bool unknown = false;
    std::string refused;  // why it cannot be taken, should a tree use it
  };

  void read_scale() {
    if (const auto given = root_.find("scale_and_bias")) {
      if (given->is(json::Item::Kind::array) && given->size() == 2) {
        const bool packed = !given->is_mixed();
        const std::vector<double> both = packed ? given->floats64() : std::vector<double>();
        e_.scale = packed ? both[0] : given->at(0).float64();
        const std::vector<double> biases =
            packed ? std::vector<double>{both[1]} : given->at(1).floats64();
        for (const double bias : biases) {
          e_.outputs.push_back({});
          e_.outputs.back().bias = bias;
        }
      } else {
        given->fail("a scale and its biases are expected");
      }
    }
    if (e_.outputs.empty()) e_.outputs.resize(1);
  }

  void read_info() {
    const auto info = root_.find("model_info");
    if (!info) return;
    if (const auto version = info->find("catboost_version_info");
        version && version->is(json::Item::Kind::string)) {
      const std::string& text = version->text();
      if (const auto at = text.find("tags/v"); at != std::string::npos) {
        e_.version = text.substr(at + 6, text.find('\n', at) - at - 6);
      }
    }
    if (const auto classes = info->find("class_params")) {
      if (const auto names = classes->find("class_names"); names && names->size() > 0) {
        for (const std::string_view name : names->tokens()) e_.classes.emplace_back(name);
      }
    }
    for (std::size_t i = 0; e_.outputs.size() > 1 && i < e_.outputs.size() && i < e_.classes.size();
         ++i) {
      e_.outputs[i].name = e_.classes[i];
    }
    const auto parameters = info->find("params");
    const auto loss = parameters && parameters->is(json::Item::Kind::object)
                          ? parameters->find("loss_function")
                          : std::nullopt;
    const auto type = loss ? loss->find("type") : std::nullopt;
    if (!type) {
      e_.notes.push_back("the file names no loss function: raw scores are taken as predictions");
      return;
    }
    const std::string& name = type->text();
    if (name == "Logloss" || name == "CrossEntropy" || name == "MultiClassOneVsAll" ||
        name == "MultiLogloss" || name == "MultiCrossEntropy") {
      e_.link = Link::logistic;
    } else if (name == "MultiClass") {
      e_.link = Link::softmax;
    } else if (name == "Poisson" || name == "Tweedie") {
      e_.link = Link::exponential;
    }
  }

  void read_features() {
    const Cursor info = root_.at("features_info");
    for (const std::string_view kind : {"text_features", "embedding_features"}) {
      const auto found = info.find(kind);
      if (found && found->size() > 0) {
        found->fail("texts and embeddings as features are not taken", "train without them");
      }
    }
    if (const auto hashes = info.find("cat_features_hash")) {
      const std::size_t count = hashes->size();
      for (std::size_t i = 0; i < count; ++i) {
        const Cursor entry = hashes->at(i);
        texts_[static_cast<std::uint32_t>(entry.at("hash").integer())] =
            std::string(entry.at("value").digits());
      }
    }
    std::size_t tests = 0;
    if (const auto floats = info.find("float_features")) {
      const std::size_t count = floats->size();
      for (std::size_t i = 0; i < count; ++i) read_float(floats->at(i), tests);
    }
    if (const auto categories = info.find("categorical_features")) {
      const std::size_t count = categories->size();
      for (std::size_t i = 0; i < count; ++i) read_category(categories->at(i), tests);
    }
    for (const Column& column : e_.columns) {
      if (column.name.empty()) info.fail("the features are not numbered without a gap");
    }
    first_ctr_ = tests;
    if (const auto ctrs = info.find("ctrs")) {
      const std::size_t count = ctrs->size();
      for (std::size_t i = 0; i < count; ++i) read_ctr(ctrs->at(i));
    }
  }

  std::size_t column_of(const Cursor& feature) {
    const std::int64_t index = feature.at("flat_feature_index").integer();
    if (index < 0 || index > 1'000'000) feature.fail("an odd index");
    const auto i = static_cast<std::size_t>(index);
    if (e_.columns.size() <= i) {
      e_.columns.resize(i + 1);
      missing_above_.resize(i + 1);
    }
    Column& column = e_.columns[i];
    if (!column.name.empty()) feature.fail("a second feature with this index");
    const auto name = feature.find("feature_name");
    column.name = name && !name->text().empty() ? name->text() : std::to_string(i);
    return i;
  }

  void read_float(const Cursor& feature, std::size_t& tests) {
    const std::size_t i = column_of(feature);
    e_.columns[i].float32 = true;
    if (const auto treatment = feature.find("nan_value_treatment")) {
      missing_above_[i] = treatment->text() == "AsTrue";
    }
    floats_[feature.at("feature_index").integer()] = i;
    if (const auto borders = feature.find("borders")) tests += borders->size();
  }

  void read_category(const Cursor& feature, std::size_t& tests) {
    const std::size_t i = column_of(feature);
    Column& column = e_.columns[i];
    column.kind = Column::Kind::category;
    categories_[feature.at("feature_index").integer()] = i;
    const auto values = feature.find("values");
    if (!values) return;
    tests += values->size();
    for (const std::int64_t value : values->integers()) {
      code_of(feature, i, static_cast<std::uint32_t>(value));
    }
  }

  std::uint32_t code_of(const Cursor& at, std::size_t column, std::uint32_t hash) {
    const auto text = texts_.find(hash);
    if (text == texts_.end()) {
      at.fail("the file does not say which category has the hash " + std::to_string(hash),
              "write it with the data at hand: save_model('model.json', format='json', pool=pool)");
    }
    const auto [entry, is_new] = codes_.emplace(
        std::pair(column, hash), static_cast<std::uint32_t>(e_.columns[column].categories.size()));
    if (is_new) e_.columns[column].categories.push_back(text->second);
    return entry->second;
  }

  // CatBoost's hash of a combination of categories that is only one.
  static std::uint64_t key_of(std::uint32_t hash) {
    constexpr std::uint64_t factor = 0x4906ba494954cb65ULL;
    const auto wide =
        static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<std::int32_t>(hash)));
    return factor * (factor * wide);
  }

  void read_ctr(const Cursor& ctr) {
    const auto borders = ctr.at("borders").floats32();
    Ctr made;
    const Cursor elements = ctr.at("elements");
    std::string refused;
    if (elements.size() != 1) {
      refused = "statistics of combinations of features are not taken";
    } else if (elements.at(0).at("combination_element").text() != "cat_feature_value") {
      refused = "statistics of something else than a category are not taken";
    }
    std::vector<std::pair<std::uint32_t, float>> known;  // category and its statistic
    float unknown = 0.0F;
    if (refused.empty()) {
      const auto column = categories_.find(elements.at(0).at("cat_feature_index").integer());
      if (column == categories_.end()) elements.fail("a category that does not exist");
      made.column = column->second;
      unknown = tabulate(ctr, made.column, known);
    }
    for (const float border : borders) {
      made.border = border;
      made.refused = refused;
      made.codes.clear();
      for (const auto& [code, value] : known) {
        if (value > border) made.codes.push_back(code);
      }
      made.unknown = unknown > border;
      ctrs_.push_back(made);
    }
  }

  // The statistic of each category, as CatBoost computes it in float32; gives that of one never
  // seen.
  float tabulate(const Cursor& ctr, std::size_t column,
                 std::vector<std::pair<std::uint32_t, float>>& known) {
    const std::string& type = ctr.at("ctr_type").text();
    const float prior = ctr.at("prior_numerator").float32(),
                weight = ctr.at("prior_denomerator").float32(), shift = ctr.at("shift").float32(),
                scale = ctr.at("scale").float32();
    const auto value = [&](float count, float total) {
      const float numerator = count + prior, denominator = total + weight;
      const float ratio = numerator / denominator;
      const float shifted = ratio + shift;
      return shifted * scale;
    };
    const Cursor data = root_.at("ctr_data").at(ctr.at("identifier").text());
    const auto entries = data.at("hash_map").tokens();
    const std::int64_t given = data.at("hash_stride").integer();
    const bool frequency = type == "Counter" || type == "FeatureFreq";
    const bool mean = type == "BinarizedTargetMeanValue" || type == "FloatTargetMeanValue";
    if (!frequency && !mean && type != "Borders" && type != "Buckets") {
      ctr.at("ctr_type").fail("the statistic '" + type + "' is not known");
    }
    if (given < 2 || given > 1000 || entries.size() % static_cast<std::size_t>(given) != 0) {
      data.fail("its table has an odd length");
    }
    const auto stride = static_cast<std::size_t>(given);
    const std::int64_t target = ctr.at("target_border_idx").integer();
    const float denominator = data.at("counter_denominator").float32();
    std::map<std::uint64_t, float> statistics;
    for (std::size_t row = 0; row < entries.size(); row += stride) {
      std::uint64_t key = 0;
      const std::string_view digits = entries[row];
      const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), key);
      if (error != std::errc() || end != digits.data() + digits.size())
        data.fail("a key is not a number");
      if (key == ~std::uint64_t{0}) continue;  // an empty place in the table
      std::vector<float> counts;
      for (std::size_t k = 1; k < stride; ++k) {
        const auto count = read_float32(entries[row + k]);
        if (!count) data.fail("a count is not a number");
        counts.push_back(*count);
      }
      float total = 0, above = 0;
      for (std::size_t k = 0; k < counts.size(); ++k) {
        total += counts[k];
        if (type == "Borders" ? static_cast<std::int64_t>(k) > target
                              : static_cast<std::int64_t>(k) == target) {
          above += counts[k];
        }
      }
      if (mean && counts.size() != 2) data.fail("its table has an odd shape");
      statistics[key] = frequency ? value(counts[0], denominator)
                        : mean    ? value(counts[0], counts[1])
                                  : value(above, total);
    }
    std::size_t found = 0;
    for (const auto& [hash, text] : texts_) {
      const auto entry = statistics.find(key_of(hash));
      if (entry == statistics.end()) continue;
      ++found;
      known.emplace_back(code_of(ctr, column, hash), entry->second);
    }
    if (found != statistics.size()) {
      ctr.fail(
          "the file does not say which categories " + std::to_string(statistics.size() - found) +
              " of its statistics are of",
          "write it with the training data: save_model('model.json', format='json', pool=pool)");
    }
    return frequency ? value(0, denominator) : value(0, 0);
  }

  // A test from its description; its yes is CatBoost's bit 1.
  void fill_test(const Cursor& split, Node& node) {
    const std::string& type = split.at("split_type").text();
    if (type == "FloatFeature") {
      const auto column = floats_.find(split.at("float_feature_index").integer());
      if (column == floats_.end()) split.fail("a number that does not exist");
      node.test = Test::greater;
      node.column = static_cast<std::uint32_t>(column->second);
      node.threshold = static_cast<double>(split.at("border").float32());
      if (std::isnan(node.threshold)) split.fail("a border that is not a number");
      node.missing_yes = missing_above_[column->second];
    } else if (type == "OneHotFeature") {
      const auto column = categories_.find(split.at("cat_feature_index").integer());
      if (column == categories_.end()) split.fail("a category that does not exist");
      node.test = Test::in_set;
      node.column = static_cast<std::uint32_t>(column->second);
      const auto hash = static_cast<std::uint32_t>(split.at("value").integer());
      node.set = sets_.add({code_of(split, column->second, hash)});
    } else if (type == "OnlineCtr") {
      const std::int64_t index =
          split.at("split_index").integer() - static_cast<std::int64_t>(first_ctr_);
      if (index < 0 || static_cast<std::size_t>(index) >= ctrs_.size())
        split.fail("a statistic that does not exist");
      const Ctr& ctr = ctrs_[static_cast<std::size_t>(index)];
      if (!ctr.refused.empty()) {
        split.fail(ctr.refused,
                   "train with max_ctr_complexity=1, or one_hot_max_size as large as the "
                   "number of categories");
      }
      if (ctr.border != split.at("border").float32())
        split.fail("its border is not that of its statistic");
      node.test = Test::in_set;
      node.column = static_cast<std::uint32_t>(ctr.column);
      node.set = sets_.add(ctr.codes);
      node.unknown_yes = node.missing_yes = ctr.unknown;
    } else {
      split.fail("the test '" + type + "' is not known");
    }
  }

  void add_tree(const std::function<std::vector<Node>(std::size_t)>& nodes_for) {
    for (std::size_t o = 0; o < e_.outputs.size(); ++o) {
      Tree tree;
      tree.output = static_cast<std::uint32_t>(o);
      tree.nodes = nodes_for(o);
      e_.trees.push_back(std::move(tree));
    }
  }

  void read_symmetric(const Cursor& tree) {
    const auto values = tree.at("leaf_values").floats64();
    std::vector<Node> tests;
    if (const auto splits = tree.find("splits"); splits && splits->is(json::Item::Kind::array)) {
      const std::size_t depth = splits->size();
      if (depth > 20) splits->fail("the tree is too deep");
      for (std::size_t d = 0; d < depth; ++d) {
        tests.emplace_back();
        fill_test(splits->at(d), tests.back());
      }
    }
    const std::size_t outputs = e_.outputs.size();
    if (values.size() != (outputs << tests.size())) {
      tree.at("leaf_values")
          .fail("there are " + std::to_string(values.size()) + " values for " +
                std::to_string(std::size_t{1} << tests.size()) + " leaves");
    }
    for (const double value : values) {
      if (!std::isfinite(value)) tree.at("leaf_values").fail("a value is not finite");
    }
    using Place = std::pair<std::size_t, std::size_t>;  // how many tests are done, and their bits
    add_tree([&](std::size_t o) {
      return grow<Place>(
          {0, 0}, std::size_t{2} << tests.size(), [&](const Place& place, Node& node) {
            const auto [depth, bits] = place;
            if (depth == tests.size()) {
              node.value = values[bits * outputs + o];
              return std::optional<std::pair<Place, Place>>();
            }
            node = tests[depth];
            return std::optional(std::pair(Place(depth + 1, bits | (std::size_t{1} << depth)),
                                           Place(depth + 1, bits)));
          });
    });
  }

  void read_other(const Cursor& tree) {
    std::vector<Cursor> places{tree};
    add_tree([&](std::size_t o) {
      places.assign(1, tree);
      auto nodes = grow<std::size_t>(0, 10'000'000, [&](std::size_t at, Node& node) {
        const Cursor place = places[at];
        const auto split = place.find("split");
        if (!split) {
          const Cursor value = place.at("value");
          const auto values = value.is(json::Item::Kind::array)
                                  ? value.floats64()
                                  : std::vector<double>{value.float64()};
          if (values.size() != e_.outputs.size() || !std::isfinite(values[o])) {
            value.fail("a finite number for each output is expected");
          }
          node.value = values[o];
          return std::optional<std::pair<std::size_t, std::size_t>>();
        }
        fill_test(*split, node);
        places.push_back(place.at("right"));
        places.push_back(place.at("left"));
        return std::optional(std::pair(places.size() - 2, places.size() - 1));
      });
      if (nodes.empty()) tree.fail("it is too large");
      return nodes;
    });
  }

  Cursor root_;
  Ensemble e_;
  SetStore sets_;
  std::map<std::uint32_t, std::string> texts_;  // of hashes
  std::map<std::int64_t, std::size_t> floats_, categories_;
  std::map<std::pair<std::size_t, std::uint32_t>, std::uint32_t> codes_;
  std::vector<bool> missing_above_;  // of columns: missing is above every border
  std::vector<Ctr> ctrs_;            // one for each border
  std::size_t first_ctr_ = 0;
};

}  // namespace

Ensemble read_catboost(std::string_view bytes, const std::string& file) {
  const json::Document document(std::string(bytes), file);
  return CatboostReader(document).read();
}

}  // namespace cogs::score
