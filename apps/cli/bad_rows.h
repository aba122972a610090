// SPDX-License-Identifier: Apache-2.0
//
// Rows with values that the model cannot take: their list, and what is said where there is none.
#pragma once

#include <cogs/table.h>
#include <optional>
#include <string>
#include <vector>

#include "base/text_file.h"

namespace cogs::cli {

// row,column,value,message: a file that is there when finish() was called. Cells are written as
// they come, since a table may have any number of them.
class BadCellList {
 public:
  explicit BadCellList(std::string file);
  void add(const BadCell& cell);
  void finish();

 private:
  void write();

  std::string name_;
  std::optional<base::NewTextFile> file_;  // from the first that is written on
  std::string waiting_;
};

// Throws base::InputError about the first of them; `help` is what could be done.
[[noreturn]] void refuse_bad_rows(const std::string& file, const std::vector<BadCell>& cells,
                                  std::size_t bad_rows, const std::string& help);

}  // namespace cogs::cli
