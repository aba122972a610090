// SPDX-License-Identifier: Apache-2.0
#include "table.h"

#include <cmath>
#include <cstdio>
#include <fstream>
#include <stdexcept>

namespace cogs::bench {

Table::Table(std::string title, std::vector<std::string> columns)
    : title_(std::move(title)), columns_(std::move(columns)) {}

void Table::add_row(std::vector<std::string> cells) {
  if (cells.size() != columns_.size()) throw std::logic_error("a row that does not fit its table");
  rows_.push_back(std::move(cells));
}

std::string Table::csv() const {
  std::string text;
  const auto add_line = [&](const std::vector<std::string>& cells) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const bool quote = cells[i].find(',') != std::string::npos;
      text += (i == 0 ? "" : ",") + (quote ? '"' + cells[i] + '"' : cells[i]);
    }
    text += '\n';
  };
  add_line(columns_);
  for (const auto& row : rows_) add_line(row);
  return text;
}

std::string Table::markdown() const {
  std::string text = "### " + title_ + "\n\n|";
  for (const std::string& column : columns_) text += " " + column + " |";
  text += "\n|";
  for (std::size_t i = 0; i < columns_.size(); ++i) text += "---|";
  text += "\n";
  for (const auto& row : rows_) {
    text += "|";
    for (const std::string& cell : row) text += " " + cell + " |";
    text += "\n";
  }
  text += "\n";
  for (const std::string& note : notes_) text += note + "\n\n";
  return text;
}

std::string time_text(double seconds) {
  const char* unit = "s";
  double value = seconds;
  if (seconds < 1e-3) {
    value = seconds * 1e6;
    unit = "us";
  } else if (seconds < 1) {
    value = seconds * 1e3;
    unit = "ms";
  }
  return number_text(value) + " " + unit;
}

std::string number_text(double number) {
  char buffer[64];
  const double size = std::abs(number);
  const bool whole = number == std::round(number);
  std::snprintf(buffer, sizeof buffer,
                whole || size >= 100 ? "%.0f"
                : size >= 10         ? "%.1f"
                                     : "%.2f",
                number);
  return buffer;
}

void write_file(const std::string& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary);
  out << text;
  out.close();
  if (!out) throw std::runtime_error("cannot write " + path);
}

}  // namespace cogs::bench
