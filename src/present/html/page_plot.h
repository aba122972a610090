// SPDX-License-Identifier: Apache-2.0
//
// Plots and tables on a page. A plot never stands alone: what it shows is in a table too, marks
// have shapes and labels of their own, and colour says nothing by itself.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cogs::present {

// Texts are plain: they are made safe here.
struct PlotRow {
  std::string label, value;
  double share = 0;                                        // of the width, 0 to 1
  std::optional<std::pair<double, double>> interval = {};  // drawn as a line with ends
  bool doubtful = false;                                   // an open mark
};

enum class PlotKind { bars, dots };

// One row under the other, each with its label above and its value at the end.
std::string plot_html(PlotKind kind, const std::string& title, const std::vector<PlotRow>& rows);

// A bar from one place to another, or a mark where all has come to.
struct FlowRow {
  std::string label, value;
  double from = 0, to = 0;  // of the width, 0 to 1
  bool mark = false;
};

// Bars that go on where the one above ends; `line`: a place to compare with, across all rows.
std::string flow_html(const std::string& title, const std::vector<FlowRow>& rows,
                      const std::optional<double>& line);

struct PageTable {
  std::string title;
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> rows;  // the first cell is the name of the row
};

std::string table_html(const PageTable& table);

// A plot and its table, beside each other where there is room.
std::string side_by_side(const std::string& plot, const std::string& table);
// `words` is plain text; `kind` a class of the style sheet.
std::string paragraph_html(const std::string& words, const char* kind = nullptr);
// `heading` is plain text, `content` is HTML.
std::string section_html(const std::string& id, const std::string& heading,
                         const std::string& content);

}  // namespace cogs::present
