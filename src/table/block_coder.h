// SPDX-License-Identifier: Apache-2.0
//
// Blocks of rows -> codes: what one thread does of reading a table.
//
// Each thread has dictionaries of its own, numbered as fields come, so threads never wait for each
// other here; read_table joins the dictionaries at the end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "table/block_cutter.h"
#include "table/code_store.h"
#include "table/csv_rules.h"
#include "table/field_dictionary.h"
#include "table/row_runs.h"
#include "table/table_layout.h"

namespace cogs::table {

constexpr std::size_t most_problems = 20;  // that are shown, of those that were found

// A row that cannot be read. Row and line count from the start of its block: what came before is
// known only when all blocks are done.
struct RowProblem {
  RowFault fault = RowFault::none;  // none: not as many fields as there are columns
  std::size_t fields = 0;
  std::uint64_t row = 0;
  base::Place place;
  std::string source_line;
};

struct BlockReport {
  std::size_t number = 0;   // of the block
  std::uint64_t rows = 0;   // good and bad
  std::uint64_t coded = 0;  // good ones
  std::uint64_t lines = 0;
  std::uint64_t bad = 0;
  bool open_quote = false;           // the last row is not whole: what follows it is lost
  std::vector<RowProblem> problems;  // the first ones of the bad rows
};

struct CodedField {
  FieldDictionary dictionary;
  CodeStore codes;
};

class BlockCoder {
 public:
  explicit BlockCoder(const TableLayout& layout);

  BlockReport code(const Block& block);
  std::size_t bytes() const;
  // One for each column of the file; empty for those that are not kept.
  std::vector<CodedField>& columns() { return columns_; }

 private:
  void code_run(std::string_view text, const std::uint32_t* bounds, std::size_t rows);

  const TableLayout& layout_;
  std::vector<CodedField> columns_;
  RowRuns runs_;
  std::vector<Code> codes_;
};

}  // namespace cogs::table
