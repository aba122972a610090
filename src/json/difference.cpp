// SPDX-License-Identifier: Apache-2.0
#include "json/difference.h"

#include <algorithm>

#include "base/utf8.h"
#include "json/write.h"

namespace cogs::json {

namespace {

using Kind = Value::Kind;

// A value in a sentence: its beginning says enough.
std::string brief(const Value& value) {
  constexpr std::size_t longest = 60;
  std::string_view rest;
  const std::string text = to_text(value, Layout::line);
  rest = text;
  std::string out;
  while (!rest.empty()) {
    const base::CodePoint c = base::next_code_point(rest);
    if (out.size() + c.bytes > longest) return out + "...";
    out += rest.substr(0, c.bytes);
    rest.remove_prefix(c.bytes);
  }
  return out;
}

std::string pointer_step(std::string_view name) {
  std::string out = "/";
  for (const char c : name) {
    if (c == '~') {
      out += "~0";
    } else if (c == '/') {
      out += "~1";
    } else {
      out.push_back(c);
    }
  }
  return out;
}

class Comparison {
 public:
  explicit Comparison(std::size_t most) : most_(most) {}

  void compare(const Value& first, const Value& second, const std::string& where) {
    if (found_.size() >= most_) return;
    const bool alike = first.kind() == second.kind();
    if (alike && first.is(Kind::array)) {
      compare_items(first, second, where);
    } else if (alike && first.is(Kind::object)) {
      compare_members(first, second, where);
    } else if (!alike || first.text() != second.text() || first.truth() != second.truth()) {
      add(where, first.place, brief(first), brief(second));
    }
  }

  std::vector<Difference> take() { return std::move(found_); }

 private:
  void add(const std::string& where, const base::Place& place, std::string first,
           std::string second) {
    if (found_.size() >= most_) return;
    found_.push_back({where, place, std::move(first), std::move(second)});
  }

  void compare_items(const Value& first, const Value& second, const std::string& where) {
    const std::size_t count = std::max(first.items().size(), second.items().size());
    for (std::size_t i = 0; i < count; ++i) {
      const std::string here = where + "/" + std::to_string(i);
      if (i >= first.items().size()) {
        add(here, first.place, "", brief(second.items()[i]));
      } else if (i >= second.items().size()) {
        add(here, first.items()[i].place, brief(first.items()[i]), "");
      } else {
        compare(first.items()[i], second.items()[i], here);
      }
    }
  }

  void compare_members(const Value& first, const Value& second, const std::string& where) {
    for (const auto& [name, value] : first.members()) {
      const std::string here = where + pointer_step(name);
      const Value* other = second.find(name);
      const bool again = first.find(name) != &value;
      if (other == nullptr || again) {
        add(here, value.place, brief(value), "");
      } else {
        compare(value, *other, here);
      }
    }
    for (const auto& [name, value] : second.members()) {
      if (first.find(name) == nullptr) {
        add(where + pointer_step(name), first.place, "", brief(value));
      }
    }
  }

  std::size_t most_;
  std::vector<Difference> found_;
};

}  // namespace

std::vector<Difference> differences(const Value& first, const Value& second,
                                    const std::string& where, std::size_t most) {
  Comparison comparison(most);
  comparison.compare(first, second, where);
  return comparison.take();
}

}  // namespace cogs::json
