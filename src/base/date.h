// SPDX-License-Identifier: Apache-2.0
//
// Dates and times as numbers: days since 1 January 1970, or seconds where the format has a time of
// day. Both are whole numbers (a second may have decimals), exact, and compare as time does.
//
//   parse_date("07/03/2024", "%d/%m/%Y")   19789
//   date_text(19789, "%d/%m/%Y")           "07/03/2024"
//
// A format has %Y %y %m %d %b %B %H %I %M %S %p and literal characters, as strftime names them.
// Months have their English names. A format that begins with %Y-%m-%d reads every ISO 8601 form:
// T or a blank before the time, seconds with or without decimals, Z or an offset behind it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/number.h"

namespace cogs::base {

inline constexpr std::string_view iso_date = "%Y-%m-%d";
inline constexpr std::string_view iso_time = "%Y-%m-%dT%H:%M:%S";

std::optional<Number> parse_date(std::string_view text, std::string_view format);
// The inverse; of a number that is no whole day (second), the one that it lies in.
std::string date_text(const Number& number, std::string_view format);

// Whether values of the format count seconds.
bool has_time(std::string_view format);
// What is wrong with a format, in words; empty: nothing.
std::string fault_of_date_format(std::string_view format);

}  // namespace cogs::base
