// SPDX-License-Identifier: Apache-2.0
//
// The part of feature_rows.h that reads a table.
#include <algorithm>
#include <map>
#include <utility>

#include "base/small_letters.h"
#include "base/trimmed.h"
#include "model/column_names.h"
#include "model/edit/feature_rows.h"
#include "table/byte_source.h"
#include "table/csv_reader.h"

namespace cogs::model {

namespace {

// Marks with which a spreadsheet takes a cell for a formula.
bool begins_formula(std::string_view text) {
  return !text.empty() && std::string_view("=+-@").find(text.front()) != std::string_view::npos;
}

std::string unguarded(std::string text) {
  std::size_t marks = text.find_first_not_of('\'');
  if (marks == std::string::npos) marks = text.size();
  if (marks > 0 && begins_formula(std::string_view(text).substr(marks))) text.erase(0, 1);
  return text;
}

// Headings differ in capitals, blanks and hyphens from one spreadsheet to the next.
std::string plain_heading(const std::string& text) {
  std::string out = base::in_small_letters(std::string(base::trimmed(text)));
  std::replace_if(out.begin(), out.end(), [](char c) { return c == ' ' || c == '-'; }, '_');
  return out;
}

// The names of columns have no delimiters in them, so the first line tells.
char delimiter_of(std::string_view text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  char best = ',';
  std::ptrdiff_t most = 0;
  for (const char c : {',', ';', '\t', '|'}) {
    const auto count = std::count(line.begin(), line.end(), c);
    if (count > most) {
      most = count;
      best = c;
    }
  }
  return best;
}

class SheetReader {
 public:
  SheetReader(std::string_view text, const std::string& file) : text_(text) {
    sheet_.file = file;
    line_begins_.push_back(0);
    for (std::size_t at = 0; at < text.size(); ++at) {
      if (text[at] == '\n') line_begins_.push_back(at + 1);
    }
  }

  FeatureSheet read() {
    table::CsvReader rows(table::text_source(text_), sheet_.file,
                          {.delimiter = delimiter_of(text_), .header = false});
    table::CsvRow row;
    if (!rows.next(row)) throw base::InputError(base::error_about(sheet_.file, "there is no row"));
    read_headings(row);
    while (errors_.size() < most_row_errors) {
      try {
        if (!rows.next(row)) break;
        read_row(row);
      } catch (const base::InputError& error) {
        errors_.insert(errors_.end(), error.diagnostics().begin(), error.diagnostics().end());
      }
    }
    if (!errors_.empty()) throw base::InputError(std::move(errors_));
    return std::move(sheet_);
  }

 private:
  void read_headings(const table::CsvRow& row) {
    std::vector<std::string> known{std::string(feature_name_column)};
    for (const FeatureColumn& column : feature_columns) known.emplace_back(column.name);
    std::map<std::string, std::size_t> seen;
    for (std::size_t i = 0; i < row.fields.size(); ++i) {
      kinds_.push_back(PartKind::unknown);
      const std::string heading = plain_heading(row.fields[i]);
      if (heading.empty()) continue;
      const Origin origin = origin_of(row, i);
      const std::string shown = "'" + std::string(base::trimmed(row.fields[i])) + "'";
      if (!seen.emplace(heading, i).second) {
        errors_.push_back(origin.error("the column " + shown + " is there twice"));
      } else if (heading == feature_name_column) {
        name_ = i;
      } else if (const auto* column = column_named(heading)) {
        kinds_.back() = column->part;
      } else if (const std::string near = base::nearest_name(heading, known); !near.empty()) {
        errors_.push_back(origin.error("there is no column " + shown + " of features",
                                       "did you mean '" + near + "'?"));
      } else {
        base::Diagnostic d = origin.error("the column " + shown + " is not read");
        d.severity = base::Severity::warning;
        sheet_.warnings.push_back(std::move(d));
      }
    }
    if (name_ || !errors_.empty()) return;
    Origin whole = origin_of(row, 0);
    throw base::InputError(
        whole.error("no column is called 'feature'", "cogs features MODEL writes such a table"));
  }

  static const FeatureColumn* column_named(const std::string& heading) {
    const auto found =
        std::find_if(std::begin(feature_columns), std::end(feature_columns),
                     [&](const FeatureColumn& column) { return column.name == heading; });
    return found == std::end(feature_columns) ? nullptr : found;
  }

  void read_row(const table::CsvRow& row) {
    const bool blank = std::all_of(row.fields.begin(), row.fields.end(),
                                   [](const auto& field) { return base::trimmed(field).empty(); });
    if (blank || !name_) return;
    FeatureRow out;
    out.feature = unguarded(row.fields[*name_]);
    out.origin = origin_of(row, *name_);
    if (base::trimmed(out.feature).empty()) {
      errors_.push_back(out.origin.error("this row names no feature"));
      return;
    }
    if (const auto [earlier, added] = lines_.emplace(out.feature, row.line); !added) {
      errors_.push_back(
          out.origin.error("the feature '" + out.feature + "' has two rows",
                           "the first is on line " + std::to_string(earlier->second)));
      return;
    }
    for (std::size_t i = 0; i < row.fields.size(); ++i) {
      if (kinds_[i] == PartKind::unknown) continue;
      // The words for people are theirs, to the last blank.
      const bool words = kinds_[i] == PartKind::label || kinds_[i] == PartKind::unit;
      std::string text =
          words ? unguarded(row.fields[i]) : std::string(base::trimmed(row.fields[i]));
      out.cells.push_back({kinds_[i], std::move(text), origin_of(row, i)});
    }
    sheet_.rows.push_back(std::move(out));
  }

  Origin origin_of(const table::CsvRow& row, std::size_t field) const {
    Origin origin;
    origin.file = sheet_.file;
    origin.place = row.places[field];
    origin.source_line = line(origin.place.line);
    const std::string& text = row.fields[field];
    const std::string raw = from_column(origin.source_line, origin.place.column);
    const bool quoted = raw.starts_with('"');
    origin.exact =
        text.find_first_of("\"\n\r") == std::string::npos && (quoted || raw.starts_with(text));
    origin.indent = (quoted ? 1U : 0U) +
                    static_cast<std::uint32_t>(std::min(text.find_first_not_of(' '), text.size()));
    return origin;
  }

  std::string line(std::uint32_t number) const {
    if (number == 0 || number > line_begins_.size()) return {};
    const std::size_t begin = line_begins_[number - 1];
    std::string_view found = text_.substr(begin, text_.find('\n', begin) - begin);
    if (found.ends_with('\r')) found.remove_suffix(1);
    if (number == 1 && found.starts_with("\xEF\xBB\xBF")) found.remove_prefix(3);
    constexpr std::size_t longest_shown = 1000;
    return found.size() > longest_shown ? "" : std::string(found);
  }

  // What stands from the n-th character on.
  static std::string from_column(const std::string& line, std::uint32_t column) {
    std::size_t at = 0;
    for (std::uint32_t i = 1; i < column && at < line.size(); ++i) {
      do ++at;
      while (at < line.size() && (line[at] & 0xC0) == 0x80);
    }
    return line.substr(at);
  }

  std::string_view text_;
  std::vector<std::size_t> line_begins_;
  FeatureSheet sheet_;
  std::vector<base::Diagnostic> errors_;
  std::vector<PartKind> kinds_;      // by column; unknown: not read
  std::optional<std::size_t> name_;  // the column of names
  std::map<std::string, std::uint32_t> lines_;
};

}  // namespace

FeatureSheet read_feature_sheet(std::string_view text, const std::string& file) {
  return SheetReader(text, file).read();
}

std::string guarded_cell(std::string text) {
  std::size_t marks = text.find_first_not_of('\'');
  if (marks == std::string::npos) marks = text.size();
  return begins_formula(std::string_view(text).substr(marks)) ? "'" + text : text;
}

}  // namespace cogs::model
