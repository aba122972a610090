// SPDX-License-Identifier: Apache-2.0
#include "output/canonical_json.h"

#include <algorithm>
#include <cstdio>

#include "output/safe_text.h"

namespace cogs::output {

namespace {

using Kind = JsonValue::Kind;

void append_string(std::string_view text, std::string& out) {
  out.push_back('"');
  for (const char c : text) {
    switch (c) {
      case '"': out += "\\\""; break;
      case '\\': out += "\\\\"; break;
      case '\b': out += "\\b"; break;
      case '\f': out += "\\f"; break;
      case '\n': out += "\\n"; break;
      case '\r': out += "\\r"; break;
      case '\t': out += "\\t"; break;
      default:
        if (static_cast<unsigned char>(c) < 0x20) {
          char buffer[8];
          std::snprintf(buffer, sizeof buffer, "\\u%04x", static_cast<unsigned>(c));
          out += buffer;
        } else {
          out.push_back(c);
        }
    }
  }
  out.push_back('"');
}

void append(const JsonValue& value, std::string_view without, std::string& out) {
  const char* separator = "";
  switch (value.kind()) {
    case Kind::null: out += "null"; break;
    case Kind::boolean: out += value.truth() ? "true" : "false"; break;
    case Kind::number: out += value.text(); break;
    case Kind::string: append_string(value.text(), out); break;
    case Kind::array:
      out.push_back('[');
      for (const JsonValue& item : value.items()) {
        out += separator;
        append(item, {}, out);
        separator = ",";
      }
      out.push_back(']');
      break;
    case Kind::object: {
      std::vector<const JsonValue::Member*> sorted;
      for (const JsonValue::Member& member : value.members()) {
        if (without.empty() || member.first != without) sorted.push_back(&member);
      }
      std::stable_sort(sorted.begin(), sorted.end(),
                       [](const auto* a, const auto* b) { return a->first < b->first; });
      out.push_back('{');
      for (const JsonValue::Member* member : sorted) {
        out += separator;
        append_string(member->first, out);
        out.push_back(':');
        append(member->second, {}, out);
        separator = ",";
      }
      out.push_back('}');
    }
  }
}

// A value in a sentence: its beginning says enough.
std::string brief(const JsonValue& value) {
  constexpr std::size_t longest = 60;
  std::string_view rest;
  const std::string text = to_text(value, JsonLayout::line);
  rest = text;
  std::string out;
  while (!rest.empty()) {
    const CodePoint c = next_code_point(rest);
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

  void compare(const JsonValue& first, const JsonValue& second, const std::string& where) {
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

  std::vector<JsonDifference> take() { return std::move(found_); }

 private:
  void add(const std::string& where, const base::Place& place, std::string first,
           std::string second) {
    if (found_.size() >= most_) return;
    found_.push_back({where, place, std::move(first), std::move(second)});
  }

  void compare_items(const JsonValue& first, const JsonValue& second, const std::string& where) {
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

  void compare_members(const JsonValue& first, const JsonValue& second, const std::string& where) {
    for (const auto& [name, value] : first.members()) {
      const std::string here = where + pointer_step(name);
      const JsonValue* other = second.find(name);
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
  std::vector<JsonDifference> found_;
};

}  // namespace

std::string canonical_text(const JsonValue& value, std::string_view without) {
  std::string out;
  append(value, without, out);
  return out;
}

std::vector<JsonDifference> differences(const JsonValue& first, const JsonValue& second,
                                        const std::string& where, std::size_t most) {
  Comparison comparison(most);
  comparison.compare(first, second, where);
  return comparison.take();
}

}  // namespace cogs::output
