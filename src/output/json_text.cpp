// SPDX-License-Identifier: Apache-2.0
//
// JsonValue -> text. A page is laid out greedily: a container that fits in the rest of its line
// is written there, another gets one line an item.
#include <cstdio>

#include "output/json_value.h"
#include "output/safe_text.h"

namespace cogs::output {

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
    const CodePoint c = next_code_point(text);
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
    } else if (is_unprintable(c.value)) {
      append_escape(c.value, out);
    } else {
      out += c.raw;
    }
  }
  out.push_back('"');
}

void append_line(const JsonValue& value, std::string& out) {
  switch (value.kind()) {
    case JsonValue::Kind::null: out += "null"; break;
    case JsonValue::Kind::boolean: out += value.truth() ? "true" : "false"; break;
    case JsonValue::Kind::number: out += value.text(); break;
    case JsonValue::Kind::string: append_string(value.text(), out); break;
    case JsonValue::Kind::array: {
      out.push_back('[');
      const char* separator = "";
      for (const JsonValue& item : value.items()) {
        out += separator;
        append_line(item, out);
        separator = ", ";
      }
      out.push_back(']');
      break;
    }
    case JsonValue::Kind::object: {
      out.push_back('{');
      const char* separator = "";
      for (const auto& [name, member] : value.members()) {
        out += separator;
        append_string(name, out);
        out += ": ";
        append_line(member, out);
        separator = ", ";
      }
      out.push_back('}');
      break;
    }
  }
}

bool is_container(const JsonValue& value) {
  return !value.items().empty() || !value.members().empty();
}

void append_page(const JsonValue& value, std::size_t indent, std::size_t column, bool top,
                 std::string& out) {
  std::string line;
  append_line(value, line);
  if (!is_container(value) || (!top && column + line.size() + 1 <= page_width)) {
    out += line;
    return;
  }
  const bool array = value.is(JsonValue::Kind::array);
  const std::string margin(indent + 1, ' ');
  out.push_back(array ? '[' : '{');
  bool first = true;
  for (const JsonValue& item : value.items()) {
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

}  // namespace

std::string to_text(const JsonValue& value, JsonLayout layout) {
  std::string out;
  if (layout == JsonLayout::line) {
    append_line(value, out);
  } else {
    append_page(value, 0, 0, true, out);
  }
  return out;
}

std::string json_string(std::string_view text) {
  std::string out;
  append_string(text, out);
  return out;
}

}  // namespace cogs::output
