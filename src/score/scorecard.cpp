// SPDX-License-Identifier: Apache-2.0
//
// Scorecards as tables: a line for each bin, with columns for the variable, the bin and its points.
// Points are decimal numbers and add up exactly.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <sstream>

#include "base/small_letters.h"
#include "base/trimmed.h"
#include "score/bin.h"
#include "score/float_number.h"
#include "score/grow.h"
#include "score/readers.h"
#include "table/csv_reader.h"

namespace cogs::score {

namespace {

struct CardLine {
  Bin bin;
  std::uint32_t points = 0;  // in Ensemble::points
  std::uint32_t line = 0;
  base::Place place;
};

class ScorecardReader {
 public:
  ScorecardReader(std::string_view bytes, const std::string& file)
      : in_(std::string(bytes)), file_(file), rows_(in_, file), sets_(e_) {}

  Ensemble read() {
    e_.format = "scorecard";
    e_.sum = Sum::exact;
    e_.outputs.resize(1);
    e_.points.emplace_back(0);
    const std::size_t variable =
        column({"variable", "feature", "characteristic", "name"}, "variable");
    const std::size_t bin = column({"bin", "attribute", "value", "bins", "range"}, "bin");
    const std::size_t points = column({"points", "score", "scorecard points"}, "points");
    table::CsvRow row;
    while (rows_.next(row)) {
      const std::string name(base::trimmed(row.fields[variable]));
      if (name.empty() || name == "Totals") continue;
      const auto number = base::Number::parse(base::trimmed(row.fields[points]));
      if (!number) {
        fail(row.places[points], "'" + row.fields[points] + "' is not a number of points",
             "points are written 72, -30 or 7.5");
      }
      const std::string small = in_small(name);
      if (small == "basepoints" || small == "base points" || small == "intercept") {
        e_.outputs[0].exact_base += *number;
        continue;
      }
      CardLine line{read_bin(row.fields[bin]), 0, row.line, row.places[bin]};
      if (line.bin.kind == Bin::Kind::special) {
        if (number->sign() == 0) continue;
        fail(row.places[bin], "nobody can tell here which values are special",
             "write a line with these values in its place, or 0 points");
      }
      line.points = static_cast<std::uint32_t>(e_.points.size());
      e_.points.push_back(*number);
      if (!lines_.contains(name)) order_.push_back(name);
      lines_[name].push_back(std::move(line));
    }
    if (order_.empty()) fail({}, "the table has no bins");
    for (const std::string& name : order_) add(name, lines_[name]);
    return std::move(e_);
  }

 private:
  [[noreturn]] void fail(const base::Place& place, const std::string& message,
                         std::string help = {}) const {
    base::Diagnostic d = base::error_about(file_, message, std::move(help));
    d.place = place;
    throw base::InputError(std::move(d));
  }

  static std::string in_small(std::string_view text) {
    return base::in_small_letters(base::trimmed(text));
  }

  std::size_t column(std::initializer_list<std::string_view> names, const std::string& what) const {
    for (const std::string_view name : names) {
      for (std::size_t i = 0; i < rows_.header().size(); ++i) {
        if (in_small(rows_.header()[i]) == name) return i;
      }
    }
    fail({1, 1, 1}, "no column has the name '" + what + "'",
         "a scorecard has the columns variable, bin and points (docs/scores.md lists other names)");
  }

  void add(const std::string& name, std::vector<CardLine>& lines) {
    Column column;
    column.name = name;
    Tree tree;
    tree.name = name;
    std::uint32_t missing = 0;
    const auto is_missing = [](const CardLine& line) {
      return line.bin.kind == Bin::Kind::missing;
    };
    const auto of_missing = std::find_if(lines.begin(), lines.end(), is_missing);
    std::uint32_t missing_line = 0;
    if (of_missing != lines.end()) {
      missing = of_missing->points;
      missing_line = of_missing->line;
      const auto again = std::find_if(of_missing + 1, lines.end(), is_missing);
      if (again != lines.end())
        fail(again->place, "the points of a missing '" + name + "' are given twice");
      if (lines.size() == 1) {
        fail(of_missing->place, "'" + name + "' has points for missing values alone");
      }
      lines.erase(of_missing);
    } else {
      e_.notes.push_back("no line says what a missing '" + name + "' counts: it counts 0");
    }
    const bool numeric = std::all_of(lines.begin(), lines.end(), [](const CardLine& line) {
      return line.bin.kind == Bin::Kind::range;
    });
    column.kind = numeric ? Column::Kind::number : Column::Kind::category;
    const auto index = static_cast<std::uint32_t>(e_.columns.size());
    e_.columns.push_back(column);
    // The first test is one that nothing but missing passes.
    tree.nodes.resize(3);
    Node& root = tree.nodes[0];
    root.column = index;
    root.missing_yes = true;
    root.yes = 1;
    root.no = 2;
    tree.nodes[1].points = missing;
    tree.nodes[1].line = missing_line;
    if (numeric) {
      root.test = Test::less;
      root.threshold = -std::numeric_limits<double>::infinity();
      add_ranges(name, lines, tree, index);
    } else {
      root.test = Test::in_set;
      root.set = sets_.add({});
      add_values(name, lines, tree, index);
    }
    e_.trees.push_back(std::move(tree));
  }

  void add_ranges(const std::string& name, std::vector<CardLine>& lines, Tree& tree,
                  std::uint32_t index) {
    std::stable_sort(lines.begin(), lines.end(), [](const CardLine& a, const CardLine& b) {
      if (!a.bin.low || !b.bin.low) return !a.bin.low && b.bin.low;
      return *a.bin.low < *b.bin.low ||
             (*a.bin.low == *b.bin.low && !a.bin.low_open && b.bin.low_open);
    });
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const Bin& bin = lines[i].bin;
      if (bin.low && bin.high &&
          (*bin.high < *bin.low || (*bin.high == *bin.low && (bin.low_open || bin.high_open)))) {
        fail(lines[i].place, "no number lies in this bin of '" + name + "'");
      }
      if (i == 0) {
        if (!bin.low) continue;
        fail(lines[i].place,
             "nothing says what '" + name + "' below " + bin.low->text() + " counts",
             "let the first bin begin with -inf");
      }
      const Bin& before = lines[i - 1].bin;
      const std::string other = "that of line " + std::to_string(lines[i - 1].line);
      if (!before.high || !bin.low || *bin.low < *before.high ||
          (*bin.low == *before.high && !bin.low_open && !before.high_open)) {
        fail(lines[i].place, "this bin of '" + name + "' overlaps with " + other);
      }
      if (*before.high < *bin.low || (bin.low_open && before.high_open)) {
        fail(lines[i].place, "between this bin of '" + name + "' and " + other + " is a gap",
             "nothing says what a value there counts");
      }
    }
    if (lines.back().bin.high) {
      fail(lines.back().place,
           "nothing says what '" + name + "' above " + lines.back().bin.high->text() + " counts",
           "let the last bin end with inf");
    }
    std::uint32_t at = 2;
    for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
      const auto yes = static_cast<std::uint32_t>(tree.nodes.size());
      tree.nodes.resize(yes + 2);
      Node& node = tree.nodes[at];
      node.test = lines[i].bin.high_open ? Test::less : Test::less_equal;
      node.column = index;
      node.threshold = nearest_double(*lines[i].bin.high);
      node.yes = yes;
      node.no = yes + 1;
      put(tree.nodes[yes], lines[i]);
      at = yes + 1;
    }
    put(tree.nodes[at], lines.back());
  }

  void add_values(const std::string& name, const std::vector<CardLine>& lines, Tree& tree,
                  std::uint32_t index) {
    Column& column = e_.columns[index];
    std::map<std::string, std::uint32_t> known;  // value -> line
    std::uint32_t at = 2;
    for (const CardLine& line : lines) {
      std::vector<std::string> values = line.bin.values;
      if (line.bin.kind == Bin::Kind::range) {
        fail(line.place, "'" + name + "' has bins of numbers and bins of texts");
      }
      std::vector<std::uint32_t> codes;
      for (std::string& value : values) {
        if (value.empty()) fail(line.place, "an empty value in this bin of '" + name + "'");
        const auto [entry, is_new] = known.emplace(value, line.line);
        if (!is_new) {
          fail(line.place, "the points of '" + value + "' are given twice",
               "the first time on line " + std::to_string(entry->second));
        }
        codes.push_back(static_cast<std::uint32_t>(column.categories.size()));
        column.categories.push_back(std::move(value));
      }
      if (codes.empty()) fail(line.place, "this bin of '" + name + "' is empty");
      const auto yes = static_cast<std::uint32_t>(tree.nodes.size());
      tree.nodes.resize(yes + 2);
      Node& node = tree.nodes[at];
      node.test = Test::in_set;
      node.column = index;
      node.set = sets_.add(std::move(codes));
      node.yes = yes;
      node.no = yes + 1;
      put(tree.nodes[yes], line);
      at = yes + 1;
    }
    e_.notes.push_back("values of '" + name + "' that no bin lists count 0");
  }

  static void put(Node& leaf, const CardLine& line) {
    leaf.points = line.points;
    leaf.line = line.line;
  }

  std::istringstream in_;
  const std::string& file_;
  table::CsvReader rows_;
  Ensemble e_;
  SetStore sets_;
  std::vector<std::string> order_;
  std::map<std::string, std::vector<CardLine>> lines_;
};

}  // namespace

Ensemble read_scorecard(std::string_view bytes, const std::string& file) {
  return ScorecardReader(bytes, file).read();
}

}  // namespace cogs::score
