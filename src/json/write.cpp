// SPDX-License-Identifier: Apache-2.0
//
// Value -> text. A page is laid out greedily: a container that fits in the rest of its line
// is written there, another gets one line an item.
#include "json/write.h"

#include <algorithm>
#include <cstdio>
#include <limits>
#include <vector>

#include "base/utf8.h"

namespace cogs::json {

namespace {

constexpr std::size_t page_width = 100;

// Beyond 16 bits JSON takes two escapes, a surrogate pair.
void append_escape(std::uint32_t code, std::string& out) {
  char buffer[16];
  if (code <= 0xFFFF) {
    std::snprintf(buffer, sizeof buffer, "\\u%04x", code);
  } else {
    const std::uint32_t rest = code - 0x10000;
    std::snprintf(buffer, sizeof buffer, "\\u%04x\\u%04x", 0xD800U + (rest >> 10U),
                  0xDC00U + (rest & 0x3FFU));
  }
  out += buffer;
}

void append_string(std::string_view text, std::string& out) {
  out.push_back('"');
  while (!text.empty()) {
    // Most of most texts: plain characters, taken as they are.
    std::size_t plain = 0;
    while (plain < text.size() && text[plain] >= ' ' && text[plain] <= '~' && text[plain] != '"' &&
           text[plain] != '\\') {
      ++plain;
    }
    out.append(text, 0, plain);
    text.remove_prefix(plain);
    if (text.empty()) break;
    const base::CodePoint c = base::next_code_point(text);
    text.remove_prefix(c.bytes);
    if (!c.valid) {
      out += "\\ufffd";
    } else if (c.value == '"' || c.value == '\\') {
      out.push_back('\\');
      out.push_back(static_cast<char>(c.value));
    } else if (c.value == '\n') {
      out += "\\n";
    } else if (c.value == '\t') {
      out += "\\t";
    } else if (c.value == '\r') {
      out += "\\r";
    } else if (base::is_unprintable(c.value)) {
      append_escape(c.value, out);
    } else {
      out += c.raw;
    }
  }
  out.push_back('"');
}

// Stops, unfinished, once `out` is longer than `most`: whether something fits on a line is asked at
// each level of nesting, and must not cost the length of all that is nested in it.
void append_line(const Value& value, std::string& out,
                 std::size_t most = std::numeric_limits<std::size_t>::max()) {
  switch (value.kind()) {
    case Value::Kind::null: out += "null"; break;
    case Value::Kind::boolean: out += value.truth() ? "true" : "false"; break;
    case Value::Kind::number: out += value.text(); break;
    case Value::Kind::string: append_string(value.text(), out); break;
    case Value::Kind::array: {
      out.push_back('[');
      const char* separator = "";
      for (const Value& item : value.items()) {
        out += separator;
        append_line(item, out, most);
        if (out.size() > most) return;
        separator = ", ";
      }
      out.push_back(']');
      break;
    }
    case Value::Kind::object: {
      out.push_back('{');
      const char* separator = "";
      for (const auto& [name, member] : value.members()) {
        out += separator;
        append_string(name, out);
        out += ": ";
        append_line(member, out, most);
        if (out.size() > most) return;
        separator = ", ";
      }
      out.push_back('}');
      break;
    }
  }
}

bool is_container(const Value& value) { return !value.items().empty() || !value.members().empty(); }

void append_page(const Value& value, std::size_t indent, std::size_t column, bool top,
                 std::string& out) {
  std::string line;
  append_line(value, line, page_width);
  if (!is_container(value) || (!top && column + line.size() + 1 <= page_width)) {
    out += line;
    return;
  }
  const bool array = value.is(Value::Kind::array);
  const std::string margin(indent + 1, ' ');
  out.push_back(array ? '[' : '{');
  bool first = true;
  for (const Value& item : value.items()) {
    if (!first) out += ",";
    out += "\n" + margin;
    append_page(item, indent + 1, indent + 1, false, out);
    first = false;
  }
  for (const auto& [name, member] : value.members()) {
    if (!first) out += ",\n" + margin;
    std::string label;
    append_string(name, label);
    out += label + ": ";
    append_page(member, indent + 1, indent + 3 + label.size(), false, out);
    first = false;
  }
  if (array) out += "\n" + std::string(indent, ' ');
  out.push_back(array ? ']' : '}');
}

void append_plain_string(std::string_view text, std::string& out) {
  out.push_back('"');
  while (!text.empty()) {
    std::size_t plain = 0;
    while (plain < text.size() && static_cast<unsigned char>(text[plain]) >= 0x20 &&
           text[plain] != '"' && text[plain] != '\\') {
      ++plain;
    }
    out.append(text, 0, plain);
    text.remove_prefix(plain);
    if (text.empty()) break;
    switch (const char c = text.front()) {
      case '"': out += "\\\""; break;
      case '\\': out += "\\\\"; break;
      case '\b': out += "\\b"; break;
      case '\f': out += "\\f"; break;
      case '\n': out += "\\n"; break;
      case '\r': out += "\\r"; break;
      case '\t': out += "\\t"; break;
      default: {
        char buffer[8];
        std::snprintf(buffer, sizeof buffer, "\\u%04x", static_cast<unsigned>(c));
        out += buffer;
      }
    }
    text.remove_prefix(1);
  }
  out.push_back('"');
}

void append_canonical(const Value& value, std::string_view without, std::string& out) {
  const char* separator = "";
  switch (value.kind()) {
    case Value::Kind::null: out += "null"; break;
    case Value::Kind::boolean: out += value.truth() ? "true" : "false"; break;
    case Value::Kind::number: out += value.text(); break;
    case Value::Kind::string: append_plain_string(value.text(), out); break;
    case Value::Kind::array:
      out.push_back('[');
      for (const Value& item : value.items()) {
        out += separator;
        append_canonical(item, {}, out);
        separator = ",";
      }
      out.push_back(']');
      break;
    case Value::Kind::object: {
      std::vector<const Value::Member*> sorted;
      for (const Value::Member& member : value.members()) {
        if (without.empty() || member.first != without) sorted.push_back(&member);
      }
      std::stable_sort(sorted.begin(), sorted.end(),
                       [](const auto* a, const auto* b) { return a->first < b->first; });
      out.push_back('{');
      for (const Value::Member* member : sorted) {
        out += separator;
        append_plain_string(member->first, out);
        out.push_back(':');
        append_canonical(member->second, {}, out);
        separator = ",";
      }
      out.push_back('}');
    }
  }
}

}  // namespace

std::string to_text(const Value& value, Layout layout) {
  std::string out;
  if (layout == Layout::line) {
    append_line(value, out);
  } else {
    append_page(value, 0, 0, true, out);
  }
  return out;
}

std::string quoted(std::string_view text) {
  std::string out;
  append_string(text, out);
  return out;
}

std::string canonical_text(const Value& value, std::string_view without) {
  std::string out;
  append_canonical(value, without, out);
  return out;
}

}  // namespace cogs::json
