// SPDX-License-Identifier: Apache-2.0
#include "table/table_layout.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>
#include <utility>

#include "base/small_letters.h"
#include "table/csv_rules.h"

namespace cogs::table {
namespace {

[[noreturn]] void fail(const std::string& file, std::string_view text, std::uint32_t line,
                       std::size_t begin, std::size_t at, base::Diagnostic d) {
  d.file = file;
  d.place = PlaceFinder(text, begin, line).find(at);
  d.source_line = line_around(text, at);
  throw base::InputError(std::move(d));
}

void check_names(TableLayout& layout, const std::vector<base::Place>& places,
                 const std::string& file, bool nameless_index) {
  std::vector<base::Diagnostic> problems;
  std::map<std::string_view, std::size_t> first;
  const bool skip = nameless_index && layout.names.size() > 1 && layout.names.front().empty();
  std::size_t end = layout.names.size();
  while (!places.empty() && end > 0 && layout.names[end - 1].empty()) --end;
  if (end <= (skip ? 1U : 0U)) end = layout.names.size();
  if (end < layout.names.size()) layout.named = end;  // whether their cells are empty is seen later
  for (std::size_t i = skip ? 1 : 0; i < end && problems.size() < 20; ++i) {
    std::string message;
    if (layout.names[i].empty()) {
      message = "column " + std::to_string(i + 1) + " has no name";
    } else if (const auto [at, added] = first.emplace(layout.names[i], i); !added) {
      message = "columns " + std::to_string(at->second + 1) + " and " + std::to_string(i + 1) +
                " have the same name, '" + layout.names[i] + "'";
    } else {
      continue;
    }
    problems.push_back(base::error_about(
        file, std::move(message),
        places.empty() ? "every column needs a name of its own"
                       : "every column needs a name of its own; if the first row is data, say "
                         "that there is no header"));
    if (!places.empty()) problems.back().place = places[i];
  }
  if (!problems.empty()) throw base::InputError(std::move(problems));
}

// The very name, or the one that differs from it in capitals alone.
std::optional<std::size_t> find_name(const std::vector<std::string>& names,
                                     const std::string& name) {
  const auto exact = std::find(names.begin(), names.end(), name);
  if (exact != names.end()) return static_cast<std::size_t>(exact - names.begin());
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!base::same_in_small_letters(names[i], name)) continue;
    if (found) return std::nullopt;
    found = i;
  }
  return found;
}

ColumnReading reading_like(const Column& column) {
  ColumnReading reading;
  reading.type = column.numeric ? ColumnType::numeric : ColumnType::categorical;
  reading.missing = column.notation.missing;
  if (!column.numeric) return reading;
  reading.decimal_comma = column.notation.decimal_comma;
  reading.date = column.notation.date;
  reading.texts_are_missing = column.notation.texts_are_missing;
  reading.plain = column.notation.plain;
  reading.unit = column.notation.unit;
  return reading;
}

// Names that people will mistake for each other.
void warn_of_names(TableLayout& layout, const std::string& file) {
  std::map<std::string, std::size_t> first;
  for (std::size_t i = 0; i < std::min(layout.names.size(), layout.named); ++i) {
    const auto [at, added] = first.emplace(base::in_small_letters(layout.names[i]), i);
    if (added) continue;
    layout.warnings.push_back(
        base::warning_about(file,
                            "the columns '" + layout.names[at->second] + "' and '" +
                                layout.names[i] + "' differ in capitals alone",
                            "name them with their own capitals, or rename one"));
  }
}

// The options that speak of columns by name.
void apply_options(TableLayout& layout, const std::string& file, const ReadOptions& options) {
  std::vector<base::Diagnostic> problems;
  const auto for_each = [&](const std::vector<std::string>& names, auto use) {
    for (const std::string& name : names) {
      if (const auto at = find_name(layout.names, name)) {
        use(*at);
        continue;
      }
      const std::string near = base::nearest_name(name, layout.names);
      problems.push_back(base::error_about(file, "there is no column '" + name + "'",
                                           near.empty()
                                               ? "the first column is '" + layout.names[0] + "'"
                                               : "did you mean '" + near + "'?"));
    }
  };
  if (options.known) layout.readings = options.known(layout.names);
  for (std::size_t i = 0; options.like && i < layout.names.size(); ++i) {
    if (const auto id = options.like->find(layout.names[i])) {
      layout.readings[i] = reading_like(options.like->column(*id));
    }
  }
  std::vector<bool> said(layout.names.size(), false);
  for_each(options.numeric, [&](std::size_t i) {
    layout.readings[i].type = ColumnType::numeric;
    layout.readings[i].said = said[i] = true;
    if (options.texts_missing) layout.readings[i].texts_are_missing = true;
  });
  for_each(options.categorical, [&](std::size_t i) {
    if (said[i]) {
      problems.push_back(base::error_about(
          file, "the column '" + layout.names[i] + "' is said to be both numeric and categorical",
          "name it once"));
    }
    layout.readings[i].type = ColumnType::categorical;
  });
  // What is said of all columns, then of one.
  const auto say = [&](const ReadOptions::OfColumns& list, auto use) {
    for (const auto& [name, what] : list) {
      for (std::size_t i = 0; name.empty() && i < layout.names.size(); ++i) {
        use(layout.readings[i], what, false);
      }
    }
    for (const auto& [name, what] : list) {
      if (name.empty()) continue;
      for_each({name}, [&, &text = what](std::size_t i) { use(layout.readings[i], text, true); });
    }
  };
  say(options.missing_values, [](ColumnReading& reading, const std::string& mark, bool) {
    reading.missing.push_back(mark);
  });
  say(options.decimals, [](ColumnReading& reading, const std::string& mark, bool) {
    reading.decimal_comma = mark == ",";
  });
  say(options.date_formats, [](ColumnReading& reading, const std::string& format, bool one) {
    if (reading.type == ColumnType::categorical) return;
    reading.date_if_all = !one && !(reading.date && !reading.date->empty());
    reading.date = format;
    if (one) reading.type = ColumnType::numeric;
    reading.said = reading.said || one;
  });
  for_each(options.ignore, [&](std::size_t i) { layout.kept[i] = false; });
  if (!problems.empty()) throw base::InputError(std::move(problems));
}

// The length of a first line `sep=;`, which spreadsheets write and read; 0 if there is none.
std::size_t delimiter_line(std::string_view text) {
  if (text.size() < 6 || !base::same_in_small_letters(std::string(text.substr(0, 4)), "sep=") ||
      std::string_view(",;\t|").find(text[4]) == std::string_view::npos) {
    return 0;
  }
  if (text[5] == '\n') return 6;
  return text.substr(5, 2) == "\r\n" ? 7 : 0;
}

// nullopt: the first row does not end in the text, and the text is not all there is.
std::optional<TableLayout> layout_of(std::string_view text, bool is_all, const std::string& file,
                                     const ReadOptions& options, std::size_t longest_row) {
  if (options.delimiter && (*options.delimiter <= 0 || std::strchr("\"\r\n", *options.delimiter))) {
    throw base::InputError(
        base::error_about(file, "this delimiter cannot be told from quotes or line ends",
                          "use a comma, semicolon, tab or bar"));
  }
  std::size_t begin = text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
  TableLayout layout;
  std::optional<char> delimiter_said = options.delimiter;
  if (const std::size_t line = delimiter_line(text.substr(begin)); line > 0) {
    if (!delimiter_said) delimiter_said = text[begin + 4];
    begin += line;
    ++layout.body_line;
  }
  layout.format = detect_format(text.substr(begin), is_all, delimiter_said, options.header,
                                std::unordered_set(options.missing.begin(), options.missing.end()));
  const char delimiter = layout.format.delimiter;

  RowEnd row;
  for (;; begin = row.next, ++layout.body_line) {
    if (begin >= text.size()) {
      if (!is_all && text.size() <= longest_row) return std::nullopt;
      throw base::InputError(
          base::error_about(file, "the file is empty", "the first line must name the columns"));
    }
    row = find_row_end(text, begin, delimiter, is_all);
    if (row.end > begin || row.fault != RowFault::none) break;  // empty lines are skipped
  }

  const auto check = [&](RowFault fault, std::size_t at) {
    if (fault != RowFault::none) fail(file, text, layout.body_line, begin, at, describe(fault));
  };
  const std::size_t zero = text.substr(begin, row.end - begin).find('\0');
  if (zero != std::string_view::npos) check(RowFault::zero_byte, begin + zero);
  if (!row.complete) {
    if (text.size() - begin <= longest_row) return std::nullopt;
    if (row.fault == RowFault::open_quote) check(RowFault::quote_too_long, row.fault_at);
    check(RowFault::too_long, begin);
  }
  std::size_t at = 0;
  const RowFault characters = check_characters(text.substr(begin, row.end - begin), at);
  check(characters, begin + at);
  check(row.fault, row.fault_at);
  std::vector<std::uint32_t> ends;
  split_row(text, begin, row.end, delimiter, ends);
  const RowFault returns = check_carriage_returns(text, begin, ends.data(), ends.size(), at);
  check(returns, at);

  if (ends.size() > most_columns) {
    fail(file, text, layout.body_line, begin, ends[most_columns - 1] + std::size_t{1},
         base::error_about(file,
                           "the table has " + std::to_string(ends.size()) + " columns; at most " +
                               std::to_string(most_columns) + " can be read",
                           "keep those that are needed, for instance with cut -d, -f1-100"));
  }
  std::vector<base::Place> places;
  PlaceFinder finder(text, begin, layout.body_line);
  std::size_t field = begin;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    if (layout.format.header) {
      const std::string_view raw = text.substr(field, ends[i] - field);
      std::string name = field_text(raw);
      if (!field_content(raw).quoted) name = without_blanks(name);
      layout.names.push_back(std::move(name));
    } else {
      layout.names.push_back("c" + std::to_string(i + 1));
    }
    places.push_back(finder.find(field, ends[i] - field));
    field = ends[i] + std::size_t{1};
  }
  check_names(layout, places, file, options.nameless_index);
  warn_of_names(layout, file);
  layout.readings.assign(layout.names.size(), {});
  layout.kept.assign(layout.names.size(), true);
  apply_options(layout, file, options);

  layout.body = begin;
  if (layout.format.header) {
    layout.body = row.next;
    layout.body_line += static_cast<std::uint32_t>(
        std::count(text.begin() + static_cast<std::ptrdiff_t>(begin),
                   text.begin() + static_cast<std::ptrdiff_t>(row.next), '\n'));
  }
  return layout;
}

}  // namespace

TableLayout layout_of_columns(std::vector<std::string> names, const std::string& file,
                              const ReadOptions& options) {
  TableLayout layout;
  layout.names = std::move(names);
  if (layout.names.empty()) {
    throw base::InputError(base::error_about(file, "the table has no columns"));
  }
  if (layout.names.size() > most_columns) {
    throw base::InputError(base::error_about(
        file, "the table has " + std::to_string(layout.names.size()) + " columns; at most " +
                  std::to_string(most_columns) + " can be read"));
  }
  check_names(layout, {}, file, options.nameless_index);
  warn_of_names(layout, file);
  layout.readings.assign(layout.names.size(), {});
  layout.kept.assign(layout.names.size(), true);
  apply_options(layout, file, options);
  return layout;
}

TableLayout read_layout(BlockCutter& cutter, const std::string& file, const ReadOptions& options) {
  for (std::size_t size = sample_bytes + byte_order_mark.size();; size *= 2) {
    const std::string_view head = cutter.head(size);
    auto layout = layout_of(head, cutter.head_is_all(), file, options, cutter.longest_row());
    if (layout) return std::move(*layout);
  }
}

}  // namespace cogs::table
