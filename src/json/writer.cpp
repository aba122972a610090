// SPDX-License-Identifier: Apache-2.0
#include "json/writer.h"

#include <algorithm>

namespace cogs::json {

void Writer::new_line(std::size_t depth) {
  constexpr std::size_t most = 40;  // deep results would be blanks for the most part
  out_ += '\n';
  out_.append(std::min(depth, most), ' ');
}

void Writer::before_item() {
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (levels_.empty()) return;
  Level& level = levels_.back();
  if (!level.empty) out_ += level.on_line ? ", " : ",";
  if (!level.on_line) new_line(levels_.size());
  level.empty = false;
}

Writer& Writer::open(char bracket, Layout layout) {
  before_item();
  out_ += bracket;
  const bool on_line = layout == Layout::line || (!levels_.empty() && levels_.back().on_line);
  levels_.push_back({on_line, true});
  return *this;
}

Writer& Writer::close(char bracket) {
  const Level level = levels_.back();
  levels_.pop_back();
  if (!level.on_line && !level.empty) new_line(levels_.size());
  out_ += bracket;
  return *this;
}

Writer& Writer::key(std::string_view name) {
  before_item();
  out_ += quoted(name) + ": ";
  after_key_ = true;
  return *this;
}

Writer& Writer::string(std::string_view text) {
  before_item();
  out_ += quoted(text);
  return *this;
}

Writer& Writer::boolean(bool value) {
  before_item();
  out_ += value ? "true" : "false";
  return *this;
}

Writer& Writer::number(std::uint64_t value) { return digits(std::to_string(value)); }

Writer& Writer::digits(std::string_view number) {
  before_item();
  out_ += number;
  return *this;
}

Writer& Writer::null() {
  before_item();
  out_ += "null";
  return *this;
}

}  // namespace cogs::json
