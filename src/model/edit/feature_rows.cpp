// SPDX-License-Identifier: Apache-2.0
#include "model/edit/feature_rows.h"

#include <algorithm>
#include <utility>

#include "base/small_letters.h"
#include "base/trimmed.h"
#include "logic/syntax/term.h"
#include "model/column_names.h"
#include "model/write/write_model.h"

namespace cogs::model {

namespace {

std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

bool is_one_of(const std::string& text, std::initializer_list<const char*> words) {
  return std::any_of(words.begin(), words.end(), [&](const char* word) { return text == word; });
}

std::string_view column_name(PartKind part) {
  for (const FeatureColumn& column : feature_columns) {
    if (column.part == part) return column.name;
  }
  return "";
}

// A #feature statement put together from cells and from what the feature has, with the way back
// from places in it to the cells.
class Composer {
 public:
  explicit Composer(const Feature& feature) : feature_(feature) {
    text_ = "#feature " + logic::atom_text(feature.name) + " : ";
  }

  // An option as it is written, from a cell or (null) from the feature.
  void add(const std::string& word, const std::string& argument, const FeatureCell* cell) {
    if (!pieces_.empty()) text_ += ", ";
    Piece piece;
    piece.cell = cell;
    piece.begin = text_.size();
    text_ += word;
    if (!word.empty() && !argument.empty()) text_ += " ";
    piece.argument = text_.size();
    // One line, so that a column is all there is to a place.
    for (const char c : argument) text_ += c == '\n' || c == '\r' || c == '\t' ? ' ' : c;
    piece.end = text_.size();
    pieces_.push_back(piece);
  }

  Feature read(std::vector<base::Diagnostic>& errors, const Origin& row) {
    text_ += ".";
    Feature found;
    try {
      found = read_feature_statement(text_, row.file);
    } catch (const base::InputError& error) {
      for (const base::Diagnostic& d : error.diagnostics()) {
        if (d.severity == base::Severity::error) errors.push_back(moved(d, row));
      }
      return feature_;
    }
    // A cell that ends the statement, or begins the next option, is not what it should be.
    const std::vector<FeaturePart> parts = parts_of(text_);
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      const Piece& piece = pieces_[i];
      if (i < parts.size() && parts[i].begin == piece.begin && parts[i].end == piece.end) continue;
      const Origin& origin = piece.cell == nullptr ? row : piece.cell->origin;
      const std::string name(piece.cell == nullptr ? "" : column_name(piece.cell->part));
      errors.push_back(origin.error("this is more than a " + name));
      return feature_;
    }
    return found;
  }

 private:
  struct Piece {
    const FeatureCell* cell = nullptr;
    std::size_t begin = 0, argument = 0, end = 0;  // bytes
  };

  base::Diagnostic moved(const base::Diagnostic& d, const Origin& row) const {
    const std::size_t column = d.place.column > 0 ? d.place.column - 1 : 0;
    const Piece* at = nullptr;  // the last cell that begins before the place
    for (const Piece& piece : pieces_) {
      const std::size_t begin = characters(std::string_view(text_).substr(0, piece.begin));
      if (piece.cell != nullptr && (begin <= column || at == nullptr)) at = &piece;
    }
    if (at == nullptr) return row.error(d.message, d.help);
    base::Diagnostic out = at->cell->origin.error(d.message, d.help);
    const std::size_t begin = characters(std::string_view(text_).substr(0, at->argument));
    const std::size_t end = characters(std::string_view(text_).substr(0, at->end));
    if (at->cell->origin.exact && column >= begin && column < end) {
      out.place.column += at->cell->origin.indent + static_cast<std::uint32_t>(column - begin);
      out.place.length =
          std::min<std::uint32_t>(d.place.length, static_cast<std::uint32_t>(end - column));
    }
    return out;
  }

  const Feature& feature_;
  std::string text_;
  std::vector<Piece> pieces_;
};

// What a cell says: the option's text, "" for none; nullopt for what cannot be meant.
std::optional<bool> yes_or_no(const std::string& text, PartKind part) {
  const std::string word = base::in_small_letters(text);
  std::string name(column_name(part));
  if (is_one_of(word, {"yes", "y", "true", "1", "x"}) || word == name) return true;
  std::replace(name.begin(), name.end(), '_', ' ');
  if (word == name) return true;
  if (is_one_of(word, {"", "no", "n", "false", "0"})) return false;
  return std::nullopt;
}

std::optional<std::string> direction_words(const std::string& text) {
  const std::string word = base::in_small_letters(text);
  if (is_one_of(word, {"may increase", "increase", "up"})) return "may increase";
  if (is_one_of(word, {"may decrease", "decrease", "down"})) return "may decrease";
  if (is_one_of(word, {"", "any", "both"})) return "";
  return std::nullopt;
}

bool is_decimal_comma(const std::string& text) {
  const std::size_t comma = text.find(',');
  return comma != std::string::npos && comma > 0 && comma + 1 < text.size() &&
         text.find_first_not_of("0123456789", comma + 1) == std::string::npos &&
         text.find_first_not_of("0123456789") == comma;
}

struct Option {
  PartKind part;
  const char* word;
};
constexpr Option option_names[] = {{PartKind::domain, ""},
                                   {PartKind::fixed, "fixed"},
                                   {PartKind::direction, "may"},
                                   {PartKind::caused, "caused"},
                                   {PartKind::may_be_set, "may be set"},
                                   {PartKind::cost, "cost"},
                                   {PartKind::observed, "observed"},
                                   {PartKind::unit, "unit"},
                                   {PartKind::step, "step"},
                                   {PartKind::label, "label"},
                                   {PartKind::source, "source"},
                                   {PartKind::missing, "missing"},
                                   {PartKind::decimal, "decimal"},
                                   {PartKind::date, "date"}};

}  // namespace

base::Diagnostic Origin::error(std::string message, std::string help) const {
  base::Diagnostic d;
  d.file = file;
  d.place = place;
  d.source_line = source_line;
  d.message = option.empty() ? std::move(message) : option + ": " + message;
  d.help = std::move(help);
  return d;
}

bool FeatureRow::speaks_of(PartKind part) const {
  return std::any_of(cells.begin(), cells.end(),
                     [&](const FeatureCell& cell) { return cell.part == part; });
}

bool FeatureRow::decides() const {
  return speaks_of(PartKind::fixed) || speaks_of(PartKind::direction) ||
         speaks_of(PartKind::caused);
}

std::optional<std::size_t> find_feature_of(const FeatureRow& row,
                                           const std::vector<std::string>& names,
                                           std::vector<base::Diagnostic>& errors) {
  for (const std::string& name : {row.feature, std::string(base::trimmed(row.feature))}) {
    if (const auto found = match_columns({name}, names)[0]) return found;
  }
  const std::string near = base::nearest_name(row.feature, names);
  errors.push_back(row.origin.error("there is no feature '" + row.feature + "'",
                                    near.empty() ? "" : "did you mean '" + near + "'?"));
  return std::nullopt;
}

Feature with_row(const Feature& feature, const FeatureRow& row,
                 std::vector<base::Diagnostic>& errors) {
  Composer composer(feature);
  const std::size_t errors_before = errors.size();
  for (const Option& option : option_names) {
    const FeatureCell* cell = nullptr;
    for (const FeatureCell& one : row.cells) {
      if (one.part == option.part) cell = &one;
    }
    if (option.part == PartKind::domain && cell != nullptr && cell->text.empty()) cell = nullptr;
    if (cell == nullptr) {
      const std::optional<std::string> argument = part_text(feature, option.part);
      const bool flag = option.part == PartKind::may_be_set;
      if (argument) composer.add(option.word, flag ? "" : *argument, nullptr);
      continue;
    }
    const std::string& text = cell->text;
    const auto complain = [&](const std::string& message, const std::string& help) {
      errors.push_back(cell->origin.error(message, help));
    };
    switch (option.part) {
      case PartKind::fixed:
      case PartKind::caused:
      case PartKind::may_be_set:
      case PartKind::observed: {
        const auto yes = yes_or_no(text, option.part);
        if (!yes) complain("'" + text + "' is neither yes nor no", "yes, or leave the cell empty");
        if (yes && *yes) composer.add(option.word, "", cell);
        break;
      }
      case PartKind::direction: {
        const auto words = direction_words(text);
        if (!words) {
          complain("'" + text + "' is not a direction",
                   "may increase, may decrease, or an empty cell for both ways");
        } else if (!words->empty()) {
          composer.add(*words, "", cell);
        }
        break;
      }
      case PartKind::unit:
      case PartKind::label:
        if (!text.empty()) composer.add(option.word, logic::quoted_text(text, '"'), cell);
        break;
      default:
        if (is_decimal_comma(text)) {
          const std::size_t comma = text.find(',');
          complain("'" + text + "' is not a number",
                   "write " + text.substr(0, comma) + "." + text.substr(comma + 1));
        } else if (!text.empty()) {
          composer.add(option.word, text, cell);
        }
    }
  }
  if (errors.size() > errors_before) return feature;
  Feature found = composer.read(errors, row.origin);
  // What no row speaks of.
  found.mode = feature.mode;
  found.place = feature.place;
  return found;
}

}  // namespace cogs::model
