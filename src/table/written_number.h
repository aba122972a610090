// SPDX-License-Identifier: Apache-2.0
//
// Numbers as people write them -> numbers: "26,000", "$26,000.50", "(1.234,56 €)", "97 %".
//
// Thousands are groups of three digits behind a comma, an apostrophe or a blank; where the comma
// is the decimal mark, behind a point in place of a comma. One sign of money or percent may stand
// at either end, and is only noted: 97 % is 97. An amount in parentheses is negative, as
// accountants have it. Everything that table/cell_number.h reads is read as it is there.
//
// A word behind a number may be a unit of its column: "12 months". See measured_number.
//
// What a text means may depend on its column ("1,234"), so the caller says which notation to use.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/number.h"

namespace cogs::table {

// How the cells of a column write numbers. It is part of what a model knows about a feature, so
// that the same cell means the same when it is read again.
struct Notation {
  bool decimal_comma = false;
  std::string date = {};  // a format of base/date.h: the cells are dates; empty: they are not
  // Cells that are missing, beside the empty one and the marks of the reading; numbers are compared
  // as numbers.
  std::vector<std::string> missing = {};
  bool texts_are_missing = false;  // every cell that is no number is missing
  std::string unit = {};           // a word that may stand behind the numbers: "12 months"
  bool plain = false;              // cell_number alone; `?` and the like are the only marks

  friend bool operator==(const Notation&, const Notation&) = default;
};

struct WrittenNumber {
  base::Number number;
  std::string_view sign = {};  // "$", "%", ...; empty: none
};

std::optional<WrittenNumber> written_number(std::string_view text, bool decimal_comma);

// "12 months" in its parts, "12" and "months"; nothing where no word stands behind digits. "1st" is
// no amount of anything, and "12A" rather a code.
struct MeasuredNumber {
  std::string_view number, unit;
};
std::optional<MeasuredNumber> measured_number(std::string_view text);
// "month", "Months" and "months." are one unit; so are "Jahr" and "Jahre", "mes" and "meses".
bool same_unit(std::string_view a, std::string_view b);

// The sign by which all spellings of a currency are known ("USD" and "US$" are "$"), and "%" for
// percent; "" for what is no such sign.
std::string_view common_sign(std::string_view sign);
// Whether the text is an amount in another currency than that of `unit`. Without a sign, or where
// the unit is none of money or percent, it is not.
bool in_other_currency(std::string_view text, std::string_view unit);

// The number that a cell is in this notation. Marks of missing cells are not looked at.
std::optional<base::Number> cell_number(std::string_view text, const Notation& notation);

// "unknown", "-", "#N/A", ".", ...: what stands in a column of numbers where there is none.
bool means_missing_number(std::string_view text);

// Whether a mark such as "-9" or "none" is the cell; numbers are compared as numbers.
bool is_mark(const std::vector<std::string>& marks, std::string_view text,
             const std::optional<base::Number>& number);

}  // namespace cogs::table
