// SPDX-License-Identifier: Apache-2.0
//
// JSON that is written as it comes, without a tree of values first: for results that are large,
// or deeper than Value should be.
//
//   Writer json;
//   json.open('{').key("answers").open('[');
//   json.open('{', Layout::line).key("n").number(1).close('}');
//   json.close(']').close('}');
//   json.take();
//
// Containers of layout `page` put each item on a line of its own; everything inside one of
// layout `line` stays on its line.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "json/write.h"

namespace cogs::json {

class Writer {
 public:
  Writer& open(char bracket, Layout layout = Layout::page);
  Writer& close(char bracket);
  Writer& key(std::string_view name);
  Writer& string(std::string_view text);
  Writer& boolean(bool value);
  Writer& number(std::uint64_t value);
  Writer& digits(std::string_view number);  // must be a JSON number
  Writer& null();

  std::string take() { return std::move(out_); }

 private:
  struct Level {
    bool on_line = false;
    bool empty = true;
  };
  void before_item();
  void new_line(std::size_t depth);

  std::string out_;
  std::vector<Level> levels_;
  bool after_key_ = false;
};

}  // namespace cogs::json
