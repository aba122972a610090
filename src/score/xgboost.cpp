// SPDX-License-Identifier: Apache-2.0
//
// XGBoost's JSON and UBJSON, of versions 1.0 and later. Margins are float32 chains from the base
// margin, tree by tree.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <tuple>
#include <utility>

#include "json/document.h"
#include "json/ubjson.h"
#include "score/cursor.h"
#include "score/float_number.h"
#include "score/grow.h"
#include "score/readers.h"

namespace cogs::score {

namespace {

// What an objective makes of base_score, and of margins.
enum class BaseScore { as_is, logit, log };

struct Objective {
  std::string_view name;
  BaseScore base;
  Link link;
};

constexpr std::array<Objective, 24> objectives{{
    {"binary:logistic", BaseScore::logit, Link::logistic},
    {"reg:logistic", BaseScore::logit, Link::logistic},
    {"binary:logitraw", BaseScore::as_is, Link::identity},
    {"binary:hinge", BaseScore::as_is, Link::sign},
    {"multi:softmax", BaseScore::as_is, Link::softmax},
    {"multi:softprob", BaseScore::as_is, Link::softmax},
    {"reg:squarederror", BaseScore::as_is, Link::identity},
    {"reg:linear", BaseScore::as_is, Link::identity},
    {"reg:squaredlogerror", BaseScore::as_is, Link::identity},
    {"reg:pseudohubererror", BaseScore::as_is, Link::identity},
    {"reg:absoluteerror", BaseScore::as_is, Link::identity},
    {"reg:quantileerror", BaseScore::as_is, Link::identity},
    {"reg:expectileerror", BaseScore::as_is, Link::identity},
    {"reg:gamma", BaseScore::log, Link::exponential},
    {"reg:tweedie", BaseScore::log, Link::exponential},
    {"count:poisson", BaseScore::log, Link::exponential},
    {"survival:cox", BaseScore::log, Link::exponential},
    {"survival:aft", BaseScore::log, Link::exponential},
    {"rank:pairwise", BaseScore::as_is, Link::identity},
    {"rank:ndcg", BaseScore::as_is, Link::identity},
    {"rank:map", BaseScore::as_is, Link::identity},
    {"custom", BaseScore::as_is, Link::identity},
    {"gpu:reg:linear", BaseScore::as_is, Link::identity},
    {"gpu:binary:logistic", BaseScore::logit, Link::logistic},
}};

class XgboostReader {
 public:
  XgboostReader(const json::Document& document, const ReadOptions& options)
      : root_(document), options_(options), sets_(e_), numeric_(e_) {}

  Ensemble read() {
    if (root_.is(json::Item::Kind::array)) {
      root_.fail("this is a dump of trees, which XGBoost does not read back either",
                 "save the model itself: booster.save_model('model.json')");
    }
    if (!root_.find("learner")) {
      root_.fail("'learner' is missing: this is not a model of XGBoost",
                 "write it by save_model('model.json'), not by dump_model or save_config");
    }
    read_version();
    const Cursor learner = root_.at("learner");
    const Cursor parameters = learner.at("learner_model_param");
    read_columns(learner, parameters);
    read_outputs(learner, parameters);
    const Cursor booster = learner.at("gradient_booster");
    const std::string& name = booster.at("name").text();
    if (name == "gblinear") {
      read_linear(booster.at("model"));
    } else if (name == "gbtree" || name == "dart") {
      read_trees(learner, booster, name == "dart");
    } else {
      booster.fail("an unknown kind of booster, '" + name + "'", "known: gbtree, dart, gblinear");
    }
    return std::move(e_);
  }

 private:
  void read_version() {
    e_.format = "xgboost";
    e_.sum = Sum::float32;
    const auto version = root_.find("version");
    if (!version) return;
    const auto parts = version->integers();
    for (std::size_t i = 0; i < parts.size() && i < 3; ++i) {
      version_[i] = parts[i];
      e_.version += (i > 0 ? "." : "") + std::to_string(parts[i]);
    }
  }

  bool since(std::int64_t major, std::int64_t minor) const {
    return std::tie(version_[0], version_[1]) >= std::tie(major, minor);
  }

  void read_columns(const Cursor& learner, const Cursor& parameters) {
    std::vector<std::string> names, types;
    if (const auto found = learner.find("feature_names")) names = found->texts();
    if (const auto found = learner.find("feature_types")) types = found->texts();
    const std::int64_t count = parameters.at("num_feature").integer();
    constexpr std::int64_t most = 1'000'000;
    if (count < 0 || count > most) parameters.at("num_feature").fail("an odd number of features");
    const auto size = static_cast<std::size_t>(count);
    if (!names.empty() && names.size() != size) {
      learner.at("feature_names")
          .fail("there are " + std::to_string(size) + " features and " +
                std::to_string(names.size()) + " names");
    }
    e_.columns.resize(size);
    for (std::size_t i = 0; i < size; ++i) {
      Column& column = e_.columns[i];
      column.name = names.empty() ? "f" + std::to_string(i) : names[i];
      column.float32 = true;
      if (i < types.size()) column.whole = types[i] == "int";
      if (i < types.size() && types[i] == "c") {
        column.kind = Column::Kind::category;
        column.numeric_categories = true;  // as long as no names are found
      }
    }
    if (names.empty() && size > 0) {
      e_.notes.push_back(
          "the file has no names of features; f0 is the first column of the training data, and so "
          "on");
    }
  }

  std::vector<float> base_scores(const Cursor& parameters) const {
    const Cursor given = parameters.at("base_score");
    std::string_view text = given.digits();
    if (!text.empty() && text.front() == '[' && text.back() == ']') {
      text = text.substr(1, text.size() - 2);
    }
    std::vector<float> scores;
    while (true) {
      const auto comma = text.find(',');
      const auto value = read_float32(text.substr(0, comma));
      if (!value || !std::isfinite(*value)) given.fail("numbers are expected");
      scores.push_back(*value);
      if (comma == std::string_view::npos) return scores;
      text.remove_prefix(comma + 1);
    }
  }

  float margin_of(float base, BaseScore kind, const Cursor& at) const {
    if (kind == BaseScore::as_is) return base;
    if (kind == BaseScore::logit) {
      if (since(3, 2)) base = std::clamp(base, 1e-6F, 1.0F - 1e-6F);
      if (!(base > 0.0F && base < 1.0F))
        at.fail("base_score of a logistic model is not between 0 and 1");
      return -std::log(1.0F / base - 1.0F);
    }
    if (!(base > 0.0F)) at.fail("base_score of this objective is not above 0");
    return std::log(base);
  }

  void read_outputs(const Cursor& learner, const Cursor& parameters) {
    const Cursor named = learner.at("objective").at("name");
    const auto known = std::find_if(objectives.begin(), objectives.end(),
                                    [&](const Objective& o) { return o.name == named.text(); });
    if (known == objectives.end()) {
      named.fail("the objective '" + named.text() + "' is not known",
                 "what its margins and base_score mean cannot be told from the file");
    }
    e_.link = known->link;
    const auto count_of = [&](std::string_view name) {
      const auto found = parameters.find(name);
      const std::int64_t count = found ? found->integer() : 0;
      if (count < 0 || count > 100'000) found->fail("an odd number");
      return static_cast<std::size_t>(count);
    };
    const std::size_t classes = count_of("num_class");
    const std::size_t outputs = std::max<std::size_t>({1, classes, count_of("num_target")});
    const std::vector<float> bases = base_scores(parameters);
    if (bases.size() != 1 && bases.size() != outputs) {
      parameters.at("base_score")
          .fail("there are " + std::to_string(outputs) + " outputs and " +
                std::to_string(bases.size()) + " numbers");
    }
    e_.outputs.resize(outputs);
    for (std::size_t i = 0; i < outputs; ++i) {
      e_.outputs[i].base =
          margin_of(bases.size() == 1 ? bases[0] : bases[i], known->base, parameters);
      if (classes > 1) e_.outputs[i].name = std::to_string(i);
    }
    const bool two = outputs == 1 && (e_.link == Link::logistic || e_.link == Link::sign ||
                                      known->name == "binary:logitraw");
    for (std::size_t i = 0; i < (two ? 2 : classes); ++i) e_.classes.push_back(std::to_string(i));
  }

  // features x outputs, then the biases; absent features add nothing.
  void read_linear(const Cursor& model) {
    const std::vector<float> weights = model.at("weights").floats32();
    const std::size_t outputs = e_.outputs.size(), features = e_.columns.size();
    if (weights.size() != (features + 1) * outputs) {
      model.at("weights").fail("there are " + std::to_string(weights.size()) + " weights, not " +
                               std::to_string((features + 1) * outputs));
    }
    for (std::size_t o = 0; o < outputs; ++o) {
      const float bias = weights[features * outputs + o];
      if (!std::isfinite(bias)) model.at("weights").fail("a weight is not a number");
      e_.outputs[o].base = bias + static_cast<float>(e_.outputs[o].base);
      for (std::size_t f = 0; f < features; ++f) {
        const float weight = weights[f * outputs + o];
        if (!std::isfinite(weight)) model.at("weights").fail("a weight is not a number");
        if (weight == 0.0F) continue;
        e_.linear.push_back({static_cast<std::uint32_t>(f), static_cast<std::uint32_t>(o),
                             static_cast<double>(weight), 0.0});
      }
    }
  }

  void read_trees(const Cursor& learner, const Cursor& booster, bool dart) {
    const Cursor model =
        booster.find("gbtree") ? booster.at("gbtree").at("model") : booster.at("model");
    // From 3.4 on dart is a tree booster whose model has weights.
    if (const auto dropped = model.find("weight_drop")) dart = dart || dropped->size() > 0;
    const std::vector<float> weights = dart ? drop_weights(booster, model) : std::vector<float>();
    const Cursor trees = model.at("trees");
    const Cursor info = model.at("tree_info");
    const auto outputs = info.integers();
    if (outputs.size() != trees.size()) {
      info.fail("there are " + std::to_string(trees.size()) + " trees and " +
                std::to_string(outputs.size()) + " entries");
    }
    if (dart && weights.size() != trees.size()) booster.fail("weight_drop does not fit the trees");
    e_.weighted = dart;
    const std::size_t used = trees_used(learner, model, trees.size());
    read_categories(model, trees, used);
    for (std::size_t i = 0; i < used; ++i) {
      if (outputs[i] < 0 || static_cast<std::size_t>(outputs[i]) >= e_.outputs.size()) {
        info.fail("tree " + std::to_string(i) + " is of an output that does not exist");
      }
      e_.trees.push_back(read_tree(trees.at(i), dart ? weights[i] : 1.0F));
      e_.trees.back().output = static_cast<std::uint32_t>(outputs[i]);
    }
  }

  static std::vector<float> drop_weights(const Cursor& booster, const Cursor& model) {
    const auto found = booster.find("weight_drop");  // from 3.4 on it is a part of the model
    return (found ? *found : model.at("weight_drop")).floats32();
  }

  std::size_t trees_used(const Cursor& learner, const Cursor& model, std::size_t all) {
    const auto attributes = learner.find("attributes");
    const auto best = attributes ? attributes->find("best_iteration") : std::nullopt;
    if (!best) return all;
    const std::int64_t iteration = best->integer();
    if (iteration < 0) best->fail("an odd number of an iteration");
    std::size_t used = all;
    if (const auto ends = model.find("iteration_indptr")) {
      const auto offsets = ends->integers();
      const auto index = static_cast<std::size_t>(iteration) + 1;
      if (index < offsets.size()) {
        if (offsets[index] < 0) ends->fail("an odd number of trees");
        used = std::min(all, static_cast<std::size_t>(offsets[index]));
      }
    } else {
      std::size_t each = e_.outputs.size();
      if (const auto parameters = model.find("gbtree_model_param")) {
        const auto parallel = parameters->find("num_parallel_tree");
        const std::int64_t count = parallel ? parallel->integer() : 1;
        if (count > 1 && count < 1'000'000) each *= static_cast<std::size_t>(count);
      }
      const auto iterations = static_cast<std::size_t>(iteration) + 1;
      if (iterations < all / each) used = iterations * each;
    }
    if (used == all) return all;
    if (options_.all_trees) {
      e_.notes.push_back(
          "all " + std::to_string(all) + " trees are used, although the file says that iteration " +
          std::to_string(iteration) + " was the best: this is what Booster.predict does");
      return all;
    }
    e_.notes.push_back("the first " + std::to_string(used) + " of " + std::to_string(all) +
                       " trees are used, up to the best iteration " + std::to_string(iteration) +
                       ", as XGBClassifier and XGBRegressor do; Booster.predict uses all of them");
    return used;
  }

  // Names of categories, which files have from 3.1 on; numbers where there are none.
  void read_categories(const Cursor& model, const Cursor& trees, std::size_t used) {
    if (const auto cats = model.find("cats"); cats && cats->find("enc")) {
      const Cursor encoded = cats->at("enc");
      const std::size_t count = encoded.size();
      if (count > e_.columns.size()) encoded.fail("more features than the model has");
      for (std::size_t i = 0; i < count; ++i) {
        auto names = category_names(encoded.at(i));
        if (names.empty()) continue;
        for (const std::string& name : names) {
          if (std::all_of(name.begin(), name.end(), [](char c) { return c >= 0x20 && c < 0x7F; }))
            continue;
          e_.notes.push_back("feature '" + e_.columns[i].name +
                             "' has names of categories beyond ASCII, which some versions of " +
                             "XGBoost cut short when they write the file: compare them");
          break;
        }
        e_.columns[i].kind = Column::Kind::category;
        e_.columns[i].categories = std::move(names);
        e_.columns[i].numeric_categories = false;
      }
    }
    for (std::size_t i = 0; i < used; ++i) {
      const Cursor tree = trees.at(i);
      const auto nodes = tree.find("categories_nodes");
      if (!nodes || nodes->size() == 0) continue;
      const auto features = tree.at("split_indices").integers();
      const auto segments = tree.at("categories_segments").integers();
      const auto sizes = tree.at("categories_sizes").integers();
      const auto codes = tree.at("categories").integers();
      const auto owners = nodes->integers();
      for (std::size_t k = 0; k < owners.size(); ++k) {
        const auto [first, last] = segment(*nodes, segments, sizes, codes.size(), k);
        const auto node = owners[k];
        if (node < 0 || static_cast<std::size_t>(node) >= features.size())
          nodes->fail("an unknown node");
        const std::size_t column = column_at(tree, features[static_cast<std::size_t>(node)]);
        if (!e_.columns[column].categories.empty()) continue;
        for (std::size_t c = first; c < last; ++c) numeric_.seen(column, codes[c]);
      }
    }
    numeric_.settle();
  }

  static std::vector<std::string> category_names(const Cursor& encoding) {
    std::vector<std::string> names;
    const Cursor values = encoding.at("values");
    const auto offsets = encoding.find("offsets");
    if (!offsets) {  // numbers as categories
      for (const double value : values.floats64()) {
        char digits[64];
        names.emplace_back(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
      }
      return names;
    }
    const auto ends = offsets->integers();
    const auto bytes = values.integers();
    for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
      if (ends[i] < 0 || ends[i] > ends[i + 1] ||
          static_cast<std::size_t>(ends[i + 1]) > bytes.size()) {
        offsets->fail("these do not fit the values");
      }
      std::string name;
      for (auto b = ends[i]; b < ends[i + 1]; ++b) {
        name += static_cast<char>(bytes[static_cast<std::size_t>(b)]);
      }
      names.push_back(std::move(name));
    }
    return names;
  }

  static std::pair<std::size_t, std::size_t> segment(const Cursor& at,
                                                     const std::vector<std::int64_t>& segments,
                                                     const std::vector<std::int64_t>& sizes,
                                                     std::size_t count, std::size_t k) {
    if (k >= segments.size() || k >= sizes.size() || segments[k] < 0 || sizes[k] < 0 ||
        static_cast<std::size_t>(segments[k]) > count ||
        static_cast<std::size_t>(sizes[k]) > count - static_cast<std::size_t>(segments[k])) {
      at.fail("the lists of categories do not fit each other");
    }
    const auto first = static_cast<std::size_t>(segments[k]);
    return {first, first + static_cast<std::size_t>(sizes[k])};
  }

  std::size_t column_at(const Cursor& tree, std::int64_t index) const {
    if (index < 0 || static_cast<std::size_t>(index) >= e_.columns.size()) {
      tree.fail("a test on feature " + std::to_string(index) + " of " +
                std::to_string(e_.columns.size()));
    }
    return static_cast<std::size_t>(index);
  }

  Tree read_tree(const Cursor& tree, float weight) {
    if (const auto parameters = tree.find("tree_param")) {
      const auto size = parameters->find("size_leaf_vector");
      if ((size && size->integer() > 1) || tree.find("leaf_weights")) {
        tree.fail(
            "its leaves are vectors (multi_strategy='multi_output_tree'), which are not taken",
            "train with multi_strategy='one_output_per_tree', the default");
      }
    }
    const auto left = tree.at("left_children").integers();
    const auto right = tree.at("right_children").integers();
    const auto features = tree.at("split_indices").integers();
    const auto conditions = tree.at("split_conditions").floats32();
    const auto defaults = tree.at("default_left").integers();
    std::vector<std::int64_t> types;
    if (const auto found = tree.find("split_type")) types = found->integers();
    const std::size_t count = left.size();
    if (count == 0 || right.size() != count || features.size() != count ||
        conditions.size() != count || defaults.size() != count ||
        (!types.empty() && types.size() != count)) {
      tree.fail("its lists have different lengths");
    }
    const auto in_tree = [&](std::int64_t node) {
      if (node < 0 || static_cast<std::size_t>(node) >= count) {
        tree.fail("node " + std::to_string(node) + " of " + std::to_string(count) + " is named");
      }
      return static_cast<std::size_t>(node);
    };
    const auto lists = category_lists(tree);
    const auto expand = [&](std::size_t i, Node& node) {
      using Children = std::pair<std::size_t, std::size_t>;
      if (left[i] == -1) {
        const float value = conditions[i];
        if (!std::isfinite(value)) tree.fail("the value of a leaf is not a number");
        const float added = value * weight;
        node.value = static_cast<double>(added);
        return std::optional<Children>();
      }
      node.column = static_cast<std::uint32_t>(column_at(tree, features[i]));
      const bool categorical = !types.empty() && types[i] == 1;
      if (!categorical) {
        node.test = Test::less;
        node.threshold = static_cast<double>(conditions[i]);
        if (std::isnan(conditions[i])) tree.fail("a threshold is not a number");
        node.missing_yes = defaults[i] != 0;
        if (e_.columns[node.column].kind == Column::Kind::category) {
          tree.fail("feature '" + e_.columns[node.column].name +
                    "' is tested as a number and as a category");
        }
        return std::optional(Children(in_tree(left[i]), in_tree(right[i])));
      }
      // The listed categories go right, and all others, known or not, go left.
      const auto list = lists.find(static_cast<std::int64_t>(i));
      if (list == lists.end()) tree.fail("a test on categories without its list");
      node.test = Test::in_set;
      node.set = sets_.add(codes_of(tree, node.column, list->second));
      node.missing_yes = defaults[i] == 0;
      return std::optional(Children(in_tree(right[i]), in_tree(left[i])));
    };
    Tree result;
    result.nodes = grow<std::size_t>(0, count, expand);
    if (result.nodes.empty()) tree.fail("its nodes form a circle");
    return result;
  }

  static std::map<std::int64_t, std::vector<std::int64_t>> category_lists(const Cursor& tree) {
    std::map<std::int64_t, std::vector<std::int64_t>> lists;
    const auto nodes = tree.find("categories_nodes");
    if (!nodes || nodes->size() == 0) return lists;
    const auto owners = nodes->integers();
    const auto segments = tree.at("categories_segments").integers();
    const auto sizes = tree.at("categories_sizes").integers();
    const auto codes = tree.at("categories").integers();
    for (std::size_t k = 0; k < owners.size(); ++k) {
      const auto [first, last] = segment(*nodes, segments, sizes, codes.size(), k);
      lists[owners[k]] = {codes.begin() + static_cast<std::ptrdiff_t>(first),
                          codes.begin() + static_cast<std::ptrdiff_t>(last)};
    }
    return lists;
  }

  std::vector<std::uint32_t> codes_of(const Cursor& tree, std::size_t column,
                                      const std::vector<std::int64_t>& numbers) const {
    std::vector<std::uint32_t> codes;
    const Column& c = e_.columns[column];
    for (const std::int64_t number : numbers) {
      if (c.numeric_categories) {
        codes.push_back(numeric_.code(column, number));
      } else if (number < 0 || static_cast<std::size_t>(number) >= c.categories.size()) {
        tree.fail("a test on category " + std::to_string(number) + " of '" + c.name +
                  "', which has " + std::to_string(c.categories.size()));
      } else {
        codes.push_back(static_cast<std::uint32_t>(number));
      }
    }
    return codes;
  }

  Cursor root_;
  const ReadOptions& options_;
  Ensemble e_;
  SetStore sets_;
  NumericCategories numeric_;
  std::array<std::int64_t, 3> version_{};
};

bool is_ubjson(std::string_view bytes) {
  // An object whose first name is counted by an integer of 64 bits, or another one.
  return bytes.size() > 2 && bytes[0] == '{' &&
         std::string_view("LlIiU$#").find(bytes[1]) != std::string_view::npos;
}

}  // namespace

Ensemble read_xgboost(std::string_view bytes, const std::string& file, const ReadOptions& options) {
  const bool json = bytes.find_first_not_of(" \t\r\n") < bytes.size() &&
                    (bytes[bytes.find_first_not_of(" \t\r\n")] == '{' ||
                     bytes[bytes.find_first_not_of(" \t\r\n")] == '[');
  if (!json && !bytes.empty()) {
    throw base::InputError(base::error_about(
        file, "this is neither JSON nor UBJSON: perhaps XGBoost's old binary format, or a pickle",
        "load it with the XGBoost that wrote it, and save it as JSON: "
        "booster.save_model('model.json')"));
  }
  const json::Document document(
      is_ubjson(bytes) ? json::ubjson_as_json(bytes, file) : std::string(bytes), file);
  return XgboostReader(document, options).read();
}

}  // namespace cogs::score
