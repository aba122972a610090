// SPDX-License-Identifier: Apache-2.0
#include "cli/bad_rows.h"

#include "output/predict_report.h"

namespace cogs::cli {

std::string errors_csv(const std::vector<engine::BadCell>& cells) {
  std::string out = "row,column,value,message\n";
  for (const engine::BadCell& cell : cells) {
    out += std::to_string(cell.row) + "," + output::csv_field(cell.column) + "," +
           output::csv_field(cell.value) + "," + output::csv_field(cell.message) + "\n";
  }
  return out;
}

void refuse_bad_rows(const std::string& file, const std::vector<engine::BadCell>& cells,
                     std::size_t bad_rows, const std::string& help) {
  constexpr std::size_t most_shown = 20;
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
