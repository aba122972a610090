// SPDX-License-Identifier: Apache-2.0
//
// PMML 4: Scorecard, TreeModel, RegressionModel, and MiningModel that adds or averages such models,
// with a RegressionModel behind them for the link. What else is in a file is refused by name.
#include "score/pmml.h"

#include <algorithm>
#include <cmath>
#include <pugixml.hpp>

#include "json/parse.h"
#include "score/float_number.h"
#include "score/readers.h"

namespace cogs::score {

namespace {

using pugi::xml_node;

class PmmlReader {
 public:
  PmmlReader(std::string_view bytes, const std::string& file)
      : bytes_(bytes), file_(file), plans_(e_) {}

  Ensemble read() {
    pugi::xml_document document;
    const auto result = document.load_buffer(bytes_.data(), bytes_.size());
    if (!result) fail_at(result.offset, std::string("not valid XML: ") + result.description());
    const xml_node root = document.child("PMML");
    if (!root) fail_at(0, "this is not PMML: its outermost element is 'PMML'");
    e_.format = "pmml";
    e_.version = root.attribute("version").value();
    if (!e_.version.starts_with("4"))
      fail(root, "version '" + e_.version + "' of PMML is not known", "known is 4");
    for (const xml_node field : root.child("DataDictionary").children("DataField")) {
      data_[field.attribute("name").value()] = field;
    }
    take_derived(root.child("TransformationDictionary"));
    e_.outputs.resize(1);
    e_.points.emplace_back(0);
    read_model(model_in(root));
    return std::move(e_);
  }

 private:
  // Where a field's value comes from.
  struct Field {
    std::uint32_t column = 0;
    std::optional<std::string> replacement;  // of a missing value
  };
  // How deep elements may be nested.
  static constexpr int deepest = 200;
  static constexpr std::size_t largest_tree = 4'000'000;

  [[noreturn]] void fail_at(std::ptrdiff_t offset, const std::string& message,
                            std::string help = {}) const {
    base::Diagnostic d = base::error_about(file_, message, std::move(help));
    const auto end = static_cast<std::size_t>(
        std::clamp<std::ptrdiff_t>(offset, 0, static_cast<std::ptrdiff_t>(bytes_.size())));
    const auto before = bytes_.substr(0, end);
    d.place.line = 1 + static_cast<std::uint32_t>(std::count(before.begin(), before.end(), '\n'));
    d.place.column = 1 + static_cast<std::uint32_t>(end - (before.rfind('\n') + 1));
    std::string line = json::source_line(bytes_, d.place);
    if (line.size() <= 200) d.source_line = std::move(line);
    throw base::InputError(std::move(d));
  }
  [[noreturn]] void fail(const xml_node& node, const std::string& message,
                         std::string help = {}) const {
    fail_at(node.offset_debug(), message, std::move(help));
  }

  static std::string text(const xml_node& node, const char* name) {
    return node.attribute(name).value();
  }

  xml_node model_in(const xml_node& parent) const {
    for (const xml_node child : parent.children()) {
      const std::string_view name = child.name();
      if (name == "Scorecard" || name == "TreeModel" || name == "MiningModel" ||
          name == "RegressionModel")
        return child;
      if (name == "RuleSetModel") {
        fail(child, "a RuleSetModel is a list of rules, not a score",
             "write its rules into a model, or between #rules and #end");
      }
      if (name.ends_with("Model") || name == "NeuralNetwork") {
        fail(child, "a " + std::string(name) + " is not taken",
             "known are Scorecard, TreeModel, MiningModel and RegressionModel");
      }
    }
    fail(parent, "there is no model in this file");
  }

  // ---- Fields

  void take_derived(const xml_node& parent) {
    for (const xml_node field : parent.children("DerivedField"))
      derived_[text(field, "name")] = field;
  }

  void take_schema(const xml_node& model) {
    take_derived(model.child("LocalTransformations"));
    for (const xml_node field : model.child("MiningSchema").children("MiningField")) {
      const std::string name = text(field, "name"), usage = text(field, "usageType");
      if (usage == "target" || usage == "predicted") target_ = name;
      const std::string outliers = text(field, "outliers");
      if (!outliers.empty() && outliers != "asIs")
        fail(field, "outliers '" + outliers + "' are not taken");
      if (const auto value = field.attribute("missingValueReplacement"))
        replacements_[name] = value.value();
    }
  }

  Field field_of(const xml_node& user, std::string name) {
    bool float32 = false;
    for (int depth = 0; derived_.contains(name); ++depth) {
      const xml_node derived = derived_[name];
      const xml_node reference = derived.child("FieldRef");
      if (!reference || depth > deepest) {
        fail(derived, "the derived field '" + name + "' is computed, which is not taken",
             "only derived fields that are other names of fields are");
      }
      float32 = float32 || text(derived, "dataType") == "float";
      name = text(reference, "field");
    }
    const auto data = data_.find(name);
    if (data == data_.end()) fail(user, "the field '" + name + "' is not in the DataDictionary");
    Field field;
    if (const auto found = replacements_.find(name); found != replacements_.end())
      field.replacement = found->second;
    const auto known = columns_.find(name);
    if (known != columns_.end()) {
      field.column = known->second;
      return field;
    }
    Column column;
    column.name = name;
    const std::string type = text(data->second, "dataType"), optype = text(data->second, "optype");
    if (type == "string" || type == "boolean" || optype == "categorical")
      column.kind = Column::Kind::category;
    if (column.kind == Column::Kind::number && type != "double" && type != "float" &&
        type != "integer") {
      fail(data->second, "the type '" + type + "' of the field '" + name + "' is not taken");
    }
    column.whole = type == "integer";
    column.float32 = column.kind == Column::Kind::number && (type == "float" || float32);
    for (const xml_node value : data->second.children("Value")) {
      const std::string property = text(value, "property");
      if (column.kind == Column::Kind::category && property != "missing" && property != "invalid") {
        column.categories.push_back(text(value, "value"));
      }
    }
    const xml_node interval = data->second.child("Interval");
    if (interval.attribute("leftMargin")) column.least = read_float64(text(interval, "leftMargin"));
    if (interval.attribute("rightMargin"))
      column.most = read_float64(text(interval, "rightMargin"));
    field.column = static_cast<std::uint32_t>(e_.columns.size());
    columns_[name] = field.column;
    e_.columns.push_back(std::move(column));
    return field;
  }

  std::uint32_t code_of(std::uint32_t column, const std::string& value) {
    auto& categories = e_.columns[column].categories;
    const auto found = std::find(categories.begin(), categories.end(), value);
    const auto code = static_cast<std::uint32_t>(found - categories.begin());
    if (found == categories.end()) categories.push_back(value);
    return code;
  }

  double number_of(const xml_node& node, std::uint32_t column, const std::string& value) const {
    std::optional<double> number = read_float64(value);
    if (number && e_.columns[column].float32) number = static_cast<double>(*read_float32(value));
    if (!number || std::isnan(*number)) fail(node, "'" + value + "' is not a number");
    return *number;
  }

  // ---- Predicates

  static bool is_predicate(const xml_node& node) {
    const std::string_view name = node.name();
    return name == "SimplePredicate" || name == "SimpleSetPredicate" ||
           name == "CompoundPredicate" || name == "True" || name == "False";
  }

  static xml_node predicate_in(const xml_node& parent) {
    for (const xml_node child : parent.children()) {
      if (is_predicate(child)) return child;
    }
    return {};
  }

  Plan compile(const xml_node& node, Plan yes, Plan no, Plan unknown, int depth = 0) {
    const std::string_view name = node.name();
    if (depth > deepest) fail(node, "predicates are nested too deeply");
    if (name == "True") return yes;
    if (name == "False") return no;
    if (name == "SimplePredicate") return simple(node, yes, no, unknown);
    if (name == "SimpleSetPredicate") return of_set(node, yes, no, unknown);
    if (name != "CompoundPredicate") fail(node, "a predicate is missing here");
    std::vector<xml_node> parts;
    for (const xml_node child : node.children()) {
      if (is_predicate(child)) parts.push_back(child);
    }
    const std::string how = text(node, "booleanOperator");
    if (parts.empty() || parts.size() > 64 || (how != "and" && how != "or" && how != "surrogate")) {
      fail(node, "a compound predicate '" + how + "' of " + std::to_string(parts.size()) +
                     " parts is not taken");
    }
    return compound(how, parts, 0, yes, no, unknown, depth + 1);
  }

  Plan compound(const std::string& how, const std::vector<xml_node>& parts, std::size_t i, Plan yes,
                Plan no, Plan unknown, int depth) {
    if (i + 1 == parts.size()) return compile(parts[i], yes, no, unknown, depth);
    if (++compounds_ > 100'000) fail(parts[i], "compound predicates come to too many tests");
    if (how == "surrogate") {
      return compile(parts[i], yes, no, compound(how, parts, i + 1, yes, no, unknown, depth),
                     depth);
    }
    const Plan rest = compound(how, parts, i + 1, yes, no, unknown, depth);
    if (how == "and") {
      const Plan doubtful =
          yes == unknown ? rest : compound(how, parts, i + 1, unknown, no, unknown, depth);
      return compile(parts[i], rest, no, doubtful, depth);
    }
    const Plan doubtful =
        no == unknown ? rest : compound(how, parts, i + 1, yes, unknown, unknown, depth);
    return compile(parts[i], yes, rest, doubtful, depth);
  }

  Plan simple(const xml_node& node, Plan yes, Plan no, Plan unknown) {
    const Field field = field_of(node, text(node, "field"));
    const std::string op = text(node, "operator"), value = text(node, "value");
    if (op == "isMissing") return field.replacement ? no : plans_.missing(field.column, yes, no);
    if (op == "isNotMissing")
      return field.replacement ? yes : plans_.missing(field.column, no, yes);
    if (e_.columns[field.column].kind == Column::Kind::category) {
      const bool same = op == "equal";
      if (!same && op != "notEqual")
        fail(node, "the comparison '" + op + "' of a category is not taken");
      if (field.replacement) unknown = (*field.replacement == value) == same ? yes : no;
      return plans_.in_set(field.column, {code_of(field.column, value)}, same ? yes : no,
                           same ? no : yes, unknown);
    }
    const double number = number_of(node, field.column, value);
    if (field.replacement) {
      const double x = number_of(node, field.column, *field.replacement);
      const bool holds = op == "lessThan"         ? x < number
                         : op == "lessOrEqual"    ? x <= number
                         : op == "greaterThan"    ? x > number
                         : op == "greaterOrEqual" ? x >= number
                         : op == "equal"          ? x == number
                                                  : x != number;
      unknown = holds ? yes : no;
    }
    Node test;
    test.column = field.column;
    test.threshold = number;
    test.test = op == "lessOrEqual"   ? Test::less_equal
                : op == "greaterThan" ? Test::greater
                                      : Test::less;
    if (op == "lessThan" || op == "lessOrEqual" || op == "greaterThan")
      return plans_.test(test, yes, no, unknown);
    if (op == "greaterOrEqual") return plans_.test(test, no, yes, unknown);
    if (op != "equal" && op != "notEqual") fail(node, "the comparison '" + op + "' is not known");
    const Plan same = op == "equal" ? yes : no, other = op == "equal" ? no : yes;
    Node upper = test;
    upper.test = Test::less_equal;
    return plans_.test(test, other, plans_.test(upper, same, other, unknown), unknown);
  }

  Plan of_set(const xml_node& node, Plan yes, Plan no, Plan unknown) {
    const Field field = field_of(node, text(node, "field"));
    const std::string op = text(node, "booleanOperator");
    if (op != "isIn" && op != "isNotIn") fail(node, "the operator '" + op + "' is not known");
    if (op == "isNotIn") std::swap(yes, no);
    const auto values = array_of(node.child("Array"));
    if (field.replacement) {
      unknown =
          std::find(values.begin(), values.end(), *field.replacement) != values.end() ? yes : no;
    }
    if (e_.columns[field.column].kind != Column::Kind::category)
      fail(node, "a set of numbers is not taken");
    std::vector<std::uint32_t> codes;
    for (const std::string& value : values) codes.push_back(code_of(field.column, value));
    return plans_.in_set(field.column, std::move(codes), yes, no, unknown);
  }

  // Words between blanks; one in quotes may have blanks itself.
  static std::vector<std::string> array_of(const xml_node& array) {
    std::vector<std::string> values;
    const std::string_view all = array.child_value();
    for (std::size_t i = 0; i < all.size();) {
      if (all[i] == ' ' || all[i] == '\n' || all[i] == '\t' || all[i] == '\r') {
        ++i;
        continue;
      }
      const bool quoted = all[i] == '"';
      if (quoted) ++i;
      std::string value;
      for (; i < all.size() &&
             (quoted ? all[i] != '"'
                     : std::string_view(" \n\t\r").find(all[i]) == std::string_view::npos);
           ++i) {
        if (quoted && all[i] == '\\' && i + 1 < all.size() && all[i + 1] == '"') ++i;
        value += all[i];
      }
      if (quoted) ++i;
      values.push_back(std::move(value));
    }
    return values;
  }

  // ---- Models

  void read_model(const xml_node& model) {
    take_schema(model);
    const std::string_view name = model.name();
    if (name == "Scorecard") return read_scorecard(model);
    e_.sum = text(model, "x-mathContext") == "float" ? Sum::float32 : Sum::float64;
    find_classes(model);
    if (name == "TreeModel") add_trees(model);
    if (name == "RegressionModel") read_regression(model);
    if (name == "MiningModel") read_mining(model);
    rescale(model);
  }

  void find_classes(const xml_node& model) {
    if (text(model, "functionName") != "classification") return;
    for (const xml_node value : data_[target_].children("Value"))
      e_.classes.push_back(text(value, "value"));
  }

  void read_scorecard(const xml_node& card) {
    e_.sum = Sum::exact;
    const auto initial = base::Number::parse(card.attribute("initialScore").as_string("0"));
    if (!initial) fail(card, "initialScore is not a number");
    e_.outputs[0].exact_base = *initial;
    for (const xml_node characteristic : card.child("Characteristics").children("Characteristic")) {
      Tree tree;
      tree.name = text(characteristic, "name");
      const std::string baseline =
          characteristic.attribute("baselineScore").as_string(text(card, "baselineScore").c_str());
      if (!baseline.empty()) tree.baseline = base::Number::parse(baseline);
      std::vector<xml_node> attributes;
      for (const xml_node attribute : characteristic.children("Attribute"))
        attributes.push_back(attribute);
      Plan plan = plans_.leaf({});
      e_.notes.push_back("whoever has none of the attributes of '" + tree.name +
                         "' gets 0 points there, where PMML gives no score");
      for (auto attribute = attributes.rbegin(); attribute != attributes.rend(); ++attribute) {
        const auto points = base::Number::parse(text(*attribute, "partialScore"));
        if (!points)
          fail(*attribute, "partialScore is not a number",
               "computed ones (ComplexPartialScore) are not taken");
        Node leaf;
        leaf.points = static_cast<std::uint32_t>(e_.points.size());
        e_.points.push_back(*points);
        const std::string code = attribute->attribute("reasonCode")
                                     .as_string(text(characteristic, "reasonCode").c_str());
        if (!code.empty()) leaf.label = label_of(code);
        plan = compile(predicate_in(*attribute), plans_.leaf(leaf), plan, plan);
      }
      finish(characteristic, std::move(tree), plan);
    }
  }

  std::uint32_t label_of(const std::string& code) {
    const auto found = std::find(e_.labels.begin(), e_.labels.end(), code);
    const auto index = static_cast<std::uint32_t>(found - e_.labels.begin());
    if (found == e_.labels.end()) e_.labels.push_back(code);
    return index;
  }

  void finish(const xml_node& at, Tree tree, Plan plan) {
    tree.nodes = plans_.tree(plan, largest_tree);
    if (tree.nodes.empty())
      fail(at, "this comes to more than " + std::to_string(largest_tree) + " tests");
    e_.trees.push_back(std::move(tree));
  }

  // One tree; of a classification one for each class, of two classes one for the second.
  void add_trees(const xml_node& model) {
    const std::string strategy = model.attribute("missingValueStrategy").as_string("none");
    if (strategy != "none" && strategy != "defaultChild" && strategy != "lastPrediction") {
      fail(model, "missingValueStrategy '" + strategy + "' is not taken",
           "known are none, defaultChild and lastPrediction");
    }
    const std::string no_child =
        model.attribute("noTrueChildStrategy").as_string("returnNullPrediction");
    const bool shares = text(model, "functionName") == "classification";
    if (shares) {
      if (e_.classes.size() < 2) fail(model, "the classes are not listed in the DataDictionary");
      e_.link = Link::probability;
      e_.outputs.resize(e_.classes.size() == 2 ? 1 : e_.classes.size());
      for (std::size_t o = 0; e_.outputs.size() > 1 && o < e_.outputs.size(); ++o)
        e_.outputs[o].name = e_.classes[o];
    }
    for (std::size_t o = 0; o < e_.outputs.size(); ++o) {
      const std::string wanted = shares ? e_.classes[e_.outputs.size() == 1 ? 1 : o] : "";
      Tree tree;
      tree.output = static_cast<std::uint32_t>(o);
      const Plan plan =
          node_plan(model.child("Node"), strategy, no_child == "returnLastPrediction", wanted, 0);
      finish(model, std::move(tree), plan);
    }
  }

  Plan score_leaf(const xml_node& node, const std::string& wanted) {
    Node leaf;
    std::optional<double> value;
    if (wanted.empty()) {
      const std::string score = text(node, "score");
      value = read_float64(score);
      if (value && e_.sum == Sum::float32) value = static_cast<double>(*read_float32(score));
    } else {
      double all = 0, own = 0;
      for (const xml_node share : node.children("ScoreDistribution")) {
        const char* name = share.attribute("probability") ? "probability" : "recordCount";
        const auto count = read_float64(text(share, name));
        if (!count) fail(share, std::string(name) + " is not a number");
        all += share.attribute("probability") ? 0 : *count;
        if (text(share, "value") == wanted) own = *count;
      }
      value = all > 0 ? own / all : own;
    }
    if (!value || !std::isfinite(*value)) fail(node, "this node has no score");
    leaf.value = *value;
    return plans_.leaf(leaf);
  }

  Plan node_plan(const xml_node& node, const std::string& strategy, bool last,
                 const std::string& wanted, int depth) {
    if (!node) fail_at(0, "a tree without nodes");
    if (depth > deepest) fail(node, "the tree is too deep");
    std::vector<std::pair<xml_node, Plan>> children;
    for (const xml_node child : node.children("Node")) {
      children.emplace_back(child, node_plan(child, strategy, last, wanted, depth + 1));
    }
    if (children.empty()) return score_leaf(node, wanted);
    Plan plan = 0;
    if (last || strategy == "lastPrediction") {
      plan = score_leaf(node, wanted);
    } else {
      plan = plans_.leaf({});
      if (!said_null_)
        e_.notes.push_back(
            "where the file gives no prediction, because no child of a node applies, 0 is added");
      said_null_ = true;
    }
    const Plan own = plan;
    if (!last) plan = strategy == "lastPrediction" ? plans_.leaf({}) : plan;
    std::optional<Plan> otherwise;
    if (strategy == "defaultChild") {
      for (const auto& [child, below] : children) {
        if (text(child, "id") == text(node, "defaultChild")) otherwise = below;
      }
    }
    if (strategy == "lastPrediction") otherwise = own;
    for (auto child = children.rbegin(); child != children.rend(); ++child) {
      plan = compile(predicate_in(child->first), child->second, plan, otherwise.value_or(plan));
    }
    return plan;
  }

  void read_regression(const xml_node& model) {
    std::vector<xml_node> tables;
    for (const xml_node table : model.children("RegressionTable")) tables.push_back(table);
    const std::string link = model.attribute("normalizationMethod").as_string("none");
    const bool two = tables.size() == 2 && tables[1].first_child().empty();
    if (tables.empty() || (tables.size() > 1 && !two)) {
      fail(model,
           "a RegressionModel with " + std::to_string(tables.size()) + " tables is not taken");
    }
    set_link(model, link);
    e_.in_order = false;
    if (two) e_.classes = {text(tables[1], "targetCategory"), text(tables[0], "targetCategory")};
    e_.outputs[0].base = attribute_number(tables[0], "intercept");
    for (const xml_node term : tables[0].children()) {
      const std::string_view kind = term.name();
      if (kind == "Extension") continue;
      const double weight = attribute_number(term, "coefficient");
      const Field field = field_of(term, text(term, "name"));
      if (kind == "CategoricalPredictor") {
        Node leaf;
        leaf.value = weight;
        Tree tree;
        const Plan yes = plans_.leaf(leaf), no = plans_.leaf({});
        const std::string value = text(term, "value");
        const Plan unknown = field.replacement && *field.replacement == value ? yes : no;
        if (e_.columns[field.column].kind != Column::Kind::category)
          fail(term, "a category of a number is not taken");
        finish(term, std::move(tree),
               plans_.in_set(field.column, {code_of(field.column, value)}, yes, no, unknown));
      } else if (kind == "NumericPredictor" && term.attribute("exponent").as_int(1) == 1 &&
                 e_.columns[field.column].kind == Column::Kind::number) {
        LinearTerm linear{field.column, 0, weight, std::nullopt};
        if (field.replacement)
          linear.if_missing = number_of(term, field.column, *field.replacement);
        e_.linear.push_back(linear);
      } else {
        fail(term, "the term '" + std::string(kind) + "' is not taken");
      }
    }
  }

  void set_link(const xml_node& model, const std::string& link) {
    if (link == "logit" || link == "softmax") {
      e_.link = Link::logistic;  // of two classes they are the same
    } else if (link == "exp") {
      e_.link = Link::exponential;
    } else if (link != "none") {
      fail(model, "the normalization '" + link + "' is not taken",
           "known are none, logit, softmax and exp");
    }
  }

  double attribute_number(const xml_node& node, const char* name) const {
    const auto value = read_float64(node.attribute(name).as_string("0"));
    if (!value || !std::isfinite(*value)) fail(node, std::string(name) + " is not a number");
    return *value;
  }

  void read_mining(const xml_node& model) {
    const xml_node segmentation = model.child("Segmentation");
    const std::string method = text(segmentation, "multipleModelMethod");
    std::vector<xml_node> models;
    for (const xml_node segment : segmentation.children("Segment")) {
      if (!segment.child("True")) fail(segment, "segments for some people only are not taken");
      models.push_back(model_in(segment));
    }
    if (models.empty()) fail(model, "there are no segments");
    if (method == "modelChain") return read_chain(model, models);
    if (method != "sum" && method != "average") {
      fail(segmentation, "multipleModelMethod '" + method + "' is not taken",
           "known are sum, average and modelChain");
    }
    if (text(model, "x-mathContext") == "float") e_.sum = Sum::float32;
    for (const xml_node& tree : models) {
      if (std::string_view(tree.name()) != "TreeModel") fail(tree, "only trees can be added up");
      take_derived(tree.child("LocalTransformations"));
      add_trees(tree);
    }
    if (method == "average") e_.divisor = static_cast<double>(models.size());
  }

  // A sum of trees, and a RegressionModel that has nothing but its result: the link.
  void read_chain(const xml_node& model, const std::vector<xml_node>& models) {
    if (models.size() != 2 || std::string_view(models[0].name()) != "MiningModel" ||
        std::string_view(models[1].name()) != "RegressionModel") {
      fail(model, "a chain of other models than a sum of trees and its link is not taken");
    }
    take_schema(models[0]);
    read_mining(models[0]);
    rescale(models[0]);
    const xml_node table = models[1].child("RegressionTable");
    const xml_node term = table.child("NumericPredictor");
    bool own = false;
    for (const xml_node output : models[0].child("Output").children("OutputField")) {
      own = own || text(output, "name") == text(term, "name");
    }
    if (!own || term.next_sibling() || attribute_number(term, "coefficient") != 1.0 ||
        attribute_number(table, "intercept") != 0.0) {
      fail(models[1], "the second model of the chain is more than a link");
    }
    set_link(models[1], models[1].attribute("normalizationMethod").as_string("none"));
    find_classes(model);
    const std::string first = text(table, "targetCategory");
    if (e_.classes.size() == 2 && e_.classes[0] == first) std::swap(e_.classes[0], e_.classes[1]);
  }

  void rescale(const xml_node& model) {
    const xml_node target = model.child("Targets").child("Target");
    if (!target) return;
    for (const char* name : {"castInteger", "min", "max"}) {
      if (target.attribute(name)) fail(target, std::string(name) + " of a target is not taken");
    }
    e_.scale = read_float64(target.attribute("rescaleFactor").as_string("1")).value_or(1.0);
    const std::string constant = target.attribute("rescaleConstant").as_string("0");
    const auto bias = e_.sum == Sum::float32 ? std::optional<double>(read_float32(constant))
                                             : read_float64(constant);
    if (!bias || !std::isfinite(*bias)) fail(target, "rescaleConstant is not a number");
    e_.outputs[0].bias = *bias;
  }

  std::string_view bytes_;
  const std::string& file_;
  Ensemble e_;
  Plans plans_;
  std::map<std::string, xml_node> data_, derived_;
  std::map<std::string, std::string> replacements_;
  std::map<std::string, std::uint32_t> columns_;
  std::string target_;
  std::size_t compounds_ = 0;
  bool said_null_ = false;
};

}  // namespace

Ensemble read_pmml(std::string_view bytes, const std::string& file) {
  return PmmlReader(bytes, file).read();
}

}  // namespace cogs::score
