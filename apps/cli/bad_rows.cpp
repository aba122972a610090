// SPDX-License-Identifier: Apache-2.0
#include "cli/bad_rows.h"

#include <utility>

#include "present/text/predict.h"

namespace cogs::cli {

BadCellList::BadCellList(std::string file)
    : name_(std::move(file)), waiting_("row,column,value,message\n") {}

void BadCellList::write() {
  if (!file_) file_.emplace(name_);
  file_->write(waiting_);
  waiting_.clear();
}

void BadCellList::add(const BadCell& cell) {
  constexpr std::size_t at_once = std::size_t{64} << 10;
  waiting_ += std::to_string(cell.row) + "," + present::csv_field(cell.column) + "," +
              present::csv_field(cell.value) + "," + present::csv_field(cell.message) + "\n";
  if (waiting_.size() >= at_once) write();
}

void BadCellList::finish() {
  write();
  file_->finish();
}

void refuse_bad_rows(const std::string& file, const std::vector<BadCell>& cells,
                     std::size_t bad_rows, const std::string& help) {
  constexpr std::size_t most_shown = 19;  // of 20 errors that are shown, the last counts them all
  std::vector<base::Diagnostic> all;
  for (std::size_t i = 0; i < cells.size() && i < most_shown; ++i) {
    all.push_back(base::error_about(
        file, "row " + std::to_string(cells[i].row) + ": " + cells[i].message, cells[i].help));
  }
  all.push_back(base::error_about(file,
                                  std::to_string(bad_rows) +
                                      (bad_rows == 1 ? " row has" : " rows have") +
                                      " values that the model cannot take; nothing was written",
                                  help));
  throw base::InputError(std::move(all));
}

}  // namespace cogs::cli
