// SPDX-License-Identifier: Apache-2.0
#include "present/words/words.h"

#include <algorithm>
#include <cctype>
#include <utility>
#include <variant>

#include "base/date.h"

namespace cogs::present {

bool ends_low(const model::Feature& feature, const model::Interval& interval) {
  const auto& low = feature.numbers().low;
  return !interval.low || (low && !interval.low_open && *interval.low <= *low);
}

bool ends_high(const model::Feature& feature, const model::Interval& interval) {
  const auto& high = feature.numbers().high;
  return !interval.high || (high && !interval.high_open && *interval.high >= *high);
}

namespace {

using model::Feature;
using model::Interval;
using model::Number;

constexpr std::size_t most_listed = 8;

// "1 year", not "1 years"; of units that are no such words one cannot know.
std::string unit_of_one(const std::string& unit) {
  static constexpr std::string_view plurals[] = {"years", "months",  "weeks",   "days",
                                                 "hours", "minutes", "seconds", "points"};
  const bool known = std::find(std::begin(plurals), std::end(plurals), unit) != std::end(plurals);
  return known ? unit.substr(0, unit.size() - 1) : unit;
}

std::string with_unit(const Feature& feature, const std::string& text) {
  if (feature.unit.empty()) return text;
  const bool one = text == "1" || text == "-1";
  return text + " " + safe_text(one ? unit_of_one(feature.unit) : feature.unit);
}

std::string number_words(const Feature& feature, const Number& number) {
  return with_unit(feature, number_text(feature, number));
}

std::string interval_words(const Feature& feature, const Interval& interval) {
  const bool low = !ends_low(feature, interval), high = !ends_high(feature, interval);
  if (interval.low && interval.high && *interval.low == *interval.high) {
    return number_words(feature, *interval.low);
  }
  if (!low && !high) return "any value";
  if (!feature.notation.date.empty() && (!low || !high)) {
    if (low) {
      const std::string from = number_words(feature, *interval.low);
      return interval.low_open ? "after " + from : from + " or later";
    }
    const std::string to = number_words(feature, *interval.high);
    return interval.high_open ? "before " + to : to + " or earlier";
  }
  if (!high) {
    return interval.low_open ? "more than " + number_words(feature, *interval.low)
                             : number_words(feature, *interval.low) + " or more";
  }
  if (!low) {
    return interval.high_open ? "less than " + number_words(feature, *interval.high)
                              : number_words(feature, *interval.high) + " or less";
  }
  if (!interval.low_open && !interval.high_open) {
    return number_text(feature, *interval.low) + " to " + number_words(feature, *interval.high);
  }
  if (!feature.notation.date.empty()) {
    return (interval.low_open ? "after " : "from ") + number_text(feature, *interval.low) +
           (interval.high_open ? " and before " : " up to ") +
           number_words(feature, *interval.high);
  }
  return (interval.low_open ? "more than " : "") + number_text(feature, *interval.low) +
         (!interval.low_open   ? " to less than "
          : interval.high_open ? " and less than "
                               : " up to ") +
         number_words(feature, *interval.high);
}

std::vector<std::string> some_values(const Feature& feature,
                                     const std::vector<model::Value>& values) {
  std::vector<std::string> words;
  for (const model::Value& value : values) {
    if (words.size() == most_listed && values.size() > most_listed + 1) {
      words.push_back(std::to_string(values.size() - most_listed) + " others");
      break;
    }
    words.push_back(value_words(feature, value));
  }
  return words;
}

}  // namespace

std::string feature_words(const Feature& feature) {
  return safe_text(feature.label.empty() ? feature.name : feature.label);
}

model::Number rounded_cost(const model::Number& cost) {
  constexpr int exact_places = 4, least_places = 2, most_places = 12;
  const bool finite = cost.text().find('/') == std::string::npos;
  if (finite && cost.decimals() <= exact_places) return cost;
  // Three digits that count, or two places.
  int places = least_places;
  while (places < most_places &&
         cost.absolute() * model::Number::power_of_ten(places) < model::Number(100)) {
    ++places;
  }
  const model::Number scale = model::Number::power_of_ten(places);
  return (cost * scale + model::Number(1) / model::Number(2)).floor() / scale;
}

std::string cost_words(const model::Number& cost) {
  const model::Number rounded = rounded_cost(cost);
  return (rounded == cost ? "" : "about ") + rounded.text();
}

std::string quoted_name(const std::string& name) {
  const std::string safe = safe_text(name);
  const bool plain = !safe.empty() && std::all_of(safe.begin(), safe.end(), [](unsigned char c) {
    return c >= 0x80 || std::isalnum(c) != 0 ||
           std::string_view("_-.:+/@%").find(static_cast<char>(c)) != std::string_view::npos;
  });
  if (plain) return safe;
  // A shell ends a quotation at an apostrophe; such names stand in double quotes.
  return safe.find('\'') == std::string::npos ? "'" + safe + "'" : "\"" + safe + "\"";
}

std::string value_words(const model::Value& value) {
  const std::string text = safe_text(value.text);
  // A value of several words must not read as part of the sentence around it.
  const bool quoted = text.empty() || text.find_first_of(" ,;") != std::string::npos;
  return quoted ? "'" + text + "'" : text;
}

std::string number_text(const Feature& feature, const Number& number) {
  const std::string& date = feature.notation.date;
  return date.empty() ? number.text() : safe_text(base::date_text(number, date));
}

std::string difference_words(const Feature& feature, const Number& amount) {
  const std::string& date = feature.notation.date;
  if (feature.unit == "%") {
    const bool one = amount == Number(1);
    return number_text(feature, amount) + (one ? " percentage point" : " percentage points");
  }
  if (date.empty()) return value_words(feature, model::Value::of(amount));
  struct Unit {
    std::int64_t seconds;
    const char* name;
  };
  constexpr Unit units[] = {{86400, "day"}, {3600, "hour"}, {60, "minute"}, {1, "second"}};
  const Number seconds = base::has_time(date) ? amount : amount * Number(86400);
  const Unit* unit = std::begin(units);
  while (unit + 1 != std::end(units) && !(seconds / Number(unit->seconds)).is_integer()) ++unit;
  const Number count = seconds / Number(unit->seconds);
  return count.text() + " " + unit->name + (count == Number(1) ? "" : "s");
}

std::string value_words(const Feature& feature, const model::Value& value) {
  if (!feature.numeric() && feature.set().is_others(value)) return "any other value";
  if (feature.numeric() && value.number && !feature.notation.date.empty()) {
    return with_unit(feature, number_text(feature, *value.number));
  }
  return with_unit(feature, value_words(value));
}

std::string value_words(const Feature& feature, const std::optional<model::Value>& value) {
  return value ? value_words(feature, *value) : "not known";
}

std::string atom_words(const model::Atom& atom) {
  if (atom.score) return safe_text(atom.text);
  std::string words = safe_text(atom.predicate);
  for (const auto& argument : atom.arguments) {
    if (argument) words += " " + safe_text(argument->text);
  }
  return words;
}

std::string domain_words(const Feature& feature) {
  if (feature.numeric()) {
    const model::NumericDomain& domain = feature.numbers();
    return with_unit(feature, (domain.low ? number_text(feature, *domain.low) : "-inf") + ".." +
                                  (domain.high ? number_text(feature, *domain.high) : "inf"));
  }
  std::vector<model::Value> values;
  for (const model::SetValue& declared : feature.set().values) values.push_back(declared.value);
  return "{" + listed(some_values(feature, values), ",") + "}";
}

bool is_whole_domain(const Feature& feature, const path::ValueSet& set) {
  if (const auto* intervals = std::get_if<std::vector<Interval>>(&set)) {
    return intervals->size() == 1 && ends_low(feature, intervals->front()) &&
           ends_high(feature, intervals->front());
  }
  // A start value that the domain does not list may be among them.
  const auto& values = std::get<std::vector<model::Value>>(set);
  const auto listed = std::count_if(values.begin(), values.end(), [&](const model::Value& value) {
    return feature.set().place(value).has_value();
  });
  return static_cast<std::size_t>(listed) == feature.set().values.size();
}

namespace {

// Of an ordered set, where the values stand side by side: "school or more", "school to bachelor".
// Empty where there is nothing so short to say.
std::string places_words(const Feature& feature, const std::vector<model::Value>& values) {
  if (!feature.set().ordered || values.size() < 2) return {};
  const std::size_t last = feature.set().values.size() - 1;
  std::size_t low = last, high = 0;
  for (const model::Value& value : values) {
    const auto place = feature.set().place(value);
    if (!place) return {};
    low = std::min(low, *place);
    high = std::max(high, *place);
  }
  if (high - low + 1 != values.size()) return {};
  const auto words = [&](std::size_t place) {
    return value_words(feature, feature.set().values[place].value);
  };
  if (high == last) return words(low) + " or more";
  if (low == 0) return words(high) + " or less";
  return words(low) + " to " + words(high);
}

}  // namespace

std::string set_words(const Feature& feature, const path::ValueSet& set) {
  if (const auto* intervals = std::get_if<std::vector<Interval>>(&set)) {
    // The comma keeps "4 or less, or 9 or more" apart.
    std::string words;
    for (const Interval& interval : *intervals) {
      // Beside a start that lies outside, "any value, or 5" would say nothing.
      const bool whole = intervals->size() > 1 && ends_low(feature, interval) &&
                         ends_high(feature, interval) && interval.low && interval.high;
      words +=
          (words.empty() ? "" : ", or ") + (whole ? number_text(feature, *interval.low) + " to " +
                                                        number_words(feature, *interval.high)
                                                  : interval_words(feature, interval));
    }
    return words;
  }
  if (is_whole_domain(feature, set)) return "any value";
  const auto& values = std::get<std::vector<model::Value>>(set);
  if (const std::string places = places_words(feature, values); !places.empty()) return places;
  return (values.size() > 1 ? "one of " : "") + listed(some_values(feature, values), ",");
}

std::string target_words(const Feature& feature, const path::Change& change) {
  const std::string value = value_words(feature, change.to);
  if (const auto* intervals = std::get_if<std::vector<Interval>>(&change.range)) {
    if (intervals->size() != 1 || !change.to.number) return value;
    const Interval& range = intervals->front();
    if (range.low && range.high && *range.low == *range.high) return value;
    const bool at_low = range.low && *range.low == *change.to.number;
    const bool at_high = range.high && *range.high == *change.to.number;
    const bool date = !feature.notation.date.empty();
    if (at_low && ends_high(feature, range)) return value + (date ? " or later" : " or more");
    if (at_high && ends_low(feature, range)) return value + (date ? " or earlier" : " or less");
    return value + " (" + interval_words(feature, range) + " does as well)";
  }
  const auto& range = std::get<std::vector<model::Value>>(change.range);
  const std::string places = places_words(feature, range);
  if (places == value + " or more" || places == value + " or less") return places;
  if (!places.empty()) return value + " (" + places + " does as well)";
  std::vector<model::Value> others;
  for (const model::Value& other : range) {
    if (!(other == change.to)) others.push_back(other);
  }
  if (others.empty()) return value;
  return value + (others.size() > 1 ? " (or one of " : " (or ") +
         listed(some_values(feature, others), ",") + ")";
}

std::string line_words(const std::vector<std::uint32_t>& lines) {
  std::vector<std::string> numbers;
  for (const std::uint32_t line : lines) numbers.push_back(std::to_string(line));
  return (lines.size() == 1 ? "line " : "lines ") + listed(numbers);
}

std::string code_words(const explain::ReasonCode* code) {
  if (!code) return "none";
  return safe_text(code->code) + (code->text.empty() ? "" : ": " + safe_text(code->text));
}

std::string listed(const std::vector<std::string>& words, const std::string& last) {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) out += i + 1 < words.size() || last == "," ? ", " : " " + last + " ";
    out += words[i];
  }
  return out;
}

std::string counted(std::size_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

std::string on_one_line(std::string_view text) {
  std::string out;
  bool blank = false;
  for (const char c : text) {
    const bool space = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (!space && blank && !out.empty()) out.push_back(' ');
    if (!space) out.push_back(c);
    blank = space;
  }
  return out;
}

std::string statement_at(const model::Model& model, base::Place place) {
  const auto start = [](base::Place p) { return std::pair(p.line, p.column); };
  // Statements stand in the order of the file: the last that begins there or before.
  const auto& statements = model.document.statements;
  const auto after = std::upper_bound(statements.begin(), statements.end(), place,
                                      [&](base::Place at, const model::Statement& statement) {
                                        return start(at) < start(statement.place);
                                      });
  if (after == statements.begin()) return {};
  const model::Statement* found = &*(after - 1);
  if (found->kind != model::Statement::Kind::rule_list) {
    const bool there = start(found->place) == start(place);
    return there ? safe_text(on_one_line(found->text)) : std::string();
  }
  std::string_view rest = found->text;
  for (std::uint32_t at = found->place.line; at < place.line && !rest.empty(); ++at) {
    rest.remove_prefix(std::min(rest.find('\n'), rest.size() - 1) + 1);
  }
  return safe_text(on_one_line(rest.substr(0, rest.find('\n'))));
}

}  // namespace cogs::present
