// SPDX-License-Identifier: Apache-2.0
#include "json/document.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "base/digit.h"

namespace cogs::json {

namespace {

void append_code_point(std::string& out, std::uint32_t code) {
  if (code < 0x80) {
    out += static_cast<char>(code);
    return;
  }
  const int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;  // bytes after the first
  constexpr std::uint32_t first[] = {0, 0xC0, 0xE0, 0xF0};
  out += static_cast<char>(first[more] | (code >> (6 * more)));
  for (int i = more - 1; i >= 0; --i) out += static_cast<char>(0x80 | ((code >> (6 * i)) & 0x3F));
}

class DocumentParser {
 public:
  DocumentParser(const Document& document, std::size_t most_nested)
      : document_(document), text_(document.text()), most_nested_(most_nested) {}

  Item whole() {
    blanks();
    if (at_ == text_.size()) fail("the file is empty");
    Item item = value(0);
    blanks();
    if (at_ != text_.size()) fail("something follows the end of the JSON value");
    return item;
  }

 private:
  [[noreturn]] void fail(std::string message) const {
    throw base::InputError(document_.error(at_, "not valid JSON: " + std::move(message)));
  }

  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  void blanks() {
    while (at_ < text_.size() &&
           (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t' || text_[at_] == '\r')) {
      ++at_;
    }
  }

  bool take(std::string_view word) {
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }

  bool digits() {
    const std::size_t start = at_;
    while (base::is_digit(peek())) ++at_;
    return at_ > start;
  }

  // A number's text, as JSON has it; also those that are none.
  std::string_view number() {
    const std::size_t start = at_;
    if (take("NaN")) return text_.substr(start, 3);
    take("-");
    if (take("Infinity")) return text_.substr(start, at_ - start);
    if (peek() == '0') {
      ++at_;
    } else if (!digits()) {
      fail("a value is expected here");
    }
    if (take(".") && !digits()) fail("a digit is expected after the decimal point");
    if (peek() == 'e' || peek() == 'E') {
      ++at_;
      if (peek() == '+' || peek() == '-') ++at_;
      if (!digits()) fail("a digit is expected in the exponent");
    }
    return text_.substr(start, at_ - start);
  }

  std::uint32_t four_hex_digits() {
    std::uint32_t value = 0;
    for (int i = 0; i < 4; ++i) {
      const char c = peek();
      const auto digit = std::string_view("0123456789abcdef").find(static_cast<char>(c | 0x20));
      if (digit == std::string_view::npos || (c < '0'))
        fail("four hexadecimal digits are expected");
      value = value * 16 + static_cast<std::uint32_t>(digit);
      ++at_;
    }
    return value;
  }

  void escape(std::string& out) {
    const char c = peek();
    const auto plain = std::string_view("\"\\/bfnrt").find(c);
    if (c != '\0' && plain != std::string_view::npos) {
      out += "\"\\/\b\f\n\r\t"[plain];
      ++at_;
      return;
    }
    if (!take("u")) fail("an unknown escape");
    std::uint32_t code = four_hex_digits();
    if (code >= 0xD800 && code < 0xDC00 && take("\\u")) {
      const std::uint32_t low = four_hex_digits();
      if (low < 0xDC00 || low > 0xDFFF) fail("half of a pair of surrogates");
      code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    } else if (code >= 0xD800 && code < 0xE000) {
      fail("half of a pair of surrogates");
    }
    append_code_point(out, code);
  }

  std::string string() {
    std::string out;
    ++at_;  // the opening quote
    for (;;) {
      const std::size_t end = std::min(text_.find_first_of("\"\\", at_), text_.size());
      for (std::size_t i = at_; i < end; ++i) {
        if (static_cast<unsigned char>(text_[i]) < 0x20) {
          at_ = i;
          fail("a control character in a string");
        }
      }
      out.append(text_.substr(at_, end - at_));
      at_ = end;
      if (at_ == text_.size()) fail("a string without its closing quote");
      if (text_[at_++] == '"') return out;
      escape(out);
    }
  }

  bool at_number() const {
    const char c = peek();
    return base::is_digit(c) || c == '-' || c == 'N' || c == 'I';
  }

  Item array(std::size_t depth) {
    Item item;
    item.kind = Item::Kind::array;
    item.at = at_++;
    blanks();
    if (take("]")) return item;
    bool packed = at_number();
    for (;;) {
      blanks();
      if (packed && !at_number()) {  // not all numbers after all
        packed = false;
        for (const std::string_view digits : item.numbers) {
          item.items.push_back(number_item(digits));
        }
        item.numbers = {};
      }
      if (packed) {
        item.numbers.push_back(number());
      } else {
        item.items.push_back(value(depth + 1));
      }
      blanks();
      if (take("]")) return item;
      if (!take(",")) fail("',' or ']' is expected here");
    }
  }

  Item number_item(std::string_view digits) const {
    Item item;
    item.kind = Item::Kind::number;
    item.at = static_cast<std::size_t>(digits.data() - text_.data());
    item.digits = digits;
    return item;
  }

  Item object(std::size_t depth) {
    Item item;
    item.kind = Item::Kind::object;
    item.at = at_++;
    blanks();
    if (take("}")) return item;
    for (;;) {
      blanks();
      if (peek() != '"') fail("the name of a member is expected here");
      std::string name = string();
      blanks();
      if (!take(":")) fail("':' is expected here");
      item.members.push_back({std::move(name), value(depth + 1)});
      blanks();
      if (take("}")) return item;
      if (!take(",")) fail("',' or '}' is expected here");
    }
  }

  Item value(std::size_t depth) {
    blanks();
    if (depth > most_nested_) {
      fail("it is nested more than " + std::to_string(most_nested_) + " deep");
    }
    Item item;
    item.at = at_;
    switch (peek()) {
      case '{': return object(depth);
      case '[': return array(depth);
      case '"':
        item.kind = Item::Kind::string;
        item.text = string();
        return item;
      case 't':
      case 'f':
        item.kind = Item::Kind::boolean;
        item.truth = peek() == 't';
        if (!take(item.truth ? "true" : "false")) fail("a value is expected here");
        return item;
      case 'n':
        if (!take("null")) fail("a value is expected here");
        return item;
      default: return number_item(number());
    }
  }

  const Document& document_;
  std::string_view text_;
  std::size_t most_nested_;
  std::size_t at_ = 0;
};

}  // namespace

const Item* Item::find(std::string_view name) const {
  for (auto member = members.rbegin(); member != members.rend(); ++member) {
    if (member->first == name) return &member->second;
  }
  return nullptr;
}

Document::Document(std::string text, std::string file, std::size_t most_nested)
    : text_(std::move(text)), file_(std::move(file)) {
  root_ = DocumentParser(*this, most_nested).whole();
}

base::Diagnostic Document::error(std::size_t at, std::string message, std::string help) const {
  at = std::min(at, text_.size());
  const std::string_view text = text_;
  const std::size_t line_start = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;  // npos + 1 is 0
  base::Diagnostic d = base::error_about(file_, std::move(message), std::move(help));
  const auto before = text.substr(0, line_start);
  d.place.line = 1 + static_cast<std::uint32_t>(std::count(before.begin(), before.end(), '\n'));
  d.place.column = 1;
  for (const char c : text.substr(line_start, at - line_start)) {
    if ((static_cast<unsigned char>(c) & 0xC0) != 0x80) ++d.place.column;
  }
  std::string_view line = text.substr(line_start, text.find('\n', line_start) - line_start);
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  constexpr std::size_t longest = 200;
  if (line.size() <= longest) d.source_line = line;
  return d;
}

}  // namespace cogs::json
