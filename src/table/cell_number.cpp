// SPDX-License-Identifier: Apache-2.0
#include "table/cell_number.h"

#include <string>

#include "base/digit.h"
#include "table/csv_rules.h"

namespace cogs::table {
namespace {

using base::is_digit;

std::size_t skip_digits(std::string_view text, std::size_t at) {
  while (at < text.size() && is_digit(text[at])) ++at;
  return at;
}

}  // namespace

std::optional<Decimal> cell_decimal(std::string_view text) {
  text = without_blanks(text);
  std::size_t at = 0;
  bool negative = false;
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) negative = text[at++] == '-';
  if (text.size() - at > 19) return std::nullopt;  // 18 digits and a point
  Decimal value;
  int digits = 0;
  bool point = false;
  for (; at < text.size(); ++at) {
    if (is_digit(text[at])) {
      if (++digits > 18) return std::nullopt;
      value.digits = value.digits * 10 + (text[at] - '0');
      value.decimals += point;
    } else if (text[at] == '.' && !point) {
      point = true;
    } else {
      return std::nullopt;
    }
  }
  if (digits == 0) return std::nullopt;
  if (negative) value.digits = -value.digits;
  return value;
}

std::optional<base::Number> cell_number(std::string_view text) {
  text = without_blanks(text);
  if (auto number = base::Number::parse(text)) return number;
  // ".5", "-.5e3", "5.", "5.e3": with the zero that they leave out.
  const std::size_t point = text.find('.');
  if (point == std::string_view::npos) return std::nullopt;
  const bool digit_before = point > 0 && is_digit(text[point - 1]);
  const bool digit_after = point + 1 < text.size() && is_digit(text[point + 1]);
  if (digit_before == digit_after) return std::nullopt;
  std::string full(text);
  full.insert(digit_before ? point + 1 : point, "0");
  return base::Number::parse(full);
}

bool is_number_out_of_range(std::string_view text) {
  text = without_blanks(text);
  if (text.empty() || cell_number(text)) return false;
  std::size_t at = text[0] == '-' || text[0] == '+' ? 1 : 0;
  const std::size_t whole = skip_digits(text, at);
  std::size_t digits = whole - at;
  at = whole;
  if (at < text.size() && text[at] == '.') {
    const std::size_t end = skip_digits(text, at + 1);
    digits += end - at - 1;
    at = end;
  }
  if (digits == 0) return false;
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    if (++at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
    if (at == text.size()) return false;
    at = skip_digits(text, at);
  }
  return at == text.size();
}

}  // namespace cogs::table
