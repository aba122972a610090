// SPDX-License-Identifier: Apache-2.0
#include "score/rows.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "score/error_bound.h"
#include "score/float_number.h"
#include "table/csv_reader.h"

namespace cogs::score {

namespace {

std::string digits_of(double value) {
  char digits[64];
  return {digits, std::to_chars(digits, digits + sizeof digits, value).ptr};
}

class RowChecker {
 public:
  RowChecker(const Ensemble& ensemble, std::istream& in, const std::string& file)
      : e_(ensemble), file_(file), rows_(in, file), sources_(column_sources(e_, rows_.header())) {
    const auto used = columns_in_use(e_);
    std::string lacking;
    for (std::size_t c = 0; c < e_.columns.size(); ++c) {
      if (used[c] && !sources_[c]) lacking += (lacking.empty() ? "" : ", ") + e_.columns[c].name;
    }
    if (!lacking.empty()) fail({1, 1, 1}, "the table has no columns for: " + lacking);
    for (std::size_t o = 0; o < e_.outputs.size(); ++o) {
      const std::string name =
          e_.outputs.size() == 1 ? "raw_score" : "raw_score_" + std::to_string(o);
      const auto found = std::find(rows_.header().begin(), rows_.header().end(), name);
      if (found == rows_.header().end()) {
        fail({1, 1, 1}, "the table has no column '" + name + "' with the raw scores of the library",
             "add what predict(..., output_margin=True), predict(..., raw_score=True) or "
             "decision_function gave");
      }
      raw_.push_back(static_cast<std::size_t>(found - rows_.header().begin()));
      const auto bound = error_bound(e_, o);
      room_.push_back(e_.in_order || !bound ? 0.0 : bound->any_order.approximate() * 1.001);
    }
  }

  CheckedRows run() {
    CheckedRows result;
    table::CsvRow row;
    std::vector<Value> values(e_.columns.size());
    while (rows_.next(row)) {
      ++result.rows;
      for (std::size_t c = 0; c < values.size(); ++c) values[c] = value_of(row, c);
      const auto scores = raw_scores(e_, values);
      for (std::size_t o = 0; o < scores.size(); ++o) compare(row, o, scores[o]);
    }
    return result;
  }

 private:
  [[noreturn]] void fail(const base::Place& place, const std::string& message,
                         std::string help = {}) const {
    base::Diagnostic d = base::error_about(file_, message, std::move(help));
    d.place = place;
    throw base::InputError(std::move(d));
  }

  Value value_of(const table::CsvRow& row, std::size_t c) const {
    if (!sources_[c]) return {};
    const std::string& text = row.fields[sources_[c]->field];
    if (sources_[c]->value) return Value::of_number(text == *sources_[c]->value ? 1.0 : 0.0);
    const auto value = read_value(e_.columns[c], text);
    if (!value) {
      fail(row.places[sources_[c]->field],
           "'" + text + "' is not a number, which '" + e_.columns[c].name + "' has to be");
    }
    return *value;
  }

  void compare(const table::CsvRow& row, std::size_t o, double got) const {
    const base::Place& place = row.places[raw_[o]];
    const std::string& text = row.fields[raw_[o]];
    const auto given = read_float64(text);
    if (!given) fail(place, "'" + text + "' is not a raw score");
    double expected = *given;
    if (e_.sum == Sum::float32) expected = static_cast<double>(*read_float32(text));
    if (got == expected || (std::isnan(got) && std::isnan(expected))) return;
    if (room_[o] > 0 && std::abs(got - expected) <= room_[o]) return;
    const std::string ours = e_.sum == Sum::float32 ? short_digits(got) : digits_of(got);
    fail(place,
         "row " + std::to_string(row.number) + ": the library gave " + text +
             ", the model file gives " + ours,
         "are these rows what the library was given, with all digits, and the scores raw ones of "
         "this very file?");
  }

  static std::string short_digits(double value) {
    char digits[64];
    return {digits, std::to_chars(digits, digits + sizeof digits, static_cast<float>(value)).ptr};
  }

  const Ensemble& e_;
  const std::string& file_;
  table::CsvReader rows_;
  std::vector<std::optional<ColumnSource>> sources_;
  std::vector<std::size_t> raw_;
  std::vector<double> room_;
};

}  // namespace

std::vector<std::optional<ColumnSource>> column_sources(const Ensemble& e,
                                                        const std::vector<std::string>& header) {
  std::vector<std::optional<ColumnSource>> sources;
  for (const Column& column : e.columns) {
    std::optional<ColumnSource> source;
    std::size_t longest = 0;
    for (std::size_t f = 0; f < header.size(); ++f) {
      if (header[f] == column.name) {
        source = ColumnSource{f, {}};
        break;
      }
      // The longest name counts: home_city_x is a value of home_city, not of home.
      const std::string start = header[f] + "_";
      if (column.name.size() > start.size() && column.name.starts_with(start) &&
          start.size() > longest) {
        longest = start.size();
        source = ColumnSource{f, column.name.substr(start.size())};
      }
    }
    sources.push_back(std::move(source));
  }
  return sources;
}

std::vector<bool> columns_in_use(const Ensemble& e) {
  std::vector<bool> used(e.columns.size());
  for (const LinearTerm& term : e.linear) used[term.column] = true;
  for (const Tree& tree : e.trees) {
    for (const Node& node : tree.nodes) {
      if (node.test != Test::leaf) used[node.column] = true;
    }
  }
  return used;
}

CheckedRows check_rows(const Ensemble& ensemble, std::istream& in, const std::string& file) {
  return RowChecker(ensemble, in, file).run();
}

}  // namespace cogs::score
