// SPDX-License-Identifier: Apache-2.0
#include "score/score_json.h"

#include <array>
#include <charconv>
#include <cmath>
#include <functional>
#include <utility>

#include "json/document.h"
#include "json/writer.h"
#include "score/cursor.h"
#include "score/evaluate.h"
#include "score/float_number.h"
#include "score/grow.h"
#include "score/readers.h"

namespace cogs::score {

namespace {

constexpr std::string_view format_mark = "cogs-score";

constexpr std::array<std::pair<Sum, std::string_view>, 3> sum_names{
    {{Sum::exact, "exact"}, {Sum::float32, "float32"}, {Sum::float64, "float64"}}};
constexpr std::array<std::pair<Link, std::string_view>, 6> link_names{
    {{Link::identity, "identity"},
     {Link::probability, "probability"},
     {Link::logistic, "logistic"},
     {Link::softmax, "softmax"},
     {Link::exponential, "exponential"},
     {Link::sign, "sign"}}};

template <class Enum, std::size_t n>
Enum named(const Cursor& at, const std::array<std::pair<Enum, std::string_view>, n>& names) {
  std::string known;
  for (const auto& [value, name] : names) {
    if (name == at.text()) return value;
    known += (known.empty() ? "" : ", ") + std::string(name);
  }
  at.fail("'" + at.text() + "' is not known", "known: " + known);
}

class ScoreReader {
 public:
  explicit ScoreReader(const json::Document& document) : root_(document) {}

  Ensemble read() {
    const auto mark = root_.find("format");
    if (!mark || !mark->is(json::Item::Kind::string) || mark->text() != format_mark) {
      root_.fail("this is not a score.json: its member 'format' is \"cogs-score\"");
    }
    if (root_.at("version").integer() != 1) root_.at("version").fail("only version 1 is known");
    only(root_, {"format", "version", "library", "columns", "sum", "in_order", "weighted", "scale",
                 "divisor", "link", "factor", "classes", "outputs", "sets", "labels", "linear",
                 "trees", "notes", "checks"});
    e_.format = "score";
    if (const auto library = root_.find("library")) e_.version = library->text();
    if (const auto notes = root_.find("notes")) e_.notes = notes->texts();
    read_columns();
    e_.sum = named(root_.at("sum"), sum_names);
    if (const auto link = root_.find("link")) e_.link = named(*link, link_names);
    flag(root_, "in_order", e_.in_order);
    flag(root_, "weighted", e_.weighted);
    number(root_, "scale", e_.scale);
    number(root_, "divisor", e_.divisor);
    number(root_, "factor", e_.factor);
    if (const auto classes = root_.find("classes")) e_.classes = classes->texts();
    if (const auto labels = root_.find("labels")) e_.labels = labels->texts();
    read_outputs();
    read_sets();
    read_linear();
    const Cursor trees = root_.at("trees");
    const std::size_t count = trees.size();
    for (std::size_t i = 0; i < count; ++i) e_.trees.push_back(read_tree(trees.at(i)));
    if (std::string fault = unsound(e_); !fault.empty()) root_.fail("the model has " + fault);
    check_rows();
    return std::move(e_);
  }

 private:
  static void only(const Cursor& object, std::initializer_list<std::string_view> names) {
    for (std::size_t i = 0; i < object.members().size(); ++i) {
      const std::string& name = object.members()[i].name;
      if (std::find(names.begin(), names.end(), name) == names.end()) {
        object.member(i).fail("a member with this name is not known");
      }
    }
  }

  static void flag(const Cursor& object, std::string_view name, bool& value) {
    if (const auto found = object.find(name)) value = found->truth();
  }
  static void number(const Cursor& object, std::string_view name, double& value) {
    if (const auto found = object.find(name)) value = found->float64();
  }
  static void number(const Cursor& object, std::string_view name, std::optional<double>& value) {
    if (const auto found = object.find(name)) value = found->float64();
  }

  void read_columns() {
    const Cursor columns = root_.at("columns");
    const std::size_t count = columns.size();
    for (std::size_t i = 0; i < count; ++i) {
      const Cursor given = columns.at(i);
      only(given,
           {"name", "float32", "whole", "least", "most", "categories", "numeric_categories"});
      Column column;
      column.name = given.at("name").text();
      for (const Column& other : e_.columns) {
        if (other.name == column.name) given.fail("a second column '" + column.name + "'");
      }
      flag(given, "float32", column.float32);
      flag(given, "whole", column.whole);
      flag(given, "numeric_categories", column.numeric_categories);
      number(given, "least", column.least);
      number(given, "most", column.most);
      if (const auto categories = given.find("categories")) {
        column.kind = Column::Kind::category;
        column.categories = categories->texts();
      }
      e_.columns.push_back(std::move(column));
    }
  }

  base::Number decimal(const Cursor& at, std::string_view digits) const {
    const auto value = base::Number::parse(digits);
    if (!value) at.fail("'" + std::string(digits) + "' is not an exact number");
    return *value;
  }

  void read_outputs() {
    const Cursor outputs = root_.at("outputs");
    const std::size_t count = outputs.size();
    for (std::size_t i = 0; i < count; ++i) {
      const Cursor given = outputs.at(i);
      only(given, {"name", "base", "bias"});
      Output output;
      if (const auto name = given.find("name")) output.name = name->text();
      number(given, "bias", output.bias);
      if (const auto base = given.find("base")) {
        if (e_.sum == Sum::exact) output.exact_base = decimal(*base, base->digits());
        if (e_.sum == Sum::float32) output.base = static_cast<double>(base->float32());
        if (e_.sum == Sum::float64) output.base = base->float64();
      }
      e_.outputs.push_back(std::move(output));
    }
    if (e_.outputs.empty()) outputs.fail("there is no output");
  }

  std::uint32_t index(const Cursor& at, std::int64_t value, std::size_t size) const {
    if (value < 0 || static_cast<std::size_t>(value) >= size) {
      at.fail(std::to_string(value) + " is not a number below " + std::to_string(size));
    }
    return static_cast<std::uint32_t>(value);
  }

  void read_sets() {
    const auto sets = root_.find("sets");
    if (!sets) return;
    const std::size_t count = sets->size();
    for (std::size_t i = 0; i < count; ++i) {
      std::vector<std::uint32_t> codes;
      for (const std::int64_t code : sets->at(i).integers()) {
        codes.push_back(index(sets->at(i), code, 1U << 31));
      }
      std::sort(codes.begin(), codes.end());
      codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
      e_.sets.push_back(std::move(codes));
    }
  }

  void read_linear() {
    const auto linear = root_.find("linear");
    if (!linear) return;
    const std::size_t count = linear->size();
    for (std::size_t i = 0; i < count; ++i) {
      const Cursor given = linear->at(i);
      only(given, {"column", "output", "coefficient", "if_missing"});
      LinearTerm term;
      term.column = index(given, given.at("column").integer(), e_.columns.size());
      if (const auto output = given.find("output")) {
        term.output = index(given, output->integer(), e_.outputs.size());
      }
      term.coefficient = given.at("coefficient").float64();
      number(given, "if_missing", term.if_missing);
      e_.linear.push_back(term);
    }
  }

  // A list with an entry for each node, or nothing.
  static std::vector<std::int64_t> entries(const Cursor& tree, std::string_view name,
                                           std::size_t count) {
    const auto found = tree.find(name);
    if (!found) return {};
    auto values = found->integers();
    if (values.size() != count) found->fail("there are " + std::to_string(count) + " nodes");
    return values;
  }

  Tree read_tree(const Cursor& given) {
    only(given, {"output", "name", "baseline", "test", "column", "value", "yes", "no", "missing",
                 "unknown", "zero_is_missing", "line", "label"});
    Tree tree;
    if (const auto output = given.find("output")) {
      tree.output = index(*output, output->integer(), e_.outputs.size());
    }
    if (const auto name = given.find("name")) tree.name = name->text();
    if (const auto baseline = given.find("baseline")) {
      tree.baseline = decimal(*baseline, baseline->digits());
    }
    const auto tests = given.at("test").integers();
    const auto values = given.at("value").tokens();
    const std::size_t count = tests.size();
    if (count == 0 || values.size() != count)
      given.fail("'test' and 'value' have different lengths");
    const auto columns = entries(given, "column", count), yes = entries(given, "yes", count),
               no = entries(given, "no", count), missing = entries(given, "missing", count),
               unknown = entries(given, "unknown", count),
               zero = entries(given, "zero_is_missing", count),
               lines = entries(given, "line", count), labels = entries(given, "label", count);
    tree.nodes.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
      Node& node = tree.nodes[i];
      node.test = static_cast<Test>(index(given, tests[i], 5));
      if (!lines.empty()) node.line = index(given, lines[i], ~0U);
      if (node.test == Test::leaf) {
        if (!labels.empty() && labels[i] >= 0)
          node.label = index(given, labels[i], e_.labels.size());
        read_leaf(given, values[i], node);
        continue;
      }
      if (columns.empty() || yes.empty() || no.empty())
        given.fail("'column', 'yes' or 'no' is missing");
      node.column = index(given, columns[i], e_.columns.size());
      node.yes = index(given, yes[i], count);
      node.no = index(given, no[i], count);
      node.missing_yes = !missing.empty() && missing[i] != 0;
      node.unknown_yes = !unknown.empty() && unknown[i] != 0;
      node.zero_is_missing = !zero.empty() && zero[i] != 0;
      const auto threshold = read_float64(values[i]);
      if (!threshold) given.fail("'" + std::string(values[i]) + "' is not a number");
      if (node.test == Test::in_set) {
        if (!(*threshold >= 0 && *threshold < 4e9)) given.fail("a set that does not exist");
        node.set = index(given, static_cast<std::int64_t>(*threshold), e_.sets.size());
      } else {
        node.threshold = *threshold;
      }
    }
    return tree;
  }

  void read_leaf(const Cursor& given, std::string_view digits, Node& node) {
    if (e_.sum == Sum::exact) {
      const base::Number points = decimal(given, digits);
      const auto [entry, is_new] =
          points_.emplace(points, static_cast<std::uint32_t>(e_.points.size()));
      if (is_new) e_.points.push_back(points);
      node.points = entry->second;
      return;
    }
    std::optional<double> value = read_float64(digits);
    if (e_.sum == Sum::float32) value = read_float32(digits);
    if (!value) given.fail("'" + std::string(digits) + "' is not a number");
    node.value = *value;
  }

  // Rows with the raw scores that the library gave for them: the model is refused where ours
  // differ.
  void check_rows() const {
    const auto checks = root_.find("checks");
    if (!checks) return;
    const std::size_t count = checks->size();
    for (std::size_t i = 0; i < count; ++i) {
      const Cursor check = checks->at(i);
      only(check, {"row", "raw"});
      const auto texts = check.at("row").texts();
      const auto raw = check.at("raw").floats64();
      if (texts.size() != e_.columns.size() || raw.size() != e_.outputs.size()) {
        check.fail("it does not have a text for each column and a number for each output");
      }
      std::vector<Value> row;
      for (std::size_t c = 0; c < texts.size(); ++c) {
        const auto value = read_value(e_.columns[c], texts[c]);
        if (!value)
          check.fail("'" + texts[c] + "' is not a number, in column " + e_.columns[c].name);
        row.push_back(*value);
      }
      const auto got = raw_scores(e_, row);
      for (std::size_t o = 0; o < raw.size(); ++o) {
        const bool equal = got[o] == raw[o] || (std::isnan(got[o]) && std::isnan(raw[o]));
        const double room = 1e-9 * (1.0 + std::abs(raw[o]));
        if (equal || (!e_.in_order && std::abs(got[o] - raw[o]) <= room)) continue;
        char digits[64];
        const auto end = std::to_chars(digits, digits + sizeof digits, got[o]).ptr;
        check.fail("the model gives " + std::string(digits, end) +
                       " for this row, which is not what its library gave",
                   "write the file again with the same versions of cogs and the library");
      }
    }
  }

  Cursor root_;
  Ensemble e_;
  std::map<base::Number, std::uint32_t, std::less<>> points_;
};

std::string shortest(double value) {
  char digits[64];
  std::string text(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
  if (std::isinf(value)) return value < 0 ? "-Infinity" : "Infinity";
  return text;
}

class ScoreWriter {
 public:
  explicit ScoreWriter(const Ensemble& ensemble) : e_(ensemble) {}

  std::string write() {
    json_.open('{').key("format").string(format_mark).key("version").number(1);
    if (!e_.version.empty()) json_.key("library").string(e_.version);
    if (!e_.notes.empty()) texts("notes", e_.notes);
    write_columns();
    json_.key("sum").string(name_in(sum_names, e_.sum));
    if (!e_.in_order) json_.key("in_order").boolean(false);
    if (e_.weighted) json_.key("weighted").boolean(true);
    if (e_.scale != 1.0) json_.key("scale").digits(shortest(e_.scale));
    if (e_.divisor != 1.0) json_.key("divisor").digits(shortest(e_.divisor));
    json_.key("link").string(name_in(link_names, e_.link));
    if (e_.factor != 1.0) json_.key("factor").digits(shortest(e_.factor));
    if (!e_.classes.empty()) texts("classes", e_.classes);
    if (!e_.labels.empty()) texts("labels", e_.labels);
    write_outputs();
    json_.key("sets").open('[');
    for (const auto& set : e_.sets) {
      json_.open('[', json::Layout::line);
      for (const std::uint32_t code : set) json_.number(code);
      json_.close(']');
    }
    json_.close(']');
    write_linear();
    json_.key("trees").open('[');
    for (const Tree& tree : e_.trees) write_tree(tree);
    json_.close(']').close('}');
    return json_.take() + "\n";
  }

 private:
  template <class Enum, std::size_t n>
  static std::string_view name_in(const std::array<std::pair<Enum, std::string_view>, n>& names,
                                  Enum value) {
    for (const auto& [known, name] : names) {
      if (known == value) return name;
    }
    return {};
  }

  void texts(std::string_view key, const std::vector<std::string>& values) {
    json_.key(key).open('[', json::Layout::line);
    for (const std::string& value : values) json_.string(value);
    json_.close(']');
  }

  void write_columns() {
    json_.key("columns").open('[');
    for (const Column& column : e_.columns) {
      json_.open('{', json::Layout::line).key("name").string(column.name);
      if (column.float32) json_.key("float32").boolean(true);
      if (column.whole) json_.key("whole").boolean(true);
      if (column.least) json_.key("least").digits(shortest(*column.least));
      if (column.most) json_.key("most").digits(shortest(*column.most));
      if (column.kind == Column::Kind::category) texts("categories", column.categories);
      if (column.numeric_categories) json_.key("numeric_categories").boolean(true);
      json_.close('}');
    }
    json_.close(']');
  }

  void write_outputs() {
    json_.key("outputs").open('[');
    for (const Output& output : e_.outputs) {
      json_.open('{', json::Layout::line);
      if (!output.name.empty()) json_.key("name").string(output.name);
      json_.key("base").digits(e_.sum == Sum::exact ? decimal(output.exact_base)
                                                    : shortest(output.base));
      if (output.bias != 0.0) json_.key("bias").digits(shortest(output.bias));
      json_.close('}');
    }
    json_.close(']');
  }

  void write_linear() {
    if (e_.linear.empty()) return;
    json_.key("linear").open('[');
    for (const LinearTerm& term : e_.linear) {
      json_.open('{', json::Layout::line).key("column").number(term.column);
      json_.key("output").number(term.output).key("coefficient").digits(shortest(term.coefficient));
      if (term.if_missing) json_.key("if_missing").digits(shortest(*term.if_missing));
      json_.close('}');
    }
    json_.close(']');
  }

  static std::string decimal(const base::Number& number) { return number.text(); }

  std::string value_of(const Node& node) const {
    if (node.test == Test::in_set) return std::to_string(node.set);
    if (node.test != Test::leaf) return shortest(node.threshold);
    if (e_.sum == Sum::exact) return decimal(e_.points[node.points]);
    if (e_.sum == Sum::float64) return shortest(node.value);
    char digits[64];
    return {digits,
            std::to_chars(digits, digits + sizeof digits, static_cast<float>(node.value)).ptr};
  }

  void list(const Tree& tree, std::string_view key, bool always,
            const std::function<std::int64_t(const Node&)>& value, std::int64_t usual = 0) {
    bool any = always;
    for (const Node& node : tree.nodes) any = any || value(node) != usual;
    if (!any) return;
    json_.key(key).open('[', json::Layout::line);
    for (const Node& node : tree.nodes) json_.digits(std::to_string(value(node)));
    json_.close(']');
  }

  void write_tree(const Tree& tree) {
    json_.open('{');
    if (!tree.name.empty()) json_.key("name").string(tree.name);
    if (tree.output != 0) json_.key("output").number(tree.output);
    if (tree.baseline) json_.key("baseline").digits(decimal(*tree.baseline));
    list(tree, "test", true, [](const Node& n) { return static_cast<std::int64_t>(n.test); });
    list(
        tree, "column", false, [](const Node& n) { return static_cast<std::int64_t>(n.column); },
        -1);
    json_.key("value").open('[', json::Layout::line);
    for (const Node& node : tree.nodes) json_.digits(value_of(node));
    json_.close(']');
    list(tree, "yes", false, [](const Node& n) { return static_cast<std::int64_t>(n.yes); });
    list(tree, "no", false, [](const Node& n) { return static_cast<std::int64_t>(n.no); });
    list(tree, "missing", false, [](const Node& n) { return std::int64_t{n.missing_yes}; });
    list(tree, "unknown", false, [](const Node& n) { return std::int64_t{n.unknown_yes}; });
    list(tree, "zero_is_missing", false,
         [](const Node& n) { return std::int64_t{n.zero_is_missing}; });
    list(tree, "line", false, [](const Node& n) { return static_cast<std::int64_t>(n.line); });
    list(
        tree, "label", false,
        [](const Node& n) {
          return n.label == Node::no_label ? std::int64_t{-1} : static_cast<std::int64_t>(n.label);
        },
        -1);
    json_.close('}');
  }

  const Ensemble& e_;
  json::Writer json_;
};

}  // namespace

Ensemble read_score(std::string_view bytes, const std::string& file) {
  const json::Document document(std::string(bytes), file);
  return ScoreReader(document).read();
}

std::string write_score(const Ensemble& ensemble) { return ScoreWriter(ensemble).write(); }

}  // namespace cogs::score
