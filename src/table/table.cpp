// SPDX-License-Identifier: Apache-2.0
#include "table/table.h"

#include <algorithm>
#include <limits>

#include "base/small_letters.h"
#include "table/cell_number.h"
#include "table/natural_order.h"

namespace cogs::table {

Codes::Codes(std::size_t rows, Code largest) {
  if (largest <= std::numeric_limits<std::uint8_t>::max()) {
    storage_ = Storage<std::uint8_t>(rows);
  } else if (largest <= std::numeric_limits<std::uint16_t>::max()) {
    storage_ = Storage<std::uint16_t>(rows);
  } else {
    storage_ = Storage<std::uint32_t>(rows);
  }
}

std::size_t Codes::size() const {
  return visit([](auto codes) { return codes.size(); });
}

std::size_t Codes::bytes() const {
  return visit([](auto codes) { return codes.size_bytes(); });
}

Code Codes::operator[](std::size_t row) const {
  return visit([&](auto codes) { return static_cast<Code>(codes[row]); });
}

void Codes::set(std::size_t row, Code code) {
  visit([&](auto codes) { codes[row] = static_cast<typename decltype(codes)::value_type>(code); });
}

std::string Column::text(Code code) const {
  if (code < numbers.size()) return numbers[code].text();
  return code < missing() ? texts[code - numbers.size()] : "?";
}

std::optional<Code> Column::code_of(const std::string& value) const {
  if (numeric) {
    std::optional<base::Number> number = cell_number(value, notation);
    if (!number && !notation.date.empty()) number = cell_number(value);
    if (number) {
      const auto at = std::lower_bound(numbers.begin(), numbers.end(), *number);
      if (at == numbers.end() || *at != *number) return std::nullopt;
      return static_cast<Code>(at - numbers.begin());
    }
  }
  const auto at = std::lower_bound(
      texts.begin(), texts.end(), value,
      [](const std::string& a, const std::string& b) { return natural_order(a, b) < 0; });
  if (at == texts.end() || *at != value) return std::nullopt;
  return static_cast<Code>(numbers.size() + static_cast<std::size_t>(at - texts.begin()));
}

std::optional<ColumnId> Table::find(const std::string& name) const {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].name == name) return ColumnId(i);
  }
  return std::nullopt;
}

std::optional<ColumnId> Table::find_in_any_capitals(const std::string& name) const {
  if (const auto exact = find(name)) return exact;
  std::optional<ColumnId> found;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (!base::same_in_small_letters(columns[i].name, name)) continue;
    if (found) return std::nullopt;
    found = ColumnId(i);
  }
  return found;
}

std::size_t Table::coded_bytes() const {
  std::size_t bytes = 0;
  for (const Column& column : columns) bytes += column.codes.bytes();
  return bytes;
}

}  // namespace cogs::table
