// SPDX-License-Identifier: Apache-2.0
#include "table/written_number.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/date.h"
#include "base/digit.h"
#include "base/small_letters.h"
#include "table/cell_number.h"
#include "table/csv_rules.h"

namespace cogs::table {
namespace {

// Longer ones before those that they begin with.
constexpr std::array<std::string_view, 56> signs = {
    "US$", "CA$", "MX$", "A$",  "C$",  "R$",  "HK$", "NZ$", "S$",  "$",   "€",   "£",
    "¥",   "₹",   "₽",   "₩",   "₺",   "₪",   "฿",   "₫",   "₱",   "₦",   "zł",  "Kč",
    "kr.", "kr",  "Fr.", "Rs.", "Rs",  "CHF", "USD", "EUR", "GBP", "JPY", "INR", "SEK",
    "NOK", "DKK", "AUD", "CAD", "NZD", "HKD", "SGD", "CNY", "MXN", "BRL", "PLN", "CZK",
    "HUF", "RON", "TRY", "RUB", "KRW", "ZAR", "AED", "%"};

constexpr std::string_view no_break = "\xC2\xA0";             // U+00A0
constexpr std::string_view narrow_no_break = "\xE2\x80\xAF";  // U+202F
constexpr std::string_view right_quote = "\xE2\x80\x99";      // U+2019
constexpr std::string_view minus_sign = "\xE2\x88\x92";       // U+2212

using base::is_digit;

bool take(std::string_view& text, std::string_view front) {
  if (!text.starts_with(front)) return false;
  text.remove_prefix(front.size());
  return true;
}

bool take_back(std::string_view& text, std::string_view back) {
  if (!text.ends_with(back)) return false;
  text.remove_suffix(back.size());
  return true;
}

void drop_blanks(std::string_view& text) {
  text = without_blanks(text);
  for (bool again = true; again;) {
    again = take(text, no_break) || take(text, narrow_no_break) || take_back(text, no_break) ||
            take_back(text, narrow_no_break);
    text = without_blanks(text);
  }
}

bool take_sign(std::string_view& text, bool& negative) {
  if (take(text, "-") || take(text, minus_sign)) {
    negative = !negative;
    return true;
  }
  return take(text, "+");
}

// The whole part, which may have groups: its digits are added to `out`. `point`: what parts the
// decimals, so that it parts no groups. False: not so.
bool take_whole(std::string_view& text, char point, std::string& out) {
  std::size_t at = 0;
  while (at < text.size() && is_digit(text[at])) ++at;
  out += text.substr(0, at);
  const std::size_t first = at;
  text.remove_prefix(at);
  if (first == 0 || first > 3) return true;
  std::string_view separator;
  for (const std::string_view candidate :
       {std::string_view(point == '.' ? "," : "."), std::string_view("'"), std::string_view(" "),
        right_quote, no_break, narrow_no_break}) {
    if (text.starts_with(candidate)) separator = candidate;
  }
  if (separator.empty()) return true;
  if (out.back() == '0' && first == 1) return false;  // 0,125 has no thousands
  std::size_t last = 0, pairs = 0, groups = 0;
  while (take(text, separator)) {
    last = 0;
    while (last < text.size() && is_digit(text[last])) ++last;
    if (last != 2 && last != 3) return false;
    out += text.substr(0, last);
    text.remove_prefix(last);
    pairs += last == 2;
    ++groups;
  }
  // 12,34,567 as in India: pairs, and three digits at the end.
  return last == 3 && (pairs == 0 || (separator == "," && first <= 2 && pairs + 1 == groups));
}

}  // namespace

std::optional<WrittenNumber> written_number(std::string_view text, bool decimal_comma) {
  WrittenNumber out;
  drop_blanks(text);
  const bool has_point = text.find('.') != std::string_view::npos;
  if (!decimal_comma || !has_point) {
    if (auto number = cell_number(text)) {
      out.number = std::move(*number);
      return out;
    }
  }
  bool negative = false;
  if (text.size() > 2 && text.front() == '(' && text.back() == ')') {
    text = text.substr(1, text.size() - 2);
    negative = true;
    drop_blanks(text);
  }
  const bool signed_first = take_sign(text, negative);
  drop_blanks(text);
  for (const std::string_view sign : signs) {
    if (out.sign.empty() && (take(text, sign) || take_back(text, sign))) out.sign = sign;
  }
  drop_blanks(text);
  if (!signed_first) take_sign(text, negative);
  if (take_back(text, "-")) negative = !negative;  // 12.50-
  if (text.empty()) return std::nullopt;

  const char point = decimal_comma ? ',' : '.';
  std::string digits;
  if (!take_whole(text, point, digits)) return std::nullopt;
  bool some = !digits.empty();
  if (digits.empty()) digits = "0";
  if (!text.empty() && text.front() == point) {
    text.remove_prefix(1);
    digits += '.';
    std::size_t at = 0;
    while (at < text.size() && is_digit(text[at])) ++at;
    some = some || at > 0;
    digits += at == 0 ? "0" : text.substr(0, at);
    text.remove_prefix(at);
  }
  if (!some) return std::nullopt;
  digits += text;  // an exponent, or what makes it no number
  if (!text.empty() && text.front() != 'e' && text.front() != 'E') return std::nullopt;
  auto number = base::Number::parse(digits);
  if (!number) return std::nullopt;
  out.number = negative ? -*number : std::move(*number);
  return out;
}

std::optional<MeasuredNumber> measured_number(std::string_view text) {
  constexpr std::size_t longest = 24;
  constexpr std::array<std::string_view, 4> ordinals = {"st", "nd", "rd", "th"};
  drop_blanks(text);
  std::size_t digits = text.size();
  const auto to_last_digit = [&] {
    while (digits > 0 && !is_digit(text[digits - 1])) --digits;
  };
  to_last_digit();
  // The last digit of "75 m2" is part of the unit.
  if (digits == text.size() && digits > 2 && text[digits - 2] == 'm' &&
      (text.back() == '2' || text.back() == '3')) {
    --digits;
    to_last_digit();
  }
  if (digits == 0 || digits == text.size()) return std::nullopt;
  MeasuredNumber parts{text.substr(0, digits), text.substr(digits)};
  const bool blank = parts.unit.front() == ' ' || parts.unit.starts_with(no_break) ||
                     parts.unit.starts_with(narrow_no_break);
  drop_blanks(parts.unit);
  const std::string_view unit = parts.unit;
  if (unit.empty() || unit.size() > longest) return std::nullopt;
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           static_cast<unsigned char>(c) >= 0x80;
  };
  if (!is_letter(unit.front())) return std::nullopt;
  if (!blank && unit.size() == 1 && unit[0] >= 'A' && unit[0] <= 'Z') return std::nullopt;
  if (std::find(ordinals.begin(), ordinals.end(), unit) != ordinals.end()) return std::nullopt;
  const bool fits = std::all_of(unit.begin(), unit.end(), [&](char c) {
    return is_letter(c) || is_digit(c) || c == ' ' || c == '/' || c == '.' || c == '-' || c == '$';
  });
  if (!fits) return std::nullopt;
  return parts;
}

bool same_unit(std::string_view a, std::string_view b) {
  constexpr std::array<std::string_view, 5> endings = {"s", "es", "e", "en", "n"};
  const auto small = [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  };
  take_back(a, ".");
  take_back(b, ".");
  if (a.size() > b.size()) std::swap(a, b);
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (small(a[i]) != small(b[i])) return false;
  }
  const std::string_view rest = b.substr(a.size());
  // Of short words an ending makes others: m and mn, h and he.
  return rest.empty() ||
         (a.size() > 1 && std::find(endings.begin(), endings.end(), rest) != endings.end());
}

std::string_view common_sign(std::string_view sign) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 23> spellings = {
      {{"USD", "$"},  {"US$", "$"},   {"EUR", "€"},   {"GBP", "£"},  {"JPY", "¥"},   {"INR", "₹"},
       {"kr.", "kr"}, {"Fr.", "CHF"}, {"Rs.", "₹"},   {"Rs", "₹"},   {"AUD", "A$"},  {"CAD", "C$"},
       {"CA$", "C$"}, {"NZD", "NZ$"}, {"HKD", "HK$"}, {"SGD", "S$"}, {"MXN", "MX$"}, {"BRL", "R$"},
       {"PLN", "zł"}, {"CZK", "Kč"},  {"TRY", "₺"},   {"RUB", "₽"},  {"KRW", "₩"}}};
  for (const auto& [spelling, common] : spellings) {
    if (sign == spelling) return common;
  }
  const auto known = std::find(signs.begin(), signs.end(), sign);
  return known == signs.end() ? std::string_view() : *known;
}

bool in_other_currency(std::string_view text, std::string_view unit) {
  if (unit.empty() || text.empty() || (is_digit(text.front()) && is_digit(text.back()))) {
    return false;
  }
  const std::string_view home = common_sign(unit);
  if (home.empty()) return false;
  const auto written = written_number(text, false);
  const auto number = written ? written : written_number(text, true);
  return number && !number->sign.empty() && common_sign(number->sign) != home;
}

std::optional<base::Number> cell_number(std::string_view text, const Notation& notation) {
  if (notation.plain) return cell_number(text);
  if (!notation.date.empty()) {
    drop_blanks(text);
    return base::parse_date(text, notation.date);
  }
  if (auto written = written_number(text, notation.decimal_comma)) {
    return std::move(written->number);
  }
  if (!notation.unit.empty()) {
    const auto parts = measured_number(text);
    if (parts && same_unit(parts->unit, notation.unit)) {
      auto written = written_number(parts->number, notation.decimal_comma);
      if (written && written->sign.empty()) return std::move(written->number);
    }
  }
  return std::nullopt;
}

bool means_missing_number(std::string_view text) {
  constexpr std::array<std::string_view, 36> spellings = {"-",
                                                          "--",
                                                          "---",
                                                          "\xE2\x80\x93",
                                                          "\xE2\x80\x94",
                                                          ".",
                                                          "..",
                                                          "?",
                                                          "??",
                                                          "na",
                                                          "n/a",
                                                          "n.a.",
                                                          "n.a",
                                                          "#n/a",
                                                          "#na",
                                                          "<na>",
                                                          "nan",
                                                          "null",
                                                          "nil",
                                                          "none",
                                                          "missing",
                                                          "unknown",
                                                          "unk",
                                                          "undefined",
                                                          "not available",
                                                          "not applicable",
                                                          "not known",
                                                          "no data",
                                                          "(blank)",
                                                          "#value!",
                                                          "#ref!",
                                                          "#div/0!",
                                                          "#num!",
                                                          "#null!",
                                                          "#name?",
                                                          "\xE2\x88\x92"};
  constexpr std::size_t longest = 14;
  drop_blanks(text);
  if (text.size() > longest) return false;
  const std::string small = base::in_small_letters(text);
  return text.empty() || std::find(spellings.begin(), spellings.end(), small) != spellings.end();
}

bool is_mark(const std::vector<std::string>& marks, std::string_view text,
             const std::optional<base::Number>& number) {
  text = without_blanks(text);
  return std::any_of(marks.begin(), marks.end(), [&](const std::string& mark) {
    if (mark == text) return true;
    if (!number) return false;
    const auto as_number = cell_number(mark);
    return as_number && *as_number == *number;
  });
}

}  // namespace cogs::table
