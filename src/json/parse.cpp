// SPDX-License-Identifier: Apache-2.0
//
// Text -> Value. nlohmann's event parser does the syntax; it hands over the digits of
// numbers that do not fit a machine word, and reads through an iterator that counts, which is
// how each value gets its place.
#include "json/parse.h"

#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

namespace cogs::json {

namespace {

// Reads a text and counts how far it is read.
class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator(const char* at, std::size_t* count) : at_(at), count_(count) {}
  reference operator*() const { return *at_; }
  CountingIterator& operator++() {
    ++at_;
    ++*count_;
    return *this;
  }
  CountingIterator operator++(int) {
    CountingIterator before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const CountingIterator& a, const CountingIterator& b) {
    return a.at_ == b.at_;
  }
  friend bool operator!=(const CountingIterator& a, const CountingIterator& b) { return !(a == b); }

 private:
  const char* at_;
  std::size_t* count_;
};

// Turns byte offsets that only ever grow into places.
class Places {
 public:
  explicit Places(std::string_view text) : text_(text) {}

  base::Place at(std::size_t offset, std::size_t end) {
    for (; offset_ < offset && offset_ < text_.size(); ++offset_) {
      const auto byte = static_cast<unsigned char>(text_[offset_]);
      if (byte == '\n') {
        ++line_;
        column_ = 1;
      } else if ((byte & 0xC0) != 0x80) {
        ++column_;
      }
    }
    std::uint32_t length = 0;
    for (std::size_t i = offset; i < end && i < text_.size() && text_[i] != '\n'; ++i) {
      if ((static_cast<unsigned char>(text_[i]) & 0xC0) != 0x80) ++length;
    }
    return {line_, column_, length == 0 ? 1 : length};
  }

 private:
  std::string_view text_;
  std::size_t offset_ = 0;
  std::uint32_t line_ = 1, column_ = 1;
};

// The parser refuses numbers that its floating point type cannot hold, although digits are all
// that is wanted of it: the widest type there is.
using Json = nlohmann::basic_json<std::map, std::vector, std::string, bool, std::int64_t,
                                  std::uint64_t, long double>;

class Builder {
 public:
  using number_integer_t = Json::number_integer_t;
  using number_unsigned_t = Json::number_unsigned_t;
  using number_float_t = Json::number_float_t;
  using string_t = Json::string_t;
  using binary_t = Json::binary_t;

  Builder(std::string_view text, const std::string& file, const std::size_t& count,
          std::size_t deepest)
      : text_(text), file_(file), count_(count), deepest_(deepest), places_(text) {}

  bool null() { return put(Value()); }
  bool boolean(bool value) { return put(Value::boolean(value)); }
  bool number_integer(number_integer_t value) {
    return put(Value::number_text(std::to_string(value)));
  }
  bool number_unsigned(number_unsigned_t value) {
    return put(Value::number_text(std::to_string(value)));
  }
  bool number_float(number_float_t, const string_t& digits) {
    return put(Value::number_text(digits));
  }
  bool string(string_t& value) { return put(Value::string(value)); }
  bool binary(binary_t&) { return false; }  // never comes from JSON text
  bool start_object(std::size_t) { return open(Value::object()); }
  bool start_array(std::size_t) { return open(Value::array()); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }
  bool key(string_t& name) {
    name_ = name;
    name_place_ = token_place();
    return true;
  }

  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception& error) {
    // "[json.exception...] parse error at line 1, column 2: syntax error while parsing value -
    // invalid literal; last read: 'x'": the part that says what was wrong.
    std::string what = error.what();
    if (const auto last = what.find("; last read:"); last != std::string::npos) {
      const auto expected = what.find("; expected ", last);
      what = what.substr(0, last) + (expected == std::string::npos ? "" : what.substr(expected));
    }
    if (const auto dash = what.find(" - "); dash != std::string::npos) what = what.substr(dash + 3);
    std::size_t offset = position == 0 ? 0 : position - 1;
    if (offset > text_.size()) offset = text_.size();
    if (what.find("number overflow") != std::string::npos) what = "a number is too large";
    if (text_.find_first_not_of(" \t\r\n") == std::string_view::npos) what = "the file is empty";
    fail("not valid JSON: " + what, places_.at(offset, offset + 1));
    return false;
  }

  Value take() { return std::move(root_); }

 private:
  struct Open {
    Value value;
    std::string name;
  };

  base::Place token_place() {
    std::size_t start = last_end_;
    while (start < text_.size() &&
           std::string_view(" \t\r\n,:").find(text_[start]) != std::string_view::npos) {
      ++start;
    }
    std::size_t end = count_;
    if (end > start && !scalar_ends_itself(text_[start])) {
      // The parser reads one character beyond a number.
      end = text_.find_first_of(" \t\r\n,]}", start);
      if (end == std::string_view::npos) end = text_.size();
    }
    last_end_ = count_;
    return places_.at(start, end);
  }

  static bool scalar_ends_itself(char first) {
    return first == '"' || first == '[' || first == '{';
  }

  bool put(Value value) {
    value.place = token_place();
    attach(std::move(value), name_, name_place_);
    return true;
  }

  bool open(Value value) {
    value.place = token_place();
    value.name_place = name_place_;
    if (open_.size() >= deepest_) {
      fail("the JSON is nested more than " + std::to_string(deepest_) + " deep", value.place);
    }
    open_.push_back({std::move(value), name_});
    return true;
  }

  bool close() {
    last_end_ = count_;
    Open done = std::move(open_.back());
    open_.pop_back();
    const base::Place name_place = done.value.name_place;
    attach(std::move(done.value), done.name, name_place);
    return true;
  }

  void attach(Value value, const std::string& name, const base::Place& name_place) {
    if (open_.empty()) {
      root_ = std::move(value);
    } else if (open_.back().value.is(Value::Kind::object)) {
      value.name_place = name_place;
      open_.back().value.add(name, std::move(value));
    } else {
      open_.back().value.add(std::move(value));
    }
  }

  [[noreturn]] void fail(std::string message, const base::Place& place) {
    base::Diagnostic d;
    d.file = file_;
    d.place = place;
    d.message = std::move(message);
    d.source_line = source_line(text_, place);
    throw base::InputError(std::move(d));
  }

  std::string_view text_;
  const std::string& file_;
  const std::size_t& count_;  // bytes that the parser has read
  std::size_t deepest_;
  Places places_;
  std::size_t last_end_ = 0;
  std::vector<Open> open_;
  std::string name_;
  base::Place name_place_;
  Value root_;
};

}  // namespace

Value parse(std::string_view text, const std::string& file, std::size_t most_nested) {
  std::size_t count = 0;
  Builder builder(text, file, count, most_nested);
  const CountingIterator first(text.data(), &count), last(text.data() + text.size(), &count);
  Json::sax_parse(first, last, &builder);
  return builder.take();
}

std::string source_line(std::string_view text, const base::Place& place) {
  for (std::uint32_t line = 1; line < place.line; ++line) {
    const auto end = text.find('\n');
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + 1);
  }
  text = text.substr(0, text.find('\n'));
  if (!text.empty() && text.back() == '\r') text.remove_suffix(1);
  constexpr std::size_t longest = 1 << 20;  // the caret is shown within the first megabyte
  return std::string(text.substr(0, longest));
}

}  // namespace cogs::json
