// SPDX-License-Identifier: Apache-2.0
#include "base/date.h"

#include <array>
#include <cstdint>
#include <cstdio>

#include "base/digit.h"
#include "base/small_letters.h"

namespace cogs::base {

namespace {

constexpr std::array<std::string_view, 12> months = {
    "January", "February", "March",     "April",   "May",      "June",
    "July",    "August",   "September", "October", "November", "December"};

constexpr std::string_view known = "YymdbBHIMSp";
constexpr std::string_view of_time = "HIMS";

struct Moment {
  int year = 1970, month = 1, day = 1, hour = 0, minute = 0;
  Number second = 0;
  bool afternoon = false, twelve_hours = false;
};

bool same_word(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (small_letter(a[i]) != small_letter(b[i])) return false;
  }
  return true;
}

bool leap(int year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

int days_of(int year, int month) {
  constexpr std::array<int, 12> days = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return month == 2 && leap(year) ? 29 : days[static_cast<std::size_t>(month - 1)];
}

// Years are counted from March, so that the leap day is the last of its year; 146097 days are four
// hundred years.
std::int64_t days_since_1970(int year, int month, int day) {
  const std::int64_t y = month <= 2 ? year - 1 : year;
  const std::int64_t era = (y >= 0 ? y : y - 399) / 400;
  const std::int64_t of_era = y - era * 400;
  const std::int64_t of_year = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
  return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

void date_of(std::int64_t days, Moment& moment) {
  days += 719468;
  const std::int64_t era = (days >= 0 ? days : days - 146096) / 146097;
  const std::int64_t of_era = days - era * 146097;
  const std::int64_t year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
  const std::int64_t of_year = of_era - (365 * year + year / 4 - year / 100);
  const std::int64_t month = (5 * of_year + 2) / 153;
  moment.day = static_cast<int>(of_year - (153 * month + 2) / 5 + 1);
  moment.month = static_cast<int>(month < 10 ? month + 3 : month - 9);
  moment.year = static_cast<int>(year + era * 400 + (moment.month <= 2 ? 1 : 0));
}

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  bool at_end() const { return at_ == text_.size(); }
  bool skip(char c) {
    if (at_end() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  // A number of `least` to `most` digits.
  std::optional<int> digits(int least, int most) {
    int value = 0, count = 0;
    for (; count < most && !at_end() && is_digit(text_[at_]); ++count) {
      value = value * 10 + (text_[at_++] - '0');
    }
    if (count < least) return std::nullopt;
    return value;
  }
  // ".250" as 0.25, up to nine digits.
  Number decimals() {
    const std::size_t begin = at_;
    if (!skip('.') && !skip(',')) return 0;
    std::string number = "0.";
    while (!at_end() && is_digit(text_[at_]) && number.size() < 11) number += text_[at_++];
    if (number.size() == 2) at_ = begin;
    return number.size() == 2 ? Number(0) : Number::parse(number).value_or(0);
  }
  std::optional<int> month_name() {
    for (std::size_t i = 0; i < months.size(); ++i) {
      for (const std::size_t length : {months[i].size(), std::size_t{3}}) {
        if (!same_word(text_.substr(at_, length), months[i].substr(0, length))) continue;
        at_ += length;
        return static_cast<int>(i + 1);
      }
    }
    return std::nullopt;
  }
  std::optional<bool> afternoon() {
    const std::string_view word = text_.substr(at_, 2);
    if (!same_word(word, "am") && !same_word(word, "pm")) return std::nullopt;
    at_ += 2;
    return same_word(word, "pm");
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

std::optional<Number> number_of(Moment moment, bool seconds) {
  if (moment.twelve_hours) {
    if (moment.hour < 1 || moment.hour > 12) return std::nullopt;
    moment.hour = moment.hour % 12 + (moment.afternoon ? 12 : 0);
  }
  if (moment.month < 1 || moment.month > 12 || moment.day < 1 ||
      moment.day > days_of(moment.year, moment.month) || moment.hour > 24 || moment.minute > 59 ||
      moment.second >= Number(61) || (moment.hour == 24 && moment.minute > 0)) {
    return std::nullopt;
  }
  const std::int64_t days = days_since_1970(moment.year, moment.month, moment.day);
  if (!seconds) return Number(days);
  return Number(days * 86400 + moment.hour * 3600 + moment.minute * 60) + moment.second;
}

std::optional<Number> parse_iso(std::string_view text, bool seconds) {
  Reader reader(text);
  Moment moment;
  const auto year = reader.digits(4, 4);
  if (!year || !reader.skip('-')) return std::nullopt;
  const auto month = reader.digits(2, 2);
  if (!month || !reader.skip('-')) return std::nullopt;
  const auto day = reader.digits(2, 2);
  if (!day) return std::nullopt;
  moment.year = *year;
  moment.month = *month;
  moment.day = *day;
  if (reader.at_end()) return number_of(moment, seconds);
  if (!reader.skip('T') && !reader.skip('t') && !reader.skip(' ')) return std::nullopt;
  const auto hour = reader.digits(2, 2);
  if (!hour || !reader.skip(':')) return std::nullopt;
  const auto minute = reader.digits(2, 2);
  if (!minute) return std::nullopt;
  moment.hour = *hour;
  moment.minute = *minute;
  if (reader.skip(':')) {
    const auto second = reader.digits(2, 2);
    if (!second) return std::nullopt;
    moment.second = Number(*second) + reader.decimals();
  }
  Number shift = 0;
  if (!reader.skip('Z') && !reader.at_end()) {
    const bool east = reader.skip('+');
    if (!east && !reader.skip('-')) return std::nullopt;
    const auto hours = reader.digits(2, 2);
    reader.skip(':');
    const auto minutes = reader.at_end() ? std::optional(0) : reader.digits(2, 2);
    if (!hours || !minutes) return std::nullopt;
    shift = Number((*hours * 60 + *minutes) * 60 * (east ? -1 : 1));
  }
  if (!reader.at_end()) return std::nullopt;
  const auto number = number_of(moment, true);
  if (!number) return std::nullopt;
  if (seconds) return *number + shift;
  return (*number / Number(86400)).floor();
}

std::string padded(int value, int width) {
  std::array<char, 16> out{};
  std::snprintf(out.data(), out.size(), "%0*d", width, value);
  return out.data();
}

}  // namespace

bool has_time(std::string_view format) {
  for (std::size_t i = 0; i + 1 < format.size(); ++i) {
    if (format[i] != '%') continue;
    if (of_time.find(format[++i]) != std::string_view::npos) return true;
  }
  return false;
}

std::string fault_of_date_format(std::string_view format) {
  bool some = false;
  for (std::size_t i = 0; i < format.size(); ++i) {
    if (format[i] != '%') continue;
    if (i + 1 == format.size()) return "it ends with %";
    const char letter = format[++i];
    if (letter == '%') continue;
    if (known.find(letter) == std::string_view::npos) {
      return "it has %" + std::string(1, letter) +
             ", and %Y %y %m %d %b %B %H %I %M %S %p are known";
    }
    some = true;
  }
  return some ? "" : "it names no part of a date, such as %d";
}

std::optional<Number> parse_date(std::string_view text, std::string_view format) {
  const bool seconds = has_time(format);
  if (format.starts_with(iso_date)) {
    if (const auto number = parse_iso(text, seconds)) return number;
  }
  Reader reader(text);
  Moment moment;
  for (std::size_t i = 0; i < format.size(); ++i) {
    if (format[i] != '%' || i + 1 == format.size() || format[i + 1] == '%') {
      if (format[i] == '%') ++i;
      if (!reader.skip(format[i])) return std::nullopt;
      continue;
    }
    std::optional<int> number;
    switch (format[++i]) {
      case 'Y':
        if (!(number = reader.digits(4, 4))) return std::nullopt;
        moment.year = *number;
        break;
      case 'y':
        if (!(number = reader.digits(2, 2))) return std::nullopt;
        moment.year = *number + (*number < 69 ? 2000 : 1900);  // as POSIX has it
        break;
      case 'm':
        if (!(number = reader.digits(1, 2))) return std::nullopt;
        moment.month = *number;
        break;
      case 'b':
      case 'B':
        if (!(number = reader.month_name())) return std::nullopt;
        moment.month = *number;
        break;
      case 'd':
        if (!(number = reader.digits(1, 2))) return std::nullopt;
        moment.day = *number;
        break;
      case 'I': moment.twelve_hours = true; [[fallthrough]];
      case 'H':
        if (!(number = reader.digits(1, 2))) return std::nullopt;
        moment.hour = *number;
        break;
      case 'M':
        if (!(number = reader.digits(1, 2))) return std::nullopt;
        moment.minute = *number;
        break;
      case 'S':
        if (!(number = reader.digits(1, 2))) return std::nullopt;
        moment.second = Number(*number) + reader.decimals();
        break;
      case 'p': {
        const auto afternoon = reader.afternoon();
        if (!afternoon) return std::nullopt;
        moment.afternoon = *afternoon;
        break;
      }
      default: return std::nullopt;
    }
  }
  if (!reader.at_end()) return std::nullopt;
  return number_of(moment, seconds);
}

std::string date_text(const Number& number, std::string_view format) {
  const bool seconds = has_time(format);
  const auto whole = number.floor().to_int64();
  constexpr std::int64_t farthest = 3'000'000;  // days: years of four digits
  if (!whole) return number.text();
  const std::int64_t days =
      seconds ? (*whole >= 0 ? *whole / 86400 : -((-*whole + 86399) / 86400)) : *whole;
  if (days > farthest || days < -farthest) return number.text();
  Moment moment;
  date_of(days, moment);
  const auto of_day = static_cast<int>(seconds ? *whole - days * 86400 : 0);
  std::string out;
  for (std::size_t i = 0; i < format.size(); ++i) {
    if (format[i] != '%' || i + 1 == format.size()) {
      out += format[i];
      continue;
    }
    const std::string_view month = months[static_cast<std::size_t>(moment.month - 1)];
    const int hour = of_day / 3600;
    switch (format[++i]) {
      case 'Y': out += padded(moment.year, 4); break;
      case 'y': out += padded(((moment.year % 100) + 100) % 100, 2); break;
      case 'm': out += padded(moment.month, 2); break;
      case 'b': out += month.substr(0, 3); break;
      case 'B': out += month; break;
      case 'd': out += padded(moment.day, 2); break;
      case 'H': out += padded(hour, 2); break;
      case 'I': out += padded(hour % 12 == 0 ? 12 : hour % 12, 2); break;
      case 'M': out += padded(of_day / 60 % 60, 2); break;
      case 'S': out += padded(of_day % 60, 2); break;
      case 'p': out += hour < 12 ? "AM" : "PM"; break;
      default: out += format[i];
    }
  }
  return out;
}

}  // namespace cogs::base
