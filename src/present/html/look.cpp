// SPDX-License-Identifier: Apache-2.0
#include "present/html/look.h"

#include <algorithm>
#include <charconv>

#include "base/date.h"
#include "base/utf8.h"
#include "present/html/page.h"
#include "present/html/page_plot.h"
#include "present/text/learn.h"
#include "present/words/words.h"

namespace cogs::present {

namespace {

using table::ColumnLook;

constexpr std::size_t most_shown = 4;  // frequent values on a line

std::string digits(double value) {
  char text[64];
  const auto end =
      std::to_chars(text, text + sizeof text, value, std::chars_format::general, 6).ptr;
  return {text, end};
}

// What stands in the column, in one word or two.
std::string kind_of(const ColumnLook& look) {
  const table::Column& column = *look.column;
  if (look.filled == 0) return "empty";
  if (!column.numeric) return "names";
  if (!column.notation.date.empty()) {
    return base::has_time(column.notation.date) ? "times" : "dates";
  }
  return look.integers ? "whole numbers" : "numbers";
}

std::string number_words(const table::Column& column, const base::Number& number) {
  if (!column.notation.date.empty()) return base::date_text(number, column.notation.date);
  // A fraction that has no end is not for the screen.
  const std::string text = number.text();
  return text.find('/') == std::string::npos ? text : digits(number.approximate());
}

// Long names are cut, between characters.
std::string shown(const std::string& value) {
  constexpr std::size_t longest = 20;
  std::string out;
  for (std::string_view rest = value; !rest.empty();) {
    const std::string_view raw = base::next_code_point(rest).raw;
    if (display_width(out) + display_width(std::string(raw)) > longest) return out + "...";
    out += raw;
    rest.remove_prefix(raw.size());
  }
  return out;
}

std::string range_words(const ColumnLook& look) {
  const table::Column& column = *look.column;
  if (column.numeric) {
    if (!look.low) return {};
    const std::string low = number_words(column, *look.low);
    const std::string high = number_words(column, *look.high);
    const std::string unit = column.sign.empty() ? "" : " " + column.sign;
    if (low == high) return "always " + low + unit;
    return low + " to " + high + unit + ", median " + number_words(column, *look.median);
  }
  std::string out = counted(look.distinct, "value");
  for (std::size_t i = 0; i < look.frequent.size() && i < most_shown; ++i) {
    const std::string value = shown(safe_text(look.frequent[i].value));
    out += (i == 0 ? ": " : ", ") + value + " (" + std::to_string(look.frequent[i].cells) + ")";
  }
  return look.frequent.size() > most_shown ? out + ", ..." : out;
}

std::string missing_words(const ColumnLook& look, std::size_t rows) {
  if (look.column->missing_cells == 0) return "-";
  return std::to_string(look.column->missing_cells) + " (" +
         percent_words(static_cast<double>(look.column->missing_cells) /
                       static_cast<double>(std::max<std::size_t>(rows, 1))) +
         ")";
}

// Eight heights, one character each.
std::string bars_words(const std::vector<std::size_t>& bars) {
  static constexpr const char* heights[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  const std::size_t highest = bars.empty() ? 0 : *std::max_element(bars.begin(), bars.end());
  std::string out;
  for (const std::size_t bar : bars) {
    const std::size_t height = highest == 0 ? 0 : (bar * 8 + highest - 1) / highest;
    out += heights[height];
  }
  return out;
}

// What a person should know about the column beside its figures.
std::vector<std::string> remarks_on(const LookReport& report, std::size_t index) {
  const ColumnLook& look = report.look.columns[index];
  const table::Column& column = *look.column;
  std::vector<std::string> remarks;
  for (const rules::Identifier& identifier : report.identifiers) {
    if (identifier.column.index() != index) continue;
    remarks.push_back("looks like an identifier or a name (" +
                      sign_words(identifier.sign, identifier.values, identifier.word) +
                      "): learn leaves it out");
  }
  if (look.filled > 0 && look.distinct == 1) remarks.emplace_back("has one value only");
  if (column.notation.decimal_comma) remarks.emplace_back("written with decimal commas");
  if (!column.notation.date.empty()) {
    remarks.push_back("dates as " + safe_text(column.notation.date));
  }
  if (!column.sign.empty()) remarks.push_back("written with " + safe_text(column.sign));
  for (const table::SharedCode& code : report.look.codes) {
    const bool here = std::any_of(code.columns.begin(), code.columns.end(),
                                  [&](auto id) { return id.index() == index; });
    if (here && code.columns.size() == 1) {
      remarks.push_back("'" + safe_text(code.value) + "' stands in " + counted(code.rows, "row") +
                        ", below all other values: a code?");
    } else if (here) {
      remarks.push_back("'" + safe_text(code.value) + "' stands in the same " +
                        counted(code.rows, "row") + " of " +
                        counted(code.columns.size(), "column") + ": a code?");
    }
  }
  return remarks;
}

bool has_bars(const ColumnLook& look) { return look.column->numeric && look.bars.size() > 1; }

std::string heading(const LookReport& report) {
  return counted(report.table.rows, "row") + ", " + counted(report.table.columns.size(), "column");
}

}  // namespace

std::string look_text(const LookReport& report, const TextStyle& style) {
  std::string out =
      wrapped("", safe_text(report.data) + ": " + heading(report) + ".", style) + "\n";
  std::size_t name_width = 6, kind_width = 4, missing_width = 7, bars_width = 0;
  for (const ColumnLook& look : report.look.columns) {
    name_width = std::max(name_width, display_width(safe_text(look.column->name)));
    kind_width = std::max(kind_width, kind_of(look).size());
    missing_width = std::max(missing_width, missing_words(look, report.table.rows).size());
    if (has_bars(look)) bars_width = std::max(bars_width, look.bars.size() + 2);
  }
  name_width = std::min<std::size_t>(name_width, 32);
  out += "  " +
         toned(Tone::faint,
               padded("column", name_width) + "  " + padded("kind", kind_width) + "  " +
                   padded("missing", missing_width) + "  values",
               style) +
         "\n";
  for (std::size_t i = 0; i < report.look.columns.size(); ++i) {
    const ColumnLook& look = report.look.columns[i];
    const std::string first = "  " + padded(safe_text(look.column->name), name_width) + "  " +
                              padded(kind_of(look), kind_width) + "  " +
                              padded(missing_words(look, report.table.rows), missing_width) + "  " +
                              (has_bars(look) ? padded(bars_words(look.bars), bars_width) : "");
    out += wrapped(first, range_words(look), style);
    for (const std::string& remark : remarks_on(report, i)) {
      out += wrapped(std::string(name_width + 4, ' '), toned(Tone::doubtful, remark, style), style);
    }
  }
  return out;
}

json::Value look_json(const LookReport& report) {
  json::Value object = json::Value::object();
  object.add("schema", json::Value::string("cogs.look/1"));
  object.add("data", json::Value::string(report.data));
  object.add("rows", json::Value::number(std::uint64_t{report.table.rows}));
  json::Value columns = json::Value::array();
  for (std::size_t i = 0; i < report.look.columns.size(); ++i) {
    const ColumnLook& look = report.look.columns[i];
    const table::Column& column = *look.column;
    json::Value member = json::Value::object();
    member.add("name", json::Value::string(column.name));
    member.add("kind", json::Value::string(kind_of(look)));
    member.add("filled", json::Value::number(std::uint64_t{look.filled}));
    member.add("missing", json::Value::number(std::uint64_t{column.missing_cells}));
    member.add("distinct", json::Value::number(std::uint64_t{look.distinct}));
    const auto number = [&](const char* name, const std::optional<base::Number>& value) {
      if (!value) return;
      const bool date = !column.notation.date.empty();
      member.add(name, date ? json::Value::string(number_words(column, *value))
                            : json::Value::number(*value));
    };
    number("low", look.low);
    number("first_quarter", look.first_quarter);
    number("median", look.median);
    number("third_quarter", look.third_quarter);
    number("high", look.high);
    if (column.numeric && look.low && column.notation.date.empty()) {
      member.add("mean", json::Value::number_text(digits(look.mean)));
    }
    if (column.numeric) {
      json::Value bars = json::Value::array();
      for (const std::size_t bar : look.bars) bars.add(json::Value::number(std::uint64_t{bar}));
      member.add("bars", std::move(bars));
    } else {
      json::Value frequent = json::Value::array();
      for (const ColumnLook::Frequent& one : look.frequent) {
        json::Value pair = json::Value::object();
        pair.add("value", json::Value::string(one.value));
        pair.add("cells", json::Value::number(std::uint64_t{one.cells}));
        frequent.add(std::move(pair));
      }
      member.add("frequent", std::move(frequent));
    }
    if (!column.sign.empty()) member.add("sign", json::Value::string(column.sign));
    if (column.notation.decimal_comma) member.add("decimal", json::Value::string(","));
    if (!column.notation.date.empty()) {
      member.add("date", json::Value::string(column.notation.date));
    }
    if (!column.odd.empty()) {
      json::Value odd = json::Value::array();
      for (const table::OddText& one : column.odd) {
        json::Value text = json::Value::object();
        text.add("text", json::Value::string(one.text));
        text.add("cells", json::Value::number(std::uint64_t{one.cells}));
        text.add("row", json::Value::number(std::uint64_t{one.row}));
        odd.add(std::move(text));
      }
      member.add("not_numbers", std::move(odd));
    }
    json::Value remarks = json::Value::array();
    for (const std::string& remark : remarks_on(report, i))
      remarks.add(json::Value::string(remark));
    member.add("remarks", std::move(remarks));
    columns.add(std::move(member));
  }
  object.add("columns", std::move(columns));
  json::Value codes = json::Value::array();
  for (const table::SharedCode& code : report.look.codes) {
    json::Value member = json::Value::object();
    member.add("value", json::Value::string(code.value));
    member.add("rows", json::Value::number(std::uint64_t{code.rows}));
    json::Value names = json::Value::array();
    for (const table::ColumnId id : code.columns) {
      names.add(json::Value::string(report.table.column(id).name));
    }
    member.add("columns", std::move(names));
    codes.add(std::move(member));
  }
  object.add("codes", std::move(codes));
  json::Value warnings = json::Value::array();
  for (const base::Diagnostic& warning : report.table.warnings) {
    warnings.add(json::Value::string(warning.message));
  }
  object.add("warnings", std::move(warnings));
  if (report.read_seconds) {
    object.add("seconds", json::Value::number_text(digits(*report.read_seconds)));
  }
  return object;
}

std::string look_html(const LookReport& report) {
  std::string out = "<h1>" + html_words("The table " + report.data) + "</h1>\n" +
                    paragraph_html(heading(report) + ".");
  std::string oddities;
  for (const base::Diagnostic& warning : report.table.warnings) {
    oddities += paragraph_html(warning.message + "." +
                               (warning.help.empty() ? "" : " " + warning.help + "."));
  }
  for (const table::SharedCode& code : report.look.codes) {
    const base::Diagnostic d = table::describe(code, report.table);
    oddities += paragraph_html(d.message + ". " + d.help + ".");
  }
  if (!oddities.empty()) out += section_html("odd", "What is odd", oddities);
  PageTable all{"All columns", {"column", "kind", "missing", "values"}, {}};
  for (const ColumnLook& look : report.look.columns) {
    all.rows.push_back({look.column->name, kind_of(look), missing_words(look, report.table.rows),
                        range_words(look)});
  }
  out += section_html("columns", "Columns", table_html(all));
  for (std::size_t i = 0; i < report.look.columns.size(); ++i) {
    const ColumnLook& look = report.look.columns[i];
    const table::Column& column = *look.column;
    std::string content;
    for (const std::string& remark : remarks_on(report, i)) content += paragraph_html(remark + ".");
    // A picture of identifiers or names shows nothing but people.
    const bool plain =
        std::none_of(report.identifiers.begin(), report.identifiers.end(),
                     [&](const rules::Identifier& one) { return one.column.index() == i; });
    if (look.bars.size() > 1 && plain) {
      const std::size_t highest =
          std::max<std::size_t>(1, *std::max_element(look.bars.begin(), look.bars.end()));
      std::vector<PlotRow> rows;
      PageTable counts{"Cells of " + column.name, {"value", "cells"}, {}};
      for (std::size_t bar = 0; bar < look.bars.size(); ++bar) {
        std::string label;
        if (column.numeric) {
          const auto parts = static_cast<std::int64_t>(look.bars.size());
          const base::Number width = (*look.high - *look.low) / base::Number(parts);
          const auto at = static_cast<std::int64_t>(bar);
          const auto bound = [&](std::int64_t place) {
            const base::Number number = *look.low + width * base::Number(place);
            return column.notation.date.empty() ? digits(number.approximate())
                                                : number_words(column, number);
          };
          label = "from " + bound(at) + " to " + bound(at + 1);
        } else {
          label = look.frequent[bar].value;
        }
        const std::string count = std::to_string(look.bars[bar]);
        rows.push_back(
            {label, count, static_cast<double>(look.bars[bar]) / static_cast<double>(highest)});
        counts.rows.push_back({label, count});
      }
      content += side_by_side(plot_html(PlotKind::bars, "Cells of " + column.name, rows),
                              table_html(counts));
    } else {
      content += paragraph_html(look.filled == 0 ? "Every cell is missing."
                                : plain          ? range_words(look)
                                                 : counted(look.distinct, "value") + ".");
    }
    out += section_html("c" + std::to_string(i + 1), column.name + ": " + kind_of(look), content);
  }
  return page_html({"The table " + report.data}, out);
}

}  // namespace cogs::present
