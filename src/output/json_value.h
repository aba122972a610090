// SPDX-License-Identifier: Apache-2.0
//
// JSON as data, with exact numbers: text -> JsonValue -> text.
//
// Numbers keep their digits (integers beyond 2^53, 0.1); members keep their order; each value
// of a parsed text knows its place, so that errors about its meaning can be located too.
// What is written is valid UTF-8 without raw control characters, whatever the strings hold.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "base/number.h"

namespace cogs::output {

class JsonValue {
 public:
  enum class Kind { null, boolean, number, string, array, object };
  using Member = std::pair<std::string, JsonValue>;

  JsonValue() = default;
  static JsonValue boolean(bool value);
  // A number without a finite decimal form (1/3) becomes the string "1/3".
  static JsonValue number(const base::Number& value);
  static JsonValue number(std::uint64_t value);
  static JsonValue number_text(std::string digits);  // must be a JSON number
  static JsonValue string(std::string_view value);
  static JsonValue array(std::vector<JsonValue> items = {});
  static JsonValue object();

  JsonValue& add(std::string name, JsonValue value);  // to an object; returns *this
  JsonValue& add(JsonValue item);                     // to an array

  Kind kind() const { return kind_; }
  bool is(Kind kind) const { return kind_ == kind; }
  bool truth() const { return truth_; }
  const std::string& text() const { return text_; }  // of a string; the digits of a number
  const std::vector<JsonValue>& items() const { return items_; }
  const std::vector<Member>& members() const { return members_; }
  const JsonValue* find(std::string_view name) const;  // a member, or nullptr

  base::Place place;       // in the parsed text
  base::Place name_place;  // of the name, for the value of a member

 private:
  Kind kind_ = Kind::null;
  bool truth_ = false;
  std::string text_;
  std::vector<JsonValue> items_;
  std::vector<Member> members_;
};

// What no JSON of ours is deeper than, except for proofs; and what those may have.
constexpr std::size_t usual_json_depth = 100, deepest_json = 2000;

// Throws InputError, located in `file`, if the text is not one JSON value in valid UTF-8, or is
// nested deeper than `deepest`.
JsonValue parse_json(std::string_view text, const std::string& file,
                     std::size_t deepest = usual_json_depth);

// The line of `text` that `place` is on, for diagnostics.
std::string source_line(std::string_view text, const base::Place& place);

enum class JsonLayout { line, page };

// One line; or a page where whatever fits in 100 columns stays on one line. No final newline.
std::string to_text(const JsonValue& value, JsonLayout layout = JsonLayout::page);

// The text as a JSON string, with its quotes.
std::string json_string(std::string_view text);

}  // namespace cogs::output
