// SPDX-License-Identifier: Apache-2.0
#include "output/json_writer.h"

#include <algorithm>

namespace cogs::output {

void JsonWriter::new_line(std::size_t depth) {
  constexpr std::size_t deepest = 40;  // deep results would be blanks for the most part
  out_ += '\n';
  out_.append(std::min(depth, deepest), ' ');
}

void JsonWriter::before_item() {
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

JsonWriter& JsonWriter::open(char bracket, JsonLayout layout) {
  before_item();
  out_ += bracket;
  const bool on_line = layout == JsonLayout::line || (!levels_.empty() && levels_.back().on_line);
  levels_.push_back({on_line, true});
  return *this;
}

JsonWriter& JsonWriter::close(char bracket) {
  const Level level = levels_.back();
  levels_.pop_back();
  if (!level.on_line && !level.empty) new_line(levels_.size());
  out_ += bracket;
  return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
  before_item();
  out_ += json_string(name) + ": ";
  after_key_ = true;
  return *this;
}

JsonWriter& JsonWriter::string(std::string_view text) {
  before_item();
  out_ += json_string(text);
  return *this;
}

JsonWriter& JsonWriter::boolean(bool value) {
  before_item();
  out_ += value ? "true" : "false";
  return *this;
}

JsonWriter& JsonWriter::number(std::uint64_t value) { return digits(std::to_string(value)); }

JsonWriter& JsonWriter::digits(std::string_view number) {
  before_item();
  out_ += number;
  return *this;
}

JsonWriter& JsonWriter::null() {
  before_item();
  out_ += "null";
  return *this;
}

}  // namespace cogs::output
