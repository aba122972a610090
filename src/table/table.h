// SPDX-License-Identifier: Apache-2.0
//
// A table in memory: typed columns, each cell a small code into the column's dictionary.
//
//   read_table.h   CSV file, pipe or gzip file -> Table
//
// Learning and prediction only ever ask which value a cell has, or on which side of a number it
// lies. So a column keeps each distinct value once, in order, and one code a row:
//
//   codes 0 .. numbers.size()-1                   the numbers of a numeric column, ascending
//   then  .. numbers.size()+texts.size()-1        texts: all values of a categorical column; the
//                                                 cells of a numeric one that are no numbers
//   missing()                                     the cell is missing
//
// Code order is number order, exactly: numbers are rationals, not doubles. Texts are in natural
// order ("2" before "10"), so codes do not depend on the order of rows, nor on threads.
//
// Always holds: every code is at most missing(); numbers and texts are distinct and all occur.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/budget.h"
#include "base/diagnostic.h"
#include "base/id.h"
#include "base/number.h"
#include "table/written_number.h"
#include "table/zeroed_memory.h"

namespace cogs::table {

using ColumnId = base::Id<struct ColumnTag>;
using Code = std::uint32_t;

// One code a row, in one, two or four bytes each: as few as hold the largest code.
class Codes {
 public:
  Codes() = default;
  // All zero; `largest` is the largest code that set() will be given.
  Codes(std::size_t rows, Code largest);

  std::size_t size() const;
  std::size_t bytes() const;
  Code operator[](std::size_t row) const;
  void set(std::size_t row, Code code);

  // Calls `use` with a std::span of the codes as they are stored, so that a loop over rows knows
  // their width.
  template <class Use>
  decltype(auto) visit(Use&& use) const {
    return std::visit(
        [&](const auto& codes) -> decltype(auto) { return use(std::span(std::as_const(codes))); },
        storage_);
  }
  template <class Use>
  decltype(auto) visit(Use&& use) {
    return std::visit([&](auto& codes) -> decltype(auto) { return use(std::span(codes)); },
                      storage_);
  }

 private:
  template <class Narrow>
  using Storage = std::vector<Narrow, ZeroedAllocator<Narrow>>;

  std::variant<Storage<std::uint8_t>, Storage<std::uint16_t>, Storage<std::uint32_t>> storage_;
};

// A text among numbers, for messages.
struct OddText {
  std::string text;
  std::size_t cells = 0;
  std::size_t row = 0;  // the first that has it, from 1
};

struct Column {
  std::string name;
  bool numeric = false;
  bool partly_percent = false;  // some cells are written with %, others without any sign
  Notation notation = {};       // how its cells write numbers
  // Of money or percent, or a unit ("months"), where cells have one and all the same.
  std::string sign = {};
  std::vector<std::string> units = {};  // several, behind the numbers of a column of names
  std::string fraction = {};            // a cell that was read as one: `1/2`
  // Cells that are no numbers in a column that is one of numbers, or nearly: those that say
  // "missing" in a way of their own, and any others, the most frequent first.
  std::vector<OddText> odd = {};
  std::size_t odd_cells = 0;
  // How `1,234` was read is a guess: nothing else in the table tells.
  std::string ambiguous = {};
  // A cell of a column whose digits are names, not numbers: `01069`.
  std::string padded = {};
  std::vector<base::Number> numbers;  // numeric columns only
  std::vector<std::string> texts;
  Codes codes;
  std::size_t missing_cells = 0;

  Code missing() const { return static_cast<Code>(numbers.size() + texts.size()); }
  std::size_t code_count() const { return missing() + std::size_t{1}; }
  bool is_number(Code code) const { return code < numbers.size(); }
  // A numeric column with cells that are texts.
  bool mixed() const { return numeric && !texts.empty(); }
  // A numeric column with cells that are no numbers: missing ones or texts.
  bool has_gaps() const { return numeric && (mixed() || missing_cells > 0); }
  // The value as text; "?" where it is missing.
  std::string text(Code code) const;
  // The code of a value; nullopt if no cell has it.
  std::optional<Code> code_of(const std::string& value) const;
};

struct Table {
  std::string file;  // as the user named it
  std::vector<Column> columns;
  std::size_t rows = 0;
  std::vector<base::Diagnostic> warnings;
  // Not `no`: a limit stopped the reading, and there are neither columns nor rows.
  base::Exhausted exhausted = base::Exhausted::no;

  const Column& column(ColumnId id) const { return columns[id.index()]; }
  std::optional<ColumnId> find(const std::string& name) const;
  // The very name, or the one column that differs from it in capitals alone.
  std::optional<ColumnId> find_in_any_capitals(const std::string& name) const;
  // Bytes of all codes.
  std::size_t coded_bytes() const;
};

}  // namespace cogs::table
