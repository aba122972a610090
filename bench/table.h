// SPDX-License-Identifier: Apache-2.0
//
// A table of results, written as CSV for machines and as Markdown for people.
#pragma once

#include <string>
#include <vector>

namespace cogs::bench {

class Table {
 public:
  Table(std::string title, std::vector<std::string> columns);

  void add_row(std::vector<std::string> cells);
  void add_note(std::string note) { notes_.push_back(std::move(note)); }

  std::string csv() const;
  std::string markdown() const;

 private:
  std::string title_;
  std::vector<std::string> columns_;
  std::vector<std::vector<std::string>> rows_;
  std::vector<std::string> notes_;
};

// Three significant digits with the unit that fits: "12.3 us", "4.56 ms", "30.0 s".
std::string time_text(double seconds);
// "12", "1.3": without digits that mean nothing.
std::string number_text(double number);

void write_file(const std::string& path, const std::string& text);

}  // namespace cogs::bench
