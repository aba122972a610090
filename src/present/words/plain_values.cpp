// SPDX-License-Identifier: Apache-2.0
//
// Numbers, values and sets of them in plain words.
#include <algorithm>
#include <array>
#include <variant>

#include "base/date.h"
#include "present/words/plain_words.h"
#include "present/words/words.h"

namespace cogs::present {

namespace {

using model::Feature;
using model::Interval;
using model::Number;

constexpr std::size_t most_values = 8;

struct Unit {
  std::string_view name;
  Phrase words;
};
constexpr std::array<Unit, 8> known_units = {{{"years", Phrase::unit_years},
                                              {"months", Phrase::unit_months},
                                              {"weeks", Phrase::unit_weeks},
                                              {"days", Phrase::unit_days},
                                              {"hours", Phrase::unit_hours},
                                              {"minutes", Phrase::unit_minutes},
                                              {"seconds", Phrase::unit_seconds},
                                              {"points", Phrase::unit_points}}};

bool is_currency(const std::string& unit) {
  static constexpr std::string_view signs[] = {"$", "€", "£", "¥", "US$", "R$", "C$", "A$", "₹"};
  return std::find(std::begin(signs), std::end(signs), unit) != std::end(signs);
}

std::string word_at(const std::string& words, std::size_t index) {
  std::size_t at = 0;
  for (; index > 0; --index) at = words.find(' ', at) + 1;
  return words.substr(at, words.find(' ', at) - at);
}

}  // namespace

std::string sentence(std::string words) {
  if (!words.empty() && words[0] >= 'a' && words[0] <= 'z') {
    words[0] = static_cast<char>(words[0] - 'a' + 'A');
  }
  return words;
}

std::string without_stop(std::string words) {
  while (!words.empty() && (words.back() == ' ' || words.back() == '.')) words.pop_back();
  return words;
}

std::string day_words(const Phrases& say, const Number& day) {
  const std::string iso = base::date_text(day, base::iso_date);
  const std::size_t dash = iso.find('-', 1);
  const int month = std::stoi(iso.substr(dash + 1, 2));
  const std::string name = word_at(say.raw(Phrase::months), static_cast<std::size_t>(month - 1));
  return say(Phrase::date,
             {std::to_string(std::stoi(iso.substr(dash + 4))), name, iso.substr(0, dash)});
}

// Digits are put into groups from five on; with a unit from four on, as such a number is no year.
std::string PlainWords::grouped(const Number& number, bool with_unit) const {
  std::string text = number.text();
  if (text.find('/') != std::string::npos) return text;
  std::string sign;
  if (text.front() == '-') {
    sign = "-";
    text.erase(0, 1);
  }
  const std::size_t point = std::min(text.find('.'), text.size());
  std::string whole = text.substr(0, point);
  const std::string rest = point < text.size() ? text.substr(point + 1) : "";
  const std::size_t least = with_unit && say_.language() != Language::spanish ? 4 : 5;
  if (whole.size() >= least) {
    for (std::size_t at = whole.size(); at > 3;) {
      at -= 3;
      whole.insert(at, say_.raw(Phrase::thousands_mark));
    }
  }
  return sign + whole + (rest.empty() ? "" : say_.raw(Phrase::decimal_mark) + rest);
}

std::string PlainWords::with_unit(const Feature& feature, const std::string& number,
                                  bool one) const {
  const std::string& unit = feature.unit;
  if (unit.empty()) return number;
  if (unit == "%") return say_(Phrase::percent, {number});
  if (is_currency(unit)) {
    // $7.50, not $7.5.
    const std::size_t mark = number.find(say_.raw(Phrase::decimal_mark));
    if (mark != std::string::npos && mark + 2 == number.size()) {
      return with_unit(feature, number + "0", one);
    }
    // -$5, not $-5.
    if (number.front() == '-') return "-" + say_(Phrase::currency, {number.substr(1), unit});
    return say_(Phrase::currency, {number, unit});
  }
  for (const Unit& known : known_units) {
    if (known.name != unit) continue;
    return say_(Phrase::quantity, {number, say_.counted(known.words, one ? 1 : 2)});
  }
  return say_(Phrase::quantity, {number, safe_text(unit)});
}

std::string PlainWords::cost(const Number& cost) const {
  const Number rounded = rounded_cost(cost);
  const std::string text = grouped(rounded, false);
  return rounded == cost ? text : say_(Phrase::about, {text});
}

std::string PlainWords::number(const Feature& feature, const Number& number) const {
  const std::string& date = feature.notation.date;
  if (!date.empty()) {
    return base::has_time(date) ? safe_text(base::date_text(number, date))
                                : day_words(say_, number);
  }
  const bool one = number == Number(1) || number == Number(-1);
  return with_unit(feature, grouped(number, !feature.unit.empty()), one);
}

std::string PlainWords::difference(const Feature& feature, const Number& amount) const {
  if (feature.unit != "%") return number(feature, amount);
  const std::size_t count = amount == Number(1) ? 1 : 2;
  return say_(Phrase::quantity,
              {grouped(amount, true), say_.counted(Phrase::unit_percent_points, count)});
}

std::string PlainWords::text_value(const std::string& text) const {
  std::string shown = safe_text(text);
  std::replace(shown.begin(), shown.end(), '_', ' ');
  // A value of several words must not read as part of the sentence around it.
  const bool quoted = shown.empty() || shown.find_first_of(" ,;") != std::string::npos;
  return quoted ? say_(Phrase::quoted, {shown}) : shown;
}

std::string PlainWords::value(model::FeatureId id, const std::optional<model::Value>& value) const {
  if (!value) return say_(Phrase::not_known);
  const Feature& feature = model_.feature(id);
  if (!feature.numeric() && feature.set().is_others(*value)) return say_(Phrase::any_other_value);
  if (feature.numeric() && value->number) return number(feature, *value->number);
  return feature.unit.empty() ? text_value(value->text)
                              : with_unit(feature, text_value(value->text), value->text == "1");
}

std::string PlainWords::own_value(model::FeatureId id,
                                  const std::optional<model::Value>& value) const {
  const Feature& feature = model_.feature(id);
  const bool other = value && !feature.numeric() && feature.set().is_others(*value);
  if (!other || !written_ || written_->empty() || (*written_)[id.index()].empty()) {
    return this->value(id, value);
  }
  const std::string& text = (*written_)[id.index()];
  return with_unit(feature, text_value(text), text == "1");
}

std::string PlainWords::values(model::FeatureId id, const std::vector<model::Value>& values,
                               Phrase last) const {
  std::vector<std::string> words;
  for (const model::Value& one : values) {
    if (words.size() == most_values && values.size() > most_values + 1) {
      words.push_back(say_.counted(Phrase::others, values.size() - most_values));
      break;
    }
    words.push_back(value(id, one));
  }
  return say_.listed(words, last);
}

std::string PlainWords::places(model::FeatureId id, const std::vector<model::Value>& values) const {
  const Feature& feature = model_.feature(id);
  if (!feature.set().ordered || values.size() < 2) return {};
  const std::size_t last = feature.set().values.size() - 1;
  std::size_t low = last, high = 0;
  for (const model::Value& one : values) {
    const auto place = feature.set().place(one);
    if (!place) return {};
    low = std::min(low, *place);
    high = std::max(high, *place);
  }
  if (high - low + 1 != values.size()) return {};
  const auto words = [&](std::size_t place) {
    return value(id, feature.set().values[place].value);
  };
  if (high == last) return say_(Phrase::or_higher, {words(low)});
  if (low == 0) return say_(Phrase::or_lower, {words(high)});
  return say_(Phrase::from_to, {words(low), words(high)});
}

std::string PlainWords::interval(const Feature& feature, const Interval& interval) const {
  const bool low = !ends_low(feature, interval), high = !ends_high(feature, interval);
  if (interval.low && interval.high && *interval.low == *interval.high) {
    return number(feature, *interval.low);
  }
  if (!low && !high) return say_(Phrase::any_value);
  const bool date = !feature.notation.date.empty();
  const Phrase from_low = interval.low_open ? (date ? Phrase::after : Phrase::more_than)
                                            : (date ? Phrase::or_later : Phrase::or_more);
  const Phrase to_high = interval.high_open ? (date ? Phrase::before : Phrase::less_than)
                                            : (date ? Phrase::or_earlier : Phrase::or_less);
  if (!high) return say_(from_low, {number(feature, *interval.low)});
  if (!low) return say_(to_high, {number(feature, *interval.high)});
  const std::string from = number(feature, *interval.low), to = number(feature, *interval.high);
  if (!interval.low_open && !interval.high_open) return say_(Phrase::from_to, {from, to});
  return say_.listed({say_(from_low, {from}), say_(to_high, {to})});
}

std::string PlainWords::set(model::FeatureId id, const path::ValueSet& set) const {
  const Feature& feature = model_.feature(id);
  if (const auto* intervals = std::get_if<std::vector<Interval>>(&set)) {
    std::string words;
    for (const Interval& one : *intervals) {
      words += (words.empty() ? "" : ", " + say_(Phrase::or_) + " ") + interval(feature, one);
    }
    return words;
  }
  if (is_whole_domain(feature, set)) return say_(Phrase::any_value);
  const auto& all = std::get<std::vector<model::Value>>(set);
  if (const std::string words = places(id, all); !words.empty()) return words;
  const std::string words = values(id, all, Phrase::or_);
  return all.size() > 1 ? say_(Phrase::one_of, {words}) : words;
}

std::string PlainWords::target(const path::Change& change) const {
  const Feature& feature = model_.feature(change.feature);
  const std::string to = value(change.feature, change.to);
  if (const auto* intervals = std::get_if<std::vector<Interval>>(&change.range)) {
    if (intervals->size() != 1 || !change.to.number) return to;
    const Interval& range = intervals->front();
    if (range.low && range.high && *range.low == *range.high) return to;
    const bool at_low = range.low && !range.low_open && *range.low == *change.to.number;
    const bool at_high = range.high && !range.high_open && *range.high == *change.to.number;
    const bool date = !feature.notation.date.empty();
    if (at_low && ends_high(feature, range)) {
      return say_(date ? Phrase::or_later : Phrase::or_more, {to});
    }
    if (at_high && ends_low(feature, range)) {
      return say_(date ? Phrase::or_earlier : Phrase::or_less, {to});
    }
    return say_(Phrase::does_as_well, {to, interval(feature, range)});
  }
  const auto& range = std::get<std::vector<model::Value>>(change.range);
  const std::string all = places(change.feature, range);
  if (!all.empty()) {
    const bool same = all == say_(Phrase::or_higher, {to}) || all == say_(Phrase::or_lower, {to});
    return same ? all : say_(Phrase::does_as_well, {to, all});
  }
  std::vector<model::Value> others;
  std::copy_if(range.begin(), range.end(), std::back_inserter(others),
               [&](const model::Value& other) { return !(other == change.to); });
  if (others.empty()) return to;
  return say_(Phrase::does_as_well, {to, values(change.feature, others, Phrase::or_)});
}

}  // namespace cogs::present
